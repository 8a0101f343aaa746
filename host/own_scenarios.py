"""Scenarios that were added to this table: files like scenarios.toml in a folder of the data folder (BHC-A4.1-6).

Rule 1: nothing is fetched: a file comes as people bring it, and is checked before it is kept.
Rule 2: a kept file that can not be read offers nothing; the others do.
"""

import logging
import shutil
import tomllib
from pathlib import Path
from typing import Any

from host.errors import UserError
from shared_rules.beyond_humanity.content.check_modes import USUAL_MODE
from shared_rules.beyond_humanity.rules import offers
from shared_rules.engine.reasons import Refusal

log = logging.getLogger(__name__)

FOLDER = "scenarios"


def read(path: Path) -> list[dict[str, Any]]:
    """The scenarios of one file as they stand in it, each with its mode, checked. Raises UserError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} can not be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{path.name} is no TOML: {error}.") from None
    entries = data.get("scenario")
    if not isinstance(entries, list) or not entries or len(data) > 1:
        raise UserError(f"{path.name} holds [[scenario]] entries and nothing else.")
    try:
        offers.own_scenarios(entries)
    except Refusal as refusal:
        raise UserError(f"{path.name}: {refusal.sentence}") from None
    return [{"mode": USUAL_MODE, **entry} for entry in entries]


def add(folder: Path, path: Path) -> list[str]:
    """Keep a file of scenarios; their names. Raises UserError, also for one that another kept file has."""
    entries = read(path)
    target = folder / FOLDER / path.name
    known = {one["id"] for one in load(folder, but=target)}
    for entry in entries:
        if entry["id"] in known:
            raise UserError(f"{path.name}: there is a scenario {entry['id']} already.")
    target.parent.mkdir(exist_ok=True)
    if not (target.exists() and target.samefile(path)):
        shutil.copyfile(path, target)
    return [str(entry["name"]) for entry in entries]


def load(folder: Path, but: Path | None = None) -> list[dict[str, Any]]:
    """All scenarios that were added, as options of a setup take them; `but`: without this file."""
    made: list[dict[str, Any]] = []
    for path in sorted((folder / FOLDER).glob("*.toml")):
        if path != but:
            try:
                made += read(path)
            except UserError as error:
                log.warning("%s", error)
    return list({entry["id"]: entry for entry in made}.values())

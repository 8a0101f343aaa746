"""Planets that somebody imported: their measured figures in one file of the data folder, and planets made of them.

Rule 1: figures are kept, not game parameters: these follow from the figures by the rules of the installed version.
Rule 2: a file that can not be read is named and left alone; nothing is imported half.
"""

import json
import os
from pathlib import Path
from typing import Any

from host.errors import UserError
from shared_rules.beyond_humanity import content, exoplanets, planets
from shared_rules.engine.reasons import Refusal

FILE = "planets.json"
FORMAT = 1
MOST = 200  # a setup lists them all
FIELDS = {"name": str, "star": str, "spectral": str, "distance_ly": int, "period": int, "radius": int, "mass": int,
          "insolation": int}  # fmt: skip
Facts = dict[str, Any]


def load(folder: Path) -> list[Facts]:
    """Facts of every imported planet. Raises UserError when the file is damaged."""
    path = folder / FILE
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError):
        raise _damaged(path) from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT or not isinstance(kept.get("planets"), list):
        raise _damaged(path)
    if not all(
        isinstance(one, dict) and all(type(one.get(k)) is v for k, v in FIELDS.items()) for one in kept["planets"]
    ):
        raise _damaged(path)
    return list(kept["planets"])


def _damaged(path: Path) -> UserError:
    return UserError(f"The imported planets in {path} can not be read.", "Move the file away and import them again.")


def save(folder: Path, facts: list[Facts]) -> None:
    """Keep these planets and no others: the old file stays until the new one is whole."""
    path = folder / FILE
    fresh = path.with_suffix(".new")
    words = json.dumps({"format": FORMAT, "planets": facts}, ensure_ascii=False, indent=1)
    fresh.write_text(words + "\n", encoding="utf-8")
    os.replace(fresh, path)


def made(folder: Path) -> list[dict[str, Any]]:
    """The imported planets as the game knows planets. Raises UserError."""
    try:
        return planets.others([exoplanets.derive(facts) for facts in load(folder)])
    except (ArithmeticError, Refusal):
        raise _damaged(folder / FILE) from None


def add(folder: Path, new: list[Facts]) -> tuple[list[str], list[str], list[str]]:
    """Keep planets; names of those that are new, that were known with other figures, and that the box has anyhow.

    Raises UserError if there are too many.
    """
    kept = {facts["name"]: facts for facts in load(folder)}
    box = content.get()["planet"]
    ours = [facts["name"] for facts in new if exoplanets.identity(facts) in box]
    fresh = [facts for facts in new if facts["name"] not in ours]
    added = [facts["name"] for facts in fresh if facts["name"] not in kept]
    changed = [facts["name"] for facts in fresh if facts["name"] in kept and kept[facts["name"]] != facts]
    kept.update({facts["name"]: facts for facts in fresh})
    if len(kept) > MOST:
        raise UserError(
            f"That would be {len(kept)} imported planets; the setup of a game lists {MOST} at most.",
            "Choose some: --name TEXT, --within LIGHT-YEARS.",
        )
    save(folder, sorted(kept.values(), key=lambda facts: (facts["distance_ly"], facts["name"])))
    return added, changed, ours


def remove(folder: Path, name: str) -> str:
    """Forget an imported planet; its name as it was kept. Raises UserError."""
    kept = load(folder)
    gone = [facts for facts in kept if facts["name"].lower() == name.lower()]
    if not gone:
        raise UserError(f"There is no imported planet {name}.", "See them: colony planets list --own")
    save(folder, [facts for facts in kept if facts not in gone])
    return str(gone[0]["name"])

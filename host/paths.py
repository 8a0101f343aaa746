"""Where the companion keeps its files. One folder holds everything: copy it and you have copied the table."""

import json
import os
from pathlib import Path
from typing import Any

import platformdirs
import psutil

from host.errors import UserError

DATABASE = "colony.db"
COMPANION = "companion.json"  # written while a companion runs: pid and address
VIRTUAL = "virtual.json"  # written while a virtual ARC runs: pid, port, control socket
SAME_BIRTH_S = 1.0  # a process started that close to another one of the same number is the same


def data_dir(chosen: str | os.PathLike[str] | None) -> Path:
    """The data folder, made when it is missing.

    Raises UserError when the folder cannot be made or written.
    """
    folder = Path(chosen or os.environ.get("COLONY_DATA") or platformdirs.user_data_dir("colony", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"The data folder {folder} cannot be made: {error.strerror}."
        raise UserError(what, "Choose another: --data DIR.") from None
    if not os.access(folder, os.W_OK):
        raise UserError(f"The data folder {folder} cannot be written.", "Choose another: --data DIR.")
    return folder


def identity() -> dict[str, Any]:
    """What a `companion.json` or `virtual.json` says of the process that writes it, for `read_live`."""
    return {"pid": os.getpid(), "born_s": _born_s(psutil.Process())}


def _born_s(process: psutil.Process) -> float:
    # Counted from the computer's start: the wall clock may be set while the process runs.
    return round(process.create_time() - psutil.boot_time(), 1)


def read_live(path: Path) -> dict[str, Any] | None:
    """The contents of a `companion.json` or `virtual.json` whose process still runs, else None.

    A number alone would not do: after a crash or a restart of the computer some other program may have it.
    """
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        process = psutil.Process(int(found["pid"]))
        dead = process.status() == psutil.STATUS_ZOMBIE
        same = abs(_born_s(process) - found.get("born_s", _born_s(process))) < SAME_BIRTH_S
        return found if same and not dead else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, psutil.Error):
        return None


def add_data_option(parser: Any) -> None:
    """Add `--data DIR`, the same for every command."""
    parser.add_argument("--data", metavar="DIR", help="folder that holds games, tags and settings (default: per user)")

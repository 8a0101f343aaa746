"""Files of JSON lines that end in a closing line, {"end": N, "sha256": hash of every byte before it}: games, profiles.

Rule 1: a line that can not be read and an end that does not fit are refused with the file's name and what is wrong.
"""

import hashlib
import json
from typing import Any

from host.plurals import counted
from host.store.errors import ForeignFile


def parse(line: bytes, name: str, number: int, what: str, cure: str = "") -> dict[str, Any]:
    """One line. `what` is the kind of file in words, `cure` what to do. Raises ForeignFile."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        value = None
    if not isinstance(value, dict):
        raise ForeignFile(f"{name}, line {number}: not readable as a line of {what}. {cure}".rstrip())
    return value


def check_end(data: bytes, lines: list[bytes], name: str, what: str, cure: str = "") -> None:
    """`lines` is `data` split at its newlines: closing line there, count and hash right. Raises ForeignFile."""
    end = parse(lines[-2], name, len(lines) - 1, what, cure) if len(lines) > 2 and lines[-1] == b"" else {}
    if "end" not in end:
        wrong = f"{name} is cut short: the closing line is missing (it ends in line {len(lines)})."
    elif end["end"] != len(lines) - 3:
        wrong = f"{name} holds {counted(len(lines) - 3, 'entry', 'entries')}, its closing line says {end['end']}."
    elif hashlib.sha256(data[: len(data) - len(lines[-2]) - 1]).hexdigest() != end.get("sha256"):
        wrong = f"{name} was changed or damaged: its content does not match the hash in its closing line."
    else:
        return
    raise ForeignFile(f"{wrong} {cure}".rstrip())

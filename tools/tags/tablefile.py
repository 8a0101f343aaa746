"""The tag table as one readable file (TOML), for another computer or as a copy.

Rule 1: reading checks everything before a row is used: the format, the number of tags (a file that is cut short still
        reads), each UID, each piece, no UID twice.
Rule 2: a tag that is another piece in the table here is a conflict. All of them are named and nothing is changed.
Rule 3: the file appears under its name when it is whole.
"""

import re
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from host.store.table import is_random_uid
from tools.tags.errors import BadTable
from tools.tags.ledger import Row

FORMAT, VERSION = "colony tags", 1
UID_BYTES = (4, 7, 10)
_PLAIN = re.compile(r"[^\"\\\x00-\x1f\x7f]{1,40}\Z")
_HEAD = """\
# Which tag is which piece. `colony tags import FILE` reads it.
# Lines are UID = "piece", in hex as `colony tags check` shows them; `tags` is their number.
format = "{format}"
version = {version}
tags = {count}
"""


def check_box(name: str) -> str:
    """A box's name, or BadTable."""
    if not _PLAIN.match(name) or name != name.strip():
        raise BadTable(f"{name!r} cannot be the name of a box.", "Take up to 40 letters, without quotes.")
    return name


def dump(rows: Iterable[Row]) -> str:
    """The file's text."""
    found = sorted(rows)
    lines = [_HEAD.format(format=FORMAT, version=VERSION, count=len(found))]
    for box in dict.fromkeys(row.box for row in found):
        lines.append(f'\n[box."{box}"]\n')
        lines += [f'{row.uid.hex()} = "{row.piece}"\n' for row in found if row.box == box]
    return "".join(lines)


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write the file; BadTable when the place refuses."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(dump(rows), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadTable(f"{path} cannot be written: {error.strerror}.", "Choose another place.") from None


def read(path: Path, pieces: Collection[str]) -> list[Row]:
    """The rows of a file. BadTable says what is wrong, with the line's own words."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadTable(f"{path} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadTable(f"{path} is damaged: {error}.") from None
    if found.get("format") != FORMAT:
        raise BadTable(f"{path} is no tag table.", "`colony tags export` writes one.")
    if found.get("version") != VERSION:
        raise BadTable(f"{path} was written by a newer version.", "Update this computer.")
    rows = _rows(found.get("box", {}), pieces)
    if found.get("tags") != len(rows):
        what = f"{path} says that it holds {found.get('tags')} tags, and there are {len(rows)}."
        raise BadTable(what, "It is cut short; if you changed it by hand, set the number right.")
    return rows


def _rows(boxes: Any, pieces: Collection[str]) -> list[Row]:
    rows: dict[bytes, Row] = {}
    if not isinstance(boxes, dict) or not all(isinstance(tags, dict) for tags in boxes.values()):
        raise BadTable('The tags of a box stand under [box."NAME"].')
    for box, tags in boxes.items():
        check_box(box)
        for text, piece in tags.items():
            uid = parse_uid(text)
            if is_random_uid(uid):
                raise BadTable(f"{text} is a phone or a bank card: it can not be a piece.")
            if piece not in pieces:
                raise BadTable(f"{text} = {piece!r}: there is no such piece.")
            if uid in rows:
                raise BadTable(f"{text} stands there twice: as {rows[uid].piece} and as {piece}.")
            rows[uid] = Row(box, piece, uid)
    return sorted(rows.values())


def parse_uid(text: str) -> bytes:
    """A UID in hex, spaces and colons allowed. BadTable: it is none."""
    try:
        uid = bytes.fromhex(text.replace(":", " "))
    except ValueError:
        uid = b""
    if len(uid) not in UID_BYTES:
        raise BadTable(f"{text} is no UID.", "A UID has 4, 7 or 10 bytes in hex.")
    return uid


def conflicts(here: Iterable[Row], coming: Iterable[Row]) -> list[tuple[Row, Row]]:
    """(row here, row of the file) for tags that are another piece here."""
    known = {row.uid: row for row in here}
    return [(known[row.uid], row) for row in coming if row.uid in known and known[row.uid].piece != row.piece]

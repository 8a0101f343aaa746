"""One game as one readable file: JSON lines, a header, the log, and a closing line with the file's own hash.

    {"colony": "game", "format": 1, "game_id": ..., "title": ..., "rules": ..., "options": {...}, "created_utc_s": ...,
     "status": ..., "genesis": ..., "entries": N, "secret": {"kind": "open", "seed": "..."} or a sealed part}
    {"seq": 1, "actor": "arc", "action": {...}, "digest": "...", "hash": "...", "at_utc_s": ...}
    ...
    {"end": N, "sha256": hash of every byte before this line}

Rule 1: written under a temporary name, synced, renamed: a file with the right name is whole.
Rule 2: a refusal names the file, the line and what is wrong with it; nothing of a refused file is kept.
Rule 3: the seed of a game that is not over is sealed; nothing else in the file is hidden from the table.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host.store.database import replace_durably
from host.store.entries import OVER, PARKED, Entry, GameRecord, canonical, check_chain
from host.store.errors import ForeignFile, NewerSave, StoreConflict, StoreUnavailable
from host.store.seal import seal, unseal

FORMAT = 1
MOST_BYTES = 64 << 20  # far above any game; bounds what a foreign file can cost


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game outside of the database: its record and its whole log."""

    game: GameRecord
    entries: Sequence[Entry]

    def check_extends(self, known: GameRecord, here: Sequence[Entry]) -> None:
        """Raises StoreConflict unless this is the game `known` with the log `here`, perhaps played on."""
        ours, theirs = [entry.hash for entry in here], [entry.hash for entry in self.entries]
        if known.genesis != self.game.genesis:
            raise StoreConflict("Another game with the same id is here already; this file was not taken.")
        if ours != theirs[: len(ours)]:
            common = min(len(ours), len(theirs))
            parted = next((i + 1 for i in range(common) if ours[i] != theirs[i]), common + 1)
            if theirs == ours[: len(theirs)]:
                raise StoreConflict(f"This game was played on here: {len(ours)} entries, the file has {common}.")
            raise StoreConflict(f"This game went on differently here from entry {parted} on; the file was not taken.")


def dump_game(file: GameFile, open_secret: bool, passphrase: str | None) -> bytes:
    """The bytes of the file."""
    game = file.game
    header: dict[str, Any] = {
        "colony": "game",
        "format": FORMAT,
        "game_id": game.game_id,
        "title": game.title,
        "rules": game.rules,
        "options": game.options,
        "created_utc_s": game.created_utc_s,
        "status": game.status,
        "genesis": game.genesis,
        "entries": len(file.entries),
    }
    if open_secret:
        header["secret"] = {"kind": "open", "seed": str(game.seed)}
    else:
        header["secret"] = seal(canonical({"seed": str(game.seed)}), passphrase, game.genesis.encode())
    lines = [_line(header)]
    for entry in file.entries:
        named = ("seq", "actor", "action", "digest", "hash", "at_utc_s")
        lines.append(_line({name: getattr(entry, name) for name in named}))
    body = b"".join(lines)
    return body + _line({"end": len(file.entries), "sha256": hashlib.sha256(body).hexdigest()})


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def load_game(data: bytes, name: str, passphrase: str | None) -> GameFile:
    """The game in `data`; `name` is used in messages. Raises ForeignFile, NewerSave, StoreTampered, WrongPassphrase."""
    lines = data.split(b"\n")
    header = _parse(lines[0], name, 1)
    if header.get("colony") != "game":
        raise ForeignFile(f"{name} is not a Colony game file: its first line is no game header.")
    number = header.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise NewerSave(f"{name} was made by a newer companion (format {number}): update the companion.")
    _check_end(data, lines, name)
    game = _record(header, name, passphrase)
    entries = [_entry(_parse(line, name, index), name, index) for index, line in enumerate(lines[1:-2], start=2)]
    if header.get("genesis") != game.genesis:
        raise ForeignFile(f"{name}, line 1: title, options or seed do not match the game's own hash.")
    check_chain(game, entries)
    return GameFile(game, entries)


def _parse(line: bytes, name: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:  # UnicodeDecodeError is one as well
        value = None
    if not isinstance(value, dict):
        raise ForeignFile(f"{name}, line {number}: not readable as a line of a Colony game file.")
    return value


def _check_end(data: bytes, lines: list[bytes], name: str) -> None:
    end = _parse(lines[-2], name, len(lines) - 1) if len(lines) > 2 and lines[-1] == b"" else {}
    if "end" not in end:
        raise ForeignFile(f"{name} is cut short: the closing line is missing (it ends in line {len(lines)}).")
    if end["end"] != len(lines) - 3:
        raise ForeignFile(f"{name} holds {len(lines) - 3} entries, its closing line says {end['end']}.")
    body = data[: len(data) - len(lines[-2]) - 1]
    if hashlib.sha256(body).hexdigest() != end.get("sha256"):
        raise ForeignFile(f"{name} was changed or damaged: its content does not match the hash in its closing line.")


def _record(header: dict[str, Any], name: str, passphrase: str | None) -> GameRecord:
    try:
        secret = header["secret"]
        if secret["kind"] != "open":
            secret = json.loads(unseal(secret, passphrase, str(header["genesis"]).encode()))
        status = OVER if header["status"] == OVER else PARKED
        texts = (str(header["game_id"]), str(header["title"]), str(header["rules"]))
        return GameRecord(*texts, dict(header["options"]), int(secret["seed"]), status, float(header["created_utc_s"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ForeignFile(f"{name}, line 1: the header lacks or garbles {error}.") from None


def _entry(value: dict[str, Any], name: str, number: int) -> Entry:
    try:
        texts = (str(value["actor"]), dict(value["action"]), str(value["digest"]), str(value["hash"]))
        return Entry(int(value["seq"]), *texts, float(value["at_utc_s"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ForeignFile(f"{name}, line {number}: the entry lacks or garbles {error}.") from None


def write_game_file(path: Path, file: GameFile, open_secret: bool, passphrase: str | None) -> None:
    """Write the file whole or not at all. Raises StoreUnavailable."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_bytes(dump_game(file, open_secret, passphrase))
        replace_durably(temporary, path)
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be written: {error.strerror}.") from error


def read_game_file(path: Path, passphrase: str | None) -> GameFile:
    """Read a file; see `load_game`."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be read: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise ForeignFile(f"{path.name} is far too large for a Colony game file.")
    return load_game(data, path.name, passphrase)

"""One game as one readable file: JSON lines, a header, the log, and a closing line with the file's own hash.

    {"colony": "game", "format": 2, "game_id": ..., "title": ..., "rules": ..., "fingerprint": {...} or null,
     "options": {...}, "created_utc_s": ..., "status": ..., "genesis": ..., "entries": N, "secret": {...}}
    {"seq": 1, "actor": "arc", "words": ..., "action": {...}, "digest": "...", "hash": "...", "at_utc_s": ...}
    ...
    {"end": N, "sha256": hash of every byte before this line}

Which part is sealed while a game goes on, and why, is in docs/replays.md; every field is described there.

Rule 1: written under a temporary name, synced, renamed: a file with the right name is whole.
Rule 2: a refusal names the file, the line and what is wrong with it; nothing of a refused file is kept.
Rule 3: the seed of a game that is not over is sealed, and so are actions that not everybody saw (`veiled`).
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host.plurals import counted
from host.store import closedlines
from host.store.database import replace_durably
from host.store.entries import OVER, PARKED, Entry, GameRecord, canonical, check_chain
from host.store.errors import ForeignFile, NewerSave, StoreConflict, StoreUnavailable
from host.store.seal import seal, unseal

FORMAT = 2  # 1 had neither words nor fingerprint nor a veil; it is read as well
DIGITS = 64
BRIEF_DIGITS = 16  # 64 bits: no accident passes
WHAT = "a Colony game file"
ANEW = "Copy it once more from where it came, or export the game again."
ANOTHER = "Choose a file that a companion has saved; its name ends in .colony."
LAST_TIME_S = 250_000_000_000.0  # in the year 9892; later ones no list of games could show
MOST_BYTES = 64 << 20  # far above any game; bounds what a foreign file can cost


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game outside of the database: its record and its whole log."""

    game: GameRecord
    entries: Sequence[Entry]
    words: Sequence[str] = field(default=(), compare=False)  # a sentence for each entry, where there are any
    fingerprint: dict[str, str] | None = field(default=None, compare=False)  # of rules and content that gave it
    digits: int = DIGITS  # hex digits of a digest; fewer in a playthrough, which has no hashes either

    def check_extends(self, known: GameRecord, here: Sequence[Entry]) -> None:
        """Raises StoreConflict unless this is the game `known` with the log `here`, perhaps played on."""
        ours, theirs = [entry.hash for entry in here], [entry.hash for entry in self.entries]
        if known.genesis != self.game.genesis:
            raise StoreConflict("Another game with the same id is here already; this file was not taken.")
        if ours != theirs[: len(ours)]:
            common = min(len(ours), len(theirs))
            parted = next((i + 1 for i in range(common) if ours[i] != theirs[i]), common + 1)
            if theirs == ours[: len(theirs)]:
                here_now = counted(len(ours), "entry", "entries")
                raise StoreConflict(f"This game was played on here: {here_now}, the file has {common}.")
            raise StoreConflict(f"This game went on differently here from entry {parted} on; the file was not taken.")


def dump_game(file: GameFile, open_secret: bool, passphrase: str | None, veiled: bool = False) -> bytes:
    """The bytes of the file; `veiled` also seals actions, digests and hashes (never with `open_secret`)."""
    game, veiled = file.game, veiled and not open_secret
    hidden: dict[str, Any] = {"seed": str(game.seed)}
    if veiled:
        hidden["log"] = [[entry.action, entry.digest, entry.hash] for entry in file.entries]
    if open_secret:
        secret: dict[str, Any] = {"kind": "open", **hidden}
    else:
        secret = seal(canonical(hidden), passphrase, game.genesis.encode())
    named = ("seq", "actor", "words", *(() if veiled else ("action", "digest", "hash")), "at_utc_s")
    words = file.words or [""] * len(file.entries)
    lines = [{**_header(file), "secret": secret}]
    for entry, sentence in zip(file.entries, words, strict=True):
        lines.append({name: sentence if name == "words" else getattr(entry, name) for name in named})
    return _closed([_line(line) for line in lines])


def dump_brief(file: GameFile) -> bytes:
    """A playthrough: an ended game without times, hashes, words, its digests cut short; compared, not played on."""
    header = {**_header(file), "digits": BRIEF_DIGITS, "secret": {"kind": "open", "seed": str(file.game.seed)}}
    lines: list[dict[str, Any]] = [header]
    for entry in file.entries:
        kept = {"seq": entry.seq, "actor": entry.actor, "action": entry.action}
        lines.append({**kept, "digest": entry.digest[:BRIEF_DIGITS]})
    return _closed([_line(line, (",", ":")) for line in lines])


def _header(file: GameFile) -> dict[str, Any]:
    game = file.game
    return {
        "colony": "game",
        "format": FORMAT,
        "game_id": game.game_id,
        "title": game.title,
        "rules": game.rules,
        "fingerprint": file.fingerprint,
        "options": game.options,
        "created_utc_s": game.created_utc_s,
        "status": game.status,
        "genesis": game.genesis,
        "entries": len(file.entries),
    }


def _closed(lines: list[bytes]) -> bytes:
    body = b"".join(lines)
    return body + _line({"end": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest()})


def _line(value: dict[str, Any], separators: tuple[str, str] | None = None) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=separators).encode() + b"\n"


def load_game(data: bytes, name: str, passphrase: str | None) -> GameFile:
    """The game in `data`; `name` is used in messages. Raises a StoreError that says what is wrong."""
    lines = data.split(b"\n")
    header = closedlines.parse(lines[0], name, 1, WHAT, ANOTHER)
    if header.get("colony") != "game":
        raise ForeignFile(f"{name} is not a Colony game file: its first line is no game header. {ANOTHER}")
    number = header.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise NewerSave(f"{name} was made by a newer companion (format {number}): update the companion.")
    closedlines.check_end(data, lines, name, WHAT, ANEW)
    hidden = _hidden(header, name, passphrase)
    game, digits = _record(header, hidden, name), header.get("digits", DIGITS)
    shown = [closedlines.parse(line, name, index, WHAT, ANOTHER) for index, line in enumerate(lines[1:-2], start=2)]
    entries = [_entry(line, name, index) for index, line in enumerate(_unveiled(shown, hidden, name, digits), start=2)]
    if header.get("genesis") != game.genesis:
        raise ForeignFile(f"{name}, line 1: title, options or seed do not match the game's own hash.")
    if digits == DIGITS:
        check_chain(game, entries)
    words = tuple(str(line.get("words", "")) for line in shown)
    return GameFile(game, entries, words if any(words) else (), _fingerprint(header), digits)


def _fingerprint(header: dict[str, Any]) -> dict[str, str] | None:
    found = header.get("fingerprint")
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else None


def _hidden(header: dict[str, Any], name: str, passphrase: str | None) -> dict[str, Any]:
    """What the secret part holds: "seed", and "log" where the entries are veiled."""
    secret = header.get("secret")
    if not isinstance(secret, dict) or secret.get("kind") != "open":
        try:
            secret = json.loads(unseal(secret, passphrase, str(header.get("genesis")).encode()))
        except (ValueError, RecursionError):
            secret = None
    if not isinstance(secret, dict):
        raise ForeignFile(f"{name}, line 1: the header lacks or garbles its secret part.")
    return secret


def _unveiled(shown: list[dict[str, Any]], hidden: dict[str, Any], name: str, digits: Any) -> list[dict[str, Any]]:
    """The lines of the log with what the secret part or a playthrough's brevity keeps out of them."""
    if digits == BRIEF_DIGITS:
        return [{"hash": "", "at_utc_s": 0, **line} for line in shown]
    if digits != DIGITS:
        raise ForeignFile(f"{name}, line 1: digests of {digits!r} digits are not known here.")
    log = hidden.get("log")
    if log is None:
        return shown
    try:
        parts = [{"action": action, "digest": digest, "hash": sha} for action, digest, sha in log]
        return [{**line, **part} for line, part in zip(shown, parts, strict=True)]
    except (TypeError, ValueError):
        raise ForeignFile(f"{name}: the sealed part does not fit {counted(len(shown), 'entry', 'entries')}.") from None


def _record(header: dict[str, Any], hidden: dict[str, Any], name: str) -> GameRecord:
    try:
        status = OVER if header["status"] == OVER else PARKED
        texts = (str(header["game_id"]), str(header["title"]), str(header["rules"]))
        created_utc_s = _time_s(header["created_utc_s"])
        return GameRecord(*texts, dict(header["options"]), int(hidden["seed"]), status, created_utc_s)
    except (KeyError, TypeError, ValueError) as error:
        raise ForeignFile(f"{name}, line 1: the header lacks or garbles {error}.") from None


def _time_s(value: Any) -> float:
    """A time that a calendar can show, wherever the computer stands. Raises ValueError."""
    time_s = float(value)
    if not 0.0 <= time_s < LAST_TIME_S:
        raise ValueError(f"a time ({time_s})")
    return time_s


def _entry(value: dict[str, Any], name: str, number: int) -> Entry:
    try:
        texts = (str(value["actor"]), dict(value["action"]), str(value["digest"]), str(value["hash"]))
        return Entry(int(value["seq"]), *texts, _time_s(value["at_utc_s"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ForeignFile(f"{name}, line {number}: the entry lacks or garbles {error}.") from None


def write_game_file(path: Path, data: bytes) -> None:
    """Write the file whole or not at all. Raises StoreUnavailable."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_bytes(data)
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

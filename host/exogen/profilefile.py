"""A profile as one readable file: JSON lines, a header, its log, and a closing line with the file's own hash.

    {"colony": "exogen", "format": 1, "profile_id": ..., "name": ..., "created_utc_s": ..., "entries": N}
    {"seq": 1, "words": ..., "action": {...}, "hash": ..., "at_utc_s": ...}
    ...
    {"end": N, "sha256": hash of every byte before this line}

Rule 1: a refusal names the file, the line and what is wrong with it; nothing of a refused file is kept.
Rule 2: what is taken was folded by the rules, entry by entry: a file can not say more than games could have earned.
"""

import hashlib
import json
import math
from typing import Any

from host.store import closedlines
from host.store.errors import ForeignFile, NewerSave, StoreError
from host.store.exogen import ProfileEntry, ProfileLog, check_chain
from shared_rules.beyond_humanity import exogen
from shared_rules.engine.reasons import Refusal

FORMAT = 1
WHAT = "an Exogen profile"
SUFFIX = ".exogen"
MOST_BYTES = 8 << 20  # ten thousand games are a fraction of it
ID_DIGITS = 32


def action_words(action: dict[str, Any]) -> str:
    """An entry in words, for the file and for `colony exogen show`."""
    kind = action["kind"]
    if kind == "game":
        end = "won" if action["won"] else "survived" if action["positive"] else "lost"
        return f"Game on {action['title']}: {end}, {action['vp']} VP."
    return {
        "name": f"The profile is called {action.get('name')}.",
        "explore": f"Explored {action.get('planet')}.",
        "pioneer": f"Sent pioneers to {action.get('planet')}: {action.get('mission')}.",
        "recall": "Recalled the pioneers.",
        "land": f"A Colony landed on {action.get('planet')}, where pioneers had been.",
    }.get(str(kind), str(kind))


def dump(log: ProfileLog) -> bytes:
    """The bytes of the file."""
    state = exogen.fold(log.actions)
    header = {"colony": "exogen", "format": FORMAT, "profile_id": log.profile_id, "name": state["name"]}
    lines = [{**header, "created_utc_s": log.created_utc_s, "entries": len(log.entries)}]
    for entry in log.entries:
        told = {"seq": entry.seq, "words": action_words(entry.action), "action": entry.action}
        lines.append({**told, "hash": entry.hash, "at_utc_s": entry.at_utc_s})
    body = b"".join(map(_line, lines))
    return body + _line({"end": len(log.entries), "sha256": hashlib.sha256(body).hexdigest()})


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def load(data: bytes, name: str) -> ProfileLog:
    """The profile in `data`; `name` is used in messages. Raises ForeignFile, NewerSave, StoreTampered."""
    if len(data) > MOST_BYTES:
        raise ForeignFile(f"{name} is far too large for an Exogen profile.")
    lines = data.split(b"\n")
    header = closedlines.parse(lines[0], name, 1, WHAT)
    if header.get("colony") != "exogen":
        what = "a saved game: load it on the start page" if header.get("colony") == "game" else "no profile header"
        raise ForeignFile(f"{name} is not an Exogen profile: its first line is {what}.")
    number = header.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise NewerSave(f"{name} was made by a newer companion (format {number}): update the companion.")
    closedlines.check_end(data, lines, name, WHAT)
    read = [closedlines.parse(line, name, at, WHAT) for at, line in enumerate(lines[1:-2], start=2)]
    entries = [_entry(value, name, at) for at, value in enumerate(read, start=2)]
    log = ProfileLog(_profile_id(header, name), _seconds(header.get("created_utc_s"), name, 1), entries)
    try:
        check_chain(log)
    except StoreError as error:
        raise ForeignFile(f"{name}: {error}") from None
    judge(log, name)
    return log


def judge(log: ProfileLog, name: str) -> None:
    """Fold a log entry by entry. Raises ForeignFile with the first that the rules do not take."""
    state = exogen.new()
    for entry in log.entries:
        try:
            state = exogen.apply(state, entry.action)
        except Refusal as refusal:
            line = entry.seq + 1
            raise ForeignFile(f"{name}, line {line}: no profile can have this entry. {refusal.sentence}") from None
    if not log.entries:
        raise ForeignFile(f"{name} holds an empty profile.")


def _profile_id(header: dict[str, Any], name: str) -> str:
    found = header.get("profile_id")
    if not isinstance(found, str) or len(found) != ID_DIGITS or not set(found) <= set("0123456789abcdef"):
        raise ForeignFile(f"{name}, line 1: the id of the profile is missing or damaged.")
    return found


def _seconds(value: Any, name: str, number: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ForeignFile(f"{name}, line {number}: the time is missing or damaged.")
    return float(value)


def _entry(value: dict[str, Any], name: str, number: int) -> ProfileEntry:
    seq, action, hashed = value.get("seq"), value.get("action"), value.get("hash")
    if type(seq) is not int or not isinstance(action, dict) or not isinstance(hashed, str):
        raise ForeignFile(f"{name}, line {number}: the entry lacks its number, its action or its hash.")
    return ProfileEntry(seq, action, hashed, _seconds(value.get("at_utc_s"), name, number))

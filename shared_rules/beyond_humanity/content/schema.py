"""Checks of content read from TOML: fields by a table of kinds, and errors that name file, line and entry.

Kinds: ("text", longest), ("int", least, most), ("bool",), ("list", kind, least, most), ("table", {field: kind}) with
all fields optional, ("entry", {field: kind}, {optional field: kind}). "text" without a length takes any.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from shared_rules.beyond_humanity.vocabulary import VocabularyError
from shared_rules.engine.reasons import RulesError

FOLDER = Path(__file__).parent
Kinds = dict[str, tuple[Any, ...]]


class ContentError(RulesError):
    """Content that breaks its schema: the message names file, line, entry, field and what is wrong."""


class Entries(list[dict[str, Any]]):
    """The entries of one file, each with the line of its header: `where(entry)` begins every complaint."""

    def __init__(self, file: str, key: str, entries: list[dict[str, Any]], lines: list[int]):
        super().__init__(entries)
        self.file, self.key, self.lines = file, key, lines

    def where(self, entry: dict[str, Any]) -> str:
        """ "artifacts.toml, line 12: Uranium Ore"."""
        place = next(index for index, one in enumerate(self) if one is entry)
        name = next((entry[key] for key in ("id", "type", "title", "name") if isinstance(entry.get(key), str)), None)
        return f"{self.file}, line {self.lines[place]}: {name or f'{self.key} {place + 1}'}"


def read_text(folder: Path | str, name: str) -> str:
    """The text of one file; ContentError if it is missing."""
    path = Path(folder) / f"{name}.toml"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ContentError(f"{path.name}: file is missing") from error


def parsed_toml(folder: Path | str, name: str) -> tuple[dict[str, Any], str]:
    """(data, text) of one file; ContentError says where the TOML is broken."""
    text = read_text(folder, name)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{name}.toml: {error}") from error


def lines_of(text: str, key: str) -> list[int]:
    """Line numbers (from 1) of the [[key]] headers."""
    header = re.compile(rf"\s*\[\[{key}\]\]")
    return [number for number, line in enumerate(text.splitlines(), 1) if header.match(line)]


def take(data: dict[str, Any], text: str, file: str, key: str, needed: Kinds, optional: Kinds) -> Entries:
    """The checked [[key]] entries of `data`, which they are taken out of."""
    entries = data.pop(key, None)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ContentError(f"{file}: holds [[{key}]] entries")
    lines = lines_of(text, key)
    made = Entries(file, key, entries, lines if len(lines) == len(entries) else [1] * len(entries))
    for number, entry in enumerate(entries, 1):
        check_table(entry, needed, optional, f"{file}, line {made.lines[number - 1]}: {key} {number}")
    return made


def read(folder: Path | str, name: str, key: str, needed: Kinds, optional: Kinds) -> Entries:
    """All checked entries of a file that holds [[key]] entries and nothing else."""
    data, text = parsed_toml(folder, name)
    if set(data) != {key}:
        raise ContentError(f"{name}.toml: holds [[{key}]] entries and nothing else")
    return take(data, text, f"{name}.toml", key, needed, optional)


def check_table(value: dict[str, Any], needed: Kinds, optional: Kinds, where: str) -> None:
    """Every needed field is there, no unknown one is, and each is of its kind."""
    for key in needed:
        if key not in value:
            raise ContentError(f"{where}: '{key}' is missing")
    for key, item in value.items():
        kind = needed.get(key) or optional.get(key)
        if kind is None:
            raise ContentError(f"{where}: unknown field '{key}'")
        _field(item, kind, f"{where}: {key}")


def _field(value: Any, kind: tuple[Any, ...], where: str) -> None:
    _CHECKS[kind[0]](value, kind, where)


def _entry(value: Any, kind: tuple[Any, ...], where: str) -> None:
    if not isinstance(value, dict):
        raise ContentError(f"{where} must be a table")
    needed, optional = ({}, kind[1]) if kind[0] == "table" else (kind[1], kind[2])
    check_table(value, needed, optional, where)


def _list(value: Any, kind: tuple[Any, ...], where: str) -> None:
    if not isinstance(value, list) or not kind[2] <= len(value) <= kind[3]:
        raise ContentError(f"{where} must be a list of {kind[2]} to {kind[3]}")
    for item in value:
        _field(item, kind[1], where)


def _int(value: Any, kind: tuple[Any, ...], where: str) -> None:
    if type(value) is not int or not kind[1] <= value <= kind[2]:
        raise ContentError(f"{where} must be a whole number {kind[1]}..{kind[2]}")


def _text(value: Any, kind: tuple[Any, ...], where: str) -> None:
    if type(value) is not str:
        raise ContentError(f"{where} must be text")
    if len(kind) > 1 and len(value) > kind[1]:
        raise ContentError(f"{where} is longer than {kind[1]} characters")


def _bool(value: Any, kind: tuple[Any, ...], where: str) -> None:
    if type(value) is not bool:
        raise ContentError(f"{where} must be bool")


_CHECKS = {"entry": _entry, "table": _entry, "list": _list, "int": _int, "text": _text, "bool": _bool}


def expect(condition: object, sentence: str) -> None:
    """ContentError with `sentence` unless `condition` holds."""
    if not condition:
        raise ContentError(sentence)


def unique(entries: Entries, *keys: str) -> None:
    """No two entries share the value of one of `keys`."""
    for key in keys:
        seen: set[Any] = set()
        for entry in entries:
            expect(entry[key] not in seen, f"{entries.where(entry)}: {key} '{entry[key]}' stands twice")
            seen.add(entry[key])


def numbered(entries: Entries, count: int) -> None:
    """The entries are numbered 1..count in order."""
    found = [entry["number"] for entry in entries]
    expect(found == list(range(1, count + 1)), f"{entries.file}: numbers are 1..{count} in order")


def full_stop(text: str, where: str) -> None:
    """A sentence begins with a capital, ends in a full stop and has no doubled blank."""
    expect(text.strip() == text and text[-1:] in (".", "!", "?", "”"), f"{where} must end in a full stop")
    expect("  " not in text, f"{where} has a doubled blank")


def vocabulary(where: str, texts: list[str], parse: Any) -> list[Any]:
    """Each text parsed; a VocabularyError becomes a ContentError at `where`."""
    try:
        return [parse(text) for text in texts]
    except VocabularyError as error:
        raise ContentError(f"{where}: {error}") from error

"""Goals, the solo board and the Auxiliary Fleets: schemas, what else must hold, and the texts of the Goals."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from shared_rules.beyond_humanity import effects, goals
from shared_rules.beyond_humanity.content.schema import (
    Entries,
    Kinds,
    check_table,
    expect,
    full_stop,
    numbered,
    parsed_toml,
    read,
    take,
    unique,
    vocabulary,
)

COLOURS = {"blue": (25, 1), "green": (9, 1), "yellow": (15, 2)}  # colour -> (cards, positive levels)
TEXT_MOST = 330  # characters of a Goal
LEVEL: tuple[Any, ...] = ("entry", {"vp": ("int", 1, 20), "when": ("list", ("text",), 1, 3)}, {})
GOAL: Kinds = {
    "number": ("int", 1, 25),
    "name": ("text", 32),
    "miss": ("int", 1, 10),
    "levels": ("list", LEVEL, 1, 2),
}
AMOUNTS = {"cr": ("int", 8, 60), "tg": ("int", 2, 40), "pa": ("int", 1, 8), "xp": ("int", 15, 60)}
PRICES = ("list", ("int", 1, 30), 3, 3)
SOLO: Kinds = {
    "players": ("int", 3, 3),
    "tokens": ("int", 9, 9),
    "bank_pa": ("int", 6, 6),
    "assistants": ("int", 3, 3),
    "decrees": ("int", 1, 1),
    "capacity": ("entry", AMOUNTS, {}),
    "columns": ("list", ("text",), 3, 3),
    "row_xp": PRICES,
    "column_xp": PRICES,
}
START = dict.fromkeys(effects.CURRENCIES, ("int", 1, 9))
FLEET: Kinds = {
    "id": ("text", 16),
    "name": ("text", 32),
    "text": ("text", 120),
    "start": ("table", START),
    "stock": ("int", -20, 40),
    "population": ("list", ("int", -200, 400), 5, 5),
}
USUAL_START = {"dec": 2, "cr": 2, "tg": 1}  # BHC-3.1-7, 3.1-8


def all_goals(folder: Path | str, tiles: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
    """{"blue", "green", "yellow"}: the Goals with parsed conditions and their texts. `tiles`: type to name."""
    data, text = parsed_toml(folder, "goals")
    made = {colour: take(data, text, "goals.toml", colour, GOAL, {}) for colour in COLOURS}
    expect(not data, "goals.toml: holds [[blue]], [[green]] and [[yellow]] entries and nothing else")
    for colour, entries in made.items():
        count, levels = COLOURS[colour]
        numbered(entries, count)
        unique(entries, "name")
        for entry in entries:
            _goal(entries.where(entry), entry, levels, tiles)
            _scopes(entries.where(entry), entry, colour)
    return {colour: list(entries) for colour, entries in made.items()}


def _goal(where: str, entry: dict[str, Any], levels: int, tiles: Mapping[str, str]) -> None:
    expect(len(entry["levels"]) == levels, f"{where}: its colour has {levels} positive level(s)")
    for level in entry["levels"]:
        level["when"] = vocabulary(where, level["when"], lambda text: goals.parse_condition(text, tiles))
    worth = [level["vp"] for level in entry["levels"]]
    expect(worth == sorted(set(worth)), f"{where}: a higher level must be worth more")
    entry["words"] = goals.goal_words(entry, tiles)
    full_stop(entry["words"], f"{where}: words")
    expect(len(entry["words"]) <= TEXT_MOST, f"{where}: its text is longer than {TEXT_MOST} characters")


def _scopes(where: str, entry: dict[str, Any], colour: str) -> None:
    """Yellow Goals bind all Managers together, the others one Manager (BHC-1.1-13 to 1.1-15)."""
    foreign = "own" if colour == "yellow" else "team"
    found = {condition[0] for level in entry["levels"] for condition in level["when"]}
    expect(foreign not in found, f"{where}: a {colour} Goal has no condition of '{foreign}'")


def solo(folder: Path | str) -> dict[str, Any]:
    """The solo board, prices of its columns parsed."""
    data, _text = parsed_toml(folder, "solo")
    check_table(data, SOLO, {}, "solo.toml")
    expect(data["capacity"]["cr"] >= 24, "solo.toml: capacity: 24 Credits must fit (BHC-A3.2-2)")
    data["columns"] = vocabulary("solo.toml: columns", data["columns"], effects.parse_fee)
    expect(not data["columns"][0], "solo.toml: columns: the first one is free")
    expect(all(data["columns"][1:]), "solo.toml: columns: the second and third one have a price")
    return data


def fleets(folder: Path | str) -> Entries:
    """The Auxiliary Fleets, the neutral one first."""
    entries = read(folder, "fleets", "fleet", FLEET, {})
    unique(entries, "id", "name")
    for entry in entries:
        full_stop(entry["text"], f"{entries.where(entry)}: text")
    expect(_neutral(entries[:1]), "fleets.toml: the first fleet is 'neutral' and changes nothing")
    return entries


def _neutral(entries: Iterable[dict[str, Any]]) -> bool:
    return any(
        entry["id"] == "neutral"
        and entry["start"] == USUAL_START
        and not entry["stock"]
        and not any(entry["population"])
        for entry in entries
    )

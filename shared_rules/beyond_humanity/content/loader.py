"""Reads the TOML of Beyond Humanity: Colonies on the host, checks it, and says file, entry and what is wrong.

Rule 1: everything that content promises is checked here, so that the rules may trust it.
Rule 2: `content.json` beside this file is the same content for interpreters without TOML; a test compares the two.
Run `python -m shared_rules.beyond_humanity.content.loader` to write it anew.
"""

import json
import tomllib
from pathlib import Path

from shared_rules.beyond_humanity import effects, occurrences, tables
from shared_rules.catalog import UNIT_TYPES
from shared_rules.engine.reasons import RulesError

FOLDER = Path(__file__).parent
FILES = ("modules", "managers", "planets", "decrees", "directives", "occurrences")
KEYS = {"managers": "manager", "modules": "module", "planets": "planet", "decrees": "decree", "directives": "directive",
        "occurrences": "occurrence"}  # fmt: skip

ICONS = ("list", ("int", -3, 3), 3, 3)
TEXTS = ("list", ("text",), 0, 9)
SIDE = dict.fromkeys(tables.RESOURCES + tables.STATUSES + ("stock",), ("int", -3, 3)) | {
    "immigration": ("table", dict.fromkeys(("citizens", *tables.GROUPS), ("int", -3, 3))),
    "accumulators": ("table", dict.fromkeys(tables.RESOURCES, ("int", 7, 14))),
    "convert": ("table", dict.fromkeys(tables.CONVERTED, ("int", 1, 3))),
    "beds": ("int", 20, 40),
    "once_stock": ("int", 1, 60),
    "once_td": ("int", 1, 1),
    "prisoners_to_stock": ("int", 1, 3),
    "surplus_to_stock": ("int", 1, 3),
    "socket": ("text",),
    "sockets": ("list", ("text",), 1, 6),
}
CARD = {"number": ("int", 1, 60), "title": ("text",), "fee": ("text",), "hst": ICONS, "app": TEXTS, "table": TEXTS}
SCHEMAS = {
    "modules": (
        {"type": ("text",), "name": ("text",), "units": ("list", ("int", 0, 32), 1, 3),
         "pool": ("text",), "endorse": ("int", 0, 8), "clock": ("int", 0, 3), "tier1": ("table", SIDE),
         "tier2": ("table", SIDE)},
        {"casualties": ("table", dict.fromkeys(tables.GROUPS, ("int", 1, 300)))},
    ),
    "managers": (
        {"number": ("int", 1, 9), "name": ("text",), "order": ("int", 1, 9),
         "modules": ("list", ("text",), 2, 2),
         "capacity": ("table", {"cr": ("int", 8, 20), "tg": ("int", 2, 20), "pa": ("int", 1, 8),
                                "xp": ("int", 15, 60)}),
         "colour": ("text",), "mark": ("text",), "profile": ("text",)},
        {},
    ),
    "planets": (
        {"id": ("text",), "name": ("text",), "star": ("text",), "distance_ly": ("int", 1, 30000),
         "period_days": ("int", 1, 100000), "tags": ("list", ("text",), 1, 6),
         "text": ("text",), "vp": ("int", -99, -1),
         "colony": ("table", {"h": ("int", 150, 800), "s": ("int", 150, 800), "t": ("int", 150, 800),
                              "immigration": ("int", -40, 40), "hazard": ("int", 0, 200), "stock": ("int", 0, 200),
                              "production": ("list", ("int", -6, 6), 4, 4),
                              "population": ("list", ("int", 0, 3000), 5, 5)})},
        {},
    ),
    "decrees": (CARD | {"colour": ("text",)}, {}),
    "directives": (CARD | {"blocks": ("bool",)}, {}),
    "occurrences": (
        {"id": ("text",), "title": ("text",), "text": ("text",), "when": TEXTS, "weight": ("int", 1, 20), "hst": ICONS,
         "app": TEXTS, "table": TEXTS},
        {},
    ),
}  # fmt: skip


class ContentError(RulesError):
    """Content that breaks its schema: the message names file, entry, field and what is wrong."""


def load(folder=FOLDER):
    """All content as plain data, effects parsed; ContentError if a file is not as it should be."""
    content = {name: _read(folder, name) for name in FILES}
    _finish_modules(content)
    _finish_managers(content)
    _finish_planets(content)
    for name in ("decrees", "directives"):
        _finish_cards(content, name)
    _finish_occurrences(content)
    return content


def _read(folder, name):
    path = Path(folder) / (name + ".toml")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ContentError(f"{path.name}: file is missing") from error
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path.name}: {error}") from error
    entries = data.pop(KEYS[name], None)
    if data or not isinstance(entries, list):
        raise ContentError(f"{path.name}: holds [[{KEYS[name]}]] entries and nothing else")
    for number, entry in enumerate(entries, 1):
        _table(entry, *SCHEMAS[name], f"{path.name}: {KEYS[name]} {number}")
    return entries


def _table(value, needed, optional, where):
    for key in needed:
        if key not in value:
            raise ContentError(f"{where}: '{key}' is missing")
    for key, item in value.items():
        kind = needed.get(key) or optional.get(key)
        if kind is None:
            raise ContentError(f"{where}: unknown field '{key}'")
        _field(item, kind, f"{where}: {key}")


def _field(value, kind, where):
    name = kind[0]
    if name == "table":
        if not isinstance(value, dict):
            raise ContentError(f"{where} must be a table")
        _table(value, {}, kind[1], where)
    elif name == "list":
        if not isinstance(value, list) or not kind[2] <= len(value) <= kind[3]:
            raise ContentError(f"{where} must be a list of {kind[2]} to {kind[3]}")
        for item in value:
            _field(item, kind[1], where)
    elif name == "int":
        if type(value) is not int or not kind[1] <= value <= kind[2]:
            raise ContentError(f"{where} must be a whole number {kind[1]}..{kind[2]}")
    elif type(value) is not {"text": str, "bool": bool}[name]:
        raise ContentError(f"{where} must be {name}")


def _expect(condition, sentence):
    if not condition:
        raise ContentError(sentence)


def _unique(file, entries, key):
    values = [entry[key] for entry in entries]
    doubled = [value for value in values if values.count(value) > 1]
    _expect(not doubled, f"{file}.toml: {key} '{doubled[0] if doubled else ''}' stands twice")


def _finish_modules(content):
    tiles = content["modules"]
    _unique("modules", tiles, "type")
    for tile in tiles:
        where = f"modules.toml: {tile['type']}"
        _expect(
            [u for u, kind in enumerate(UNIT_TYPES) if kind == tile["type"]] == tile["units"],
            f"{where}: units differ from the catalogue",
        )
        _expect(tile["pool"] in ("hub", "base", "additional"), f"{where}: pool is hub, base or additional")
        _expect((tile["clock"] == 0) == (tile["pool"] == "hub"), f"{where}: clock 1..3, 0 for the ARC only")
        _expect(
            ("sockets" in tile["tier1"]) == (tile["pool"] == "hub"), f"{where}: one socket; only the ARC has several"
        )
    _expect(
        {u for tile in tiles for u in tile["units"]} == set(range(33)), "modules.toml: units 0..32 must all be there"
    )
    for attribute in range(tables.ATTRIBUTES):
        reach = sum(
            128 * max(abs(tables.attributes(t[side])[attribute]) for side in ("tier1", "tier2")) * len(t["units"])
            for t in tiles
        )
        _expect(reach < 32768, f"modules.toml: influences of attribute {attribute} leave 16 bits")


def _finish_managers(content):
    managers = content["managers"]
    kinds = {tile["type"] for tile in content["modules"] if tile["pool"] == "additional"}
    _expect([m["number"] for m in managers] == list(range(1, 10)), "managers.toml: numbers are 1..9 in order")
    _expect(
        sorted(m["order"] for m in managers) == list(range(1, 10)),
        "managers.toml: order of command is each of 1..9 once",
    )
    for manager in managers:
        _expect(
            set(manager["modules"]) <= kinds, f"managers.toml: {manager['name']}: modules must be additional modules"
        )
    added = {kind for manager in managers for kind in manager["modules"]}
    _expect(added == kinds, f"managers.toml: nobody adds {', '.join(sorted(kinds - added))}")


def _finish_planets(content):
    _unique("planets", content["planets"], "id")
    for planet in content["planets"]:
        for key in SCHEMAS["planets"][0]["colony"][1]:
            _expect(key in planet["colony"], f"planets.toml: {planet['id']}: colony: '{key}' is missing")


def _parsed(where, texts, parse):
    try:
        return [parse(text) for text in texts]
    except effects.VocabularyError as error:
        raise ContentError(f"{where}: {error}") from error


def _finish_cards(content, name):
    count = {"decrees": 60, "directives": 9}[name]
    cards = content[name]
    _expect(
        [card["number"] for card in cards] == list(range(1, count + 1)), f"{name}.toml: numbers are 1..{count} in order"
    )
    _unique(name, cards, "title")
    for card in cards:
        where = f"{name}.toml: {card['title']}"
        _expect(card.get("colour", "green") in ("green", "red"), f"{where}: colour is green or red")
        card["app"] = _parsed(where, card["app"], effects.parse_app)
        card["table"] = _parsed(where, card["table"], effects.parse_table)
        card["fee"] = _parsed(where, [card["fee"]], effects.parse_fee)[0]
        _expect(any(card["hst"]) or card["app"] or card["table"], f"{where}: has no effect")


def _finish_occurrences(content):
    _unique("occurrences", content["occurrences"], "id")
    tags = {tag for planet in content["planets"] for tag in planet["tags"]}
    kinds = {tile["type"] for tile in content["modules"]}
    for item in content["occurrences"]:
        where = f"occurrences.toml: {item['id']}"
        item["app"] = _parsed(where, item["app"], effects.parse_app)
        item["table"] = _parsed(where, item["table"], effects.parse_table)
        item["when"] = _parsed(where, item["when"], lambda text: occurrences.parse_condition(text, tags, kinds))
        _expect(all(effect[0] != "governor" for effect in item["app"]), f"{where}: nobody can claim the Governor here")
    _expect(any(not item["when"] for item in content["occurrences"]), "occurrences.toml: one must always be possible")


def write_json(folder=FOLDER):
    """Write content.json anew and return its path."""
    path = Path(folder) / "content.json"
    text = json.dumps(load(folder), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write_json())

"""Reads the TOML of Beyond Humanity: Colonies on the host, checks it, and says file, entry and what is wrong.

Rule 1: everything that content promises is checked here, so that the rules may trust it.
Rule 2: `content.json` beside this file is the same content for interpreters without TOML; a test compares the two.
Run `python -m shared_rules.beyond_humanity.content.loader` to write it anew.
"""

import json
from pathlib import Path

from shared_rules.beyond_humanity import effects, exoplanets, occurrences, sockets, tables
from shared_rules.beyond_humanity.content.schema import (
    FOLDER,
    ContentError,
    Kinds,
    expect,
    full_stop,
    read,
    unique,
    vocabulary,
)
from shared_rules.catalog import UNIT_TYPES

__all__ = ("FILES", "FOLDER", "ContentError", "load", "write_json")

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
SCHEMAS: dict[str, tuple[Kinds, Kinds]] = {
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
         "text": ("text",), "vp": ("int", -150, -1),
         "colony": ("table", {"h": ("int", 100, 800), "s": ("int", 100, 800), "t": ("int", 100, 800),
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
        {"slots": ("table", dict.fromkeys(occurrences.SLOTS, ("list", ("text", 60), 2, 9)))},
    ),
}  # fmt: skip


def load(folder=FOLDER):
    """All content as plain data, effects parsed; ContentError if a file is not as it should be."""
    content = {name: read(folder, name, KEYS[name], *SCHEMAS[name]) for name in FILES}
    _finish_modules(content)
    _finish_managers(content)
    _finish_planets(content)
    for name in ("decrees", "directives"):
        _finish_cards(content, name)
    _finish_occurrences(content)
    return {name: list(entries) for name, entries in content.items()}


def _finish_modules(content):
    tiles = content["modules"]
    unique(tiles, "type")
    for tile in tiles:
        where = tiles.where(tile)
        expect(
            [u for u, kind in enumerate(UNIT_TYPES) if kind == tile["type"]] == tile["units"],
            f"{where}: units differ from the catalogue",
        )
        expect(tile["pool"] in ("hub", "base", "additional"), f"{where}: pool is hub, base or additional")
        expect((tile["clock"] == 0) == (tile["pool"] == "hub"), f"{where}: clock 1..3, 0 for the ARC only")
        expect(
            ("sockets" in tile["tier1"]) == (tile["pool"] == "hub"), f"{where}: one socket; only the ARC has several"
        )
        for side in (tile["tier1"], tile["tier2"]):
            vocabulary(where, sockets.sockets_of(side), sockets.parse_socket)
    expect(
        {u for tile in tiles for u in tile["units"]} == set(range(33)), "modules.toml: units 0..32 must all be there"
    )
    for attribute in range(tables.ATTRIBUTES):
        reach = sum(
            128 * max(abs(tables.attributes(t[side])[attribute]) for side in ("tier1", "tier2")) * len(t["units"])
            for t in tiles
        )
        expect(reach < 32768, f"modules.toml: influences of attribute {attribute} leave 16 bits")


def _finish_managers(content):
    managers = content["managers"]
    kinds = {tile["type"] for tile in content["modules"] if tile["pool"] == "additional"}
    expect([m["number"] for m in managers] == list(range(1, 10)), "managers.toml: numbers are 1..9 in order")
    expect(
        sorted(m["order"] for m in managers) == list(range(1, 10)),
        "managers.toml: order of command is each of 1..9 once",
    )
    for manager in managers:
        expect(set(manager["modules"]) <= kinds, f"{managers.where(manager)}: modules must be additional modules")
    added = {kind for manager in managers for kind in manager["modules"]}
    expect(added == kinds, f"managers.toml: nobody adds {', '.join(sorted(kinds - added))}")


def _finish_planets(content):
    unique(content["planets"], "id")
    for planet in content["planets"]:
        unknown = [tag for tag in planet["tags"] if tag not in exoplanets.TAGS]
        expect(not unknown, f"{content['planets'].where(planet)}: unknown tag '{(unknown or [''])[0]}'")
        for key in SCHEMAS["planets"][0]["colony"][1]:
            expect(key in planet["colony"], f"{content['planets'].where(planet)}: colony: '{key}' is missing")


def _finish_cards(content, name):
    count = {"decrees": 60, "directives": 9}[name]
    cards = content[name]
    expect(
        [card["number"] for card in cards] == list(range(1, count + 1)), f"{name}.toml: numbers are 1..{count} in order"
    )
    unique(cards, "title")
    for card in cards:
        where = cards.where(card)
        expect(card.get("colour", "green") in ("green", "red"), f"{where}: colour is green or red")
        card["app"] = vocabulary(where, card["app"], effects.parse_app)
        card["table"] = vocabulary(where, card["table"], effects.parse_table)
        card["fee"] = vocabulary(where, [card["fee"]], effects.parse_fee)[0]
        expect(any(card["hst"]) or card["app"] or card["table"], f"{where}: has no effect")


def _finish_occurrences(content):
    items = content["occurrences"]
    unique(items, "id", "title")
    tags = set(exoplanets.TAGS)
    kinds = {tile["type"] for tile in content["modules"]}
    for item in items:
        where = items.where(item)
        item["app"] = vocabulary(where, item["app"], effects.parse_app)
        item["table"] = vocabulary(where, item["table"], effects.parse_table)
        item["when"] = vocabulary(where, item["when"], lambda text: occurrences.parse_condition(text, tags, kinds))
        expect(all(effect[0] != "governor" for effect in item["app"]), f"{where}: nobody can claim the Governor here")
        _tell(where, item)
    expect(any(not item["when"] for item in items), "occurrences.toml: one must always be possible")


def _tell(where, item):
    """Each way to tell an Occurrence is a sentence of its own, and every slot is used."""
    for slot, words in item.get("slots", {}).items():
        expect("{%s}" % slot in item["text"], f"{where}: the text does not use the slot '{slot}'")
        expect("|" not in "".join(words), f"{where}: slot '{slot}': '|' divides words and can not be one")
        item["slots"][slot] = "|".join(words)  # one text instead of a list: devices have little memory
    told = [occurrences.text_of(item, number) for number in range(occurrences.variants(item))]
    for text in told:
        full_stop(text, f"{where}: text")
        expect("{" not in text, f"{where}: the text names a slot that is not there")
    expect(len(set(told)) == len(told), f"{where}: two ways to tell it are the same")


def write_json(folder=FOLDER):
    """Write content.json anew and return its path."""
    path = Path(folder) / "content.json"
    text = json.dumps(load(folder), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write_json())

"""Names, groups and drawings of what lies on the virtual table: 32 module units, 80 pieces with a tag.

The names of Managers, Decrees and modules come from the rules' content; the tables here only add what a picture needs.
Piece ids and unit numbers come from shared_rules.catalog.
"""

import textwrap
from collections.abc import Mapping
from typing import Any

from shared_rules import catalog
from shared_rules.beyond_humanity import content as content_of
from shared_rules.beyond_humanity import effects

# type: (group in the tray, short name under the miniature); the miniatures are drawn in assets/minis.svg
MODULE_LOOKS = {
    "solar_power_plant": ("Supply", "Solar Plant"),
    "nuclear_power_plant": ("Supply", "Nuclear Plant"),
    "life_support_system": ("Supply", "Life Support"),
    "atmospheric_synthesizer": ("Supply", "Synthesizer"),
    "automatic_well": ("Supply", "Automatic Well"),
    "tanks": ("Supply", "Tanks"),
    "hydroponics_dome": ("Supply", "Hydroponics"),
    "residential_dome": ("Housing", "Residential Dome"),
    "temporary_residential_capsules": ("Housing", "Capsules"),
    "cryogenic_cubes": ("Housing", "Cryo Cubes"),
    "industrial_dome": ("Trade", "Industrial Dome"),
    "landing_pad": ("Trade", "Landing Pad"),
    "storage": ("Trade", "Storage"),
    "spaceport": ("Trade", "Spaceport"),
    "galactic_marketplace": ("Trade", "Galactic Marketplace"),
    "hangar": ("Trade", "Hangar"),
    "community_dome": ("People", "Community Dome"),
    "community_tower": ("People", "Community Tower"),
    "academy": ("People", "Academy"),
    "health_and_sports_center": ("People", "Health & Sports"),
    "obelisk": ("People", "Obelisk"),
    "consulate": ("People", "Consulate"),
    "terran_embassy": ("People", "Terran Embassy"),
    "technical_zone": ("Order and science", "Technical Zone"),
    "security_dome": ("Order and science", "Security Dome"),
    "prison_dome": ("Order and science", "Prison Dome"),
    "bunker": ("Order and science", "Bunker"),
    "laboratory": ("Order and science", "Laboratory"),
    "test_chamber": ("Order and science", "Test Chamber"),
}
# What a module's light says, in a word under its name; a light that needs nobody's attention says nothing.
LIGHT_WORDS = {
    "attached": "lay its token",
    "construction": "in construction",
    "tier_2": "tier 2",
    "catastrophe": "damaged",
    "reconstruction": "being rebuilt",
    "module_refused": "take it off",
    "identify": "this one",
    "fault": "fault",
}
# The same for lights that stand still, because the browser asks for less motion: whatever a rhythm says, a word says.
STILL_WORDS = LIGHT_WORDS | {
    "no_host": "waiting",
    "tap_accepted": "registered",
    "tap_refused": "not registered",
    "tap_asking": "look at the screen",
    "win": "independent",
    "lose": "lost",
    "battery_low": "low batteries",
}
GROUP_ORDER = ("Supply", "Housing", "Trade", "People", "Order and science")
FULL_NAMES = {"health_and_sports_center": "Health & Sports Center"}
SINGLE = {"governor": ("Governor's token", "G"), "ambassador": ("Ambassador token", "A")}
CARD_LETTERS = 14  # that fit across a card on the ARC; longer names take more lines
MARKS = {"green": "☺", "red": "☹"}  # the popularity sign of a Decree, told apart without colour


def module_name(kind: str) -> str:
    """The full name of a module type: `solar_power_plant` -> "Solar Power Plant"."""
    return FULL_NAMES.get(kind, kind.replace("_", " ").title())


def units() -> list[dict[str, Any]]:
    """The 32 module units in the order of the tray: unit, type, name, short, group."""
    found = []
    for unit in range(1, catalog.UNIT_COUNT + 1):
        kind = catalog.UNIT_TYPES[unit]
        group, short = MODULE_LOOKS[kind]
        looks = {"name": module_name(kind), "short": short, "group": group}
        found.append({"unit": unit, "type": kind, **looks})
    return sorted(found, key=lambda entry: (GROUP_ORDER.index(entry["group"]), entry["name"], entry["unit"]))


def initials(name: str) -> str:
    """Two letters that stand for a Manager wherever a colour or a portrait would: "Mac McCain" -> "MM"."""
    return "".join(word[0] for word in name.split()[:2]).upper()


def pieces(names: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The 80 pieces with a tag, in the order of the catalogue: piece, kind, name, lines, letter, tone, note, says.

    `names` maps piece ids to {"name", "colour"?, "note"?, "says"?, "who"?, "mark"?}; others still get a usable name.
    """
    found = []
    for kind, count in catalog.PIECE_COUNTS:
        for number in range(1, count + 1):
            piece = kind if count == 1 else f"{kind}/{number}"
            known = names.get(piece, {})
            plain = SINGLE.get(kind, (f"{kind.title()} {number}", str(number)))
            name = str(known.get("name", plain[0]))
            tone = str(known.get("colour", {"directive": "blue"}.get(kind, "plain")))
            letter = initials(name) if kind == "manager" and known else MARKS.get(tone, plain[1])
            found.append(
                {
                    "piece": piece,
                    "kind": kind,
                    "name": name,
                    "lines": textwrap.wrap(name, CARD_LETTERS),
                    "letter": letter,
                    "tone": tone,
                    "note": str(known.get("note", "")),
                    "says": str(known.get("says", "")),
                    "who": str(known.get("who", "")),
                    "mark": str(known.get("mark", "")),
                }
            )
    return found


def card_note(card: Mapping[str, Any]) -> str:
    """A card's face in one line: influence on H, S, T and its fee."""
    icons = [f"{letter} {value:+d}" for letter, value in zip("HST", card["hst"], strict=True) if value]
    return " · ".join([*icons, effects.fee_words(card["fee"])]).replace("-", "\u2212")


def card_says(card: Mapping[str, Any]) -> str:
    """What a card does, in sentences, and its fee."""
    icons = effects.icon_words(card["hst"])
    sentences = [f"{icons}."] if icons else []
    sentences += [effects.app_words(effect) for effect in card["app"]]
    sentences += [effects.table_words(effect) for effect in card["table"]]
    return " ".join([*sentences, f"Fee: {effects.fee_words(card['fee'])}."])


def content() -> dict[str, dict[str, Any]]:
    """What the rules' content says of the pieces with a tag, as `pieces` wants it."""
    known = content_of.get()
    found: dict[str, dict[str, Any]] = {
        f"manager/{number}": {"name": entry["name"], "who": entry["colour"], "mark": entry["mark"]}
        for number, entry in known["manager"].items()
    }
    for kind, titles in (("decree", known["decree"]), ("directive", known["directive"])):
        for number, card in titles.items():
            found[f"{kind}/{number}"] = {"name": card["title"], "note": card_note(card), "says": card_says(card)}
            if "colour" in card:
                found[f"{kind}/{number}"]["colour"] = card["colour"]
    for number, entry in known["manager"].items():
        found[f"directive/{number}"]["note"] = f"{entry['name']} · {found[f'directive/{number}']['note']}"
    return found


def rhythms() -> dict[str, dict[str, Any]]:
    """The light language for the browser: pattern -> {"rhythm": [on_ms, off_ms, ...], "meaning", "short", "still"}."""
    return {
        name: {
            "rhythm": list(rhythm),
            "meaning": meaning,
            "short": LIGHT_WORDS.get(name, ""),
            "still": STILL_WORDS.get(name, ""),
        }
        for name, _rgb, rhythm, meaning in catalog.LIGHTS
    }


LIGHT_COLOURS = {
    "tier_2": "Blue",
    "catastrophe": "Red",
    "reconstruction": "Red",
    "module_refused": "Amber",
    "identify": "White",
    "no_host": "Amber",
    "tap_refused": "Red",
    "connected": "White",
    "win": "Gold",
    "lose": "Purple",
    "battery_low": "Amber",
    "tap_asking": "Blue",
    "fault": "Red",
}  # all others are green
NO_LIGHT = "dark"


def lights() -> list[dict[str, Any]]:
    """The light language for the help page: colour in a word, rgb, meaning, flashes [{"on", "share"}] of one period."""
    shown = []
    for name, rgb, rhythm, meaning in catalog.LIGHTS:
        steady = rhythm or (1, 0)
        flashes = [{"on": index % 2 == 0, "share": length} for index, length in enumerate(steady) if length]
        if name != NO_LIGHT:
            shown.append(
                {
                    "colour": LIGHT_COLOURS.get(name, "Green"),
                    "rgb": [min(255, 60 + part) for part in rgb],
                    "meaning": meaning,
                    "flashes": flashes,
                }
            )
    return shown

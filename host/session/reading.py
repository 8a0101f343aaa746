"""What an ARC event means: the one table from event names to game actions, sensed table and notices. Pure.

Rule 1: taps, modules and corridors can become game actions; batteries, faults and lifted tags never do.
Rule 2: phones, unknown tags and two tags at once are refused with a sentence, never guessed.
Rule 3: what the game was told already (a module reported again after a restart) is no action.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from host.session.outcome import Notices
from host.session.table import Expected, Sensed
from host.session.words import piece_words, unit_words
from host.store.table import is_random_uid
from shared_rules.catalog import FAULT_NAMES, PART_NAMES, TAG_PHONE

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """`actions` for the game, in order, or a `refusal` for the player, or neither."""

    actions: tuple[dict[str, Any], ...] = ()
    refusal: str | None = None


NOTHING = Reading()
PHONE = "Phones and bank cards cannot be pieces: take it off the ARC."
UNKNOWN = "This tag is not known here. Teach it on the start page (Pieces), then lay it again."
TWO = "Two tags lie on the ARC: take one away."
SCREENS = "This game is played on the screens: pieces on the ARC do nothing in it."
LATE = "This was laid while the connection was away, and the game has moved on. Lay it again if it still counts."


def read_tap(fields: Fields, bound: str | None) -> Reading:
    """A tag: its own record first, then the tag table (`bound`); both must not contradict each other."""
    if fields["tag"] == TAG_PHONE or is_random_uid(fields["uid"]):
        return Reading(refusal=PHONE)
    piece = fields["piece"]
    if piece and bound and piece != bound:
        text = f"This tag says {piece_words(piece)} but was taught as {piece_words(bound)}: free or write it anew."
        return Reading(refusal=text)
    if not (piece or bound):
        return Reading(refusal=UNKNOWN)
    return Reading(({"kind": "tap", "piece": piece or bound},))


def for_screens(reading: Reading) -> Reading:
    """The same event in a game at referee level, which knows its table without the ARC: lights follow, no more."""
    taps = any(action["kind"] == "tap" for action in reading.actions)
    return Reading(refusal=SCREENS) if taps else Reading(refusal=reading.refusal)


def read_attached(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """A module came."""
    unit = fields["unit"]
    sensed.attached(unit)
    notices.drop(f"conflict:{unit}")
    return NOTHING if unit in expected.units else Reading((_attach(unit),))


def read_lost(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """A module went."""
    unit = fields["unit"]
    sensed.lost(unit)
    notices.drop(f"conflict:{unit}")
    return Reading((_detach(unit),)) if unit in expected.units else NOTHING


def read_topology(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """Corridors, as a whole. They end a report, which may tell that modules went while nobody listened."""
    sensed.corridors(fields["edges"], expected)
    if not sensed.trusted:
        return NOTHING
    gone = [_detach(unit) for unit in sorted(sensed.missing(expected))]
    moved = [{"kind": "topology", "edges": [list(edge) for edge in sensed.edges]}]
    return Reading((*gone, *(moved if sensed.edges != expected.edges else ())))


def _attach(unit: int) -> dict[str, Any]:
    return {"kind": "attach", "unit": unit}


def _detach(unit: int) -> dict[str, Any]:
    return {"kind": "detach", "unit": unit}


def read_conflict(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """A module that cannot be told apart."""
    what = _name(FAULT_NAMES, fields["code"])
    notices.put(f"conflict:{fields['unit']}", "table", f"{unit_words(fields['unit'])}: {what}.")
    return NOTHING


def read_battery(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """Supply voltage."""
    sensed.millivolts = fields["millivolts"]
    if fields["low"]:
        volts = fields["millivolts"] / 1000
        notices.put("battery", "battery", f"The ARC's batteries are low ({volts:.1f} V): change them soon.")
    else:
        notices.drop("battery")
    return NOTHING


def read_fault(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """Something broke on the ARC."""
    part, what = _name(PART_NAMES, fields["part"]), _name(FAULT_NAMES, fields["code"])
    detail = f" ({fields['detail']})" if fields["detail"] else ""
    notices.put(_fault_key(fields), "fault", f"ARC, {part}: {what}{detail}. `colony doctor` says what to do.")
    return NOTHING


def read_fault_cleared(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """It works again."""
    notices.drop(_fault_key(fields))
    return NOTHING


def read_many(fields: Fields, sensed: Sensed, expected: Expected, notices: Notices) -> Reading:
    """Two tags at once."""
    return Reading(refusal=TWO)


def _fault_key(fields: Fields) -> str:
    return f"fault:{fields['part']}:{fields['code']}"


def _name(names: tuple[str, ...], code: int) -> str:
    return names[code] if 0 < code < len(names) else f"code {code}"


READERS: dict[str, Callable[[Fields, Sensed, Expected, Notices], Reading]] = {
    "TAGS_MANY": read_many,
    "MODULE_ATTACHED": read_attached,
    "MODULE_LOST": read_lost,
    "MODULE_CONFLICT": read_conflict,
    "TOPOLOGY": read_topology,
    "BATTERY": read_battery,
    "FAULT": read_fault,
    "FAULT_CLEARED": read_fault_cleared,
}
SHOWN_BY_LIGHT = frozenset({"TAP", "TAGS_MANY"})  # events that the ARC awaits a verdict for

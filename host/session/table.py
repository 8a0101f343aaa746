"""The table as the game expects it and as the ARC senses it: two values, never mixed.

`Expected` is folded from the log: modules and corridors that the game was told of and accepted. `Sensed` is what the
ARC reports. Where they differ, players get a line of what to put back; the game is told only what it does not know.

Rule 1: a module that is expected and reported again (ARC restarted, cable pulled) is no new action.
Rule 2: after a (re)connection the ARC repeats everything and ends with TOPOLOGY; until then nothing counts as missing.
Rule 3: an ARC that has just started may not have found everything yet. So what is missing is only shown, until a report
        was complete or a second one misses it as well: then the game is told.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from host.session.words import unit_words

Edge = tuple[int, int, int, int]
ENOUGH_REPORTS = 2


def normal_edges(edges: Iterable[Iterable[int]]) -> tuple[Edge, ...]:
    """Corridors in one spelling: the lower end first, sorted, each once."""
    found = set()
    for edge in edges:
        unit_a, port_a, unit_b, port_b = edge
        a, b = sorted([(unit_a, port_a), (unit_b, port_b)])
        found.add((*a, *b))
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Expected:
    """What the game was told of the table."""

    units: frozenset[int] = frozenset()
    edges: tuple[Edge, ...] = ()

    def after(self, action: dict[str, Any]) -> "Expected":
        """The table after an action that the game accepted."""
        kind = action.get("kind")
        if kind == "attach":
            return Expected(self.units | {int(action["unit"])}, self.edges)
        if kind == "detach":
            return Expected(self.units - {int(action["unit"])}, self.edges)
        if kind == "topology":
            return Expected(self.units, normal_edges(action["edges"]))
        return self


def expected_of(actions: Iterable[dict[str, Any]]) -> Expected:
    """Fold a log's actions."""
    table = Expected()
    for action in actions:
        table = table.after(action)
    return table


@dataclass(slots=True)
class Sensed:
    """What the ARC reports. `trusted`: whether what it does not report is really not there (Rule 3)."""

    units: set[int] = field(default_factory=set)
    edges: tuple[Edge, ...] = ()
    trusted: bool = True
    reports: int = 0  # since the connection was made
    gone: set[int] = field(default_factory=set)  # reported lost, and not come back
    millivolts: int | None = None  # of its supply, once told
    _report: set[int] | None = None

    def connected(self) -> None:
        """A new connection: what was reported before proves nothing any more."""
        self.reports, self.trusted, self.millivolts = 0, False, None
        self.begin_report()

    def begin_report(self) -> None:
        """The ARC was asked to repeat everything."""
        self._report = set()

    def missing(self, expected: Expected) -> frozenset[int]:
        """Expected modules that are not there."""
        return expected.units - self.units if self.reports else expected.units & self.gone

    def attached(self, unit: int) -> None:
        """A module answered."""
        self.units.add(unit)
        self.gone.discard(unit)
        if self._report is not None:
            self._report.add(unit)

    def lost(self, unit: int) -> None:
        """A module is gone."""
        self.units.discard(unit)
        self.gone.add(unit)
        if self._report is not None:
            self._report.discard(unit)

    def parted(self, expected: Expected) -> frozenset[Edge]:
        """Expected corridors that are not there."""
        return frozenset(expected.edges) - frozenset(self.edges)

    def lacks(self, expected: Expected) -> bool:
        """Whether anything that is expected is not there."""
        return bool(self.missing(expected) or self.parted(expected))

    def corridors(self, edges: Iterable[Iterable[int]], expected: Expected) -> None:
        """The corridors, which end a report."""
        self.edges = normal_edges(edges)
        if self._report is not None:
            self.units, self._report = self._report, None
            self.reports += 1
        self.trusted = self.trusted or self.reports >= ENOUGH_REPORTS or not self.lacks(expected)


def put_back(expected: Expected, sensed: Sensed, reasons: dict[int, str]) -> list[str]:
    """What players must do by hand beside what the game says itself. `reasons`: why the game refused a unit."""
    off = [
        f"Take the {unit_words(unit)} off: {reasons[unit]}"
        for unit in sorted(sensed.units - expected.units)
        if unit in reasons
    ]
    on = [f"Connect the {unit_words(unit)} again, where it was." for unit in sorted(sensed.missing(expected))]
    return off + on

"""The table as the game expects it and as the ARC senses it: two values, never mixed.

`Expected` is folded from the log: modules and corridors that the game was told of and accepted. `Sensed` is what the
ARC reports. Where they differ, players get a line of what to put back; the game is told only what it does not know.

Rule 1: a module that is expected and reported again (ARC restarted, cable pulled) is no new action.
Rule 2: after a (re)connection the ARC repeats everything and ends with TOPOLOGY; until then nothing counts as missing.
Rule 3: an ARC that has just started may not have found every module yet. So a module that is missing from one report is
        only shown; one that is missing from two in a row is taken off for the game.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from host.session.words import unit_words

Edge = tuple[int, int, int, int]
SURE_AFTER = 2


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
    """What the ARC reports; nothing is known to be missing until a whole report has come."""

    units: set[int] = field(default_factory=set)
    edges: tuple[Edge, ...] = ()
    reports: int = 0  # complete ones since the connection was made
    gone: set[int] = field(default_factory=set)  # reported lost, and not come back
    _report: set[int] | None = None

    def connected(self) -> None:
        """A new connection: what was reported before proves nothing any more."""
        self.reports = 0
        self.begin_report()

    def begin_report(self) -> None:
        """The ARC was asked to repeat everything."""
        self._report = set()

    def missing(self, expected: Expected) -> frozenset[int]:
        """Expected modules that are not there."""
        return expected.units - self.units if self.reports else expected.units & self.gone

    @property
    def sure(self) -> bool:
        """Whether what is missing was missing twice."""
        return self.reports >= SURE_AFTER

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

    def corridors(self, edges: Iterable[Iterable[int]]) -> None:
        """The corridors, which end a report."""
        self.edges = normal_edges(edges)
        if self._report is not None:
            self.units, self._report = self._report, None
            self.reports += 1


def put_back(expected: Expected, sensed: Sensed, reasons: dict[int, str]) -> list[str]:
    """What players must do by hand beside what the game says itself. `reasons`: why the game refused a unit."""
    off = [
        f"Take the {unit_words(unit)} off: {reasons[unit]}"
        for unit in sorted(sensed.units - expected.units)
        if unit in reasons
    ]
    on = [f"Connect the {unit_words(unit)} again, where it was." for unit in sorted(sensed.missing(expected))]
    return off + on

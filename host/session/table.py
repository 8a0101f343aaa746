"""The table as the game expects it and as the ARC senses it: two values, never mixed.

`Expected` is folded from the log: modules and corridors that the game was told of and accepted. `Sensed` is what the
ARC reports. Where they differ, players get a line of what to put back; the game is told only what it does not know.

Rule 1: a module that is expected and reported again (ARC restarted, cable pulled) is no new action.
Rule 2: after a (re)connection the ARC repeats everything and ends with TOPOLOGY; until then nothing counts as missing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from host.session.words import unit_words

Edge = tuple[int, int, int, int]


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
    """What the ARC reports. `known` is False until a whole report has come."""

    units: set[int] = field(default_factory=set)
    edges: tuple[Edge, ...] = ()
    known: bool = False
    gone: set[int] = field(default_factory=set)  # reported lost, and not come back
    _report: set[int] | None = None

    def begin_report(self) -> None:
        """The ARC was asked to repeat everything."""
        self._report = set()

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
            self.units, self._report, self.known = self._report, None, True


def put_back(expected: Expected, sensed: Sensed, reasons: dict[int, str]) -> list[dict[str, Any]]:
    """What players must do by hand: {"id", "text", "unit", "done": False}. `reasons`: why a unit was refused."""
    lines = []
    for unit in sorted(sensed.units - expected.units):
        reason = reasons.get(unit)
        if reason is not None:
            lines.append(_line("off", unit, f"Take the {unit_words(unit)} off: {reason}"))
    missing = expected.units - sensed.units if sensed.known else expected.units & sensed.gone
    for unit in sorted(missing):
        lines.append(_line("on", unit, f"Connect the {unit_words(unit)} again: the Colony needs it where it was."))
    return lines


def _line(what: str, unit: int, text: str) -> dict[str, Any]:
    return {"id": f"{what}:{unit}", "text": text, "unit": unit, "done": False}

"""What stays on the table when its program ends: corridors with their modules, pieces that lie on the ARC, batteries.

A real table keeps them while the companion is closed; so does this one, in `DIR/table.json`.

Rule 1: written after each change, whole or not at all (temporary name, then rename).
Rule 2: the file is only a convenience: what cannot be read or does not fit the box is left out, never an error.
Rule 3: faults are not kept; who starts the table anew wants it whole.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.virtual.box import BoxError
from tools.virtual.table import TableError, VirtualTable

LOG = logging.getLogger(__name__)

TABLE_FILE = "table.json"
Facts = dict[str, Any]


class Layout:
    """The layout of `table` in `folder`. Call `look` after each change of the table."""

    def __init__(self, folder: Path, table: VirtualTable) -> None:
        self._path = folder / TABLE_FILE
        self._table = table
        self._kept: Facts | None = None
        self._complained = False

    def restore(self) -> None:
        """Lay the table as it was."""
        facts = self._read()
        for edge in _list(facts, "corridors"):
            self._try(self._join, edge)
        for piece in _list(facts, "field"):
            self._try(self._table.tap, piece)
        if "battery_volts" in facts:
            self._try(self._table.set_battery, facts["battery_volts"])
        self._kept = self._facts()

    def _join(self, edge: list[int]) -> None:
        a, p, b, q = edge
        self._table.join((a, p), (b, q))

    def look(self) -> None:
        """Keep the layout if it has changed."""
        facts = self._facts()
        if facts == self._kept:
            return
        fresh = self._path.with_name(TABLE_FILE + ".new")
        try:
            fresh.write_text(json.dumps(facts), encoding="utf-8")
            fresh.replace(self._path)
        except OSError as error:  # tried again with the next change of anything, and at the end
            if not self._complained:
                LOG.error("the layout of the table is not kept: %s", error)
            self._complained = True
            return
        self._kept, self._complained = facts, False

    def _facts(self) -> Facts:
        corridors = [list(edge) for edge in self._table.diorama.corridors.edges()]
        return {"corridors": corridors, "field": self._table.lying(), "battery_volts": self._table.battery_volts}

    def _read(self) -> Facts:
        try:
            facts = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            LOG.error("%s cannot be read, the table starts empty: %s", self._path, error)
            return {}
        return facts if isinstance(facts, dict) else {}

    @staticmethod
    def _try(lay: Callable[[Any], object], what: Any) -> None:
        try:
            lay(what)
        except (TableError, BoxError, TypeError, ValueError, AttributeError) as error:
            LOG.error("left out of the table: %s (%s)", what, error)


def _list(facts: Facts, name: str) -> list[Any]:
    found = facts.get(name)
    return found if isinstance(found, list) else []

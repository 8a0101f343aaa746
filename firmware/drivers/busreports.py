"""What the module bus says, in the names and fields of the message table without boot and seq.

Rule 1: a fault is raised once and cleared once. Several units with the same fault share it; its detail names them all.
"""

from shared_rules.catalog import FAULT_NAMES, PART_BUS, PART_MODULE

DETAIL_CHARS = 80  # of the FAULT message


class BusReports:
    """Speaks through `bus.on_event(name, fields)`."""

    def __init__(self, bus):
        self._bus = bus
        self._units = {}  # module fault code -> units that have it

    def attached(self, record):
        """A module answered a checked hello."""
        fields = {"unit": record.unit, "kind": record.kind, "chip": record.chip}
        fields["ports"], fields["firmware"] = record.ports, record.firmware
        self._bus.on_event("MODULE_ATTACHED", fields)

    def lost(self, unit):
        """A module missed three checks."""
        self._bus.on_event("MODULE_LOST", {"unit": unit})

    def conflict(self, record):
        """A module cannot be told apart or trusted."""
        self._bus.on_event("MODULE_CONFLICT", {"unit": record.unit, "code": record.code})

    def bus_fault(self, old, new):
        """The wires' state went from fault code `old` to `new`; 0 is well."""
        if old:
            self._cleared(PART_BUS, old)
        if new:
            self._fault(PART_BUS, new, FAULT_NAMES[new])

    def odd_corridors(self, code, places):
        """Ports, as (unit, port), that are wired in a way that cannot be; an empty list clears the fault."""
        if places:
            self._fault(PART_MODULE, code, "at " + ", ".join("%d:%d" % place for place in places))
        else:
            self._cleared(PART_MODULE, code)

    def raise_fault(self, code, unit):
        """`unit` has module fault `code`, now or still."""
        units = self._units.setdefault(code, set())
        if unit not in units:
            units.add(unit)
            self._tell_units(code, units)

    def clear_fault(self, code, unit):
        """`unit` does not have module fault `code`."""
        units = self._units.get(code)
        if units and unit in units:
            units.remove(unit)
            if units:
                self._tell_units(code, units)
            else:
                self._cleared(PART_MODULE, code)

    def _tell_units(self, code, units):
        names = ", ".join([str(unit) for unit in sorted(units)])
        self._fault(PART_MODULE, code, "unit " + names + ": " + FAULT_NAMES[code])

    def _fault(self, part, code, detail):
        self._bus.on_event("FAULT", {"part": part, "code": code, "detail": detail[:DETAIL_CHARS]})

    def _cleared(self, part, code):
        self._bus.on_event("FAULT_CLEARED", {"part": part, "code": code})

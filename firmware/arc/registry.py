"""What the ARC knows of the table: modules, corridors, faults, supply.

The journal can be full; this cannot. After an overflow, and when the companion asks (SENSE), everything here is
announced as events again, so that the companion's picture is right whatever was missed.
"""

from shared_rules.catalog import FAULT_RESET_NOT_WIRED, PART_BUS, PART_READER, PART_TASK

OWN_PARTS = (PART_READER, PART_BUS, PART_TASK)


class Registry:
    """Keeps the last state by message name; `record` takes bus events, `announce` gives them back."""

    def __init__(self):
        self.modules = {}
        self.conflicts = {}
        self.edges = None
        self.faults = {}
        self.battery = None
        self._missed = []

    def record(self, name, fields):
        """Take the event `name` with the fields of the message table, without boot and seq."""
        if name == "MODULE_ATTACHED":
            self.modules[fields["unit"]] = fields
            self.conflicts.pop(fields["unit"], None)
        elif name == "MODULE_LOST":
            self.modules.pop(fields["unit"], None)
            self.conflicts.pop(fields["unit"], None)
        elif name == "MODULE_CONFLICT":
            self.conflicts[fields["unit"]] = fields
        elif name == "TOPOLOGY":
            self.edges = fields["edges"]
        elif name == "FAULT":
            self.faults[(fields["part"], fields["code"])] = fields["detail"]
        elif name == "FAULT_CLEARED":
            self.faults.pop((fields["part"], fields["code"]), None)
        elif name == "BATTERY":
            self.battery = fields

    def missed(self, name, fields):
        """Remember an ending that the full journal could not take: nothing in the state now would tell of it."""
        if name in ("MODULE_LOST", "FAULT_CLEARED") and (name, fields) not in self._missed:
            self._missed.append((name, fields))

    def announce(self):
        """(name, fields) of every event that describes the table now, after the endings that were missed."""
        events, self._missed = self._missed, []
        events += [("MODULE_ATTACHED", self.modules[unit]) for unit in sorted(self.modules)]
        events += [("MODULE_CONFLICT", self.conflicts[unit]) for unit in sorted(self.conflicts)]
        events.append(("TOPOLOGY", {"edges": self.edges or []}))
        if self.battery:
            events.append(("BATTERY", self.battery))
        for part, code in sorted(self.faults):
            events.append(("FAULT", {"part": part, "code": code, "detail": self.faults[(part, code)]}))
        return events

    def fault_code(self, part):
        """The lowest fault code of `part`, 0 when it is well."""
        return min([code for known, code in self.faults if known == part] or [0])

    def ill(self):
        """Whether the ARC's own parts fail now. One bad module is not the ARC's illness, nor is a missing wire that
        nothing has needed yet."""
        return any(part in OWN_PARTS and code != FAULT_RESET_NOT_WIRED for part, code in self.faults)

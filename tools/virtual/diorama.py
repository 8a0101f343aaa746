"""The table as it stands: which corridors join which ports, who has power, and what each sense line carries.

A corridor brings power, the bus and a sense line. A module that cannot be reached from the ARC has no power and is off
the bus; when it is joined again its board boots. Ends are (unit, port); unit 0 is the ARC.
"""

from collections.abc import Callable, Iterable

from shared_rules.catalog import ARC_UNIT, CORRIDORS, port_count
from shared_rules.compat import ticks_ms
from tools.virtual.board import SimBoard
from tools.virtual.i2c_bus import SimI2cBus

End = tuple[int, int]
Edge = tuple[int, int, int, int]


class DioramaError(ValueError):
    """Something that cannot be done on the table, as a sentence."""


class Corridors:
    """Corridors and the levels on their sense lines."""

    def __init__(self) -> None:
        self.mates: dict[End, End] = {}
        self.driven: dict[int, int] = {}
        self.shorted: set[End] = set()

    def join(self, a: End, b: End) -> None:
        """Lay a corridor. DioramaError: no such port, taken, or none left."""
        for end in (a, b):
            if not 0 <= end[0] <= 32 or not 0 <= end[1] < port_count(end[0]):
                raise DioramaError(f"there is no port {end[0]}:{end[1]}")
            if end in self.mates:
                raise DioramaError(f"port {end[0]}:{end[1]} has a corridor already")
        if a == b:
            raise DioramaError("a corridor has two ends")
        if self.left == 0:
            raise DioramaError(f"all {CORRIDORS} corridors are in use")
        self.mates[a], self.mates[b] = b, a

    def part(self, end: End) -> None:
        """Take a corridor away by either end. DioramaError: none there."""
        if end not in self.mates:
            raise DioramaError(f"port {end[0]}:{end[1]} has no corridor")
        del self.mates[self.mates.pop(end)]

    @property
    def left(self) -> int:
        """Corridors still in the box."""
        return CORRIDORS - len(self.mates) // 2

    def edges(self) -> list[Edge]:
        """Every corridor once, the lower end first, sorted."""
        return sorted(a + b for a, b in self.mates.items() if a < b)

    def reached(self) -> set[int]:
        """Units that hang together with the ARC."""
        reached = {ARC_UNIT}
        fresh = [ARC_UNIT]
        while fresh:
            unit = fresh.pop()
            for (at, _), (other, _) in self.mates.items():
                if at == unit and other not in reached:
                    reached.add(other)
                    fresh.append(other)
        return reached

    def sense(self, unit: int) -> int:
        """Mask of the unit's asserted lines, its own drive included."""
        mask = 0
        for port in range(port_count(unit)):
            end = (unit, port)
            mate = self.mates.get(end)
            driven = self.drives(end) or (mate is not None and self.drives(mate)) or end in self.shorted
            mask |= driven << port
        return mask

    def drives(self, end: End) -> bool:
        return bool(self.driven.get(end[0], 0) >> end[1] & 1)


class DioramaPorts:
    """The ports of one unit, as the firmware sees them."""

    def __init__(self, corridors: Corridors, unit: int) -> None:
        self._corridors = corridors
        self._unit = unit

    def drive(self, mask: int) -> None:
        self._corridors.driven[self._unit] = mask

    def sense(self) -> int:
        return self._corridors.sense(self._unit)


class Diorama:
    """Corridors, boards and bus kept together: a board is on the bus while the ARC reaches it."""

    def __init__(self, bus: SimI2cBus, now: Callable[[], int] = ticks_ms, units: Iterable[int] = range(1, 33)) -> None:
        self.bus = bus
        self.corridors = Corridors()
        self.boards = {unit: SimBoard(unit, DioramaPorts(self.corridors, unit), now) for unit in units}
        self.powered: set[int] = set()

    def ports(self, unit: int = ARC_UNIT) -> DioramaPorts:
        """Ports object for the firmware of `unit`; the ARC's by default."""
        return DioramaPorts(self.corridors, unit)

    def attach(self, unit: int, to: End, port: int | None = None) -> int:
        """Join `unit` to a free port by one of its free ports (the first, or `port`). Returns the port used."""
        taken = {end[1] for end in self.corridors.mates if end[0] == unit}
        free = [own for own in range(port_count(unit)) if own not in taken]
        if port is None and not free:
            raise DioramaError(f"unit {unit} has no free port")
        own = free[0] if port is None else port
        self.join((unit, own), to)
        return own

    def detach(self, unit: int) -> None:
        """Take all corridors of `unit` away."""
        ends = [end for end in self.corridors.mates if end[0] == unit]
        if not ends:
            raise DioramaError(f"unit {unit} is not connected")
        for end in ends:
            if end in self.corridors.mates:
                self.corridors.part(end)
        self._power()

    def join(self, a: End, b: End) -> None:
        """Lay a corridor between two ends."""
        self.corridors.join(a, b)
        self._power()

    def part(self, end: End) -> None:
        """Take one corridor away."""
        self.corridors.part(end)
        self._power()

    def step(self) -> None:
        """Let the program of every powered board do one pass."""
        for unit in sorted(self.powered):
            self.boards[unit].step()

    def _power(self) -> None:
        reached = self.corridors.reached() & set(self.boards)
        for unit in reached - self.powered:
            self.boards[unit].boot()
            self.bus.attach(self.boards[unit])
        for unit in self.powered - reached:
            self.bus.detach(self.boards[unit])
            self.corridors.driven[unit] = 0
        self.powered = reached

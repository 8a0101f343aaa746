"""The virtual table, all that surrounds one ARC: reader and pieces, 32 boards, corridors, battery, faults.

Everything a hand can do to a real table is a method; everything an eye can see is in `state()`. Both levels of the
virtual ARC share it: the firmware reaches it through the chip, the bus and the pins only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from firmware.module import registers
from shared_rules import catalog
from shared_rules.compat import ticks_ms
from tools.virtual import box
from tools.virtual.board import SimBoard
from tools.virtual.diorama import Diorama, DioramaError, End
from tools.virtual.i2c_bus import SimI2cBus
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.pn532_ports import I2cPort
from tools.virtual.tags import Ntag213, Phone, Tag

State = dict[str, Any]
FULL_VOLTS, MOST_VOLTS = 6.0, 7.0
_FOR_EVER = 1 << 30


class TableError(ValueError):
    """Something that cannot be done on the table, as a sentence for the one who asked."""


class VirtualTable:
    """`now_ms` drives the chip. `diorama` may be one whose boards run elsewhere (level 2)."""

    def __init__(self, now_ms: Callable[[], float] = ticks_ms, diorama: Diorama | None = None) -> None:
        self.chip = Pn532Chip(now_ms)
        self.reader = I2cPort(self.chip)
        self.diorama = diorama or Diorama(SimI2cBus())
        self.bus = self.diorama.bus
        self.battery_volts = FULL_VOLTS
        self.faults: dict[str, None] = {}
        self.arc_light = catalog.DARK
        self.arc_rgb = (0, 0, 0)
        self.arc_on = False
        self.host_stalled = False
        self.unplugged = False
        self.on_change: Callable[[], None] = lambda: None
        self._pieces: dict[str, Tag] = {}
        self._strangers: dict[str, Tag] = {}
        self._copies: dict[int, SimBoard] = {}

    # -- hands -----------------------------------------------------------------------------------------------------

    def tap(self, piece: str, height_mm: int = 0) -> None:
        """Lay `piece` on the ARC, or hold it over its roof."""
        box.check_piece(piece)
        tag = self._pieces.setdefault(piece, box.tag_of(piece))
        if tag in self.chip.field:
            raise TableError(f"{piece} lies on the ARC already: lift it first")
        tag.height_mm = height_mm
        self.chip.field.append(tag)
        self.on_change()

    def lift(self, piece: str | None = None) -> None:
        """Take `piece` away, or everything that lies there."""
        if piece is None:
            self.chip.field.clear()
            for kind in self._strangers:
                self.faults.pop(kind, None)
            self._strangers.clear()
        else:
            tag = self._pieces.get(box.check_piece(piece))
            if tag not in self.chip.field:
                raise TableError(f"{piece} does not lie on the ARC")
            self.chip.field.remove(tag)
        self.on_change()

    def attach(self, unit: int, to: End | None = None, port: int | None = None) -> End:
        """Join module `unit` to `to`, or to the first free port of the ARC or of a joined module. Returns that end."""
        self._check_module(unit)
        mate = self._mate_of(unit)
        if mate and unit in self.diorama.powered:
            raise TableError(f"unit {unit} is already joined at {name_end(mate)}")
        end = self._free_end(unit) if to is None else to
        if unit == end[0]:
            raise TableError("a module cannot be joined to itself by attach: use join")
        self._join(lambda: self.diorama.attach(unit, end, port), end)
        return end

    def detach(self, unit: int) -> None:
        """Take every corridor of `unit` away."""
        self._check_module(unit)
        try:
            self.diorama.detach(unit)
        except DioramaError:
            raise TableError(f"unit {unit} is not joined") from None
        self.on_change()

    def join(self, a: End, b: End) -> None:
        """Lay a corridor between two ends."""
        self._join(lambda: self.diorama.join(a, b), a, b)

    def part(self, a: End) -> None:
        """Take away the corridor at one end."""
        self._check_end(a)
        try:
            self.diorama.part(a)
        except DioramaError:
            raise TableError(f"there is no corridor at {name_end(a)}") from None
        self.on_change()

    def set_battery(self, volts: float) -> None:
        """Supply voltage of the four cells together."""
        if not 0 <= volts <= MOST_VOLTS:
            raise TableError(f"{volts:g} V is not what four AA cells give: 0 to {MOST_VOLTS:g} V")
        self.battery_volts = volts
        self.on_change()

    def fault(self, kind: str, on: bool = True, unit: int | None = None) -> None:
        """Break something, or mend it; the kinds are in `FAULTS`."""
        name, _, tail = kind.replace(":", " ").partition(" ")
        if tail.strip().isdigit():
            unit = int(tail)
        if name not in FAULTS:
            raise TableError(f'there is no fault "{name}": choose from {", ".join(FAULTS)}')
        needs_unit, apply = FAULTS[name]
        if needs_unit:
            if unit is None:
                raise TableError(f"{name} needs a unit, as in: fault {name} 6")
            self._check_module(unit)
        apply(self, on, unit or 0)
        label = f"{name} {unit}" if needs_unit else name
        if on:
            self.faults[label] = None
        else:
            self.faults.pop(label, None)
        self.on_change()

    # -- eyes ------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Everything there is to see; the shape is part of the control protocol."""
        modules = {str(unit): self._module(unit) for unit in range(1, catalog.UNIT_COUNT + 1)}
        return {
            "arc": {"light": light(self.arc_light if self.arc_on else catalog.DARK), "on": self.arc_on},
            "field": self.lying(),
            "found_ms": self.chip.found_ms,
            "pieces": box.piece_ids(),
            "modules": modules,
            "corridors": [list(edge) for edge in self.diorama.corridors.edges()],
            "corridors_left": self.diorama.corridors.left,
            "battery_volts": self.battery_volts,
            "faults": list(self.faults),
        }

    def lying(self) -> list[str]:
        """The pieces on the ARC."""
        return [piece for piece, tag in self._pieces.items() if tag in self.chip.field]

    def _module(self, unit: int) -> State:
        joined = unit in self.diorama.powered
        shown = self.diorama.boards[unit].memory[registers.STATE + 5] if joined else catalog.DARK
        return {"light": light(shown), "joined": joined}

    def adc_u16(self, board: dict[str, int]) -> int:
        """What the ARC's ADC reads behind the divider of a board's BATTERY table."""
        bottom = board["divider_bottom_ohm"]
        at_pin_mv = self.battery_volts * 1000 * bottom / (board["divider_top_ohm"] + bottom)
        return min(65535, round(at_pin_mv * 65535 / board["reference_mv"]))

    # -- inside ----------------------------------------------------------------------------------------------------

    def _check_module(self, unit: int) -> None:
        if not 1 <= unit <= catalog.UNIT_COUNT:
            raise TableError(f"there is no unit {unit}: the box holds units 1 to {catalog.UNIT_COUNT}")

    def _check_end(self, end: End) -> None:
        unit, port = end
        if unit != catalog.ARC_UNIT:
            self._check_module(unit)
        count = catalog.port_count(unit)
        if not 0 <= port < count:
            name = "the ARC" if unit == catalog.ARC_UNIT else f"unit {unit}"
            raise TableError(f"{name} has no port {port}: its ports are 0 to {count - 1}")

    def _mate_of(self, unit: int) -> End | None:
        for end, mate in sorted(self.diorama.corridors.mates.items()):
            if end[0] == unit:
                return mate
        return None

    def _free_end(self, unit: int) -> End:
        for other in [catalog.ARC_UNIT, *sorted(self.diorama.powered)]:
            for port in range(catalog.port_count(other)):
                if other != unit and (other, port) not in self.diorama.corridors.mates:
                    return other, port
        raise TableError("no port is free")

    def _join(self, lay: Callable[[], object], *ends: End) -> None:
        for end in ends:
            self._check_end(end)
            mate = self.diorama.corridors.mates.get(end)
            if mate:
                raise TableError(f"{name_end(end)} is taken by a corridor to {name_end(mate)}")
        if not self.diorama.corridors.left:
            raise TableError(f"all {catalog.CORRIDORS} corridors are used")
        try:
            lay()
        except DioramaError as error:
            raise TableError(str(error)) from None
        self.on_change()

    def _stranger(self, kind: str, tag: Tag, on: bool) -> None:
        old = self._strangers.pop(kind, None)
        if old in self.chip.field:
            self.chip.field.remove(old)
        if on:
            self._strangers[kind] = tag
            self.chip.field.append(tag)

    def _two_tags(self, on: bool) -> None:
        """One more tag beside what lies there; two when nothing does."""
        self._stranger("two_tags", Ntag213(b"\x04EXTRA\x02"), on)
        if on and len(self.chip.field) < 2:
            self._stranger("blank_tag", Ntag213(b"\x04BLANK\x01"), on)
        elif not on:
            self._stranger("blank_tag", Ntag213(b"\x04BLANK\x01"), "blank_tag" in self.faults)

    def _copy_board(self, unit: int, on: bool) -> None:
        copy = self._copies.pop(unit, None)
        if copy:
            self.bus.detach(copy)
        if on:
            self._copies[unit] = SimBoard(unit, chip=b"COPY" + bytes((unit, 0xA5, unit ^ 0xFF, 0x3C)))
            self.bus.attach(self._copies[unit])

    def _board_on_bus(self, unit: int, on: bool) -> None:
        board = self.diorama.boards[unit]
        if on and unit in self.diorama.powered:
            self.bus.attach(board)
        else:
            self.bus.detach(board)

    def _garble(self, unit: int, on: bool) -> None:
        address = catalog.BUS_BASE + unit
        self.bus.mischief = [trouble for trouble in self.bus.mischief if trouble.address != address]
        if on:
            self.bus.harm("flip", address, at=3, mask=0x40, times=_FOR_EVER)

    def _chip_fault(self, name: str, on: bool) -> None:
        setattr(self.chip.faults, name, on)


def light(pattern: int) -> State:
    """A light as the control protocol shows it."""
    if pattern >= len(catalog.LIGHTS):
        pattern = catalog.DARK
    name, rgb = catalog.LIGHTS[pattern][:2]
    return {"pattern": name, "rgb": list(rgb)}


def name_end(end: End) -> str:
    """An end for people."""
    return f"{'ARC' if end[0] == catalog.ARC_UNIT else f'unit {end[0]}'} port {end[1]}"


def parse_end(text: str) -> End:
    """`6:2` or `ARC:2` as (unit, port). TableError when it is neither."""
    unit, _, port = text.partition(":")
    unit = "0" if unit.lower() == "arc" else unit
    if not unit.isdigit() or not port.isdigit():
        raise TableError(f'"{text}" is no end of a corridor: write UNIT:PORT, as in ARC:2 or 6:0')
    return int(unit), int(port)


Apply = Callable[[VirtualTable, bool, int], None]
FAULTS: dict[str, tuple[bool, Apply]] = {
    "reader_hung": (False, lambda table, on, _: table._chip_fault("hung", on)),
    "reader_absent": (False, lambda table, on, _: table._chip_fault("absent", on)),
    "reader_scl": (False, lambda table, on, _: table._chip_fault("scl_held", on)),
    "reader_reset": (False, lambda table, on, _: table._chip_fault("reset_not_wired", on)),
    "bus_sda": (False, lambda table, on, _: table.bus.hold_sda(_FOR_EVER if on else 0)),
    "bus_scl": (False, lambda table, on, _: table.bus.hold_scl(on)),
    "bus_every": (False, lambda table, on, _: setattr(table.bus, "every_address", on)),
    "board_dead": (True, lambda table, on, unit: table._board_on_bus(unit, not on)),
    "board_clash": (True, lambda table, on, unit: table._copy_board(unit, on)),
    "board_garbled": (True, lambda table, on, unit: table._garble(unit, on)),
    "two_tags": (False, lambda table, on, _: table._two_tags(on)),
    "phone": (False, lambda table, on, _: table._stranger("phone", Phone(), on)),
    "blank_tag": (False, lambda table, on, _: table._stranger("blank_tag", Ntag213(b"\x04BLANK\x01"), on)),
    "host_stall": (False, lambda table, on, _: setattr(table, "host_stalled", on)),
    "unplugged": (False, lambda table, on, _: setattr(table, "unplugged", on)),
}


def fault_kinds() -> Iterable[str]:
    """Every kind of fault."""
    return FAULTS

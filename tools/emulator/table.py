"""A whole table on emulated chips: the ARC's flashed image, real module images, simulated boards up to 32, the reader.

Ends of corridors are (unit, port), unit 0 is the ARC, as everywhere. A corridor between two chips is a wire between two
pins; one that ends at a simulated board is pulled and read by that board; its levels come with the bus traffic.
"""

import tempfile
from pathlib import Path
from types import ModuleType

import boards
from boards import arc_pico, module_rp2040_zero
from shared_rules import catalog
from tools.emulator import install
from tools.emulator.devices import BoardDevice, ReaderDevice, WiredPorts
from tools.emulator.process import Emulator, Report
from tools.images import compiled, filesystem
from tools.virtual.board import SimBoard
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.tags import Tag

ARC = "arc"
MODULES, READER = "modules", "reader"
PN532 = 0x24
READ_AHEAD_BYTES = 32
End = tuple[int, int]


class EmulatedTable:
    """The table. `arc_files` and `module_files` are put beside the image (a unit file, a changed main.py). `frozen`: a
    folder with MicroPython that holds the images itself; they are then no files."""

    def __init__(
        self, emulator: Emulator, arc_files: dict[str, bytes] | None = None, frozen: Path | None = None
    ) -> None:
        self.emulator = emulator
        self.reader = Pn532Chip(now_ms=lambda: emulator.micros / 1000)
        self.boards: dict[int, SimBoard] = {}
        self._ports: dict[int, WiredPorts] = {}
        self.real: set[int] = {catalog.ARC_UNIT}
        self.on_bus: set[int] = set()
        self.joined: dict[End, End] = {}
        self._frozen = frozen
        self._images = {role: {} if frozen else compiled.build(role).files for role in ("arc", "module")}
        self._folder = tempfile.TemporaryDirectory()
        for bus in (MODULES, READER):
            emulator.do("bus", name=bus)
        self._place_arc(arc_files or {})

    def close(self) -> None:
        """Remove what was written to disk."""
        self._folder.cleanup()

    # -- boards ---------------------------------------------------------------------------------------------------

    def _place_arc(self, files: dict[str, bytes]) -> None:
        self._chip(ARC, "arc", arc_pico, files, usb=True)
        bus, reader = arc_pico.MODULE_BUS, arc_pico.READERS[boards.READERS[0]]
        for name, wiring in ((MODULES, bus), (READER, reader)):
            self.emulator.do("attach", chip=ARC, bus=name, block=wiring["i2c"], sda=wiring["sda"], scl=wiring["scl"])
        device = ReaderDevice(self.reader, self.emulator.pulls)
        self.emulator.device("pn532", device, READER, [PN532], chunk=1, tick_micros=1000)
        self.emulator.do("wire", name=device.IRQ, ends=[(ARC, reader["irq"])], watched=False)
        self.emulator.do("wire", name=device.RESET, ends=[(ARC, reader["reset"])], watched=False, hearer="pn532")
        self.set_battery(5600)

    def _chip(self, name: str, role: str, board: ModuleType, files: dict[str, bytes], usb: bool) -> None:
        flash = filesystem.FLASH[board.CARRIER]
        path = Path(self._folder.name) / f"{name}.littlefs"
        path.write_bytes(filesystem.pack({**self._images[role], **files}, flash))
        uf2 = install.frozen_image(self._frozen, role) if self._frozen else install.image()
        self.emulator.do("chip", name=name, uf2=str(uf2), image=str(path), start=flash.start, usb=usb)
        self.emulator.do("pixels", chip=name, pin=board.LIGHT["pin"])

    def add_module(self, unit: int, files: dict[str, bytes] | None = None) -> None:
        """A module board with the real image, joined to nothing and so without power."""
        unit_file = module_rp2040_zero.UNIT_FILE.lstrip("/")
        self._chip(chip_of(unit), "module", module_rp2040_zero, {unit_file: b"%d" % unit, **(files or {})}, usb=False)
        self.emulator.do("off", chip=chip_of(unit))
        self.real.add(unit)

    def add_board(self, unit: int) -> None:
        """A simulated module board, joined to nothing."""
        ports = WiredPorts(unit, self._watched, self._mate_pulls, self.emulator.levels, self.emulator.pulls)
        self._ports[unit] = ports
        self.boards[unit] = SimBoard(unit, ports, lambda: int(self.emulator.micros / 1000))

    # -- corridors ------------------------------------------------------------------------------------------------

    def join(self, a: End, b: End) -> None:
        """Lay a corridor: power and bus for the unit that was off them, a sense line for both ends."""
        self.joined[a], self.joined[b] = b, a
        if {a[0], b[0]} & self.real:
            ends = [(self._name(unit), self._pin(unit, port)) for unit, port in (a, b) if unit in self.real]
            self.emulator.do("wire", name=wire_name(a, b), ends=ends, watched=len(ends) == 1)
        for unit, _ in (a, b):
            self._power(unit)

    def part(self, a: End) -> None:
        """Take one corridor away; what is not reached any more loses power and bus."""
        b = self.joined.pop(a)
        del self.joined[b]
        self.emulator.do("unwire", name=wire_name(a, b))
        self.emulator.levels.pop(wire_name(a, b), None)
        for unit in sorted(self.on_bus - self._reached()):
            self._cut(unit)

    def unplug(self, unit: int) -> None:
        """Take all corridors of a unit away."""
        for end in [end for end in self.joined if end[0] == unit]:
            self.part(end)

    def _reached(self) -> set[int]:
        reached = {catalog.ARC_UNIT}
        while True:
            more = {b[0] for a, b in self.joined.items() if a[0] in reached} - reached
            if not more:
                return reached
            reached |= more

    def _power(self, unit: int) -> None:
        if unit == catalog.ARC_UNIT or unit in self.on_bus or unit not in self._reached():
            return
        self.on_bus.add(unit)
        if unit in self.real:
            bus = module_rp2040_zero.BUS
            chip, wiring = chip_of(unit), {"block": bus["i2c"], "sda": bus["sda"], "scl": bus["scl"]}
            self.emulator.do("reset", chip=chip)
            self.emulator.do("attach", chip=chip, bus=MODULES, **wiring)
        else:
            board = self.boards[unit]
            board.boot()
            self.emulator.device(chip_of(unit), BoardDevice(board), MODULES, [board.address], READ_AHEAD_BYTES)

    def _cut(self, unit: int) -> None:
        self.on_bus.discard(unit)
        if unit in self.real:
            self.emulator.do("off", chip=chip_of(unit))
        self.emulator.do("detach", chip=chip_of(unit), bus=MODULES)

    def _watched(self, unit: int, port: int) -> str | None:
        """Name of the wire at a port whose other end is a chip."""
        mate = self.joined.get((unit, port))
        return wire_name((unit, port), mate) if mate is not None and mate[0] in self.real else None

    def _mate_pulls(self, unit: int, port: int) -> bool:
        """Whether a board without a chip pulls the sense line at its other end."""
        mate = self.joined.get((unit, port))
        return mate is not None and mate[0] in self._ports and bool(self._ports[mate[0]].driven >> mate[1] & 1)

    def _name(self, unit: int) -> str:
        return ARC if unit == catalog.ARC_UNIT else chip_of(unit)

    def _pin(self, unit: int, port: int) -> int:
        pins: tuple[int, ...] = (arc_pico if unit == catalog.ARC_UNIT else module_rp2040_zero).PORTS
        return pins[port]

    def set_battery(self, millivolts: int) -> None:
        """What the cells give, seen through the divider."""
        wiring = arc_pico.BATTERY
        at_pin = millivolts * wiring["divider_bottom_ohm"] / (wiring["divider_top_ohm"] + wiring["divider_bottom_ohm"])
        counts = round(at_pin / wiring["reference_mv"] * 4095)
        self.emulator.do("adc", chip=ARC, channel=wiring["adc"] - 26, counts=counts)

    # -- reader and time --------------------------------------------------------------------------------------------

    def lay(self, *tags: Tag) -> None:
        """These tags lie on the ARC, and no others."""
        self.reader.field = list(tags)

    def run(self, seconds: float) -> Report:
        """Let time pass, without anybody at the USB."""
        return self.emulator.run(seconds * 1e6)


def chip_of(unit: int) -> str:
    """Name of a module's chip or board in the emulator."""
    return f"module {unit}"


def wire_name(a: End, b: End) -> str:
    """Name of the sense line of a corridor."""
    (u, p), (v, q) = sorted((a, b))
    return f"{u}:{p}-{v}:{q}"

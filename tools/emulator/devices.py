"""Parts of the virtual table as devices on an emulated bus: the PN532, and module boards without a chip of their own.

Both are the same objects that the virtual table uses; here only their bytes are carried.
"""

from collections.abc import Callable

from tools.virtual.board import SimBoard
from tools.virtual.pn532_chip import Pn532Chip


class ReaderDevice:
    """The PN532 as an I2C target. Its status byte comes first in every read; the chip gives what follows once.

    `pulls` is where it pulls the wire `IRQ` low while it has an answer; the wire `RESET` holds it in reset while low.
    """

    IRQ, RESET = "pn532 irq", "pn532 reset"

    def __init__(self, chip: Pn532Chip, pulls: dict[str, bool]) -> None:
        self.chip = chip
        self._pulls = pulls
        self._irq = False
        self._first = True
        self._ready = False

    def select(self, read: bool, now_us: float) -> bool:
        """Acknowledge unless the reader is gone."""
        if self.chip.faults.absent or self.chip.in_reset:
            return False
        if self.chip.asleep:
            self.chip.wake()
        self.chip.start_packet()
        self._first = read
        return True

    def write(self, data: bytes, now_us: float) -> None:
        """One frame, or a part of it."""
        self.chip.write(data)
        self.tick(now_us)

    def level(self, wire: str, low: bool, now_us: float) -> None:
        """The reset line moved."""
        if wire == self.RESET:
            self.chip.reset_level(int(not low))

    def tick(self, now_us: float) -> None:
        """Bring the interrupt line up to now."""
        ready = not self.chip.in_reset and self.chip.ready
        if ready != self._irq:
            self._pulls[self.IRQ] = self._irq = ready

    def read(self, count: int, now_us: float) -> bytes:
        """Status first, then the answer's bytes one by one; zeros when nothing is ready."""
        if self._first:
            self._first, self._ready = False, self.chip.ready
            return bytes((int(self._ready),)) + self._more(count - 1)
        return self._more(count)

    def taken(self, count: int, now_us: float) -> None:
        """Nothing was read ahead; the answer may be over."""
        self.tick(now_us)

    def _more(self, count: int) -> bytes:
        data = self.chip.read(count) if self._ready and count else b""
        return data.ljust(count, b"\x00")


class BoardDevice:
    """A module board as an I2C target in memory mode: reads run ahead, and the pointer is set back."""

    def __init__(self, board: SimBoard) -> None:
        self.board = board
        self._before = 0

    def select(self, read: bool, now_us: float) -> bool:
        """A board always answers to its address."""
        return True

    def write(self, data: bytes, now_us: float) -> None:
        """Register address and bytes."""
        self.board.write(data)

    def read(self, count: int, now_us: float) -> bytes:
        """Bytes from the register address on."""
        self._before = self.board._pointer
        return self.board.read(count)

    def taken(self, count: int, now_us: float) -> None:
        """The controller stopped after `count` bytes."""
        self.board._pointer = self._before + count

    def level(self, wire: str, low: bool, now_us: float) -> None:
        """Sense lines are read when the board is asked for them."""

    def tick(self, now_us: float) -> None:
        """A board is stepped when it is touched."""


class WiredPorts:
    """Corridor ports of a board without a chip.

    Where the other end is a chip, the sense line is a wire of the emulator: read from `levels`, pulled through `pulls`.
    Where it is such a board too, `mate_pulls(unit, port)` says whether that one pulls.
    """

    def __init__(self, unit: int, wire_of: Callable[[int, int], str | None],
                 mate_pulls: Callable[[int, int], bool], levels: dict[str, bool], pulls: dict[str, bool]) -> None:
        self._unit, self._wire_of, self._mate_pulls = unit, wire_of, mate_pulls
        self._levels, self._pulls = levels, pulls
        self.driven = 0

    def drive(self, mask: int) -> None:
        """Pull the lines in `mask`."""
        for port in range(8):
            if (mask ^ self.driven) >> port & 1:
                wire = self._wire_of(self._unit, port)
                if wire is not None:
                    self._pulls[wire] = self._levels[wire] = bool(mask >> port & 1)
        self.driven = mask

    def sense(self) -> int:
        """Mask of the lines that are low."""
        mask = self.driven
        for port in range(8):
            wire = self._wire_of(self._unit, port)
            low = self._mate_pulls(self._unit, port) or (wire is not None and self._levels.get(wire, False))
            mask |= int(low) << port
        return mask

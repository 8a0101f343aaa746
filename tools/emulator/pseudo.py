"""An emulated chip's USB as a pseudo-terminal, for programs that want a serial port; it never runs ahead of the wall.

Rule 1: while a terminal is open, its thread runs the emulator: whoever else uses it holds `gate`.
Rule 2: what nobody takes from the terminal keeps the chip waiting, as a computer that does not read would.
"""

import contextlib
import os
import tempfile
import threading
import time
import tty

from tools.emulator import install
from tools.emulator.process import Emulator
from tools.images import filesystem

CHIP = "board"
SLICE_US = 4000.0
AHEAD_S = 0.002


class PseudoTerminal:
    """The USB of one chip. `port` is the terminal's name, "" while the cable is out. Use it as a context."""

    def __init__(self, emulator: Emulator, chip: str) -> None:
        self.emulator = emulator
        self.gate = threading.Lock()
        self.port = ""
        self._chip = chip
        self._ends: tuple[int, ...] = ()  # ours and theirs
        self._unread = b""
        self._powered = True
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, name=f"USB of {chip}", daemon=True)
        self._open()

    def __enter__(self) -> "PseudoTerminal":
        self.emulator.boot(self._chip)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._close()

    # -- the cable ------------------------------------------------------------------------------------------------

    def unplug(self, power: bool = False) -> None:
        """Pull the cable: whoever has the port open is hung up on. `power`: the chip runs on, from its batteries."""
        with self.gate:
            if not power:
                self.emulator.do("off", chip=self._chip)
            self._powered = power
            self._close()

    def plug(self) -> None:
        """Put the cable in again: a chip without power starts, `port` may have another name."""
        with self.gate:
            if not self._powered:
                self.emulator.do("reset", chip=self._chip)
            self._powered = True
            self._open()

    def power_cut(self) -> None:
        """Switch the chip off and on in the middle of whatever it does; the port stays."""
        with self.gate:
            self.emulator.do("reset", chip=self._chip)

    def _open(self) -> None:
        self._ends = ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self.port = os.ttyname(theirs)

    def _close(self) -> None:
        for handle in self._ends:
            with contextlib.suppress(OSError):
                os.close(handle)
        self._ends, self._unread, self.port = (), b"", ""

    # -- the thread -----------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        wall, emulated = time.monotonic(), self.emulator.micros
        while not self._stop.is_set():
            with self.gate:
                self._carry()
                stalled = bool(self._unread)
                if not stalled:
                    self._unread = self.emulator.run(SLICE_US, until=[self._chip]).serial.get(self._chip, b"")
            ahead_s = (self.emulator.micros - emulated) / 1e6 - (time.monotonic() - wall)
            if stalled or ahead_s > AHEAD_S:
                self._stop.wait(max(ahead_s, AHEAD_S))

    def _carry(self) -> None:
        """Bytes both ways, as many as there are."""
        if not self._ends:
            self._unread = b""
            return
        with contextlib.suppress(BlockingIOError):
            self._unread = self._unread[os.write(self._ends[0], self._unread) :] if self._unread else b""
        with contextlib.suppress(BlockingIOError):
            self.emulator.send(self._chip, os.read(self._ends[0], 4096))


class PseudoBoard(PseudoTerminal):
    """One chip with MicroPython and, if given, files, behind a terminal."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(Emulator(), CHIP)
        self._flash = filesystem.FLASH["pico"]
        self._place(files)

    def _place(self, files: dict[str, bytes] | None) -> None:
        with tempfile.NamedTemporaryFile() as packed:
            if files is not None:
                packed.write(filesystem.pack(files, self._flash))
                packed.flush()
            image = packed.name if files is not None else None
            start, uf2 = self._flash.start, str(install.image())
            self.emulator.do("chip", name=CHIP, uf2=uf2, image=image, start=start, usb=True)

    def __enter__(self) -> "PseudoBoard":
        super().__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.emulator.close()

    def files(self) -> dict[str, bytes]:
        """What is on its file system now."""
        with self.gate:
            size = self._flash.sectors * filesystem.SECTOR_BYTES
            return filesystem.unpack(self.emulator.flash(CHIP, self._flash.start, size))

"""An emulated board behind a pseudo-terminal, for mpremote; it never runs ahead of the clock on the wall."""

import contextlib
import os
import select
import tempfile
import threading
import time
import tty

from tools.emulator import install
from tools.emulator.process import Emulator
from tools.images import filesystem

CHIP = "board"
SLICE_US = 4000.0


class PseudoBoard:
    """One chip with MicroPython and, if given, files. `port` is its terminal. Use it as a context."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.emulator = Emulator()
        self._flash = filesystem.FLASH["pico"]
        self._stop = threading.Event()
        self._gate = threading.Lock()
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self._theirs = theirs
        self.port = os.ttyname(theirs)
        self._place(files)
        self._thread = threading.Thread(target=self._serve, name="emulated board", daemon=True)

    def _place(self, files: dict[str, bytes] | None) -> None:
        with tempfile.NamedTemporaryFile() as packed:
            if files is not None:
                packed.write(filesystem.pack(files, self._flash))
                packed.flush()
            image = packed.name if files is not None else None
            start, uf2 = self._flash.start, str(install.image())
            self.emulator.do("chip", name=CHIP, uf2=uf2, image=image, start=start, usb=True)

    def __enter__(self) -> "PseudoBoard":
        self.emulator.boot(CHIP)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self.emulator.close()
        for handle in (self._ours, self._theirs):
            with contextlib.suppress(OSError):
                os.close(handle)

    def power_cut(self) -> None:
        """Switch it off and on in the middle of whatever it does."""
        with self._gate:
            self.emulator.do("reset", chip=CHIP)

    def files(self) -> dict[str, bytes]:
        """What is on its file system now."""
        with self._gate:
            size = self._flash.sectors * filesystem.SECTOR_BYTES
            return filesystem.unpack(self.emulator.flash(CHIP, self._flash.start, size))

    def _serve(self) -> None:
        wall, emulated = time.monotonic(), self.emulator.micros
        while not self._stop.is_set():
            if select.select([self._ours], [], [], 0)[0]:
                data = os.read(self._ours, 4096)
                with self._gate:
                    self.emulator.send(CHIP, data)
            with self._gate:
                report = self.emulator.run(SLICE_US, until=[CHIP])
            if report.serial:
                os.write(self._ours, report.serial[CHIP])
            ahead_s = (self.emulator.micros - emulated) / 1e6 - (time.monotonic() - wall)
            if ahead_s > 0.002:
                select.select([self._ours], [], [], ahead_s)

"""Power-up of the virtual ARC: file systems as on the board, then the real firmware/arc/main.py, under MicroPython.

The flash folder becomes "/", the code lies in "/lib". The light is watched, so that the table on the screen shows the
pattern that the firmware set; pixels alone would show one instant of it.
"""

import gc
import os
import sys


class Flash:
    """A folder as a file system. A VfsPosix with a root cannot rename: it joins both paths in one buffer."""

    def __init__(self, root):
        self._plain = os.VfsPosix()
        self._root = root

    def mount(self, readonly, mkfs):
        """Nothing to prepare."""

    def open(self, path, mode):
        """As the built-in."""
        return self._plain.open(self._root + path, mode)

    def stat(self, path):
        """As os.stat."""
        return self._plain.stat(self._root + path)

    def ilistdir(self, path):
        """As os.ilistdir."""
        return self._plain.ilistdir(self._root + path)

    def remove(self, path):
        """As os.remove."""
        self._plain.remove(self._root + path)

    def rename(self, old, new):
        """As os.rename."""
        self._plain.rename(self._root + old, self._root + new)


_code = os.VfsPosix(os.getenv("COLONY_CODE"))
_shim = os.VfsPosix(os.getenv("COLONY_SHIM"))
_flash = Flash(os.getenv("COLONY_FLASH"))
os.umount("/")
os.mount(_flash, "/")
os.mount(_code, "/lib")
os.mount(_shim, "/shim")
sys.path[:] = ["/shim/arc", "/shim", "/lib", ".frozen"]

import machine  # noqa: E402
from rpc import SHOWN  # noqa: E402

from firmware.drivers import lights  # noqa: E402

_step = lights.Light.step
_told = [None]


def step(light):
    """`Light.step`, and the pattern to the broker when it changes."""
    wrote = _step(light)
    if light.pattern != _told[0]:
        _told[0] = light.pattern
        machine.rpc.call(SHOWN, light.pattern)
    return wrote


lights.Light.step = step

from firmware.arc import main  # noqa: E402

# On the chip the code is frozen into flash; here it fills the heap. The log says how much, for the heap's test.
gc.collect()
sys.stderr.write("code on the heap: %d bytes\n" % gc.mem_alloc())
main.main()

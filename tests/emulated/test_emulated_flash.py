"""Power that fails at every single flash operation of a snapshot write: the old snapshot or the new one, never neither.

The real firmware writes on the real littlefs of the real image; afterwards its own code reads, on the host's littlefs.
"""

import base64

import pytest

from firmware.arc.snapshot import Store
from shared_rules.wire.frames import crc32
from tools.emulator import install
from tools.emulator.process import Emulator
from tools.emulator.repl import Repl
from tools.images import compiled, filesystem

pytestmark = [pytest.mark.slow(12), pytest.mark.timeout(180)]
FLASH = filesystem.FLASH["pico"]
OLD, NEW = bytes(range(256)) * 3, b"new" * 3000
WRITE = """
from firmware.arc.snapshot import Store, Files
from shared_rules.wire.frames import crc32
def put(data):
    store = Store(Files('/'))
    told = [store.begin(len(data), crc32(data))]
    told += [store.data(at, data[at:at + 512]) for at in range(0, len(data), 512)]
    return told + [store.commit()]
"""


class Frozen:
    """Files of an image as the firmware's store wants them."""

    def __init__(self, files):
        self.files = files

    def open(self, path, mode):
        import io

        if path not in self.files:
            raise OSError(2)
        return io.BytesIO(self.files[path])


def boot(emulator, folder, name, image):
    path = folder / f"{name}.littlefs"
    path.write_bytes(image)
    emulator.do("chip", name=name, uf2=str(install.image()), image=str(path), start=FLASH.start, usb=True)
    emulator.boot(name)
    repl = Repl(emulator, name)
    repl.enter()
    return repl


def held(image):
    """What the firmware finds in a flash region."""
    store = Store(Frozen(filesystem.unpack(image)))
    if store.newest is None:
        return None
    data = store._files.files[store.newest.path][: store.newest.length]
    assert crc32(data) == store.newest.crc
    return data


def region(emulator, name):
    return emulator.flash(name, FLASH.start, FLASH.sectors * filesystem.SECTOR_BYTES)


def test_b84_a_brown_out_at_every_flash_operation_keeps_the_old_snapshot_or_the_new_one(make_rig, tmp_path):
    """One write is followed operation by operation; one more run, with the power really failing, proves the log."""
    files = {path: data for path, data in compiled.build("arc").files.items() if path != "main.py"}
    with Emulator() as emulator:
        repl = boot(emulator, tmp_path, "first", filesystem.pack(files, FLASH))
        repl.run(WRITE + f"print(put({OLD!r}))")
        before = region(emulator, "first")
    assert held(before) == OLD
    with Emulator() as emulator:
        repl = boot(emulator, tmp_path, "chip", before)
        repl.run(WRITE)
        emulator.do("logFlash", chip="chip")
        assert set(repl.run(f"print(put({NEW!r}))").strip("[]\n").split(", ")) == {"0"}
        *cuts, after = each_cut(before, emulator.do("flashLog", chip="chip"))
        assert after == region(emulator, "chip")
    assert held(after) == NEW
    assert len(cuts) >= 12
    outcomes = [{OLD: "old", NEW: "new"}.get(held(image), "neither") for image in cuts]
    assert set(outcomes) <= {"old", "new"}
    assert outcomes[0] == "old"
    middle = len(cuts) // 2
    assert cut_after(middle, before, tmp_path) == cuts[middle]


def each_cut(image, log):
    """The flash region after power failed in the middle of each operation, and at last the one after all."""
    flash = bytearray(image)
    for start, half, whole in log:
        at = start - FLASH.start
        cut = bytearray(flash)
        for state, data in ((cut, base64.b64decode(half)), (flash, base64.b64decode(whole))):
            state[at : at + len(data)] = data
        yield bytes(cut)
    yield bytes(flash)


def cut_after(count, image, folder):
    """The flash region when the power really failed in the middle of operation `count`."""
    with Emulator() as emulator:
        repl = boot(emulator, folder, "chip", image)
        repl.run(WRITE)
        emulator.do("brownout", chip="chip", after=count)
        repl.start(f"put({NEW!r})")
        while not emulator.run(2e6).lost:
            assert emulator.micros < 20e6, "the power never failed"
        return region(emulator, "chip")

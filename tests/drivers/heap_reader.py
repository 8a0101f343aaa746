"""Runs under MicroPython only: what the reader takes from the heap, in bytes (test_reader_dual.py)."""

import asyncio
import gc

from shared_rules import catalog, compat  # noqa: F401 - shared with everything else, so not counted here


def used():
    gc.collect()
    return gc.mem_alloc()


class Chip:
    """Just enough of a chip on an I2C bus, with no garbage of its own."""

    def __init__(self):
        self.ack = bytes.fromhex("010000FF00FF00")
        self.answers = {
            0x14: bytes.fromhex("010000FF02FED5151600"),
            0x02: bytes.fromhex("010000FF06FAD50332010607E800"),
            0x32: bytes.fromhex("010000FF02FED533F800"),
            0x4A: bytes.fromhex("010000FF03FDD54B00E000"),
        }
        self.queue = bytearray(2)  # 1: waiting
        self.code = 0

    def writeto(self, addr, frame):
        if len(frame) > 6:
            self.code = frame[6]
            self.queue[0] = self.queue[1] = 1

    def readfrom_into(self, addr, buf):
        waiting = self.queue[0] or self.queue[1]
        if len(buf) == 1 or not waiting:
            buf[0] = waiting
            return
        data = self.ack if self.queue[0] else self.answers[self.code]
        self.queue[0 if self.queue[0] else 1] = 0
        for i in range(len(buf)):
            buf[i] = data[i] if i < len(data) else 0


async def main():
    start = used()
    from firmware.drivers.pn532 import Pn532
    from firmware.drivers.pn532_i2c import Pn532I2c
    from firmware.drivers.pn532_tags import read_piece  # noqa: F401
    from firmware.drivers.pn532_watch import ReaderWatch
    from firmware.drivers.taps import TapTracker

    print("code", used() - start)
    chip = Chip()
    start = used()
    watch = ReaderWatch(Pn532(Pn532I2c(chip)))
    tracker = TapTracker()
    print("objects", used() - start)
    for _ in range(3):
        tracker.update(await watch.step())
    assert watch.starts == 1
    start = used()
    gc.disable()
    tracker.update(await watch.step())
    print("each poll, nothing there", gc.mem_alloc() - start)
    gc.enable()
    for _ in range(200):
        assert tracker.update(await watch.step()) == []
    print("kept after 200 polls", used() - start)


asyncio.run(main())

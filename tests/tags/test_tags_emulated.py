"""Given the flashed image on an emulated RP2040 with a PN532 on its bus, `--reader arc` works over its USB."""

import asyncio
import time

import pytest

from boards import READERS, arc_pico
from firmware.arc.start import SERVICE
from shared_rules.ndef import find_piece
from tools.emulator import install
from tools.emulator.devices import ReaderDevice
from tools.emulator.errors import EmulatorMissing
from tools.emulator.pseudo import CHIP, PseudoBoard
from tools.emulator.table import MODULES, PN532, READER
from tools.images import compiled
from tools.tags import arc
from tools.tags.reader import PortReader
from tools.tags.writing import Wish, write
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.tags import Ntag213

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


class PseudoArc(PseudoBoard):
    """An emulated ARC behind a pseudo-terminal, the simulated reader on its bus."""

    def _place(self, files):
        self.reader = Pn532Chip(now_ms=lambda: self.emulator.micros / 1000)
        super()._place(files)
        wiring = arc_pico.READERS[READERS[0]]
        for name, each in ((MODULES, arc_pico.MODULE_BUS), (READER, wiring)):
            self.emulator.do("bus", name=name)
            self.emulator.do("attach", chip=CHIP, bus=name, block=each["i2c"], sda=each["sda"], scl=each["scl"])
        device = ReaderDevice(self.reader, self.emulator.pulls)
        self.emulator.device("pn532", device, READER, [PN532], chunk=1, tick_micros=1000)
        self.emulator.do("wire", name=device.IRQ, ends=[(CHIP, wiring["irq"])], watched=False)
        self.emulator.do("wire", name=device.RESET, ends=[(CHIP, wiring["reset"])], watched=False, hearer="pn532")

    def resets(self):
        """How often the chip was started anew."""
        with self.gate:
            return self.emulator.measure(CHIP)["resets"]


@pytest.fixture
def emulated_arc():
    """An ARC that was asked for its prompt: it has started, read the mark that SERVICE left, and stopped there."""
    try:
        install.ensure()
        install.image()
    except EmulatorMissing as missing:
        pytest.skip(str(missing))
    with PseudoArc({**compiled.build("arc").files, SERVICE: b"repl"}) as board:
        while SERVICE in board.files():
            time.sleep(1)
        yield board


def test_the_flashed_image_lends_its_reader_and_is_started_again(emulated_arc):
    """The prompt is reached as `colony flash` does (tests/flash); from there on it is the tags' own way."""
    tag = Ntag213()
    port = arc.open_arc(emulated_arc.port)
    reader = PortReader(port)

    async def write_one():
        await reader.start()
        emulated_arc.reader.field = [tag]
        (target,) = await reader.poll()
        return await write(reader, target, Wish("governor"))

    assert asyncio.run(write_one()).writes > 0
    assert find_piece(tag.user) == "governor"
    before = emulated_arc.resets()
    port.close()
    deadline_s = time.monotonic() + 60
    while emulated_arc.resets() == before:
        assert time.monotonic() < deadline_s, "it was not started again"
        time.sleep(0.5)

"""`adafruit-circuitpython-pn532`, unmodified, works on our simulated chip: the proof that it behaves like the real one.

Only the library's notion of time is ours: its sleeps and timeouts move the virtual clock.
"""

from __future__ import annotations

from types import SimpleNamespace

import adafruit_pn532.adafruit_pn532 as library
import adafruit_pn532.i2c
import adafruit_pn532.spi
import adafruit_pn532.uart
import pytest
from reader_bench import Clock

from tools.virtual.pn532_busio import BusioI2C, BusioPin, BusioSPI, BusioUART
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.pn532_ports import HsuPort, I2cPort, SpiPort
from tools.virtual.tags import Classic1K, Ntag213, Ntag215, Phone

KEY = b"\xff" * 6


class Table:
    """The library on one wire, a chip behind it."""

    def __init__(self, wire: str, *, reset: bool = True) -> None:
        self.clock = Clock()
        self.chip = Pn532Chip(self.clock.now, sleeps_at_power_up=wire == "hsu")
        pin = BusioPin(changed=self.chip.reset_level) if reset else None
        if wire == "i2c":
            self.pn532 = adafruit_pn532.i2c.PN532_I2C(BusioI2C(I2cPort(self.chip)), reset=pin)
        elif wire == "spi":
            port = SpiPort(self.chip)
            self.pn532 = adafruit_pn532.spi.PN532_SPI(BusioSPI(port), BusioPin(changed=port.select), reset=pin)
        else:
            self.pn532 = adafruit_pn532.uart.PN532_UART(BusioUART(HsuPort(self.chip)), reset=pin)


@pytest.fixture(autouse=True)
def virtual_time(monkeypatch: pytest.MonkeyPatch) -> list[Clock]:
    """Give the library the clock of the newest table in place of the machine's."""
    clocks: list[Clock] = []
    made = Clock.__init__

    def remember(clock: Clock) -> None:
        made(clock)
        clocks.append(clock)

    def monotonic() -> float:
        clocks[-1].advance(0.01)  # looking at the clock takes time as well
        return clocks[-1].ms / 1000

    monkeypatch.setattr(Clock, "__init__", remember)
    time = SimpleNamespace(sleep=lambda s: clocks[-1].advance(s * 1000), monotonic=monotonic)
    for module in (library, adafruit_pn532.i2c, adafruit_pn532.spi, adafruit_pn532.uart):
        monkeypatch.setattr(module, "time", time)
    return clocks


@pytest.fixture(params=["i2c", "spi", "hsu"])
def table(request: pytest.FixtureRequest, virtual_time: list[Clock]) -> Table:
    """The library over each wire."""
    made = Table(request.param)
    made.pn532.SAM_configuration()
    return made


def test_firmware_version_and_sam_configuration(table: Table) -> None:
    assert table.pn532.firmware_version == (0x32, 0x01, 0x06, 0x07)
    assert table.chip.sam


@pytest.mark.parametrize("wire", ["i2c", "spi", "hsu"])
def test_it_starts_without_a_reset_pin(wire: str, virtual_time: list[Clock]) -> None:
    assert Table(wire, reset=False).pn532.firmware_version[0] == 0x32


def test_passive_target_with_4_and_7_byte_uid_and_none(table: Table) -> None:
    assert table.pn532.read_passive_target(timeout=0.5) is None
    table.chip.field = [Classic1K()]
    assert table.pn532.read_passive_target(timeout=0.5) == b"\xde\xad\xbe\xef"
    table.chip.field = [Ntag213()]
    assert table.pn532.read_passive_target(timeout=0.5) == b"\x04\x11\x22\x33\x44\x55\x66"
    table.chip.field = [Phone()]
    assert table.pn532.read_passive_target(timeout=0.5) == b"\x08\xa1\xb2\xc3"


def test_a_tag_laid_down_during_the_wait_is_found(table: Table) -> None:
    table.clock.at(table.clock.ms + 200, lambda: table.chip.field.append(Ntag213()))
    started = table.clock.ms
    assert table.pn532.read_passive_target(timeout=1) == b"\x04\x11\x22\x33\x44\x55\x66"
    assert 200 <= table.clock.ms - started < 300


def test_the_same_tag_is_found_again_and_again(table: Table) -> None:
    table.chip.field = [Ntag213()]
    for _ in range(5):
        assert table.pn532.read_passive_target(timeout=0.5) == b"\x04\x11\x22\x33\x44\x55\x66"


def test_mifare_classic_authenticate_read_write(table: Table) -> None:
    table.chip.field = [card := Classic1K()]
    card.set_keys(2, b"\xa0" * 6, b"\xb0" * 6)
    uid = table.pn532.read_passive_target()
    assert table.pn532.mifare_classic_authenticate_block(uid, 4, library.MIFARE_CMD_AUTH_A, KEY)
    assert table.pn532.mifare_classic_write_block(4, bytes(range(16)))
    assert table.pn532.mifare_classic_read_block(4) == bytes(range(16))
    assert table.pn532.mifare_classic_authenticate_block(uid, 8, library.MIFARE_CMD_AUTH_B, b"\xb0" * 6)
    assert table.pn532.mifare_classic_read_block(8) == bytes(16)
    assert table.pn532.mifare_classic_read_block(4) is None  # that sector is closed again


def test_a_wrong_key_is_refused_and_needs_a_new_selection(table: Table) -> None:
    table.chip.field = [Classic1K()]
    uid = table.pn532.read_passive_target()
    assert not table.pn532.mifare_classic_authenticate_block(uid, 4, library.MIFARE_CMD_AUTH_A, b"wrong!")
    assert not table.pn532.mifare_classic_authenticate_block(uid, 4, library.MIFARE_CMD_AUTH_A, KEY)
    assert table.pn532.read_passive_target() == uid
    assert table.pn532.mifare_classic_authenticate_block(uid, 4, library.MIFARE_CMD_AUTH_A, KEY)


def test_mifare_value_blocks(table: Table) -> None:
    table.chip.field = [Classic1K()]
    uid = table.pn532.read_passive_target()
    assert table.pn532.mifare_classic_authenticate_block(uid, 4, library.MIFARE_CMD_AUTH_A, KEY)
    table.pn532.mifare_classic_fmt_value_block(4, 100)
    assert table.pn532.mifare_classic_add_value_block(4, 25)
    assert table.pn532.mifare_classic_sub_value_block(4, 5)
    assert table.pn532.mifare_classic_get_value_block(4) == 120


@pytest.mark.parametrize("kind", [Ntag213, Ntag215])
def test_ntag_read_and_write(table: Table, kind: type[Ntag213]) -> None:
    table.chip.field = [tag := kind()]
    table.pn532.read_passive_target()
    assert table.pn532.ntag2xx_read_block(3) == bytes([0xE1, 0x10, tag.capability, 0x00])
    assert table.pn532.ntag2xx_write_block(tag.user_end - 1, b"last")
    assert table.pn532.ntag2xx_read_block(tag.user_end - 1) == b"last"
    assert not table.pn532.ntag2xx_write_block(0, b"nope")
    table.pn532.read_passive_target()
    assert table.pn532.ntag2xx_read_block(tag.pages) is None


def test_power_down_and_wake(virtual_time: list[Clock]) -> None:
    for wire in ("i2c", "spi", "hsu"):
        table = Table(wire, reset=False)
        assert table.pn532.power_down()
        assert table.chip.asleep
        assert table.pn532.firmware_version == (0x32, 0x01, 0x06, 0x07)

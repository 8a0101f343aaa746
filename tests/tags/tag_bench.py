"""A reader on a desk, a box of tags and a hand: adafruit's library, unmodified, on the simulated chip.

The hand's script is a list of steps, one for each pause of the desk; when it is used up, somebody types s.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from firmware.drivers.pn532_frame import ACK
from tools.tags.desk import GONE_AFTER, Desk
from tools.tags.reader import PortReader
from tools.tags.usb import UsbPort
from tools.virtual.pn532_busio import BusioUART
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.pn532_ports import HsuPort
from tools.virtual.tags import Ntag, Tag

FACTORY_CFG = b"\x04\x00\x00\xff"
Step = Callable[[], Any]


class Ntag216(Ntag):
    """888 user bytes, pages 04h..E1h."""

    pages = 231
    user_end = 0xE2
    capability = 0x6D
    storage_code = 0x13
    lock_step = 16
    factory = bytes.fromhex("0300FE00")


class Clock:
    """Milliseconds that only pass when somebody waits."""

    def __init__(self) -> None:
        self.ms = 0.0

    def sleep(self, duration_s: float) -> None:
        self.ms += duration_s * 1000

    def monotonic(self) -> float:
        self.ms += 1  # looking at the clock takes time as well
        return self.ms / 1000

    @property
    def as_module(self) -> Any:
        return SimpleNamespace(sleep=self.sleep, monotonic=self.monotonic)


class Line(BusioUART):
    """A pyserial port as far as the library uses it. `fails`: the cable is pulled."""

    closed = False
    fails = False

    def __init__(self, port: HsuPort) -> None:
        super().__init__(port)
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> int:
        if self.fails:
            raise OSError(5, "Input/output error")
        self.sent.append(bytes(data))
        return super().write(data)

    def close(self) -> None:
        self.closed = True

    @property
    def aborts(self) -> int:
        return self.sent.count(ACK)


class Hand:
    """Lays tags down, takes them away and types, one step at each pause of the desk."""

    def __init__(self, chip: Pn532Chip, clock: Clock) -> None:
        self.chip = chip
        self.clock = clock
        self.steps: list[Step] = []
        self.typed: list[str] = []

    def lays(self, *tags: Tag) -> None:
        """Lay these, hold them a while, take them away."""
        self.steps += [lambda: self._put(*tags), self._wait, lambda: self._put(), *[self._wait] * GONE_AFTER]

    def holds(self, *tags: Tag, pauses: int = 1) -> None:
        """Lay these and leave them there."""
        self.steps += [lambda: self._put(*tags), *[self._wait] * pauses]

    def waits(self, pauses: int) -> None:
        """Leave everything as it is for some pauses."""
        self.steps += [self._wait] * pauses

    def types(self, words: str) -> None:
        """Type a line."""
        self.steps.append(lambda: self.typed.append(words))

    def does(self, step: Step) -> None:
        """Something else."""
        self.steps.append(step)

    def _put(self, *tags: Tag) -> None:
        self.chip.field = list(tags)

    def _wait(self) -> None:
        """A moment passes."""

    def take(self) -> str:
        """As tools.tags.desk.Keys."""
        return self.typed.pop(0) if self.typed else ""

    async def sleep(self, duration_ms: float) -> None:
        """As the desk's and the driver's pause."""
        self.clock.sleep(duration_ms / 1000)
        if duration_ms >= 50:
            if self.steps:
                self.steps.pop(0)()
            else:
                self.typed.append("s")
        await asyncio.sleep(0)


class Bench:
    """Everything at one desk. `said` is what a person has read."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.chip = Pn532Chip(lambda: clock.ms, sleeps_at_power_up=True)
        self.line = Line(HsuPort(self.chip))
        self.hand = Hand(self.chip, clock)
        self.port = UsbPort("/dev/ttyUSB0", lambda device: self.line)
        self.reader: Any = PortReader(self.port, self.hand.sleep)
        self.said: list[str] = []
        self.desk = Desk(self.reader, self.hand, self.said.append, self.hand.sleep)

    def heard(self, words: str) -> bool:
        """Whether a sentence with these words was said."""
        return any(words in line for line in self.said)

    async def only(self, tag: Tag) -> Any:
        """The target of a tag that lies there alone."""
        self.chip.field = [tag]
        (target,) = await self.reader.poll()
        return target


def ntags(count: int, kind: type[Ntag] = Ntag216, first: int = 1) -> Iterable[Ntag]:
    """Tags with numbers of their own."""
    return [kind(bytes([0x04, 0xA0, 0, 0, 0, 0, number])) for number in range(first, first + count)]

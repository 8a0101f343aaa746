"""What the ARC costs: time on the module bus, and heap under MicroPython."""

from __future__ import annotations

import asyncio
import contextlib
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from unittest import mock

from firmware.drivers.modulebus import ModuleBus
from firmware.module import registers
from host.link.client import ArcClient
from host.link.discovery import open_named
from host.link.events import ArcEvent
from shared_rules.catalog import UNIT_COUNT
from tools.virtual.diorama import Diorama
from tools.virtual.i2c_bus import SimI2cBus
from tools.virtual.running import Running

BITS_A_BYTE = 9  # eight and the acknowledge
CODE_ON_HEAP = re.compile(r"code on the heap: (\d+)")
DEADLINE_S = 40.0


def bus_enumerate_32(_quick: bool) -> float:
    """Bits on the wire until 32 modules are known, against the bits of their identities alone."""
    clock_ms = [1000]
    wire = SimI2cBus()
    table = Diorama(wire, lambda: clock_ms[0], range(1, UNIT_COUNT + 1))
    bus = ModuleBus(wire, wire.sda, wire.scl, lambda: clock_ms[0], table.ports(), lambda _name, _fields: None)
    for board in table.boards.values():
        board.boot()
        wire.attach(board)
    while len(bus.present) < UNIT_COUNT:
        with contextlib.suppress(StopIteration):
            bus.step().send(None)
        clock_ms[0] += 2
    return float(wire.bits) / (UNIT_COUNT * registers.IDENTITY_BYTES * BITS_A_BYTE)


@contextlib.contextmanager
def _corridors_for_all() -> Iterator[None]:
    """The box has 17 corridors; only a bench joins all 32 modules."""
    with mock.patch("tools.virtual.diorama.CORRIDORS", 40):
        yield


def arc_heap_32_modules(_quick: bool) -> float:
    """KB in use on the ARC as its STATUS says, without the code, which on the chip lies in flash."""
    with tempfile.TemporaryDirectory() as folder, _corridors_for_all():
        return asyncio.run(_heap_kb(Path(folder)))


@contextlib.asynccontextmanager
async def _running(folder: Path) -> AsyncIterator[Running]:
    running = Running(folder)
    await running.start()
    try:
        yield running
    finally:
        await running.stop()


async def _heap_kb(folder: Path) -> float:
    statuses: asyncio.Queue[dict[str, int]] = asyncio.Queue()

    async def commit(_event: ArcEvent) -> None:
        return None

    def report(name: str, fields: dict[str, int]) -> None:
        if name == "STATUS" and fields["modules"] == UNIT_COUNT:
            statuses.put_nowait(fields)

    async with asyncio.timeout(DEADLINE_S), _running(folder) as running:
        client = ArcClient(open_named(running.port, folder), commit, on_report=report)
        link = asyncio.create_task(client.run())
        for unit in range(1, UNIT_COUNT + 1):
            running.table.attach(unit)
        status = await statuses.get()
        link.cancel()
    code = CODE_ON_HEAP.search((folder / "virtual-arc.log").read_text())
    assert code is not None, "the firmware says at its start what its code takes"
    return (status["heap_used"] - int(code[1])) / 1024

"""The flash is written by nothing that happens at the table: not by time, not by taps, not by modules."""

import asyncio

import pytest

from shared_rules import catalog
from shared_rules.wire import messages
from tools.virtual import memory_arc


@pytest.fixture
def changes(monkeypatch):
    """Names of files that the firmware wrote or removed, as it happens."""
    seen = []

    class Watched(memory_arc.Files):
        def open(self, path, mode):
            if "r" not in mode:
                seen.append(path)
            return super().open(path, mode)

        def remove(self, path):
            super().remove(path)
            seen.append(path)

        def rename(self, old, new):
            super().rename(old, new)
            seen.append(new)

    monkeypatch.setattr(memory_arc, "Files", Watched)
    return seen


def test_an_idle_arc_and_a_storm_of_taps_and_modules_write_nothing(play, changes):
    async def scene(bench):
        await bench.greet()
        assert changes == ["boots.new", "boots"]
        await asyncio.sleep(61)  # beyond the healthy minute, the last thing that a life may write by itself
        for turn in range(6):
            bench.table.attach(6, (0, turn % 6), turn % 4)
            bench.table.tap(f"manager/{1 + turn % 4}")
            await bench.event("TAP")
            await bench.event("MODULE_ATTACHED")
            bench.table.lift()
            bench.table.detach(6)
            await bench.event("MODULE_LOST")
        for pattern in range(12):
            await bench.command("LIGHTS", patterns=[(catalog.ARC_UNIT, pattern % 2)])
        assert changes == ["boots.new", "boots"]

    play(scene)


def test_a_companion_that_stores_without_end_is_told_that_the_flash_rests(play, changes):
    async def scene(bench):
        await bench.greet()
        codes = [(await bench.command("SNAPSHOT_BEGIN", length=262_144, crc=7))["code"] for _ in range(6)]
        assert codes == [messages.OK] * 3 + [messages.FLASH_RESTS] * 3
        assert changes.count("snapshot.0") == 3
        assert not bench.host.events("FAULT")
        assert (await bench.command("SNAPSHOT_BEGIN", length=4, crc=7))["code"] == messages.OK

    play(scene)

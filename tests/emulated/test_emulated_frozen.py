"""Memory after boot, and the heap of the ARC with its image frozen into MicroPython, where the budget of 96 KB holds.

The frozen images need a compiler for the chip, so they are given: COLONY_RP2_FROZEN_IMAGE, a folder with colony-arc.uf2
and colony-module.uf2 (docs/build/micropython.md). Without it those tests skip and say so.
"""

import pytest
from judging import judge, name_image

from boards import module_rp2040_zero
from shared_rules import catalog
from shared_rules.wire.frames import crc32
from shared_rules.wire.messages import CHUNK_BYTES
from tools.emulator import install
from tools.emulator.errors import EmulatorMissing
from tools.emulator.process import Emulator
from tools.emulator.repl import Repl
from tools.emulator.table import ARC
from tools.images import compiled, filesystem
from tools.virtual.box import tag_of

pytestmark = [pytest.mark.slow(6), pytest.mark.timeout(180)]
MODULE_RAM = """
import asyncio, gc
from firmware.module import main
async def told():
    running = asyncio.create_task(main.main())
    await asyncio.sleep_ms(500)
    gc.collect()
    print(gc.mem_alloc())
    running.cancel()
asyncio.run(told())
"""
NAME = """
try:
    import colony_image
    print(colony_image.NAME)
except ImportError:
    print()
"""


@pytest.fixture
def frozen():
    """The folder with the frozen images."""
    try:
        return install.frozen_folder()
    except EmulatorMissing as missing:
        pytest.skip(str(missing))


def module_ram(folder, uf2, files):
    """Heap in use of a module that runs alone for half a second, and the name of a frozen image."""
    flash = filesystem.FLASH["rp2040_zero"]
    path = folder / "module.littlefs"
    path.write_bytes(filesystem.pack({**files, module_rp2040_zero.UNIT_FILE.lstrip("/"): b"6"}, flash))
    with Emulator() as emulator:
        emulator.do("chip", name="module", uf2=str(uf2), image=str(path), start=flash.start, usb=True)
        emulator.boot("module")
        repl = Repl(emulator, "module")
        repl.enter()
        return int(repl.run(MODULE_RAM)), repl.run(NAME).strip()


def test_a_module_runs_in_little_memory(make_rig, tmp_path):
    image = compiled.build("module")
    used, _ = module_ram(tmp_path, install.image(), image.files)
    judge("module_ram_bytes", used)
    name_image("module_image", image.name)


def test_a_module_with_its_image_frozen_runs_in_less(make_rig, frozen, tmp_path):
    used, name = module_ram(tmp_path, install.frozen_image(frozen, "module"), {})
    assert name.startswith("module ")
    judge("module_frozen_ram_bytes", used)
    name_image("module_frozen_image", name)


async def store(rig, data):
    """A snapshot, as the companion sends it."""
    codes = [await rig.client.command("SNAPSHOT_BEGIN", length=len(data), crc=crc32(data))]
    for at in range(0, len(data), CHUNK_BYTES):
        codes.append(await rig.client.command("SNAPSHOT_DATA", offset=at, data=data[at : at + CHUNK_BYTES]))
    codes.append(await rig.client.command("SNAPSHOT_COMMIT"))
    assert {result.code for result in codes} == {0}


@pytest.mark.slow(45)
@pytest.mark.timeout(300)
def test_the_frozen_arc_with_32_modules_keeps_the_budget(make_rig, frozen):
    """Given 32 modules, when pieces are tapped, lights set, a game stored, then the heap in use stays below 96 KB."""
    rig = make_rig(frozen=frozen)
    for unit in range(1, 33):
        rig.table.add_board(unit)

    async def job(rig):
        await rig.asleep(5.5)  # two reports: the first comes before the reader has looked
        written = rig.emulator.measure(ARC)["flashOps"]
        ends = [(0, port) for port in range(6)]
        for unit in range(1, 33):
            rig.table.join(ends.pop(0), (unit, 0))
            ends += [(unit, port) for port in (1, 2)]
        await rig.until(lambda: len({e.fields["unit"] for e in rig.events if e.name == "MODULE_ATTACHED"}) == 32, 10)
        for manager in range(1, 5):
            rig.table.lay(tag_of(f"manager/{manager}"))
            await rig.until(lambda count=manager: rig.names().count("TAP") == count)
            rig.table.lay()
            await rig.until(lambda count=manager: rig.names().count("LIFT") == count)
        await rig.client.command("LIGHTS", patterns=[(unit, catalog.OPERATIONAL) for unit in range(1, 33)])
        assert rig.emulator.measure(ARC)["flashOps"] == written  # nothing at the table is a reason to write
        await store(rig, bytes(range(256)) * 24)
        assert rig.emulator.measure(ARC)["flashOps"] > written
        await rig.next_status()
        return rig.client.state.arc.firmware

    name = rig.play(job, timeout_s=120)
    told = [fields for name, fields in rig.reports if name == "STATUS"]
    assert told[-1]["modules"] == 32
    judge("arc_frozen_ram_bytes", max(fields["heap_used"] for fields in told if not fields["modules"]))
    judge("arc_frozen_heap_bytes", max(fields["heap_used"] for fields in told))
    assert name.startswith("arc ")  # told by the frozen module: there is no file
    name_image("arc_frozen_image", name)

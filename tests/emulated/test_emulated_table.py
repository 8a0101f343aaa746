"""The flashed images of ARC and modules on emulated chips, the host unmodified, everything in emulated time."""

import pytest

from boards import arc_pico, module_rp2040_zero
from shared_rules import catalog
from tools.emulator.table import ARC
from tools.virtual.box import tag_of, uid_of

pytestmark = [pytest.mark.slow(12), pytest.mark.timeout(180)]


FIELD_KNOWN_EMPTY_S = 0.6  # what lies there when the ARC starts is no tap


def shade(pattern, light):
    """Bytes of the whole strip in a steady pattern, in the order of the wire."""
    red, green, blue = (value * light["level"] // 255 for value in catalog.LIGHTS[pattern][1])
    return bytes((green, red, blue)) * light["pixels"]


def test_a_tap_reaches_the_host_and_lights_come_out_of_the_pin(rig):
    """Given a connected ARC, when a Manager's token is laid, then the host hears it; its verdict shows on the strip."""

    async def job(rig):
        await rig.asleep(FIELD_KNOWN_EMPTY_S)
        rig.table.lay(tag_of("manager/3"))
        await rig.until(lambda: "TAP" in rig.names())
        tap = rig.newest("TAP")
        assert (tap["piece"], tap["uid"]) == ("manager/3", uid_of("manager/3"))
        rig.table.lay()
        await rig.until(lambda: "LIFT" in rig.names())
        await rig.client.command("LIGHTS", patterns=[(catalog.ARC_UNIT, catalog.OPERATIONAL)])
        await rig.until(lambda: rig.shown(ARC) == shade(catalog.OPERATIONAL, arc_pico.LIGHT))

    rig.play(job)
    assert rig.client.sessions == 1


def test_real_modules_and_simulated_ones_with_a_loop(rig):
    """Given two real module images and two simulated boards in a ring, then all attach and the topology is the ring."""
    for unit in (1, 2):
        rig.table.add_module(unit)
    for unit in (6, 7):
        rig.table.add_board(unit)

    async def job(rig):
        rig.table.join((0, 0), (1, 0))
        rig.table.join((1, 1), (6, 0))
        rig.table.join((6, 1), (7, 0))
        rig.table.join((7, 1), (2, 0))
        rig.table.join((2, 1), (0, 3))
        edges = [(0, 0, 1, 0), (0, 3, 2, 1), (1, 1, 6, 0), (2, 0, 7, 1), (6, 1, 7, 0)]
        await rig.until(lambda: rig.edges() == edges, 20)
        assert sorted(event.fields["unit"] for event in rig.events if event.name == "MODULE_ATTACHED") == [1, 2, 6, 7]
        await rig.client.command("LIGHTS", patterns=[(1, catalog.OPERATIONAL), (6, catalog.OPERATIONAL)])
        await rig.until(lambda: rig.shown("module 1") == shade(catalog.OPERATIONAL, module_rp2040_zero.LIGHT))
        await rig.until(lambda: rig.table.boards[6].pixels.rgb == catalog.LIGHTS[catalog.OPERATIONAL][1])

    rig.play(job)
    assert rig.emulator.measure(ARC)["resets"] == 0

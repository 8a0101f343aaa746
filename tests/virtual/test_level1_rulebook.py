"""What the rulebook says of the ARC, its reader and its lights, with the firmware around the virtual table."""

import asyncio

import pytest

from boards import arc_pico, arc_pico_2, arc_pico_w, module_rp2040_zero, parts
from firmware.module import registers
from shared_rules import catalog
from shared_rules.wire import messages
from tools.boards import power
from tools.virtual.box import uid_of

KINDS = ("decree/17", "directive/4", "manager/9", "governor", "ambassador")
ARCS = (arc_pico, arc_pico_2, arc_pico_w)


@pytest.mark.rule("BHC-1.1-1")
def test_one_arc_is_one_hub_that_reads_answers_and_knows_its_batteries(play):
    async def scene(bench):
        # Given an app that connects twice, Then both times it meets the same hub
        await bench.greet()
        await bench.greet()
        hubs = [fields for name, fields in bench.host.seen if name == "WELCOME"]
        assert len(hubs) >= 2
        assert len({(hub["board"], hub["boot"], bytes(hub["chip"])) for hub in hubs}) == 1
        bench.table.tap("manager/1")
        assert (await bench.event("TAP"))["piece"] == "manager/1"
        bench.table.attach(6)
        assert (await bench.event("MODULE_ATTACHED"))["unit"] == 6
        assert (await bench.command("LIGHTS", patterns=[(0, catalog.WIN)]))["code"] == messages.OK
        assert 5900 <= (await bench.event("BATTERY"))["millivolts"] <= 6100

    play(scene)


@pytest.mark.rule("BHC-2.5-1")
def test_each_kind_of_card_and_token_is_a_reading_of_its_own(play):
    async def scene(bench):
        await bench.greet()
        read = []
        for piece in KINDS:
            bench.table.tap(piece)
            tap = await bench.event("TAP")
            read.append((tap["piece"], tap["uid"]))
            bench.table.lift()
            await bench.event("LIFT")
        assert read == [(piece, uid_of(piece)) for piece in KINDS]
        assert len({uid for _, uid in read}) == len(KINDS)

    play(scene)


@pytest.mark.rule("BHC-2.5-2")
@pytest.mark.parametrize("stay_s", [0.4, 1, 3])
def test_a_slow_swipe_and_a_long_rest_are_one_registration_each(play, stay_s):
    async def scene(bench):
        await bench.greet()
        bench.table.tap("decree/17")
        await asyncio.sleep(stay_s)
        bench.table.lift()
        await bench.event("LIFT")
        await asyncio.sleep(2)
        assert [tap["piece"] for _, tap in bench.host.events("TAP")] == ["decree/17"]

    play(scene)


@pytest.mark.rule("BHC-2.5-3")
@pytest.mark.parametrize(("height_mm", "taps"), [(0, 1), (12, 1), (20, 1), (21, 0), (60, 0)])
def test_two_centimetres_over_the_roof_are_enough_and_more_is_not_counted_on(play, height_mm, taps):
    async def scene(bench):
        await bench.greet()
        bench.table.tap("manager/2", height_mm)
        await asyncio.sleep(3)
        assert len(bench.host.events("TAP")) == taps

    play(scene)


@pytest.mark.rule("BHC-A1.2-5")
def test_the_roof_is_the_only_place_where_pieces_are_read(play):
    # Given that each kind of ARC has one reader at a time, on a bus of its own, and no module has any
    for board in ARCS:
        assert board.READER in board.READERS.values()
    assert not hasattr(module_rp2040_zero, "READER")
    assert not [name for name in dir(registers) if "TAG" in name or "READER" in name]

    # When a piece lies on the roof, Then it is read; beside a joined Module it is nowhere
    async def scene(bench):
        await bench.greet()
        bench.table.attach(6)
        await bench.event("MODULE_ATTACHED")
        await asyncio.sleep(2)
        assert bench.host.events("TAP") == []
        bench.table.tap("governor")
        assert bench.table.state()["field"] == ["governor"]
        await bench.event("TAP")

    play(scene)


@pytest.mark.rule("BHC-4.9-1", "BHC-A1.2-4")
def test_a_tree_of_any_depth_is_enumerated_and_each_new_module_told_once(play):
    async def scene(bench):
        await bench.greet()
        # Given a chain of four from the ARC and a branch in the middle of it
        joined = ((6, (0, 1), 2), (7, (6, 0), 1), (8, (7, 3), 0), (9, (8, 1), 2), (10, (7, 2), 3))
        for unit, to, port in joined:
            bench.table.attach(unit, to, port)
            told = await bench.event("MODULE_ATTACHED")
            assert (told["unit"], told["kind"]) == (unit, catalog.kind_of(unit))
            assert len(told["chip"]) == 8
        # Then the ARC reports which hangs on which, and each was told once, with a chip number of its own
        edges = sorted([to[0], to[1], unit, port] for unit, to, port in joined)
        await bench.until(lambda: sorted(bench.host.events("TOPOLOGY")[-1][1]["edges"]) == edges)
        attached = [fields for _, fields in bench.host.events("MODULE_ATTACHED")]
        assert [fields["unit"] for fields in attached] == [6, 7, 8, 9, 10]
        assert len({bytes(fields["chip"]) for fields in attached}) == 5

    play(scene)


@pytest.mark.rule("BHC-4.9-2")
def test_a_light_order_is_carried_out_by_the_module_that_it_names_alone(play):
    async def scene(bench):
        await bench.greet()
        for unit in (6, 7, 8):
            bench.table.attach(unit)
            await bench.event("MODULE_ATTACHED")
            await bench.module_light(unit, "attached")
        for pattern in (catalog.CONSTRUCTION, catalog.OPERATIONAL, catalog.TIER_2, catalog.CATASTROPHE):
            before = {unit: light(bench, unit) for unit in (6, 8)}
            assert (await bench.command("LIGHTS", patterns=[(7, pattern)]))["code"] == messages.OK
            await bench.module_light(7, catalog.LIGHTS[pattern][0])
            assert {unit: light(bench, unit) for unit in (6, 8)} == before

    def light(bench, unit):
        return bench.table.state()["modules"][str(unit)]["light"]["pattern"]

    play(scene)


@pytest.mark.rule("BHC-5-5")
def test_the_arc_alone_waits_for_the_app_and_plays_nothing(play):
    async def scene(bench):
        await bench.light("no_host")
        for piece in KINDS[:3]:
            bench.table.tap(piece)
            await bench.light("tap_refused")
            await bench.light("no_host")
            bench.table.lift()
            await asyncio.sleep(1)
        bench.table.attach(6)
        await bench.module_light(6, "attached")  # joined, and no construction begins
        await asyncio.sleep(2)
        assert bench.table.state()["modules"]["6"]["light"]["pattern"] == "attached"
        # And when the app comes, nothing of it acts after the event
        await bench.greet()
        await asyncio.sleep(2)
        assert bench.host.events("TAP") == []

    play(scene)


@pytest.mark.rule("BHC-A1.2-8")
@pytest.mark.parametrize("board", ARCS, ids=lambda board: board.NAME)
def test_four_cells_carry_a_game_and_warn_before_they_brown_out(board):
    cells, supply = 4, parts.SUPPLIES["aa"]
    # Warned while each cell still has 1.1 V, and the last module's strip has what it needs
    assert board.BATTERY["low_mv"] >= cells * 1100
    assert power.problems(board, module_rp2040_zero) == []
    # A table of 15 Modules in any pattern: within what cells carry, and for two hours in the mean
    draws = power.draws(board, module_rp2040_zero, 15)
    assert max(draw.peak_ma for draw in draws) <= supply["most_ma"]
    assert supply["mah"] / max(draw.mean_ma for draw in draws if draw.pattern == "operational") >= 2


@pytest.mark.rule("BHC-A1.2-8")
def test_low_batteries_are_reported_before_the_brown_out(play):
    async def scene(bench):
        await bench.greet()
        await bench.event("BATTERY")
        for volts in (5.4, 4.9, 4.3):  # the chip runs down to 4 x 0.9 V
            bench.table.set_battery(volts)
            told = await bench.event("BATTERY")
        assert told["low"]
        await bench.light("battery_low")

    play(scene)

"""One kernel, three worlds: plain integers, numpy and MicroPython give the same integers in every field."""

import numpy as np
import pytest

from shared_rules.beyond_humanity import arrays, colony, content, traced
from tools import colony_samples as samples


def settle_both_ways(count, seed, block, calm=False):
    tables = content.get()["tables"]
    planet = content.get()["planets"][seed % 5]["colony"]
    dice = samples.Dice(seed)
    colonies = [samples.colony(dice) for _ in range(count)]
    rolls = [samples.roll(dice) for _ in range(count)]
    if calm:
        colonies = [dict(colony, riot=0) for colony in colonies]
        rolls = [dict(roll, forced=0, catastrophe=1023) for roll in rolls]
    masks = [samples.masks(dice) for _ in range(count)]
    packed = arrays.pack(colonies), arrays.pack_rolls(rolls), arrays.pack_masks(masks)
    for start, after, report in arrays.months(tables, planet, *packed, block=block):
        for row in range(len(after["h"])):
            number = start + row
            one = colony.month(colony.Ints, tables, planet, colonies[number], rolls[number], masks[number])
            assert arrays.unpack(after, row) == one[0]
            assert arrays.unpack(report, row) == one[1]


@pytest.mark.parametrize("seed", range(5))
def test_numpy_gives_the_same_integers(seed):
    settle_both_ways(600, seed, 2048 if seed % 2 else 250)


@pytest.mark.parametrize("count", [1, 2, 4, 5, 33])
def test_few_colonies_and_single_ones_give_the_same_integers(count):
    settle_both_ways(count, 7, 4096)
    settle_both_ways(count, 8, 1)


def test_blocks_where_nothing_happens_give_the_same_integers():
    settle_both_ways(50, 9, 20, calm=True)


def test_each_colony_can_have_a_planet_of_its_own():
    planets = [content.get()["planets"][number % 5]["colony"] for number in range(40)]
    land = {name: np.array([planet[name] for planet in planets]) for name in ("h", "s", "t", "immigration", "hazard")}
    land["production"] = np.array([planet["production"] for planet in planets]).T
    dice = samples.Dice(3)
    many = [(samples.colony(dice), samples.roll(dice), samples.masks(dice)) for _ in planets]
    packed = arrays.pack([m[0] for m in many]), arrays.pack_rolls([m[1] for m in many])
    tables, masks = content.get()["tables"], arrays.pack_masks([m[2] for m in many])
    for start, after, report in arrays.months(tables, land, *packed, masks, block=16):
        for row in range(len(after["h"])):
            one = colony.month(colony.Ints, tables, planets[start + row], *many[start + row])
            assert (arrays.unpack(after, row), arrays.unpack(report, row)) == one


def test_blocks_share_no_memory_with_each_other_or_with_what_they_were_given():
    dice = samples.Dice(4)
    colonies = [samples.colony(dice) for _ in range(60)]
    packed = arrays.pack(colonies), arrays.pack_rolls([samples.roll(dice) for _ in range(60)])
    masks = arrays.pack_masks([samples.masks(dice) for _ in range(60)])
    planet, tables = content.get()["planets"][2]["colony"], content.get()["tables"]
    first = list(arrays.months(tables, planet, *packed, masks, block=20))
    kept = [[{name: value.copy() for name, value in part.items()} for part in block[1:]] for block in first]
    list(arrays.months(tables, planet, *packed, masks, block=20))
    assert [arrays.unpack(packed[0], row) for row in range(60)] == colonies
    for block, before in zip(first, kept, strict=True):
        for part, was in zip(block[1:], before, strict=True):
            assert all((part[name] == was[name]).all() for name in was)


def test_a_kernel_that_decides_for_all_colonies_at_once_is_refused():
    """What `month` may do that numpy could not do for each colony alone fails when it is traced, not in a result."""
    trace = traced.Trace(None)
    value = trace.step("colony", np.zeros(traced.SAMPLE, np.int32))
    with pytest.raises(TypeError, match="all colonies"):
        min(value, 3)


@pytest.mark.slow
def test_numpy_gives_the_same_integers_for_ten_thousand_colonies():
    settle_both_ways(10_000, 99, 4096)


def test_numpy_stays_equal_over_a_whole_game():
    """Twenty months in a row, the arrays of one month being the input of the next."""
    tables = content.get()["tables"]
    planet = content.get()["planets"][0]["colony"]
    dice = samples.Dice(5)
    plain = [samples.colony(dice) for _ in range(64)]
    masks = [samples.masks(dice) for _ in range(64)]
    packed = arrays.pack(plain)
    for _ in range(20):
        rolls = [samples.roll(dice) for _ in range(64)]
        _, packed, _ = next(arrays.months(tables, planet, packed, arrays.pack_rolls(rolls), arrays.pack_masks(masks)))
        plain = [
            colony.month(colony.Ints, tables, planet, before, roll, mask)[0]
            for before, roll, mask in zip(plain, rolls, masks, strict=True)
        ]
    assert [arrays.unpack(packed, row) for row in range(64)] == plain


def test_micropython_gives_the_same_integers(run_both):
    run_both("tests/colony/month_script.py", "1000", "0", heap_bytes=8 << 20)


@pytest.mark.slow(20)
def test_micropython_gives_the_same_integers_for_ten_thousand_colonies(run_both):
    run_both("tests/colony/month_script.py", "10000", "5000", heap_bytes=8 << 20, timeout_s=300)


def test_a_month_leaves_its_input_alone():
    dice = samples.Dice(8)
    tables, planet = content.get()["tables"], samples.planet(dice)
    for _ in range(50):
        before, roll, masks = samples.colony(dice), dict(samples.roll(dice), forced=1), samples.masks(dice)
        kept = {name: list(value) if isinstance(value, list) else value for name, value in before.items()}
        colony.month(colony.Ints, tables, planet, before, roll, masks)
        assert before == kept

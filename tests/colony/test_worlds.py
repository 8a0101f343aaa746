"""One kernel, three worlds: plain integers, numpy and MicroPython give the same integers in every field."""

import pytest
import samples

from shared_rules.beyond_humanity import arrays, colony, content


def settle_both_ways(count, seed, block):
    tables = content.get()["tables"]
    planet = content.get()["planets"][seed % 5]["colony"]
    dice = samples.Dice(seed)
    colonies = [samples.colony(dice) for _ in range(count)]
    rolls = [samples.roll(dice) for _ in range(count)]
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


@pytest.mark.slow
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

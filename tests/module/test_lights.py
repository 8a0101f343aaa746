"""The light language: one table, told apart without colour, and one owner of the strip."""

import itertools

import pytest

from firmware.drivers.lights import Light, cycle_ms, is_on
from shared_rules import catalog
from shared_rules.catalog import LIGHTS
from shared_rules.compat import TICKS_PERIOD

ROWS = {name: (colour, rhythm) for name, colour, rhythm, _ in LIGHTS}
PAIRS = list(itertools.combinations(ROWS, 2))


def lit_runs(rhythm):
    """Lengths of the bright and dark runs of one cycle, as seen in an endless repetition: [(bright, ms), ...]."""
    runs = []
    for place, length_ms in enumerate(rhythm):
        bright = place % 2 == 0
        if length_ms and runs and runs[-1][0] == bright:
            runs[-1] = (bright, runs[-1][1] + length_ms)
        elif length_ms:
            runs.append((bright, length_ms))
    if len(runs) > 1 and runs[0][0] == runs[-1][0]:
        runs[0] = (runs[0][0], runs[0][1] + runs.pop()[1])
    return runs


def look(rhythm):
    """(flashes per cycle, cycle in ms, bright share): what an eye can tell. A steady light has no flashes."""
    runs = lit_runs(rhythm) if rhythm else [(True, 1)]
    cycle = sum(length for _, length in runs)
    bright = [length for is_bright, length in runs if is_bright]
    return (len(bright) if len(runs) > 1 else 0), cycle, sum(bright) / cycle


def flash_starts(rhythm, until_ms):
    starts, at_ms = [], 0
    while rhythm and at_ms < until_ms:
        for bright, length_ms in lit_runs(rhythm):
            if bright:
                starts.append(at_ms)
            at_ms += length_ms
    return starts


class Strip:
    def __init__(self):
        self.sent = []

    def write(self, rgb_bytes):
        self.sent.append(bytes(rgb_bytes))


class Clock:
    def __init__(self, ms=0):
        self.ms = ms

    def __call__(self):
        return self.ms % TICKS_PERIOD


def shown(light, strip, clock, ms):
    """Bright or dark for each of the next `ms` milliseconds."""
    levels = []
    for _ in range(ms):
        light.step()
        levels.append(any(strip.sent[-1]))
        clock.ms += 1
    return levels


# -- the table -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda name: name)
def test_two_patterns_differ_to_an_eye_that_sees_no_colour(one, other):
    flashes_a, cycle_a, share_a = look(ROWS[one][1])
    flashes_b, cycle_b, share_b = look(ROWS[other][1])
    pace = max(cycle_a, cycle_b) / min(cycle_a, cycle_b)
    assert flashes_a != flashes_b or pace >= 1.4 or abs(share_a - share_b) >= 0.25


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda name: name)
def test_no_pattern_is_another_one_begun_elsewhere(one, other):
    a, b = lit_runs(ROWS[one][1]), lit_runs(ROWS[other][1])
    assert a != b
    assert all(a[turn:] + a[:turn] != b for turn in range(len(a)))


def test_only_one_pattern_is_steady_and_one_is_dark():
    steady = [name for name, (_, rhythm) in ROWS.items() if not rhythm]
    dark = [name for name, (_, rhythm) in ROWS.items() if rhythm and not any(b for b, _ in lit_runs(rhythm))]
    assert steady == ["operational"]
    assert dark == ["dark"]


@pytest.mark.parametrize("name", ROWS)
def test_no_second_holds_more_than_three_flashes(name):
    starts = flash_starts(ROWS[name][1], 15_000)
    assert all(sum(start <= other < start + 1000 for other in starts) <= 3 for start in starts)


def test_pattern_numbers_are_places_in_the_table():
    for place, (name, _, _, _) in enumerate(LIGHTS):
        assert getattr(catalog, name.upper()) == place


def test_rhythms_are_pairs_of_whole_milliseconds_and_colours_are_bytes():
    for _, colour, rhythm, meaning in LIGHTS:
        assert len(rhythm) % 2 == 0
        assert all(isinstance(length, int) and length >= 0 for length in rhythm)
        assert len(colour) == 3
        assert all(0 <= part <= 255 for part in colour)
        assert meaning


# -- what the rules ask of it --------------------------------------------------------------------------------------


def hue(name):
    """The one colour that outshines both others twofold."""
    colour = ROWS[name][0]
    strongest = max(range(3), key=lambda part: colour[part])
    assert all(colour[strongest] >= 2 * colour[part] for part in range(3) if part != strongest)
    return ["red", "green", "blue"][strongest]


def flashes(name):
    return look(ROWS[name][1])[0] > 0


@pytest.mark.rule("BHC-4.5-4")
def test_a_module_connected_correctly_flashes_green():
    assert hue("attached") == "green"
    assert flashes("attached")
    assert cycle_ms(ROWS["attached"][1]) < cycle_ms(ROWS["construction"][1]), "faster until the token confirms"


@pytest.mark.rule("BHC-4.9.2-6")
def test_construction_flashes_and_the_finished_module_is_steady():
    assert flashes("construction")
    assert hue("construction") == "green"
    assert not flashes("operational")


@pytest.mark.rule("BHC-4.9-8")
def test_tier_1_is_green_and_tier_2_blue_with_hardly_a_blink():
    assert hue("operational") == "green"
    assert hue("tier_2") == "blue"
    assert look(ROWS["tier_2"][1])[2] > 0.9


@pytest.mark.rule("BHC-5.6.1-6")
def test_damage_and_reconstruction_flash_red_and_nothing_else_on_a_module_does():
    red = [name for name in ROWS if name != "dark" and ROWS[name][0][0] >= 2 * max(ROWS[name][0][1:]) and flashes(name)]
    on_arc_only = {"tap_refused", "fault", "no_host", "lose"}
    assert set(red) - on_arc_only == {"catastrophe", "reconstruction"}


# -- Light ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROWS)
def test_the_strip_follows_the_table_to_the_millisecond(name):
    rhythm = ROWS[name][1]
    clock, strip = Clock(TICKS_PERIOD - 700), Strip()
    light = Light(strip, clock)
    light.set(getattr(catalog, name.upper()))
    whole_ms = cycle_ms(rhythm) or 1000
    levels = shown(light, strip, clock, 3 * whole_ms)
    assert levels[2:] == [is_on(rhythm, at) and ROWS[name][0] != (0, 0, 0) for at in range(3 * whole_ms)][2:]


def test_an_unchanged_colour_is_not_sent_again_and_sends_keep_the_latch_gap():
    clock, strip = Clock(), Strip()
    light = Light(strip, clock)
    light.set(catalog.OPERATIONAL)
    shown(light, strip, clock, 5000)
    assert len(strip.sent) == 1
    sent_at = []
    for _ in range(200):
        for _ in range(3):  # a caller that steps several times in one millisecond
            if light.step():
                sent_at.append(clock.ms)
        light.set(catalog.CATASTROPHE if clock.ms % 2 else catalog.OPERATIONAL)
        clock.ms += 1
    assert all(later - earlier >= 2 for earlier, later in itertools.pairwise(sent_at))


def test_a_flash_lies_over_the_pattern_and_gives_it_back():
    clock, strip = Clock(), Strip()
    light = Light(strip, clock)
    light.set(catalog.CONNECTED)
    shown(light, strip, clock, 100)
    light.flash(catalog.TAP_ACCEPTED, 2000)
    assert light.pattern == catalog.TAP_ACCEPTED
    shown(light, strip, clock, 1999)
    assert light.pattern == catalog.TAP_ACCEPTED
    light.set(catalog.WIN)  # what is set meanwhile shows afterwards
    shown(light, strip, clock, 2)
    assert light.pattern == catalog.WIN
    assert light.rgb == ROWS["win"][0]


def test_the_same_order_again_does_not_restart_the_rhythm():
    clock, strip = Clock(), Strip()
    light = Light(strip, clock)
    light.set(catalog.CONSTRUCTION)
    levels = []
    for _ in range(20):
        light.set(catalog.CONSTRUCTION)
        levels += shown(light, strip, clock, 100)
    assert sum(levels) == pytest.approx(1000, abs=5)


def test_period_and_phase_shift_the_rhythm_and_brightness_dims_it():
    clock, strip = Clock(), Strip()
    light = Light(strip, clock, count=2)
    light.set(catalog.CONSTRUCTION, period_ms=2000, phase_ms=1000, brightness=51)
    levels = shown(light, strip, clock, 2000)
    assert levels[10:990] == [False] * 980
    assert levels[1010:1990] == [True] * 980
    assert strip.sent[-1] == bytes((0, 32, 8)) * 2


def test_an_unknown_pattern_is_refused_and_changes_nothing():
    light = Light(Strip(), Clock())
    light.set(catalog.WIN)
    for order in (light.set, lambda pattern: light.flash(pattern, 100)):
        with pytest.raises(IndexError):
            order(len(LIGHTS))
    assert light.pattern == catalog.WIN

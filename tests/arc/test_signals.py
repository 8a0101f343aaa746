"""The light language of the hull: what shows when several things are true."""

import pytest

from firmware.arc.signals import VERDICTS, Signals
from firmware.drivers.lights import Light
from shared_rules import catalog


class Strip:
    def write(self, rgb_bytes):
        pass


class Hull:
    def __init__(self):
        self.clock_ms = 0
        self.light = Light(Strip(), now=lambda: self.clock_ms)
        self.signals = Signals(self.light)

    def after(self, duration_ms):
        self.clock_ms += duration_ms
        self.light.step()
        return catalog.LIGHTS[self.light.pattern][0]


@pytest.fixture
def hull():
    made = Hull()
    made.signals.update(host=True)
    return made


@pytest.mark.parametrize(("facts", "shown"), [
    ({"host": False}, "no_host"),
    ({"host": False, "game": catalog.WIN, "fault": True, "battery_low": True}, "no_host"),
    ({}, "connected"),
    ({"battery_low": True}, "battery_low"),
    ({"battery_low": True, "fault": True}, "fault"),
    ({"game": catalog.CATASTROPHE, "fault": True}, "catastrophe"),
    ({"game": catalog.WIN, "battery_low": True}, "win"),
    ({"game": catalog.LOSE}, "lose"),
    ({"game": catalog.DARK, "battery_low": True}, "battery_low"),
])
def test_the_highest_fact_shows(hull, facts, shown):
    hull.signals.update(**facts)
    assert hull.after(1) == shown


@pytest.mark.parametrize(("verdict", "shown"), [
    (catalog.VERDICT_ACCEPTED, "tap_accepted"),
    (catalog.VERDICT_REFUSED, "tap_refused"),
    (catalog.VERDICT_ASKING, "tap_asking"),
])
def test_a_verdict_lies_over_the_rest_and_goes_by_itself(hull, verdict, shown):
    hull.signals.update(game=catalog.WIN)
    assert hull.signals.verdict(verdict)
    duration_ms = VERDICTS[verdict][1]
    assert hull.after(1) == shown
    assert hull.after(duration_ms - 2) == shown
    assert hull.after(2) == "win"


def test_b85_every_verdict_shows_its_rhythm_at_least_twice():
    for pattern, duration_ms in VERDICTS.values():
        assert duration_ms >= 2 * sum(catalog.LIGHTS[pattern][2])


def test_a_question_does_not_outlive_the_companion(hull):
    hull.signals.verdict(catalog.VERDICT_ASKING)
    hull.signals.update(host=False)
    assert hull.after(1) == "no_host"


def test_an_unknown_verdict_is_refused(hull):
    assert not hull.signals.verdict(77)

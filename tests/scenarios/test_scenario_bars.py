"""Progress bars: measured and shown at both levels; filled for good or missed in time (BHC-A4.1-11)."""

import pytest
from scenarios.conftest import next_month

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.rules import bars, endings

STOCK = {"condition": "colony stock >= 120", "by_round": 3, "missed": "lose", "label": "Paid back"}
CALM = {"condition": "colony prisoners <= 200", "kind": "hold", "rounds": 2, "by_round": 4, "missed": "vp -25"}


def bar(state):
    return game.view(state, "table")["scenario"]["bars"][0]


def with_colony(state, **fields):
    return dict(state, colony=dict(state["colony"], **fields))


@pytest.mark.rule("BHC-A4.1-11")
@pytest.mark.parametrize("level", ["companion", "referee"])
def test_a_bar_shows_how_far_it_is_what_is_needed_and_until_when(begin, level):
    state = begin("colony stock 12", level=level, **STOCK)
    shown = bar(state)
    assert shown["label"] == "Paid back"
    assert (shown["value"], shown["needed"], shown["most"]) == (state["colony"]["stock"], 120, False)
    assert (shown["deadline_round"], shown["state"]) == (3, "open")
    assert shown["text"].startswith("The Colony has at least 120 STOCK by the end of Round 3.")
    assert game.view(state, "table")["scenario"]["rules"] == ["The Colony begins with 12 more STOCK."]


@pytest.mark.rule("BHC-A4.1-11", "BHC-A4.1-10")
def test_a_bar_that_is_missed_loses_the_game(begin):
    state = begin("colony stock 1", **STOCK)
    for _ in range(2):
        state = next_month(state)
        assert state["stage"] == "play"
    state = next_month(with_colony(state, stock=5))
    assert (state["stage"], state["ending"], bar(state)["state"]) == ("over", ["scenario"], "missed")
    assert not game.result(state)["positive"]


@pytest.mark.rule("BHC-A4.1-11")
def test_what_was_filled_stays_filled(begin):
    state = next_month(with_colony(begin("colony stock 1", **STOCK), stock=300))
    assert bar(state)["state"] == "filled"
    for _ in range(3):
        state = next_month(with_colony(state, stock=10))
    assert (state["stage"], bar(state)["state"], state["round"]) == ("play", "filled", 5)


@pytest.mark.rule("BHC-A4.1-11")
def test_rounds_in_a_row_are_counted_and_begin_anew(begin):
    state, seen = begin("colony stock 200", **dict(CALM, by_round=20)), []
    for prisoners in (50, 900, 50, 50):
        pop = [*state["colony"]["pop"][:4], prisoners]
        state = next_month(with_colony(state, pop=pop, stock=500, h=900, s=900))
        seen.append((bar(state)["value"], bar(state)["state"]))
    assert seen == [(1, "open"), (0, "open"), (1, "open"), (2, "filled")]
    assert bar(state)["needed"] == 2
    assert not bar(state)["most"]


@pytest.mark.rule("BHC-A4.1-11")
def test_a_bar_about_points_costs_them_at_the_end(begin):
    for mode, points in (("coop", endings.common_points), ("semi", lambda state: endings.app_points(state, 0))):
        state = begin("colony stock 1", mode=mode, **CALM)
        assert points(state)["scenario"] == -25  # what is open at the end has been missed
        filled = dict(state, bars=[{"done": 2, "outcome": "filled"}])
        assert points(filled)["scenario"] == 0
    plain = begin("colony stock 1", **STOCK)
    assert "scenario" not in endings.common_points(plain)


def test_a_game_is_not_won_by_modules_or_inhabitants_before_the_bar_is_filled(begin):
    state = begin("colony stock 1", **STOCK)
    crowd = with_colony(state, pop=[16000, 0, 0, 0, 0])
    assert endings.find(crowd) == []
    assert "It can not be won before." in bar(state)["text"]
    filled = dict(crowd, bars=[{"done": 1, "outcome": "filled"}])
    assert endings.find(filled) == ["population"]
    points = begin("colony stock 1", **CALM)
    assert endings.find(with_colony(points, pop=[16000, 0, 0, 0, 0])) == ["population"]


def test_a_limit_from_above_is_shown_as_one(begin):
    state = begin("colony stock 1", condition="colony td <= 0", by_round=5)
    assert (bar(state)["value"], bar(state)["needed"], bar(state)["most"]) == (0, 0, True)


def test_without_a_scenario_there_is_no_bar():
    state = game.setup({"mode": "coop", "managers": [1, 2], "planet": "trappist-1-e"}, 1)
    assert game.view(state, "table")["scenario"] is None
    assert (state["bars"], bars.shown(state), bars.points(state)) == ([], [], None)

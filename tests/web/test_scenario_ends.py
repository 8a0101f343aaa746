"""How a scenario and a solo game at a table with pieces end on the pages, whatever the mode."""

import copy

import pytest
from test_views import INTERNAL, picture, read
from web_games import with_session

from host.web.pages import RoundPage
from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.content import box

CALM = {"label": "Calm", "condition": "colony prisoners <= 200", "kind": "hold", "rounds": 2, "by_round": 4,
        "missed": "vp -25"}  # fmt: skip


def scenario(mode):
    story = copy.deepcopy(box.get()["scenarios"][0]["story"])
    return {"id": "test", "name": "A test", "difficulty": 1, "mode": mode, "planet": "trappist-1-e",
            "rules": ["rounds 6"], "story": story, "progress": CALM}  # fmt: skip


@pytest.mark.rule("BHC-A4.1-11", "BHC-A3.5-1")
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_the_points_of_a_scenario_are_shown_at_the_end(mode):
    options = {"level": "companion", "managers": [3, 8], "scenarios": [scenario(mode)], "scenario": "test"}
    state = dict(game.setup(options, 1), stage="points", ending=["rounds"])
    for seat in game.to_act(state):
        state = game.apply(state, {"kind": "table_points", "seat": seat, "vp": 300})
    words = read(picture(RoundPage, with_session(game.view(state, "table"))))
    assert "The scenario" in words
    assert {"semi": "President of the Colony", "coop": "All Managers win", "solo": "You win"}[mode] in words
    assert ("President" in words) == (mode == "semi")
    assert not INTERNAL.search(words)


@pytest.mark.rule("BHC-A4.1-10")
def test_a_scenario_that_is_lost_is_told():
    options = {"managers": [3, 8], "scenario": "red_ledger"}
    state = dict(game.setup(options, 1), stage="over", ending=["scenario"])
    assert "The challenge is lost" in read(picture(RoundPage, with_session(game.view(state, "table"))))

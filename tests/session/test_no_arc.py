"""A running game without a connected ARC: looking only (rulebook 5, annex 1.2, field fault: link lost in play)."""

import pytest
from table_rig import DOWN, UP, press

from host.session.session import Session
from shared_rules.beyond_humanity import content, game

PLANET = content.get()["planets"][0]["id"]


@pytest.fixture
async def colony(store):
    """A game of three Managers in Round 1, phase 3, with the ARC connected."""
    made = Session(store, game)
    assert (await made.new_game({"mode": "semi", "managers": [1, 2, 3], "planet": PLANET}, seed=5)).ok
    made.on_link_state(UP)
    yield made
    await made.close()


async def refused(session, **action):
    """The sentence of a press that must change nothing."""
    before = (session.revision, session.digest)
    outcome = await session.act(action, session.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "no_arc")
    assert (session.revision, session.digest) == before
    return outcome.sentence


@pytest.mark.rule("BHC-5-6", "BHC-A1.2-1")
async def test_without_an_arc_the_phases_stand_still_and_the_button_says_why(colony):
    assert colony.view("table")["continue"]["enabled"]
    colony.on_link_state(DOWN)
    sentence = await refused(colony, kind="phase")
    assert sentence == "The ARC is not connected: until it is back the game can only be looked at."
    for audience in ("table", "seat:1"):
        button = colony.view(audience)["continue"]
        assert (button["enabled"], button["why_not"]) == (False, sentence)
    colony.on_link_state(UP)
    assert colony.view("table")["continue"]["enabled"]
    await press(colony, "phase")


@pytest.mark.rule("BHC-5-6")
async def test_without_an_arc_no_round_is_closed_even_when_next_was_pressed_before(colony):
    for _ in range(3):
        await press(colony, "phase")
    assert colony.view("table")["next"]["enabled"]
    await press(colony, "next")
    colony.on_link_state(DOWN)
    await refused(colony, kind="answer", choice="yes")
    assert colony.view("table")["round"] == 1
    assert not colony.view("table")["next"]["enabled"]
    await press(colony, "answer", choice="no")  # closing the question is no progress
    await refused(colony, kind="next")
    colony.on_link_state(UP)
    await press(colony, "next")
    await press(colony, "answer", choice="yes")
    assert colony.view("table")["round"] == 2


@pytest.mark.rule("BHC-5-6")
@pytest.mark.parametrize("action", [{"kind": "undo"}, {"kind": "claim_governor", "seat": 1}])
async def test_without_an_arc_other_presses_wait_too(colony, events, action):
    await colony.on_arc_event(events.tap("manager/2"))
    colony.on_link_state(DOWN)
    await refused(colony, **action)
    assert colony.view("table")["managers"][1]["campaigns"] == 1


@pytest.mark.rule("BHC-5-6")
async def test_without_an_arc_a_running_game_can_be_looked_at(colony):
    before = colony.view("table")
    colony.on_link_state(DOWN)
    shown = colony.view("table")
    for part in ("tabs", "summary", "managers", "modules", "round", "phase"):
        assert shown[part] == before[part]


@pytest.mark.rule("BHC-5-6", "BHC-3.3-1")
@pytest.mark.parametrize("begin", [{"kind": "answer", "choice": "begin"}, {"kind": "setup", "begin": True}])
async def test_setup_goes_on_without_an_arc_but_round_1_does_not_begin(store, begin):
    session = Session(store, game)
    await session.new_game({}, seed=5)
    for choice in ("semi", "connected", "manager/1", "manager/2", "done", PLANET):
        await press(session, "answer", choice=choice)
    await refused(session, **begin)
    session.on_link_state(UP)
    await press(session, **begin)
    assert session.view("table")["stage"] == "play"


async def test_table_points_can_be_counted_when_the_arc_is_put_away(colony, monkeypatch):
    monkeypatch.setattr("shared_rules.beyond_humanity.rules.endings.MODULES_TO_WIN", 0)
    for _ in range(3):
        await press(colony, "phase")
    await press(colony, "next")
    await press(colony, "answer", choice="yes")
    assert colony.view("table")["stage"] == "points"
    colony.on_link_state(DOWN)
    for seat in range(3):
        await press(colony, "table_points", seat=seat, vp=seat)
    assert colony.result["positive"]


async def test_a_stale_press_is_stale_also_without_an_arc(colony):
    colony.on_link_state(DOWN)
    outcome = await colony.act({"kind": "phase"}, colony.revision - 1, "tablet:1")
    assert outcome.code == "stale"

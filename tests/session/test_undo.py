"""UNDO by the Governor's token: asked first, names what and whose, an entry like any other, never past NEXT."""

import pytest
import toy_game
from table_rig import press, register, texts, to_do

from host.session.session import Session


async def test_the_governors_token_asks_what_would_be_undone_and_undoes_nothing_yet(session, events):
    await register(session, events, 3, 2)
    await session.on_arc_event(events.tap("governor"))
    assert session.view("table")["dialog"]["text"] == "Take back: Decree 3 by Manager 2?"
    assert session.view("table")["managers"][1]["vp"] == 2


async def test_keep_changes_nothing(session, events):
    await register(session, events, 3, 2)
    await session.on_arc_event(events.tap("governor"))
    await press(session, "answer", choice="keep")
    assert (session.view("table")["dialog"], session.view("table")["managers"][1]["vp"]) == (None, 2)


async def test_undo_takes_one_registration_back_and_says_what_to_put_back(session, store, events):
    await register(session, events, 3, 2)
    await register(session, events, 4, 1)
    await session.on_arc_event(events.tap("governor"))
    await press(session, "answer", choice="undo")
    assert [manager["vp"] for manager in session.view("table")["managers"]] == [0, 2]
    assert to_do(session) == ["Put decree/4 back."]
    assert len(await store.entries(session.game_id)) == 6  # the log only grew
    await session.on_arc_event(events.tap("governor"))
    await press(session, "answer", choice="undo")
    assert [manager["vp"] for manager in session.view("table")["managers"]] == [0, 0]


async def test_undo_never_goes_past_next(session, events):
    await register(session, events, 3, 2)
    await press(session, "next")
    await session.on_arc_event(events.tap("governor"))
    assert texts(session) == ["Nothing was registered in this Round."]
    assert session.view("table")["managers"][1]["vp"] == 2


async def test_what_stands_on_the_table_is_a_fact_that_undo_leaves_alone(session, events):
    await register(session, events, 3, 2)
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    await session.on_arc_event(events.tap("governor"))
    await press(session, "answer", choice="undo")
    assert session.view("table")["lights"] == {"2": "operational"}


async def test_undo_after_a_restart_goes_back_to_the_same_place(session, store, events):
    await register(session, events, 3, 2)
    again = Session(store, toy_game)
    await again.resume()
    await again.on_arc_event(events.tap("governor"))
    third = Session(store, toy_game)  # the question itself survives a restart as well
    await third.resume()
    await press(third, "answer", choice="undo")
    assert [manager["vp"] for manager in third.view("table")["managers"]] == [0, 0]


async def test_undo_cannot_re_roll_luck(session, events):
    await register(session, events, 3, 2)
    first = session._core.state["purses"][1]
    await session.on_arc_event(events.tap("governor"))
    await press(session, "answer", choice="undo")
    chance_after_undo = session._core.state["chance"]
    again = Session(session._store, toy_game)
    await again.resume()
    assert again._core.state["chance"] == chance_after_undo
    await register(session, events, 3, 2)
    assert session._core.state["purses"][1] != first  # the die that was seen is gone for good


@pytest.mark.parametrize("broken", ["view", "legal", "to_act", "result"])
async def test_an_undo_that_leads_to_a_broken_state_is_not_published_and_not_stored(
    session, store, events, monkeypatch, broken
):
    await register(session, events, 3, 2)
    await session.on_arc_event(events.tap("governor"))
    real = getattr(toy_game, broken)

    def fails_on_what_undo_left(state, *rest):
        if state["put_back"]:
            raise KeyError("initiative")
        return real(state, *rest)

    before = (session.revision, session.digest)
    with monkeypatch.context() as patch:
        patch.setattr(toy_game, broken, fails_on_what_undo_left)
        outcome = await session.act({"kind": "answer", "choice": "undo"}, session.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "our_bug")
    assert (session.revision, session.digest) == before
    again = Session(store, toy_game)
    await again.resume()
    assert again.digest == session.digest

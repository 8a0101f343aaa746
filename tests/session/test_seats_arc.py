"""A referee game beside an ARC: it needs none, and where one is connected only its lights follow."""

import pytest
from table_rig import DOWN, UP

from host.session.session import Session
from shared_rules.beyond_humanity import game
from shared_rules.catalog import VERDICT_REFUSED

OPTIONS = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e", "level": "referee"}


@pytest.fixture
async def session(store):
    made = Session(store, game)
    assert (await made.new_game(OPTIONS, seed=5)).ok
    yield made
    await made.close()


def first(session, seat):
    return next(action for action in session.view(f"seat:{seat}")["you"]["actions"] if action["kind"] != "undo")


@pytest.mark.rule("BHC-5-6")
async def test_a_referee_game_goes_on_without_an_arc(session):
    session.on_link_state(DOWN)
    for _ in range(12):
        seat = session.to_act[0]
        assert (await session.act(first(session, seat), session.revision, f"seat:{seat}")).ok


async def test_a_token_on_the_arc_is_refused_in_words_and_changes_nothing(session, desk_arc, events):
    session.on_link_state(UP)
    session.attach_arc(desk_arc)
    before = (session.revision, session.digest)
    await session.on_arc_event(events.tap("manager/3"))
    await session.settle()
    assert (session.revision, session.digest) == before
    assert desk_arc.verdicts == [(1, VERDICT_REFUSED)]
    assert "played on the screens" in session.view("table")["notices"][0]["text"]


async def test_modules_on_the_table_are_neither_played_nor_complained_of(session, desk_arc, events):
    session.on_link_state(UP)
    session.attach_arc(desk_arc)
    before = (session.revision, session.digest)
    for event in (
        events.make("MODULE_ATTACHED", unit=6),
        events.make("TOPOLOGY", edges=[[0, 1, 6, 2]]),
        events.make("MODULE_LOST", unit=6),
    ):
        await session.on_arc_event(event)
    await session.settle()
    assert (session.revision, session.digest) == before
    assert session.view("table")["put_back"] == []
    assert session.view("table")["notices"] == []


async def test_lights_follow_the_modules_that_are_built(session, desk_arc):
    session.on_link_state(UP)
    session.attach_arc(desk_arc)
    core = session._core
    colony = core.state["colony"]
    begun = {name: [*colony[name][:6], 4, *colony[name][7:]] for name in ("progress", "rate")}
    core.state = dict(core.state, colony={**colony, **begun})
    core.table_view = game.view(core.state, "table")
    assert core.table_view["lights"]["6"] == "construction"
    session._publish()
    await session.settle()
    assert desk_arc.lights[6] == "construction"


async def test_the_history_holds_more_than_the_views_last_events_and_nothing_secret(session):
    for _ in range(60):
        seat = session.to_act[0]
        assert (await session.act(first(session, seat), session.revision, f"seat:{seat}")).ok
    told = [event["text"] for event in session.history]
    assert len(told) > len(session.view("table")["events"])
    assert "Athena Gore chose Goals in secret." in told
    titles = [goal["name"] for seat in range(3) for goal in session.view(f"seat:{seat}")["you"]["goals"]]
    assert titles
    assert not [title for title in titles if any(title in text for text in told)]

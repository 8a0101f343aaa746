"""A referee game beside an ARC: it needs none, and where one is connected only its lights follow."""

import pytest
from table_rig import DOWN, UP, press

from host.session.session import Session
from shared_rules.beyond_humanity import bots, game
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


LEFT = 3  # a Solar Power Plant: of every Manager's pool, so that the game might take it for a proposal
ON_SCREENS = (
    {"level": "referee"}, {"mode": "semi"}, {"manager": 3}, {"manager": 8}, {"closed": True},
    {"seat": 0, "player": "random"}, {"seat": 1, "player": "random"}, {"seated": True}, {"planet": "trappist-1-e"},
)  # fmt: skip


@pytest.fixture
async def left_over(store, desk_arc, events):
    """A session at whose ARC a Module was left, as the start page opens a new game."""
    made = Session(store, game)
    made.attach_arc(desk_arc)
    made.on_link_state(UP)
    await made.on_arc_event(events.make("MODULE_ATTACHED", unit=LEFT))
    await made.on_arc_event(events.make("TOPOLOGY", edges=[[0, 1, LEFT, 0]]))
    assert (await made.new_game({}, seed=5)).ok
    yield made
    await made.close()


async def play_bots(session):
    """Let bots that build whenever they can play to the end: the same game each time."""
    players = [bots.make("random", seat) for seat in range(2)]
    while session.result is None:
        seat = session.to_act[0]
        view = session.view(f"seat:{seat}")
        offered = [action for action in view["you"]["actions"] if action["kind"] != "undo"]
        wanted = [action for action in offered if action["kind"] in ("build", "endorse", "upkeep")]
        chosen = players[seat].choose(view, wanted or offered)
        outcome = await session.act(chosen, session.revision, f"seat:{seat}")
        assert outcome.ok, outcome.sentence


def complaints(session):
    """What asks players to do something on the table, in any place of the picture."""
    view = session.view("table")
    told = [event["text"] for event in session.history + view["events"]]
    return [*view["put_back"], *([view["notice"]] if view["notice"] else []), *(t for t in told if "ake it off" in t)]


async def test_a_module_that_was_left_on_the_arc_is_no_part_of_a_whole_game_on_the_screens(left_over, store):
    assert complaints(left_over) == []
    for step in ON_SCREENS:
        await press(left_over, "setup", **step)
        assert complaints(left_over) == [], step
        assert left_over.view("table")["lights"][str(LEFT)] == "dark"
    await press(left_over, "setup", begin=True)
    assert left_over.view("table")["corridors"] == []
    await play_bots(left_over)
    assert complaints(left_over) == []
    actions = [entry.action for entry in await store.entries(left_over.game_id)]
    assert {"kind": "attach", "unit": LEFT} in actions
    built = [action["unit"] for action in actions if action["kind"] == "build"]
    shown = left_over.view("table")["modules"]
    assert {module["unit"] for module in shown if module["seat"] is not None} == set(built)
    assert len(built) > 1
    # and it is, to the last digit, the game in which nothing hung there
    state = game.setup({}, 5)
    for action in actions:
        if action["kind"] not in ("attach", "topology"):
            state = game.apply(state, action)
    assert game.digest(state) == left_over.digest


async def test_the_lights_on_the_arc_follow_the_screens_and_not_what_was_left(left_over, desk_arc, events):
    for step in ON_SCREENS[:6]:
        await press(left_over, "setup", **step)
    for step in (*ON_SCREENS[7:], {"begin": True}):  # the second seat is a person's
        await press(left_over, "setup", **step)
    before = (left_over.revision, left_over.digest)
    await left_over.on_arc_event(events.make("MODULE_LOST", unit=LEFT))
    await left_over.on_arc_event(events.make("MODULE_ATTACHED", unit=LEFT))
    await left_over.settle()
    assert (left_over.revision, left_over.digest) == before
    assert desk_arc.lights[LEFT] == "dark"
    assert complaints(left_over) == []


async def test_with_pieces_what_was_left_has_to_come_off_once_that_is_chosen(left_over):
    await press(left_over, "setup", level="referee")
    await press(left_over, "answer", choice="back")
    assert complaints(left_over) == []
    await press(left_over, "setup", level="companion")
    view = left_over.view("table")
    words = "Solar Power Plant (no. 3): the game has not begun. Take it off."
    assert view["notice"]["text"] == view["put_back"][0] == words
    assert view["lights"][str(LEFT)] == "module_refused"
    await press(left_over, "answer", choice="back")
    await press(left_over, "setup", level="referee")
    assert complaints(left_over) == []


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

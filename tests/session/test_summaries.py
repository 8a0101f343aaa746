"""What tells one kept game from another in the list of games."""

from dataclasses import replace

import pytest

from host.session.session import Session
from host.session.summaries import NEVER_BEGUN, OTHER_RULES, Summaries
from host.store.entries import PARKED, RUNNING
from shared_rules.beyond_humanity import game

OPTIONS = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e"}


@pytest.fixture
async def session(store):
    made = Session(store, game)
    made.on_link_state(type("Up", (), {"connected": True, "words": "The ARC is connected."})())
    yield made
    await made.close()


async def act(session, **action):
    outcome = await session.act(action, session.revision, "tablet")
    assert outcome.ok, outcome.sentence


async def next_round(session):
    while session.view("table")["phase"] < 6:
        await act(session, kind="phase")
    await act(session, kind="next")
    await act(session, kind="answer", choice="yes")


async def test_a_game_put_aside_is_told_by_planet_mode_level_managers_and_round(session):
    # given a game in Round 2, and another one that is being set up
    assert (await session.new_game({**OPTIONS, "level": "companion"}, seed=7)).ok
    await next_round(session)
    assert (await session.new_game({"level": "referee"}, seed=8)).ok
    newer, older = await session.summaries()
    # then the older one is told as it was left
    assert older.title == "TRAPPIST-1 e · Semi-Cooperative · a table with pieces"
    assert set(older.managers) == {"Athena Gore", "Mac McCain", "Art Chen"}
    assert older.stands(older.record.status) == "Round 2 of 20 · put aside"
    # and the setup is one, now and when it is put aside
    assert newer.title == "a table on the screens"
    assert newer.stands(RUNNING) == "on the table · being set up"
    assert newer.stands(PARKED) == NEVER_BEGUN


async def test_what_is_chosen_while_it_is_set_up_is_told_as_well(session):
    # a game from the start page has next to nothing in its options
    assert (await session.new_game({"level": "companion", "mode": "coop", "arc": True}, seed=7)).ok
    for name in ("manager/3", "manager/8"):
        await act(session, kind="tap", piece=name)
    await act(session, kind="setup", closed=True)
    await act(session, kind="setup", planet="toi-700-d")
    if session.view("table")["stage"] == "setup":
        await act(session, kind="setup", begin=True)
    (told,) = await session.summaries()
    assert told.title.startswith("TOI-700 d · Cooperative")
    assert told.stands(told.record.status) == "Round 1 of 20 · on the table"


async def test_an_ended_game_says_how_it_ended(session):
    assert (await session.new_game(OPTIONS, seed=7)).ok
    while session.view("table")["stage"] == "play":
        await next_round(session)
    view = session.view("table")
    (told,) = await session.summaries()
    assert told.stands(told.record.status).startswith(f"Round {view['round']} of 20 · {view['ending']['title']}: ")


async def test_a_game_is_folded_once_for_each_length_of_its_log(session, store):
    assert (await session.new_game(OPTIONS, seed=7)).ok
    summaries = Summaries(store, game)
    (first,) = await summaries.all()
    assert (await summaries.all())[0] is first
    await next_round(session)
    assert (await summaries.all())[0].round == 2


async def test_a_game_of_other_rules_is_listed_without_a_round_that_may_be_wrong(session, store):
    class Others:
        """This title, as it were with another digest for every state."""

        def __getattr__(self, name):
            return getattr(game, name)

        def digest(self, state):
            return "0" * 64

    assert (await session.new_game(OPTIONS, seed=7)).ok
    await next_round(session)
    (told,) = await Summaries(store, Others()).all()
    assert told.title.startswith("TRAPPIST-1 e")
    assert told.stands(PARKED) == f"put aside · {OTHER_RULES}"
    assert replace(told, known=True).round == 0


async def test_nothing_hidden_is_told(session):
    assert (await session.new_game({**OPTIONS, "level": "referee"}, seed=424242)).ok
    hidden = {card["title"] for seat in range(3) for card in session.view(f"seat:{seat}")["you"]["hand"]}
    (told,) = await session.summaries()
    said = f"{told.title} {told.managers} {told.stands(RUNNING)}"
    assert hidden
    assert not [title for title in hidden if title in said]
    assert "424242" not in said

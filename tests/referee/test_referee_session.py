"""A referee game through the real session and store: kept, resumed, taken back."""

import random
from types import SimpleNamespace

from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import game

UP = SimpleNamespace(words="The ARC is connected.", connected=True)
OPTIONS = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e", "level": "referee"}


def actions(session, seat):
    return [action for action in session.view(f"seat:{seat}")["you"]["actions"] if action["kind"] != "undo"]


async def test_a_referee_game_is_kept_and_resumed(tmp_path):
    dice, store = random.Random(5), Store.open(tmp_path / "colony.db")
    session = Session(store, game)
    session.on_link_state(UP)
    assert (await session.new_game(OPTIONS, seed=5)).ok
    for _ in range(60):
        turn = session.view("table")["turn"]["seats"]
        outcome = await session.act(dice.choice(actions(session, turn[0])), session.revision, f"seat:{turn[0]}")
        assert outcome.ok, outcome.sentence
    before = [session.view(f"seat:{seat}") for seat in range(3)]
    await session.close()
    again = Session(store, game)
    await again.resume()
    for seat in range(3):
        after = again.view(f"seat:{seat}")
        assert after["board"] == before[seat]["board"]
        assert after["you"] == before[seat]["you"]
    await again.close()
    store.close()


async def test_an_action_of_another_seat_is_refused_in_words(tmp_path):
    store = Store.open(tmp_path / "colony.db")
    session = Session(store, game)
    session.on_link_state(UP)
    await session.new_game(dict(OPTIONS, mode="coop"), seed=5)
    for seat in range(3):
        keep = session.view(f"seat:{seat}")["you"]["actions"][0]
        assert (await session.act(keep, session.revision, f"seat:{seat}")).ok
    last = session.view("table")["turn_order"][-1]
    outcome = await session.act({"kind": "face", "seat": last, "face": 0}, session.revision, f"seat:{last}")
    assert not outcome.ok
    assert outcome.code == "not_your_turn"
    await session.close()
    store.close()

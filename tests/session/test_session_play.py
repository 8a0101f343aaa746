"""Presses: revisions, stale presses, refusals, games that follow each other, and restarts."""

import asyncio
import sqlite3

import pytest
import toy_game
from table_rig import press, register

from host.session.errors import ReplayMismatch, WrongRules
from host.session.session import Session
from host.store.store import Store


async def test_a_press_acts_and_raises_the_revision(session):
    before = session.revision
    outcome = await session.act({"kind": "next"}, before, "tablet:1")
    assert (outcome.ok, outcome.revision, session.view("table")["round"]) == (True, before + 1, 2)


async def test_a_stale_press_is_answered_already_done_and_changes_nothing(session):
    seen = session.revision
    first, second = await asyncio.gather(
        session.act({"kind": "next"}, seen, "tablet:1"), session.act({"kind": "next"}, seen, "tablet:2")
    )
    assert first.ok
    assert (second.ok, second.code, second.revision) == (False, "stale", seen + 1)
    assert second.sentence.startswith("Already done")
    assert session.view("table")["round"] == 2


async def test_a_refusal_of_the_rules_reaches_the_player_and_changes_nothing(session, store):
    before, digest = session.revision, session.digest
    outcome = await session.act({"kind": "tap", "piece": "governor"}, before, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "nothing_to_undo")
    assert outcome.sentence == "Nothing was registered in this Round."
    assert (session.revision, session.digest) == (before, digest)
    assert await store.entries(session.game_id) == []


@pytest.mark.parametrize("action", [{"kind": "tap"}, {"kind": "break"}, {"kind": "tap", "piece": 5}])
async def test_a_mistake_in_the_rules_does_not_bring_the_table_down(session, store, action):
    outcome = await session.act(action, session.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "our_bug")
    assert await store.entries(session.game_id) == []
    await press(session, "next")


@pytest.mark.parametrize("value", [1.5, float("nan"), "\ud800", {1: 2}, {"a", "b"}])
async def test_a_press_that_no_log_can_hold_is_refused(session, value):
    outcome = await session.act({"kind": "next", "x": value}, session.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "bad_action")


async def test_without_a_game_there_is_no_view_and_presses_are_refused(store):
    session = Session(store, toy_game)
    assert await session.resume() is False
    assert (session.view("table"), session.running, session.digest) == (None, False, None)
    outcome = await session.act({"kind": "next"}, session.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "no_game")


async def test_a_restart_resumes_the_game_at_the_same_revision(session, store, events):
    await register(session, events, 3, 2)
    await press(session, "next")
    again = Session(store, toy_game)
    assert await again.resume()
    assert (again.revision, again.digest, again.view("table")) == (
        session.revision,
        session.digest,
        session.view("table"),
    )
    repeated = await again.act({"kind": "next"}, session.revision - 1, "tablet:1")
    assert repeated.code == "stale"


async def test_a_game_that_cannot_be_continued_is_told_to_players_until_another_begins(session, store, monkeypatch):
    """given a companion whose rules changed under a running game"""
    await press(session, "next")
    again = Session(store, toy_game)
    monkeypatch.setattr(toy_game, "digest", lambda state: "0" * 64)
    with pytest.raises(ReplayMismatch):
        await again.resume()
    (notice,) = again.notices
    assert notice["text"].startswith("The last game could not be continued.")
    assert again.view("table") is None
    await again.new_game({"seats": 3})
    assert again.notices == []


async def test_options_that_the_rules_refuse_start_nothing(session, store):
    running = session.game_id
    outcome = await session.new_game({"seats": 9})
    assert (outcome.ok, outcome.code, outcome.sentence) == (False, "seats", "This game is for 2 to 5 Managers.")
    assert (session.game_id, len(await store.games())) == (running, 1)


async def test_the_revision_never_falls_from_game_to_game(session, store):
    shown = [session.revision]
    first = session.game_id
    for _ in range(3):
        await press(session, "next")
        shown.append(session.revision)
        await session.new_game({"seats": 3})
        shown.append(session.revision)
    again = Session(store, toy_game)
    await again.resume()
    assert again.revision == shown[-1]
    await again.play(first)
    shown.append(again.revision)
    assert shown == sorted(set(shown))
    late = await again.act({"kind": "next"}, shown[0], "tablet:1")
    assert late.code == "stale"


async def test_a_new_game_parks_a_running_one_and_closes_an_ended_one(session, store):
    first = session.game_id
    await session.new_game({"seats": 2, "rounds": 1})
    second = session.game_id
    await press(session, "next")
    assert session.result
    await session.new_game({"seats": 2})
    assert [(await store.game(game)).status for game in (first, second)] == ["parked", "over"]


async def test_two_games_have_two_seeds(session, store):
    await session.new_game({"seats": 2})
    await session.new_game({"seats": 2})
    seeds = {game.seed for game in await store.games()}
    assert len(seeds) == 3
    assert max(seeds) > 1 << 64


async def test_a_save_of_another_title_is_named(session, store, monkeypatch):
    monkeypatch.setattr(toy_game, "NAME", "toy 2")
    with pytest.raises(WrongRules, match=r"toy 1.*toy 2"):
        await Session(store, toy_game).resume()


async def test_rules_that_changed_are_noticed_at_the_entry_where_they_differ(session, store, events, monkeypatch):
    await press(session, "next")
    await register(session, events, 3, 2)
    monkeypatch.setattr(toy_game, "VP_REGISTERED", 3)
    with pytest.raises(ReplayMismatch, match="Entry 3"):
        await Session(store, toy_game).resume()


async def test_another_companion_on_the_same_save_is_noticed_and_caught_up_with(tmp_path, session):
    other_store = Store.open(tmp_path / "colony.db")
    other = Session(other_store, toy_game)
    await other.resume()
    await press(other, "next")
    outcome = await session.act({"kind": "next"}, session.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "stale")
    assert (session.revision, session.digest) == (other.revision, other.digest)
    await press(session, "next")
    other_store.close()


async def test_a_save_that_cannot_be_written_refuses_the_press_in_words_and_nothing_moves(tmp_path, session, events):
    hasty_store = Store.open(tmp_path / "colony.db", busy_timeout_ms=10)
    hasty = Session(hasty_store, toy_game)
    await hasty.resume()
    before = (hasty.revision, hasty.digest)
    tool = sqlite3.connect(tmp_path / "colony.db", isolation_level=None)
    tool.execute("BEGIN IMMEDIATE")
    outcome = await hasty.act({"kind": "next"}, hasty.revision, "tablet:1")
    assert (outcome.ok, outcome.code) == (False, "not_stored")
    assert "Another program" in outcome.sentence
    assert (hasty.revision, hasty.digest) == before
    tool.close()
    await press(hasty, "next")
    hasty_store.close()


async def test_a_press_whose_tablet_went_away_is_finished(session):
    seen = session.revision
    task = asyncio.ensure_future(session.act({"kind": "next"}, seen, "tablet:1"))
    for _ in range(3):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with session._lock:  # the press is over when the next may begin
        assert session.view("table")["round"] == 2
    repeated = await session.act({"kind": "next"}, seen, "tablet:1")
    assert (repeated.code, session.view("table")["round"]) == ("stale", 2)


async def test_each_entry_says_whose_press_it_was(session, store, events):
    await session.on_arc_event(events.tap("decree/3"))
    await session.act({"kind": "tap", "piece": "manager/1"}, session.revision, "tablet:7")
    assert [entry.actor for entry in await store.entries(session.game_id)] == ["arc", "tablet:7"]

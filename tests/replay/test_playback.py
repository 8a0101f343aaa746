"""Stepping through a whole game: each position is the state that was played; who may see it; what differs."""

import time
from dataclasses import replace

import pytest
from whole_games import OPTIONS, SEED, file_of, hand_of, played_back

from host.session import playback as module
from host.session.errors import LocalSessionError
from host.store.gamefile import dump_brief, load_game
from shared_rules.beyond_humanity import game


def test_every_position_is_the_state_that_was_played(playback, whole):
    state = game.setup(OPTIONS, SEED)
    for at, entry in enumerate(whole.entries, start=1):
        state = game.apply(state, entry.action)
        if at % 17 == 0 or at == len(whole.entries):
            assert game.digest(playback.state(at)) == entry.digest
    assert game.digest(playback.state(0)) == game.digest(game.setup(OPTIONS, SEED))
    assert playback.length == len(whole.entries)
    assert playback.difference is None


def test_steps_go_back_as_well_as_forth(playback):
    there = [game.digest(playback.state(at)) for at in (40, 41, 39, 19, 20, 21)]
    assert there == [game.digest(playback.state(at)) for at in (40, 41, 39, 19, 20, 21)]
    assert len(set(there)) == 6


def test_each_entry_is_told_in_a_sentence(playback, whole):
    assert len(playback.words) == len(whole.entries)
    assert all(words.endswith((".", "!", "?")) for words in playback.words)
    assert sum("Round 2 begins." in words for words in playback.words) == 1


def test_rounds_are_found(playback):
    numbers = [number for number, _ in playback.rounds]
    assert numbers == list(range(1, numbers[-1] + 1))
    for number, at in playback.rounds[1:]:
        assert playback.view(at, "table")["round"] == number
        assert playback.view(at - 1, "table")["round"] == number - 1
        assert (playback.round_at(at), playback.round_at(at - 1)) == (number, number - 1)


def test_when_the_game_is_over_every_seat_can_be_looked_at(playback):
    assert playback.audiences == ["table", "seat:0", "seat:1", "seat:2"]
    at, card = hand_of(playback, 1)
    assert playback.view(at, "seat:1") == game.view(playback.state(at), "seat:1")
    assert card in playback.view(at, "seat:1")["you"]["hand"]


@pytest.mark.rule("BHC-3.1-11")
def test_while_it_goes_on_only_the_table_is_shown(part):
    running = played_back(part)
    assert running.audiences == ["table"]
    for audience in ("seat:0", "seat:1", "everybody"):
        with pytest.raises(LocalSessionError):
            running.view(30, audience)


@pytest.mark.parametrize("at", [-1, 10**9])
def test_there_is_nothing_before_the_beginning_and_after_the_end(playback, at):
    with pytest.raises(LocalSessionError):
        playback.view(at, "table")


def test_the_first_entry_that_differs_is_named_and_the_rest_can_still_be_watched(part):
    entries = [replace(entry, digest="0" * 64) if entry.seq >= 30 else entry for entry in part.entries]
    found = played_back(replace(part, entries=entries))
    assert found.first_difference == 30
    assert found.verdict["words"].startswith("From entry 30 of ")
    assert found.verdict["more"] == ["Rules and content are the same, so the log itself was changed."]
    assert found.length == len(entries)


def test_where_the_rules_refuse_an_entry_the_playback_ends_before_it(part):
    entries = list(part.entries)
    entries[29] = replace(entries[29], action={"kind": "place", "seat": 0, "socket": "nowhere"})
    found = played_back(replace(part, entries=entries))
    assert (found.first_difference, found.length) == (30, 29)
    assert "refuse entry 30" in str(found.difference)
    assert found.audiences == ["table"]
    assert len(found.words) == len(entries)


@pytest.mark.parametrize(
    ("recorded", "words"),
    [
        ({"rules": "0" * 16}, "Its rules are of another version"),
        ({"content": "0" * 16}, "Its cards and numbers are not those"),
    ],
)
def test_other_rules_or_content_are_named_plainly(part, recorded, words):
    found = played_back(replace(part, fingerprint={**part.fingerprint, **recorded}))
    assert found.verdict["good"]
    assert [line for line in found.verdict["more"] if line.startswith(words)] == found.verdict["more"]


def test_a_setup_that_the_rules_refuse_is_said_at_once(part):
    record = replace(part.game, options={**OPTIONS, "planet": "nowhere"})
    found = played_back(replace(part, game=record))
    assert found.first_difference == 0
    assert "set up" in str(found.difference)
    with pytest.raises(LocalSessionError):
        found.view(0, "table")


def test_a_playthrough_is_short_and_compared_all_the_same(part):
    data = dump_brief(part)
    assert len(data) < 150 * len(part.entries)
    brief = load_game(data, "brief", None)
    assert played_back(brief).difference is None
    entries = [replace(entry, digest="f" * 16) if entry.seq == 12 else entry for entry in brief.entries]
    assert played_back(replace(brief, entries=entries)).first_difference == 12


def test_a_game_set_up_step_by_step_can_be_stepped_through_from_its_first_press():
    log = [
        ("tablet", {"kind": "setup", "level": "companion"}),
        ("tablet", {"kind": "setup", "mode": "semi"}),
        ("tablet", {"kind": "setup", "arc": True}),
        ("arc", {"kind": "tap", "piece": "manager/3"}),
        ("arc", {"kind": "tap", "piece": "manager/5"}),
    ]
    found = played_back(file_of({}, 5, log))
    assert found.difference is None
    assert found.rounds == []
    assert found.view(5, "table")["stage"] == "setup"
    assert game.view(found.state(5), "table")["setup"]["joined"][0]["name"] in found.words[3]


async def test_folding_beside_a_running_game_gives_way(whole, monkeypatch):
    turns = []
    monkeypatch.setattr(module.asyncio, "sleep", lambda delay: _noted(turns))
    made = module.Playback(game, whole)
    begun = time.process_time()
    await made.open()
    took_s = time.process_time() - begun
    assert made.difference is None
    assert len(turns) >= 2
    assert took_s < 5  # the budget for a game of 20 Rounds, on a busy machine


async def _noted(turns):
    turns.append(1)

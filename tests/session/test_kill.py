"""kill -9 of a companion at random moments: after the restart the game is there to the last confirmed action."""

import asyncio
import multiprocessing
import os
import random
import signal
import threading
from pathlib import Path

import kill_player
import pytest
import toy_game

from host.session.session import Session
from host.store.store import Store

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


@pytest.fixture
def processes(monkeypatch):
    """Fresh processes that have the imports behind them: a kill costs milliseconds, not a start of Python."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{FOLDER}")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kill_player"])
    return context


def play_and_kill(processes, path, chance):
    """Let a companion play and kill it at a random moment; returns what it confirmed: (game, revision, digest)."""
    here, there = processes.Pipe(duplex=False)
    player = processes.Process(target=kill_player.main, args=(path, chance.getrandbits(32), there))
    player.start()
    there.close()
    confirmed = [here.recv()]
    # A moment between two actions, within one, within a commit: the pipe is not read in step with the play.
    threading.Timer(chance.uniform(0, 0.06), player.kill).start()
    try:
        while True:
            confirmed.append(here.recv())
    except (EOFError, OSError):  # OSError: killed within a message, which then was not confirmed
        here.close()
    player.join()
    assert player.exitcode == -signal.SIGKILL
    return confirmed


async def look(path, revision):
    """The state now, and the digest that the log gave at `revision`."""
    store = Store.open(path)
    session = Session(store, toy_game)
    assert await session.resume()
    record, entries = await store.game(session.game_id), await store.entries(session.game_id)
    digests = [toy_game.digest(toy_game.setup(record.options, record.seed)), *(entry.digest for entry in entries)]
    there = digests[revision - session.revision - 1]
    found = (session.game_id, session.revision, session.digest, there)
    store.close()
    return found


def survive(processes, path, kills, seed):
    chance, played = random.Random(seed), 0
    for _ in range(kills):
        confirmed = play_and_kill(processes, path, chance)
        game_id, revision, digest = confirmed[-1]
        found_game, found_revision, found_digest, there = asyncio.run(look(path, revision))
        assert found_game == game_id
        assert there == digest, "the last confirmed state is in the log"
        # The action under way when the kill came may have been stored without having been confirmed.
        assert found_revision in (revision, revision + 1)
        if found_revision == revision:
            assert found_digest == digest
        played += len(confirmed) - 1
    return played


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_killed_companion_loses_no_confirmed_action(processes, tmp_path):
    assert survive(processes, tmp_path / "colony.db", kills=20, seed=1) > 50


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_companion_killed_at_200_random_moments_loses_no_confirmed_action(processes, tmp_path):
    played = survive(processes, tmp_path / "colony.db", kills=200, seed=2)
    assert played > 1000

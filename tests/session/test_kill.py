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

from host.session.session import Session
from host.store.store import Store

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")


@pytest.fixture
def processes(monkeypatch):
    """Fresh processes that have the imports behind them: a kill costs milliseconds, not a start of Python."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{FOLDER}")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kill_player"])
    return context


def play_and_kill(processes, title, path, chance):
    """Let a companion play and kill it at a random moment; returns what it confirmed: (game, revision, digest)."""
    here, there = processes.Pipe(duplex=False)
    player = processes.Process(target=kill_player.main, args=(title, path, chance.getrandbits(32), there))
    player.start()
    there.close()
    confirmed = [here.recv()]
    # A moment between two actions, within one, within a commit: the pipe is not read in step with the play.
    threading.Timer(chance.uniform(0, 0.08), player.kill).start()
    try:
        while True:
            confirmed.append(here.recv())
    except (EOFError, OSError):  # OSError: killed within a message, which then was not confirmed
        here.close()
    player.join()
    assert player.exitcode == -signal.SIGKILL
    return confirmed


async def look(title, path, game_id, revision):
    """What is there after a restart: (game, revision, digest), and the log's digest at `revision` of game `game_id`."""
    game, store = kill_player.TITLES[title], Store.open(path)
    session = Session(store, game)
    assert await session.resume()
    found = (session.game_id, session.revision, session.digest)
    if session.game_id != game_id:  # killed just after another game was begun
        store.close()
        return found, None
    record, entries = await store.game(game_id), await store.entries(game_id)
    digests = [game.digest(game.setup(record.options, record.seed)), *(entry.digest for entry in entries)]
    store.close()
    return found, digests[revision - session.revision - 1]


def survive(processes, title, path, kills, seed):
    """Kill `kills` times; returns how many actions were confirmed between the kills."""
    chance, played = random.Random(seed), 0
    for _ in range(kills):
        confirmed = play_and_kill(processes, title, path, chance)
        game_id, revision, digest = confirmed[-1]
        found, there = asyncio.run(look(title, path, game_id, revision))
        assert there in (digest, None), "the last confirmed state is in the log"
        # The action under way when the kill came may have been stored without having been confirmed.
        assert found[1] in (revision, revision + 1)
        if found[1] == revision:
            assert found == confirmed[-1]
        played += len(confirmed) - 1
    return played


@pytest.mark.parametrize("title", ["toy", "beyond_humanity"])
def test_a_killed_companion_loses_no_confirmed_action(processes, tmp_path, title):
    assert survive(processes, title, tmp_path / "colony.db", kills=10, seed=1) > 10


SHARES = [("toy", 100, 2), ("toy", 100, 3), *(("beyond_humanity", 50, seed) for seed in (2, 3, 4, 5))]


@pytest.mark.slow(20)
@pytest.mark.timeout(180)
@pytest.mark.parametrize(("title", "kills", "seed"), SHARES)
def test_a_companion_killed_at_200_random_moments_loses_no_confirmed_action(processes, tmp_path, title, kills, seed):
    """200 of each title, in shares that two workers can have."""
    assert survive(processes, title, tmp_path / "colony.db", kills, seed) > kills

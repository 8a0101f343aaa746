"""kill -9 of a companion at random moments: after the restart the game is there to the last confirmed action."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import toy_game

from host.session.session import Session
from host.store.store import Store

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


def play_and_kill(path, chance):
    """Let a companion play and kill it at a random moment; returns the last confirmed (game, revision, digest)."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{FOLDER}"}
    arguments = [sys.executable, str(FOLDER / "kill_player.py"), str(path), str(chance.getrandbits(32))]
    player = subprocess.Popen(arguments, stdout=subprocess.PIPE, env=environment)
    first = player.stdout.readline()
    assert first, "the player starts"
    # A moment between two actions, within one, within a commit: the pipe is not read in step with the play.
    threading.Timer(chance.uniform(0, 0.06), player.send_signal, [signal.SIGKILL]).start()
    lines = (first + player.stdout.read()).split(b"\n")[:-1]
    assert player.wait() == -signal.SIGKILL
    game_id, revision, digest = lines[-1].decode().split()
    return game_id, int(revision), digest, len(lines)


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


def survive(path, kills, seed):
    chance, played = random.Random(seed), 0
    for _ in range(kills):
        game_id, revision, digest, lines = play_and_kill(path, chance)
        found_game, found_revision, found_digest, there = asyncio.run(look(path, revision))
        assert found_game == game_id
        assert there == digest, "the last confirmed state is in the log"
        # The action under way when the kill came may have been stored without having been confirmed.
        assert found_revision in (revision, revision + 1)
        if found_revision == revision:
            assert found_digest == digest
        played += lines - 1
    return played


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_killed_companion_loses_no_confirmed_action(tmp_path):
    assert survive(tmp_path / "colony.db", kills=20, seed=1) > 50


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_companion_killed_at_200_random_moments_loses_no_confirmed_action(tmp_path):
    played = survive(tmp_path / "colony.db", kills=200, seed=2)
    assert played > 1000

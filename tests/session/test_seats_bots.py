"""Bots at the table: they act for their seats alone, through the session, and hold nobody up."""

import asyncio
import contextlib
import subprocess
import sys
from subprocess import DEVNULL, PIPE
from types import SimpleNamespace

import psutil
import pytest

from host.session import bots
from host.session.bots import BotTable, choose
from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import game

OPTIONS = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e", "level": "referee"}
DOWN = SimpleNamespace(words="The ARC is not connected.", connected=False)


@pytest.fixture
def store(tmp_path):
    opened = Store.open(tmp_path / "colony.db")
    yield opened
    opened.close()


async def begun(store, seats, **options):
    session = Session(store, game)
    session.on_link_state(DOWN)  # at referee level no ARC is needed
    outcome = await session.new_game({**OPTIONS, "seats": seats, **options}, seed=9)
    assert outcome.ok, outcome.sentence
    return session


@contextlib.asynccontextmanager
async def playing(session, **times):
    table = BotTable(session, **{"pause_s": 0.0, "grace_s": 0.0, **times})
    task = asyncio.create_task(table.run())
    try:
        yield table
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(session, holds):
    """Wait for news until something holds."""
    news = asyncio.Event()
    stop = session.subscribe(news.set)
    try:
        async with asyncio.timeout(60):
            while not holds():
                news.clear()
                await news.wait()
    finally:
        stop()


async def log_of(session, store):
    return [(entry.actor, entry.action) for entry in await store.entries(session.game_id)]


async def test_bots_alone_play_without_an_arc_and_without_a_browser(store):
    session = await begun(store, {"0": "random", "1": "greedy", "2": "random"})
    async with playing(session):
        await until(session, lambda: session.revision > 40)
    actors = {(action["seat"], actor) for actor, action in await log_of(session, store)}
    assert actors == {(0, "bot:random"), (1, "bot:greedy"), (2, "bot:random")}
    await session.close()


async def test_a_bot_waits_for_a_person_and_never_acts_for_one(store):
    session = await begun(store, {"0": "person", "1": "random", "2": "random"})
    async with playing(session):
        for _ in range(4):
            await until(session, lambda: session.to_act == [0])
            before = session.revision
            for _ in range(20):
                await asyncio.sleep(0)
            assert session.revision == before, "the person has all the time of the world"
            action = next(a for a in session.view("seat:0")["you"]["actions"] if a["kind"] != "undo")
            assert (await session.act(action, session.revision, "seat:0")).ok
    assert {actor for actor, action in await log_of(session, store) if action["seat"] == 0} == {"seat:0"}
    await session.close()


async def test_a_bot_sees_the_view_of_its_seat_only(store, monkeypatch):
    seen = []

    def look(game_id, name, seat, view, actions):
        assert view["you"]["seat"] == seat
        seen.append((name, seat, {action["seat"] for action in actions}))
        assert all(action["kind"] != "undo" for action in actions)
        return actions[0]

    monkeypatch.setattr(bots, "choose", look)
    session = await begun(store, {"0": "random", "1": "greedy", "2": "random"})
    async with playing(session):
        await until(session, lambda: session.revision > 12)
    names = ["random", "greedy", "random"]
    assert seen
    assert all(name == names[seat] and seats == {seat} for name, seat, seats in seen)
    await session.close()


@pytest.mark.parametrize("mistake", [lambda *_: 1 / 0, lambda *_: {"kind": "next", "seat": 0}])
async def test_a_bot_that_fails_is_replaced_by_a_guess_and_players_are_told_once(store, monkeypatch, mistake):
    monkeypatch.setattr(bots, "choose", mistake)
    session, told = await begun(store, {"0": "random", "1": "greedy", "2": "random"}), []
    async with playing(session) as table:
        table.on_trouble = told.append
        await until(session, lambda: session.revision > 10)
    assert len(told) == 1
    assert "mistake of ours" in told[0]
    await session.close()


def test_a_bot_is_the_same_one_during_a_game_and_another_in_the_next(monkeypatch):
    made = []

    class Counting:
        def choose(self, view, actions):
            return actions[0]

    monkeypatch.setattr("shared_rules.beyond_humanity.bots.make", lambda name, seed: made.append(seed) or Counting())
    monkeypatch.setattr(bots, "_PLAYERS", {})
    for game_id in ("one", "one", "two"):
        for seat in (0, 1):
            assert choose(game_id, "greedy", seat, {}, [{"kind": "next"}]) == {"kind": "next"}
    assert len(made) == len(set(made)) == 4


async def test_bots_pause_so_that_people_can_follow(store):
    session = await begun(store, {"0": "person", "1": "random", "2": "random"})
    async with playing(session, pause_s=3600.0, grace_s=7200.0):
        for _ in range(20):
            await asyncio.sleep(0)
    assert [entry for entry in await store.entries(session.game_id) if entry.actor.startswith("bot")] == []
    await session.close()


@pytest.mark.slow
async def test_thinking_in_another_process_leaves_the_loop_free(store):
    session = await begun(store, {"0": "person", "1": "lookahead", "2": "person"})
    longest, running = 0.0, True

    async def tick():
        nonlocal longest
        loop = asyncio.get_running_loop()
        while running:
            before = loop.time()
            await asyncio.sleep(0.005)
            longest = max(longest, loop.time() - before)

    ticking = asyncio.create_task(tick())
    async with playing(session) as table:
        table.on_trouble = pytest.fail
        await until(session, lambda: 1 not in session.to_act)
    running = False
    await ticking
    assert longest < 0.5, f"the loop stood still for {longest:.3f} s"
    assert ("bot:lookahead", 1) in [(actor, action["seat"]) for actor, action in await log_of(session, store)]
    await session.close()


THINKER = """
import os, signal, sys
from host.session.bots import BotTable
pool = BotTable(None)._processes()
deaf = pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
print(pool.submit(os.getpid).result(), deaf, flush=True)
sys.stdin.read()
"""


def test_a_thinking_process_leaves_ctrl_c_to_the_companion_and_ends_with_it():
    """given a companion that is killed: its bots' process must not stay behind, nor Ctrl-C end in a traceback"""
    companion = subprocess.Popen([sys.executable, "-c", THINKER], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True)
    pid, deaf = companion.stdout.readline().split()
    thinker = psutil.Process(int(pid))
    companion.kill()
    companion.communicate()
    assert deaf == "True"
    assert psutil.wait_procs([thinker], timeout=10)[1] == []

"""Bots at the table: one task that acts for the seats that a bot plays, through the session like everybody else.

Theory: the task looks whenever the session has news. If a bot's seat has to choose, it waits for a pause that people
can follow, lets the bot choose from that seat's view and actions alone, and acts at the revision at which it looked:
if the game has moved on meanwhile, the press is stale and the task looks again.

Rule 1: a bot gets what its seat may see and nothing else (`view(state, "seat:N")`).
Rule 2: thinking never holds the event loop: quick bots think in a thread, slow ones in a process of their own.
Rule 3: a bot that fails is replaced by a random legal choice for that move, and players are told once.
Rule 4: a bot stays the same one during a game, so that it remembers its plans; after a restart it begins anew.
"""

import asyncio
import functools
import logging
import multiprocessing
import os
import random
import signal
import threading
import traceback
import zlib
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from host.session.seats import PERSON
from host.session.session import Session

log = logging.getLogger(__name__)

PAUSE_S = 0.8  # between two moves of bots: time to read what happened
GRACE_S = 2.5  # after a person's move that UNDO could take back: time to press it
SLOW = frozenset({"lookahead"})
RETRY_S = 2.0  # after a move that could not be stored
THINK_S = 30.0  # who thinks longer has lost the thread
PLAYERS_MAX = 8  # bots that are remembered: more than sit at a table

View = dict[str, Any]
Action = dict[str, Any]


_PLAYERS: dict[tuple[str, str, int], Any] = {}  # game, name, seat -> the bot; in a process of its own, that process's


def choose(game_id: str, name: str, seat: int, view: View, actions: list[Action]) -> Action:
    """One choice of a bot; runs in a thread or in another process."""
    key = (game_id, name, seat)
    if key not in _PLAYERS:
        from shared_rules.beyond_humanity import bots

        while len(_PLAYERS) >= PLAYERS_MAX:
            del _PLAYERS[next(iter(_PLAYERS))]
        _PLAYERS[key] = bots.make(name, zlib.crc32(f"{game_id}/{seat}".encode()))
    chosen: Action = _PLAYERS[key].choose(view, actions)
    return chosen


def _belong_to_parent() -> None:
    """In a process of its own: Ctrl-C is for the companion, whose end, however sudden, is this process's end too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_it() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=end_with_it, name="ends with parent", daemon=True).start()


class BotTable:
    """Plays the bots' seats of whatever game is loaded. `pause_s` can be changed while it runs."""

    def __init__(self, session: Session, pause_s: float = PAUSE_S, grace_s: float = GRACE_S) -> None:
        self.pause_s = pause_s
        self.grace_s = grace_s
        self.on_trouble: Callable[[str], None] = log.warning
        self._session = session
        self._wake = asyncio.Event()
        self._pool: Executor | None = None
        self._last_was_bot = False
        self._told = False

    async def run(self) -> None:
        """Play until cancelled."""
        stop = self._session.subscribe(self._wake.set)
        self._wake.set()
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while await self._tried():
                    pass
        finally:
            stop()
            self._drop_processes()

    def next_bot(self) -> tuple[int, str] | None:
        """(seat, bot's name) of the bot that has to choose now."""
        players = self._session.players
        for seat in self._session.to_act if players else ():
            if players[seat] != PERSON:
                return seat, players[seat]
        return None

    async def _tried(self) -> bool:
        """`_moved`, and the table goes on whatever comes of it."""
        try:
            return await self._moved()
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__))  # without its text, which may quote a state
            log.error("the bots stumbled (%s):\n%s", type(error).__name__, where)
            await asyncio.sleep(RETRY_S)
            return True

    async def _moved(self) -> bool:
        """Let one bot choose; False when none has to."""
        found = self.next_bot()
        if found is None:
            self._last_was_bot = False
            return False
        await self._pause()
        if self.next_bot() != found:
            return True
        seat, name = found
        revision = self._session.revision
        view = self._session.view(f"seat:{seat}") or {}
        actions = [action for action in view["you"]["actions"] if action["kind"] != "undo"]
        if not actions:
            return False
        action = await self._chosen(name, seat, view, actions)
        outcome = await self._session.act(action, revision, f"bot:{name}")
        self._last_was_bot = outcome.ok
        if not outcome.ok and outcome.code != "stale":
            log.warning("the bot %s could not act: %s", name, outcome.sentence)
            await asyncio.sleep(RETRY_S)
        return True

    async def _pause(self) -> None:
        """Wait as long as people need to follow, or to take their own move back."""
        pause_s = self.pause_s
        if pause_s and not self._last_was_bot and (self._session.view("table") or {}).get("undo"):
            pause_s = max(pause_s, self.grace_s)
        if pause_s > 0:
            await asyncio.sleep(pause_s)
        else:
            await asyncio.sleep(0)  # presses come between two moves

    async def _chosen(self, name: str, seat: int, view: View, actions: list[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        think = functools.partial(choose, self._session.game_id or "", name, seat, view, actions)
        try:
            async with asyncio.timeout(THINK_S):
                if name in SLOW:
                    action = await asyncio.get_running_loop().run_in_executor(self._processes(), think)
                else:
                    action = await asyncio.to_thread(think)
            if action in actions:
                return action
            log.error("the bot %s chose what is not allowed", name)
        except Exception as error:
            # Our mistake in a bot must not stop an evening's game; the text of the error may quote hidden values.
            log.error("the bot %s failed: %s", name, type(error).__name__)
            if isinstance(error, (BrokenProcessPool, TimeoutError)):
                self._drop_processes()
        self._trouble(name)
        return random.choice(actions)

    def _drop_processes(self) -> None:
        """Begin anew with another process; what the old one still thinks about is nobody's business."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _trouble(self, name: str) -> None:
        if not self._told:
            self._told = True
            self.on_trouble(f"The bot “{name}” had to guess: this is a mistake of ours.")

    def _processes(self) -> Executor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")  # a fork would copy the web server's sockets
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=spawn, initializer=_belong_to_parent)
        return self._pool

"""The companion's one connection to the ARC: looks for it, greets it, serves the session, and starts again, for ever.

Theory of operation. `run` is a loop over one try: ask the opener where an ARC may be, open and greet the places one
by one, serve the first that answers until its session ends, let go of the port, pause, look anew. A pause doubles with
each failure in a row. Between tries nothing runs, so an unplugged ARC costs no CPU.

Rule 1: nothing but cancelling (or `stop`) ends `run`; a mistake of ours in a session is logged and costs that session.
Rule 2: the old port is closed before the next look, or the board would come back under another name (B115).
Rule 3: players always see in words what is awaited.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from host.link.commands import Result
from host.link.connection import Connection, OnReport
from host.link.console import RESTART_KEYS
from host.link.errors import (
    ConsoleNoticed,
    LinkError,
    LocalLinkError,
    NoAnswer,
    NotConnected,
    PortMissing,
    ProtocolMismatch,
    TransportClosed,
)
from host.link.intake import OnEvent
from host.link.state import START, LinkPhase, LinkState, Welcome
from host.link.timing import CONSOLE_RESTARTS, LinkTiming
from host.link.transport import Candidate, Opener

LOG = logging.getLogger(__name__)

RESTARTING = "The program of the ARC had stopped. The companion restarts it."
RELEASED_WORDS = "The ARC's port is left to another program for now."

# What a board says whose program does not run, or is not this companion's.
ANOTHER_PROGRAM = (ConsoleNoticed, ProtocolMismatch)

OnState = Callable[[LinkState], None]


def _ignore_state(state: LinkState) -> None:
    LOG.debug("%s", state.words)


def _ignore_report(name: str, fields: dict[str, Any]) -> None:
    LOG.debug("%s %s", name, fields)


class ArcClient:
    """Keeps a session with the ARC.

    `opener` says where to look. `await on_event(event)` must have committed the event when it returns (only then it is
    acknowledged) and must ignore a (boot, seq) that it has already. `on_state` gets each new LinkState at once.
    `on_report` gets NOTE and STATUS. All run in the event loop of `run`.
    """

    def __init__(
        self,
        opener: Opener,
        on_event: OnEvent,
        on_state: OnState = _ignore_state,
        on_report: OnReport = _ignore_report,
        *,
        timing: LinkTiming | None = None,
    ) -> None:
        self.state = START
        self.status: dict[str, Any] = {}  # the newest STATUS of this session
        self.sessions = 0  # opened since the start
        self._opener = opener
        self._on_event = on_event
        self._on_state = on_state
        self._on_report = on_report
        self._timing = timing or LinkTiming()
        self._connection: Connection | None = None
        self._committed: dict[int, int] = {}
        self._current: Connection | None = None  # the same, or the one being greeted
        self._changed = asyncio.Event()  # the state changed
        self._wake = asyncio.Event()  # cuts a pause short
        self._released = False
        self._opened_s: float | None = None
        self._stopped: str | None = None  # LinkState.stopped
        self._last_port = ""  # tried first: a mute neighbour costs a whole greeting
        self._restarts = 0
        self._failures = 0

    # -- for the companion -----------------------------------------------------------------------------------------

    async def command(self, name: str, deadline_s: float | None = None, **fields: Any) -> Result:
        """Let the ARC carry out a command of `messages.py`; `session` and `command` are filled in.

        Raises NotConnected, CommandQueueFull, CommandTimeout, LinkLost (it may or may not have been carried out);
        LinkMisuse for fields that the table does not allow.
        """
        if self._connection is None:
            raise NotConnected
        result = await self._connection.command(name, deadline_s, **fields)
        if name == "SERVICE" and result.ok:
            await self.release()  # what comes now is the console, for mpremote
        return result

    async def wait_connected(self, timeout_s: float) -> Welcome:
        """Wait until a session is open. Raises NotConnected after `timeout_s`."""
        try:
            async with asyncio.timeout(timeout_s):
                while self.state.arc is None:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise NotConnected from None
        return self.state.arc

    async def release(self) -> None:
        """Let go of the port for another program (`colony flash arc`), until `resume`."""
        self._released = True
        self._show(LinkPhase.RELEASED, RELEASED_WORDS)
        self._wake.set()
        if self._current is not None:
            await self._current.close()

    def resume(self) -> None:
        """Look for the ARC again after `release`."""
        if self._released:
            self._released, self._failures = False, 0
            self._show(LinkPhase.LOOKING, START.words)
        self._wake.set()

    @property
    def connection(self) -> Connection | None:
        """The open session, for its counters; None while there is none."""
        return self._connection

    # -- supervision -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Keep the connection until cancelled."""
        try:
            while True:
                pause_s = None if self._released else await self._try_once()
                await self._pause(None if self._released else pause_s)
        finally:
            self._show(LinkPhase.STOPPED, "The companion has let go of the ARC.")

    async def _pause(self, duration_s: float | None) -> None:
        """None: until `resume`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(duration_s):
                await self._wake.wait()
        self._wake.clear()

    async def _try_once(self) -> float:
        """One look, one session at most; the pause before the next."""
        try:
            found = await self._opener.find()
            if self._stopped not in [candidate.name for candidate in found.candidates]:
                self._stopped = None
            if not found.candidates:
                self._failures = 0
                self._show(LinkPhase.LOOKING, found.words)
                return self._timing.look_pause_s
            await self._serve_first(list(found.candidates))
        except LinkError as error:
            if self._lasted():
                self._failures = 0
            return self._failed(error, str(error))
        except Exception as error:
            LOG.exception("a mistake of ours ended the session")
            return self._failed(error, f"The companion made a mistake ({error}) and connects again.")
        return 0.0

    def _lasted(self) -> bool:
        """Whether a session was open long enough to call this failure a new one."""
        opened_s, self._opened_s = self._opened_s, None
        return opened_s is not None and asyncio.get_running_loop().time() - opened_s > self._timing.retry_most_s

    def _failed(self, error: Exception, words: str) -> float:
        LOG.info("%s", error)
        self._show(LinkPhase.WAITING, words)
        if isinstance(error, ProtocolMismatch):
            return self._timing.retry_mismatch_s
        pause_s: float = self._timing.retry_first_s * 2 ** min(self._failures, 10)
        self._failures += 1
        return min(pause_s, self._timing.retry_most_s)

    async def _serve_first(self, candidates: list[Candidate]) -> None:
        """Serve the first candidate that greets. Always raises: how its session ended, or why none greeted."""
        reasons: list[LinkError] = []
        for candidate in sorted(candidates, key=lambda place: place.name != self._last_port):
            self._show(LinkPhase.TRYING, f"Trying {candidate.name}.", candidate.name, quiet=bool(self._failures))
            try:
                await self._greet_and_serve(candidate)
            except LinkError as error:
                if self.state.connected:
                    raise self._ended(error) from error
                reasons.append(error)
                if isinstance(error, ANOTHER_PROGRAM):
                    self._stopped = candidate.name
                elif self._stopped == candidate.name:
                    self._stopped = None
        raise _most_telling(reasons)

    async def _greet_and_serve(self, candidate: Candidate) -> None:
        transport = await candidate.open()
        connection = Connection(transport, self._on_event, self._report, timing=self._timing, committed=self._committed)
        self._current = connection
        try:
            if self._released:  # while the port was being opened
                raise TransportClosed(RELEASED_WORDS)
            welcome = await connection.greet()
            self._opened(connection, welcome)
            await connection.serve()
        except ConsoleNoticed as error:
            if not await self._restart_program(connection):
                raise
            raise ConsoleNoticed(transport.name, error.text, RESTARTING) from error
        finally:
            self._connection = self._current = None
            await connection.close()

    def _opened(self, connection: Connection, welcome: Welcome) -> None:
        self._connection, self._stopped = connection, None
        self.sessions += 1
        self.status = {}
        self._opened_s = asyncio.get_running_loop().time()
        # One boot at a time: older boots cannot come back, so their numbers need not be kept.
        for boot in [boot for boot in self._committed if boot != welcome.boot]:
            del self._committed[boot]
        self._last_port = name = connection.transport.name
        self._show(LinkPhase.CONNECTED, f"Talking to the ARC on {name}.", name, welcome)

    def _ended(self, error: LinkError) -> LinkError:
        """The same end in the words of the table: players pull cables, not transports."""
        if isinstance(error, TransportClosed):
            return TransportClosed("The ARC's cable was pulled, or it was switched off. Waiting for it to come back.")
        return error

    async def _restart_program(self, connection: Connection) -> bool:
        """Type the restart at the board's prompt; False after too many times."""
        if self._restarts >= CONSOLE_RESTARTS:
            return False
        self._restarts += 1
        LOG.warning("restarting the program of the ARC on %s", connection.transport.name)
        await connection.send_keys(RESTART_KEYS)
        return True

    def _report(self, name: str, fields: dict[str, Any]) -> None:
        if name == "STATUS":
            self.status = fields
            self._restarts = 0  # five seconds of health: an older stop does not count any more
        self._on_report(name, fields)

    def _show(
        self, phase: LinkPhase, words: str, port: str | None = None, arc: Welcome | None = None, quiet: bool = False
    ) -> None:
        """`quiet`: during retries the reason of the last failure says more than "Trying ..."."""
        if self._released and phase is not LinkPhase.STOPPED:
            phase, words, port, arc, quiet = LinkPhase.RELEASED, RELEASED_WORDS, None, None, False
        state = LinkState(phase, self.state.words if quiet else words, port, arc, self._stopped)
        if state != self.state:
            self.state = state
            self._changed.set()
            self._on_state(state)


def _most_telling(reasons: list[LinkError]) -> LinkError:
    """Of several ports that failed: a wrong version before a port we may not use, before mere silence."""
    order = (ProtocolMismatch, ConsoleNoticed, LocalLinkError, TransportClosed, NoAnswer, PortMissing)
    for kind in order:
        for reason in reasons:
            if isinstance(reason, kind) and not (kind is LocalLinkError and isinstance(reason, PortMissing)):
                return reason
    return reasons[0]

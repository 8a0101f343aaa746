"""One session with an ARC over one transport, from HELLO to its end.

Theory of operation. `greet` sends one delimiter and HELLO with a fresh session id; whatever comes before the WELCOME
of that id is old and dropped. `serve` then runs three tasks until one fails: the reader is the only place that reads
and that hands out answers; the beater sends heartbeats and counts the ARC's; the committer (`intake.py`) gives events
to the store and acknowledges them. Whatever ends the session, it ends here, once, as one LinkError.

Rule 1: a frame of another session is ignored. Rule 2: no wait without a deadline, no queue without a bound.
Rule 3: a damaged frame or an unknown message is counted and dropped; resending heals it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Any

from host.link.commands import CommandDesk, Result
from host.link.console import PROBE_KEYS, ConsoleWatch
from host.link.counters import Counters
from host.link.errors import (
    ArcDeaf,
    ArcRestarted,
    ArcSilent,
    ConsoleNoticed,
    LinkError,
    LinkLost,
    LinkMisuse,
    NoAnswer,
    NotConnected,
)
from host.link.greeting import check_catalogue, check_versions, hello_packet, new_session
from host.link.intake import EventIntake, OnEvent
from host.link.packets import unpack_packet
from host.link.state import Welcome
from host.link.timing import MISSED_BEATS, LinkTiming
from host.link.transport import Transport
from shared_rules.wire.errors import WireError
from shared_rules.wire.frames import DELIMITER, FrameDecoder, encode_frame
from shared_rules.wire.messages import PACKET_BYTES, pack

LOG = logging.getLogger(__name__)
_U32 = 0xFFFFFFFF

OnReport = Callable[[str, dict[str, Any]], None]


class Phase(Enum):
    """Where a connection stands; it only moves downwards."""

    NEW = "new"  # the transport is open, nothing was sent
    GREETING = "greeting"  # HELLO goes out again and again; all but our WELCOME is dropped
    READY = "ready"  # greeted, `serve` not yet called; events that came behind the WELCOME wait
    OPEN = "open"  # beats, commands and events flow
    CLOSED = "closed"  # for good


def _ignore_report(name: str, fields: dict[str, Any]) -> None:
    LOG.debug("%s %s", name, fields)


class Connection:
    """One session. `greet`, then `serve`; `command` from any task while `serve` runs; `close` at the end.

    `on_event` must have committed the event when it returns and must itself ignore a (boot, seq) that it has.
    `on_report` gets NOTE and STATUS. `committed` maps boot to the last event known to be committed.
    """

    def __init__(
        self,
        transport: Transport,
        on_event: OnEvent,
        on_report: OnReport = _ignore_report,
        *,
        timing: LinkTiming | None = None,
        committed: dict[int, int] | None = None,
        session: int | None = None,
    ) -> None:
        self.transport = transport
        self.phase = Phase.NEW
        self.session = new_session() if session is None else session
        self.counters = Counters()
        self._on_report = on_report
        self._timing = timing or LinkTiming()
        self._decoder = FrameDecoder(PACKET_BYTES)
        self._console = ConsoleWatch()
        self._inbox: deque[bytes] = deque()  # packets decoded, not yet looked at
        self._welcome: Welcome | None = None
        self._heard = True
        known = {} if committed is None else committed
        self._intake = EventIntake(self.session, on_event, self._acknowledge, known, self._timing, self.counters)
        self._desk = CommandDesk(self.session, self._write, self._timing)

    # -- greeting --------------------------------------------------------------------------------------------------

    async def greet(self) -> Welcome:
        """Open the session. Raises ProtocolMismatch, NoAnswer, ConsoleNoticed, ArcDeaf, TransportClosed."""
        self._require(Phase.NEW)
        self.phase = Phase.GREETING
        timing = self._timing
        hello = encode_frame(hello_packet(self.session))
        for attempt in range(math.ceil(timing.hello_deadline_s / timing.hello_retry_s)):
            await self._write((PROBE_KEYS if attempt else b"") + DELIMITER + hello)
            try:
                async with asyncio.timeout(timing.hello_retry_s):
                    welcome = await self._read_welcome()
            except TimeoutError:
                continue
            check_catalogue(welcome)
            self._welcome = welcome
            self._intake.open(welcome.boot, welcome.first)
            self.phase = Phase.READY
            return welcome
        name = self.transport.name
        raise NoAnswer(f"Nothing answers like an ARC on {name}. Is its program there? `colony flash arc` installs it.")

    async def _read_welcome(self) -> Welcome:
        while True:
            while self._inbox:
                packet = self._inbox.popleft()
                check_versions(packet)
                name, fields = self._unpack(packet)
                if name == "WELCOME" and fields["session"] == self.session:
                    return Welcome(**fields)
                self.counters.foreign += 1
            await self._read_packets()

    # -- serving ---------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Run the session until it fails; always raises the LinkError that ended it (or CancelledError)."""
        self._require(Phase.READY)
        self.phase = Phase.OPEN
        works = (self._read_for_ever, self._beat_for_ever, self._intake.commit_for_ever)
        tasks = [asyncio.create_task(work()) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Not a TaskGroup: one whose task fails while its owner is being cancelled swallows the cancelling.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._end()
        next(task for task in tasks if task in done).result()

    async def close(self) -> None:
        """End the session and let go of the port. Never raises."""
        self._end()
        await self.transport.close()

    def _end(self) -> None:
        self.phase = Phase.CLOSED
        self._desk.close(LinkLost("The connection to the ARC ended before it answered."))

    async def _read_for_ever(self) -> None:
        while True:
            while self._inbox:
                name, fields = self._unpack(packet := self._inbox.popleft())
                if name:
                    await self._dispatch(name, fields, packet)
            await self._read_packets()

    async def _read_packets(self) -> None:
        data = await self.transport.read()
        text = self._console.feed(data)
        if text is not None:
            LOG.warning("%s shows the MicroPython console:\n%s", self.transport.name, text)
            raise ConsoleNoticed(self.transport.name, text)
        self._inbox.extend(self._decoder.feed(data))
        self.counters.dropped = self._decoder.errors

    def _unpack(self, packet: bytes) -> tuple[str, dict[str, Any]]:
        self.counters.frames += 1
        try:
            name, fields = unpack_packet(packet)
        except WireError as error:
            self.counters.refused += 1
            LOG.info("%s sent what is no message: %s", self.transport.name, error)
            return "", {}
        return name, fields

    async def _dispatch(self, name: str, fields: dict[str, Any], packet: bytes) -> None:
        if "seq" in fields:
            await self._intake.take(name, fields, packet)
        elif name in ("NOTE", "STATUS"):
            self._on_report(name, fields)
        elif fields.get("session") != self.session:
            self.counters.foreign += 1
        else:
            # Only these prove that the ARC still has our session: NOTE and STATUS name none.
            self._heard = True
            self._answered(name, fields)

    def _answered(self, name: str, fields: dict[str, Any]) -> None:
        if name == "RESULT":
            if not self._desk.answer(fields["command"], fields["code"], fields["value"]):
                self.counters.late += 1
        elif name == "WELCOME" and self._welcome and fields["boot"] != self._welcome.boot:
            raise ArcRestarted(f"The ARC restarted ({fields['reset']}).")

    # -- heartbeats ------------------------------------------------------------------------------------------------

    async def _beat_for_ever(self) -> None:
        loop = asyncio.get_running_loop()
        missed = 0
        while missed < MISSED_BEATS:
            await self._send("BEAT", uptime_ms=int(loop.time() * 1000) & _U32)
            self._heard = False
            await asyncio.sleep(self._timing.beat_s)
            missed = 0 if self._heard else missed + 1
        raise ArcSilent(f"The ARC on {self.transport.name} has gone silent.")

    # -- sending ---------------------------------------------------------------------------------------------------

    async def command(self, name: str, deadline_s: float | None = None, **fields: Any) -> Result:
        """Let the ARC carry out a command and wait for its answer, `deadline_s` at most from its turn on.

        Raises NotConnected, CommandQueueFull, CommandTimeout, LinkLost; LinkMisuse for fields outside the table.
        """
        if self.phase is not Phase.OPEN:
            raise NotConnected
        return await self._desk.run(name, fields, deadline_s)

    async def send_keys(self, keys: bytes) -> None:
        """Type at the board's console, best effort: the session is over when this is needed."""
        with contextlib.suppress(LinkError):
            await self._write(keys)

    async def _acknowledge(self, boot: int, seq: int) -> None:
        await self._send("EVENT_ACK", boot=boot, seq=seq)

    async def _send(self, name: str, **fields: int) -> None:
        await self._write(encode_frame(pack(name, session=self.session, **fields)))

    async def _write(self, data: bytes) -> None:
        try:
            async with asyncio.timeout(self._timing.write_deadline_s):
                await self.transport.write(data)
        except TimeoutError as error:
            raise ArcDeaf(f"The ARC on {self.transport.name} takes no data any more.") from error

    def _require(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise LinkMisuse(f"our own mistake: the connection is {self.phase.value}, not {phase.value}")

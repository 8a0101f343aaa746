"""Events on their way into the store: taken in order, committed one after the other, acknowledged after that.

Theory: the reader calls `take`, which never waits for the store: it queues the next event, has a committed one
acknowledged again, and drops the rest, because the ARC sends it again (`events.py`). `commit_for_ever` is the only
place that calls the store.

Rule 1: an acknowledgement follows its commit. Rule 2: a full queue drops; the ARC's journal is the buffer.
Rule 3: a commit that has begun is finished even when the session ends: half a commit would leave the companion's memory
behind its store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from host.link.counters import Counters
from host.link.errors import CommitFailed, EventsMissing
from host.link.events import ArcEvent, OrderBook, Place, serial_diff
from host.link.timing import EVENT_QUEUE, LinkTiming

LOG = logging.getLogger(__name__)

OnEvent = Callable[[ArcEvent], Coroutine[Any, Any, None]]
Acknowledge = Callable[[int, int], Awaitable[None]]


class EventIntake:
    """The events of one session.

    `known` maps boot to the last event committed by this process, in whatever session; it is kept up to date here.
    `acknowledge(boot, seq)` sends the cumulative acknowledgement.
    """

    def __init__(
        self,
        session: int,
        on_event: OnEvent,
        acknowledge: Acknowledge,
        known: dict[int, int],
        timing: LinkTiming,
        counters: Counters,
    ) -> None:
        self._session = session
        self._on_event = on_event
        self._send_ack = acknowledge
        self._known = known
        self._timing = timing
        self._counters = counters
        self._book = OrderBook(0, 1)
        self._queue: asyncio.Queue[ArcEvent] = asyncio.Queue(EVENT_QUEUE)
        self._gap_since_s: float | None = None

    def open(self, boot: int, first: int) -> None:
        """The ARC has said who it is and which event is its oldest unacknowledged one."""
        self._book = OrderBook(boot, first)

    async def take(self, name: str, fields: dict[str, Any], packet: bytes) -> None:
        """An event has arrived. Raises EventsMissing when an earlier one stays away."""
        boot, seq = fields["boot"], fields["seq"]
        if boot != self._book.boot:
            self._counters.foreign += 1
            return
        place = self._book.place(seq)
        if place is Place.NEXT and not self._queue.full():
            self._gap_since_s = None
            self._book.take(seq)
            self._queue.put_nowait(ArcEvent(name, boot, seq, self._session, fields, packet))
        elif place is Place.COMMITTED:
            self._counters.duplicates += 1
            await self._acknowledge()
        elif place is Place.GAP:
            self._note_gap(seq)

    def _note_gap(self, seq: int) -> None:
        self._counters.gaps += 1
        now_s = asyncio.get_running_loop().time()
        if self._gap_since_s is None:
            self._gap_since_s = now_s
        elif now_s - self._gap_since_s > self._timing.gap_deadline_s and self._queue.empty():
            raise EventsMissing(f"The ARC sent event {seq}, but not the one after {self._book.committed}.")

    async def commit_for_ever(self) -> None:
        """Commit and acknowledge what was taken. Raises CommitFailed."""
        while True:
            event = await self._queue.get()
            known = self._known.get(event.boot)
            # An earlier session of this process may have committed it and lost the acknowledgement.
            if known is None or serial_diff(event.seq, known) > 0:
                await self._commit(event)
            self._book.commit(event.seq)
            await self._acknowledge()

    async def _commit(self, event: ArcEvent) -> None:
        work = asyncio.ensure_future(self._on_event(event))
        try:
            await asyncio.wait((work,), timeout=self._timing.commit_deadline_s)
        except asyncio.CancelledError:
            await asyncio.wait((work,), timeout=self._timing.commit_deadline_s)
            if _failure_of(work) is None:
                self._known[event.boot] = event.seq
            raise
        finally:
            work.cancel()
        error = _failure_of(work)
        if error is not None:
            LOG.error("event %s %d/%d was not committed", event.name, event.boot, event.seq, exc_info=error)
            words = f"What happened on the table could not be saved ({error}). It is tried again."
            raise CommitFailed(words) from error
        self._known[event.boot] = event.seq

    async def _acknowledge(self) -> None:
        await self._send_ack(self._book.boot, self._book.committed)


def _failure_of(work: asyncio.Future[None]) -> BaseException | None:
    """Why a commit did not come about; None when it did."""
    if not work.done():
        return TimeoutError("no answer from the store")
    return asyncio.CancelledError("given up") if work.cancelled() else work.exception()

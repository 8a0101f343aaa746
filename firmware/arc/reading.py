"""The reader's task: polls, tells taps from lifts, reads the piece id of a fresh tag, reports the reader's faults.

Rule 1: a tap is told when its piece id has been read. A tag pulled away in mid read is no tap: it is refused by light.
A tag that lies there when the ARC starts is refused by light as well: nobody knows when it was laid.
Rule 2: a read that fails while the tag stays is tried again, `READ_TRIES` times; then the tap goes out by UID alone.
"""

from firmware.drivers.pn532_errors import ReaderError
from firmware.drivers.pn532_tags import read_piece
from firmware.drivers.pn532_watch import POLL_MS, ReaderWatch
from firmware.drivers.taps import LIFT, MANY, MISSES, RESTS, TAP, TapTracker
from shared_rules.catalog import PART_READER, VERDICT_REFUSED
from shared_rules.compat import const, sleep_ms

READ_TRIES = const(3)
_PIECE_LETTERS = const(40)  # of the TAP message


class ReaderTask:
    """`reader` is a Pn532, `app` the ArcApp."""

    def __init__(self, reader, app, now):
        self._reader = reader
        self._app = app
        self._watch = ReaderWatch(reader, now)
        self._tracker = TapTracker(settle=MISSES)
        self._fault = 0
        self._fresh = None  # tapped, piece id not read yet
        self._tries = 0

    async def run(self):
        """Poll for ever."""
        while True:
            self._app.beat("reader")
            await self._take(await self._watch.step())
            self._report()
            await sleep_ms(POLL_MS)

    async def _take(self, targets):
        for event in self._tracker.update(targets):
            kind, what = event
            if kind == TAP:
                self._fresh, self._tries = what, 0
            elif kind == LIFT:
                self._lifted(what)
            elif kind == RESTS:
                self._app.signals.verdict(VERDICT_REFUSED)
            elif kind == MANY:
                self._fresh = None
                if self._app.play("TAGS_MANY", {"uids": what}) is None:
                    self._app.signals.verdict(VERDICT_REFUSED)
        if self._fresh and targets and self._fresh.uid in [target.uid for target in targets]:
            await self._tell()

    def _lifted(self, uid):
        if self._fresh and self._fresh.uid == uid:
            self._fresh = None
            self._app.signals.verdict(VERDICT_REFUSED)
            return
        self._app.play("LIFT", {"uid": uid})

    async def _tell(self):
        """Read the fresh tag and tell the tap. Without a host it is refused at once, unread."""
        target, piece = self._fresh, ""
        if self._app.link.session is not None:
            try:
                piece = await read_piece(self._reader, target)
            except ReaderError:
                self._tries += 1
                if self._tries < READ_TRIES:
                    return
        self._fresh = None
        self._app.tap(target.uid, target.kind, piece[:_PIECE_LETTERS])

    def _report(self):
        for code in self._reader.notices:
            self._app.fault(PART_READER, code)
        fault = self._watch.fault
        if fault != self._fault:
            self._app.cleared(PART_READER, self._fault)
            self._fault = fault
            if fault:
                self._app.fault(PART_READER, fault, self._watch.words)

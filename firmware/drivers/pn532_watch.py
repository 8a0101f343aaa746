"""Keeps a reader going: starts it, polls it, backs off while it is away, starts it again when it stops making sense.

Rule 1: `step` never raises for what a reader or its wiring can do; the state is in `fault`.
Rule 2: away means 0.1, 0.2, 0.4 ... 5 s between tries, so that a missing reader costs nobody else anything.
Rule 3: a bus fault restarts the driver at once, a protocol fault after three in a row.
"""

from firmware.drivers.pn532_errors import ReaderBusError, ReaderError, ReaderMisuse
from shared_rules.compat import const, ticks_add, ticks_diff, ticks_ms

POLL_MS = const(75)  # three misses are then under 0.3 s: three quick taps in two seconds stay three
FIRST_PAUSE_MS = const(100)
LAST_PAUSE_MS = const(5000)
FAILURES = const(3)


class ReaderWatch:
    """Call `step()` each POLL_MS. `fault`: 0 or the catalogue's code of what is wrong now."""

    def __init__(self, reader, now=ticks_ms):
        self.reader = reader
        self.fault = 0
        self.words = ""
        self.starts = 0
        self._now = now
        self._running = False
        self._failures = 0
        self._pause_ms = FIRST_PAUSE_MS
        self._next = now()

    async def step(self):
        """One poll: its Targets, or None when nothing is known (away, failed). Returns at once while backing off."""
        try:
            if not self._running:
                if ticks_diff(self._next, self._now()) > 0:
                    return None
                await self.reader.start()
                self._running = True
                self.starts += 1
            targets = await self.reader.poll()
            if not targets:
                await self.reader.release()  # no current for an empty field; the next poll saves this command
        except ReaderMisuse:
            raise
        except ReaderError as error:
            self._failed(error)
            return None
        self.fault = self._failures = 0
        self.words = ""
        self._pause_ms = FIRST_PAUSE_MS
        return targets

    def _failed(self, error):
        self._failures += 1
        if self._running and self._failures < FAILURES and not isinstance(error, ReaderBusError):
            return
        self._running = False
        self.fault = error.fault
        self.words = str(error)
        self._next = ticks_add(self._now(), self._pause_ms)
        self._pause_ms = min(self._pause_ms * 2, LAST_PAUSE_MS)

"""What the session wants of the ARC, and the one task that sees to it: verdicts, lights, snapshots, a fresh report.

Theory: the session only states wishes; it never waits for the ARC. Lights are wanted as a whole and sent as the
difference to what this connection has been told; a new connection has been told nothing. Of snapshots only the newest
is wanted. Verdicts are answers to a tap that players see now: a late one is worthless, so the queue is short.

Rule 1: order of work: verdicts, then the report, lights, snapshot. A verdict slips in between two snapshot pieces.
Rule 2: a lost link ends the work; the wishes stay and are seen to on the next connection, verdicts excepted.
Rule 3: an ARC that spares its flash (firmware/arc/wear.py) is no trouble: the newest snapshot waits and is tried again.
"""

import asyncio
import logging
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from host.link.errors import LinkError
from host.session.snapshot import MOST_BYTES
from host.store.errors import StoreError
from shared_rules.catalog import DARK
from shared_rules.wire.messages import CHUNK_BYTES, FLASH_RESTS

log = logging.getLogger(__name__)

VERDICTS = 8
PATTERNS_IN_ONE = 33  # the LIGHTS message, shared_rules/wire/messages.py
REST_S = 60.0


class ArcLike(Protocol):
    """host.link's ArcClient."""

    async def command(self, name: str, **fields: Any) -> Any: ...


class CommandRefused(Exception):
    """The ARC answered a command with another code than OK."""


class ArcSide:
    """Wishes and the task `run`. Use it from one event loop."""

    def __init__(self, arc: ArcLike, on_trouble: Callable[[str], None] = log.warning, rest_s: float = REST_S) -> None:
        self._arc, self._rest_s = arc, rest_s
        self._on_trouble = on_trouble
        self._wake = asyncio.Event()
        self._connected = False
        self._verdicts: deque[tuple[int, int, int]] = deque(maxlen=VERDICTS)
        self._lights: dict[int, int] = {}
        self._told: dict[int, int] = {}
        self._report_wanted = False
        self._snapshot: Callable[[], Awaitable[bytes]] | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()

    # -- wishes ------------------------------------------------------------------------------------------------------

    def verdict(self, boot: int, seq: int, verdict: int) -> None:
        """Show what became of a tap."""
        if self._connected:
            self._verdicts.append((boot, seq, verdict))
            self._poke()

    def lights(self, wanted: dict[int, int]) -> None:
        """The lights as they should be: unit -> pattern number."""
        if wanted != self._lights:
            self._lights = dict(wanted)
            self._poke()

    def report(self) -> None:
        """Let the ARC repeat what it senses."""
        self._report_wanted = self._connected
        self._poke()

    def snapshot(self, make: Callable[[], Awaitable[bytes]]) -> None:
        """Keep the game on the ARC; `make` gives the bytes when their turn comes."""
        self._snapshot = make
        self._poke()

    def connected(self, now: bool) -> None:
        """The link came or went. Lights and report are due anew on each connection."""
        if now == self._connected:
            return
        self._connected = now
        self._told.clear()
        self._verdicts.clear()
        self._report_wanted = now
        self._rested()

    def _rest(self) -> None:
        self._resting = asyncio.get_running_loop().call_later(self._rest_s, self._rested)

    def _rested(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        self._poke()

    def _poke(self) -> None:
        self._idle.clear()
        self._wake.set()

    async def settle(self) -> None:
        """Wait until nothing is left to do, or the link is away (tests, shutdown)."""
        await self._idle.wait()

    # -- work --------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """See to the wishes for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._connected and await self._tried():
                pass
            if not self._wake.is_set():
                self._idle.set()

    async def _tried(self) -> bool:
        """One thing done or given up; False when there is nothing left to do or the link is away."""
        try:
            return await self._one()
        except LinkError as error:
            log.info("the ARC could not be told: %s", error)
            self._told.clear()
            return False
        except (CommandRefused, StoreError) as error:
            self._on_trouble(str(error))
        except Exception as error:
            # Our mistake in one wish must not silence the ARC for the rest of the evening; the wish is not tried again.
            log.error("telling the ARC failed: %s", type(error).__name__)
            self._on_trouble("The ARC could not be told of a change: this is a mistake of ours.")
        return True

    async def _one(self) -> bool:
        """Do the most urgent thing; False when there is none."""
        if self._verdicts:
            return await self._send_verdicts()
        if self._report_wanted:
            self._report_wanted = False
            await self._do("SENSE")
            return True
        if self._due():
            return await self._send_lights()
        if self._snapshot is not None and self._resting is None:
            make, self._snapshot = self._snapshot, None
            await self._send_snapshot(make)
            return True
        return False

    async def _do(self, name: str, **fields: Any) -> bytes:
        result = await self._arc.command(name, **fields)
        _check(name, result)
        value: bytes = result.value
        return value

    async def _send_verdicts(self) -> bool:
        while self._verdicts:
            boot, seq, verdict = self._verdicts.popleft()
            # The ARC may have no tap to show it for any more; players read the sentence on the screen.
            await self._arc.command("VERDICT", boot=boot, seq=seq, verdict=verdict)
        return True

    def _due(self) -> dict[int, int]:
        due = {unit: code for unit, code in self._lights.items() if self._told.get(unit) != code}
        gone = {unit: DARK for unit, code in self._told.items() if unit not in self._lights and code != DARK}
        return due | gone

    async def _send_lights(self) -> bool:
        due = sorted(self._due().items())[:PATTERNS_IN_ONE]
        self._told.update(due)  # before the answer: a refused light is not sent for ever
        await self._do("LIGHTS", patterns=[list(pair) for pair in due])
        return True

    async def _send_snapshot(self, make: Callable[[], Awaitable[bytes]]) -> None:
        """All pieces; on a lost link the wish is put back unless a newer one came."""
        try:
            data = await make()
            if len(data) > MOST_BYTES:
                raise CommandRefused("The game has become too long for the ARC to keep; it is kept here as before.")
            begun = await self._arc.command("SNAPSHOT_BEGIN", length=len(data), crc=zlib.crc32(data))
            if begun.code == FLASH_RESTS:
                self._snapshot = self._snapshot or make
                self._rest()
                return
            _check("SNAPSHOT_BEGIN", begun)
            for offset in range(0, len(data), CHUNK_BYTES):
                if self._verdicts:
                    await self._send_verdicts()
                await self._do("SNAPSHOT_DATA", offset=offset, data=data[offset : offset + CHUNK_BYTES])
            await self._do("SNAPSHOT_COMMIT")
        except LinkError:
            self._snapshot = self._snapshot or make
            raise


def _check(name: str, result: Any) -> None:
    if result.code:
        raise CommandRefused(f"The ARC refused {name}: {result.words}.")


async def read_snapshot(arc: ArcLike) -> bytes | None:
    """The newest snapshot that the ARC holds, checked by its CRC; None when there is none. Raises LinkError."""
    info = await arc.command("SNAPSHOT_INFO")
    if info.code or len(info.value) < 8:
        return None
    length, crc = (int.from_bytes(info.value[at : at + 4], "little") for at in (0, 4))
    data = bytearray()
    while len(data) < length:
        result = await arc.command("SNAPSHOT_READ", offset=len(data))
        if result.code or not result.value:
            return None
        data += result.value
    return bytes(data) if zlib.crc32(data) == crc else None

"""The published hub in place of an ArcClient: the same `run`, `command` and `state`, as far as that hub can go.

Rule 1: it keeps no journal: an event is given one number and one try; what happens while it is away is lost.
Rule 2: it can show only the end of a game. Other lights, verdicts and snapshots are answered here.
Rule 3: a frame that is not understood is logged once per content, with its bytes, and has no effect.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import Any

from host.link.client import OnState
from host.link.commands import Result
from host.link.errors import LinkError, NotConnected, TransportClosed
from host.link.events import ArcEvent
from host.link.intake import OnEvent
from host.link.original import frames, meaning
from host.link.state import START, LinkPhase, LinkState, Welcome
from host.link.timing import LinkTiming
from host.link.transport import Opener, Transport
from shared_rules.catalog import ARC_UNIT, CATALOGUE, LOSE, MODULE_PORTS, TAG_UNKNOWN, WIN, kind_of
from shared_rules.wire.messages import NOTHING_STORED, OK, STORE_FAILED
from shared_rules.wire.version import PROTOCOL

LOG = logging.getLogger(__name__)

CONNECTED = "The published hub is connected (experimental): taps and modules are heard, lights are not shown."
LOW_MV = 4400  # four AA cells; the hub does not say what it takes for low
ENDINGS = {WIN: meaning.SHOW_WIN, LOSE: meaning.SHOW_LOSS}
ANSWERS = {"SNAPSHOT_INFO": NOTHING_STORED, "SNAPSHOT_READ": NOTHING_STORED, "SNAPSHOT_BEGIN": STORE_FAILED}


class OriginalHub:
    """`opener` gives the Bluetooth stream; the rest is as for ArcClient. `pieces`: the owner's table of cards."""

    def __init__(
        self, opener: Opener, on_event: OnEvent, on_state: OnState, pieces: meaning.Pieces,
        timing: LinkTiming | None = None,
    ) -> None:  # fmt: skip
        self.state = START
        self.status: dict[str, Any] = {}
        self.unknown: set[bytes] = set()  # payloads that nobody understood
        self._opener, self._on_event, self._on_state, self._pieces = opener, on_event, on_state, pieces
        self._timing = timing or LinkTiming()
        self._transport: Transport | None = None
        self._boot = secrets.randbits(31) or 1
        self._seq = 0
        self._units: set[int] = set()

    # -- as ArcClient -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Find the hub, serve it, start again, until cancelled."""
        while True:
            found = await self._opener.find()
            self._tell(LinkPhase.TRYING if found.candidates else LinkPhase.LOOKING, found.words)
            for place in found.candidates:
                try:
                    await self._serve(await place.open())
                except LinkError as error:
                    self._tell(LinkPhase.WAITING, str(error))
            await asyncio.sleep(self._timing.look_pause_s)

    async def command(self, name: str, deadline_s: float | None = None, **fields: Any) -> Result:
        """Do what the hub can; answer the rest as an ARC that stores nothing would. Raises NotConnected."""
        if self._transport is None:
            raise NotConnected
        if name == "LIGHTS":
            for unit, pattern in fields["patterns"]:
                if unit == ARC_UNIT and pattern in ENDINGS:
                    await self._transport.write(frames.encode(ENDINGS[pattern]))
        elif name == "SENSE":
            await self._transport.write(frames.encode(meaning.ASK_MODULES))
        return Result(name, ANSWERS.get(name, OK), b"")

    # -- one connection ---------------------------------------------------------------------------------------------

    async def _serve(self, transport: Transport) -> None:
        decoder = frames.Decoder()
        self._transport = transport
        self._tell(LinkPhase.CONNECTED, CONNECTED, transport.name)
        try:
            for request in (meaning.ASK_DEVICE, meaning.ASK_FIRMWARE, meaning.ASK_BATTERY, meaning.ASK_MODULES):
                await transport.write(frames.encode(request))
            while True:
                for frame in decoder.feed(await transport.read()):
                    await self._take(frame)
        except TransportClosed:
            self._tell(LinkPhase.WAITING, "The published hub is out of reach.")
        finally:
            self._transport = None
            self._units.clear()
            await transport.close()

    async def _take(self, frame: frames.Frame) -> None:
        match meaning.read(frame.payload, self._pieces):
            case meaning.Tap(kind, number, piece):
                # Eight bytes that stand for a tag's UID: the hub does not tell it.
                uid = bytes((0, 0, kind, number))
                await self._event("TAP", session=1, at_ms=0, uid=uid, tag=TAG_UNKNOWN, piece=piece)
            case meaning.Building(unit, _) if unit not in self._units:
                self._units.add(unit)
                await self._event(
                    "MODULE_ATTACHED", unit=unit, kind=kind_of(unit), chip=bytes(8), ports=MODULE_PORTS, firmware=0
                )
            case meaning.Battery(millivolts):
                await self._event("BATTERY", millivolts=millivolts, low=millivolts < LOW_MV)
            case meaning.Unknown(payload):
                self._note(payload)

    def _note(self, payload: bytes) -> None:
        if payload not in self.unknown:
            self.unknown.add(payload)
            LOG.warning("the published hub sent a frame that is not understood: %s", payload.hex(" "))

    async def _event(self, name: str, **fields: Any) -> None:
        self._seq += 1
        fields = {"boot": self._boot, "seq": self._seq, **fields}
        await self._on_event(ArcEvent(name, self._boot, self._seq, 1, fields, b""))

    def _tell(self, phase: LinkPhase, words: str, port: str | None = None) -> None:
        arc = None
        if phase is LinkPhase.CONNECTED:
            arc = Welcome(PROTOCOL, 0, 1, CATALOGUE, self._boot, "published hub", "published hub", bytes(8), "", 1)
        self.state = LinkState(phase, words, port, arc)
        with contextlib.suppress(Exception):
            self._on_state(self.state)

"""The virtual ARC's control socket, typed: lay a card, join a corridor, pull a module.

JSON lines over TCP on the loopback, one reply per request, in order. `watch` turns a connection into a stream, so each
watcher opens its own. A client may be used from several tasks; requests take turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any, Self

from host.link.errors import VirtualError

REPLY_S = 5.0  # `attach` waits for a board to start, which takes about a second
LINE_BYTES = 1 << 20  # a full state is some 10 KB

State = dict[str, Any]
Place = tuple[int, int]  # (unit, port); unit 0 is the ARC


class VirtualClient:
    """A connection to the control socket; use `connect`. All calls raise VirtualError with a sentence."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    @classmethod
    async def connect(cls, host: str, port: int) -> Self:
        """Open the control socket. Raises VirtualError when no virtual ARC runs there."""
        client = cls(host, port)
        await client._open()
        return client

    def moved(self, host: str, port: int) -> None:
        """The virtual ARC was started anew and listens there now: the next request and the next watch go there."""
        self._host, self._port = host, port
        self._drop()

    async def close(self) -> None:
        """Let go of the socket; requests under way fail."""
        streams, self._streams = self._streams, None
        if streams is not None:
            streams[1].close()
            with contextlib.suppress(OSError):
                await streams[1].wait_closed()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # -- the table -------------------------------------------------------------------------------------------------

    async def tap(self, piece: str) -> None:
        """Lay the piece ("decree/17") on the ARC."""
        await self._ask("tap", piece=piece)

    async def lift(self, piece: str | None = None) -> None:
        """Take it away; everything when None."""
        await self._ask("lift", **_given(piece=piece))

    async def attach(self, unit: int, to: Place | None = None, port: int | None = None) -> Place:
        """Join module `unit` by a corridor to `to` (None: the first free port), which is returned.

        `port` is the module's own end, the table's choice if None.
        """
        answer = await self._ask("attach", unit=unit, **_given(to=to and list(to), port=port))
        match answer.get("to", to):
            case (int(at), int(at_port)) | [int(at), int(at_port)]:
                return at, at_port
        raise VirtualError("The virtual ARC does not say where it put the module.")

    async def detach(self, unit: int) -> None:
        """Take the module and its corridors off the table."""
        await self._ask("detach", unit=unit)

    async def join(self, a: Place, b: Place) -> None:
        """Put a corridor between two ports."""
        await self._ask("join", a=list(a), b=list(b))

    async def part(self, a: Place) -> None:
        """Take away the corridor at port `a`."""
        await self._ask("part", a=list(a))

    # -- supply, faults, life --------------------------------------------------------------------------------------

    async def battery(self, volts: float) -> None:
        """Set the supply voltage."""
        await self._ask("battery", volts=volts)

    async def fault(self, kind: str, on: bool = True, unit: int | None = None) -> None:
        """Bring about a fault, or end it; `unit` for the kinds that strike one module."""
        await self._ask("fault", kind=kind, on=on, **_given(unit=unit))

    async def reset(self) -> None:
        """Press the reset button."""
        await self._ask("reset")

    async def power_cut(self) -> None:
        """Take the batteries out and put them in again."""
        await self._ask("power_cut")

    # -- looking ---------------------------------------------------------------------------------------------------

    async def state(self) -> State:
        """The whole table, as in the contract of the control socket."""
        return _without_ok(await self._ask("state"))

    async def watch(self) -> AsyncIterator[State]:
        """The state now and after each change, newest only; ends with VirtualError when the virtual ARC goes."""
        async with await type(self).connect(self._host, self._port) as other:
            await other._send("watch")
            while True:
                state = await other._receive()
                if state.keys() != {"ok"}:  # a bare confirmation carries no state
                    yield _without_ok(state)

    # -- lines -----------------------------------------------------------------------------------------------------

    async def _ask(self, do: str, **fields: Any) -> State:
        async with self._turn:
            try:
                async with asyncio.timeout(REPLY_S):
                    if self._streams is None:
                        await self._open()
                    await self._send(do, **fields)
                    return await self._receive()
            except TimeoutError as error:
                self._drop()
                raise VirtualError(f"The virtual ARC did not answer {do} within {REPLY_S:g} s.") from error
            except asyncio.CancelledError:
                self._drop()
                raise

    def _drop(self) -> None:
        """Its reply may still come and would be taken for the next one's (B118): the next request opens anew."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _open(self) -> None:
        try:
            async with asyncio.timeout(REPLY_S):
                self._streams = await asyncio.open_connection(self._host, self._port, limit=LINE_BYTES)
        except (OSError, TimeoutError) as error:
            raise VirtualError(f"No virtual ARC runs at {self._host}:{self._port}.") from error

    async def _send(self, do: str, **fields: Any) -> None:
        if self._streams is None:
            raise VirtualError("The connection to the virtual ARC is closed.")
        writer = self._streams[1]
        try:
            writer.write(json.dumps({"do": do, **fields}, allow_nan=False).encode() + b"\n")
            await writer.drain()
        except ValueError as error:
            raise VirtualError(f"{do} cannot be asked for: {error}.") from error
        except OSError as error:
            self._drop()
            raise VirtualError("The virtual ARC has gone.") from error

    async def _receive(self) -> State:
        if self._streams is None:
            raise VirtualError("The connection to the virtual ARC is closed.")
        try:
            line = await self._streams[0].readline()
        except (OSError, ValueError) as error:  # ValueError: a line past the bound
            self._drop()
            raise VirtualError(f"The virtual ARC broke off: {error}.") from error
        if not line.endswith(b"\n"):
            self._drop()
            raise VirtualError("The virtual ARC has gone.")
        return _reply(line)


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _reply(line: bytes) -> State:
    try:
        reply = json.loads(line)
    except ValueError as error:
        raise VirtualError(f"The virtual ARC sent what cannot be read: {error}.") from error
    if not isinstance(reply, dict):
        raise VirtualError("The virtual ARC sent what cannot be read.")
    if reply.get("ok") is False:
        raise VirtualError(str(reply.get("error", "The virtual ARC refused it.")))
    return reply


def _without_ok(reply: State) -> State:
    state = reply.get("state", reply)
    return {key: value for key, value in state.items() if key != "ok"}

"""The control socket: hands for the virtual table. JSON lines over TCP on the loopback, one request, one answer.

{"do": "tap", "piece": "decree/17"} -> {"ok": true}, or {"ok": false, "error": "a sentence"}. `watch` turns the
connection into a stream: the whole state at once and after each change, the newest replacing older ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from tools.virtual.box import BoxError
from tools.virtual.diorama import End
from tools.virtual.table import TableError, VirtualTable

Request = dict[str, Any]
LINE_BYTES = 65536
# What wrong fields of a request lead to; the infinity of JSON overflows, a number has no `partition`.
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, OverflowError)
# Lights change inside the firmware; where nobody reports it, a watcher is told this soon.
LOOK_S = 0.05


class Arc(Protocol):
    """What both levels offer."""

    async def restart(self, reset: str) -> None:
        """`button`: the reset button, `power on`: batteries out and in, `soft`: the program wanted it."""

    def plug(self, in_: bool) -> None:
        """USB cable."""


class ControlServer:
    """Serves `table` and `arc`. `on_port` is called when the host's port got another name, `on_change` when the table
    has changed."""

    def __init__(
        self,
        table: VirtualTable,
        arc: Arc,
        on_port: Callable[[], None] = lambda: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self._table = table
        self._arc = arc
        self._on_port = on_port
        self._on_change = on_change
        self._changed = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._clients: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}
        table.on_change = self._note_change
        self._does: dict[str, Callable[[Request], Awaitable[object]]] = {
            "tap": self._tap, "lift": self._lift, "attach": self._attach, "detach": self._detach, "join": self._join,
            "part": self._part, "battery": self._battery, "fault": self._fault, "reset": self._reset,
            "power_cut": self._power_cut, "state": self._state,
        }  # fmt: skip

    async def start(self) -> str:
        """Listen; the address as "127.0.0.1:PORT"."""
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0, limit=LINE_BYTES)
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"{host}:{port}"

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        if self._server:
            self._server.close()
        tasks = list(self._clients.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def until_alone(self, for_s: float) -> None:
        """Until nobody has been connected for `for_s`."""
        loop = asyncio.get_running_loop()
        since_s = loop.time()
        while loop.time() - since_s < for_s:
            await asyncio.sleep(min(for_s / 10, 1.0))
            if self._clients:
                since_s = loop.time()

    # -- connections -----------------------------------------------------------------------------------------------

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A task of ours: asyncio complains in the log when one that it made itself is cancelled.
        self._clients[writer] = asyncio.create_task(self._serve(reader, writer))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                request = self._parse(line)
                if request.get("do") == "watch":
                    await self._watch_until_closed(reader, writer)
                    return
                writer.write(_line(await self._answer(request)))
                await writer.drain()
        except (ConnectionError, ValueError):
            pass  # the client is gone, or sends lines without end
        finally:
            del self._clients[writer]
            writer.close()

    async def _watch_until_closed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Stream states; the client says nothing more, so its end is the end of its input."""
        watching = asyncio.create_task(self._watch(writer))
        try:
            while await reader.read(LINE_BYTES) and not watching.done():
                pass
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    @staticmethod
    def _parse(line: bytes) -> Request:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):
            return {}
        return request if isinstance(request, dict) else {}

    async def _answer(self, request: Request) -> Request:
        do = self._does.get(str(request.get("do")))
        if do is None:
            return {"ok": False, "error": f"do what? One of: {', '.join([*self._does, 'watch'])}"}
        try:
            result = await do(request)
        except (TableError, BoxError) as error:
            return {"ok": False, "error": str(error)}
        except MALFORMED as error:
            return {"ok": False, "error": f"{request.get('do')} was not understood: {error}"}
        return {"ok": True, **(result if isinstance(result, dict) else {})}

    async def _watch(self, writer: asyncio.StreamWriter) -> None:
        told = None
        while not writer.is_closing():
            state = self._table.state()
            if state != told:
                told = state
                writer.write(_line(state))
                await writer.drain()
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), LOOK_S)

    def _note_change(self) -> None:
        self._changed.set()
        self._on_change()

    # -- requests --------------------------------------------------------------------------------------------------

    async def _tap(self, request: Request) -> None:
        self._table.tap(str(request["piece"]))

    async def _lift(self, request: Request) -> None:
        self._table.lift(request.get("piece"))

    async def _attach(self, request: Request) -> Request:
        to, port = request.get("to"), request.get("port")
        end = self._table.attach(int(request["unit"]), _end(to) if to else None, None if port is None else int(port))
        return {"to": list(end)}

    async def _detach(self, request: Request) -> None:
        self._table.detach(int(request["unit"]))

    async def _join(self, request: Request) -> None:
        self._table.join(_end(request["a"]), _end(request["b"]))

    async def _part(self, request: Request) -> None:
        self._table.part(_end(request["a"]))

    async def _battery(self, request: Request) -> None:
        self._table.set_battery(float(request["volts"]))

    async def _fault(self, request: Request) -> None:
        unit = request.get("unit")
        self._table.fault(str(request["kind"]), bool(request.get("on", True)), None if unit is None else int(unit))
        if str(request["kind"]) == "unplugged":
            self._arc.plug(not self._table.unplugged)
            self._on_port()

    async def _reset(self, request: Request) -> None:
        await self._arc.restart("button")

    async def _power_cut(self, request: Request) -> None:
        await self._arc.restart("power on")

    async def _state(self, request: Request) -> Request:
        return self._table.state()


def _end(value: Any) -> End:
    unit, port = value
    return int(unit), int(port)


def _line(value: Request) -> bytes:
    return json.dumps(value, allow_nan=False).encode() + b"\n"

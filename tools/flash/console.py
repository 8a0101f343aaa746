"""To MicroPython's prompt, from wherever the board is: an idle prompt, a running module, a running ARC, a crashed one.

Rule 1: gently first. An ARC that runs is asked by its own protocol (SERVICE), since 03 is data to it (B70, B86).
Rule 2: never bursts of control characters (B81): one try, a pause, the next try.
Rule 3: a watchdog that runs can not be stopped; it is fed before every step.
Rule 4: no wait is without an end (`Line`).
"""

import asyncio
import contextlib
import io
import time
from collections.abc import Callable, Iterator
from typing import Any

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from host.link.client import ArcClient
from host.link.discovery import FixedOpener
from host.link.errors import CommandTimeout, LinkError, LinkLost
from host.link.events import ArcEvent
from host.link.timing import LinkTiming
from tools.flash.errors import BoardSilent, BoardTooOld
from tools.flash.line import Line

TRIES = 5
PAUSE_S = 1.0
PROMPT_S = 3
GREETING_S = 6.0
ASKS = 2  # requests for the prompt, when a session ends before its answer
LEAVE_S = 10.0
RESTART_S = 40.0  # a board that was just written boots once more; a slow computer counts too
TIMING = LinkTiming()
OLDEST = (1, 26)
_FEED = (
    "import machine\n"
    "base = 0x40058000 if 'RP2040' in __import__('sys').implementation._machine else 0x400d8000\n"
    "if machine.mem32[base] & 1 << 30: machine.WDT(timeout=8300).feed()\n"
)
_ABOUT = "import sys\nprint(sys.implementation.version[:2], sys.implementation._machine, sep='|')"

OpenTransport = Callable[[str], SerialTransport]


def open_serial(device: str) -> SerialTransport:
    """mpremote's transport on a port."""
    return Line(device)


class Console:
    """A board at its prompt. Close it to let go of the port."""

    def __init__(self, transport: SerialTransport) -> None:
        self.transport = transport
        self.machine = ""

    def run(self, code: str) -> str:
        """What `code` prints on the board. TransportError: it failed there, or the board is gone."""
        return str(self.transport.exec(code).decode())

    def keep_alive(self) -> None:
        """Feed a watchdog that runs."""
        self.run(_FEED)

    def check_version(self) -> None:
        """BoardTooOld: not the MicroPython that the program needs."""
        version, self.machine = self.run(_ABOUT).strip().split("|")
        found = tuple(int(part) for part in version.strip("() ").split(","))
        if found < OLDEST:
            raise BoardTooOld(
                f"The board has MicroPython {'.'.join(map(str, found))}.",
                "Hold its BOOT button while plugging it in, and run this again with --uf2 and version 1.26 or newer.",
            )

    def restart(self) -> None:
        """Start the board anew; the prompt is gone then."""
        with contextlib.suppress(TransportError, OSError):
            self.transport.exec_raw_no_follow("import machine\nmachine.reset()")
        self.close()

    def close(self) -> None:
        """Let go of the port, whatever became of it."""
        with contextlib.suppress(OSError):
            self.transport.close()


def reach(device: str, open_transport: OpenTransport = open_serial) -> Console:
    """The board's prompt. BoardSilent when five tries did not lead there."""
    with contextlib.suppress(BoardSilent):
        return _prompt(device, open_transport, tries=1)
    ask_for_service(device)
    return _prompt(device, open_transport, tries=TRIES)


def _prompt(device: str, open_transport: OpenTransport, tries: int) -> Console:
    for left in reversed(range(tries)):
        transport = None
        try:
            transport = open_transport(device)
            with _quiet():
                transport.enter_raw_repl(soft_reset=False, timeout_overall=PROMPT_S)
            console = Console(transport)
            console.check_version()
            return console
        except (TransportError, OSError):
            if transport is not None:
                with contextlib.suppress(OSError):
                    transport.close()
        if left:
            time.sleep(PAUSE_S)
    raise BoardSilent(
        f"The board on {device} does not come to its prompt.",
        "Press its reset button and run this again within two seconds; if that fails too, hold BOOT while plugging "
        "it in: it then appears as a drive and takes MicroPython anew.",
    )


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """mpremote prints what it got before it raises."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def ask_for_service(device: str) -> bool:
    """Ask a running ARC for its prompt. False when nothing there speaks our protocol."""
    return asyncio.run(_service(device))


async def _service(device: str) -> bool:
    async def ignore(event: ArcEvent) -> None:
        await asyncio.Event().wait()  # never committed, so never acknowledged: the companion gets it later

    client = ArcClient(FixedOpener(device), ignore, timing=TIMING)
    running = asyncio.create_task(client.run())
    try:
        for _ in range(ASKS):
            await client.wait_connected(GREETING_S)
            with contextlib.suppress(CommandTimeout, LinkLost):
                return (await client.command("SERVICE")).ok
        return False
    except LinkError:
        return False
    finally:
        await _end(running)


def identity(device: str) -> dict[str, Any] | None:
    """What a running ARC says of itself in WELCOME; None when it does not greet."""
    return asyncio.run(_identity(device))


async def _identity(device: str) -> dict[str, Any] | None:
    async def ignore(event: ArcEvent) -> None:
        await asyncio.Event().wait()

    client = ArcClient(FixedOpener(device), ignore, timing=TIMING)
    running = asyncio.create_task(client.run())
    try:
        welcome = await client.wait_connected(RESTART_S)
        return {"firmware": welcome.firmware, "board": welcome.board}
    except LinkError:
        return None
    finally:
        await _end(running)


async def _end(running: "asyncio.Task[None]") -> None:
    running.cancel()
    await asyncio.wait((running,), timeout=LEAVE_S)

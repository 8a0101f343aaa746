"""The web server in the companion's own event loop: one listening socket, one uvicorn server, a clean end.

Rule 1: session, ARC link and pages share one loop, so a press never crosses threads.
Rule 2: cancelling `serve` ends it in order: sockets close, pages are told, nothing is left running.
"""

import asyncio
import contextlib
import errno
import ipaddress
import socket
from collections.abc import Callable, Iterator

import psutil
import uvicorn
from fastapi import FastAPI

from host.web.errors import ListenError

WS_BYTES = 1 << 20  # nothing that a page sends comes near
HERE = "127.0.0.1"
PORTS = range(8080, 8100)  # players need not care which; a bookmark of the first one mostly holds
FIRST_FREE = 1024  # lower ports are the system's
NO_SUCH_NAME = (socket.EAI_NONAME, socket.EAI_AGAIN)
EVERYWHERE = f"--listen 0.0.0.0:{PORTS[0]}"
GRACE_S = 1  # open web sockets may take this long to close
PROBE = ("192.0.2.1", 9)  # documentation address; connecting a UDP socket sends nothing, it only picks a route


class LoopServer(uvicorn.Server):
    """uvicorn without its own signal handling: Ctrl-C belongs to the command."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def parse_listen(listen: str) -> tuple[str, int]:
    """Split HOST:PORT, [V6]:PORT, :PORT or PORT. Raises ListenError."""
    host, _, port = listen.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdigit() or int(port) > 65535:
        raise ListenError(f"--listen {listen} is not HOST:PORT.", "For example: --listen 0.0.0.0:8080")
    return host, int(port)


def open_socket(listen: str | None) -> socket.socket:
    """Bind and listen; without a wish the first free one of PORTS. Raises ListenError with what to do."""
    if listen is None:
        return _first_free()
    host, port = parse_listen(listen)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise _refused(listen, host, port, error) from None


def _refused(listen: str, host: str, port: int, error: OSError) -> ListenError:
    """What is wrong with the wish, and what to do. `error` is the system's."""
    other = f"{f'[{host}]' if ':' in host else host}:{port + 1 if port >= FIRST_FREE else PORTS[0]}"
    if error.errno in NO_SUCH_NAME:
        return ListenError(f"--listen {listen}: the name {host} is not known here.", f"Give an address: {EVERYWHERE}")
    if error.errno == errno.EADDRNOTAVAIL:
        what = f"--listen {listen}: {host} is no address of this computer."
        return ListenError(what, f"{EVERYWHERE} serves under all that it has: {', '.join(own_addresses())}.")
    if error.errno == errno.EACCES:
        what = f"--listen {listen}: ports below {FIRST_FREE} are for the system, and port {port} needs its rights."
        return ListenError(what, f"Take a higher one: --listen {other}")
    if error.errno == errno.EADDRINUSE:
        what = f"--listen {listen}: another program uses port {port} already."
        return ListenError(what, f"Close it, or take another port: --listen {other}")
    return ListenError(f"Cannot listen on {listen}: {error.strerror or error}.", f"Try --listen {other}")


def own_addresses() -> list[str]:
    """The addresses of this computer that a browser can be given, its own first."""
    found = [one.address for each in psutil.net_if_addrs().values() for one in each if one.family == socket.AF_INET]
    return sorted(set(found), key=lambda address: (not ipaddress.ip_address(address).is_loopback, address))


def _first_free() -> socket.socket:
    for port in PORTS:
        with contextlib.suppress(OSError):
            return socket.create_server((HERE, port))
    raise ListenError(f"The ports {PORTS[0]} to {PORTS[-1]} are all in use.", f"Choose one: --listen {HERE}:PORT")


def lan_host() -> str | None:
    """This computer's address in the local network, as other devices see it, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE)
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else address


def addresses(sock: socket.socket) -> tuple[str, str | None]:
    """(address for a browser on this computer, address for tablets or None when only this computer is served)."""
    host, port = sock.getsockname()[:2]
    bound = ipaddress.ip_address(host)
    if bound.is_loopback:
        return f"http://{f'[{host}]' if ':' in host else host}:{port}", None
    outside = lan_host() if bound.is_unspecified else host
    here = f"http://127.0.0.1:{port}" if bound.is_unspecified else f"http://{host}:{port}"
    return here, f"http://{outside}:{port}" if outside else None


async def serve(api: FastAPI, sock: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve until cancelled. `on_ready` is called once pages can be asked for."""
    config = uvicorn.Config(
        api,
        log_config=None,  # as the rest of the companion: host/logs.py
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=GRACE_S,
        ws_max_size=WS_BYTES,
        ws_per_message_deflate=False,  # what goes to a page is small: packing it takes longer than sending it
    )
    server = LoopServer(config, on_ready)
    task = asyncio.create_task(server.serve(sockets=[sock]), name="web server")
    try:
        await asyncio.shield(task)
    finally:
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await task
        sock.close()

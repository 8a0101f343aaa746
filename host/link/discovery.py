"""Where an ARC may be: by USB ids and HELLO, never by a port's name.

`open_named` turns what the user said into an Opener:

    auto            every board whose USB ids are an ARC's; the one that answers HELLO wins. With none plugged in, the
                    virtual ARC of the data folder if one runs there
    virtual         the virtual ARC of the data folder (virtual.json)
    tcp://HOST:PORT an ARC behind a socket
    anything else   a serial port or pseudo-terminal: /dev/ttyACM0, /dev/pts/3, COM4
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import serialx

from boards import arc_pico
from host import paths
from host.link.errors import LinkMisuse
from host.link.streams import open_serial, open_tcp
from host.link.transport import Candidate, Found, Opener

LOG = logging.getLogger(__name__)

PLUG_IN = "Looking for the ARC: plug its USB cable in."
USB_IDS = frozenset(arc_pico.USB_IDS)


@dataclass(frozen=True)
class Board:
    """A plugged-in board with an ARC's USB ids. `serial` stays the same under another port name."""

    port: str
    serial: str
    product: str


ListPorts = Callable[[], Awaitable[Sequence[serialx.SerialPortInfo]]]


async def find_boards(list_ports: ListPorts | None = None) -> list[Board]:
    """The boards that may be an ARC, by USB serial number; only HELLO tells for sure."""
    ports = await (list_ports or serialx.async_list_serial_ports)()
    # Not the by-id link: its name is not what people see, and both lead to the same port.
    boards = {
        port.resolved_device: Board(port.resolved_device, port.serial_number or "", port.product or "")
        for port in ports
        if (port.vid, port.pid) in USB_IDS
    }
    return sorted(boards.values(), key=lambda board: (board.serial, board.port))


@dataclass(frozen=True)
class VirtualArc:
    """What virtual.json says of a running virtual ARC. `port` is "" while its cable is pulled.

    `companion`: a companion started it, and it is not wanted without one.
    """

    pid: int
    port: str
    control_host: str
    control_port: int
    level: int
    companion: bool = False


def read_virtual(data_dir: Path) -> VirtualArc | None:
    """The virtual ARC of this data folder; None where none runs.

    The file of a dead one does not count: its pseudo-terminal may be somebody's shell by now.
    """
    facts = paths.read_live(data_dir / paths.VIRTUAL)
    if facts is None:
        return None
    try:
        host, _, port = facts["control"].rpartition(":")
        return VirtualArc(
            int(facts["pid"]), str(facts.get("port", "")), host, int(port), int(facts["level"]),
            bool(facts.get("companion")),
        )  # fmt: skip
    except (ValueError, KeyError, AttributeError) as error:
        LOG.debug("no virtual ARC in %s: %s", data_dir, error)
        return None


def candidate(port: str) -> Candidate:
    """The place that a port name or tcp:// address means. Raises LinkMisuse."""
    if not port.startswith("tcp://"):
        return Candidate(port, functools.partial(open_serial, port))
    try:
        address = urlsplit(port)
        host, number = address.hostname, address.port
    except ValueError:
        host, number = None, None
    if not host or not number:
        raise LinkMisuse(f"{port} is no address: write it like tcp://127.0.0.1:4000")
    return Candidate(port, functools.partial(open_tcp, host, number))


class FixedOpener:
    """Always the same port."""

    def __init__(self, port: str) -> None:
        self._found = Found((candidate(port),), f"Looking for the ARC on {port}.")

    async def find(self) -> Found:
        return self._found


class VirtualOpener:
    """The virtual ARC of a data folder, which gets a new port at each start."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir

    async def find(self) -> Found:
        arc = read_virtual(self._data_dir)
        if arc is None:
            return Found((), "Waiting for the virtual ARC to start.")
        if not arc.port:
            return Found((), "The virtual ARC's cable is pulled.")
        return Found((candidate(arc.port),), "Looking for the virtual ARC.")


class AutoOpener:
    """Real boards first; a virtual ARC only while no board is plugged in."""

    def __init__(self, data_dir: Path | None, list_ports: ListPorts | None = None) -> None:
        self._data_dir = data_dir
        self._list_ports = list_ports

    async def find(self) -> Found:
        boards = await find_boards(self._list_ports)
        if boards:
            return Found(tuple(candidate(board.port) for board in boards), PLUG_IN)
        if self._data_dir is not None and read_virtual(self._data_dir):
            return await VirtualOpener(self._data_dir).find()
        return Found((), PLUG_IN)


def open_named(name: str, data_dir: Path | None = None) -> Opener:
    """The Opener for "auto", "virtual", a port, or tcp://HOST:PORT. Raises LinkMisuse for an impossible address."""
    if name == "auto":
        return AutoOpener(data_dir)
    if name == "virtual":
        if data_dir is None:
            raise LinkMisuse("the virtual ARC needs a data folder")
        return VirtualOpener(data_dir)
    return FixedOpener(name)

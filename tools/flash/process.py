"""One board from plugged in to checked. No words to people here but errors and what `say` gets."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mpremote.transport import TransportError

from tools.flash import checking, console, copying, finding, firmware
from tools.flash.console import OpenTransport
from tools.flash.copying import Progress
from tools.flash.errors import FlashError, NoBoard
from tools.images.compiled import Image

LOOK_S = 0.5
RETURN_S = 20.0


@dataclass
class Job:
    """What to flash. `own`: files of this board alone. `unit`: 0 for an ARC."""

    image: Image
    own: dict[str, bytes]
    unit: int = 0
    port: str | None = None
    uf2: Path | None = None
    cache: Path = Path()
    say: Callable[[str], None] = print
    progress: Progress = lambda done, total, path: None
    open_transport: OpenTransport = console.open_serial


def flash(job: Job) -> str:
    """Find, prepare, copy, restart, check; what was read back. FlashError says how to go on."""
    device = job.port or _find(job)
    at = console.reach(device, job.open_transport)
    try:
        try:
            copying.copy(at, job.image, job.own, job.progress)
            told = checking.check_module(at, job.unit) if job.unit else ""
        except (TransportError, OSError) as error:
            raise FlashError(
                "The connection broke while files were copied.",
                "Nothing is lost: the board waits at its prompt. Plug it in again and run the same command.",
            ) from error
    finally:
        at.restart()
    return told or checking.check_arc(device if job.port else _back(job, device), job.image)


def _find(job: Job) -> str:
    """The one port of such a board, with MicroPython put on it first where it has none."""
    ports = finding.ports(job.image.role)
    if not ports:
        return _from_drive(job)
    if len(ports) > 1:
        names = ", ".join(port.device for port in ports)
        raise NoBoard(f"Several boards are plugged in: {names}.", "Leave one, or name one with --port.")
    return ports[0].device


def _from_drive(job: Job) -> str:
    drives = finding.drives()
    if not drives:
        raise NoBoard(
            "No board was found.",
            "Plug it in by USB. A new board first: hold its BOOT button while plugging it in.",
        )
    job.say("A board without MicroPython: it is put on first.")
    firmware.put(drives[0], firmware.choose(drives[0], job.uf2, job.cache))
    return _wait_for(job.image.role, lambda ports: ports[0].device if ports else None)


def _back(job: Job, device: str) -> str:
    """Where the board is after its restart: the same serial number, maybe another name (B115)."""
    serial = {port.device: port.serial for port in finding.ports(job.image.role)}.get(device)
    time.sleep(LOOK_S)

    def find(ports: list[finding.Port]) -> str | None:
        return next((port.device for port in ports if serial in (None, port.serial)), None)

    return _wait_for(job.image.role, find)


def _wait_for(role: str, find: Callable[[list[finding.Port]], str | None]) -> str:
    end = time.monotonic() + RETURN_S
    while time.monotonic() < end:
        device = find(finding.ports(role))
        if device is not None:
            return device
        time.sleep(LOOK_S)
    raise NoBoard("The board did not come back.", "Unplug it, plug it in and run the command again.")

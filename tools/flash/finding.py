"""What is plugged in: boards with a serial port, by their USB ids, and boot drives that wait for a UF2 file."""

import importlib
from dataclasses import dataclass
from pathlib import Path

import psutil
from serial.tools import list_ports

from tools.flash.errors import NoBoard

USB_MODULES = {"arc": "arc_pico", "module": "module_rp2040_zero"}
BOOT_FILE = "INFO_UF2.TXT"
# Board-ID lines of the boot ROMs, and the family their UF2 files must name.
BOOT_FAMILIES = {"RPI-RP2": 0xE48BFF56, "RP2350": 0xE48BFF59}


@dataclass(frozen=True)
class Port:
    """A serial port of a board. `serial` stays the same when the board comes back under another name."""

    device: str
    serial: str


@dataclass(frozen=True)
class Drive:
    """A mounted boot drive. `family` is the UF2 family of its chip."""

    folder: Path
    family: int


def ports(role: str) -> list[Port]:
    """Serial ports with the USB ids of a role's board."""
    board = importlib.import_module(f"boards.{USB_MODULES[role]}")
    wanted = set(board.USB_IDS)
    found = [port for port in list_ports.comports() if (port.vid, port.pid) in wanted]
    return sorted((Port(port.device, port.serial_number or "") for port in found), key=lambda port: port.device)


def check_named(port: str | None) -> None:
    """Raise NoBoard where --port names something that is not there."""
    there = [found.device for found in list_ports.comports()]
    if port is None or port in there or "://" in port or Path(port).exists():
        return
    found = f"Found: {', '.join(sorted(there))}." if there else "No serial port is found: is it a data cable?"
    raise NoBoard(f"There is no port {port}.", found)


def drives(mounted: list[Path] | None = None) -> list[Drive]:
    """Boot drives among the mounted file systems."""
    folders = mounted if mounted is not None else [Path(part.mountpoint) for part in psutil.disk_partitions()]
    found = []
    for folder in folders:
        about = folder / BOOT_FILE
        if about.is_file():
            words = about.read_text(encoding="ascii", errors="replace")
            found += [Drive(folder, family) for name, family in BOOT_FAMILIES.items() if name in words]
    return found

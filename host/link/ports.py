"""Why a port does not open, in words: which group it belongs to and who holds it.

Linux tells both (`stat`, `/proc/*/fd`); elsewhere the sentence stays general. Nothing here opens the port.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from host.link.errors import PortBusy, PortPermission

PROC = Path("/proc")


@dataclass(frozen=True)
class Holder:
    """A process that has a port open."""

    pid: int
    program: str


def holders(path: str, proc: Path = PROC) -> list[Holder]:
    """The processes that have `path` open, as far as this user may see them; we ourselves excluded."""
    target = os.path.realpath(path)
    found = []
    for entry in proc.iterdir() if proc.is_dir() else ():
        if entry.name.isdigit() and int(entry.name) != os.getpid() and _has_open(entry, target):
            found.append(Holder(int(entry.name), _program(entry)))
    return sorted(found, key=lambda holder: holder.pid)


def _has_open(process: Path, target: str) -> bool:
    # Processes end and other users' folders are closed to us while we look: both only mean "not seen".
    with contextlib.suppress(OSError):
        for handle in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                if os.readlink(handle) == target:
                    return True
    return False


def _program(process: Path) -> str:
    with contextlib.suppress(OSError):
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    return "a program"


def busy_error(path: str, proc: Path = PROC) -> PortBusy:
    """Names the program that uses the port where the system lets us see it."""
    seen = holders(path, proc)
    if not seen:
        return PortBusy(path, f"Another program uses {path} (a serial terminal, mpremote, a companion?). Close it.")
    names = " and ".join(f"{holder.program} (process {holder.pid})" for holder in seen)
    extra = ""
    if any(holder.program == "ModemManager" for holder in seen):
        extra = " It lets go within half a minute; the rule file host/link/60-colony-arc.rules keeps it away."
    return PortBusy(path, f"{path} is in use by {names}. Close it and the companion goes on by itself.{extra}")


def permission_error(path: str) -> PortPermission:
    """Names the real group of the device file and the exact command."""
    group = group_of(path)
    if group is None:
        return PortPermission(path, f"You may not open {path}.")
    return PortPermission(
        path,
        f"You may not open {path}: it belongs to the group {group}. Run `sudo usermod -aG {group} $USER`,"
        " then log out and in again.",
    )


def group_of(path: str) -> str | None:
    """The group name of the device file; None where groups do not exist or the file is gone."""
    if sys.platform == "win32":
        return None
    import grp

    try:
        gid = os.stat(path).st_gid
    except OSError:
        return None
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)

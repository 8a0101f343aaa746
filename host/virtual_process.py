"""Starts the virtual ARC as a process of its own and ends it with the companion.

The host must not import the tools, and a real ARC is another computer anyway: so the virtual one is reached only
through its port and its control socket, both named in `virtual.json`.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host import paths
from host.errors import UserError

START_DEADLINE_S = 30.0
STOP_DEADLINE_S = 5.0


@dataclass(frozen=True)
class VirtualArc:
    """A running virtual ARC: where its serial port and its control socket are. `process` is None when it ran before."""

    port: str
    control_host: str
    control_port: int
    process: asyncio.subprocess.Process | None

    async def stop(self) -> None:
        """End the process if we started it; one that was there before stays."""
        if self.process is None or self.process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            async with asyncio.timeout(STOP_DEADLINE_S):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


async def start(folder: Path) -> VirtualArc:
    """Use the virtual ARC of `folder`, or start one.

    Raises UserError with the last words of the process when it does not come up.
    """
    found = paths.read_live(folder / paths.VIRTUAL)
    if found is not None:
        return _arc(found, None)
    with (folder / "virtual.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "host.cli", "virtual", "run", "--data", str(folder)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    return _arc(await _wait_for_start(folder, process), process)


async def _wait_for_start(folder: Path, process: asyncio.subprocess.Process) -> dict[str, Any]:
    try:
        async with asyncio.timeout(START_DEADLINE_S):
            while process.returncode is None:
                found = paths.read_live(folder / paths.VIRTUAL)
                if found is not None and found.get("pid") == process.pid:
                    return found
                await asyncio.sleep(0.05)
    except TimeoutError:
        process.kill()
    await process.wait()
    lines = (folder / "virtual.log").read_text(errors="replace").strip().splitlines()
    raise UserError(
        f"The virtual ARC did not start: {lines[-1] if lines else 'it said nothing'}.",
        f"The whole of it is in {folder / 'virtual.log'}.",
    )


def _arc(found: dict[str, Any], process: asyncio.subprocess.Process | None) -> VirtualArc:
    control_host, _, control_port = str(found["control"]).rpartition(":")
    return VirtualArc(str(found["port"]), control_host, int(control_port), process)

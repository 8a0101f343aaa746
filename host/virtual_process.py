"""Starts the virtual ARC as a process of its own and ends it with the companion.

The host must not import the tools, and a real ARC is another computer anyway: so the virtual one is reached only
through its port and its control socket, both named in `virtual.json`.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

from host.errors import UserError
from host.link.discovery import VirtualArc, read_virtual

START_DEADLINE_S = 30.0
STOP_DEADLINE_S = 5.0
LOOK_S = 0.05
LOG_FILE = "virtual.log"


class VirtualProcess:
    """A virtual ARC for as long as the block lasts. One that ran before is used and left running."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> VirtualArc:
        """Raises UserError with the last words of the process when it does not come up."""
        found = read_virtual(self._folder)
        if found is not None:
            return found
        with (self._folder / LOG_FILE).open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "host.cli", "virtual", "run", "--data", str(self._folder)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the companion, which then ends this in order
            )
        return await self._wait_for_start(self._process)

    async def __aexit__(self, *_: object) -> None:
        if self._process is None or self._process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(STOP_DEADLINE_S):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    async def _wait_for_start(self, process: asyncio.subprocess.Process) -> VirtualArc:
        try:
            async with asyncio.timeout(START_DEADLINE_S):
                while process.returncode is None:
                    found = read_virtual(self._folder)
                    if found is not None and found.pid == process.pid:
                        return found
                    await asyncio.sleep(LOOK_S)
        except TimeoutError:
            process.kill()
        await process.wait()
        said = (self._folder / LOG_FILE).read_text(errors="replace").strip().splitlines()
        raise UserError(
            f"The virtual ARC did not start: {said[-1] if said else 'it said nothing'}",
            f"All that it said is in {self._folder / LOG_FILE}.",
        )

"""Keeps a virtual ARC running as a process of its own for as long as the companion runs, and ends it with it.

The host must not import the tools, and a real ARC is another computer anyway: so the virtual one is reached only
through its port and its control socket, both named in `virtual.json`.

Rule 1: a process that ends is started again, ever more slowly: the table always comes back.
Rule 2: nothing outlives the companion. The process ends when our end of its standard input closes, however we end, and
        nobody else has taken it over for a while; a companion that starts meanwhile does, and then ends it.
Rule 3: one that was started by hand (`colony virtual run`) is used and left running.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import psutil

from host.errors import UserError
from host.link.discovery import VirtualArc, read_virtual

LOG = logging.getLogger(__name__)

START_DEADLINE_S = 30.0
STOP_DEADLINE_S = 5.0
LOOK_S = 0.05
GUARD_S = 0.5  # how soon a process that has ended is missed
FIRST_PAUSE_S, LAST_PAUSE_S = 0.5, 10.0
LASTED_S = 60.0  # one that ran this long is started again at once
LINGER_S = 20.0  # a companion that crashed is started again by hand: so long its ARC waits for the next one
LOG_FILE = "virtual.log"


class VirtualProcess:
    """A virtual ARC for as long as the block lasts. `on_moved` gets each one that replaces an earlier one."""

    def __init__(self, folder: Path, on_moved: Callable[[VirtualArc], None] = lambda arc: None) -> None:
        self.on_moved = on_moved
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._arc: VirtualArc | None = None
        self._guard: asyncio.Task[None] | None = None

    async def __aenter__(self) -> VirtualArc:
        """Raises UserError with the last words of the process when it does not come up."""
        arc = self._arc = read_virtual(self._folder) or await self._start()
        self._guard = asyncio.create_task(self._keep_running(), name="virtual ARC's keeper")
        return arc

    async def __aexit__(self, *_: object) -> None:
        if self._guard is not None:
            self._guard.cancel()
            await asyncio.gather(self._guard, return_exceptions=True)
        if self._process is not None:
            await _end(self._process)
        elif self._arc is not None and self._arc.companion and read_virtual(self._folder) == self._arc:
            with contextlib.suppress(psutil.Error):  # the earlier companion crashed; this one has inherited it
                psutil.Process(self._arc.pid).terminate()

    async def _keep_running(self) -> None:
        """Start it again whenever it ends."""
        pause_s = FIRST_PAUSE_S
        loop = asyncio.get_running_loop()
        while True:
            since_s = loop.time()
            await self._ended()
            if loop.time() - since_s > LASTED_S:
                pause_s = FIRST_PAUSE_S
            await asyncio.sleep(pause_s)
            pause_s = min(pause_s * 2, LAST_PAUSE_S)
            try:
                self._arc = read_virtual(self._folder) or await self._start()
            except (UserError, OSError) as error:
                LOG.error("%s", error)
                continue
            self.on_moved(self._arc)

    async def _ended(self) -> None:
        if self._process is not None:
            await self._process.wait()
            self._process = None
            return
        while (found := read_virtual(self._folder)) and self._arc and found.pid == self._arc.pid:  # noqa: ASYNC110
            await asyncio.sleep(GUARD_S)  # no child of ours: nothing tells us of its end

    async def _start(self) -> VirtualArc:
        with (self._folder / LOG_FILE).open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "host.cli", "virtual", "run"),
                *("--companion", str(LINGER_S), "--data", str(self._folder)),
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the companion, which then ends this in order
            )
        try:
            arc = await self._wait_for_start(process)
        except BaseException:
            await _end(process)
            raise
        self._process = process
        return arc

    async def _wait_for_start(self, process: asyncio.subprocess.Process) -> VirtualArc:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_DEADLINE_S):
                while process.returncode is None:
                    found = read_virtual(self._folder)
                    if found is not None and found.pid == process.pid:
                        return found
                    await asyncio.sleep(LOOK_S)
        said = (self._folder / LOG_FILE).read_text(errors="replace").strip().splitlines()
        raise UserError(
            f"The virtual ARC did not start: {said[-1] if said else 'it said nothing'}",
            f"All that it said is in {self._folder / LOG_FILE}.",
        )


async def _end(process: asyncio.subprocess.Process) -> None:
    """In order, or at once when it takes too long."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(STOP_DEADLINE_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()

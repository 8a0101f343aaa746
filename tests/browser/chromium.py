"""The companion as a process, and a Chromium whose every request is watched."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, WebSocket

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "artifacts" / "screens"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TABLET = (1024, 768)
PHONE = (390, 844)
START_S = 40.0


class Companion:
    """`colony play` as a process of its own; `arc` as on its command line."""

    def __init__(self, folder: Path, listen: str, arc: str = "virtual") -> None:
        self.folder = folder
        self.log = folder / "play.log"
        command = [sys.executable, "-m", "host.cli", "play", "--arc", arc, "--no-browser"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--listen", listen, "--data", str(folder)],
                cwd=ROOT, stdout=log, stderr=log, start_new_session=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip

    async def address(self) -> str:
        """Wait until the pages are served, and say where."""
        async with asyncio.timeout(START_S):
            while not (found := re.search(r"open at (\S+)", self.said())):
                assert self.process.poll() is None, self.said()
                await asyncio.sleep(0.05)
        return found.group(1)

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def stop(self) -> int:
        """Ctrl-C; returns the exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=15)


class Watched:
    """Pages of one test: requests and errors of all of them."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.heard: list[str] = []  # every frame that a page received on its web socket
        self.local: set[str] = {"127.0.0.1", "localhost"}

    async def open(self, size: tuple[int, int], address: str, touch: bool = False) -> Page:
        viewport = {"width": size[0], "height": size[1]}
        context: BrowserContext = await self.browser.new_context(
            viewport=viewport, has_touch=touch, reduced_motion="reduce"
        )
        context.on("request", lambda request: self.asked.append(request.url))
        page = await context.new_page()
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        await page.goto(address)
        return page

    def _listen(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def outside(self) -> list[str]:
        """Everything asked of another computer."""
        split = [urlsplit(url) for url in self.asked]
        return [url.geturl() for url in split if url.scheme not in ("data", "blob") and url.hostname not in self.local]

"""Two tablets with two seats, a bot, and an onlooker: what each browser receives, byte for byte.

Every frame of the web sockets and every body of an answer is kept by browser. Afterwards the game is folded from the
store: whatever only one seat may have read at any moment, and nobody else until the end, must be found nowhere else.
"""

import asyncio
import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import ROOT, TABLET, Watched
from hands import shown
from playwright.async_api import Page, Response, WebSocket, expect
from referee_hands import Player, companion_with

from host import paths
from host.store.store import Store
from host.web.server import lan_host
from shared_rules.beyond_humanity import game

ADDRESSES = (
    "/",
    "/setup",
    "/pair",
    "/help",
    "/status.json",
    "/game/save",
    "/table",
    "/play?seat=1",
    "/play/1",
    "/seat/1",
)
PRESSES = 45


class Ears:
    """Everything that one browser receives."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        self._reading: list[asyncio.Task[None]] = []
        page.on("websocket", self._listen)
        page.on("response", lambda answer: self._reading.append(asyncio.create_task(self._keep(answer))))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(_text(frame)))

    async def _keep(self, answer: Response) -> None:
        """An answer's body, read while the browser still has it."""
        if answer.request.resource_type in ("document", "fetch", "xhr") and not 300 <= answer.status < 400:
            self.heard.append((await answer.body()).decode("utf-8", "replace"))

    async def ask(self, address: str) -> None:
        """One more answer, asked for with this browser's cookie."""
        answer = await self.page.context.request.get(address)
        self.heard.append((await answer.body()).decode("utf-8", "replace"))

    async def everything(self) -> str:
        await asyncio.gather(*self._reading)
        return readable("\n".join(self.heard))


def _text(frame: Any) -> str:
    return frame.decode("utf-8", "replace") if isinstance(frame, bytes) else str(frame)


def readable(sent: str) -> str:
    """Escapes of HTML and JSON undone, as often as they can be nested."""
    for _ in range(3):
        sent = html.unescape(re.sub(r"\\+u([0-9a-fA-F]{4})", lambda found: chr(int(found.group(1), 16)), sent))
    return sent


def states(folder: Path) -> Iterator[dict[str, Any]]:
    """The game of a data folder, state by state."""
    store = Store.open(folder / paths.DATABASE)

    async def read() -> tuple[Any, Any]:
        record = (await store.games())[0]
        return await store.game(record.game_id), await store.entries(record.game_id)

    record, entries = asyncio.run(read())
    store.close()
    state = game.setup(record.options, record.seed)
    yield state
    for entry in entries:
        state = game.apply(state, entry.action)
        yield state


def secrets(folder: Path) -> tuple[dict[int, set[str]], str]:
    """(what each seat alone may read at some moment, all that lay open at some moment)."""
    own: dict[int, set[str]] = {}
    public: set[str] = set()
    for state in states(folder):
        public.add(json.dumps(game.view(state, "table"), ensure_ascii=False))
        for seat in range(len(state["desk"]["managers"])):
            you = game.view(state, f"seat:{seat}")["you"]
            mine = {card["title"] for card in you["hand"]}
            mine |= {goal[part] for goal in you["goals"] + you["offered"] for part in ("name", "words")}
            mine |= {you[slot]["name"] for slot in ("expedition", "research") if you[slot]}
            own.setdefault(seat, set()).update(mine)
    return own, "\n".join(public)


@pytest.mark.slow(25)
@pytest.mark.rule("BHC-3.1-11")
@pytest.mark.timeout(180)
async def test_no_browser_receives_what_another_seat_alone_may_read(tmp_path: Path, watched: Watched) -> None:
    lan = lan_host()
    listen = "127.0.0.1:0" if lan is None else "0.0.0.0:0"
    companion = await companion_with(tmp_path, listen, managers=[3, 8, 5], seats={"2": "random"})
    try:
        address = await companion.address()
        ears = [Ears(await watched.open(TABLET, "about:blank")) for _ in range(3)]
        for ear in ears:
            await ear.page.goto(f"{address}/play")
        if lan is not None:
            watched.local.add(lan)
            await ears[1].page.goto(await invitation(ears[0].page, address))  # a tablet of the local network
            await ears[0].page.goto(f"{address}/play")
            await ears[2].page.goto(f"{address.replace('127.0.0.1', lan)}/play")  # nobody invited this one
        players = [Player(ear.page, seed) for seed, ear in enumerate(ears)]
        await players[0].sit(0)
        await players[1].sit(1)

        # given a game in which both tablets and the bot act
        for _ in range(PRESSES):
            for player in players[:2]:
                await player.press_something()
        for player in players[:2]:
            await player.past_summary()
            await expect(player.page.locator('[data-part="you"]')).to_be_visible()
        await shown(ears[0].page, "referee-two-tablets")
        await players[2].past_summary()
        await expect(ears[2].page.locator('[data-part="you"]')).to_have_count(0)
        await shown(ears[2].page, "referee-onlooker")

        # when each of them also asks for whatever there is to ask for
        for ear in ears:
            for asked in ADDRESSES:
                await ear.ask(await ear.page.evaluate("location.origin") + asked)
        texts = [await ear.everything() for ear in ears]
        log = await asyncio.to_thread(printed_log, tmp_path)
    finally:
        assert companion.stop() == 0
    own, public = await asyncio.to_thread(secrets, tmp_path)

    # then nobody has received anything of another seat
    for reader, text in enumerate(texts):
        mine = own[reader] if reader < 2 else set()
        foreign = {words for seat in own if seat != reader for words in own[seat]} - mine
        foreign = {words for words in foreign if words not in public}
        assert len(foreign) > 10, "there was something to hide"
        assert [words for words in foreign if words in text] == [], reader
        if reader < 2:
            assert [words for words in mine if words in text], "and the own cards did come"
    everyones = {words for seat in own for words in own[seat] if words not in public}
    for text in (log, companion.said()):
        assert [words for words in everyones if words in readable(text)] == []


async def invitation(page: Page, address: str) -> str:
    """The address in the QR code that a screen of the table shows."""
    await page.goto(f"{address}/pair")
    await expect(page.locator(".qr svg")).to_be_visible()
    found = re.search(r"http://\S+/join\?token=\S+", await page.locator("[data-rev]").inner_text())
    assert found is not None
    return found.group()


def printed_log(folder: Path) -> str:
    """What `colony log` prints of the game."""
    command = [sys.executable, "-m", "host.cli", "log", "--data", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

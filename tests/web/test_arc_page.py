"""The page of the ARC: health in words with cures, the update with a real flasher process, and who may start it."""

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
from test_views import INTERNAL, read
from web_games import Canvas, Table, played

from host.firmware_update import FirmwareUpdate
from host.link.cures import CURES
from host.link.state import LinkPhase, LinkState, Welcome
from host.session.outcome import Notices
from host.session.reading import READERS
from host.session.table import Expected, Sensed
from host.web import arc as arc_page
from host.web.arc import ArcPage, Updating
from host.web.hub import Hub
from host.web.pages import RoundPage, StartPage
from host.web.pairing import LOCAL, WATCHER, Access, Pairing
from shared_rules import catalog

OLD = Welcome(1, 0, 1, 1, 7, "arc 0.0.9 old", "arc_pico", bytes(8), "power on", 1)
UP = LinkState(LinkPhase.CONNECTED, "Talking to the ARC on /dev/ttyACM0.", "/dev/ttyACM0", OLD)
VIRTUAL = LinkState(LinkPhase.CONNECTED, "Talking to the ARC on /dev/pts/4.", "/dev/pts/4", OLD)
AWAY = LinkState(LinkPhase.LOOKING, "Looking for the ARC.")
WELL = {"heap_used": 90 * 1024, "heap_free": 100 * 1024, "modules": 3, "reader": 0, "bus": 0}
WRITES = ('{"done": 50, "total": 200, "path": "b"}', '{"told": "arc 0.1.0 new on arc_pico"}')

FLASHER = """
import sys
if sys.argv[1] == "image":
    print('{{"image": "arc 0.1.0 new"}}')
    sys.exit(0)
print("Traceback of a library", file=sys.stderr)
for line in {lines!r}:
    print(line, flush=True)
    if "done" in line and {waits}:
        sys.stdin.read() or open({gate!r}).read()
"""


class Arc:
    """The link as an update sees it: its port is given away and comes back."""

    def __init__(self, state: LinkState = UP) -> None:
        self.state = state
        self.did: list[str] = []

    async def release(self) -> None:
        self.did.append("release")

    def resume(self) -> None:
        self.did.append("resume")


class At:
    """A hub over an ARC and a flasher, and one screen of it."""

    def __init__(self, lines: tuple[str, ...] = WRITES, state: LinkState = UP, access: Access = LOCAL,
                 gate: str = "") -> None:  # fmt: skip
        self.arc, self.table = Arc(state), Table(played())
        self.table.battery_mv = None  # type: ignore[attr-defined]
        self.hub = Hub(self.table, lambda: self.arc.state, Pairing())
        program = FLASHER.format(lines=lines, waits=bool(gate), gate=gate)
        update = FirmwareUpdate(self.arc, self.hub.changed, (sys.executable, "-c", program))
        self.hub.updating = Updating(update, self.hub.changed)
        self.canvas = Canvas()
        self.page = ArcPage(self.hub, self.canvas, access)
        self.percents: list[int] = []

    def words(self) -> str:
        return read(self.page.picture())

    async def press(self, **do: Any) -> None:
        await self.page.press({"do": do, "rev": 5, "number": 1})

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for the changes that the hub is told of."""
        changed = asyncio.Event()

        class Watcher:
            def poke(self) -> None:
                changed.set()

        watcher = Watcher()
        self.hub.watchers.add(watcher)
        async with asyncio.timeout(20):
            while not holds():
                await changed.wait()
                changed.clear()
        self.hub.watchers.discard(watcher)

    async def look(self) -> None:
        self.page.poke()
        await self.until(lambda: self.hub.updating.looked)


async def test_what_is_connected_is_said_in_words() -> None:
    at = At()
    at.hub.health = lambda: WELL
    at.table.battery_mv = 4870
    words = at.words()
    for said in ("Talking to the ARC", "arc 0.0.9 old", "arc pico", "3 Modules answer", "90 KB in use",
                 "Batteries: 4.9 V.", "works"):  # fmt: skip
        assert said in words
    assert not INTERNAL.search(words)


async def test_the_memory_of_a_virtual_arc_is_said_to_be_more_than_a_boards() -> None:
    at = At()
    at.hub.health = lambda: WELL
    assert "more memory than a board" not in at.words()
    at.hub.virtual = object()
    assert "more memory than a board" in at.words()


@pytest.mark.parametrize("code", CURES)
async def test_every_fault_is_named_with_its_cure(code: int) -> None:
    notices = Notices()
    READERS["FAULT"]({"part": catalog.PART_BUS, "code": code, "detail": ""}, Sensed(), Expected(), notices)
    at = At()
    at.table.notices = notices.shown()
    words = at.words()
    assert catalog.FAULT_NAMES[code] in words
    assert CURES[code] in words
    assert "colony doctor" not in words


async def test_what_a_health_report_says_to_be_broken_has_a_cure_too() -> None:
    at = At()
    at.hub.health = lambda: {**WELL, "reader": catalog.FAULT_ABSENT}
    assert at.words().count(CURES[catalog.FAULT_ABSENT]) == 1
    notices = Notices()
    fault = {"part": catalog.PART_READER, "code": catalog.FAULT_ABSENT, "detail": ""}
    READERS["FAULT"](fault, Sensed(), Expected(), notices)
    at.table.notices = notices.shown()
    assert at.words().count(CURES[catalog.FAULT_ABSENT]) == 1  # told by both, said once


async def test_low_batteries_are_told_once_with_what_to_do() -> None:
    at, notices, sensed = At(), Notices(), Sensed()
    READERS["BATTERY"]({"millivolts": 3900, "low": True}, sensed, Expected(), notices)
    at.table.notices, at.table.battery_mv = notices.shown(), sensed.millivolts
    words = at.words()
    assert words.count("3.9 V") == 1
    assert "low. Change the batteries." in words
    sensed.connected()
    assert sensed.millivolts is None


async def test_an_older_program_is_updated_and_every_screen_sees_how_far(tmp_path: Any) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    at = At(gate=str(gate))
    other = ArcPage(at.hub, Canvas(), WATCHER)
    await at.look()
    assert "Update the program" in at.words()
    await at.press(ui="sheet", sheet="update")
    assert 'role="dialog"' in at.page.picture()
    await at.press(own="update")
    await at.until(lambda: at.hub.updating.update.progress.percent == 25)
    for page in (at.page, other):
        assert 'aria-valuenow="25"' in page.picture()
        assert "Leave the cable in" in read(page.picture())
    await at.press(own="update")
    assert at.canvas.toasts[-1] == ("The update is running.", "bad")
    gate.write_text("go on")
    await at.until(lambda: not at.hub.updating.busy)
    assert "The update is done: arc 0.1.0 new on arc_pico." in at.words()
    assert at.arc.did == ["release", "resume"]
    await at.hub.updating.close()


@pytest.mark.parametrize(
    ("lines", "said"), [(('{"error": "Press its reset button."}',), "reset button"), (("{",), "colony flash arc")]
)
async def test_a_bad_end_is_said_and_can_be_tried_again(lines: tuple[str, ...], said: str) -> None:
    at = At(lines)
    await at.look()
    await at.press(own="update")
    await at.until(lambda: not at.hub.updating.busy)
    words = at.words()
    assert said in words
    assert "Traceback" not in words
    assert at.arc.did == ["release", "resume"]
    await at.hub.updating.close()
    assert "Update the program" in at.words()


async def test_a_screen_that_only_watches_can_look_and_not_press() -> None:
    at = At(access=WATCHER)
    await at.look()
    assert "A paired screen starts the update." in at.words()
    await at.press(ui="sheet", sheet="update")
    assert 'role="dialog"' not in at.page.picture()
    await at.press(own="update")
    assert at.canvas.toasts[-1][1] == "bad"
    assert at.arc.did == []


@pytest.mark.parametrize(
    ("state", "said"), [(VIRTUAL, "virtual ARC always runs the newest"), (AWAY, "Connect the ARC first")]
)
async def test_why_nothing_is_updated_is_said(state: LinkState, said: str) -> None:
    at = At(state=state)
    at.page.poke()
    assert said in at.words()
    await at.press(own="update")
    assert (said in at.canvas.toasts[-1][0], at.arc.did) == (True, [])


async def test_an_arc_that_speaks_another_protocol_is_updated_from_here_too() -> None:
    words = "The ARC speaks protocol 3, this companion 1: run `colony flash arc`."
    at = At(state=LinkState(LinkPhase.WAITING, words, stopped="/dev/ttyACM0"))
    await at.look()
    assert "This program can be put on it: arc 0.1.0 new." in at.words()
    await at.press(own="update")
    await at.until(lambda: not at.hub.updating.busy)
    assert "The update is done" in at.words()


async def test_the_newest_program_needs_no_update() -> None:
    at = At(state=LinkState(UP.phase, UP.words, UP.port, Welcome(**{**vars(OLD), "firmware": "arc 0.1.0 new"})))
    await at.look()
    assert arc_page.NEWEST in at.words()
    await at.press(own="update")
    assert at.arc.did == []


async def test_a_flasher_that_is_not_there_is_said_in_words() -> None:
    at = At()
    at.hub.updating = Updating(FirmwareUpdate(at.arc, at.hub.changed, ("/no/such/program",)), at.hub.changed)
    await at.look()
    assert arc_page.NOT_BUILT in at.words()


async def test_the_published_hub_keeps_its_own_program() -> None:
    at = At()
    at.hub.updating = None
    assert arc_page.NO_UPDATE in at.words()
    await at.press(own="update")
    assert at.canvas.toasts[-1] == (arc_page.NO_UPDATE, "bad")


async def test_an_open_page_looks_at_the_health_again_and_stops_when_it_is_closed(monkeypatch: Any) -> None:
    monkeypatch.setattr(arc_page, "LOOK_AGAIN_S", 0.0)
    at = At(state=VIRTUAL)
    at.page.open()
    at.hub.health = lambda: WELL
    async with asyncio.timeout(5):
        while not any("90 KB" in html for html, _ in at.canvas.drawn):
            at.page.shown(at.page.serial)
            await asyncio.sleep(0)
    at.page.close()
    assert at.page not in at.hub.watchers


@pytest.mark.parametrize("kind", [StartPage, RoundPage])
async def test_the_words_about_the_connection_lead_to_the_page(kind: type) -> None:
    at = At(state=AWAY)
    page = kind(at.hub, Canvas(), LOCAL)
    assert 'href="/arc"' in page.picture()

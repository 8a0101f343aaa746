"""The ARC's page updates a real ARC: the companion's own link, session and page, the real flasher, an emulated board.

The board stands behind a pseudo-terminal with an older image on it, and two simulated Modules are connected. One story,
because each start of the board costs seconds: the cable is pulled in mid-update, with batteries in the ARC and without,
put in again, and the update pressed once more.
"""

import asyncio
import re
import sys
from html import unescape

import pytest

from host.firmware_update import FirmwareUpdate
from host.link.client import ArcClient
from host.link.discovery import open_named
from host.link.timing import LinkTiming
from host.session.arctable import GRACE_S
from host.session.session import Session
from host.store.store import Store
from host.web.arc import ArcPage, Updating
from host.web.hub import Hub
from host.web.pairing import LOCAL, Pairing
from shared_rules import catalog
from shared_rules.beyond_humanity import game
from tools.emulator import install
from tools.emulator.errors import EmulatorMissing
from tools.emulator.process import Emulator
from tools.emulator.pseudo import PseudoTerminal
from tools.emulator.table import ARC, EmulatedTable
from tools.images import compiled, manifest

pytestmark = [pytest.mark.slow(45), pytest.mark.timeout(180)]

SLOWER = 10  # an emulated second takes as many on a busy machine
LIMIT_S = 150
# The real flasher; only its patience is that of a slow board.
FLASHER = f"""
import sys
from tools.flash import __main__ as flasher, console
console.TIMING = console.TIMING.scaled({SLOWER})
for name in ("GREETING_S", "RESTART_S", "PROMPT_S"):
    setattr(console, name, getattr(console, name) * {SLOWER})
sys.exit(flasher.main(sys.argv[1:]))
"""
CHANGED = tuple(f"firmware/arc/{name}.py" for name in ("app", "journal", "link", "registry", "reading"))
BROKE = "Nothing is lost: the board waits at its prompt. Plug it in again and press Update again."
UNITS = {3, 11}
OPTIONS = {"level": "companion", "mode": "semi", "managers": [1, 3], "planet": "teegarden-b"}


@pytest.fixture
def older_image(monkeypatch, tmp_path):
    """The ARC's image of yesterday: some of its files have changed since."""
    sources = manifest.sources

    def yesterday(role):
        found = dict(sources(role))
        for path in CHANGED:
            old = tmp_path / path.replace("/", "-")
            old.write_text("# yesterday\n" + found[path].read_text())
            found[path] = old
        return found

    with monkeypatch.context() as patched:
        patched.setattr(manifest, "sources", yesterday)
        return compiled.build("arc")


@pytest.fixture
def board(older_image, tmp_path):
    """An emulated table whose ARC is on a port."""
    try:
        install.ensure()
        install.image()
    except EmulatorMissing as missing:
        pytest.skip(str(missing))
    with Emulator() as emulator:
        table = EmulatedTable(emulator, older_image.files)
        for unit in UNITS:
            table.add_board(unit)
        with PseudoTerminal(emulator, ARC) as terminal:
            yield Board(table, terminal, tmp_path / "ttyACM0")
        table.close()


class Board:
    """The ARC at the end of its cable; `port` is its name while it is plugged in."""

    def __init__(self, table, terminal, port):
        self.table, self.terminal, self.port = table, terminal, port
        self.port.symlink_to(terminal.port)

    def pull(self, batteries):
        self.terminal.unplug(power=batteries)
        self.port.unlink()

    def plug(self):
        self.terminal.plug()
        self.port.symlink_to(self.terminal.port)

    def join_modules(self):
        with self.terminal.gate:
            self.table.join((0, 0), (3, 0))
            self.table.join((3, 1), (11, 0))

    def lights(self):
        return {unit: catalog.LIGHTS[board.light.pattern][0] for unit, board in self.table.boards.items()}


class Canvas:
    """A browser that only receives; the test reads the page itself."""

    def show(self, html, serial, answered):
        return

    def toast(self, text, kind):
        raise AssertionError(text)


class Companion:
    """Session, link and the ARC's page, as host/companion.py and host/web/app.py put them together."""

    def __init__(self, board, path):
        self.store = Store.open(path)
        self.session = Session(self.store, game, grace_s=GRACE_S * SLOWER)
        timing = LinkTiming().scaled(SLOWER)
        opener = open_named(str(board.port))
        self.client = ArcClient(opener, self.session.on_arc_event, self._on_state, timing=timing)
        self.hub = Hub(self.session, lambda: self.client.state, Pairing())
        self.update = FirmwareUpdate(self.client, self.hub.changed, (sys.executable, "-c", FLASHER))
        self.hub.updating = Updating(self.update, self.hub.changed)
        self.hub.watchers.add(self)
        self.page = ArcPage(self.hub, Canvas(), LOCAL)
        self.shown = []  # percent in the page's bar, as it went on
        self._news = asyncio.Event()

    def _on_state(self, state):
        self.session.on_link_state(state)
        self.hub.changed()

    def poke(self):
        """The hub has news."""
        bar = re.search(r'aria-valuenow="(\d+)"', self.page.picture())
        self.shown += [int(bar[1])] if bar else []
        self._news.set()

    async def __aenter__(self):
        self.session.attach_arc(self.client)
        self.session.subscribe(self.hub.changed)
        self._link = asyncio.create_task(self.client.run())
        return self

    async def __aexit__(self, *_):
        await self.hub.updating.close()
        self._link.cancel()
        await asyncio.gather(self._link, return_exceptions=True)
        await self.session.close()
        self.store.close()

    async def until(self, holds):
        """Wait for what the hub tells."""
        async with asyncio.timeout(LIMIT_S):
            while not holds():
                await self._news.wait()
                self._news.clear()

    def words(self):
        return unescape(re.sub(r"<[^>]+>", " ", self.page.picture()))

    async def press_update(self):
        """Open the question and say yes."""
        for number, do in enumerate(({"ui": "sheet", "sheet": "update"}, {"own": "update"}), 1):
            await self.page.press({"do": do, "rev": self.session.revision, "number": number})
        assert self.hub.updating.busy

    async def updated(self):
        await self.until(lambda: not self.hub.updating.busy)

    @property
    def sensed(self):
        return self.session._table.sensed

    def told(self):
        """What must not be lost."""
        view = self.session.view("table")
        return self.session.digest, self.session.revision, view["corridors"], view["put_back"]


async def test_a_pulled_cable_and_a_second_press_lead_to_the_new_image_with_nothing_lost(board, older_image, tmp_path):
    async with Companion(board, tmp_path / "colony.db") as at:
        await at.client.wait_connected(LIMIT_S)
        assert at.client.state.arc.firmware == older_image.name
        await begin(at, board)
        before = at.told()
        at.page.poke()
        await at.until(lambda: at.hub.updating.looked)
        assert f"A newer program is there: {at.update.newest}" in at.words()

        for batteries in (True, False):
            await at.press_update()
            await at.until(lambda: at.update.progress.percent > 0)
            board.pull(batteries)
            await at.updated()
            words = at.words()
            assert BROKE in words
            assert "Update the program" in words
            assert not [said for said in ("command", "another program") if said in words]
            board.plug()
        at.shown.clear()
        await at.press_update()
        await at.updated()
        assert f"The update is done: {at.update.newest} on arc_pico." in at.words(), at.words()
        assert at.shown == sorted(at.shown)
        assert len(set(at.shown)) > 2
        assert at.shown[-1] == 100

        await at.client.wait_connected(LIMIT_S)
        assert at.client.state.arc.firmware == at.update.newest
        await at.until(lambda: at.sensed.units == UNITS and at.sensed.trusted)
        await at.until(lambda: at.told() == before)
        await at.session.settle()
        assert board.lights() == {3: "attached", 11: "attached"}
        assert "The ARC runs the newest program." in at.words()


async def begin(at, board):
    """A game with two Modules."""
    assert (await at.session.new_game(OPTIONS, seed=1)).ok
    for _ in range(2):
        await at.session.act({"kind": "phase"}, at.session.revision, "tablet:1")
    board.join_modules()
    await at.until(lambda: len(at.session.view("table")["corridors"]) == 2)
    assert at.sensed.units == UNITS

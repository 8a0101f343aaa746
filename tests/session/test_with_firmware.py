"""The session at the end of a real wire: ARC and module firmware around the virtual table, the real link, a real store.

Real time, since the store has a thread of its own; so this file checks the joints, and the other files the cases.
"""

import asyncio
import contextlib

import pytest
import toy_game
from table_rig import press, to_do

from firmware.drivers.taps import MISSES
from host.link.client import ArcClient
from host.link.errors import TransportClosed
from host.link.transport import Candidate, Found
from host.session.session import Session
from host.store.store import Store
from tools.virtual.memory_arc import MemoryArc, PipePort
from tools.virtual.table import VirtualTable


class Cable:
    """Opener and transport over the ARC's port in memory; `plugged` is the cable."""

    name = "memory"

    def __init__(self, port):
        self.port = port
        self.plugged = True
        self._unplugged = asyncio.Event()

    async def find(self):
        return Found([Candidate("memory", self.open)] if self.plugged else [], "Plug the ARC in.")

    async def open(self):
        if not self.plugged:
            raise TransportClosed("the cable is out")
        self._unplugged.clear()
        return self

    async def read(self):
        reading = asyncio.ensure_future(self.port.host_read())
        pulled = asyncio.ensure_future(self._unplugged.wait())
        try:
            await asyncio.wait({reading, pulled}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                raise TransportClosed("the cable was pulled")
            return reading.result()
        finally:
            reading.cancel()
            pulled.cancel()

    async def write(self, data):
        if not self.plugged:
            raise TransportClosed("the cable was pulled")
        self.port.host_write(data)

    async def close(self):
        pass

    def pull(self):
        self.plugged = False
        self._unplugged.set()


class Table:
    """Virtual table, ARC firmware, cable, link and session."""

    def __init__(self, flash, session):
        self.virtual = VirtualTable()
        port = PipePort(stalled=lambda: self.virtual.host_stalled)
        self.arc = MemoryArc(self.virtual, port, flash)
        self.cable = Cable(port)
        self.session = session
        self.client = ArcClient(self.cable, session.on_arc_event, session.on_link_state)
        self.link = None

    async def start(self):
        self.arc.start()
        self.session.attach_arc(self.client)
        self.link = asyncio.ensure_future(self.client.run())
        await self.until(lambda: self.client.state.connected)
        await self.until(lambda: self.virtual.chip.looks > MISSES)  # what is laid now is new (taps.py, Rule 5)

    async def stop(self):
        self.link.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.link
        await self.arc.stop()

    async def until(self, condition, limit_s=15):
        async with asyncio.timeout(limit_s):
            while not condition():  # noqa: ASYNC110 - three programs share no event
                await asyncio.sleep(0.005)

    def light(self, unit=None):
        state = self.virtual.state()
        return (state["arc"] if unit is None else state["modules"][str(unit)])["light"]["pattern"]

    async def tap(self, piece, done):
        self.virtual.tap(piece)
        await self.until(done)
        self.virtual.lift(piece)


@pytest.fixture
async def table(tmp_path, session):
    made = Table(tmp_path / "arc-flash", session)
    await made.start()
    yield made
    await made.stop()


def public(session):
    return session.view("table")


async def test_a_decree_a_token_and_a_module_reach_the_game_and_the_lights_answer(table, session):
    await table.tap("decree/3", lambda: public(session)["dialog"])
    await table.until(lambda: table.light() == "tap_asking")
    await table.tap("manager/2", lambda: public(session)["managers"][1]["vp"] == 2)
    await table.until(lambda: table.light() == "tap_accepted")
    await table.tap("decree/3", lambda: session.notices)
    await table.until(lambda: table.light() == "tap_refused")
    table.virtual.attach(6)
    await table.until(lambda: table.light(6) == "operational")
    await table.until(lambda: session._core.state["edges"])


async def test_after_the_cable_was_out_lights_and_modules_are_right_again(table, session):
    table.virtual.attach(2)
    await table.until(lambda: table.light(2) == "operational")
    revision = session.revision
    table.cable.pull()
    await table.until(lambda: not table.client.state.connected)
    assert "ARC" in public(session)["link"]
    table.virtual.attach(13)  # while nobody listens; the game will refuse it
    await press(session, "next")
    table.cable.plugged = True
    await table.until(lambda: "off:13" in to_do(session))
    await table.until(lambda: table.light(13) == "module_refused")
    await table.until(lambda: table.light() == "connected")
    # Its corridor came along; the module that was there before is no news.
    kinds = [entry.action["kind"] for entry in await session._store.entries(session.game_id)]
    assert kinds.count("attach") == 1
    assert session.revision > revision


async def test_a_power_cut_of_the_arc_does_not_move_the_game(table, session):
    table.virtual.attach(2)
    await table.until(lambda: table.light(2) == "operational")
    await table.until(lambda: session._core.state["edges"])
    before = (session.digest, session.revision)
    await table.arc.restart("power on")
    await table.until(lambda: table.client.sessions == 2)
    assert table.light(2) != "operational"  # its power was cut as well
    await table.until(lambda: table.light(2) == "operational")
    await table.until(lambda: session._table.sensed.trusted)
    assert (session.digest, session.revision) == before


async def test_the_game_is_picked_up_from_the_arc_by_another_computer(tmp_path, table, session):
    await table.tap("decree/3", lambda: public(session)["dialog"])
    await table.tap("manager/2", lambda: public(session)["managers"][1]["vp"] == 2)
    await press(session, "next")
    await session.settle()
    table.link.cancel()
    other_store = Store.open(tmp_path / "other.db")
    other = Session(other_store, toy_game)
    client = ArcClient(table.cable, other.on_arc_event, other.on_link_state)
    other.attach_arc(client)
    link = asyncio.ensure_future(client.run())
    await client.wait_connected(15)
    await other.restore_from_arc()
    assert (other.digest, other.game_id) == (session.digest, session.game_id)
    link.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await link
    await other.close()
    other_store.close()

"""A companion in emulated time: store, session and link as `colony play` puts them together, and its sudden death.

Rule 1: only the transport is the emulator's; nothing of the host is replaced or scaled.
Rule 2: a killed companion closes nothing and sends nothing more; what it had not stored is gone with it.
"""

import asyncio
from itertools import pairwise

from host.link.client import ArcClient
from host.session.session import Session
from host.store.store import Store
from shared_rules import catalog
from shared_rules.beyond_humanity import game
from tools.emulator.table import ARC, chip_of
from tools.emulator.usb import EmulatedOpener
from tools.virtual.box import tag_of

BEFORE, AFTER = "before the commit", "after the commit, before the acknowledgement"
JITTER_S = 0.03  # a board brings its strip up to now every few milliseconds
FIELD_KNOWN_EMPTY_S = 0.6  # what lies there when the ARC starts is no tap


class Killed(Exception):
    """The companion is no more."""


class Companion:
    """One life of a companion over the save at `path`. `heard`: (boot, seq, name) as events arrived, repeats too."""

    def __init__(self, loop, path):
        self.loop = loop
        self.store = Store.open(path, clock=loop.time)
        self.session = Session(self.store, game, clock=loop.time)
        self.opener = EmulatedOpener(loop, ARC)
        self.client = ArcClient(self.opener, self._on_event, self.session.on_link_state)
        self.heard = []
        self.tapped = []  # pieces whose taps are stored
        self._dies_at = ("", "")
        self._struck, self._gone = asyncio.Event(), asyncio.Event()
        self._link = None

    async def start(self):
        """As host/companion.py does it; True when a game was resumed."""
        resumed = await self.session.resume()
        self.session.attach_arc(self.client)
        self._link = asyncio.create_task(self.client.run())
        await self.client.wait_connected(10)
        return resumed

    def strike(self, name, moment):
        """Let the next event of that name be the last thing that it sees."""
        self._dies_at = (name, moment)

    async def struck(self):
        """Wait for that event, and bury the companion."""
        await asyncio.wait_for(self._struck.wait(), 10)
        self.opener.transport.lose()
        await self.end()

    async def _on_event(self, event):
        self.heard.append((event.boot, event.seq, event.name))
        if self._dies_at == (event.name, BEFORE):
            await self._die()
        await self.session.on_arc_event(event)
        if self._dies_at == (event.name, AFTER):
            await self._die()
        if event.name == "TAP":
            self.tapped.append(event.fields["piece"])

    async def _die(self):
        self._struck.set()
        await self._gone.wait()
        raise Killed

    async def end(self):
        """Let go of the cable."""
        self._gone.set()
        if self._link is not None:
            self._link.cancel()
            await asyncio.gather(self._link, return_exceptions=True)
        await self.session.close()

    # -- what players do and see ------------------------------------------------------------------------------------

    @property
    def view(self):
        """What everybody sees."""
        return self.session.view("table")

    async def press(self, kind, **fields):
        """Press what the screen shows now."""
        outcome = await self.session.act({"kind": kind, **fields}, self.session.revision, "tablet:1")
        assert outcome.ok, outcome

    async def to_phase(self, number):
        """Press Continue until that phase."""
        while self.view["phase"] < number:
            await self.press("phase")

    async def close_round(self):
        """NEXT, and yes: the month runs."""
        await self.to_phase(6)
        await self.press("next")
        await self.press("answer", choice="yes")


class Seen:
    """The emulated table as players see it: pieces laid by hand, lights read from the pins."""

    def __init__(self, rig):
        self.loop, self.table = rig.loop, rig.table

    async def until(self, condition, timeout_s=5):
        """Wait in emulated time."""
        async with asyncio.timeout(timeout_s):
            while not condition():  # noqa: ASYNC110 - time is emulated
                await asyncio.sleep(0.005)

    async def tap(self, companion, piece, verdict):
        """Lay a piece until the ring shows the verdict, and lift it again."""
        mark = len(self.loop.frames)
        stored = len(companion.tapped)
        self.table.lay(tag_of(piece))
        await self.until(lambda: len(companion.tapped) > stored)
        assert companion.tapped[-1] == piece
        await self.until(lambda: self.flashed(verdict, mark))
        await self.lift(companion)

    async def lift(self, companion):
        """Take everything off the ARC."""
        lifts = _count(companion, "LIFT")
        self.table.lay()
        await self.until(lambda: _count(companion, "LIFT") > lifts)

    def flashed(self, pattern, mark):
        """Whether the ARC's ring has shown a pattern's colour since `mark`."""
        colour = colour_of(pattern)
        return any(chip == ARC and data[:3] == colour for chip, _, data in self.loop.frames[mark:])

    async def until_lights(self, companion, wanted):
        """Wait until Modules show patterns ({unit: name}), which are what the title wishes."""
        for unit, pattern in wanted.items():
            assert companion.view["lights"][str(unit)] == pattern
            await self.until(lambda unit=unit, pattern=pattern: self.light(unit) == pattern)

    def light(self, unit):
        """Name of the pattern of a Module: by what comes out of its chip's pin, "" while that is not clear yet."""
        if unit in self.table.boards:
            return catalog.LIGHTS[self.table.boards[unit].light.pattern][0]
        frames = [(at_us / 1e6, data) for name, at_us, data in self.loop.frames if name == chip_of(unit)]
        return read_pattern(frames, self.loop.time())


def _count(companion, name):
    return sum(name == heard for _, _, heard in companion.heard)


def colour_of(pattern):
    """One pixel of a pattern as it comes over the wire (both boards have the same share of the supply)."""
    red, green, blue = (value * 30 // 255 for value in catalog.LIGHTS[pattern][1])
    return bytes((green, red, blue))


def read_pattern(frames, now_s):
    """The pattern that frames (seconds, bytes of the strip) end in, by nothing but catalog.LIGHTS."""
    names = [name for code, (name, _, rhythm, _) in enumerate(catalog.LIGHTS) if _fits(frames, now_s, code, rhythm)]
    assert len(names) <= 1, names
    return names[0] if names else ""


def _fits(frames, now_s, code, rhythm):
    """Whether the last whole cycle was this pattern's; a steady one holds on longer than any rhythm of its colour."""
    tail = frames[-len(rhythm) - 1 :]
    if len(tail) <= len(rhythm) or any(data != data[:3] * (len(data) // 3) for _, data in tail):
        return False
    colour, held_s = colour_of(code), now_s - tail[-1][0]
    if not rhythm:
        alike = [other for _, rgb, other, _ in catalog.LIGHTS if other and rgb == catalog.LIGHTS[code][1]]
        return tail[-1][1][:3] == colour and held_s > max(map(max, alike), default=0) / 1000 + JITTER_S
    seen = [(data[:3], after_s - at_s) for (at_s, data), (after_s, _) in pairwise(tail)]
    cycle = [(colour if part % 2 == 0 else bytes(3), part_ms / 1000) for part, part_ms in enumerate(rhythm)]
    turns = [cycle[turn:] + cycle[:turn] for turn in range(len(cycle))]
    went_by = any(all(_same(part, due) for part, due in zip(seen, turn, strict=True)) for turn in turns)
    return went_by and held_s < max(rhythm) / 1000 + JITTER_S


def _same(seen, due):
    return seen[0] == due[0] and abs(seen[1] - due[1]) < JITTER_S

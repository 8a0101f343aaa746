"""Exactly once, over a bad cable: the companion's real client against the firmware's real link and journal.

Given a pipe that drops, repeats, splits and flips 5 % of the chunks each way, and both ends restarted at random,
when events are made as fast as the journal takes them,
then each event that reached the store did so once, in order, byte for byte, and none is missing in between.

What "restart" means here, honestly:
* companion restart: the process is killed. Only its store survives, a set of (boot, seq), which refuses a key it has
  (as `host.store` does with a UNIQUE constraint).
* cable pull: what was on its way is lost, the firmware goes on; its journal is kept.
* ARC power cycle: the journal lives in RAM. Events that were made but not committed die with it; they were never
  confirmed to anybody, and the firmware announces the table anew. So "none lost" holds up to the last committed event
  of each boot, at least up to the last one whose acknowledgement the ARC had read, and to the very last event of the
  boot that is not cut off.

Each kind strikes at any time, or just before a commit, or between a commit and its acknowledgement: by chance alone
these moments, which last microseconds, would hardly ever be hit. A commit takes a few milliseconds, as a disk does.
"""

import asyncio
import time
from collections import Counter
from random import Random

import pytest
from link_rig import Device, MemoryOpener

from host.link.client import ArcClient
from host.link.memory import PipeFaults
from host.link.timing import LinkTiming

BAD = PipeFaults(drop=0.05, repeat=0.05, split=0.05, flip=0.05, delay_s=0.002)

KINDS = ("companion", "cable", "arc")
MOMENTS = ANY_TIME, BEFORE, AFTER = "any time", "before a commit", "after a commit"
COMMIT_S = 0.01  # longest commit
PAIRS = [(kind, moment) for kind in KINDS for moment in MOMENTS]
LAST_EVENTS = 100
TIMING = LinkTiming(commit_deadline_s=0.1)  # a companion that is killed in a commit hangs there


class Store:
    """What survives the companion: keys in the order of their first commit, and the packet committed."""

    def __init__(self):
        self.packets = {}
        self.refused = 0

    def commit(self, event):
        key = (event.boot, event.seq)
        if key in self.packets:
            self.refused += 1
        else:
            self.packets[key] = event.raw


class Torture:
    def __init__(self, count, seed, restart_s):
        self.count = count
        self.restart_s = restart_s  # mean time between restarts
        self.rng = Random(seed)
        self.store = Store()
        self.device = Device(boot=self.rng.getrandbits(32))
        self.opener = MemoryOpener(self.device, BAD, BAD, self.rng)
        self.made = {}  # (boot, seq) -> packet, as the journal took it
        self.acked = {}  # boot -> last event that the ARC knows to be committed
        self.given_twice = []  # by one process
        self.restarts = Counter()
        self.deck = []
        self.plan = None  # (kind, moment) of the restart that waits for its moment
        self.struck = asyncio.Event()

    def make_events(self):
        journal = self.device.journal
        self.acked[journal.boot] = journal.first - 1
        while journal.has_room() and len(self.store.packets) < self.count:
            seq = self.device.tap(f"decree/{self.rng.randrange(60)}")
            self.made[journal.boot, seq] = journal.packet(len(journal) - 1)

    async def companion(self):
        """One life of the companion's process."""
        seen = set()

        async def on_event(event):
            if (event.boot, event.seq) in seen:
                self.given_twice.append(event)
            seen.add((event.boot, event.seq))
            await self.moment(BEFORE)
            await asyncio.sleep(self.rng.random() * COMMIT_S)
            self.store.commit(event)
            await self.moment(AFTER)

        await ArcClient(self.opener, on_event, timing=TIMING).run()

    async def moment(self, moment):
        """Where a planned restart strikes. A companion that is to die here does nothing more."""
        if self.plan is None or self.plan[1] != moment:
            return
        kind, self.plan = self.plan[0], None
        self.struck.set()
        if kind == "companion":
            await asyncio.Event().wait()
        self.strike(kind)

    def strike(self, kind):
        self.device.cable.pull()
        if kind == "arc":
            self.device.boot(self.rng.getrandbits(32))

    @classmethod
    async def run(cls, count, seed, restart_s):
        torture = cls(count, seed, restart_s)
        await torture.both_ends()
        return torture

    async def both_ends(self):
        pump = asyncio.create_task(self.device.pump(self.make_events))
        life = asyncio.create_task(self.companion())
        while len(self.store.packets) < self.count:
            await asyncio.sleep(self.rng.expovariate(1 / self.restart_s))
            assert not pump.done(), "the ARC died"
            assert not life.done(), "the companion died"
            life = await self.restart(life, *self.next_restart())
        self.count += LAST_EVENTS  # no more restarts: the last boot must come through whole
        await asyncio.sleep(100)
        life.cancel()
        pump.cancel()
        await asyncio.wait((life, pump))

    def next_restart(self):
        """A kind and a moment, shuffled so that each pair comes before any comes again."""
        if not self.deck:
            self.deck = self.rng.sample(PAIRS, len(PAIRS))
        return self.deck.pop()

    async def restart(self, life, kind, moment):
        if moment == ANY_TIME:
            if kind != "companion":
                self.strike(kind)
        else:
            self.plan = (kind, moment)
            self.struck.clear()
            try:
                async with asyncio.timeout(60):
                    await self.struck.wait()
            except TimeoutError:  # all events are made: nothing is left to strike at
                return life
        self.restarts[kind, moment] += 1
        if kind != "companion":
            return life
        await asyncio.sleep(self.rng.random() * COMMIT_S)  # what was sent by then takes its effect
        life.cancel()
        await asyncio.wait((life,))
        return asyncio.create_task(self.companion())


def check(torture):
    committed = torture.store.packets
    assert len(committed) >= torture.count
    for key, packet in committed.items():
        assert packet == torture.made[key], "changed on the way"
    last = {}
    for boot, seq in committed:  # in the order of commit
        assert seq == last.get(boot, 0) + 1, "out of order, or one is missing"
        last[boot] = seq
    for boot, acked in torture.acked.items():
        assert last.get(boot, 0) >= acked, "acknowledged without a commit"
    live = torture.device.journal.boot
    assert last[live] == max(seq for boot, seq in torture.made if boot == live), "the last boot is not complete"
    assert torture.given_twice == []
    assert len(torture.device.journal) == 0, "the last acknowledgement must get through too"
    assert len(torture.restarts) == len(PAIRS), "each kind of restart must have struck at each moment"


def test_3_000_events_over_a_bad_cable_have_their_effect_once(run_virtual):
    torture = run_virtual(Torture.run(3_000, seed=1, restart_s=8))
    check(torture)


@pytest.mark.slow(12)
@pytest.mark.parametrize("seed", [3, 4])
def test_100_000_events_over_a_bad_cable_have_their_effect_once(run_virtual, seed):
    """Half of them for each seed."""
    start_s = time.process_time()
    torture = run_virtual(Torture.run(50_000, seed=seed, restart_s=30))
    check(torture)
    cpu_s = time.process_time() - start_s
    print(f"{cpu_s:.1f} s of CPU, {torture.restarts.total()} restarts, {torture.store.refused} repeats refused")

"""Exactly once, over a bad cable: the companion's real client against the firmware's real link and journal.

Given a pipe that drops, repeats, splits and flips 5 % of the chunks each way, and both ends restarted at random,
when events are made as fast as the journal takes them,
then each event that reached the store did so once, in order, byte for byte, and none is missing in between.

What "restart" means here, honestly:
* companion restart: the process is killed at any await, also between commit and acknowledgement. Only its store
  survives, a set of (boot, seq), which refuses a key it has (as `host.store` does with a UNIQUE constraint).
* cable pull: what was on its way is lost, the firmware goes on; its journal is kept.
* ARC power cycle: the journal lives in RAM. Events that were made but not committed die with it; they were never
  confirmed to anybody, and the firmware announces the table anew. So "none lost" holds up to the last committed event
  of each boot, at least up to the last one whose acknowledgement the ARC had read, and to the very last event of the
  boot that is not cut off.
"""

import asyncio
import time
from random import Random

import pytest
from link_rig import Device, MemoryOpener

from host.link.client import ArcClient
from host.link.memory import PipeFaults

BAD = PipeFaults(drop=0.05, repeat=0.05, split=0.05, flip=0.05, delay_s=0.002)

LAST_EVENTS = 100


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
    def __init__(self, count, seed):
        self.count = count
        self.rng = Random(seed)
        self.store = Store()
        self.device = Device(boot=self.rng.getrandbits(32))
        self.opener = MemoryOpener(self.device, BAD, BAD, self.rng)
        self.made = {}  # (boot, seq) -> packet, as the journal took it
        self.acked = {}  # boot -> last event that the ARC knows to be committed
        self.restarts = {"companion": 0, "cable": 0, "arc": 0}

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
            assert (event.boot, event.seq) not in seen, "one process was given an event twice"
            seen.add((event.boot, event.seq))
            await asyncio.sleep(0)
            self.store.commit(event)
            await asyncio.sleep(0)

        await ArcClient(self.opener, on_event).run()

    @classmethod
    async def run(cls, count, seed):
        torture = cls(count, seed)
        await torture.both_ends()
        return torture

    async def both_ends(self):
        pump = asyncio.create_task(self.device.pump(self.make_events))
        life = asyncio.create_task(self.companion())
        while len(self.store.packets) < self.count:
            await asyncio.sleep(self.rng.expovariate(1 / 20))
            assert not pump.done(), "the ARC died"
            assert not life.done(), "the companion died"
            kind = self.rng.choice(list(self.restarts))
            self.restarts[kind] += 1
            if kind == "companion":
                life = await self.restart(life)
            elif kind == "cable":
                self.device.cable.pull()
            else:
                self.device.cable.pull()
                self.device.boot(self.rng.getrandbits(32))
        self.count += LAST_EVENTS  # no more restarts: the last boot must come through whole
        await asyncio.sleep(300)
        life.cancel()
        pump.cancel()
        await asyncio.wait((life, pump))

    async def restart(self, life):
        # A crash comes at any await: let the loop run on for a few steps of random number first.
        for _ in range(self.rng.randrange(30)):
            await asyncio.sleep(0)
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
    assert min(torture.restarts.values()) > 0, "each kind of restart must have happened"


@pytest.mark.parametrize("seed", [1, 2])
def test_3_000_events_over_a_bad_cable_have_their_effect_once(run_virtual, seed):
    torture = run_virtual(Torture.run(3_000, seed))
    check(torture)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_100_000_events_over_a_bad_cable_have_their_effect_once(run_virtual):
    start_s = time.monotonic()
    torture = run_virtual(Torture.run(100_000, 3))
    check(torture)
    print(f"{time.monotonic() - start_s:.1f} s, restarts {torture.restarts}, repeats refused {torture.store.refused}")

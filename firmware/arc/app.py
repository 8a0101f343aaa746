"""The ARC's tasks: reader, bus, lights, link, battery, health. Each runs by itself and none waits for the host.

Rule 1: without a host a tap is refused by light and forgotten. It never acts later in another situation.
Rule 2: a task that stops with an error is reported as a fault and started again; the others go on.
Rule 3: after the journal overflowed and drained, the fault and then the whole state are announced.
Rule 4: the watchdog is fed only while every task shows signs of life.
"""

import asyncio
import gc

from firmware.arc.commands import Commands
from firmware.arc.journal import Journal
from firmware.arc.link import Link
from firmware.arc.reading import ReaderTask
from firmware.arc.registry import Registry
from firmware.arc.signals import Signals
from firmware.arc.start import HEALTHY_MS
from shared_rules.catalog import (
    ARC_UNIT,
    FAULT_CRASH,
    FAULT_OVERFLOW,
    FAULT_UNREADABLE,
    PART_BUS,
    PART_LINK,
    PART_READER,
    PART_STORE,
    PART_TASK,
    VERDICT_REFUSED,
)
from shared_rules.compat import const, sleep_ms, ticks_diff, ticks_ms
from shared_rules.wire.cbor import cut_text

LINK_STEP_MS = const(8)
LIGHT_STEP_MS = const(20)
BUS_BUSY_MS = const(1)  # work is waiting: give way to the other tasks only
BUS_IDLE_MS = const(6)
BUS_STEPS = const(4)  # transfers in a row: about 2 ms on the chip
BATTERY_STEP_MS = const(2000)
STATUS_MS = const(5000)
HEALTH_MS = const(500)
ALIVE_MS = const(6000)  # the longest silence of a healthy task: a reader that hangs and is reset takes about 2 s
RESTART_MS = const(1000)
SAFE_MODE = "safe mode, no reader, no modules: %s"
_DETAIL_BYTES = const(80)

# What a restart leaves behind; the app above decides by this how to end.
RUN, SERVICE, RESET = "run", "service", "reset"


class ArcApp:
    """The whole ARC over injected parts. `bus` may be None and `reader` may be None: safe mode runs without them.

    usb, reader, bus, light, battery, store: see their drivers. identity: firmware, board, chip, reset, boot.
    watchdog: `feed()`. life: the `start.Life` whose tale has to be told, or None. now: millisecond ticks.
    """

    def __init__(self, usb, reader, bus, light, battery, store, identity, watchdog=None, life=None, now=ticks_ms):
        self._now = now
        self._bus, self._light, self._battery, self._store = bus, light, battery, store
        self._watchdog, self._life = watchdog, life
        self._alive = {}
        self.leaving = RUN
        self.registry = Registry()
        self.journal = Journal(identity["boot"])
        self.signals = Signals(light)
        self.commands = Commands(self, store)
        self.link = Link(usb, self.journal, identity, self.commands.table, self._on_session, now)
        self.reading = ReaderTask(reader, self, now) if reader else None
        if bus:
            bus.on_event = self.on_bus_event

    # -- events ----------------------------------------------------------------------------------------------------

    def emit(self, name, fields):
        """Record a piece of state and journal it for the companion; its seq, or None when it has to wait."""
        self.registry.record(name, fields)
        seq = self.journal.add(name, fields)
        if seq is None:
            self.registry.missed(name, fields)
        return seq

    def fault(self, part, code, detail=""):
        """Report a fault once, until `cleared`."""
        if (part, code) not in self.registry.faults:
            self.emit("FAULT", {"part": part, "code": code, "detail": cut_text(detail, _DETAIL_BYTES)})
            self.signals.update(fault=self.registry.ill())

    def cleared(self, part, code):
        """Report that the fault is over, if it was reported."""
        if (part, code) in self.registry.faults:
            self.emit("FAULT_CLEARED", {"part": part, "code": code})
            self.signals.update(fault=self.registry.ill())

    def play(self, name, fields):
        """A player's act: journalled only while a host listens and there is room, else refused. Returns seq or None."""
        if self.link.session is None or not self.journal.has_room():
            return None
        return self.journal.add(name, fields)

    def tap(self, uid, tag, piece):
        """A tag was laid down: an event for the host, or a visible refusal."""
        session, at_ms = self.link.session or 0, self.link.uptime_ms
        fields = {"session": session, "at_ms": at_ms, "uid": uid, "tag": tag, "piece": piece}
        if self.play("TAP", fields) is None:
            self.signals.verdict(VERDICT_REFUSED)

    def announce(self):
        """Say again what the table looks like, from what is known."""
        for name, fields in self.registry.announce():
            self.emit(name, fields)

    def on_bus_event(self, name, fields):
        """What the module bus reports: message names and fields without boot and seq."""
        self.emit(name, fields)
        self.signals.update(fault=self.registry.ill())

    def _on_session(self, is_open):
        self.signals.update(host=is_open)

    # -- what commands do ------------------------------------------------------------------------------------------

    def set_light(self, unit, pattern):
        """The companion's wish for one unit; the bus keeps it for modules that come back."""
        if unit == ARC_UNIT:
            self.signals.update(game=pattern)
        else:
            if self._bus:
                self._bus.set_light(unit, pattern)

    def identify(self, unit, pattern, duration_ms):
        """Let one unit stand out for a while; False when it is not there."""
        if unit == ARC_UNIT:
            self.signals.flash(pattern, duration_ms)
        elif self._bus and unit in self.registry.modules:
            self._bus.flash_light(unit, pattern, duration_ms)
        else:
            return False
        return True

    # -- tasks -----------------------------------------------------------------------------------------------------

    async def run(self):
        """Run until SERVICE or RESET was answered; returns which."""
        jobs = [("link", self._run_link), ("light", self._run_light), ("battery", self._run_battery),
                ("status", self._run_status)]
        if self._bus:
            jobs.append(("bus", self._run_bus))
        if self.reading:
            jobs.append(("reader", self.reading.run))
        if self._store.fault:
            self.fault(PART_STORE, FAULT_UNREADABLE, "the stored game cannot be read")
        self._tell_last_life()
        self.signals.update(host=False)
        tasks = [asyncio.create_task(self._keep(name, job)) for name, job in jobs]
        try:
            await self._run_health()
        finally:
            for task in tasks:
                task.cancel()
        return self.leaving

    def _tell_last_life(self):
        life = self._life
        if life is None or not (life.crash or life.safe):
            return
        # A watchdog bite leaves no words, but an ARC without reader and bus must never look like a healthy one.
        last = life.crash.strip().split("\n")[-1] if life.crash else "the program hung"
        self.fault(PART_TASK, FAULT_CRASH, SAFE_MODE % last if life.safe else last)
        if not life.safe:
            self.cleared(PART_TASK, FAULT_CRASH)
        life.told()

    def beat(self, task):
        """A task's sign of life."""
        self._alive[task] = self._now()

    async def _keep(self, name, job):
        """Run one task for ever; an error is told and costs a second."""
        while True:
            self.beat(name)
            try:
                await job()
            except Exception as error:
                detail = "%s: %s %s" % (name, type(error).__name__, error)
                self.fault(PART_TASK, FAULT_CRASH, detail)
                self.link.note(detail)
            await sleep_ms(RESTART_MS)
            self.cleared(PART_TASK, FAULT_CRASH)

    async def _run_link(self):
        while True:
            self.beat("link")
            moved = self.link.step()
            if self.journal.lost and not len(self.journal):
                self._recover()
            await sleep_ms(0 if moved else LINK_STEP_MS)

    def _recover(self):
        """The journal overflowed and is empty again: tell the fault, then the state, then the end of the fault."""
        lost, self.journal.lost = self.journal.lost, 0
        self.fault(PART_LINK, FAULT_OVERFLOW, "%d events did not fit" % lost)
        self.announce()
        self.cleared(PART_LINK, FAULT_OVERFLOW)

    async def _run_bus(self):
        while True:
            self.beat("bus")
            steps = 0
            while steps < BUS_STEPS and await self._bus.step():
                steps += 1
            await sleep_ms(BUS_BUSY_MS if steps == BUS_STEPS else BUS_IDLE_MS)

    async def _run_light(self):
        while True:
            self.beat("light")
            self._light.step()
            await sleep_ms(LIGHT_STEP_MS)

    async def _run_battery(self):
        while True:
            self.beat("battery")
            battery = self._battery
            if battery.step():
                self.emit("BATTERY", {"millivolts": min(battery.millivolts, 0xFFFF), "low": battery.low})
                self.signals.update(battery_low=battery.low)
            await sleep_ms(BATTERY_STEP_MS)

    async def _run_status(self):
        while True:
            self.beat("status")
            self.link.status(self.status())
            await sleep_ms(STATUS_MS)

    def status(self):
        """The fields of STATUS now."""
        gc.collect()
        used, free = (gc.mem_alloc(), gc.mem_free()) if hasattr(gc, "mem_alloc") else (0, 0)
        known = self.registry
        return {
            "uptime_ms": self.link.uptime_ms, "heap_used": used, "heap_free": free, "journal": len(self.journal),
            "modules": len(known.modules), "reader": known.fault_code(PART_READER),
            "bus": known.fault_code(PART_BUS), "dropped": self.link.dropped,
        }

    async def _run_health(self):
        """Feed the watchdog while all tasks live; end when a command asked for it and its answer has left."""
        waited_ms = 0
        while self.leaving == RUN or (waited_ms < HEALTH_MS and not self.link.drained()):
            step_ms = HEALTH_MS if self.leaving == RUN else 2 * LINK_STEP_MS
            if self.leaving != RUN:
                waited_ms += step_ms
            if self._watchdog and self.healthy():
                self._watchdog.feed()
            if self._life and self.link.uptime_ms > HEALTHY_MS:
                self._life.healthy()
                self._life = None
            await self._rest(step_ms)

    async def _rest(self, duration_ms):
        """Sleep in short pieces, so that a command to leave is followed at once."""
        while duration_ms > 0:
            piece_ms = min(duration_ms, 50)
            await sleep_ms(piece_ms)
            duration_ms -= piece_ms
            if self.leaving != RUN and duration_ms > piece_ms:
                return

    def healthy(self):
        """Whether every task showed a sign of life lately."""
        now = self._now()
        return all(ticks_diff(now, seen) < ALIVE_MS for seen in self._alive.values())

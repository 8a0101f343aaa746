"""Runs the topology sweep over the bus, one board per step, and decides when a topology may be published.

Rule 1: a turn is written to the boards whose drive changes, after a while confirmed by those that drive, and after the
same while again heard from those that keep still: what a board says it sensed is as old as what it says it took. That
while is SETTLE_MS, and grows when boards are seen to be slower (a collector of garbage, a busy simulation).
Rule 2: a sweep that any board breaks is thrown away and started anew after BACKOFF_MS.
Rule 3: a clean sweep with one corridor more than published is published. Everything else needs a second sweep to agree:
two corridors pushed in during one sweep can pass for two others, and a slow board can hide one.
Rule 4: a lost module takes its corridors out at once, without waiting for a sweep.
Rule 5: a board that hangs or garbles is left out of sweeps, so that it cannot stop them.
"""

from firmware.drivers.topology import Sweep
from shared_rules.catalog import ARC_PORTS, ARC_UNIT, FAULT_CORRIDOR
from shared_rules.compat import ticks_add, ticks_diff

SENSE_MS = 2000
SETTLE_MS = 10  # two passes of a board's program: it took the order in one, its neighbour sensed it in the next
BACKOFF_MS = 100
SLOWEST_MS = 200
RETRIES = 8  # reads of a board that has not yet taken its order
MOST_EDGES = 40  # of the TOPOLOGY message

# What a sweep does next
REST, WRITE, CONFIRM, LISTEN, RELEASE = 0, 1, 2, 3, 4


class BusSense:
    """`bus` is the ModuleBus, `say` its reports, `ports` the ARC's own ports or None."""

    def __init__(self, bus, say, ports, now):
        self.published = []
        self._bus = bus
        self._say = say
        self._ports = ports
        self._now = now
        self._said = False
        self._candidate = None
        self._odd = False
        self._sweep = None
        self._doing = REST
        self._turn = 0
        self._queue = []
        self._changed = []
        self._heard = []
        self._tries = 0
        self._settle_ms = SETTLE_MS
        self._wait_ms = SETTLE_MS  # in this turn
        self._settled_at = 0
        self._start_at = now()

    def restart(self):
        """Something changed: sweep anew, soon."""
        self._abort(0)

    def repeat(self):
        """Publish after the next sweep even if nothing changed."""
        self._said = False
        self.restart()

    def without(self, unit):
        """Take a lost unit's corridors out of the published topology."""
        left = [edge for edge in self.published if unit not in (edge[0], edge[2])]
        self.restart()
        if left != self.published:
            self._publish(left)

    def step(self):
        """One transfer of the sweep. False when there is nothing to do."""
        if self._doing == REST:
            return self._begin()
        if self._doing in (CONFIRM, LISTEN) and ticks_diff(self._now(), self._settled_at) < 0:
            return False
        if not self._queue:
            self._advance()
            return True
        self._take(self._queue.pop())
        return True

    def _begin(self):
        bus = self._bus
        if ticks_diff(self._now(), self._start_at) < 0:
            return False
        for unit in bus.present:
            if bus.present[unit].wobbles():
                return False
        boards = [(unit, bus.present[unit].ports) for unit in sorted(bus.present) if not bus.present[unit].hangs()]
        if self._ports is not None:
            boards.insert(0, (ARC_UNIT, ARC_PORTS))
        self._sweep = Sweep(boards)
        self._turn = 0
        self._aim(WRITE)
        return True

    def _aim(self, doing):
        """Line up the units that the next part of the turn is about."""
        self._doing = doing
        units, sweep, turn = self._sweep.units, self._sweep, self._turn
        if doing == WRITE:
            self._queue = [unit for unit in units if self._driven(unit) != sweep.drive_mask(unit, turn)]
            self._changed = list(self._queue)
        elif doing == CONFIRM:
            self._queue = [unit for unit in self._changed if sweep.drive_mask(unit, turn)]
        elif doing == LISTEN:
            self._queue = [unit for unit in units if sweep.drive_mask(unit, turn) != sweep.all_ports(unit)]
        elif doing == RELEASE:
            self._queue = [unit for unit in units if self._driven(unit)]

    def _driven(self, unit):
        return -1 if unit == ARC_UNIT else self._bus.present[unit].drive

    def _advance(self):
        if self._doing == WRITE:
            self._tries, self._wait_ms = 0, self._settle_ms
            self._settle(CONFIRM)
            if not self._queue:
                self._aim(LISTEN)
        elif self._doing == CONFIRM:
            self._settle(LISTEN)
        elif self._doing == LISTEN:
            for unit, sense in self._heard:
                self._sweep.heard(unit, self._turn, sense)
            self._settle_ms = self._wait_ms
            self._turn += 1
            self._aim(WRITE if self._turn < self._sweep.turns else RELEASE)
        else:
            self._finish()

    def _settle(self, then):
        self._aim(then)
        self._heard = []
        self._settled_at = ticks_add(self._now(), self._wait_ms)

    def _take(self, unit):
        mask = 0 if self._doing == RELEASE else self._sweep.drive_mask(unit, self._turn)
        if unit == ARC_UNIT:
            self._take_own(mask)
            return
        record = self._bus.present[unit]
        if self._doing in (WRITE, RELEASE):
            record.drive = mask
            record.renew()
            done = self._bus.write_order(record)
        else:
            done = self._bus.read_state(record)
        if not done:
            self._abort(BACKOFF_MS)
        elif self._doing in (CONFIRM, LISTEN) and record.applied != record.sequence:
            self._late()
        elif self._doing == LISTEN:
            self._heard.append((unit, record.sense))

    def _late(self):
        """A board has not yet taken its order, so what others sensed is worth nothing: wait longer, then once more."""
        self._tries += 1
        self._wait_ms = min(2 * self._wait_ms, SLOWEST_MS)
        if self._tries > RETRIES:
            self._abort(BACKOFF_MS)
        else:
            self._settle(self._doing)

    def _take_own(self, mask):
        if self._doing == LISTEN:
            self._heard.append((ARC_UNIT, self._ports.sense()))
        elif self._doing != CONFIRM:
            self._ports.drive(mask)

    def _abort(self, wait_ms):
        self._doing, self._queue, self._sweep = REST, [], None
        self._candidate = None
        self._start_at = ticks_add(self._now(), wait_ms)

    def _finish(self):
        edges, odd = self._sweep.edges()
        edges = edges[:MOST_EDGES]
        self._settle_ms = max(SETTLE_MS, self._settle_ms * 3 // 4)
        agreed = (edges, odd) == self._candidate or (not odd and self._one_more(edges))
        fresh = edges != self.published or not self._said
        self._abort(SENSE_MS if agreed else 0)
        self._candidate = (edges, odd)
        if agreed:
            self._tell_odd(odd)
            if fresh:
                self._publish(edges)

    def _one_more(self, edges):
        """Whether `edges` are the published ones and at most one besides."""
        kept = [edge for edge in self.published if edge in edges]
        return len(kept) == len(self.published) and len(edges) <= len(kept) + 1

    def _publish(self, edges):
        self.published, self._said = edges, True
        self._bus.on_event("TOPOLOGY", {"edges": edges})

    def _tell_odd(self, odd):
        if bool(odd) == self._odd:
            return
        self._odd = bool(odd)
        self._say.odd_corridors(FAULT_CORRIDOR, odd)

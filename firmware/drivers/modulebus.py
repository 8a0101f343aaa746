"""The ARC's side of the module bus: who is there, are they well, which light do they show, how are they joined.

Theory: time is cut into slots. Slot 0 looks at the wires, slots 1..32 each visit one unit: a known one is polled
(STATE), an unknown one is asked for its identity. A round over all slots takes ROUND_MS, so a new board is found and a
lost one missed at that pace, whatever else goes on. Between slots go orders (CONTROL) and the topology sweep.

Rule 1: one call of `step` does one bounded piece of work: at most READS short transfers.
Rule 2: presence is probed by reading a register, never by an empty write, which the RP2040 cannot send (B61).
Rule 3: a miss counts when it is clean: no acknowledge, with both wires high. Three in a row and the module is lost.
Rule 4: damaged data is read again; data that stays damaged makes a module a conflict or a fault, never a guess.
Rule 5: an address that no board can have is probed each round: when it answers, nothing on the bus is believed.
Rule 6: what is wrong with one board is that board's fault; the others go on.
"""

from errno import ETIMEDOUT

from firmware.drivers.buslines import BusLines, no_rewire
from firmware.drivers.busmodule import ABSENT, CONFLICT, PRESENT, SUSPECT, Module
from firmware.drivers.busreports import BusReports
from firmware.drivers.bussense import BusSense
from firmware.module import registers
from shared_rules.catalog import (
    BUS_BASE,
    FAULT_ADDRESS_CLASH,
    FAULT_BAD_IDENTITY,
    FAULT_EVERY_ADDRESS,
    FAULT_HUNG,
    FAULT_MAP_VERSION,
    FAULT_TORN,
    LIGHTS,
    UNIT_COUNT,
    kind_of,
    port_count,
)
from shared_rules.compat import sleep_ms, ticks_add, ticks_diff, ticks_ms

BUS_HZ = 400_000
TIMEOUT_US = 5_000  # boards stretch for up to 500 us (B58); given to machine.I2C by main.py, never left open (B63)
GUARD_ADDRESS = 0x77  # no board has it
ROUND_MS = 231
SLOT_MS = ROUND_MS // (UNIT_COUNT + 1)
READS = 3
LOST_MISSES = 3
BAD_LIMIT = 3
HUNG_LIMIT = 3
STRANGE_LIMIT = 3
FLIP_LIMIT = 2
CALM_LIMIT = 8


class ModuleBus:
    """`i2c` as machine.I2C; `sda` and `scl` pins to look at or None; `ports` the ARC's own (drive, sense) or None.

    `on_event(name, fields)` gets MODULE_ATTACHED, MODULE_LOST, MODULE_CONFLICT, TOPOLOGY, FAULT and FAULT_CLEARED with
    the fields of the message table without boot and seq. `present` maps unit to Module.
    """

    def __init__(self, i2c, sda=None, scl=None, now=ticks_ms, ports=None, on_event=None, rewire=no_rewire):
        self.present = {}
        self.on_event = on_event or (lambda name, fields: None)
        self.now = now
        self.lines = BusLines(sda, scl, rewire)
        self.bus_fault = 0
        self.torn = 0  # damaged answers so far, for the status
        self._i2c = i2c
        self._records = {}
        self._say = BusReports(self)
        self._slot = 0
        self._due = now()
        self._first_round = True
        self._line_strikes = 0
        self._identity = bytearray(registers.IDENTITY_BYTES)
        self._state = bytearray(registers.STATE_BYTES)
        self._control = bytearray(registers.CONTROL_BYTES)
        self._byte = bytearray(1)
        self._uptime_ms = 0  # of the state read last
        self._turn = 0
        self._sense = BusSense(self, self._say, ports, now)

    # -- for the app ----------------------------------------------------------------------------------------------

    async def step(self):
        """One bounded piece of work. True when there was some; False when the bus may rest for a few milliseconds."""
        now = self.now()
        if self._first_round or ticks_diff(now, self._due) >= 0:
            self._next_slot(now)
            return True
        return not self.bus_fault and (self._write_one() or self._sense.step())

    async def run(self):
        """Steps for ever, resting between."""
        while True:
            await sleep_ms(1 if await self.step() else 4)

    def set_light(self, unit, pattern):
        """Wish a pattern for `unit`, present or not. IndexError: no such pattern."""
        LIGHTS[pattern]
        record = self._record(unit)
        if record.pattern != pattern:
            record.pattern = pattern
            record.renew()

    def flash_light(self, unit, pattern, duration_ms):
        """Lay a pattern over the wished one for `duration_ms` (to the pace of the visits)."""
        LIGHTS[pattern]
        record = self._record(unit)
        record.over, record.over_from, record.over_ms = pattern, self.now(), duration_ms
        record.renew()

    def sense_all(self):
        """Say everything again: modules at once, the topology after a new sweep."""
        for unit in sorted(self.present):
            self._say.attached(self.present[unit])
        for unit in sorted(self._records):
            if self._records[unit].standing == CONFLICT:
                self._say.conflict(self._records[unit])
        self._sense.repeat()

    @property
    def edges(self):
        """Topology as last published."""
        return self._sense.published

    # -- slots ----------------------------------------------------------------------------------------------------

    def _next_slot(self, now):
        slot, self._slot = self._slot, (self._slot + 1) % (UNIT_COUNT + 1)
        self._due = ticks_add(self._due, SLOT_MS)
        if self._first_round or ticks_diff(now, self._due) > ROUND_MS:
            self._due = ticks_add(now, SLOT_MS)  # long away: no use in catching up
        if self._slot == 0:
            self._first_round = False
        if slot == 0:
            self._check_wires()
        elif not self.bus_fault:
            self._visit(self._record(slot), now)

    def _visit(self, record, now):
        if record.over is not None and ticks_diff(now, record.over_from) >= record.over_ms:
            record.over = None
            record.renew()
        if record.standing in (ABSENT, SUSPECT):
            self._hello(record)
        elif record.standing == PRESENT:
            self._poll(record)
        else:
            self._watch_conflict(record)

    def _check_wires(self):
        fault = self.lines.fault()
        if fault:
            fault = self.lines.recover()
        elif self._answers(GUARD_ADDRESS):
            fault = FAULT_EVERY_ADDRESS
        self._set_bus_fault(fault)

    def _answers(self, address):
        try:
            self._i2c.readfrom_into(address, self._byte)
        except OSError:
            return False
        return True

    def _set_bus_fault(self, fault):
        if fault == self.bus_fault:
            return
        self._say.bus_fault(self.bus_fault, fault)
        self.bus_fault = fault
        self._sense.restart()

    # -- transfers ------------------------------------------------------------------------------------------------

    def read_block(self, record, start, block):
        """Read a sealed block, again if it is damaged. True when whole; misses and damage are counted."""
        for _ in range(READS):
            try:
                self._i2c.readfrom_mem_into(BUS_BASE + record.unit, start, block)
            except OSError as error:
                self._failed(record, error)
                return False
            record.misses = record.hung = 0
            if registers.sealed(block):
                return True
            self.torn += 1
        record.bad += 1
        return False

    def read_state(self, record):
        """Refresh `applied` and `sense` of a record. True when the answer is whole and from the known board."""
        if not self.read_block(record, registers.STATE, self._state):
            return False
        _, applied, sense, _, _, _, uptime_ms, tag = registers.unpack_state(self._state)
        if tag != record.tag:
            record.strange += 1
            return False
        record.applied, record.sense, self._uptime_ms = applied, sense, uptime_ms
        return True

    def write_order(self, record):
        """Send the wished order. False when it did not arrive; the next poll sees that and asks for it again."""
        record.dirty = False
        if not record.sequence:
            # The board may still carry an order of an ARC that restarted: go on from its number, never meet it.
            if not self.read_state(record):
                return False
            record.sequence = record.applied
            record.renew()
            record.dirty = False
        record.order(self._control)
        try:
            self._i2c.writeto_mem(BUS_BASE + record.unit, registers.CONTROL, self._control)
        except OSError:
            return False
        return True

    def _failed(self, record, error):
        if self.lines.fault():
            return  # the wires' fault, not this board's
        if error.errno == ETIMEDOUT:
            record.hung += 1
        else:
            record.misses += 1
            record.hung = 0

    def _write_one(self):
        for _ in range(UNIT_COUNT):
            self._turn = self._turn % UNIT_COUNT + 1
            record = self.present.get(self._turn)
            if record is not None and record.dirty:
                self.write_order(record)
                return True
        return False

    # -- one module -----------------------------------------------------------------------------------------------

    def _record(self, unit):
        if unit not in self._records:
            if not 1 <= unit <= UNIT_COUNT:
                raise IndexError("no unit " + str(unit))
            self._records[unit] = Module(unit)
        return self._records[unit]

    def _hello(self, record):
        whole = self.read_block(record, registers.IDENTITY, self._identity)
        if whole:
            code = self._misfit(record)
            if not code:
                self._attach(record)
                return
            record.bad += 1
        elif record.misses or record.hung:
            record.bad = 0
            self._note_hung(record)
            return
        else:
            code = self._damage(record)
        if record.bad >= BAD_LIMIT:
            self._conflict(record, code)

    def _misfit(self, record):
        """0, or why a whole identity cannot be that of this unit."""
        _, version, unit, kind, ports, _, _ = registers.unpack_identity(self._identity)
        if version != registers.MAP_VERSION:
            return FAULT_MAP_VERSION
        right = unit == record.unit and kind == kind_of(unit) and ports == port_count(unit)
        return 0 if right else FAULT_BAD_IDENTITY

    def _damage(self, record):
        """Two boards at once agree in all that the unit number fixes and garble the rest; one bad board would not."""
        alike = self._identity[:2] == registers.MAGIC and not self._misfit(record)
        return FAULT_ADDRESS_CLASH if alike else FAULT_BAD_IDENTITY

    def _attach(self, record):
        record.adopt(self._identity)
        self.present[record.unit] = record
        self._say.attached(record)
        self._sense.restart()

    def _poll(self, record):
        if self.read_state(record):
            record.bad = 0
            if record.strange:
                record.strange = 0
                record.flips += 1
            if record.applied != record.sequence:
                record.dirty = True
            # The target block goes on answering from memory when the program behind it has died.
            record.frozen = record.frozen + 1 if self._uptime_ms == record.uptime_ms else 0
            record.uptime_ms = self._uptime_ms
            self._say.clear_fault(FAULT_TORN, record.unit)
            if not record.frozen:
                self._say.clear_fault(FAULT_HUNG, record.unit)
        elif record.misses >= LOST_MISSES:
            self._lose(record)
            return
        self._note_hung(record)
        if record.flips >= FLIP_LIMIT:
            self._conflict(record, FAULT_ADDRESS_CLASH)
        elif record.strange >= STRANGE_LIMIT:
            self._replaced(record)
        elif record.bad >= BAD_LIMIT:
            self._damaged_state(record)

    def _note_hung(self, record):
        if record.hung >= HUNG_LIMIT or record.frozen >= HUNG_LIMIT:
            self._say.raise_fault(FAULT_HUNG, record.unit)
        elif record.misses:
            self._say.clear_fault(FAULT_HUNG, record.unit)

    def _replaced(self, record):
        """Another board with this address took the place of the known one, quicker than three misses."""
        if self.read_block(record, registers.IDENTITY, self._identity):
            self._lose(record)
            self._hello(record)

    def _damaged_state(self, record):
        if self.read_block(record, registers.IDENTITY, self._identity):
            self._say.raise_fault(FAULT_TORN, record.unit)
        elif not (record.misses or record.hung):
            self._conflict(record, self._damage(record))

    def _watch_conflict(self, record):
        """A conflict is over when the address is quiet (lost) or one board alone has answered for a while."""
        if record.misses >= LOST_MISSES:
            self._lose(record)
        elif not self.read_block(record, registers.STATE, self._state):
            record.calm = 0
        else:
            tag = registers.unpack_state(self._state)[7]
            record.calm = record.calm + 1 if tag == record.tag else 0
            record.tag = tag
        if record.calm >= CALM_LIMIT:
            record.bad = record.calm = 0
            self._hello(record)

    def _lose(self, record):
        for code in (FAULT_TORN, FAULT_HUNG):
            self._say.clear_fault(code, record.unit)
        self.present.pop(record.unit, None)
        record.forget()
        self._say.lost(record.unit)
        self._sense.without(record.unit)

    def _conflict(self, record, code):
        was_present = self.present.pop(record.unit, None)
        again = record.code == code
        record.standing, record.code = CONFLICT, code
        record.flips = record.strange = record.bad = record.calm = 0
        if not again:
            self._say.conflict(record)
        if was_present:
            self._sense.without(record.unit)

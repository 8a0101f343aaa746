// Runs several chips in emulated time, in an order that depends on nothing but their programs: runs are repeatable.
import { SharedClock } from './clock.mjs';

const NANOS_PER_CYCLE = 8; // 125 MHz
const CHECK_EVERY = 64; // instructions between looks at the goal
// How far a chip may run ahead of the others before they get their turn: less than half a pixel bit. Without it many
// busy chips would take turns after each instruction.
const QUANTUM_NANOS = 120;

export class Simulation {
  constructor() {
    this.clock = new SharedClock();
    this.chips = [];
    this.awake = []; // those that can run, in the order of `chips`
    this.stale = false; // a chip woke, fell asleep, came or went: `awake` is to be made anew
    this.instructions = 0;
    this.changed = false; // something outside of the running chip needs the scheduler's eye
  }

  remove(chip) {
    this.chips = this.chips.filter((other) => other !== chip);
    this.stale = true;
  }

  // Run until `goal()` or for `seconds` of emulated time. True when the goal was met.
  run(goal, seconds) {
    const { clock } = this;
    const end = clock.nanos + seconds * 1e9;
    for (;;) {
      const chip = this.furthestBehind();
      const turnEnd = this.nextTurn + QUANTUM_NANOS;
      const alarm = clock.head;
      if (chip === null || (alarm !== null && alarm.nanos <= chip.nanos)) {
        // The next thing to happen is an alarm, or every chip sleeps.
        if (alarm === null || alarm.nanos > end) {
          clock.nanos = end;
          return Boolean(goal?.());
        }
        clock.fireUntil(alarm.nanos);
        this.performResets();
        if (goal?.()) return true;
        continue;
      }
      this.runChip(chip, Math.min(end, alarm?.nanos ?? end, turnEnd));
      if (this.goalDue) {
        this.goalDue = false;
        if (goal?.()) return true;
        if (clock.nanos >= end) return false;
      }
    }
  }

  // The running chip that is furthest behind, or null; `nextTurn` is how far the one after it has run.
  furthestBehind() {
    if (this.stale) this.seeWhoIsAwake();
    let found = null;
    let next = Infinity;
    for (const chip of this.awake) {
      if (found === null || chip.nanos < found.nanos) {
        if (found !== null) next = found.nanos;
        found = chip;
      } else if (chip.nanos < next) next = chip.nanos;
    }
    this.nextTurn = next;
    return found;
  }

  // One that just woke resumes at the present time.
  seeWhoIsAwake() {
    this.stale = false;
    this.awake.length = 0;
    for (const chip of this.chips) {
      if (chip.off) continue;
      if (chip.mcu.core.waiting) {
        chip.asleep = true;
        continue;
      }
      if (chip.asleep) {
        chip.asleep = false;
        chip.nanos = Math.max(chip.nanos, this.clock.nanos);
      }
      this.awake.push(chip);
    }
  }

  performResets() {
    for (const chip of this.chips)
      if (chip.resetWanted) this.resetChip(chip);
  }

  resetChip(chip) {
    chip.resetWanted = false;
    chip.nanos = Math.max(chip.nanos, this.clock.nanos);
    if (chip.powerFailed) {
      chip.powerFailed = false;
      chip.restart();
    } else {
      chip.reset();
    }
  }

  // Run one chip alone until `limit`, until an alarm is set or fires, until it sleeps or something changes.
  runChip(chip, limit) {
    const { clock } = this;
    const { core, pio } = chip.mcu;
    const [first, second] = pio;
    const alarm = clock.head;
    let left = CHECK_EVERY - (this.instructions % CHECK_EVERY);
    const planned = left;
    let begun;
    this.changed = false;
    clock.runner = chip;
    do {
      begun = chip.nanos;
      const cycles = core.executeInstruction();
      chip.nanos += cycles * NANOS_PER_CYCLE;
      chip.cycles += cycles;
      if (!first.stopped) stepPio(first, cycles);
      if (!second.stopped) stepPio(second, cycles);
      left--;
    } while (left !== 0 && chip.nanos < limit && !core.waiting && clock.head === alarm && !this.changed);
    clock.stop(begun);
    this.instructions += planned - left;
    if (left === 0) this.goalDue = true;
    if (chip.resetWanted) this.resetChip(chip);
    if (core.waiting) this.stale = true;
  }
}

// A state machine executes when its divided clock is due (SM_CLKDIV, [delay]); one that stalls runs up no debt.
function stepPio(pio, cycles) {
  let stepped = false;
  for (const machine of pio.machines) {
    if (!machine.enabled) {
      machine.due = machine.cycles;
      continue;
    }
    const divider = machine.clockDivInt + machine.clockDivFrac / 256 || 65536;
    machine.due = (machine.due ?? machine.cycles) + cycles / divider;
    while (machine.cycles < machine.due) {
      const wasWaiting = machine.waiting;
      machine.step();
      stepped = true;
      if (wasWaiting && machine.waiting) {
        machine.due = machine.cycles;
        break;
      }
    }
  }
  if (stepped) pio.checkChangedPins();
}

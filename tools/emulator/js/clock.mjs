// One clock for all chips. Times are nanoseconds of emulated time; nothing here knows the wall clock.

// An alarm with the interface that rp2040js expects of its clock's alarms.
class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.nanos = 0;
    this.scheduled = false;
    this.next = null;
  }

  schedule(deltaNanos) {
    if (this.scheduled) this.cancel();
    this.clock.link(deltaNanos, this);
  }

  cancel() {
    this.clock.unlink(this);
    this.scheduled = false;
  }
}

// A sorted list: there are a few alarms per chip, and alarms of equal time keep their order, so runs are repeatable.
export class SharedClock {
  constructor() {
    this.frequency = 125e6;
    this.past = 0; // how far all have come, but for the chip that runs just now
    this.runner = null;
    this.head = null;
  }

  get nanos() {
    return this.runner !== null && this.runner.nanos > this.past ? this.runner.nanos : this.past;
  }

  set nanos(value) {
    this.past = value;
  }

  // The running chip stops; it began its last instruction at `nanos`.
  stop(nanos) {
    this.runner = null;
    if (nanos > this.past) this.past = nanos;
  }

  get micros() {
    return this.nanos / 1000;
  }

  createAlarm(callback) {
    return new Alarm(this, callback);
  }

  after(nanos, callback) {
    const alarm = this.createAlarm(callback);
    alarm.schedule(nanos);
    return alarm;
  }

  link(deltaNanos, alarm) {
    alarm.nanos = this.nanos + deltaNanos;
    let before = null;
    let after = this.head;
    while (after && after.nanos <= alarm.nanos) {
      before = after;
      after = after.next;
    }
    alarm.next = after;
    if (before) before.next = alarm;
    else this.head = alarm;
    alarm.scheduled = true;
  }

  unlink(alarm) {
    let before = null;
    for (let here = this.head; here; before = here, here = here.next) {
      if (here !== alarm) continue;
      if (before) before.next = here.next;
      else this.head = here.next;
      return;
    }
  }

  // Run every alarm up to `nanos` in order, and be at that time afterwards.
  fireUntil(nanos) {
    let alarm;
    while ((alarm = this.head) && alarm.nanos <= nanos) {
      this.head = alarm.next;
      alarm.scheduled = false;
      if (alarm.nanos > this.nanos) this.nanos = alarm.nanos;
      alarm.callback();
    }
    if (nanos > this.nanos) this.nanos = nanos;
  }
}

// What one life of a chip sees of the clock: after a reset the alarms of the earlier life stay silent. While the chip
// runs it sees its own time, which may lag behind the others by a quantum: loops that wait by a counter stay exact.
export class ChipClock {
  constructor(shared, chip) {
    this.shared = shared;
    this.chip = chip;
    this.alive = true;
    this.frequency = shared.frequency;
  }

  get nanos() {
    return this.shared.runner === this.chip ? this.chip.nanos : this.shared.nanos;
  }

  get micros() {
    return this.nanos / 1000;
  }

  createAlarm(callback) {
    return this.shared.createAlarm(() => {
      if (this.alive) callback();
    });
  }

  after(nanos, callback) {
    return this.shared.after(nanos, () => {
      if (this.alive) callback();
    });
  }
}

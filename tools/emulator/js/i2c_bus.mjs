// An I2C bus between emulated chips and devices. Two levels, as on the chip:
//  * blocks (i2c_block.mjs) exchange whole bytes, each taking the time of its nine bits;
//  * pins that a program moves itself (machine.SoftI2C, bus recovery, the port's zero-length writes) move the lines,
//    and the bus decodes bits from those.
import { GPIOPinState } from 'rp2040js';

const BITS_PER_BYTE = 9; // eight and the acknowledge

export class I2CBus {
  constructor(clock) {
    this.clock = clock;
    this.endpoints = [];
    this.selected = [];
    this.pins = []; // { sda, scl } of every chip on the bus
    this.scl = this.sda = true;
    this.stretched = false; // a target holds SCL while it prepares
    this.answerLow = false; // a target answers with a low bit on SDA
    this.stuckSdaClocks = 0; // a fault: SDA is held until SCL has ticked so often
    this.stuckScl = false;
    this.bitBanged = { state: 'idle', count: 0, byte: 0, reading: false, ack: false };
    this.bits = 0; // carried by the blocks so far
    this.trace = null;
  }

  note(...what) {
    if (this.trace) this.trace(this.clock.micros, ...what);
  }

  add(endpoint) {
    this.endpoints.push(endpoint);
    return endpoint;
  }

  remove(endpoint) {
    this.endpoints = this.endpoints.filter((other) => other !== endpoint);
    this.selected = this.selected.filter((other) => other !== endpoint);
  }

  get stuck() {
    return this.stuckScl || this.stuckSdaClocks > 0;
  }

  // -- transactions ---------------------------------------------------------------------------------------------

  start() {
    this.note('start');
    for (const endpoint of this.endpoints) endpoint.busStart();
  }

  address(address, read) {
    this.selected = this.endpoints.filter((endpoint) => endpoint.match(address));
    this.selected = this.selected.filter((endpoint) => endpoint.select(read));
    this.note('address', address, read ? 'read' : 'write', this.selected.length > 0);
    return this.selected.length > 0;
  }

  stop() {
    this.note('stop');
    this.selected = [];
    for (const endpoint of this.endpoints) endpoint.busStop();
  }

  // -- chips ----------------------------------------------------------------------------------------------------

  // Join one chip's block and pins, again after each of its resets. Returns a function that takes it off.
  attach(chip, block, sda, scl) {
    let leave = this.connect(chip, block, sda, scl);
    const again = () => {
      leave();
      leave = this.connect(chip, block, sda, scl);
    };
    chip.afterReset.push(again);
    return () => {
      chip.afterReset = chip.afterReset.filter((hook) => hook !== again);
      leave();
    };
  }

  connect(chip, index, sda, scl) {
    const block = this.add(chip.mcu.i2c[index]);
    this.drive(block, chip);
    const pins = { sda: chip.mcu.gpio[sda], scl: chip.mcu.gpio[scl] };
    this.pins.push(pins);
    const update = () => this.updateLines();
    const forget = [pins.sda.addListener(update), pins.scl.addListener(update)];
    pins.sda.setInputValue(this.sda);
    pins.scl.setInputValue(this.scl);
    this.updateLines();
    return () => {
      for (const each of forget) each();
      this.remove(block);
      this.pins = this.pins.filter((other) => other !== pins);
      this.updateLines();
    };
  }

  // Give a block's controller side its timing: a start and a stop take a bit, a byte nine.
  drive(block, chip) {
    const life = chip.clock;
    const bitNanos = () => ((block.sclHighPeriod + block.sclLowPeriod) * 1e9) / chip.mcu.clkSys;
    const after = (bits, then) => {
      // With a line held low the controller waits for ever; the program's own time-out ends it.
      if (this.stuck) return;
      this.bits += bits;
      const { epoch } = block;
      life.after(bits * bitNanos(), () => {
        if (block.epoch === epoch) then();
      });
    };
    block.onStart = () => after(1, () => { this.start(); block.completeStart(); });
    block.onConnect = (address, mode) =>
      after(BITS_PER_BYTE, () => block.completeConnect(this.address(address, mode === 1)));
    block.onWriteByte = (byte) =>
      after(BITS_PER_BYTE, () => {
        const target = this.selected[0];
        if (!target) return block.completeWrite(false);
        this.note('write', byte);
        target.write(byte, (ack) => block.completeWrite(ack));
      });
    block.onReadByte = (more) => {
      const target = this.selected[0];
      const finish = (byte) =>
        after(BITS_PER_BYTE, () => {
          this.note('read', byte);
          if (!more) target?.nack();
          block.completeRead(byte);
        });
      if (target) target.read(finish);
      else finish(0xff);
    };
    block.onStop = () => after(1, () => { this.stop(); block.completeStop(); });
  }

  // -- lines ----------------------------------------------------------------------------------------------------

  holdSda(clocks) {
    this.stuckSdaClocks = clocks;
    this.updateLines();
  }

  holdScl(held) {
    this.stuckScl = held;
    this.updateLines();
  }

  // Open drain: a line is high when nobody pulls it.
  updateLines() {
    let scl = !this.stretched && !this.stuckScl;
    let sda = !this.answerLow && this.stuckSdaClocks === 0;
    for (const pins of this.pins) {
      if (pins.scl.value === GPIOPinState.Low) scl = false;
      if (pins.sda.value === GPIOPinState.Low) sda = false;
    }
    const before = { scl: this.scl, sda: this.sda };
    if (before.scl === scl && before.sda === sda) return;
    if (scl && !before.scl && this.stuckSdaClocks > 0 && --this.stuckSdaClocks === 0) return this.settle(scl);
    this.show(scl, sda);
    this.decode(before);
  }

  // The last clock pulse freed SDA.
  settle(scl) {
    this.show(scl, this.sda);
    this.updateLines();
  }

  show(scl, sda) {
    this.scl = scl;
    this.sda = sda;
    for (const pins of this.pins) {
      pins.scl.setInputValue(scl);
      pins.sda.setInputValue(sda);
    }
  }

  // -- bits that programs move by hand --------------------------------------------------------------------------

  decode(before) {
    const bit = this.bitBanged;
    if (before.scl && this.scl && before.sda !== this.sda) return this.sda ? this.handStop(bit) : this.handStart(bit);
    if (!before.scl && this.scl) return this.handSample(bit);
    if (before.scl && !this.scl) return this.handFall(bit);
  }

  handStart(bit) {
    Object.assign(bit, { state: 'address', count: 0, byte: 0 });
    this.start();
  }

  handStop(bit) {
    if (bit.state !== 'idle') this.stop();
    bit.state = 'idle';
  }

  handSample(bit) {
    if (bit.state === 'address' || bit.state === 'write') {
      bit.byte = ((bit.byte << 1) | (this.sda ? 1 : 0)) & 0xff;
      bit.count++;
    } else if (bit.state === 'read') {
      bit.count++;
    } else if (bit.state === 'controller ack') {
      bit.ack = !this.sda;
    }
  }

  handFall(bit) {
    switch (bit.state) {
      case 'address':
        if (bit.count === 8) this.handAddress(bit);
        return;
      case 'address ack':
        return this.handAfterAddress(bit);
      case 'write':
        if (bit.count === 8) this.handByte(bit);
        return;
      case 'write ack':
        this.pull(false);
        Object.assign(bit, { state: 'write', count: 0, byte: 0 });
        return;
      case 'read':
        return this.handShift(bit);
      case 'controller ack':
        if (bit.ack) return this.handSend(bit);
        this.selected[0]?.nack();
        bit.state = 'over';
    }
  }

  handAddress(bit) {
    bit.reading = Boolean(bit.byte & 1);
    bit.state = 'address ack';
    bit.ack = this.address(bit.byte >> 1, bit.reading);
    this.pull(bit.ack);
  }

  handAfterAddress(bit) {
    this.pull(false);
    if (!bit.ack) bit.state = 'over';
    else if (bit.reading) this.handSend(bit);
    else Object.assign(bit, { state: 'write', count: 0, byte: 0 });
  }

  handByte(bit) {
    bit.state = 'write ack';
    this.stretchWhile((done) => this.selected[0].write(bit.byte, (ack) => { this.pull(ack); done(); }));
  }

  handSend(bit) {
    this.stretchWhile((done) =>
      this.selected[0].read((byte) => {
        Object.assign(bit, { state: 'read', count: 0, byte });
        this.pull(!(byte & 0x80));
        done();
      }),
    );
  }

  handShift(bit) {
    if (bit.count === 8) {
      this.pull(false);
      bit.state = 'controller ack';
    } else {
      this.pull(!((bit.byte >> (7 - bit.count)) & 1));
    }
  }

  pull(low) {
    if (this.answerLow === low) return;
    this.answerLow = low;
    this.updateLines();
  }

  // Hold SCL from now until `work` calls back, unless it does so at once.
  stretchWhile(work) {
    let finished = false;
    let waiting = false;
    work(() => {
      finished = true;
      if (!waiting) return;
      this.stretched = false;
      this.updateLines();
    });
    waiting = true;
    if (!finished) this.stretched = true;
  }
}

// Serves a simulation to a Python program over standard input and output: one length-prefixed JSON message at a time.
//
// The caller sends {do: ..., ...} and gets {ok: ...} or {error: ...}. While a `run` goes on, a device that lives in the
// caller is asked by {ask: ...}, and the simulation stands still until the answer comes: emulated time does not depend
// on how long the caller thinks. Bytes are hexadecimal.
import fs from 'node:fs';
import { Chip, FLASH_BYTES, loadUf2 } from './chip.mjs';
import { I2CBus } from './i2c_bus.mjs';
import { PixelReader } from './pixels.mjs';
import { Simulation } from './simulation.mjs';
import { Wire } from './wires.mjs';

const bootrom = new Uint32Array(JSON.parse(fs.readFileSync(process.argv[2])));
const simulation = new Simulation();
const chips = new Map();
const buses = new Map();
const wires = new Map();
const taken = new Map(); // 'chip bus' -> function that takes the chip off the bus
let serial = new Map(); // chip name -> bytes since the last report
let frames = [];
let lost = [];

// -- messages -----------------------------------------------------------------------------------------------------

function readExactly(count) {
  const buffer = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const got = fs.readSync(0, buffer, at, count - at);
    if (!got) process.exit(0);
    at += got;
  }
  return buffer;
}

function receive() {
  return JSON.parse(readExactly(readExactly(4).readUInt32LE()));
}

function reply(message) {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  const whole = Buffer.concat([head, body]);
  for (let at = 0; at < whole.length; ) at += fs.writeSync(1, whole, at);
}

// Ask the caller on behalf of a device; what the caller pulls on wires meanwhile comes with the answer.
function ask(message) {
  const levels = [...wires].filter(([, wire]) => wire.watched).map(([name, wire]) => [name, wire.low]);
  reply({ ...message, micros: simulation.clock.micros, levels });
  const { answer, pulls = [] } = receive();
  for (const [name, low] of pulls) wires.get(name)?.pullFromOutside(low);
  return answer;
}

// -- devices that live in the caller --------------------------------------------------------------------------------

// Whole transfers cross the border, not bytes: a read is asked for `chunk` bytes at a time.
class OutsideDevice {
  constructor(name, addresses, chunk) {
    Object.assign(this, { name, addresses, chunk, written: [], given: null, at: 0, address: null });
  }

  match(address) {
    return this.addresses.includes(address);
  }

  busStart() {
    this.finishWrite();
  }

  select(read) {
    this.given = null;
    this.written = read ? null : [];
    const answer = ask({ ask: 'select', device: this.name, read });
    return answer !== false;
  }

  write(byte, done) {
    this.written.push(byte);
    done(true);
  }

  read(done) {
    if (this.given === null || this.at >= this.given.length) {
      this.given = Buffer.from(ask({ ask: 'read', device: this.name, count: this.chunk }), 'hex');
      this.at = 0;
    }
    done(this.given[this.at++]);
  }

  nack() {
    // How many of the bytes that were asked for the controller really took.
    if (this.given) ask({ ask: 'taken', device: this.name, count: this.at });
    this.given = null;
  }

  busStop() {
    this.finishWrite();
  }

  finishWrite() {
    const bytes = this.written;
    this.written = null;
    if (bytes?.length) ask({ ask: 'write', device: this.name, hex: Buffer.from(bytes).toString('hex') });
  }
}

// -- what the caller can do -------------------------------------------------------------------------------------------

function chipOf(name) {
  const chip = chips.get(name);
  if (!chip) throw new Error(`there is no chip ${name}`);
  return chip;
}

const COMMANDS = {
  // A chip with MicroPython's UF2 and, at `start`, a file system image.
  chip({ name, uf2, image, start, usb }) {
    const flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    if (uf2) loadUf2(uf2, flash);
    if (image) flash.set(fs.readFileSync(image), start);
    const chip = new Chip(simulation, { name, bootrom, image: flash, usb });
    chip.onSerial = (bytes) => serial.set(name, Buffer.concat([serial.get(name) ?? Buffer.alloc(0), bytes]));
    chip.onLost = () => lost.push(name);
    chips.set(name, chip);
  },
  bus({ name }) {
    buses.set(name, new I2CBus(simulation.clock));
  },
  attach({ chip, bus, block, sda, scl }) {
    taken.set(`${chip} ${bus}`, buses.get(bus).attach(chipOf(chip), block, sda, scl));
  },
  detach({ chip, bus }) {
    taken.get(`${chip} ${bus}`)?.();
    taken.delete(`${chip} ${bus}`);
  },
  // `tickMicros`: how often the device wants to look at the time, for outputs that change by themselves.
  device({ name, bus, addresses, chunk, tickMicros }) {
    taken.set(`${name} ${bus}`, ((endpoint) => () => buses.get(bus).remove(endpoint))(
      buses.get(bus).add(new OutsideDevice(name, addresses, chunk)),
    ));
    if (!tickMicros) return;
    const tick = () => {
      ask({ ask: 'tick', device: name });
      simulation.clock.after(tickMicros * 1000, tick);
    };
    simulation.clock.after(tickMicros * 1000, tick);
  },
  pixels({ chip, pin }) {
    new PixelReader(chipOf(chip), pin, (bytes, nanos) => frames.push([chip, nanos / 1000, bytes.toString('hex')]));
  },
  // A wire between pins; `watched` ones are told to outside devices, which may pull them too. The device `hearer` is
  // told of each change at once.
  wire({ name, ends, watched, hearer }) {
    const wire = new Wire(ends.map(([chip, pin]) => [chipOf(chip), pin]));
    wire.watched = watched;
    if (hearer) wire.onChange = (low) => ask({ ask: 'level', device: hearer, name, low });
    wires.set(name, wire);
  },
  unwire({ name }) {
    wires.get(name)?.remove();
    wires.delete(name);
  },
  pull({ name, low }) {
    wires.get(name).pullFromOutside(low);
  },
  low({ name }) {
    return wires.get(name).low;
  },
  // Voltage at a converter's pin, in counts of 12 bits.
  adc({ chip, channel, counts }) {
    chipOf(chip).adcCounts[channel] = counts;
    chipOf(chip).mcu.adc.channelValues[channel] = counts;
  },
  send({ chip, hex }) {
    chipOf(chip).send(Buffer.from(hex, 'hex'));
  },
  // Runs until a chip in `until` has sent something, or for so many microseconds.
  run({ micros, until = [] }) {
    const met = simulation.run(() => until.some((name) => serial.has(name)) || lost.length > 0, micros / 1e6);
    return report(met);
  },
  // Runs until a chip's USB is up.
  boot({ chip, seconds = 5 }) {
    const it = chipOf(chip);
    return report(simulation.run(() => it.connected, seconds));
  },
  reset({ chip }) {
    chipOf(chip).restart();
  },
  off({ chip }) {
    chipOf(chip).switchOff();
  },
  flash({ chip, start, count }) {
    const { flash } = chipOf(chip);
    return Buffer.from(flash.subarray(start, start + count)).toString('base64');
  },
  burn({ chip, start, base64 }) {
    chipOf(chip).flash.set(Buffer.from(base64, 'base64'), start);
  },
  // From now on, keep what each flash operation does.
  logFlash({ chip }) {
    chipOf(chip).flashLog = [];
  },
  flashLog({ chip }) {
    return chipOf(chip).flashLog.map(([start, half, whole]) => [start, half.toString('base64'), whole.toString('base64')]);
  },
  brownout({ chip, after }) {
    const it = chipOf(chip);
    it.brownOutAfter = it.flashOps + after;
  },
  stick({ bus, sdaClocks, scl }) {
    const it = buses.get(bus);
    it.holdSda(sdaClocks);
    it.holdScl(scl);
  },
  measure({ chip, stackLimit }) {
    const it = chipOf(chip);
    return {
      cycles: it.cycles, resets: it.resets, flashOps: it.flashOps, stack: it.stackUsed(stackLimit),
      bits: [...buses].map(([name, bus]) => [name, bus.bits]),
    };
  },
};

function report(met) {
  const told = {
    met, micros: simulation.clock.micros, frames, lost,
    serial: Object.fromEntries([...serial].map(([name, bytes]) => [name, bytes.toString('hex')])),
  };
  serial = new Map();
  frames = [];
  lost = [];
  return told;
}

for (;;) {
  const message = receive();
  try {
    reply({ ok: COMMANDS[message.do](message) ?? true });
  } catch (error) {
    reply({ error: String(error.message ?? error) });
  }
}

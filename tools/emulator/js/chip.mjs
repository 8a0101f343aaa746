// One RP2040 with the 2 MB flash of a Pico: power, resets, flash writes, USB-CDC. Stock rp2040js, extended at run time.
import fs from 'node:fs';
import { ConsoleLogger, LogLevel, RP2040, USBCDC } from 'rp2040js';
import { ChipClock } from './clock.mjs';
import { I2CBlock } from './i2c_block.mjs';

export const FLASH_BYTES = 2 << 20;
const FLASH_BASE = 0x1000_0000;
const SRAM_BASE = 0x2000_0000;
const SRAM_BYTES = 0x42000;
const STACK_TOP = 0x42000; // end of SCRATCH_Y, from which MicroPython's main stack grows down
const UNTOUCHED = 0xa5; // SRAM at power-up, to see afterwards how far the stack came
const WATCHDOG_BASE = 0x40058; // peripherals are keyed by address >> 12
const I2C_BASES = [0x40044, 0x40048];
const SECTOR_BYTES = 4096;
const PAGE_BYTES = 256;
// W25Q16JV, typical: sector erase 45 ms, page program 0.4 ms.
const ERASE_NANOS = 45e6;
const PROGRAM_NANOS = 4e5;

// Two routines of the B1 boot ROM, replaced by a breakpoint and a return: rp2040js has no flash writes of its own.
const ROM_FLASH_ERASE = 0x237c;
const ROM_FLASH_PROGRAM = 0x23c4;
const BKPT = 0xbe00;
const BX_LR = 0x4770;
const ERASE = 1;
const PROGRAM = 2;

// RAM and flash first, by plain arrays: the stock code asks for one region after the other, and looks up the peripheral
// table on every store. Unaligned and other addresses are left to it.
const stock = { ...memory(RP2040.prototype) };

function memory({ readUint32, readUint16, readUint8, writeUint32 }) {
  return { readUint32, readUint16, readUint8, writeUint32 };
}

RP2040.prototype.readUint32 = function (address) {
  const inRam = (address - SRAM_BASE) >>> 0;
  if (inRam < SRAM_BYTES && (inRam & 3) === 0) return this.sram32[inRam >>> 2];
  const inFlash = (address - FLASH_BASE) >>> 0;
  if (inFlash < FLASH_BYTES && (inFlash & 3) === 0) return this.flash32[inFlash >>> 2];
  return stock.readUint32.call(this, address);
};
RP2040.prototype.readUint16 = function (address) {
  const inFlash = (address - FLASH_BASE) >>> 0;
  if (inFlash < FLASH_BYTES && (inFlash & 1) === 0) return this.flash16[inFlash >>> 1];
  const inRam = (address - SRAM_BASE) >>> 0;
  if (inRam < SRAM_BYTES && (inRam & 1) === 0) return this.sram16[inRam >>> 1];
  return stock.readUint16.call(this, address);
};
RP2040.prototype.writeUint32 = function (address, value) {
  const inRam = (address - SRAM_BASE) >>> 0;
  if (inRam < SRAM_BYTES && (inRam & 3) === 0) this.sram32[inRam >>> 2] = value;
  else stock.writeUint32.call(this, address, value);
};

export class Chip {
  // `image`: contents of the whole flash. `usb`: whether a computer is plugged in.
  constructor(simulation, { name, bootrom, image, usb = true }) {
    this.simulation = simulation;
    this.name = name;
    this.bootrom = bootrom;
    this.flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    this.flash.set(image.subarray(0, FLASH_BYTES));
    this.usb = usb;
    this.afterReset = [];
    this.resets = 0;
    this.nanos = simulation.clock.nanos; // how far this chip has run
    this.cycles = 0;
    this.off = false;
    this.onSerial = () => {};
    this.onLost = () => {};
    this.adcCounts = [0, 0, 0, 0];
    this.flashOps = 0;
    this.brownOutAfter = Infinity; // flash operations until the power fails in the middle of one
    this.flashLog = null; // or, for each flash operation: [start, bytes there if power fails in its middle, and after it]
    this.powerUp();
    simulation.chips.push(this);
    simulation.stale = true;
  }

  // -- power ----------------------------------------------------------------------------------------------------

  powerUp() {
    if (this.clock) this.clock.alive = false;
    this.clock = new ChipClock(this.simulation.clock, this);
    const mcu = (this.mcu = new RP2040(this.clock));
    mcu.flash = new Uint8Array(0);
    mcu.loadBootrom(this.bootrom);
    this.mapFlash(mcu);
    mcu.logger = new ConsoleLogger(LogLevel.Error);
    mcu.sram.fill(UNTOUCHED);
    for (const [index, base] of I2C_BASES.entries())
      mcu.i2c[index] = mcu.peripherals[base] = new I2CBlock(mcu, `I2C${index}`, mcu.i2c[index].irq);
    for (const pio of mcu.pio) pio.run = () => {}; // clocked by the simulation, not by setTimeout
    for (const pin of mcu.gpio) pin.setInputValue(true); // nothing connected: the pull-ups win
    mcu.adc.channelValues.splice(0, 4, ...this.adcCounts);
    this.hookFlash(mcu);
    this.noticeWakeUps(mcu);
    mcu.peripherals[WATCHDOG_BASE].onWatchdogTrigger = () => this.askReset();
    if (this.usb) this.plugUsb(mcu);
    mcu.core.PC = FLASH_BASE;
    this.asleep = this.resetWanted = false;
    this.simulation.stale = true;
  }

  mapFlash(mcu) {
    mcu.flash = this.flash;
    mcu.flash16 = new Uint16Array(this.flash.buffer);
    mcu.flash32 = new Uint32Array(this.flash.buffer);
    mcu.sram16 = new Uint16Array(mcu.sram.buffer);
    mcu.sram32 = new Uint32Array(mcu.sram.buffer);
    mcu.flashView = new DataView(this.flash.buffer);
  }

  // The scheduler must look again when an interrupt wakes a core.
  noticeWakeUps(mcu) {
    const core = mcu.core;
    const setInterrupt = core.setInterrupt.bind(core);
    core.setInterrupt = (irq, value) => {
      const wasWaiting = core.waiting;
      setInterrupt(irq, value);
      if (wasWaiting && !core.waiting) this.simulation.changed = this.simulation.stale = true;
    };
  }

  askReset() {
    this.clock.alive = false;
    this.resetWanted = true;
    this.simulation.changed = true;
  }

  // Watchdog or machine.reset(): a fresh chip, the same flash, and the watchdog's record of why.
  reset() {
    const old = this.mcu.peripherals[WATCHDOG_BASE];
    this.restart();
    const fresh = this.mcu.peripherals[WATCHDOG_BASE];
    fresh.reason = old.reason;
    fresh.scratchData.set(old.scratchData);
  }

  // Power off and on: nothing but the flash is kept.
  restart() {
    this.resets++;
    this.onLost();
    this.off = false;
    this.nanos = Math.max(this.nanos, this.simulation.clock.nanos);
    this.powerUp();
    for (const hook of this.afterReset) hook();
  }

  switchOff() {
    this.clock.alive = false;
    this.off = true;
    this.simulation.changed = this.simulation.stale = true;
    this.onLost();
    for (const pin of this.mcu.gpio) pin.ctrl = pin.padValue = 0; // no driver pulls any more
    this.mcu.sio.gpioOutputEnable = 0;
    for (const pin of this.mcu.gpio) pin.checkForUpdates();
  }

  // -- flash ----------------------------------------------------------------------------------------------------

  hookFlash(mcu) {
    const put = (address, opcode) => {
      const shift = (address & 2) * 8;
      mcu.bootrom[address >> 2] = (mcu.bootrom[address >> 2] & ~(0xffff << shift)) | (opcode << shift);
    };
    for (const [address, number] of [[ROM_FLASH_ERASE, ERASE], [ROM_FLASH_PROGRAM, PROGRAM]]) {
      put(address, BKPT | number);
      put(address + 2, BX_LR);
    }
    mcu.onBreak = (number) => {
      const [first, second, third] = mcu.core.registers;
      if (number === ERASE) this.erase(first, second);
      else if (number === PROGRAM) this.program(mcu, first, second, third);
      else throw new Error(`${this.name}: breakpoint ${number} at ${mcu.core.PC.toString(16)}`);
    };
  }

  erase(start, count) {
    this.operate(start, count, (part) => this.flash.fill(0xff, start, start + part));
    this.nanos += (count / SECTOR_BYTES) * ERASE_NANOS;
  }

  // Programming only clears bits.
  program(mcu, start, from, count) {
    this.operate(start, count, (part) => {
      for (let i = 0; i < part; i++) this.flash[start + i] &= mcu.readUint8((from + i) >>> 0);
    });
    this.nanos += Math.ceil(count / PAGE_BYTES) * PROGRAM_NANOS;
  }

  // `change(part)` changes the first `part` bytes: half of them, and then all if the power lasts.
  operate(start, count, change) {
    const found = () => Buffer.from(this.flash.subarray(start, start + count));
    change(count >> 1);
    const entry = [start, this.flashLog && found()];
    if (this.survives()) change(count);
    this.flashLog?.push([...entry, found()]);
  }

  // False when the power fails during this operation, which then is left half done.
  survives() {
    this.flashOps++;
    if (this.flashOps <= this.brownOutAfter) return true;
    this.brownOutAfter = Infinity;
    this.powerFailed = true;
    this.askReset();
    return false;
  }

  // -- USB ------------------------------------------------------------------------------------------------------

  plugUsb(mcu) {
    this.connected = false;
    this.armed = null; // the bulk-OUT endpoint, once the chip is ready to take bytes
    this.outbox = [];
    const cdc = (this.cdc = new USBCDC(mcu.usbCtrl));
    // Answer an armed endpoint only when there is data: stock code sends empty packets, which TinyUSB answers by
    // arming again, for ever.
    this.deliver = mcu.usbCtrl.onEndpointRead;
    mcu.usbCtrl.onEndpointRead = (endpoint, size) => {
      if (endpoint !== cdc.outEndpoint) return this.deliver(endpoint, size);
      this.armed = [endpoint, size];
      this.flushUsb();
    };
    cdc.onSerialData = (bytes) => this.onSerial(Buffer.from(bytes));
    cdc.onDeviceConnected = () => { this.connected = true; };
  }

  send(bytes) {
    for (const byte of bytes) this.outbox.push(byte);
    this.flushUsb();
  }

  flushUsb() {
    if (!this.armed || !this.outbox.length) return;
    const [endpoint, size] = this.armed;
    this.armed = null;
    for (const byte of this.outbox.splice(0, Math.min(size, 64))) this.cdc.txFIFO.push(byte);
    this.deliver(endpoint, size);
  }

  // -- measures -------------------------------------------------------------------------------------------------

  // Bytes of the stack that were ever used: from the top down to the first byte that is as it was at power-up.
  stackUsed(limit) {
    const { sram } = this.mcu;
    let low = STACK_TOP - limit;
    while (low < STACK_TOP && sram[low] === UNTOUCHED) low++;
    return STACK_TOP - low;
  }
}

// A UF2 file's blocks as flash contents.
export function loadUf2(path, flash) {
  const file = fs.readFileSync(path);
  for (let at = 0; at < file.length; at += 512) {
    const address = file.readUInt32LE(at + 12);
    const count = file.readUInt32LE(at + 16);
    flash.set(file.subarray(at + 32, at + 32 + count), address - FLASH_BASE);
  }
}

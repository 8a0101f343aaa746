// Reads WS2812 pixels from a pin: the length of each high time is a bit, a long low time ends a frame.
import { GPIOPinState } from 'rp2040js';

const ONE_FROM_NANOS = 600; // a 0 is 400 ns high, a 1 is 800
const LATCH_NANOS = 50_000; // rather more is needed by newer parts; the firmware leaves a millisecond

export class PixelReader {
  // `onFrame(bytes, nanos)`: bytes in the order of the wire (green, red, blue).
  constructor(chip, pin, onFrame) {
    this.chip = chip;
    this.pin = pin;
    this.onFrame = onFrame;
    chip.afterReset.push(() => this.connect());
    this.connect();
  }

  connect() {
    this.bytes = [];
    this.byte = 0;
    this.count = 0;
    this.highSince = null;
    this.latch = null;
    this.chip.mcu.gpio[this.pin].addListener((state) => this.edge(state === GPIOPinState.High));
  }

  edge(high) {
    const now = this.chip.clock.nanos;
    if (high) {
      this.highSince = now;
      this.latch?.cancel();
      return;
    }
    if (this.highSince === null) return;
    this.bit(now - this.highSince >= ONE_FROM_NANOS);
    this.highSince = null;
    this.latch?.cancel();
    this.latch = this.chip.clock.after(LATCH_NANOS, () => this.finish());
  }

  bit(one) {
    this.byte = (this.byte << 1) | (one ? 1 : 0);
    if (++this.count < 8) return;
    this.bytes.push(this.byte);
    this.byte = this.count = 0;
  }

  finish() {
    const bytes = this.bytes;
    this.bytes = [];
    this.byte = this.count = 0;
    if (bytes.length) this.onFrame(Buffer.from(bytes), this.chip.clock.nanos);
  }
}

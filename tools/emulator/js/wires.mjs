// Single wires between pins: sense lines of corridors, interrupt lines. Open drain with pull-ups: low when anyone pulls.
import { GPIOPinState } from 'rp2040js';

export class Wire {
  // `ends`: [chip, pin number] of every chip on the wire. What is not emulated pulls with `pullFromOutside`.
  constructor(ends) {
    this.ends = ends;
    this.outside = false;
    this.onChange = null; // told the new level, true when low
    this.wasLow = null;
    this.forget = [];
    this.again = () => this.connect();
    for (const [chip] of ends) chip.afterReset.push(this.again);
    this.connect();
  }

  connect() {
    for (const each of this.forget) each();
    this.forget = this.ends.map(([chip, pin]) => chip.mcu.gpio[pin].addListener(() => this.update()));
    this.update();
  }

  get low() {
    return this.outside || this.ends.some(([chip, pin]) => chip.mcu.gpio[pin].value === GPIOPinState.Low);
  }

  update() {
    const { low } = this;
    for (const [chip, pin] of this.ends) chip.mcu.gpio[pin].setInputValue(!low);
    if (low === this.wasLow) return;
    this.wasLow = low;
    this.onChange?.(low);
  }

  pullFromOutside(low) {
    this.outside = low;
    this.update();
  }

  // A pin on no wire reads high by its pull-up.
  remove() {
    for (const each of this.forget) each();
    for (const [chip, pin] of this.ends) {
      chip.afterReset = chip.afterReset.filter((hook) => hook !== this.again);
      chip.mcu.gpio[pin].setInputValue(true);
    }
  }
}

// Lamps: plays the rhythm table of the light language, one animation frame loop for all lamps of a page.
//
// rhythms: {pattern: {rhythm: [on_ms, off_ms, ...], meaning}}; an empty rhythm is steady light. The colour is the one that
// the firmware sent with the pattern. A pattern starts at the moment in which it was seen here.
// Where the browser asks for less motion, every light stands still; words beside it say what its rhythm would (table.js).

export const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export function isOn(rhythm, elapsed_ms) {
  if (!rhythm.length) return true;
  const cycle_ms = rhythm.reduce((sum, part) => sum + part, 0);
  let at = elapsed_ms % cycle_ms;
  for (let i = 0; i < rhythm.length; i++) {
    if (at < rhythm[i]) return i % 2 === 0;
    at -= rhythm[i];
  }
  return false;
}

export class Lamps {
  constructor(rhythms) {
    this.rhythms = rhythms;
    this.lamps = new Map();
    this.loop = this.loop.bind(this);
    this.frame = requestAnimationFrame(this.loop);
  }

  // wanted: Map of name -> {pattern, rgb}
  set(wanted, now_ms = performance.now()) {
    for (const [name, light] of wanted) {
      const old = this.lamps.get(name);
      const same = old && old.pattern === light.pattern && String(old.rgb) === String(light.rgb);
      if (!same) this.lamps.set(name, { ...light, since_ms: now_ms, on: null });
    }
    for (const name of this.lamps.keys()) if (!wanted.has(name)) this.lamps.delete(name);
  }

  loop(now_ms) {
    for (const [name, lamp] of this.lamps) {
      const dark = !lamp.rgb.some((part) => part > 0);
      const rhythm = this.rhythms[lamp.pattern]?.rhythm ?? [];
      const on = !dark && (still.matches ? rhythm[0] !== 0 : isOn(rhythm, now_ms - lamp.since_ms));
      const element = document.getElementById(`lamp-${name}`);
      if (!element || (lamp.on === on && element.dataset.drawn === `${lamp.pattern}${on}`)) continue;
      lamp.on = on;
      element.dataset.drawn = `${lamp.pattern}${on}`;
      element.style.setProperty("--lamp", `rgb(${lamp.rgb.map((part) => Math.round(55 + (part / 255) * 200 * (part > 0))).join(" ")})`);
      element.classList.toggle("lit", on);
    }
    this.frame = requestAnimationFrame(this.loop);
  }

  stop() {
    cancelAnimationFrame(this.frame);
  }
}

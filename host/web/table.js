// The virtual table: ARC, modules, corridors, cards and tokens to drag; lights as the firmware sets them.
//
// Rule 1: nothing is moved here on its own. A drop asks the virtual hardware (event "doing"); its new state moves things.
// Rule 2: whatever can be dragged can also be selected and moved with buttons (keyboard, switch, unsteady hands).
// Rule 3: pointer events only, so mouse, pen and finger take the same path.

import * as geo from "/colony/assets/geometry.js";
import { Lamps, still } from "/colony/assets/lamps.js";
import { template } from "/colony/assets/table_template.js";

const START_PX = 7; // less than this between down and up is a press, not a drag
const REST_MS = 1300; // how long a piece lies on the ARC before the hand takes it back
const ANTENNA_R = 84;
const TROUBLES = [
  ["two_tags", "Two tags lie on the ARC"],
  ["phone", "A phone lies on the ARC"],
  ["blank_tag", "An unknown tag lies on the ARC"],
  ["reader_hung", "The reader does not answer"],
  ["bus_sda", "The module bus is held low"],
  ["unplugged", "The USB cable is pulled"],
];

const NOT_IN_GAME = "Not in this game: the pool holds the base Modules and those of the Managers who play.";

export default {
  template,
  props: { state: Object, asked: Object, mayAct: Boolean, number: Number },
  data() {
    return {
      ...window.colonyBox, // units, pieces, rhythms
      still: still.matches,
      tab: "modules", search: "", troubles: TROUBLES, notInGame: NOT_IN_GAME, selected: null, drag: null, keepLying: false, target: "", view: [0, 0, 100, 100], tools: false, volts: 5.6,
    };
  },
  computed: {
    corridors() {
      return this.state?.corridors ?? [];
    },
    spots() {
      return geo.layout(this.corridors);
    },
    spotList() {
      return [...this.spots.values()].filter((spot) => spot.unit !== 0);
    },
    tubes() {
      return this.corridors
        .filter(([a, , b]) => this.spots.has(a) && this.spots.has(b))
        .map(([a, p, b, q]) => {
          const ends = [geo.portSpot(this.spots.get(a), p), geo.portSpot(this.spots.get(b), q)];
          return { id: `${a}:${p}-${b}:${q}`, a: [a, p], path: geo.corridorPath(...ends) };
        });
    },
    openPorts() {
      return geo.freePorts(this.spots, this.corridors);
    },
    unitOf() {
      return Object.fromEntries(this.units.map((unit) => [unit.unit, unit]));
    },
    pieceOf() {
      return Object.fromEntries(this.pieces.map((piece) => [piece.piece, piece]));
    },
    field() {
      return this.state?.field ?? [];
    },
    stacks() {
      const stacks = new Map();
      for (const unit of this.units) {
        if (this.spots.has(unit.unit)) continue;
        const stack = stacks.get(unit.type) ?? { ...unit, count: 0 };
        stack.count += 1;
        stacks.set(unit.type, stack);
      }
      const groups = new Map();
      for (const stack of stacks.values()) groups.set(stack.group, [...(groups.get(stack.group) ?? []), stack]);
      return [...groups].map(([name, stacks]) => ({ name, stacks }));
    },
    shownPieces() {
      const kinds = { tokens: ["manager", "governor", "ambassador"], decrees: ["decree"], directives: ["directive"] }[this.tab] ?? [];
      const word = this.search.trim().toLowerCase();
      const fits = (piece) => !word || `${piece.name} ${piece.piece} ${piece.note}`.toLowerCase().includes(word);
      const mine = this.pieces.filter((piece) => kinds.includes(piece.kind) && fits(piece) && !this.field.includes(piece.piece));
      const rank = (piece) => (this.lit(piece.piece) ? 0 : this.asked?.players?.includes(piece.piece) ? 1 : 2);
      return mine.map((piece, i) => [rank(piece), i, piece]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((entry) => entry[2]);
    },
    selectedWords() {
      const [kind, id] = this.selected ?? [];
      if (kind === "piece") return this.pieceOf[id]?.name ?? id;
      if (kind === "unit") return this.unitOf[id]?.name ?? `Module ${id}`;
      return kind === "tube" ? "Corridor" : "";
    },
    /** What a selected card does, in words, or nothing. */
    selectedSays() {
      const [kind, id] = this.selected ?? [];
      return kind === "piece" ? (this.pieceOf[id]?.says ?? "") : "";
    },
    /** Why what is selected has no place in this game, or nothing. */
    selectedWhy() {
      const [kind, id] = this.selected ?? [];
      if (kind === "unit" && !this.spots.has(id) && !this.inGame(this.unitOf[id]?.type)) return this.notInGame;
      return kind === "piece" && this.outOfPlay(this.pieceOf[id]) ? "This Manager does not take part in this game." : "";
    },
    ghostPath() {
      if (this.drag?.kind !== "port" || !this.drag.moved) return "";
      const from = this.drag.port;
      const to = this.drag.snap?.port ?? { x: this.drag.x, y: this.drag.y, angle: from.angle + 180 };
      return geo.corridorPath(from, to);
    },
  },
  watch: {
    state: { handler: "onState", deep: false },
    number(number) {
      requestAnimationFrame(() => this.$emit("drawn", number)); // no newer state comes before
    },
    "asked.tab": {
      handler(tab) {
        if (tab && !this.drag) this.tab = tab; // the dock shows what the phase needs; players may leaf elsewhere
      },
      immediate: true,
    },
  },
  mounted() {
    this.lamps = new Lamps(this.rhythms);
    this.onStill = () => (this.still = still.matches);
    still.addEventListener("change", this.onStill);
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this.$refs.stage);
    this.onState();
    this.$emit("drawn", this.number);
  },
  unmounted() {
    this.lamps.stop();
    still.removeEventListener("change", this.onStill);
    this.resize.disconnect();
  },
  methods: {
    /** A mouse has one wheel only: it rolls the strip sideways. */
    roll(event) {
      const strip = event.currentTarget;
      if (event.deltaX || strip.scrollWidth <= strip.clientWidth) return;
      event.preventDefault();
      strip.scrollLeft += event.deltaY;
    },
    onState() {
      const wanted = new Map();
      const arc = this.state?.arc;
      if (arc?.light) wanted.set("0", arc.on === false ? { pattern: "dark", rgb: [0, 0, 0] } : arc.light);
      for (const [unit, module] of Object.entries(this.state?.modules ?? {})) if (module.light) wanted.set(unit, module.light);
      this.lamps?.set(wanted);
      if (this.state?.battery_volts) this.volts = this.state.battery_volts;
      if (!this.drag) this.fit();
    },
    fit() {
      const box = this.$refs.stage?.getBoundingClientRect();
      if (box?.width && box.height) this.view = geo.frame(this.spots, box.width / box.height);
    },
    lit(piece) {
      return Boolean(this.asked?.pieces?.includes(piece));
    },
    inGame(type) {
      return !this.asked?.pool || this.asked.pool.includes(type);
    },
    outOfPlay(piece) {
      return Boolean(this.asked?.pool) && ["manager", "directive"].includes(piece?.kind) && !this.asked.players.includes(piece.piece);
    },
    lightOf(unit) {
      const light = unit === 0 ? this.state?.arc?.light : this.state?.modules?.[unit]?.light;
      return this.rhythms[light?.pattern]?.meaning ?? "no light";
    },
    shortOf(unit) {
      const light = this.rhythms[(unit === 0 ? this.state?.arc : this.state?.modules?.[unit])?.light?.pattern];
      return (this.still ? light?.still : light?.short) ?? "";
    },
    act(doing) {
      if (this.mayAct) this.$emit("doing", doing);
    },
    world(event) {
      const box = this.$refs.stage.getBoundingClientRect();
      const [x, y, width] = this.view;
      const scale = width / box.width;
      return { x: x + (event.clientX - box.left) * scale, y: y + (event.clientY - box.top) * scale };
    },

    // -- dragging ------------------------------------------------------------------------------------------------
    take(event, what) {
      if (!this.mayAct || event.button > 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      this.drag = { ...what, pointer: event.pointerId, from: [event.clientX, event.clientY], px: event.clientX, py: event.clientY, moved: false, snap: null, ...this.world(event) };
    },
    move(event) {
      const drag = this.drag;
      if (!drag || drag.pointer !== event.pointerId) return;
      Object.assign(drag, this.world(event), { px: event.clientX, py: event.clientY });
      drag.moved ||= Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > START_PX;
      if (drag.kind === "unit") drag.snap = geo.snap(this.spots, this.corridors, drag.x, drag.y, drag.id);
      if (drag.kind === "port") drag.snap = this.nearPort(drag);
      if (drag.kind === "piece") drag.over = Math.hypot(drag.x, drag.y) < ANTENNA_R + 26 && this.onStage(event);
    },
    nearPort(drag) {
      const near = this.openPorts
        .filter((port) => port.unit !== drag.port.unit)
        .map((port) => ({ port, far: Math.hypot(port.x - drag.x, port.y - drag.y) }))
        .sort((a, b) => a.far - b.far)[0];
      return near && near.far < 40 ? near : null;
    },
    onStage(event) {
      const box = this.$refs.stage.getBoundingClientRect();
      return event.clientY < box.bottom && event.clientY > box.top && event.clientX < box.right && event.clientX > box.left;
    },
    drop(event) {
      const drag = this.drag;
      this.drag = null;
      if (!drag || drag.pointer !== event.pointerId) return;
      if (!drag.moved) this.select(drag.kind === "port" ? null : [drag.kind, drag.id]);
      else this.dropped(drag, event);
      this.fit();
    },
    dropped(drag, event) {
      if (drag.kind === "piece" && drag.lying && !drag.over) this.act({ do: "lift", piece: drag.id });
      if (drag.kind === "piece" && !drag.lying && drag.over) this.lay(drag.id);
      if (drag.kind === "port" && drag.snap) this.act({ do: "join", a: [drag.port.unit, drag.port.port], b: [drag.snap.port.unit, drag.snap.port.port] });
      if (drag.kind === "unit") this.dropUnit(drag, event);
    },
    dropUnit(drag, event) {
      const joined = this.spots.has(drag.id);
      if (drag.snap) {
        if (joined) this.act({ do: "detach", unit: drag.id });
        this.act({ do: "attach", unit: drag.id, to: [drag.snap.port.unit, drag.snap.port.port], port: 0 });
      } else if (joined && !this.onStage(event)) this.act({ do: "detach", unit: drag.id });
      else if (joined && Math.hypot(drag.x - this.spots.get(drag.id).x, drag.y - this.spots.get(drag.id).y) > 120) this.act({ do: "detach", unit: drag.id });
      else if (!joined) this.$emit("hint", "Bring the module next to an open port: it then shows where it will stand.");
    },
    cancel() {
      this.drag = null;
    },

    // -- the same with buttons -------------------------------------------------------------------------------------
    select(what) {
      this.selected = what && this.selected && String(what) === String(this.selected) ? null : what;
      this.target = "";
    },
    lay(piece) {
      this.act({ do: "tap", piece });
      this.selected = null;
      if (!this.keepLying) setTimeout(() => this.act({ do: "lift", piece }), REST_MS);
    },
    portName(port) {
      return port.unit === 0 ? `ARC, port ${port.port + 1}` : `${this.unitOf[port.unit]?.name ?? port.unit}, port ${port.port + 1}`;
    },
    targets() {
      const [kind, id] = this.selected ?? [];
      return kind === "unit" ? this.openPorts.filter((port) => port.unit !== id) : [];
    },
    connect() {
      const [unit, port] = this.target.split(":").map(Number);
      const id = this.selected[1];
      if (Number.isNaN(unit)) return;
      const own = this.openPorts.find((free) => free.unit === id);
      if (!this.spots.has(id)) this.act({ do: "attach", unit: id, to: [unit, port], port: 0 });
      else if (own) this.act({ do: "join", a: [id, own.port], b: [unit, port] });
      this.selected = null;
    },
    takeOff() {
      const [kind, id] = this.selected;
      if (kind === "unit") this.act({ do: "detach", unit: id });
      if (kind === "tube") this.act({ do: "part", a: this.tubes.find((tube) => tube.id === id)?.a });
      if (kind === "piece") this.act({ do: "lift", piece: id });
      this.selected = null;
    },
  },
};

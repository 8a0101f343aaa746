// Where things lie on the virtual table: pure functions from the corridor graph to positions. World units, y down.
//
// The ARC (unit 0) lies in the middle. A module is turned so that the port of its first corridor faces the way it
// came from; positions follow from the graph alone, so every browser draws the same table.

export const ARC_R = 104;
export const UNIT_R = 46;
export const GAP = 56;
export const ARC_PORTS = 6;
export const UNIT_PORTS = 4;
const CLEAR = UNIT_R * 2 + 10;
const RAD = Math.PI / 180;

export const key = (unit, port) => `${unit}:${port}`;

function portAngle(spot, port) {
  return spot.unit === 0 ? -90 + port * 60 : spot.turn + port * 90;
}

export function portSpot(spot, port) {
  const angle = portAngle(spot, port);
  const r = spot.unit === 0 ? ARC_R : UNIT_R;
  return { unit: spot.unit, port, angle, x: spot.x + r * Math.cos(angle * RAD), y: spot.y + r * Math.sin(angle * RAD) };
}

export function ports(spot) {
  return Array.from({ length: spot.unit === 0 ? ARC_PORTS : UNIT_PORTS }, (_, port) => portSpot(spot, port));
}

const LEANS = [0, 24, -24, 48, -48]; // degrees off the straight way, where that is blocked

// How far (x, y) is from the line between two points.
function fromLine(x, y, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

// The spot for a unit whose `port` is joined to `from`: straight out and near; leaning or farther where something is in
// the way. Far enough out there is always room; corridors avoid modules as long as that does not take them too far.
export function besides(from, unit, port, taken) {
  for (let length = GAP; ; length += 22) {
    for (const lean of LEANS) {
      const angle = from.angle + lean;
      const reach = length + UNIT_R;
      const spot = { unit, x: from.x + reach * Math.cos(angle * RAD), y: from.y + reach * Math.sin(angle * RAD), turn: angle + 180 - port * 90 };
      const room = (other) => (other.unit === 0 ? ARC_R + UNIT_R + 8 : CLEAR);
      const clear = taken.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > room(other));
      const others = taken.filter((other) => other.unit !== from.unit);
      const open = length > GAP * 9 || others.every((other) => fromLine(other.x, other.y, from, spot) > room(other) - UNIT_R);
      if (clear && open) return spot;
    }
  }
}

// corridors: [[unit, port, unit, port], ...] -> Map of unit -> spot, the ARC first, breadth first.
export function layout(corridors) {
  const spots = new Map([[0, { unit: 0, x: 0, y: 0, turn: 0 }]]);
  spread(spots, corridors, 0);
  return withIslands(spots, corridors);
}

function spread(spots, corridors, start) {
  const queue = [start];
  while (queue.length) {
    const here = queue.shift();
    const mine = corridors
      .map(([a, p, b, q]) => (a === here ? [p, b, q] : b === here ? [q, a, p] : null))
      .filter(Boolean)
      .sort((one, two) => one[0] - two[0]);
    for (const [port, other, otherPort] of mine) {
      if (spots.has(other)) continue;
      spots.set(other, besides(portSpot(spots.get(here), port), other, otherPort, [...spots.values()]));
      queue.push(other);
    }
  }
}

// Modules whose way to the ARC was taken away stay where hands left them: apart, below the rest, without power.
function withIslands(spots, corridors) {
  for (const [a, , b] of corridors) {
    const start = [a, b].find((unit) => !spots.has(unit));
    if (start === undefined) continue;
    const low = Math.max(...[...spots.values()].map((spot) => spot.y)) + ARC_R + GAP * 2;
    spots.set(start, { unit: start, x: 0, y: low, turn: 0 });
    spread(spots, corridors, start);
  }
  return spots;
}

export function usedPorts(corridors) {
  const used = new Set();
  for (const [a, p, b, q] of corridors) used.add(key(a, p)).add(key(b, q));
  return used;
}

export function freePorts(spots, corridors) {
  const used = usedPorts(corridors);
  return [...spots.values()].flatMap(ports).filter((spot) => !used.has(key(spot.unit, spot.port)));
}

// The free port that a module dragged to (x, y) would be joined to, with the spot it would take; null when too far.
export function snap(spots, corridors, x, y, without) {
  let best = null;
  const taken = [...spots.values()].filter((spot) => spot.unit !== without);
  for (const port of freePorts(spots, corridors)) {
    if (port.unit === without) continue;
    const spot = besides(port, -1, 0, taken);
    const far = Math.min(Math.hypot(spot.x - x, spot.y - y), Math.hypot(port.x - x, port.y - y) + 12);
    if (far < 96 && (!best || far < best.far)) best = { port, spot, far };
  }
  return best;
}

// A corridor's path: leaves each port straight, so that loops bend and never cross the module they belong to.
export function corridorPath(a, b) {
  const bend = Math.min(70, Math.hypot(a.x - b.x, a.y - b.y) / 2.4);
  const out = (port) => [port.x + bend * Math.cos(port.angle * RAD), port.y + bend * Math.sin(port.angle * RAD)];
  return `M${a.x},${a.y} C${out(a)} ${out(b)} ${b.x},${b.y}`;
}

// The part of the world that must be in sight: everything laid out, and room for one more ring.
export function frame(spots, ratio) {
  const reach = ARC_R + GAP + UNIT_R * 2;
  let [left, top, right, bottom] = [-reach - 20, -reach - 20, reach + 20, reach + 20];
  for (const spot of spots.values()) {
    if (spot.unit === 0) continue;
    const room = UNIT_R + 42;
    left = Math.min(left, spot.x - room);
    right = Math.max(right, spot.x + room);
    top = Math.min(top, spot.y - room - 34);
    bottom = Math.max(bottom, spot.y + room + 10);
  }
  const width = Math.max(right - left, (bottom - top) * ratio);
  const height = width / ratio;
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height];
}

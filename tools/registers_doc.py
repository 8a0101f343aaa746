"""docs/module-bus.md, generated from the register map and the light table."""

from firmware.drivers import modulebus
from firmware.drivers.topology import Sweep
from firmware.module import app, registers
from shared_rules.catalog import LIGHTS, UNIT_COUNT, port_count

HEAD = """# The module bus

<!-- Generated from firmware/module/registers.py and shared_rules/catalog.py by `make docs`; do not edit. -->

The ARC is the controller of an I2C bus at {khz} kHz, each module board a target with a register map of {memory} bytes
(MicroPython's `machine.I2CTarget`, 1.26 or newer). Unit n, 1..{units}, has address 0x0F + n. Numbers are little endian.
Map version {version}. A block counts only when its CRC-32 holds; otherwise it is read again.

* A board is found and missed at the pace of one round over all {units} units: {round_ms} ms.
* It is lost after {misses} rounds in a row without an acknowledge while both wires are high.
* A board that hears nothing for {silence} s shows `no_host` and lets go of its sense lines; the next access brings the
  ordered light back.
* Two boards with one address are noticed by damaged identities, or by answers that carry the tags of two boards.
* Address 0x{guard:02X} belongs to nobody. When it answers, nothing on the bus is believed.
* Corridors: all ports are numbered; in each turn those assert their sense line whose number has a certain bit set (or
  clear). What a quiet port hears in all turns is its neighbour's number. {turns} turns place all 134 ports.
"""


def markdown() -> str:
    """The page."""
    parts = [_head()]
    for name, start, length, writer, fields in registers.BLOCKS:
        parts.append(f"\n## {name}: 0x{start:02X}, {length} bytes, written by the {writer}\n")
        parts.append("\n| byte | bytes | field | meaning |\n|---|---|---|---|\n")
        parts += [f"| {offset} | {size} | `{field}` | {meaning} |\n" for field, offset, size, meaning in fields]
    parts.append("\n## Light patterns\n\nRhythm: on, off, on, off ... in milliseconds; no two look alike.\n")
    parts.append("\n| number | name | colour | rhythm | meaning |\n|---|---|---|---|---|\n")
    parts += [_light(number, *row) for number, row in enumerate(LIGHTS)]
    return "".join(parts)


def _head() -> str:
    return HEAD.format(
        khz=modulebus.BUS_HZ // 1000,
        memory=registers.MEMORY_BYTES,
        units=UNIT_COUNT,
        version=registers.MAP_VERSION,
        round_ms=modulebus.ROUND_MS,
        misses=modulebus.LOST_MISSES,
        silence=app.SILENCE_MS // 1000,
        guard=modulebus.GUARD_ADDRESS,
        turns=Sweep([(unit, port_count(unit)) for unit in range(UNIT_COUNT + 1)]).turns,
    )


def _light(number: int, name: str, colour: tuple[int, int, int], rhythm: tuple[int, ...], meaning: str) -> str:
    shown = " ".join(str(part) for part in rhythm) or "steady"
    return f"| {number} | `{name}` | #{colour[0]:02x}{colour[1]:02x}{colour[2]:02x} | {shown} | {meaning} |\n"

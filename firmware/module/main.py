"""Wiring of a module board: pins of the board file, MicroPython's I2C target (1.26 or newer), the app. No logic here.

Way back to the REPL: this program leaves USB alone, so Ctrl-C always reaches it. The watchdog starts ESCAPE_MS after
boot and then restarts a board whose program stopped; a Ctrl-C before that leaves a board that stays at the prompt.
"""

import asyncio

import machine

from boards import module_rp2040_zero as board
from firmware.drivers.lights import Light
from firmware.drivers.openports import OpenPorts
from firmware.drivers.ws2812 import Ws2812
from firmware.module import registers
from firmware.module.app import FIRMWARE, ModuleApp
from shared_rules.catalog import BUS_BASE, FAULT, UNIT_COUNT, kind_of, port_count
from shared_rules.compat import sleep_ms

FEED_MS = 1000


def read_unit(path=board.UNIT_FILE):
    """The unit number that was flashed, 0 when there is none."""
    try:
        with open(path) as file:
            unit = int(file.read())
    except (OSError, ValueError):
        return 0
    return unit if 1 <= unit <= UNIT_COUNT else 0


def make_light():
    """The light on the board's strip."""
    wiring = board.LIGHT
    pin = machine.Pin(wiring["pin"], machine.Pin.OUT)
    strip = Ws2812(machine.bitstream, pin, wiring["timing_ns"], wiring["order"], wiring["level"])
    return Light(strip, count=wiring["pixels"])


def make_app(unit, light):
    """The app of `unit` with its I2C target; the target serves the app's memory from the moment it exists."""
    pin = machine.Pin
    ports = OpenPorts([pin(number, pin.OPEN_DRAIN, pin.PULL_UP, value=1) for number in board.PORTS])
    memory = bytearray(registers.MEMORY_BYTES)
    identity = (unit, kind_of(unit), port_count(unit), FIRMWARE, machine.unique_id())
    app = ModuleApp(memory, ports, light, identity)
    app.step()  # the registers are whole before anyone can read them
    bus = board.BUS
    target = machine.I2CTarget(bus["i2c"], BUS_BASE + unit, mem=memory, sda=pin(bus["sda"]), scl=pin(bus["scl"]))
    target.irq(lambda _target: app.heard(), trigger=target.IRQ_END_READ | target.IRQ_END_WRITE)
    return app, target


async def watch(app):
    """Feed the watchdog as long as the app makes passes."""
    await sleep_ms(board.ESCAPE_MS)
    watchdog = machine.WDT(timeout=board.WATCHDOG_MS)
    passes = -1
    while app.passes != passes:
        passes = app.passes
        watchdog.feed()
        await sleep_ms(FEED_MS)


async def show_fault(light):
    """A board without a unit number stays off the bus and says so."""
    light.set(FAULT)
    while True:
        light.step()
        await sleep_ms(10)


async def main():
    """Run the board."""
    light, unit = make_light(), read_unit()
    if not unit:
        await show_fault(light)
    app, target = make_app(unit, light)
    try:
        await asyncio.gather(app.run(), watch(app))
    finally:
        target.deinit()


if __name__ == "__main__":
    asyncio.run(main())

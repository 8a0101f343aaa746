"""Wiring of the ARC: pins of the board file, MicroPython's buses, the app. No logic beyond how a life starts and ends.

Way back to the REPL: Ctrl-C in the first 1.5 s, or the SERVICE command, which restarts into the REPL because a running
watchdog can only be stopped by a reset. Ctrl-C as an interrupt is off from the first line: 03 is data in a frame.
"""

import micropython

micropython.kbd_intr(-1)

import asyncio  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402

import machine  # noqa: E402

from boards import READERS, arc_board  # noqa: E402
from firmware.arc import start  # noqa: E402
from firmware.arc.app import RESET, SERVICE, ArcApp  # noqa: E402
from firmware.arc.snapshot import Files, Store  # noqa: E402
from firmware.arc.usb import ConsolePort  # noqa: E402
from firmware.drivers.battery import Battery  # noqa: E402
from firmware.drivers.lights import Light  # noqa: E402
from firmware.drivers.modulebus import ModuleBus  # noqa: E402
from firmware.drivers.openports import OpenPorts  # noqa: E402
from firmware.drivers.pn532 import Pn532  # noqa: E402
from firmware.drivers.ws2812 import Ws2812  # noqa: E402

CTRL_C = 3
_board = "boards." + arc_board(sys.implementation._machine)
__import__(_board)
board = sys.modules[_board]


def make_i2c(wiring):
    """The bus with its timeout set: never a call that can wait for ever (B63)."""
    pin = machine.Pin
    return machine.I2C(wiring["i2c"], sda=pin(wiring["sda"]), scl=pin(wiring["scl"]), freq=wiring["freq_hz"],
                       timeout=wiring["timeout_us"])


def _over_i2c(wiring, irq):
    from firmware.drivers.pn532_i2c import Pn532I2c

    pin = machine.Pin
    return Pn532I2c(make_i2c(wiring), irq, sda=pin(wiring["sda"]), scl=pin(wiring["scl"]))


def _over_spi(wiring, irq):
    from firmware.drivers.pn532_spi import SETTINGS, Pn532Spi

    pin = machine.Pin
    spi = machine.SPI(wiring["spi"], sck=pin(wiring["sck"]), mosi=pin(wiring["mosi"]), miso=pin(wiring["miso"]))
    spi.init(**SETTINGS)
    return Pn532Spi(spi, pin(wiring["cs"], pin.OUT, value=1), irq, settings=None)


def _over_hsu(wiring, _irq):
    from firmware.drivers.pn532_hsu import Pn532Hsu

    pin = machine.Pin
    return Pn532Hsu(machine.UART(wiring["uart"], wiring["baud"], tx=pin(wiring["tx"]), rx=pin(wiring["rx"]), timeout=0,
                                 rxbuf=256))


_OVER = {"i2c": _over_i2c, "spi": _over_spi, "hsu": _over_hsu}


def make_reader(kind):
    """The PN532 on its own wires; `kind`: how its switches are set, one of READERS."""
    wiring, pin = board.READERS[kind], machine.Pin
    irq = pin(wiring["irq"], pin.IN, pin.PULL_UP) if "irq" in wiring else None
    return Pn532(_OVER[kind](wiring, irq), pin(wiring["reset"], pin.OUT, value=1))


def reader_kind(path=board.READER_FILE):
    """The reader that was named when the board was flashed; the first kind where nothing sensible is written."""
    try:
        with open(path) as file:
            kind = file.read().strip()
    except OSError:
        kind = ""
    return kind if kind in READERS else READERS[0]


def make_bus():
    """The module bus; to clock a stuck target free, its pins leave the I2C block for a moment."""
    wiring, pin = board.MODULE_BUS, machine.Pin
    i2c, sda, scl = make_i2c(wiring), pin(wiring["sda"]), pin(wiring["scl"])

    def rewire(as_pins):
        if as_pins:
            sda.init(pin.OPEN_DRAIN, pin.PULL_UP, value=1)
            scl.init(pin.OPEN_DRAIN, pin.PULL_UP, value=1)
        else:
            make_i2c(wiring)

    ports = OpenPorts([pin(number, pin.OPEN_DRAIN, pin.PULL_UP, value=1) for number in board.PORTS])
    return ModuleBus(i2c, sda, scl, ports=ports, rewire=rewire)


def make_light():
    """The ring in the hull."""
    wiring = board.LIGHT
    pin = machine.Pin(wiring["pin"], machine.Pin.OUT)
    strip = Ws2812(machine.bitstream, pin, wiring["timing_ns"], wiring["order"], wiring["level"])
    return Light(strip, count=wiring["pixels"])


def make_app(usb, store, life, watchdog):
    """Everything together; in safe mode without reader and bus."""
    reader, bus = (None, None) if life.safe else (make_reader(reader_kind()), make_bus())
    battery = Battery(machine.ADC(board.BATTERY["adc"]), board.BATTERY)
    identity = life.identity(board.NAME, machine.unique_id())
    return ArcApp(usb, reader, bus, make_light(), battery, store, identity, watchdog, life)


def live(usb, store):
    """One life of the board; returns only when somebody wants the REPL."""
    if store.forget(start.SERVICE) or start.escape_wanted(usb):
        micropython.kbd_intr(CTRL_C)
        return
    watched = machine.reset_cause() == machine.WDT_RESET
    life = start.Life(store, start.reset_reason(store, watched), os.urandom)
    how = asyncio.run(make_app(usb, store, life, machine.WDT(timeout=board.WATCHDOG_MS)).run())
    if how == SERVICE:
        store.write_text(start.SERVICE, "repl")
    elif how == RESET:
        life.healthy()
    store.write_text(start.PLANNED, "soft")
    machine.reset()


def main():
    """Live; whatever ends a life, KeyboardInterrupt too, leaves a record and a restart (B70)."""
    store = Store(Files(board.FLASH))
    try:
        live(ConsolePort(board.USB["write_bytes"]), store)
    except BaseException as error:
        text = io.StringIO()
        sys.print_exception(error, text)
        start.record_crash(store, text.getvalue())
        machine.reset()


if __name__ == "__main__":
    main()

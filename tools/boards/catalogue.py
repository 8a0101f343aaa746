"""Which boards there are, and every pin that a board uses under one name each."""

import importlib
import pkgutil
from types import ModuleType
from typing import Any

import boards
from boards import chips

# Words of a wiring dictionary that name a pin; the rest are numbers of another kind.
PIN_KEYS = ("sda", "scl", "sck", "mosi", "miso", "cs", "tx", "rx", "irq", "reset", "pin", "adc")


def names() -> list[str]:
    """Names of all board files."""
    found = [item.name for item in pkgutil.iter_modules(boards.__path__)]
    return sorted(name for name in found if hasattr(board(name), "ROLE"))


def board(name: str) -> ModuleType:
    """The board file. ModuleNotFoundError if there is none."""
    return importlib.import_module(f"boards.{name}")


def carrier(of: ModuleType) -> dict[str, Any]:
    """The bought board that carries it."""
    found: dict[str, Any] = chips.CARRIERS[of.CARRIER]
    return found


def chip(of: ModuleType) -> dict[str, Any]:
    """The chip on it."""
    found: dict[str, Any] = chips.CHIPS[carrier(of)["chip"]]
    return found


def buses(of: ModuleType, reader: str | None = None) -> dict[str, dict[str, Any]]:
    """Wirings with a peripheral block (i2c, spi, uart) by name; of an ARC with the reader of one kind."""
    found = {"module bus": of.MODULE_BUS if of.ROLE == "arc" else of.BUS}
    if of.ROLE == "arc":
        found["reader"] = of.READERS[reader or boards.READERS[0]]
    return found


def pins(of: ModuleType, reader: str | None = None) -> list[tuple[str, int]]:
    """Every use of a pin, ("module bus sda", 4), in the order in which one would solder."""
    tables: dict[str, dict[str, Any]] = {**buses(of, reader), "light": of.LIGHT}
    if of.ROLE == "arc":
        tables["battery"] = of.BATTERY
    found = [(f"{name} {key}", table[key]) for name, table in tables.items() for key in PIN_KEYS if key in table]
    return found + [(f"corridor {index}", pin) for index, pin in enumerate(of.PORTS)]


def kinds(of: ModuleType) -> tuple[str | None, ...]:
    """The readers that the board is made for; (None,) for a module."""
    return boards.READERS if of.ROLE == "arc" else (None,)

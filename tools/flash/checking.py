"""Does the board run what was written? An ARC is greeted; the registers of a module are read."""

import ast

from firmware.module import registers
from shared_rules.catalog import BUS_BASE
from tools.flash import console as consoles
from tools.flash.console import Console
from tools.flash.errors import CheckFailed
from tools.images.compiled import Image

# The program's own registers, made by its own code, without starting its loop.
_REGISTERS = """
from firmware.module import main
app, target = main.make_app(main.read_unit(), main.make_light())
print(bytes(app.memory))
target.deinit()
"""


def check_module(console: Console, unit: int) -> str:
    """Read the identity registers of a module that is at its prompt. CheckFailed: wrong or not whole."""
    told = ast.literal_eval(console.run(_REGISTERS).strip().splitlines()[-1])
    block = told[registers.IDENTITY : registers.IDENTITY + registers.IDENTITY_BYTES]
    if not registers.sealed(block):
        raise CheckFailed("The module's identity is not whole.", "Run the command again.")
    found = block[3]
    if found != unit:
        raise CheckFailed(f"The module answers as unit {found}, not {unit}.", "Run the command again.")
    return f"unit {found}, address {BUS_BASE + found:#04x}, chip {block[8:16].hex()}"


def check_arc(device: str, image: Image) -> str:
    """Greet the restarted ARC. CheckFailed: it does not greet, or runs something else."""
    told = consoles.identity(device)
    if told is None:
        raise CheckFailed(
            f"The ARC on {device} was written but does not greet.",
            "Press its reset button; if it stays silent, run `colony doctor`, then flash it again.",
        )
    if told["firmware"] != image.name:
        raise CheckFailed(
            f"The ARC runs {told['firmware']}, not {image.name}.",
            "Run the command again. Was its image built into MicroPython? Then put MicroPython on it anew.",
        )
    return f"{told['firmware']} on {told['board']}"

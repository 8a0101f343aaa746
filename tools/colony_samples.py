"""Random colonies, rolls and corridors from the integer PRNG of the engine, equal on every interpreter.

For tests and benchmarks; also runs under MicroPython.
"""

try:
    from typing import Any
except ImportError:  # MicroPython, which does not look at annotations
    pass

from shared_rules.beyond_humanity import content
from shared_rules.engine.chance import below, seeded

UNITS = 33


class Dice:
    """Draws in a row; `number(low, high)` has both ends."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def number(self, low: int, high: int) -> int:
        value: int
        value, self.state = below(self.state, high - low + 1)
        return low + value

    def bits(self) -> int:
        return (self.number(0, 65535) << 16) | self.number(0, 65535)


def colony(dice: Dice) -> dict[str, Any]:
    """A colony in any condition that the rules allow, and some that they hardly reach."""
    made: dict[str, Any] = {name: dice.number(0, 1000) for name in ("h", "s", "t")}
    made.update(
        stock=dice.number(0, 160) - 40,
        td=dice.number(0, 2),
        loans=dice.number(0, 4),
        riot=dice.number(0, 2),
        red=dice.number(0, 1),
        boost=dice.number(0, 80) - 40,
        pop=[dice.number(0, most) for most in (12000, 2000, 2000, 800, 800)],
        acc=[dice.number(0, 30) for _ in range(4)],
        acc_extra=[dice.number(0, 2) * 7 for _ in range(4)],
        group_boost=[dice.number(0, 60) - 30 for _ in range(5)],
        progress=[128],
        rate=[0],
        tier=[dice.number(0, 1)],
        age=[dice.number(0, 7)],
        damaged=[0],
    )
    for _ in range(1, UNITS):
        module(made, dice)
    made["standing"] = sum(1 << (unit - 1) for unit in range(1, UNITS) if made["progress"][unit])
    return made


def module(made: dict[str, Any], dice: Dice) -> None:
    kind = dice.number(0, 3)  # 0 not there, 1 in construction, 2 and 3 in operation
    building = kind == 1
    made["progress"].append(0 if kind == 0 else dice.number(16, 127) if building else 128)
    made["rate"].append((64, 43, 32)[dice.number(0, 2)] if building else 0)
    made["damaged"].append(dice.number(0, 2) if building else 0)
    made["tier"].append(dice.number(0, 1) if kind else 0)
    made["age"].append(dice.number(0, 6) if kind > 1 else 0)


def roll(dice: Dice) -> dict[str, Any]:
    return {
        "riot": dice.number(0, 1023),
        "catastrophe": dice.number(0, 1023),
        "unit": dice.number(0, 31),
        "build": dice.number(0, 3),
        "forced": dice.number(0, 9) // 9,
        "spread": dice.bits(),
    }


def masks(dice: Dice) -> list[int]:
    """A symmetric graph of about 17 corridors between modules."""
    made = [0] * UNITS
    for _ in range(17):
        a, b = dice.number(1, 32), dice.number(1, 32)
        if a != b:
            made[a] |= 1 << (b - 1)
            made[b] |= 1 << (a - 1)
    return made


def planet(dice: Dice) -> dict[str, Any]:
    planets = content.get()["planets"]
    found: dict[str, Any] = planets[dice.number(0, len(planets) - 1)]["colony"]
    return found

"""What a table draws, by light pattern, and what each supply can carry.

The worst case is one pattern on every strip at once, in its bright moment; the mean counts for how long cells last.
A tree of modules has no more modules than corridors, so a table has at most `catalog.CORRIDORS` of them.
"""

from dataclasses import dataclass
from types import ModuleType

from boards import parts
from shared_rules import catalog
from tools.boards import catalogue


def strip_ma(board: ModuleType, rgb: tuple[int, int, int]) -> float:
    """Current of a board's whole strip in one colour, mA."""
    light = board.LIGHT
    share = sum(rgb) / 255 * light["level"] / 255
    return float(light["pixels"] * (parts.PIXEL["dark_ma"] + parts.PIXEL["colour_ma"] * share))


def duty(rhythm: tuple[int, ...]) -> float:
    """Share of time in which a rhythm is bright."""
    return sum(rhythm[::2]) / sum(rhythm) if rhythm else 1.0


@dataclass(frozen=True)
class Draw:
    """Current of a table while one pattern shows, mA."""

    pattern: str
    peak_ma: float
    mean_ma: float


def draws(arc: ModuleType, module: ModuleType, modules: int) -> list[Draw]:
    """One row per light pattern, for the ARC and so many modules."""
    return [_draw(arc, module, modules, *row[:3]) for row in catalog.LIGHTS]


def _draw(arc: ModuleType, module: ModuleType, modules: int, name: str, rgb: tuple[int, int, int],
          rhythm: tuple[int, ...]) -> Draw:
    showing = min(modules, parts.AT_ONCE.get(name, modules))
    resting = catalog.LIGHTS[catalog.OPERATIONAL][1]
    rest = (modules - showing) * strip_ma(module, resting)
    chips_ma = catalogue.chip(arc)["ma"] + parts.READER["ma"] + modules * catalogue.chip(module)["ma"]
    bright = strip_ma(arc, rgb) + showing * strip_ma(module, rgb)
    dark = strip_ma(arc, (0, 0, 0)) + showing * strip_ma(module, (0, 0, 0))
    mean = bright * duty(rhythm) + dark * (1 - duty(rhythm))
    return Draw(name, chips_ma + rest + bright, chips_ma + rest + mean)


def most_modules(arc: ModuleType, module: ModuleType, most_ma: float) -> int:
    """How many modules a supply carries whatever pattern shows."""
    fit = [count for count in range(catalog.UNIT_COUNT + 1)
           if max(draw.peak_ma for draw in draws(arc, module, count)) <= most_ma]
    return max(fit, default=0)


def end_of_chain_mv(module: ModuleType, supply_mv: int, modules: int) -> float:
    """Voltage at the last module when all hang behind one another, in the brightest pattern that all show."""
    patterns = [row for row in catalog.LIGHTS if row[0] not in parts.AT_ONCE]
    each_ma = catalogue.chip(module)["ma"] + max(strip_ma(module, row[1]) for row in patterns)
    drop_mv: float = each_ma * modules * (modules + 1) / 2 * parts.CORRIDOR_MOHM / 1000
    return supply_mv - drop_mv


def problems(arc: ModuleType, module: ModuleType) -> list[str]:
    """What the supplies can not carry, in sentences."""
    found = []
    for name, modules in (("aa", catalog.CORRIDORS), ("usb", catalog.UNIT_COUNT)):
        supply = parts.SUPPLIES[name]
        worst = max(draws(arc, module, modules), key=lambda draw: draw.peak_ma)
        if worst.peak_ma > supply["most_ma"]:
            found.append(
                f"{modules} modules in pattern {worst.pattern} draw {worst.peak_ma:.0f} mA; {supply['title']} "
                f"carry {supply['most_ma']} mA. Lower LIGHT['level'] of {module.NAME}."
            )
    left_mv = end_of_chain_mv(module, arc.BATTERY["low_mv"], catalog.CORRIDORS)
    if left_mv < parts.PIXEL["least_mv"]:
        found.append(f"the last of {catalog.CORRIDORS} modules in a chain is left with {left_mv:.0f} mV on low cells.")
    return found

"""The module bus as a circuit: capacitance, rise time, the range in which its pull-ups must lie (NXP UM10204)."""

from types import ModuleType

from boards import parts
from shared_rules import catalog


def capacitance_pf(modules: int) -> int:
    """What the wires and pins of the ARC and so many modules weigh, pF."""
    each = parts.BUS_LOAD["pin_pf"] + parts.BUS_LOAD["board_pf"] + parts.BUS_LOAD["corridor_pf"]
    return int(parts.BUS_LOAD["arc_pf"] + modules * each)


def pull_up_ohm(freq_hz: int, modules: int) -> tuple[float, float]:
    """Least and most pull-up: below, a low is no low any more; above, edges are too slow."""
    mode = parts.BUS_MODES[freq_hz]
    least = (parts.BUS_MV - parts.BUS_LOW_MV) / mode["sink_ma"]
    return least, mode["rise_ns"] * 1000 / (parts.RISE_PER_RC * capacitance_pf(modules))


def rise_ns(ohm: int, modules: int) -> float:
    """Rise time from 30 to 70 percent, ns."""
    return parts.RISE_PER_RC * ohm * capacitance_pf(modules) / 1000


def most_modules(arc: ModuleType) -> int:
    """How many modules the bus carries within the rules of its speed."""
    return max((count for count in range(catalog.UNIT_COUNT + 1) if not _broken(arc, count)), default=0)


def _broken(arc: ModuleType, modules: int) -> list[str]:
    bus = arc.MODULE_BUS
    mode = parts.BUS_MODES[bus["freq_hz"]]
    least, most = pull_up_ohm(bus["freq_hz"], modules)
    found = []
    if capacitance_pf(modules) > mode["most_pf"]:
        load = capacitance_pf(modules)
        found.append(f"{modules} modules load the bus with {load} pF; {mode['most_pf']} are allowed.")
    if not least <= bus["pull_up_ohm"] <= most:
        found.append(
            f"pull-ups of {bus['pull_up_ohm']} ohm do not suit {modules} modules at {bus['freq_hz'] // 1000} kHz: "
            f"{least:.0f} to {most:.0f} ohm would."
        )
    return found


def problems(arc: ModuleType) -> list[str]:
    """What breaks the rules of I2C with as many modules as there are corridors."""
    return _broken(arc, catalog.CORRIDORS)

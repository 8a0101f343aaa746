"""One month of the hidden colony as integer arithmetic, written once over `ops`.

With plain integers it settles the game on the host and on the ARC; with numpy arrays the same lines run many colonies
side by side. The equations, the units and the reason of each constant are in docs/colony-model.md (section numbers below).

Rule 1: integers only; division by constants is a shift, which floors alike on every interpreter and in numpy.
Rule 2: no chance in here: what is random comes in as `roll`, so that equal inputs give equal months everywhere.
Rule 3: `month` returns new values; what it was given is left alone.
"""

from shared_rules.beyond_humanity.tables import (
    A_ACC,
    A_BEDS,
    A_CONS,
    A_CONVERT,
    A_GROUP,
    A_IMMIGRATION,
    A_PRISONERS,
    A_PROD,
    A_STATUS,
    A_STOCK,
    A_SURPLUS,
    ATTRIBUTES,
)
from shared_rules.compat import const

UNITS = const(33)  # ARC and 32 modules
FULL = const(128)  # capacity in 1/128
START = const(16)  # capacity of a module that was connected or damaged this Round

GOOD, POOR, ALARMING = 600, 400, 200  # lower border of each status band; below the last one it is Critical
CALM = const(240)  # both H and S at least here pacify a RIOT
BUILD_STOCK = const(5)  # BHC-4.9.2-7
LOAN_STOCK = const(20)  # BHC-5.5.2-1
IMPORT_STOCK = const(2)  # STOCK for one missing unit of a Resource
ACC_BASE = const(8)
STATUS_STEP = const(30)
CROWDED = const(110)  # taken from each status target while Overcrowded
COLONISTS, SECFORCE, SCIENTISTS, MARINES, PRISONERS = range(5)
SHARES = (10, 2, 2, 1, 1)  # of 16 arrivals
HARM = ((0, 6, 3, 3), (3, 3, 1, 1), (6, 1, 4, 4))  # per missing unit of Power, Life Support, Gas, Liquid: from H, S, T


class Ints:
    """`ops` for plain integers (also under MicroPython)."""

    @staticmethod
    def where(condition, yes, no):
        return yes if condition else no

    low = staticmethod(min)
    high = staticmethod(max)

    @staticmethod
    def one(condition):
        """1 for true and 0 for false."""
        return 1 if condition else 0

    @staticmethod
    def wide(value):
        """A value of a module array as wide as the values of the colony."""
        return value

    @staticmethod
    def bits(value):
        """A value as wide as a bit mask of all units."""
        return value


def clip(ops, value, least, most):
    return ops.high(ops.low(value, most), least)


def month(ops, tables, planet, colony, roll, adjacent):
    """Settle one month.

    `colony`: fields of `state.FIELDS` and `state.LISTS`; `planet`: h, s, t, immigration, hazard, production (4 values);
    `roll`: riot and catastrophe 0..1023, unit 0..31, spread (32 bits), build 0..3, forced 0 or 1 (an Occurrence damages a module);
    `adjacent`: for unit u the bit mask of the modules joined to it by a corridor, module v being bit v - 1.
    Returns (new colony, report), both of the same kind of values.
    """
    report = {}
    sums, after = _modules(ops, tables, colony, roll, report)
    population = sum(colony["pop"])
    short = _resources(ops, planet, colony, sums, population, after, report)
    groups = _conversions(ops, colony, sums, report)
    _budget(ops, colony, sums, groups, after, report)
    _statuses(ops, planet, colony, sums, groups, population, short, after, report)
    groups = _migration(ops, planet, colony, sums, groups, population, after, report)
    groups = _riot(ops, colony, groups, roll, after, report)
    _catastrophe(ops, tables, planet, after, groups, roll, adjacent, report)
    after["pop"] = groups
    return after, report


# -- section 2: modules --------------------------------------------------------------------------------------------


def _modules(ops, tables, colony, roll, report):
    """Influences at this month's capacity, then one month of construction and ageing."""
    progress, rates = colony["progress"], colony["rate"]
    technical = colony["t"]
    queue = sum([ops.one(rate > 0) for rate in rates])
    speed = _speed(ops, technical, queue, roll["build"])
    sound = ops.one(technical >= POOR)
    sums = [0] * ATTRIBUTES
    new = {"progress": [], "rate": [], "tier": [], "age": [], "damaged": []}
    marks = [0, 0, 0, 0, 0]  # built, completed, upgraded, STOCK once, TD once
    for unit in range(UNITS):
        table = tables[unit]
        capacity = progress[unit]
        _influences(sums, table, capacity, colony["tier"][unit])
        _grow(ops, table, unit, colony, speed, sound, new, marks)
    report["queue"] = ops.wide(queue)
    report["standing"] = ops.wide(sum([ops.one(value > 0) for value in progress[1:]]))
    report["built"], report["completed"], report["upgraded"], once_stock, once_td = marks
    after = {key: new[key] for key in new}
    after["stock"] = colony["stock"] + once_stock
    after["td"] = ops.high(colony["td"] - once_td, 0)
    return [ops.wide(total) for total in sums], after


def _speed(ops, technical, queue, build):
    """Sixteenths of the tile's pace: Technical status, length of the queue, and luck (BHC-4.9.2-3)."""
    return (
        15
        + 3 * ops.one(technical >= GOOD)
        - 3 * ops.one(technical < POOR)
        - 3 * ops.one(technical < ALARMING)
        - 2 * ops.one(queue > 4)
        - 2 * ops.one(queue > 7)
        + build
    )


def _influences(sums, table, capacity, tier):
    for attribute, value in table[5]:
        sums[attribute] += capacity * value
    if table[6]:
        upgraded = capacity * tier
        for attribute, value in table[6]:
            sums[attribute] += upgraded * value


def _grow(ops, table, unit, colony, speed, sound, new, marks):
    before, rate = colony["progress"][unit], colony["rate"][unit]
    damaged, tier = colony["damaged"][unit], colony["tier"][unit]
    progress = ops.low(before + ((rate * speed) >> 4), FULL)
    ready = ops.one(progress == FULL)
    done = ready * ops.one(rate > 0)
    age = (colony["age"][unit] + sound) * ready * (1 - done)
    rises = ops.one(age >= table[1]) * (1 - tier)
    new["progress"].append(progress)
    new["rate"].append(rate * (1 - ready))
    new["damaged"].append(damaged * (1 - ready))
    new["age"].append(age)
    new["tier"].append(tier + rises)
    if unit == 0:
        marks[2] = ops.bits(rises) * 0  # the ARC's own side is read from its tier
        return
    bit = unit - 1
    marks[0] += ops.bits(ops.one(before > 0)) << bit
    marks[1] += ops.bits(done) << bit
    marks[2] += ops.bits(rises) << bit
    if table[2]:
        marks[3] += done * (1 - damaged) * table[2]
    if table[3]:
        marks[4] += done * (1 - damaged) * table[3]


# -- section 3: Resources ------------------------------------------------------------------------------------------


def _resources(ops, planet, colony, sums, population, after, report):
    """Accumulators, shortages and what is left over; returns the four shortages in units."""
    made, used, short, kept, limits = [], [], [], [], []
    lost = 0
    for index in range(4):
        production = ops.high((sums[A_PROD + index] >> 5) + planet["production"][index], 0)
        consumption = sums[A_CONS + index] >> 5
        if index == 1:
            consumption = consumption + (population >> 9)
        limit = ACC_BASE + (sums[A_ACC + index] >> 7) + colony["acc_extra"][index]
        balance = colony["acc"][index] + production - consumption
        store = clip(ops, balance, 0, limit)
        lost = lost + ops.high(balance - store, 0)
        made.append(production)
        used.append(consumption)
        short.append(ops.high(-balance, 0))
        kept.append(store)
        limits.append(limit)
    report["production"], report["consumption"], report["imported"], report["limit"] = made, used, short, limits
    report["sold"] = ops.low(lost, sums[A_SURPLUS] >> 5)
    after["acc"] = kept
    after["acc_extra"] = list(colony["acc_extra"])
    return short


# -- section 4: groups that change, and the budget -----------------------------------------------------------------


def _conversions(ops, colony, sums, report):
    groups = list(colony["pop"])
    for index, group in enumerate((SECFORCE, SCIENTISTS, MARINES)):
        moved = ops.low((sums[A_CONVERT + index] * 25) >> 7, groups[COLONISTS])
        groups[COLONISTS] = groups[COLONISTS] - moved
        groups[group] = groups[group] + moved
    released = ops.low(sums[A_PRISONERS] >> 3, groups[PRISONERS])
    groups[PRISONERS] = groups[PRISONERS] - released
    report["released"] = released
    return groups


def _budget(ops, colony, sums, groups, after, report):
    working = 2 - ops.one(colony["riot"] > 0)  # half the taxes during a RIOT
    report["taxes"] = (groups[COLONISTS] * working) >> 8
    report["trade"] = groups[SCIENTISTS] >> 5
    report["modules"] = (sums[A_STOCK] * 3) >> 7
    report["services"] = (report["sold"] >> 1) + (report["released"] >> 2)
    paid = groups[SECFORCE] + groups[MARINES] + groups[PRISONERS]
    report["upkeep"] = 3 + (report["standing"] >> 1) + (paid >> 7)
    report["construction"] = BUILD_STOCK * report["queue"]
    report["imports"] = IMPORT_STOCK * sum(report["imported"])
    stock = after["stock"] + report["taxes"] + report["trade"] + report["modules"] + report["services"]
    stock = stock - report["upkeep"] - report["construction"] - report["imports"]
    loan = ops.one(stock < 0)
    report["loan"] = loan
    after["stock"] = stock + LOAN_STOCK * ops.wide(loan)
    after["td"] = after["td"] + loan
    after["loans"] = colony["loans"] + loan


# -- section 5: Happiness, Security, Technical ---------------------------------------------------------------------


def _statuses(ops, planet, colony, sums, groups, population, short, after, report):
    beds = (sums[A_BEDS] * 25) >> 5  # hundreds of beds at capacity/128
    crowded = ops.one(population > beds)
    report["beds"], report["crowded"] = beds, crowded
    presence = (
        -(population >> 8),
        clip(ops, ((groups[SECFORCE] * 24) - population) >> 5, -80, 100) - clip(ops, groups[PRISONERS] >> 3, 0, 120),
        clip(ops, groups[COLONISTS] >> 7, 0, 60) - (population >> 9),
    )
    for index, name in enumerate(("h", "s", "t")):
        target = (
            planet[name] + ((sums[A_STATUS + index] * STATUS_STEP) >> 7) + presence[index] - CROWDED * ops.wide(crowded)
        )
        for resource in range(4):
            target = target - HARM[index][resource] * ops.low(short[resource], 24)
        value = colony[name]
        after[name] = value + ((clip(ops, target, 0, 1000) - value) >> 2)


# -- section 6: migration ------------------------------------------------------------------------------------------


def _migration(ops, planet, colony, sums, groups, population, after, report):
    beds, crowded = report["beds"], report["crowded"]
    factor = (
        36
        + ((after["h"] + after["s"] + after["t"] - 1500) >> 3)
        + ((sums[A_IMMIGRATION] * 14) >> 7)
        + planet["immigration"]
        + colony["boost"]
        - (population >> 8)
        + (clip(ops, beds - population, -4096, 4096) >> 6)
        - 60 * ops.wide(crowded)
    )
    leaving = clip(ops, -factor, 0, 128)
    some = ops.one(leaving > 0)
    arrived, result = [], []
    for group in range(5):
        pull = ((sums[A_GROUP + group] * 24) >> 7) + colony["group_boost"][group]
        came = ops.high(((ops.high(factor, 0) * SHARES[group]) >> 2) + pull * ops.one(factor > 0), 0)
        left = ops.low(((groups[group] * leaving) >> 9) + 8 * some, groups[group])
        arrived.append(came - left)
        result.append(groups[group] + came - left)
    report["arrivals"], report["factor"] = arrived, factor
    after["boost"] = colony["boost"] - (colony["boost"] >> 2)
    after["group_boost"] = [boost - (boost >> 2) for boost in colony["group_boost"]]
    return result


# -- section 7: RIOT -----------------------------------------------------------------------------------------------


def _riot(ops, colony, groups, roll, after, report):
    population = sum(groups)
    calm = ops.one(after["h"] >= CALM) * ops.one(after["s"] >= CALM)
    stage = colony["riot"]
    first = ops.one(stage == 1) * (1 - calm)
    second = ops.one(stage == 2) * (1 - calm)
    dice = roll["riot"] * population
    won = first * ops.one(dice < groups[SECFORCE] * 12288) + second * ops.one(dice < groups[MARINES] * 24576)
    arrested = ops.low(groups[SECFORCE] >> 1, groups[COLONISTS]) * first
    shot = [(groups[group] >> (4 if group else 3)) * second for group in range(5)]
    shot[MARINES] = shot[MARINES] * 0
    result = [groups[group] - shot[group] for group in range(5)]
    arrested = ops.low(arrested, result[COLONISTS])
    result[COLONISTS] = result[COLONISTS] - arrested
    result[PRISONERS] = result[PRISONERS] + arrested
    relief = 40 * ops.wide(won)
    after["h"], after["s"] = after["h"] + relief, after["s"] + relief
    critical = ops.one(ops.low(after["h"], after["s"]) < ALARMING)
    starts = ops.one(stage == 0) * colony["red"] * critical
    after["riot"] = ops.wide((stage + 1) * (first + second) * (1 - won) + starts)
    after["red"] = critical
    report["arrested"], report["shot"], report["riot_won"] = arrested, sum(shot), won
    return result


# -- section 8: Catastrophe ----------------------------------------------------------------------------------------


def _catastrophe(ops, tables, planet, after, groups, roll, adjacent, report):
    """Choose a module, let the damage spread along corridors, and take the casualties out of `groups`."""
    technical = after["t"]
    chance = planet["hazard"] + 60 * ops.one(technical < POOR) + 640 * ops.one(technical < ALARMING)
    strikes = ops.high(ops.one(roll["catastrophe"] < chance), roll["forced"])
    built = report["built"]
    origin = _choose(ops, built, roll["unit"]) * ops.bits(strikes)
    near = 0
    for unit in range(1, UNITS):
        near = near | (adjacent[unit] * ((origin >> (unit - 1)) & 1))
    struck = origin | (near & roll["spread"] & built)
    report["struck"] = struck
    dead = [0] * 5
    for unit in range(1, UNITS):
        hit = ops.wide((struck >> (unit - 1)) & 1)
        spared = 1 - hit
        after["progress"][unit] = after["progress"][unit] * spared + START * hit
        after["rate"][unit] = after["rate"][unit] * spared + tables[unit][0] * hit
        after["damaged"][unit] = after["damaged"][unit] * spared + hit
        after["age"][unit] = after["age"][unit] * spared
        for group, count in tables[unit][4]:
            dead[group] = dead[group] + count * hit
    report["dead"] = 0
    for group in range(5):
        lost = ops.low(groups[group], dead[group])
        groups[group] = groups[group] - lost
        report["dead"] = report["dead"] + lost


def _choose(ops, mask, start):
    """The first bit of `mask` at or after `start`, going round 32 bits; 0 if there is none."""
    turned = ((mask >> start) | (mask << (32 - start))) & 0xFFFFFFFF
    lowest = turned & -turned
    return ((lowest << start) | (lowest >> (32 - start))) & 0xFFFFFFFF

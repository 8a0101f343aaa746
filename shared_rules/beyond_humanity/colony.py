"""One month of the hidden colony as integer arithmetic, written once over `ops`.

With plain integers it settles the game on the host and on the ARC; with numpy arrays the same lines run many colonies
side by side. Equations, units and the reason of each constant are in docs/colony-model.md (section numbers below).

Rule 1: integers only; division by constants is a shift, which floors alike on every interpreter and in numpy.
Rule 2: no chance in here: what is random comes in as `roll`, so that equal inputs give equal months everywhere.
Rule 3: `month` returns new values; what it was given is left alone. `+=` only on a value made in the same function: for
arrays it works in place and saves a walk through memory.
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
STATUS_STEP = const(64)
CROWDED = const(130)  # taken from each status target while Overcrowded
COLONISTS, SECFORCE, SCIENTISTS, MARINES, PRISONERS = range(5)
SHARES = (10, 2, 2, 1, 1)  # of 16 arrivals
HARM = ((0, 6, 3, 3), (3, 3, 1, 1), (6, 1, 4, 4))  # per missing unit of Power, Life Support, Gas, Liquid: from H, S, T


class Ints:
    """`ops` for plain integers (also under MicroPython)."""

    low = staticmethod(min)
    high = staticmethod(max)

    @staticmethod
    def one(condition):
        """1 for true and 0 for false; a narrow value: times at most 127."""
        return 1 if condition else 0

    @staticmethod
    def wide(value):
        """A narrow value or one of a module, as wide as the values of the colony."""
        return value

    @staticmethod
    def narrow(value):
        """A value below 128 as wide as the values of a module."""
        return value

    # Rare events: `rows` are the colonies that something happens to; for plain integers there is one colony or none.

    @staticmethod
    def rows(condition):
        """The colonies where `condition` is not 0."""
        return (0,) if condition else ()

    @staticmethod
    def among(rows, condition):
        """Those of `rows` where `condition`, a value of those colonies, is not 0."""
        return rows if condition else ()

    @staticmethod
    def at(value, _rows):
        """The value of the colonies in `rows`."""
        return value

    @staticmethod
    def pick(values, index, _rows):
        """values[index] of the colonies in `rows`, each with its own index."""
        return values[index]

    @staticmethod
    def put(values, index, _rows, value):
        """Write `value` to values[index] of the colonies in `rows`; the values are new ones of this month."""
        values[index] = value


def clip(ops, value, least, most):
    return ops.high(ops.low(value, most), least)


def month(ops, tables, planet, colony, roll, adjacent):
    """Settle one month.

    `colony`: as made by rules/start.py new_colony; `planet`: h, s, t, immigration, hazard, production (4 values);
    `roll`: riot and catastrophe 0..1023, unit 0..31, spread (32 bits), build 0..3, forced 0 or 1 (damage for sure);
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
    after["pop"] = _riot(ops, colony, groups, roll, after, report)
    _catastrophe(ops, tables, planet, after, roll, adjacent, report)
    return after, report


# -- section 2: modules --------------------------------------------------------------------------------------------


def _modules(ops, tables, colony, roll, report):
    """Influences at this month's capacity, then one month of construction and ageing."""
    progress, rates = colony["progress"], colony["rate"]
    queue = 0
    for rate in rates:
        queue = queue + ops.one(rate > 0)
    speed = ops.narrow(_speed(ops, colony["t"], queue, roll["build"]))
    sound = ops.one(colony["t"] >= POOR)
    sums = [0] * ATTRIBUTES
    new = {"progress": [], "rate": [], "tier": [], "age": [], "damaged": []}
    capacity, once = 0, [0, 0]
    for unit in range(UNITS):
        capacity += progress[unit]
        _influences(sums, tables[unit], progress[unit], colony["tier"][unit])
        _grow(ops, tables[unit], unit, colony, speed, sound, new, once)
    report["queue"], report["capacity"] = ops.wide(queue), ops.wide(capacity)
    new["standing"] = colony["standing"]
    new["stock"] = colony["stock"] + once[0]
    new["td"] = ops.high(colony["td"] - once[1], 0)
    return [ops.wide(total) for total in sums], new


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
    _add(sums, table[5], capacity)
    if table[6]:
        _add(sums, table[6], capacity * tier)


def _add(sums, influences, capacity):
    """Most levels are one step up or down: these need no product."""
    for attribute, value in influences:
        if value == 1:
            sums[attribute] += capacity
        elif value == -1:
            sums[attribute] -= capacity
        else:
            sums[attribute] += capacity * value


def _grow(ops, table, unit, colony, speed, sound, new, once):
    before, rate, damaged = colony["progress"][unit], colony["rate"][unit], colony["damaged"][unit]
    progress = rate * speed
    progress >>= 4
    progress += before
    progress = ops.low(progress, FULL)
    building = ops.one(progress < FULL)
    age = colony["age"][unit] + sound
    age *= ops.one(before == FULL)
    new["progress"].append(progress)
    new["rate"].append(rate * building)
    new["damaged"].append(damaged * building)
    new["age"].append(age)
    new["tier"].append(colony["tier"][unit] | ops.one(age >= table[1]))
    if table[2] or table[3]:
        done = ops.one(rate > 0) * (1 - building) * ops.one(damaged != 1)
        once[0] = once[0] + done * table[2]
        once[1] = once[1] + done * table[3]


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
    report["taxes"] = (groups[COLONISTS] * 3 * working) >> 9
    report["trade"] = groups[SCIENTISTS] >> 5
    report["modules"] = (sums[A_STOCK] * 3) >> 7
    report["services"] = (report["sold"] >> 1) + (report["released"] >> 2)
    paid = groups[SECFORCE] + groups[MARINES] + groups[PRISONERS]
    report["upkeep"] = 6 + (report["capacity"] >> 7) + (sum(groups) >> 9) + (paid >> 7)
    report["construction"] = BUILD_STOCK * report["queue"]
    report["imports"] = IMPORT_STOCK * sum(report["imported"])
    stock = after["stock"] + report["taxes"] + report["trade"] + report["modules"] + report["services"]
    stock = stock - report["upkeep"] - report["construction"] - report["imports"]
    loan = ops.one(stock < 0)
    report["loan"] = loan
    after["stock"] = stock + LOAN_STOCK * loan
    after["td"] = after["td"] + loan
    after["loans"] = colony["loans"] + loan


# -- section 5: Happiness, Security, Technical ---------------------------------------------------------------------


def _statuses(ops, planet, colony, sums, groups, population, short, after, report):
    beds = (sums[A_BEDS] * 25) >> 5  # hundreds of beds at capacity/128
    crowded = ops.one(population > beds)
    report["beds"], report["crowded"] = beds, crowded
    felt = [ops.low(missing, 24) for missing in short]
    presence = (
        -(population >> 8),
        clip(ops, ((groups[SECFORCE] * 24) - population) >> 5, -80, 100) - clip(ops, groups[PRISONERS] >> 3, 0, 120),
        clip(ops, groups[COLONISTS] >> 7, 0, 60),
    )
    for index, name in enumerate(("h", "s", "t")):
        target = sums[A_STATUS + index] * STATUS_STEP
        target >>= 7
        target += presence[index]
        target += planet[name]
        target -= CROWDED * ops.wide(crowded)
        for resource in range(4):
            target -= HARM[index][resource] * felt[resource]
        change = clip(ops, target, 0, 1000)
        change -= colony[name]
        change >>= 2
        change += colony[name]
        after[name] = change


def beds_of(tables, colony):
    """Beds of one colony (plain integers) as its modules stand now."""
    total = 0
    for unit in range(UNITS):
        for attribute, value in tables[unit][5]:
            total += value * colony["progress"][unit] if attribute == A_BEDS else 0
        for attribute, value in tables[unit][6]:
            total += value * colony["progress"][unit] * colony["tier"][unit] if attribute == A_BEDS else 0
    return total * 25 >> 5


# -- section 6: migration ------------------------------------------------------------------------------------------


def _migration(ops, planet, colony, sums, groups, population, after, report):
    beds, crowded = report["beds"], report["crowded"]
    factor = after["h"] + after["s"] + after["t"]
    factor -= 1400
    factor >>= 3
    factor += 48 + planet["immigration"]
    factor += (sums[A_IMMIGRATION] * 18) >> 7
    factor += colony["boost"]
    factor -= population >> 8
    factor += clip(ops, beds - population, -4096, 4096) >> 6
    factor -= 60 * crowded
    leaving = clip(ops, -factor, 0, 32)
    some = ops.one(leaving > 0)
    inward, open_door = ops.high(factor, 0), ops.one(factor > 0)
    arrived, result = [], []
    for group in range(5):
        pull = ((sums[A_GROUP + group] * 24) >> 7) + colony["group_boost"][group]
        came = inward * SHARES[group]
        came >>= 1
        came += pull * open_door
        came = ops.high(came, 0)
        left = groups[group] * leaving
        left >>= 6
        left += 16 * some
        came -= ops.low(left, groups[group])
        arrived.append(came)
        result.append(groups[group] + came)
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
    relief = 40 * won
    after["h"], after["s"] = after["h"] + relief, after["s"] + relief
    critical = ops.one(ops.low(after["h"], after["s"]) < ALARMING)
    starts = ops.one(stage == 0) * colony["red"] * critical
    after["riot"] = ops.wide((stage + 1) * (first + second) * (1 - won) + starts)
    after["red"] = critical
    report["arrested"], report["shot"], report["riot_won"] = arrested, sum(shot), won
    return result


# -- section 8: Catastrophe ----------------------------------------------------------------------------------------


def _catastrophe(ops, tables, planet, after, roll, adjacent, report):
    """Where chance strikes: one module, those that the damage reaches along corridors, and the dead."""
    technical = after["t"]
    weak = 60 * ops.one(technical < POOR) + 640 * ops.wide(ops.one(technical < ALARMING))
    strikes = ops.one(roll["catastrophe"] < planet["hazard"] + weak) | roll["forced"]
    rows = ops.rows(strikes * ops.one(after["standing"] > 0))
    totals = [after["standing"] * 0, after["stock"] * 0]
    if len(rows):
        standing = ops.at(after["standing"], rows)
        origin = _choose(ops, standing, ops.at(roll["unit"], rows))
        near = ops.pick(adjacent, origin + 1, rows)
        struck = (1 << origin) | (near & ops.at(roll["spread"], rows) & standing)
        ops.put(totals, 0, rows, struck)
        for unit in range(1, UNITS):
            hit = ops.among(rows, (struck >> (unit - 1)) & 1)
            if len(hit):
                _damage(ops, tables[unit], unit, after, hit, totals)
    report["struck"], report["dead"] = totals


def _damage(ops, table, unit, after, hit, totals):
    """One module becomes like a newly connected one; its people suffer."""
    # Struck before it was ever complete: damage 2, since its one-time effect is still owed (A5.2-32, A5.2-34).
    owed = ops.at(after["rate"][unit], hit) > 0
    damage = 1 + ops.one(owed) * ops.one(ops.at(after["damaged"][unit], hit) != 1)
    for name, value in (("progress", START), ("rate", table[0]), ("damaged", damage), ("age", 0)):
        ops.put(after[name], unit, hit, value)
    for group, count in table[4]:
        living = ops.at(after["pop"][group], hit)
        lost = ops.low(living, count)
        ops.put(after["pop"], group, hit, living - lost)
        ops.put(totals, 1, hit, ops.at(totals[1], hit) + lost)


def _choose(ops, mask, start):
    """The number (0..31) of the first bit of `mask` at or after `start`, going round; `mask` is not 0."""
    turned = ((mask >> start) | (mask << (32 - start))) & 0xFFFFFFFF
    lowest = turned & -turned
    number = start + 0
    for weight, ones in ((1, 0xAAAAAAAA), (2, 0xCCCCCCCC), (4, 0xF0F0F0F0), (8, 0xFF00FF00), (16, 0xFFFF0000)):
        number += weight * ops.one((lowest & ones) != 0)
    return number & 31

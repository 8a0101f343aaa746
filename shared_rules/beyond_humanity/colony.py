"""One month of the hidden colony as integer arithmetic, written once over `ops`.

With plain integers (ops.py) it settles the game on the host and on the ARC; with numpy arrays (arrays.py) the same
lines run many colonies side by side. Equations and units are in docs/colony-model.md (section numbers below),
figures that may be tuned in figures.py.

Rule 1: integers only; division by constants is a shift, which floors alike on every interpreter and in numpy.
Rule 2: no chance in here: what is random comes in as `roll`, so that equal inputs give equal months everywhere.
Rule 3: `month` returns new values; what it was given is left alone. `+=` only on a value made in the same function.
Rule 4: what goes for each module, Resource, status or group is written for one of them and done to all by `ops.each`:
a loop over plain integers, but one call for a whole array. What happens to few colonies is done to those `rows` alone.
"""

from shared_rules.beyond_humanity import figures
from shared_rules.beyond_humanity.ops import Ints as Ints
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
)
from shared_rules.compat import const

UNITS = const(33)  # ARC and 32 modules
FULL = const(128)  # capacity of a complete Module: steps of 1/128, so that shares are shifts
START = const(16)  # capacity of a Module that was connected or damaged this Round: an eighth (BHC-4.9.2-4, 5.6.1-9)

GOOD, POOR, ALARMING = 600, 400, 200  # lower border of each band; below the last one it is Critical (BHC-5.1-12)
CALM = const(300)  # both H and S from here on end a RIOT: Critical by a margin (BHC-5.5.1-12)
BUILD_STOCK = const(5)  # STOCK a Round for each Module under construction (BHC-4.9.2-7)
LOAN_STOCK = const(20)  # STOCK that Earth lends (BHC-5.5.2-1)
IMPORT_STOCK = const(2)  # STOCK for a missing unit: a level costs 8 a month, which drains quickly (BHC-5.2-4)
ACC_BASE = const(8)  # units that an Accumulator holds without Modules: a month of two levels (BHC-5.2-8)
STATUS_SHIFT = const(1)  # a level is 128 / 2^n = 64 points: three of them lift a status by about a band
FELT = const(24)  # missing units of a Resource that are felt; more harm no more, so that no shortage kills by itself
COLONISTS, SECFORCE, SCIENTISTS, MARINES, PRISONERS = range(5)  # places in `pop`, in the order of tables.GROUPS
SHARES = (10, 2, 2, 1, 1)  # of 16 arrivals by group: settlers first, soldiers and convicts last
SHOT = (3, 4, 4, 31, 4)  # the second stage of a RIOT kills 1 of 2^n of each group, and no Marines (BHC-5.5.1-6)
# Taken from the targets of H, S, T per missing unit of Power, Life Support, Gas, Liquid, and while Overcrowded.
HARM = ((0, 6, 3, 3, 130), (3, 3, 1, 1, 130), (6, 1, 4, 4, 130))


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
    sums = ops.influences(tables, colony["progress"], colony["tier"])
    after = _modules(ops, tables, colony, roll, report)
    population = ops.total(colony["pop"])
    short = _resources(ops, planet, colony, sums, population, after, report)
    groups = _conversions(ops, colony, sums, report)
    _budget(ops, colony, sums, groups, population, after, report)
    _statuses(ops, planet, colony, sums, groups, population, short, after, report)
    groups = _migration(ops, planet, colony, sums, groups, population, after, report)
    after["pop"] = _riot(ops, colony, groups, roll, after, report)
    _catastrophe(ops, tables, planet, after, roll, adjacent, report)
    return after, report


# -- section 2: modules --------------------------------------------------------------------------------------------


def _modules(ops, tables, colony, roll, report):
    """One month of construction and ageing."""
    progress, rates, damaged = colony["progress"], colony["rate"], colony["damaged"]
    queue = ops.working(rates)
    speed = _speed(ops, colony["t"], queue, roll["build"])
    sound = ops.bit(colony["t"] >= POOR)

    def one_module(before, rate, damage, tier, age, ripe):
        now = ops.low(before + ops.scaled(rate, speed, figures.SPEED_SHIFT), FULL)
        building = ops.bit(now < FULL)
        age = (age + sound) * ops.bit(before == FULL)
        return now, rate * building, damage * building, tier | ops.bit(age >= ripe), age

    columns = ops.each_many(one_module, progress, rates, damaged, colony["tier"], colony["age"], tables.ripe)
    after = dict(zip(("progress", "rate", "damaged", "tier", "age"), columns))
    report["queue"], report["capacity"] = ops.wide(queue), ops.total(progress)
    after["standing"] = colony["standing"]
    after["stock"], after["td"] = colony["stock"], colony["td"]
    for unit, name, amount in tables.once:
        done = (rates[unit] > after["rate"][unit]) & (damaged[unit] != 1)
        after[name] = after[name] + amount * ops.one(done)
    after["td"] = ops.high(after["td"], 0)
    return after


def _speed(ops, technical, queue, build):
    """Sixteenths of the tile's pace: Technical status, length of the queue, and luck (BHC-4.9.2-3)."""
    band = ops.bit(technical >= GOOD) + ops.bit(technical >= POOR) + ops.bit(technical >= ALARMING)
    long = ops.bit(queue > figures.LONG_QUEUE) + ops.bit(queue > figures.LONGER_QUEUE)
    return figures.SPEED + figures.SPEED_BAND * band - figures.SPEED_QUEUE * long + build


# -- section 3: Resources ------------------------------------------------------------------------------------------


def _resources(ops, planet, colony, sums, population, after, report):
    """Accumulators, shortages and what is left over; returns the four shortages in units."""

    def one_resource(makes, uses, room, extra, stored, local):
        production = ops.high((makes >> figures.UNITS_SHIFT) + local, 0)
        consumption = uses >> figures.UNITS_SHIFT
        limit = (room >> figures.FULL_SHIFT) + extra + ACC_BASE
        balance = stored + production - consumption
        kept = clip(ops, balance, 0, limit)
        over = balance - kept
        return production, consumption, limit, kept, ops.high(over, 0), ops.high(-over, 0)

    sums[A_CONS + 1] += (population >> figures.BREATH_SHIFT) << figures.UNITS_SHIFT  # people use Life Support
    production, consumption, limit, kept, lost, short = ops.each_many(
        one_resource,
        sums[A_PROD : A_PROD + 4],
        sums[A_CONS : A_CONS + 4],
        sums[A_ACC : A_ACC + 4],
        colony["acc_extra"],
        colony["acc"],
        ops.constants(planet["production"]),
    )
    report["production"], report["consumption"], report["imported"], report["limit"] = (
        production, consumption, short, limit,
    )  # fmt: skip
    report["sold"] = ops.low(ops.total(lost), sums[A_SURPLUS] >> figures.UNITS_SHIFT)
    after["acc"] = kept
    after["acc_extra"] = ops.copy(colony["acc_extra"])
    return short


# -- section 4: groups that change, and the budget -----------------------------------------------------------------


def _conversions(ops, colony, sums, report):
    colonists, secforce, scientists, marines, prisoners = colony["pop"]
    moved = []
    for wanted in ops.each(
        lambda level: level * figures.CONVERTED >> figures.FULL_SHIFT, sums[A_CONVERT : A_CONVERT + 3]
    ):
        moved.append(ops.low(wanted, colonists))
        colonists = colonists - moved[-1]
    released = ops.low(sums[A_PRISONERS] >> figures.RELEASED_SHIFT, prisoners)
    report["released"] = released
    return ops.stack((colonists, secforce + moved[0], scientists + moved[1], marines + moved[2], prisoners - released))


def _budget(ops, colony, sums, groups, population, after, report):
    working = figures.TAX_HALVES - ops.bit(colony["riot"] > 0)  # half the taxes during a RIOT
    report["taxes"] = (groups[COLONISTS] * figures.TAX * working) >> figures.TAX_SHIFT
    report["trade"] = groups[SCIENTISTS] >> figures.TRADE_SHIFT
    report["modules"] = (sums[A_STOCK] * figures.MODULE_STOCK) >> figures.FULL_SHIFT
    report["services"] = (report["sold"] >> figures.SOLD_SHIFT) + (report["released"] >> figures.RANSOM_SHIFT)
    paid = groups[SECFORCE] + groups[MARINES] + groups[PRISONERS]
    people = population - report["released"]
    report["upkeep"] = figures.UPKEEP + (report["capacity"] >> figures.FULL_SHIFT)
    report["upkeep"] += (people >> figures.PEOPLE_SHIFT) + (paid >> figures.PAID_SHIFT)
    report["construction"] = BUILD_STOCK * report["queue"]
    report["imports"] = IMPORT_STOCK * ops.total(report["imported"])
    stock = after["stock"] + report["taxes"]
    stock += report["trade"] + report["modules"] + report["services"]
    stock -= report["upkeep"] + report["construction"] + report["imports"]
    loan = ops.one(stock < 0)
    report["loan"] = loan
    after["stock"] = stock + LOAN_STOCK * loan
    after["td"] = after["td"] + loan
    after["loans"] = colony["loans"] + loan


# -- section 5: Happiness, Security, Technical ---------------------------------------------------------------------


def _statuses(ops, planet, colony, sums, groups, population, short, after, report):
    beds = (sums[A_BEDS] * figures.BEDS) >> figures.FULL_SHIFT
    crowded = ops.one(population > beds)
    report["beds"], report["crowded"] = beds, crowded
    power, life_support, gas, liquid = ops.each(lambda missing: ops.low(missing, FELT), short)
    harm = ops.mixed(HARM, ops.stack((power, life_support, gas, liquid, crowded)))
    guarded = clip(
        ops, (groups[SECFORCE] * figures.GUARD - population) >> figures.GUARD_SHIFT, -figures.UNGUARDED, figures.GUARDED
    )
    presence = (
        -(population >> figures.CROWD_SHIFT),
        guarded - ops.low(groups[PRISONERS] >> figures.CONVICT_SHIFT, figures.CONVICT_MOST),
        ops.low(groups[COLONISTS] >> figures.HANDS_SHIFT, figures.HANDS_MOST),
    )

    def one_status(now, level, present, local, bad):
        target = level >> STATUS_SHIFT
        target += present
        target += local
        target -= bad
        change = clip(ops, target, 0, 1000)
        change -= now
        change >>= figures.MOVE_SHIFT
        return now + change

    after["h"], after["s"], after["t"] = ops.each(
        one_status,
        ops.stack((colony["h"], colony["s"], colony["t"])),
        sums[A_STATUS : A_STATUS + 3],
        ops.stack(presence),
        ops.stack((planet["h"], planet["s"], planet["t"])),
        harm,
    )


def beds_of(tables, colony):
    """Beds of one colony (plain integers) as its modules stand now."""
    return Ints.influences(tables, colony["progress"], colony["tier"])[A_BEDS] * figures.BEDS >> figures.FULL_SHIFT


# -- section 6: migration ------------------------------------------------------------------------------------------


def _migration(ops, planet, colony, sums, groups, population, after, report):
    factor = after["h"] + after["s"] + after["t"]
    factor -= figures.STATUS_SUM
    factor >>= figures.STATUS_SUM_SHIFT
    factor += figures.PULL + planet["immigration"]
    factor += (sums[A_IMMIGRATION] * figures.ARROW) >> figures.FULL_SHIFT
    factor += colony["boost"]
    factor -= population >> figures.SATIETY_SHIFT
    factor += clip(ops, report["beds"] - population, -figures.BEDS_SEEN, figures.BEDS_SEEN) >> figures.FREE_SHIFT
    unhoused = clip(ops, population - report["beds"], 0, figures.CROWD_SEEN)
    factor -= figures.CROWDED * report["crowded"] + (unhoused >> figures.CROWDED_SHIFT)
    inward, open_door = ops.high(factor, 0), ops.one(factor > 0)
    leaving = clip(ops, -factor, 0, figures.LEAVING_MOST)
    some = figures.LEAVING_SOME * ops.one(factor < 0)

    def one_group(people, level, boost, share):
        came = inward * share >> figures.ARRIVAL_SHIFT
        pull = level * figures.GROUP_ARROW >> figures.FULL_SHIFT
        pull += boost
        pull *= open_door
        came += pull
        came = ops.high(came, 0)
        left = people * leaving >> figures.LEAVING_SHIFT
        left += some
        came -= ops.low(left, people)
        return came, people + came

    report["arrivals"], result = ops.each_many(
        one_group, groups, sums[A_GROUP : A_GROUP + 5], colony["group_boost"], ops.constants(SHARES)
    )
    report["factor"] = factor
    after["boost"] = colony["boost"] - (colony["boost"] >> figures.FADE_SHIFT)
    after["group_boost"] = ops.each(lambda boost: boost - (boost >> figures.FADE_SHIFT), colony["group_boost"])
    return result


# -- section 7: RIOT -----------------------------------------------------------------------------------------------


def _riot(ops, colony, groups, roll, after, report):
    """Fights where a RIOT goes on, and a RIOT where one begins; returns the groups."""
    stage = colony["riot"]
    rows = ops.rows((stage > 0) & (stage < 3) & (ops.low(after["h"], after["s"]) < CALM))
    next_stage, arrested, shot, won = ops.zeros(4)
    if len(rows):
        at = ops.at(stage, rows), ops.at(groups, rows), ops.at(roll["riot"], rows)
        people, *fight = _fight(ops, *at)
        groups = ops.put(groups, rows, people)
        next_stage, arrested, shot, won = [
            ops.put(value, rows, new) for value, new in zip((next_stage, arrested, shot, won), fight)
        ]
        after["h"], after["s"] = after["h"] + figures.RELIEF * won, after["s"] + figures.RELIEF * won
    critical = ops.one(ops.low(after["h"], after["s"]) < ALARMING)
    starts = ops.one((stage == 0) & (colony["red"] > 0)) * critical
    after["riot"], after["red"] = next_stage + starts, critical
    report["arrested"], report["shot"], report["riot_won"] = arrested, shot, won
    return groups


def _fight(ops, stage, groups, dice):
    """One Round of a RIOT: the groups after it, the next stage, numbers arrested and shot, whether it was won."""
    second = stage - 1  # 0 in the first stage, 1 in the second
    first = 1 - second
    strength = (groups[SECFORCE] * first + groups[MARINES] * figures.MARINES * second) * figures.STRENGTH
    won = ops.one(dice * ops.total(groups) < strength)
    arrested = ops.low(groups[SECFORCE] >> figures.ARREST_SHIFT, groups[COLONISTS]) * first
    shot = ops.each(lambda people, part: (people >> part) * second, groups, ops.constants(SHOT))
    groups = ops.each(lambda people, dead: people - dead, groups, shot)
    groups[COLONISTS] -= arrested
    groups[PRISONERS] += arrested
    return groups, (stage + 1) * (1 - won), arrested, ops.total(shot), won


# -- section 8: Catastrophe ----------------------------------------------------------------------------------------


def _catastrophe(ops, tables, planet, after, roll, adjacent, report):
    """Where chance strikes: one module, those that the damage reaches along corridors, and the dead."""
    technical = after["t"]
    weak = figures.WEAK * ops.one(technical < POOR) + figures.FAILING * ops.one(technical < ALARMING)
    strikes = (roll["catastrophe"] < planet["hazard"] + weak) | (roll["forced"] > 0)
    rows = ops.rows(strikes & (after["standing"] > 0))
    report["struck"], report["dead"] = after["standing"] * 0, after["stock"] * 0
    if not len(rows):
        return
    standing = ops.at(after["standing"], rows)
    origin = _choose(ops, standing, ops.at(roll["unit"], rows))
    near = ops.pick(adjacent, origin + 1, rows)
    struck = (1 << origin) | (near & ops.at(roll["spread"], rows) & standing)
    report["struck"] = ops.put(report["struck"], rows, struck)
    _damage(ops, tables, rows, ops.hits(struck, rows), after, report)


def _damage(ops, tables, rows, hits, after, report):
    """The modules that were hit become like newly connected ones; their people suffer."""
    # Struck before it was ever complete: damage 2, since its one-time effect is still owed (A5.2-32, A5.2-34).
    ops.write(
        after["damaged"],
        hits,
        ops.each(
            lambda rate, damage: 1 + ops.bit((rate > 0) & (damage != 1)),
            ops.read(after["rate"], hits),
            ops.read(after["damaged"], hits),
        ),
    )
    ops.write(after["rate"], hits, ops.by_unit(tables.pace, hits))
    ops.mark(after["progress"], hits, START)
    ops.mark(after["age"], hits, 0)
    living = ops.at(after["pop"], rows)
    lost = ops.each(ops.low, living, ops.toll(tables.casualties, hits))
    after["pop"] = ops.put(after["pop"], rows, ops.each(lambda people, dead: people - dead, living, lost))
    report["dead"] = ops.put(report["dead"], rows, ops.total(lost))


def _choose(ops, mask, start):
    """The number (0..31) of the first bit of `mask` at or after `start`, going round; `mask` is not 0."""
    turned = ((mask >> start) | (mask << (32 - start))) & 0xFFFFFFFF
    return (start + ops.lowest(turned)) & 31

"""Every monotonic statement of the rulebook about Modules, statuses, fights and votes, over random colonies.

Where test_properties.py compares two colonies in which one number differs, here a Module is put into a random colony, a
card is carried out on it, or one of its conditions is made worse. docs/colony-model.md section 12 lists statement and
test; tests/rules/test_model_page.py holds that list against the rule table.
"""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, effects, figures, occurrences, tables, votes
from shared_rules.beyond_humanity.rules.start import no_roll
from shared_rules.beyond_humanity.words import band, support_bars
from tools import colony_samples as samples

COLONISTS, SECFORCE, SCIENTISTS, MARINES, PRISONERS = range(5)
seeds = st.integers(0, 1_000_000)
units = st.integers(1, 32)
quick = settings(max_examples=60, deadline=None)
LAND = {"h": 400, "s": 400, "t": 400, "immigration": 0, "hazard": 0, "production": [0, 0, 0, 0]}


def month(before, masks=None, land=LAND, **roll):
    roll = dict(no_roll(), **roll)
    return model.month(model.Ints, content.get()["tables"], land, before, roll, masks or [0] * 33)


def changed(before, **fields):
    return dict(before, **fields)


def at(values, index, value):
    values = list(values)
    values[index] = value
    return values


def quiet(seed):
    """A random colony without RIOT and want, in which nothing is overcrowded and everybody wants to live."""
    before = samples.colony(samples.Dice(seed))
    few = [count >> 3 for count in before["pop"]]
    full = [900] * 4
    return changed(before, riot=0, red=0, boost=600, pop=few, stock=500, acc=full, acc_extra=full)


def without(before, unit):
    """The colony with the unit still in the box."""
    parts = {name: at(before[name], unit, 0) for name in ("progress", "rate", "tier", "age", "damaged")}
    return changed(before, standing=before["standing"] & ~(1 << (unit - 1)), **parts)


def with_module(before, unit, tier=0, progress=model.FULL):
    """The colony with the unit in operation, or under construction."""
    pace = content.get()["tables"].pace[unit] if progress < model.FULL else 0
    parts = {"progress": progress, "rate": pace, "tier": tier, "age": 0, "damaged": 0}
    made = {name: at(before[name], unit, value) for name, value in parts.items()}
    return changed(before, standing=before["standing"] | 1 << (unit - 1), **made)


def side(unit, tier):
    return content.get()["tile"][unit][f"tier{tier + 1}"]


def makes(unit):
    """The Resources, by number, that a Module produces."""
    return [index for index, name in enumerate(tables.RESOURCES) if side(unit, 0).get(name, 0) > 0]


def sign(number):
    return (number > 0) - (number < 0)


# -- Modules: each icon of each tile works in its direction ---------------------------------------------------------


@pytest.mark.rule("BHC-4.9-3", "BHC-5.2-2", "BHC-5.2-6")
@quick
@given(seeds, units, st.integers(0, 1))
def test_a_module_makes_and_uses_what_its_tile_shows(seed, unit, tier):
    before = without(quiet(seed), unit)
    less, more = month(before)[1], month(with_module(before, unit, tier))[1]
    for index, name in enumerate(tables.RESOURCES):
        level = side(unit, tier).get(name, 0)
        made = more["production"][index] - less["production"][index]
        used = more["consumption"][index] - less["consumption"][index]
        assert made == 4 * max(0, level)
        assert used == 4 * max(0, -level)


@pytest.mark.rule("BHC-5.2-6", "BHC-5.2-4")
@quick
@given(seeds, st.sampled_from([unit for unit in range(1, 33) if makes(unit)]))
def test_a_producer_lowers_the_import_of_its_resource(seed, unit):
    made = makes(unit)
    before = changed(without(quiet(seed), unit), acc=[0] * 4)
    short, helped = month(before)[1], month(with_module(before, unit))[1]
    for index in made:
        if short["imported"][index]:
            assert helped["imported"][index] < short["imported"][index]
        else:
            assert helped["imported"][index] == 0


@pytest.mark.rule("BHC-4.9-4", "BHC-5.4.1-5")
@quick
@given(seeds, units, st.integers(0, 1))
def test_the_stock_icon_raises_or_lowers_the_budget(seed, unit, tier):
    before = without(quiet(seed), unit)
    less, more = month(before)[1], month(with_module(before, unit, tier))[1]
    assert sign(more["modules"] - less["modules"]) == sign(side(unit, tier).get("stock", 0))


@pytest.mark.rule("BHC-4.9-5", "BHC-5.1-9", "BHC-A5.2-29", "BHC-A5.2-30")
@quick
@given(seeds, units, st.integers(0, 1))
def test_status_icons_move_their_status_alone_and_in_their_direction(seed, unit, tier):
    # nobody who could be converted or released, which would move statuses as well
    before = changed(without(quiet(seed), unit), h=500, s=500, t=500, pop=[0, 40, 40, 40, 0])
    low, high = month(before)[0], month(with_module(before, unit, tier))[0]
    for key, name in zip("hst", tables.STATUSES, strict=True):
        assert (high[key] - low[key]) * sign(side(unit, tier).get(name, 0)) >= 0
        if not side(unit, tier).get(name, 0):
            assert high[key] == low[key]


def by_itself(after, report):
    """The immigration factor without the part that the three statuses have in it."""
    statuses = after["h"] + after["s"] + after["t"] - figures.STATUS_SUM >> figures.STATUS_SUM_SHIFT
    beds = min(figures.BEDS_SEEN, max(-figures.BEDS_SEEN, report["beds"] - report["people"])) >> figures.FREE_SHIFT
    return report["factor"] - statuses - beds


@pytest.mark.rule("BHC-4.9-5", "BHC-5.3.2-2", "BHC-5.3.2-4", "BHC-5.3-9", "BHC-A5.2-26", "BHC-A5.2-27")
@quick
@given(seeds, units, st.integers(0, 1))
def test_arrows_raise_or_lower_the_immigration_that_they_name(seed, unit, tier):
    before = without(quiet(seed), unit)
    arrows = side(unit, tier).get("immigration", {})
    found = []
    for colony in (before, with_module(before, unit, tier)):
        after, report = month(colony)
        report["people"] = sum(colony["pop"])
        assert report["factor"] > 0
        shared = [report["factor"] * share >> figures.ARRIVAL_SHIFT for share in model.SHARES]
        extra = [came - part for came, part in zip(report["arrivals"], shared, strict=True)]
        found.append((by_itself(after, report), extra))
    (low, plain), (high, pulled) = found
    assert sign(high - low) == sign(arrows.get("citizens", 0))
    for index, group in enumerate(tables.GROUPS):
        assert sign(pulled[index] - plain[index]) == sign(arrows.get(group, 0))


@pytest.mark.rule("BHC-5.3.3-2", "BHC-5.3.2-6", "BHC-A5.2-28")
@quick
@given(seeds, st.sampled_from([unit for unit in range(1, 33) if side(unit, 0).get("beds")]), st.integers(0, 1))
def test_housing_raises_capacity_and_never_lowers_immigration(seed, unit, tier):
    before = without(quiet(seed), unit)
    less, more = month(before), month(with_module(before, unit, tier))
    assert more[1]["beds"] == less[1]["beds"] + 100 * side(unit, tier)["beds"]
    for after, report in (less, more):
        report["rest"] = report["factor"] - (after["h"] + after["s"] + after["t"] - 1400 >> figures.STATUS_SUM_SHIFT)
    arrow = side(unit, tier).get("immigration", {}).get("citizens", 0)
    assert more[1]["rest"] >= less[1]["rest"] or arrow < 0


@pytest.mark.rule("BHC-5.2-9", "BHC-A5.2-36", "BHC-5.2-8")
@quick
@given(seeds, units, st.integers(0, 1))
def test_accumulators_grow_by_what_the_tile_shows_and_never_hold_more(seed, unit, tier):
    before = without(samples.colony(samples.Dice(seed)), unit)
    less, (after, more) = month(before)[1], month(with_module(before, unit, tier))
    for index, name in enumerate(tables.RESOURCES):
        extra = side(unit, tier).get("accumulators", {}).get(name, 0)
        assert more["limit"][index] == less["limit"][index] + extra
        assert 0 <= after["acc"][index] <= more["limit"][index]


@pytest.mark.rule("BHC-A5.2-31")
@quick
@given(seeds, units, st.integers(0, 1))
def test_conversions_turn_colonists_into_the_groups_that_the_tile_shows(seed, unit, tier):
    before = changed(without(quiet(seed), unit), pop=[4000, 200, 200, 50, 300])
    groups = []
    for colony in (before, with_module(before, unit, tier)):
        sums = model.Ints.influences(content.get()["tables"], colony["progress"], colony["tier"])
        groups.append(model._conversions(model.Ints, colony, sums, {}))
    gained = [new - old for old, new in zip(*groups, strict=True)]
    for index, group in enumerate(tables.CONVERTED, 1):
        assert (gained[index] > 0) == (side(unit, tier).get("convert", {}).get(group, 0) > 0)
    assert gained[COLONISTS] == -sum(gained[1:4])


@pytest.mark.rule("BHC-A5.2-33", "BHC-A5.2-35")
@quick
@given(seeds, units, st.integers(0, 1), st.integers(100, 900))
def test_prisoners_and_overproduction_become_stock_where_the_tile_says_so(seed, unit, tier, prisoners):
    before = changed(without(quiet(seed), unit), pop=[500, 0, 0, 0, prisoners], acc=[0] * 4, acc_extra=[0] * 4)
    rich = dict(LAND, production=[200] * 4)
    less, more = month(before, land=rich)[1], month(with_module(before, unit, tier), land=rich)[1]
    assert (more["released"] > less["released"]) == bool(side(unit, tier).get("prisoners_to_stock"))
    assert (more["sold"] > less["sold"]) == bool(side(unit, tier).get("surplus_to_stock"))
    poor = dict(LAND, production=[-200] * 4)
    assert month(with_module(before, unit, tier), land=poor)[1]["sold"] == 0


# -- construction ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9.2-4", "BHC-5.6.1-9", "BHC-4.9.2-8")
@quick
@given(seeds, st.integers(0, 3))
def test_capacity_only_grows_until_it_is_whole(seed, luck):
    before = samples.colony(samples.Dice(seed))
    after = month(before, build=luck)[0]
    for now, then, rate in zip(before["progress"], after["progress"], before["rate"], strict=True):
        assert now <= then <= model.FULL
        assert then > now or not rate or now == model.FULL


@pytest.mark.rule("BHC-4.9.2-3", "BHC-4.9.2-7", "BHC-5.4.2-3")
@quick
@given(seeds, units, units)
def test_a_longer_queue_never_builds_faster_and_costs_more(seed, unit, other):
    assume(unit != other)
    before = with_module(without(samples.colony(samples.Dice(seed)), other), unit, progress=40)
    longer = with_module(before, other, progress=model.START)
    (alone, less), (both, more) = month(before), month(longer)
    assert both["progress"][unit] <= alone["progress"][unit]
    assert more["construction"] == less["construction"] + model.BUILD_STOCK
    assert less["construction"] == model.BUILD_STOCK * sum(1 for rate in before["rate"] if rate)


def months_to_build(before, unit):
    before, months = with_module(before, unit, progress=model.START), 0
    while before["progress"][unit] < model.FULL:
        before = changed(month(before, build=1)[0], t=500)
        months += 1
    return months


@pytest.mark.rule("BHC-4.9.2-2", "BHC-4.9.2-1")
@settings(max_examples=25, deadline=None)
@given(seeds, units, units)
def test_a_longer_clock_never_builds_sooner(seed, one, two):
    assume(one != two)
    unit, other = sorted((one, two), key=lambda number: content.get()["tile"][number]["clock"])
    before = changed(without(without(quiet(seed), unit), other), t=500)
    assert 1 <= months_to_build(before, unit) <= months_to_build(before, other)


# -- statuses, Catastrophe, RIOT ------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.1-12")
@given(st.integers(0, 1000), st.integers(0, 1000))
def test_bands_go_down_with_the_value(one, other):
    assert (band(one) <= band(other)) or one < other
    assert {band(value) for value in (1000, 500, 300, 0)} == {0, 1, 2, 3}


@pytest.mark.rule("BHC-4.8-4", "BHC-5.1-9")
@quick
@given(seeds, st.sampled_from(content.get()["decrees"]))
def test_status_icons_of_a_decree_move_their_status(seed, card):
    before = changed(samples.colony(samples.Dice(seed)), riot=0)  # a fight that is won would lift H and S
    after = effects.apply_effects(before, [], card["hst"])
    for key, steps in zip("hst", card["hst"], strict=True):
        bound = 1000 if steps > 0 else 0
        assert sign(after[key] - before[key]) == sign(steps) or after[key] == bound
        assert month(after)[0][key] * sign(steps) >= month(before)[0][key] * sign(steps)


@pytest.mark.rule("BHC-5.5.3-2", "BHC-5.5.3-3", "BHC-5.3-8", "BHC-5.3.3-3")
@quick
@given(seeds)
def test_one_inhabitant_too_many_harms_every_status_and_immigration(seed):
    before = quiet(seed)
    beds = month(before)[1]["beds"]
    assume(beds > 0)
    full = changed(before, pop=[0, 0, 0, beds, 0], h=600, s=600, t=600)
    over = changed(full, pop=[0, 0, 0, beds + 1, 0])
    (good, calm), (bad, tense) = month(full), month(over)
    assert (calm["crowded"], tense["crowded"]) == (0, 1)
    assert all(bad[key] <= good[key] for key in "hst")
    assert sum(bad[key] for key in "hst") < sum(good[key] for key in "hst") or good["h"] + good["s"] + good["t"] == 0
    assert tense["factor"] <= calm["factor"] - figures.CROWDED
    assert all(few <= many for few, many in zip(tense["arrivals"], calm["arrivals"], strict=True))


@pytest.mark.rule("BHC-5.3-8", "BHC-5.3.2-1", "BHC-5.3.2-2")
@quick
@given(seeds, st.integers(1, 300))
def test_no_group_comes_less_when_the_factor_is_higher(seed, more):
    before = changed(quiet(seed), boost=-300)
    low, high = month(before)[1], month(changed(before, boost=before["boost"] + more))[1]
    assert high["factor"] == low["factor"] + more
    assert all(few <= many for few, many in zip(low["arrivals"], high["arrivals"], strict=True))


@pytest.mark.rule("BHC-5.3.2-7")
@quick
@given(seeds)
def test_in_a_colony_without_hope_nobody_stays_for_long(seed):
    before = changed(samples.colony(samples.Dice(seed)), riot=0, red=0, boost=-2400, h=0, s=0, t=0)
    after, report = month(before)
    assert report["factor"] < 0
    assert sum(after["pop"]) < sum(before["pop"]) or sum(before["pop"]) == 0
    assert all(came <= 0 for came in report["arrivals"])


@pytest.mark.rule("BHC-5.2-5")
@quick
@given(seeds, st.integers(0, 3), st.integers(1, 40), st.integers(1, 40))
def test_a_larger_shortage_never_improves_a_status_or_the_stock(seed, resource, some, more):
    before = changed(quiet(seed), acc=[40] * 4)
    small = dict(LAND, production=at([0] * 4, resource, -40 - some))
    large = dict(LAND, production=at([0] * 4, resource, -40 - some - more))
    (less, _), (worse, _) = month(before, land=small), month(before, land=large)
    assert all(worse[key] <= less[key] for key in "hst")
    assert worse["stock"] <= less["stock"] or worse["loans"] > less["loans"]


@pytest.mark.rule("BHC-5.3-6")
@quick
@given(seeds, st.integers(1, 900))
def test_more_prisoners_never_improve_a_status_or_the_stock(seed, extra):
    before = without(quiet(seed), 17)  # the cubes that turn Prisoners into STOCK
    few, many = (
        month(before),
        month(changed(before, pop=at(before["pop"], PRISONERS, before["pop"][PRISONERS] + extra))),
    )
    assert all(many[0][key] <= few[0][key] for key in "hst")
    for item in ("taxes", "trade", "modules"):
        assert many[1][item] == few[1][item]
    assert many[1]["upkeep"] >= few[1]["upkeep"]


@pytest.mark.rule("BHC-5.1-7", "BHC-5.6.1-3")
@quick
@given(seeds, st.integers(0, 1000), st.integers(1, 1000), st.integers(0, 200))
def test_worse_technical_and_a_hazardous_planet_never_spare_a_module(seed, technical, worse, hazard):
    dice = samples.Dice(seed)
    before = samples.colony(dice)
    roll, masks = dict(samples.roll(dice), forced=0), samples.masks(dice)
    better = changed(before, t=technical)
    low = changed(before, t=max(0, technical - worse))
    assert strikes(better, masks, 0, roll) <= strikes(low, masks, 0, roll)
    assert strikes(better, masks, 0, roll) <= strikes(better, masks, hazard, roll)


def strikes(before, masks, hazard, roll):
    return bool(month(before, masks, dict(LAND, hazard=hazard), **roll)[1]["struck"])


@pytest.mark.rule("BHC-5.1-3", "BHC-5.1-5", "BHC-5.5.1-1")
@quick
@given(seeds, st.sampled_from("hs"), st.integers(1, 1000))
def test_a_lower_happiness_or_security_never_prevents_a_riot(seed, name, worse):
    before = changed(samples.colony(samples.Dice(seed)), riot=0, red=1)
    low = changed(before, **{name: max(0, before[name] - worse)})
    assert month(before)[0]["riot"] <= month(low)[0]["riot"]
    high = changed(before, h=900, s=900)
    assert month(high, land=dict(LAND, h=900, s=900))[0]["riot"] == 0  # whatever Technical is


@pytest.mark.rule("BHC-5.5.1-12", "BHC-5.5-2")
@quick
@given(seeds, st.integers(0, 2))
def test_good_moods_end_a_riot_and_a_sound_colony_gets_into_no_emergency(seed, stage):
    before = changed(quiet(seed), riot=stage, h=900, s=900, t=900)
    after, report = month(before, land=dict(LAND, h=900, s=900, t=900))
    assert after["riot"] == 0
    assert report["crowded"] == 0
    assert (report["loan"], after["td"] <= before["td"]) == (0, True)


@pytest.mark.rule("BHC-5.5.1-10", "BHC-5.5.1-11")
@quick
@given(seeds, st.integers(0, 1023), st.integers(1, 300), st.sampled_from([(1, SECFORCE), (2, MARINES)]))
def test_inviting_and_converting_never_make_a_riot_harder_to_end(seed, dice, count, fight):
    stage, group = fight
    before = changed(
        samples.colony(samples.Dice(seed)), riot=stage, h=100, s=100, boost=0, pop=[6000, 100, 100, 60, 50]
    )
    grim = dict(LAND, h=-2000, s=-2000)
    name = tables.GROUPS[group]
    for effect in (["invite", name, count], ["convert", "colonists", name, count]):
        helped = effects.apply_effects(before, [effect], [0, 0, 0])
        assert month(helped, land=grim, riot=dice)[0]["riot"] <= month(before, land=grim, riot=dice)[0]["riot"]


# -- Occurrences and Support ----------------------------------------------------------------------------------------

KINDS = [tile["type"] for tile in content.get()["modules"]]


def harmful(item):
    """Whether an Occurrence takes more than it gives."""
    if ["catastrophe"] in item["app"]:
        return True
    worth = sum(item["hst"]) * 10
    for effect in item["app"]:
        weight = {"stock": 1, "boost": 1, "group": 1, "accumulator": 2, "fill": 1, "td": -20, "invite": 1, "expel": -1}
        if effect[0] in weight:
            worth += sign(effect[-1]) * weight[effect[0]] * 5
    return worth < 0


def share_of_harm(scene):
    items = occurrences.eligible(content.get(), scene)
    total = sum(item["weight"] for item in items)
    return sum(item["weight"] for item in items if harmful(item)) / total


@pytest.mark.rule("BHC-5.1-13")
@quick
@given(
    st.lists(st.sampled_from(KINDS), max_size=12),
    st.integers(1, 9),
    st.integers(0, 150),
    st.sampled_from(content.get()["planets"]),
)
def test_worse_statuses_bring_more_harmful_occurrences(kinds, manager, stock, planet):
    scene = {"planet": planet["tags"], "manager": [str(manager)], "module": kinds, "stock": stock, "crowded": False}
    shares = [share_of_harm(dict(scene, bands=[level] * 3)) for level in range(4)]
    assert shares == sorted(shares)
    assert shares[3] > shares[0]
    for status in range(3):
        alone = [share_of_harm(dict(scene, bands=at([1, 1, 1], status, level))) for level in range(4)]
        assert alone == sorted(alone)


supports = st.lists(st.integers(0, 90), min_size=2, max_size=5)


@pytest.mark.rule("BHC-2.4-4")
@given(supports, st.integers(1, 60), st.sampled_from(["green", "red"]), st.integers(0, 1000), st.integers(0, 20))
def test_rivals_that_grow_never_improve_ones_standing(values, more, colour, happiness, dice):
    grown = at(values, 1, values[1] + more)
    assert votes.percent(grown, 0, colour, happiness, dice) <= votes.percent(values, 0, colour, happiness, dice)
    assert support_bars(grown)[0] <= support_bars(values)[0]
    rank = [sorted(values, reverse=True).index(values[0]), sorted(grown, reverse=True).index(values[0])]
    assert rank[0] <= rank[1]

"""The monotonic statements of the rulebook about the hidden colony, as properties over random colonies.

Each property compares two months that differ in one thing only; `seed` names the random colony, so a failure can be
replayed.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, tables, votes
from shared_rules.beyond_humanity.rules.start import no_roll
from tools import colony_samples as samples

seeds = st.integers(0, 1_000_000)
quick = settings(max_examples=80, deadline=None)


def month(before, planet=None, masks=None, **roll):
    land = planet or content.get()["planets"][1]["colony"]
    return model.month(model.Ints, content.get()["tables"], land, before, dict(no_roll(), **roll), masks or [0] * 33)


def changed(before, **fields):
    return dict(before, **fields)


def with_group(before, group, extra):
    pop = list(before["pop"])
    pop[group] += extra
    return changed(before, pop=pop)


def quiet(seed):
    """A random colony without RIOT, with full Accumulators, so that one cause can be looked at."""
    before = samples.colony(samples.Dice(seed))
    return changed(before, riot=0, red=0, acc=[900] * 4, acc_extra=[900] * 4)


@pytest.mark.rule("BHC-5.1-2", "BHC-5.1-4", "BHC-5.1-6", "BHC-5.3.2-3")
@quick
@given(seeds, st.sampled_from("hst"), st.integers(1, 400))
def test_a_higher_status_never_lowers_immigration(seed, name, more):
    before = quiet(seed)
    low, high = month(before)[1], month(changed(before, **{name: min(1000, before[name] + more)}))[1]
    assert high["factor"] >= low["factor"]


@pytest.mark.rule("BHC-5.3.2-3", "BHC-5.3.2-7")
def test_low_statuses_make_citizens_leave(land):
    before = land(h=120, s=120, t=120)
    after, report = before.month()
    assert report["factor"] < 0
    assert sum(after["pop"]) < sum(before.colony["pop"])


@pytest.mark.rule("BHC-5.3.2-5", "BHC-5.3.2-6")
@quick
@given(seeds, st.integers(1, 4000))
def test_more_citizens_mean_less_immigration(seed, extra):
    before = quiet(seed)
    assert month(with_group(before, model.SCIENTISTS, extra))[1]["factor"] <= month(before)[1]["factor"]


@pytest.mark.rule("BHC-5.3.2-6", "BHC-5.3.3-2", "BHC-A5.2-28")
def test_more_beds_mean_more_immigration(land):
    few = land().month()[1]
    many = land().build("residential_dome").month()[1]
    assert many["beds"] == few["beds"] + 2000
    assert many["factor"] > few["factor"]


@pytest.mark.rule("BHC-5.3-3", "BHC-5.1-9", "BHC-5.1-8")
@quick
@given(seeds, st.integers(1, 500))
def test_more_secforce_never_lowers_security(seed, extra):
    before = quiet(seed)
    before["pop"][model.COLONISTS] += 40_000  # Overcrowded either way
    assert month(with_group(before, model.SECFORCE, extra))[0]["s"] >= month(before)[0]["s"]


@pytest.mark.rule("BHC-5.3-2")
@quick
@given(seeds, st.integers(128, 3000))
def test_more_colonists_improve_technical_and_pay_more_taxes(seed, extra):
    before = quiet(seed)
    before["pop"][model.MARINES] += 40_000
    low, high = month(before), month(with_group(before, model.COLONISTS, extra))
    assert high[0]["t"] >= low[0]["t"]
    assert high[1]["taxes"] >= low[1]["taxes"]


@pytest.mark.rule("BHC-5.3-4", "BHC-5.4.1-3")
@quick
@given(seeds, st.integers(32, 900))
def test_scientists_earn_stock(seed, extra):
    before = quiet(seed)
    assert month(with_group(before, model.SCIENTISTS, extra))[1]["trade"] > month(before)[1]["trade"]


@pytest.mark.rule("BHC-5.3-6")
@quick
@given(seeds, st.integers(1, 900))
def test_prisoners_are_a_burden(seed, extra):
    before = quiet(seed)
    before["pop"][model.COLONISTS] += 40_000
    low, high = month(before), month(with_group(before, model.PRISONERS, extra))
    assert high[0]["s"] <= low[0]["s"]
    assert high[1]["upkeep"] >= low[1]["upkeep"]


@pytest.mark.rule("BHC-5.3-1", "BHC-5.3-8")
@quick
@given(seeds)
def test_groups_are_never_negative_and_nobody_appears_from_nowhere(seed):
    dice = samples.Dice(seed)
    before = samples.colony(dice)
    after, report = month(before, samples.planet(dice), samples.masks(dice), **samples.roll(dice))
    assert min(after["pop"]) >= 0
    gone = report["shot"] + report["dead"] + report["released"]
    assert sum(after["pop"]) == sum(before["pop"]) + sum(report["arrivals"]) - gone


@pytest.mark.rule("BHC-5.2-4", "BHC-5.2-5", "BHC-5.4.1-2")
@quick
@given(seeds, st.integers(0, 3), st.integers(1, 30))
def test_a_shortage_is_imported_for_stock_and_harms(seed, resource, missing):
    before = quiet(seed)
    acc = list(before["acc"])
    acc[resource] = 0
    poor = content.get()["planets"][1]["colony"]
    poor = dict(poor, production=[0, 0, 0, 0])
    full, empty = month(before, poor), month(changed(before, acc=acc), poor)
    short = empty[1]["imported"][resource]
    assert empty[1]["imports"] == full[1]["imports"] + 2 * short
    others = 20 * (empty[1]["loan"] - full[1]["loan"]) + empty[1]["services"] - full[1]["services"]
    assert empty[0]["stock"] == full[0]["stock"] - 2 * short + others
    for name in "hst":
        assert empty[0][name] <= full[0][name]


@pytest.mark.rule("BHC-5.2-1", "BHC-5.2-6", "BHC-4.9-3")
@pytest.mark.parametrize(
    ("kind", "resource"),
    [("solar_power_plant", 0), ("life_support_system", 1), ("atmospheric_synthesizer", 2), ("automatic_well", 3)],
)
def test_a_producer_improves_the_supply(land, kind, resource):
    without, with_it = land().month()[1], land().build(kind).month()[1]
    assert with_it["production"][resource] > without["production"][resource]


@pytest.mark.rule("BHC-5.2-3")
@quick
@given(seeds, st.integers(512, 6000))
def test_citizens_use_life_support(seed, extra):
    before = quiet(seed)
    low, high = month(before)[1], month(with_group(before, model.COLONISTS, extra))[1]
    assert high["consumption"][1] > low["consumption"][1]
    assert high["consumption"][0] == low["consumption"][0]


@pytest.mark.rule("BHC-5.2-7")
def test_the_arc_alone_feeds_a_young_colony_and_little_more(land):
    report = land().month()[1]
    assert all(made > used for made, used in zip(report["production"], report["consumption"], strict=True))
    crowd = land().build("residential_dome", "community_dome", "landing_pad", "industrial_dome", "hydroponics_dome")
    crowd.build("temporary_residential_capsules", "cryogenic_cubes", "academy", "security_dome", "residential_dome")
    report = crowd.month()[1]
    assert report["consumption"][0] > report["production"][0]


@pytest.mark.rule("BHC-5.2-8", "BHC-5.2-9", "BHC-A5.2-36", "BHC-A5.3-15", "BHC-A5.3-23", "BHC-5.2-1")
def test_accumulators_keep_a_surplus_up_to_their_limit(land):
    plain = land()
    plain.colony.update(acc=[0, 0, 0, 0], acc_extra=[0, 0, 0, 0])
    after, report = plain.month()
    for index in range(4):
        surplus = report["production"][index] - report["consumption"][index]
        assert after["acc"][index] == min(surplus, report["limit"][index])
    more = land().build("tanks", "storage")
    more.colony.update(acc_extra=[0, 0, 0, 0])
    assert [a - b for a, b in zip(more.month()[1]["limit"], report["limit"], strict=True)] == [7, 7, 7, 7]


@pytest.mark.rule("BHC-5.2-8", "BHC-5.2-4")
@pytest.mark.parametrize("resource", range(4))
@pytest.mark.parametrize(("stored", "left", "imported"), [(8, 3, 0), (5, 0, 0), (3, 0, 2), (0, 0, 5)])
def test_a_shortage_comes_out_of_the_accumulator_first(land, resource, stored, left, imported):
    here = land().build("industrial_dome", "community_tower")  # use all four
    plain = here.month()[1]
    lack = [plain["consumption"][index] - plain["production"][index] for index in range(4)]
    made = [here.planet["production"][index] + lack[index] for index in range(4)]
    made[resource] -= 5  # five units short, the others even
    here.planet.update(production=made)
    here.colony["acc"] = [stored if index == resource else 4 for index in range(4)]
    after, report = here.month()
    assert (after["acc"][resource], report["imported"][resource]) == (left, imported)
    assert [report["imported"][index] for index in range(4) if index != resource] == [0, 0, 0]


@pytest.mark.rule("BHC-5.2-1", "BHC-4.9-3")
def test_a_consumer_of_all_four_takes_each_of_them_alone_and_an_empty_store_gives_none(land):
    without, with_it = land().month()[1], land().build("industrial_dome").month()[1]
    used = [b - a for a, b in zip(without["consumption"], with_it["consumption"], strict=True)]
    assert used == [8, 4, 4, 4]  # four units for each level of the tile
    for resource in range(4):
        here = land().build("industrial_dome")
        here.planet.update(production=[-40 if index == resource else 40 for index in range(4)])
        here.colony["acc"] = [0, 0, 0, 0]
        after, report = here.month()
        assert [missing > 0 for missing in report["imported"]] == [index == resource for index in range(4)]
        assert [kept > 0 for kept in after["acc"]] == [index != resource for index in range(4)]


@pytest.mark.rule("BHC-5.3.3-3", "BHC-5.5.3-1", "BHC-5.5.3-2", "BHC-5.5.3-3")
def test_overcrowding_harms_all_statuses_and_immigration(land):
    roomy, full = land(pop=[3800, 50, 50, 50, 50]), land(pop=[3801, 50, 50, 50, 50])
    (calm, good), (tense, bad) = roomy.month(), full.month()
    assert (good["crowded"], bad["crowded"]) == (0, 1)
    for name in "hst":
        assert tense[name] <= calm[name] - 20
    assert bad["factor"] < good["factor"] - 30
    # and the more are without a bed, the worse: beyond what beds, presence and satiety take, and to where many leave
    some, many = (land(pop=[people, 50, 50, 50, 50]).month()[1] for people in (4301, 4801))
    assert good["factor"] > bad["factor"] > some["factor"] + 300 // 16 > many["factor"] + 800 // 16
    assert many["factor"] < 0
    assert sum(many["arrivals"]) < -1000


@pytest.mark.rule("BHC-5.5.3-3")
def test_a_few_without_a_bed_empty_no_contented_colony(land):
    colony = land(pop=[3820, 50, 50, 50, 50], h=650, s=650, t=650)
    colony.planet.update(h=650, s=650, t=650)
    report = colony.month()[1]
    assert report["crowded"] == 1
    assert report["factor"] > 0


@pytest.mark.rule("BHC-A5.2-26", "BHC-5.3.2-2", "BHC-5.3.2-4", "BHC-5.3-9")
@quick
@given(seeds, st.integers(0, 4), st.integers(1, 60))
def test_attraction_never_lowers_arrivals(seed, group, points):
    before = quiet(seed)
    boosts = list(before["group_boost"])
    boosts[group] += points
    plain = month(before)[1]["arrivals"]
    assert month(changed(before, group_boost=boosts))[1]["arrivals"][group] >= plain[group]
    overall = month(changed(before, boost=before["boost"] + points))[1]["arrivals"]
    assert sum(overall) >= sum(plain)


@pytest.mark.rule("BHC-A5.2-27")
def test_a_group_arrow_moves_that_group_alone(land):
    def lead(here):
        """Scientists and SecForce have the same share of what comes; only an arrow sets them apart."""
        arrivals = here.month()[1]["arrivals"]
        return arrivals[model.SCIENTISTS] - arrivals[model.SECFORCE]

    assert lead(land()) == 0
    assert lead(land().build("academy")) == 2 * 24


@pytest.mark.rule("BHC-A5.2-31", "BHC-A5.3-45")
def test_the_laboratory_turns_colonists_into_scientists(land):
    plain, lab = land(h=0, s=0, t=0), land(h=0, s=0, t=0).build("laboratory")
    assert lab.month()[0]["pop"][model.SCIENTISTS] > plain.month()[0]["pop"][model.SCIENTISTS]


@pytest.mark.rule("BHC-A5.2-33")
def test_cryogenic_cubes_turn_prisoners_into_stock(land):
    plain, cubes = land(pop=[2000, 0, 0, 0, 100]), land(pop=[2000, 0, 0, 0, 100]).build("cryogenic_cubes")
    assert plain.month()[1]["services"] == 0
    assert cubes.month()[1]["services"] > 0
    after, report = cubes.month()
    assert report["released"] == 32
    assert after["pop"][model.PRISONERS] == 100 - 32 + report["arrivals"][model.PRISONERS]
    few = land(pop=[2000, 0, 0, 0, 5]).build("cryogenic_cubes").month()
    assert (few[1]["released"], few[0]["pop"][model.PRISONERS]) == (5, few[1]["arrivals"][model.PRISONERS])


@pytest.mark.rule("BHC-A5.2-35")
def test_the_marketplace_sells_what_is_left_over(land):
    def full(colony):
        colony.colony.update(acc_extra=[0, 0, 0, 0], acc=[8, 8, 8, 8])
        return colony.month()[1]

    assert full(land())["services"] == 0
    assert full(land().build("galactic_marketplace"))["services"] > 0


@pytest.mark.rule("BHC-5.5.2-1", "BHC-5.5.2-2", "BHC-5.4.1-7")
@quick
@given(seeds)
def test_each_settlement_below_zero_brings_one_loan_of_20(seed):
    before = quiet(seed)
    after, report = month(before)
    income = report["taxes"] + report["trade"] + report["modules"] + report["services"]
    costs = report["upkeep"] + report["construction"] + report["imports"]
    bare = after["stock"] - 20 * report["loan"]
    assert report["loan"] == (1 if bare < 0 else 0)
    assert bare - (before["stock"] + income - costs) in (0, 30)  # a Consulate that was finished just now
    assert after["loans"] == before["loans"] + report["loan"]


# -- construction --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9.2-1", "BHC-4.9.2-4", "BHC-4.9.2-7", "BHC-4.9.2-8", "BHC-4.9.2-9", "BHC-5.4.2-3")
@pytest.mark.parametrize("stock", [200, 3])
def test_construction_grows_step_by_step_and_costs_5_stock_each(land, stock):
    here = land().build("storage", "tanks", progress=model.START)
    here.colony["stock"] = stock
    storage, seen = here.unit("storage"), [model.START]
    while here.colony["rate"][storage]:
        queue = sum(1 for rate in here.colony["rate"] if rate)
        here.colony, report = here.month()
        assert report["construction"] == 5 * queue
        seen.append(here.colony["progress"][storage])
    assert seen == sorted(set(seen))
    assert seen[-1] == model.FULL
    assert 3 <= len(seen) <= 8
    assert here.month()[1]["construction"] == 0


@pytest.mark.rule("BHC-4.9.2-2", "BHC-A5.2-25")
def test_a_longer_clock_takes_longer(land):
    here = land().build("solar_power_plant", "academy", "storage", progress=model.START)
    after = here.month()[0]["progress"]
    assert after[here.unit("solar_power_plant")] > after[here.unit("academy")] > after[here.unit("storage")]


@pytest.mark.rule("BHC-4.9.2-3")
@quick
@given(seeds, st.integers(0, 2))
def test_pace_depends_on_technical_queue_and_luck(seed, luck):
    before = samples.colony(samples.Dice(seed))
    slow = month(changed(before, t=100), build=luck)[0]["progress"]
    quick_one = month(changed(before, t=700), build=luck + 1)[0]["progress"]
    assert all(a <= b for a, b in zip(slow, quick_one, strict=True))
    assert model._speed(model.Ints, 650, 9, 0) < model._speed(model.Ints, 650, 2, 0)


@pytest.mark.rule("BHC-4.9.2-4")
def test_a_half_built_module_gives_half(land):
    full, half = land().build("solar_power_plant"), land().build("solar_power_plant", progress=64)
    bare = land().month()[1]["production"][0]
    assert full.month()[1]["production"][0] - bare == 8
    assert half.month()[1]["production"][0] - bare == 4


@pytest.mark.rule("BHC-A5.2-32", "BHC-A5.2-34", "BHC-A5.3-41", "BHC-A5.3-51")
def test_once_only_effects_come_with_completion(land):
    here = land(td=1).build("consulate", "terran_embassy", progress=120)
    after, report = here.month()
    income = report["taxes"] + report["trade"] + report["modules"] + report["services"]
    costs = report["upkeep"] + report["construction"] + report["imports"]
    assert after["stock"] == 200 + 30 + income - costs
    assert after["td"] == 0
    here.colony = after
    assert here.month()[0]["td"] == 0


@pytest.mark.rule("BHC-A5.2-34")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1)])
def test_an_embassy_takes_one_dependence_away_if_there_is_one(land, before, after):
    here = land(td=before).build("terran_embassy", progress=127)
    here.colony, _ = here.month()
    assert (here.colony["progress"][here.unit("terran_embassy")], here.colony["td"]) == (model.FULL, after)


@pytest.mark.rule("BHC-5.4.1-2")
def test_each_module_costs_its_upkeep_and_a_half_built_one_less(land):
    plain = land().month()[1]["upkeep"]
    kinds = ("tanks", "storage", "community_dome", "academy")
    assert [land().build(*kinds[:count]).month()[1]["upkeep"] - plain for count in (1, 2, 4)] == [1, 2, 4]
    assert land().build(*kinds, progress=64).month()[1]["upkeep"] - plain == 2


def stock_by_hand(report, before):
    income = report["taxes"] + report["trade"] + report["modules"] + report["services"]
    return before + income - report["upkeep"] - report["construction"] - report["imports"]


@pytest.mark.rule("BHC-A5.2-32", "BHC-5.6.1-9")
@pytest.mark.parametrize("hits", [(0,), (0, 1)])
def test_a_catastrophe_during_construction_delays_the_one_time_effect_but_does_not_lose_it(land, hits):
    here, bonus = land().build("consulate", progress=40), 0
    for month in range(14):
        before = here.colony["stock"]
        here.colony, report = here.month(forced=1 if month in hits else 0, unit=here.unit("consulate") - 1)
        bonus += here.colony["stock"] - stock_by_hand(report, before)
    assert here.colony["progress"][here.unit("consulate")] == model.FULL
    assert (bonus, report["loan"]) == (30, 0)


@pytest.mark.rule("BHC-A5.2-32")
def test_rebuilding_brings_no_second_one_time_effect(land):
    here = land().build("consulate")
    for month in range(12):
        before = here.colony["stock"]
        here.colony, report = here.month(forced=1 if month in (0, 1) else 0, unit=here.unit("consulate") - 1)
        assert here.colony["stock"] == stock_by_hand(report, before)
    assert here.colony["progress"][here.unit("consulate")] == model.FULL


@pytest.mark.rule("BHC-4.9-7", "BHC-4.9-9")
def test_undisturbed_work_in_a_sound_colony_leads_to_tier_2(land):
    here = land().build("solar_power_plant")
    unit, rounds = here.unit("solar_power_plant"), 0
    while not here.colony["tier"][unit]:
        here.colony["t"] = 500
        here.colony, _ = here.month()
        rounds += 1
        assert rounds <= 10
    assert rounds == tables.AGES[1]
    broken = land().build("solar_power_plant")
    for _ in range(12):
        broken.colony["t"] = 300
        broken.colony, _ = broken.month()
    assert not broken.colony["tier"][unit]


# -- RIOT ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.5.1-1")
@pytest.mark.parametrize(("bad", "riots"), [("h", True), ("s", True), ("hs", True), ("t", False), ("hst", True)])
def test_lasting_critical_happiness_or_security_is_a_riot_and_technical_alone_never(land, bad, riots):
    here = land()
    stages = []
    for _ in range(4):
        for name in "hst":
            here.planet[name] = -2000 if name in bad else 2000
            here.colony[name] = 50 if name in bad else 900
        here.colony, _ = here.month()
        stages.append(here.colony["riot"])
    assert stages[:2] == ([0, 1] if riots else [0, 0])
    assert riots or stages == [0] * 4


@pytest.mark.rule("BHC-5.1-3", "BHC-5.1-5", "BHC-5.5.1-1", "BHC-5.5.1-2")
@pytest.mark.parametrize("name", ["h", "s"])
def test_critical_statuses_are_shown_first_and_then_start_a_riot(land, name):
    here = land(**{name: 100})
    here.planet.update(h=100, s=100)
    here.colony, _ = here.month()
    assert (here.colony["riot"], here.colony["red"]) == (0, 1)
    here.colony, _ = here.month()
    assert here.colony["riot"] == 1


@pytest.mark.rule("BHC-5.5.1-3", "BHC-5.5.1-4", "BHC-5.5.1-5", "BHC-5.5.1-10")
@quick
@given(seeds, st.integers(0, 1023), st.integers(1, 400))
def test_more_secforce_never_hurts_in_the_first_stage(seed, dice, extra):
    before = changed(quiet(seed), riot=1, h=100, s=100)
    few, many = month(before, riot=dice)[0]["riot"], month(with_group(before, 1, extra), riot=dice)[0]["riot"]
    assert few in (0, 2)
    assert many <= few


@pytest.mark.rule("BHC-5.5.1-3")
def test_the_first_stage_makes_prisoners(land):
    here = land(riot=1, h=100, s=100)
    here.planet.update(h=100, s=100)
    after, report = here.month()
    assert report["arrested"] > 0
    assert after["riot"] == 2


@pytest.mark.rule("BHC-5.5.1-6", "BHC-5.5.1-7", "BHC-5.5.1-8", "BHC-5.5.1-11", "BHC-5.3-5")
@quick
@given(seeds, st.integers(0, 1023), st.integers(1, 400))
def test_the_second_stage_kills_and_hangs_on_the_marines(seed, dice, extra):
    before = changed(quiet(seed), riot=2, h=100, s=100, pop=[6000, 300, 300, 20, 100])
    grim = dict(content.get()["planets"][1]["colony"], h=-2000, s=-2000)
    after, report = month(before, grim, riot=dice)
    assert report["shot"] * 20 >= sum(after["pop"])
    assert after["riot"] in (0, 3)
    assert month(with_group(before, model.MARINES, extra), grim, riot=dice)[0]["riot"] <= after["riot"]


@pytest.mark.rule("BHC-5.5.1-12")
@pytest.mark.parametrize("stage", [1, 2])
def test_better_moods_end_a_riot(land, stage):
    here = land(riot=stage, h=700, s=700)
    after, report = here.month()
    assert after["riot"] == 0
    assert report["shot"] == report["arrested"] == 0


# -- Catastrophe ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.1-7", "BHC-5.6.1-3")
def test_critical_technical_makes_a_catastrophe_likely_but_not_certain(land):
    def strikes(technical):
        here = land(t=technical).build("storage", "tanks")
        here.planet["t"] = technical
        return sum(1 for dice in range(0, 1024, 8) if here.month(catastrophe=dice)[1]["struck"])

    sound, alarming, critical = strikes(650), strikes(300), strikes(100)
    assert sound == 0
    assert 0 < alarming < 64 < critical < 128


@pytest.mark.rule("BHC-5.6.1-1", "BHC-5.6.1-8", "BHC-5.6.1-9", "BHC-5.6.1-11")
def test_a_damaged_module_is_rebuilt_like_a_new_one_and_keeps_its_tier(land):
    here = land().build("storage", tier=1)
    unit = here.unit("storage")
    here.colony, report = here.month(forced=1, unit=unit - 1)
    assert report["struck"] == 1 << (unit - 1)
    assert here.colony["progress"][unit] == model.START
    assert (here.colony["damaged"][unit], here.colony["tier"][unit]) == (1, 1)
    while here.colony["rate"][unit]:
        here.colony, report = here.month()
        assert report["construction"] == 5
    assert here.colony["progress"][unit] == model.FULL
    assert here.colony["damaged"][unit] == 0


@pytest.mark.rule("BHC-5.6.1-4")
def test_damage_spreads_along_corridors_only(land):
    here = land().build("storage", "tanks", "academy")
    storage, tanks, academy = (here.unit(kind) for kind in ("storage", "tanks", "academy"))
    joined = [0] * 33
    joined[storage], joined[tanks] = 1 << (tanks - 1), 1 << (storage - 1)
    everywhere = 0xFFFFFFFF
    struck = here.month(joined, forced=1, unit=storage - 1, spread=everywhere)[1]["struck"]
    assert struck == (1 << (storage - 1)) | (1 << (tanks - 1))
    assert here.month(joined, forced=1, unit=academy - 1, spread=everywhere)[1]["struck"] == 1 << (academy - 1)
    assert here.month(joined, forced=1, unit=storage - 1, spread=0)[1]["struck"] == 1 << (storage - 1)


@pytest.mark.rule("BHC-5.6.1-4")
@quick
@given(seeds)
def test_only_modules_that_stand_are_struck(seed):
    dice = samples.Dice(seed)
    before, masks = samples.colony(dice), samples.masks(dice)
    report = month(before, None, masks, **dict(samples.roll(dice), forced=1))[1]
    assert report["struck"] & ~before["standing"] == 0
    assert bool(report["struck"]) == bool(before["standing"])


@pytest.mark.rule("BHC-5.6.1-12")
def test_casualties_depend_on_the_damaged_module(land):
    def dead(kind):
        here = land().build(kind)
        unit = here.unit(kind)
        return here.month()[0]["pop"], here.month(forced=1, unit=unit - 1)

    for kind in ("nuclear_power_plant", "tanks", "test_chamber"):
        safe, (after, report) = dead(kind)
        profile = content.get()["tile"][land().unit(kind)]["casualties"]
        lost = {tables.GROUPS[g]: a - b for g, (a, b) in enumerate(zip(safe, after["pop"], strict=True)) if a != b}
        assert lost == profile
        assert report["dead"] == sum(profile.values())


# -- votes ---------------------------------------------------------------------------------------------------------

supports = st.lists(st.integers(0, 90), min_size=1, max_size=5)


@pytest.mark.rule("BHC-2.4-1", "BHC-2.4-4", "BHC-4.8-3", "BHC-4.8.1-1", "BHC-4.7.2-4")
@given(supports, st.sampled_from(["green", "red"]), st.integers(0, 1000), st.integers(0, 20), st.integers(1, 40))
def test_more_support_never_lowers_approval(values, colour, happiness, dice, more):
    better = [values[0] + more, *values[1:]]
    assert votes.percent(better, 0, colour, happiness, dice) >= votes.percent(values, 0, colour, happiness, dice)


@pytest.mark.rule("BHC-4.8.1-2", "BHC-4.8.1-5")
@given(supports, st.integers(0, 1000), st.integers(0, 20))
def test_green_is_favoured_over_red(values, happiness, dice):
    green, red = (votes.percent(values, 0, colour, happiness, dice) for colour in ("green", "red"))
    assert 1 <= red <= green <= 99


@pytest.mark.rule("BHC-4.8.1-1")
def test_support_weighs_more_than_colour():
    def passes(own, colour):
        return sum(1 for dice in range(votes.DICE) if votes.percent([own, 0, 0], 0, colour, 500, dice) > 50)

    assert passes(40, "red") > passes(0, "green") > passes(0, "red")

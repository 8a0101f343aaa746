"""Each cause that the rulebook names has its effect: two months that differ in one thing differ strictly.

test_properties.py shows on random colonies that no cause ever works the wrong way, but a cause that does nothing would
pass there. Here each step is large enough to be felt, in a Colony with room and supplies.
"""

from itertools import pairwise

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import tables, votes

COLONISTS, SECFORCE, SCIENTISTS, MARINES, PRISONERS = range(5)
DICE = range(0, 1024, 16)


def people(**counts):
    """2,000 Colonists and few others, with changes by group name."""
    pop = [2000, 60, 60, 30, 0]
    for name, count in counts.items():
        pop[tables.GROUPS.index(name)] = count
    return pop


# -- migration -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.1-2", "BHC-5.1-4", "BHC-5.1-6", "BHC-5.3.2-3")
@pytest.mark.parametrize("name", ["h", "s", "t"])
def test_each_high_status_gives_more_immigration(land, name):
    low, high = land(**{name: 450}).month()[1], land(**{name: 850}).month()[1]
    assert high["factor"] > low["factor"] + 20
    assert sum(high["arrivals"]) > sum(low["arrivals"])


@pytest.mark.rule("BHC-5.3.2-5")
def test_more_citizens_with_as_many_free_beds_mean_less_immigration(land):
    few = land(pop=people(colonists=1500)).month()[1]
    many = land(pop=people(colonists=3500)).build("residential_dome").month()[1]
    assert many["beds"] - 3650 == few["beds"] - 1650
    assert many["factor"] <= few["factor"] - 7


@pytest.mark.rule("BHC-5.3.2-6", "BHC-5.3-8")
def test_more_free_beds_mean_more_immigration(land):
    few = land(pop=people()).month()[1]
    many = land(pop=people()).build("residential_dome").month()[1]
    assert many["factor"] >= few["factor"] + 25
    assert sum(many["arrivals"]) > sum(few["arrivals"])


@pytest.mark.rule("BHC-A5.2-26", "BHC-5.3.2-2", "BHC-4.9-5")
def test_a_module_with_the_citizens_arrow_raises_immigration(land):
    assert land().build("obelisk").month()[1]["factor"] > land().month()[1]["factor"]


@pytest.mark.rule("BHC-5.3.2-2")
def test_what_cards_add_to_immigration_fades_over_some_months(land):
    plain, drawn, more = land(pop=people()), land(pop=people(), boost=40), []
    for _ in range(4):
        pairs = [here.month() for here in (plain, drawn)]
        more.append(pairs[1][1]["factor"] - pairs[0][1]["factor"])
        boost = pairs[1][0]["boost"]
        drawn.colony = dict(pairs[0][0], boost=boost)  # only what is left of the attraction sets them apart
        plain.colony = pairs[0][0]
    assert more[0] == 40
    assert all(0 < later < sooner for sooner, later in pairwise(more))


@pytest.mark.rule("BHC-5.3.2-2", "BHC-5.3-9")
def test_cards_raise_immigration_and_that_of_one_group(land):
    plain = land().month()[1]
    assert land(boost=40).month()[1]["factor"] == plain["factor"] + 40
    for group in range(5):
        boosts = [30 if index == group else 0 for index in range(5)]
        arrivals = land(group_boost=boosts).month()[1]["arrivals"]
        expected = [came + (30 if index == group else 0) for index, came in enumerate(plain["arrivals"])]
        assert arrivals == expected


# -- groups --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.1-8", "BHC-5.1-9")
@pytest.mark.parametrize(
    ("group", "few", "many", "status", "better"),
    [("colonists", 200, 3400, "t", True), ("prisoners", 0, 500, "s", False), ("colonists", 200, 3400, "h", False)],
)
def test_groups_move_the_status_that_they_are_known_for(land, group, few, many, status, better):
    less, more = (land(pop=people(secforce=300, **{group: count})).month()[0][status] for count in (few, many))
    assert (more > less + 2) if better else (more < less - 2)


@pytest.mark.rule("BHC-5.3-3", "BHC-5.1-8", "BHC-5.1-9")
def test_secforce_improves_security(land):
    few, many = land(pop=people(secforce=0)).month()[0], land(pop=people(secforce=300)).month()[0]
    assert many["s"] > few["s"] + 20


@pytest.mark.rule("BHC-5.3-2")
def test_colonists_improve_technical_and_pay_taxes(land):
    def settled(count):
        return land(pop=people(colonists=count)).build("residential_dome", "residential_dome").month()

    few, many = settled(500), settled(5000)
    assert many[0]["t"] > few[0]["t"] + 5
    assert many[1]["taxes"] >= few[1]["taxes"] + 20


@pytest.mark.rule("BHC-5.3-6")
def test_prisoners_cost_upkeep_and_security(land):
    none, many = land(pop=people()).month(), land(pop=people(prisoners=600)).month()
    assert many[0]["s"] < none[0]["s"] - 10
    settlers = land(pop=people(scientists=660)).month()[1]
    assert many[1]["upkeep"] > settlers["upkeep"] >= none[1]["upkeep"]  # beyond what any inhabitant costs
    assert many[1]["taxes"] + many[1]["trade"] == none[1]["taxes"] + none[1]["trade"]


# -- Resources and budget ------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.2-5", "BHC-5.1-8")
@pytest.mark.parametrize("resource", range(4))
def test_a_shortage_of_any_resource_harms_the_statuses(land, resource):
    def without(index):
        here = land().build("industrial_dome", "community_tower")  # use all four
        here.planet.update(production=[-40 if index == number else 0 for number in range(4)])
        here.colony["acc"] = [0 if index == number else 40 for number in range(4)]
        return here.month()

    fine, short = without(None), without(resource)
    assert short[1]["imported"][resource] > 0
    assert sum(short[0][name] for name in "hst") < sum(fine[0][name] for name in "hst") - 5
    assert short[1]["imports"] > fine[1]["imports"]


@pytest.mark.rule("BHC-5.4.1-2", "BHC-5.4.1-3", "BHC-4.9-4", "BHC-5.4.1-5")
def test_stock_is_what_was_there_and_the_budget_of_the_month(land):
    here = land(pop=people(scientists=300, prisoners=80)).build("storage", "tanks", "cryogenic_cubes")
    here.build("academy", progress=64)
    here.colony["acc"] = [0, 0, 0, 0]
    here.planet.update(production=[-20, 0, 0, 0])
    after, report = here.month()
    for item in ("taxes", "trade", "modules", "services", "upkeep", "construction", "imports"):
        assert report[item] > 0, item
    income = report["taxes"] + report["trade"] + report["modules"] + report["services"]
    assert after["stock"] == 200 + income - report["upkeep"] - report["construction"] - report["imports"]


@pytest.mark.rule("BHC-5.2-2", "BHC-4.9-3")
def test_modules_consume_resources(land):
    alone, towered = land().month()[1]["consumption"], land().build("community_tower").month()[1]["consumption"]
    assert all(more > less for more, less in zip(towered, alone, strict=True))
    assert land().build("automatic_well").month()[1]["consumption"][0] > alone[0]


@pytest.mark.rule("BHC-4.9-5", "BHC-5.1-9", "BHC-5.1-8", "BHC-A5.2-29", "BHC-A5.2-30")
@pytest.mark.parametrize(
    ("kind", "signs"),
    [("community_dome", "+00"), ("industrial_dome", "--0"), ("technical_zone", "00+"), ("academy", "+++")],
)
def test_modules_move_the_statuses_that_their_tiles_show(land, kind, signs):
    alone, built = land().month()[0], land().build(kind).month()[0]
    for name, sign in zip("hst", signs, strict=True):
        moved = built[name] - alone[name]
        assert {"+": moved > 5, "-": moved < -5, "0": moved == 0}[sign], name


# -- construction --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9.2-3")
def test_technical_queue_and_luck_each_change_the_pace(land):
    def progress(technical=500, queue=1, build=1):
        here = land(t=technical)
        kinds = ["storage", "tanks", "academy", "obelisk", "bunker", "spaceport"][:queue]
        here.build(*kinds, progress=model.START)
        return here.month(build=build)[0]["progress"][here.unit("storage")]

    assert progress(technical=700) > progress(technical=500) > progress(technical=300) > progress(technical=100)
    assert progress(queue=6) < progress(queue=1)
    assert progress(build=3) > progress(build=0)


@pytest.mark.rule("BHC-4.9.2-8")
def test_modules_in_the_queue_are_built_side_by_side(land):
    alone = land().build("storage", progress=model.START)
    both = land().build("storage", "tanks", progress=model.START)
    storage, tanks = alone.unit("storage"), alone.unit("tanks")
    after = both.month()[0]["progress"]
    assert after[storage] == alone.month()[0]["progress"][storage] > model.START
    assert after[tanks] > model.START


# -- RIOT ----------------------------------------------------------------------------------------------------------


def wins(land, stage, pop):
    """How often a RIOT of this stage ends, over all dice; nothing else can calm it."""
    ended = 0
    for dice in DICE:
        here = land(riot=stage, h=100, s=100, pop=list(pop))
        here.planet.update(h=0, s=0)
        ended += here.month(riot=dice)[0]["riot"] == 0
    return ended


def by_number(land, stage, group):
    """More of a group end a RIOT more often; (number, wins) of one that ends it sometimes."""
    numbers = (0, 25, 50, 100, 200, 400, 800)
    found = [wins(land, stage, people(**{group: number})) for number in numbers]
    assert found == sorted(found)
    assert found[0] == 0 < found[-1]
    return next((number, won) for number, won in zip(numbers, found, strict=True) if 0 < won < found[-1])


@pytest.mark.rule("BHC-5.5.1-4", "BHC-5.5.1-10")
def test_the_share_of_secforce_decides_the_first_stage(land):
    some, few = by_number(land, 1, "secforce")
    assert wins(land, 1, people(secforce=some, colonists=9000)) < few  # the share, not the number
    assert wins(land, 1, people(secforce=some, marines=400)) <= few  # Marines do not help yet


@pytest.mark.rule("BHC-5.5.1-3")
def test_the_arrested_become_prisoners(land):
    here = land(riot=1, h=100, s=100, pop=people(secforce=100))
    here.planet.update(h=0, s=0)
    after, report = here.month()
    assert report["arrested"] > 0
    assert after["pop"][PRISONERS] == report["arrivals"][PRISONERS] + report["arrested"]
    assert after["pop"][COLONISTS] == 2000 + report["arrivals"][COLONISTS] - report["arrested"]


@pytest.mark.rule("BHC-5.5.1-5", "BHC-5.5.1-8")
@pytest.mark.parametrize("stage", [1, 2])
def test_a_stage_that_fails_leads_to_the_next(land, stage):
    here = land(riot=stage, h=100, s=100)
    here.planet.update(h=0, s=0)
    assert here.month(riot=1023)[0]["riot"] == stage + 1


@pytest.mark.rule("BHC-5.5.1-7", "BHC-5.5.1-11", "BHC-5.3-5")
def test_the_share_of_marines_decides_the_second_stage(land):
    some, few = by_number(land, 2, "marines")
    assert wins(land, 2, people(marines=some, colonists=9000)) < few
    assert wins(land, 2, people(marines=some, secforce=300)) <= few  # SecForce is no longer enough


# -- votes ---------------------------------------------------------------------------------------------------------


def passed(own, colour, others=(10, 10)):
    """How many dice let a Decree pass at middling Happiness."""
    return sum(votes.percent([own, *others], 0, colour, 500, dice) > 50 for dice in range(votes.DICE))


@pytest.mark.rule("BHC-2.4-1", "BHC-4.8-3", "BHC-4.7.2-4", "BHC-4.8.1-1")
def test_more_support_passes_more_decrees(land):
    for colour, others in (("green", (40, 40)), ("red", (10, 10))):
        assert passed(0, colour, others) < passed(12, colour, others) < passed(30, colour, others)


@pytest.mark.rule("BHC-2.4-4")
def test_support_counts_against_that_of_the_others():
    assert passed(20, "red", (0, 0)) > passed(20, "red", (20, 20)) > passed(20, "red", (40, 40))


@pytest.mark.rule("BHC-4.8.1-2", "BHC-4.8.1-5")
def test_green_passes_more_often_than_red():
    for own in (0, 6, 12, 18):
        assert passed(own, "green") > passed(own, "red")

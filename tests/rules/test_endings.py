"""Endings, President, points (rulebook 6, 6.1, annex 2.2)."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.rules import endings


def sound(table):
    return table.change(h=650, s=650, t=650, stock=200, td=0, riot=0, red=0)


def last_round(table):
    table.state = dict(table.state, round=20)
    return sound(table)


def modules(table, count):
    """Let `count` modules of the pool work."""
    colony = table.state["colony"]
    progress, standing = list(colony["progress"]), 0
    for unit in table.state["pool"][:count]:
        progress[unit] = 128
        standing |= 1 << (unit - 1)
    return sound(table).change(progress=progress, standing=standing, acc=[90] * 4, acc_extra=[90] * 4)


def points(table, *values):
    for seat, value in enumerate(values):
        table.do(kind="table_points", seat=seat, vp=value)
    return game.result(table.state)


@pytest.mark.rule("BHC-2.1-12", "BHC-6-1", "BHC-4-1", "BHC-4-3", "BHC-2.1-7", "BHC-2.1-15")
def test_surviving_the_last_round_is_a_good_end(table):
    last_round(table).next()
    assert table.state["ending"] == ["rounds"]
    assert table.view["lights"]["0"] == "win"
    assert table.view["ending"]["positive"]


@pytest.mark.rule("BHC-2.1-13", "BHC-6-2")
def test_fifteen_working_modules_end_the_game_and_fourteen_do_not(new_table):
    assert modules(new_table(), 14).next().state["stage"] == "play"
    assert modules(new_table(), 15).next().state["ending"] == ["modules"]


@pytest.mark.rule("BHC-2.1-13")
def test_modules_in_construction_and_the_arc_do_not_count(table):
    modules(table, 15)
    colony = table.state["colony"]
    progress, rate = list(colony["progress"]), list(colony["rate"])
    progress[table.state["pool"][0]], rate[table.state["pool"][0]] = 40, 32
    table.change(progress=progress, rate=rate).next()
    assert table.state["stage"] == "play"


@pytest.mark.rule("BHC-2.1-14", "BHC-6-3")
def test_fifteen_thousand_inhabitants_end_the_game(new_table):
    few, many = (modules(new_table(), 14).change(pop=[count, 10, 10, 10, 10]) for count in (11_000, 14_950))
    assert few.next().state["stage"] == "play"
    many.change(h=900, s=900, t=900, boost=300).next()
    assert many.state["ending"] == ["population"]


@pytest.mark.rule("BHC-2.1-14", "BHC-6-3")
@pytest.mark.parametrize(("colonists", "ending"), [(14_959, []), (14_960, ["population"])])
def test_exactly_fifteen_thousand_are_enough(table, colonists, ending):
    table.change(pop=[colonists, 10, 10, 10, 10])
    assert endings.find(table.state) == ending


@pytest.mark.rule("BHC-2.1-13")
def test_a_damaged_module_does_not_count_until_it_is_rebuilt(table):
    modules(table, 15)
    colony, unit = table.state["colony"], table.state["pool"][0]
    progress, rate, damaged = list(colony["progress"]), list(colony["rate"]), list(colony["damaged"])
    progress[unit], rate[unit], damaged[unit] = 60, 32, 1
    table.change(progress=progress, rate=rate, damaged=damaged).next()
    assert table.view["tabs"]["economy"]["fully_built"] == 14
    assert table.state["stage"] == "play"


@pytest.mark.rule("BHC-2.1-16", "BHC-6-6", "BHC-5.5.1-9", "BHC-2.1-19")
def test_the_third_stage_of_a_riot_is_the_end(table):
    table.change(riot=2, h=0, s=0, pop=[4000, 0, 0, 0, 0]).next()
    assert table.state["ending"] == ["riot"]
    result = game.result(table.state)
    assert (result["positive"], result["winners"]) == (False, [])
    assert table.view["lights"]["0"] == "lose"
    assert table.refusal(kind="phase").code == "game_over"


@pytest.mark.rule("BHC-2.1-17", "BHC-6-7", "BHC-5.5.2-4")
def test_the_third_dependence_is_the_end_and_a_removed_one_does_not_count(new_table):
    assert new_table().change(td=2, stock=-60).next().state["ending"] == ["dependence"]
    spared = new_table().change(td=2, stock=-60).phase(4).tap("ambassador", "manager/3").next()
    assert spared.state["stage"] == "play"
    assert spared.view["tabs"]["special"]["td"]["count"] == 2


@pytest.mark.rule("BHC-2.1-18", "BHC-6-8")
def test_an_empty_colony_is_the_end(table):
    table.change(h=60, s=210, t=60, pop=[5, 0, 0, 0, 0], boost=-200).next()
    assert table.state["ending"] == ["depopulation"]


@pytest.mark.rule("BHC-2.1-19", "BHC-6-9")
def test_a_bad_end_beats_a_good_one(table):
    last_round(table).change(td=2, stock=-80).next()
    assert table.state["ending"] == ["dependence"]


@pytest.mark.rule("BHC-6-9")
def test_the_decrees_of_an_early_end_still_count(table):
    modules(table, 15).phase(6).tap("decree/5", "manager/8")
    desk = table.state["desk"]
    managers = [dict(m, support=90 if m["manager"] == 8 else 0) for m in desk["managers"]]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    table.next()
    assert table.state["stage"] == "points"
    assert table.view["points"][1]["app"]["green_decrees"] == 1
    assert table.desk[1]["support"] > 90


@pytest.mark.rule("BHC-6-9")
def test_after_an_early_end_nothing_is_carried_out_at_the_table(new_table):
    for count, at_the_table in ((14, True), (15, False)):
        table = modules(new_table(), count).phase(6).tap("directive/8", "manager/8").next()
        shown = [line["text"] for screen in table.view["summary"] for line in screen["lines"]]
        assert any("Freight Monopoly" in text for text in shown)
        assert any(text.startswith("At the table: The owner gains") for text in shown) == at_the_table


# -- points --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-6.1-1", "BHC-6.1-2", "BHC-6.1-3", "BHC-6.1-5", "BHC-6.1-6", "BHC-6-4", "BHC-2.4-5", "BHC-4.5-9")
def test_the_companion_counts_its_points_by_source(table):
    table.build(6, 8).next().phase(4).tap("ambassador", "manager/8")
    last_round(table).next()
    assert table.view["points"][1]["app"] == {
        "modules": 2,
        "green_decrees": 0,
        "ambassador": 2,
        "order_of_command": 5,
        "presidency": 20,
    }
    assert table.view["points"][0]["app"]["presidency"] == 0


@pytest.mark.rule("BHC-2.4-5")
def test_equal_support_goes_to_the_higher_order_of_command(table):
    last_round(table).next()
    assert endings.president(table.state) == 0  # Athena Gore, number 9


@pytest.mark.rule("BHC-6.1-1", "BHC-6.1-10", "BHC-2.1-2", "BHC-6-5")
def test_table_points_are_asked_for_and_decide_with_the_rest(table):
    last_round(table).next()
    assert game.result(table.state) is None
    assert [field["label"] for field in table.view["dialog"]["fields"]] == ["Athena Gore", "Mac McCain", "Art Chen"]
    result = points(table, 0, 40, 3)
    assert result["seats"][1]["total"] == 5 + 40
    assert (result["winners"], result["president"]) == ([1], 0)


@pytest.mark.rule("BHC-6.1-10")
def test_a_tie_is_a_shared_victory(table):
    last_round(table).next()
    assert points(table, -4, 20, 0)["winners"] == [0, 1]


def test_table_points_are_checked(table):
    assert table.refusal(kind="table_points", seat=0, vp=1).code == "not_now"
    last_round(table).next()
    assert table.refusal(kind="table_points", seat=7, vp=1).code == "unknown_seat"
    assert table.refusal(kind="table_points", seat=0, vp="12").code == "bad_points"
    assert table.refusal(kind="table_points", seat=0, vp=True).code == "bad_points"


@pytest.mark.rule(
    "BHC-A2.1-1",
    "BHC-A2.1-2",
    "BHC-A2.2-7",
    "BHC-A2.2-8",
    "BHC-A2.2-10",
    "BHC-A2.2-12",
    "BHC-A2.2-15",
    "BHC-A2.2-16",
    "BHC-2.1-3",
)
def test_coop_adds_everything_up_against_the_planet(new_table):
    table = new_table(mode="coop")
    table.build(6, 8)
    last_round(table).next()
    assert set(table.view["points"][0]["app"]) == {"modules", "green_decrees", "ambassador"}
    planet = content.get()["planet"]["trappist-1-e"]["vp"]
    enough = -20 - planet  # with the Rounds it outweighs the planet
    result = points(table, enough + 1, 0, -3)
    assert result["common"] == {"rounds": 20, "loans": 0, "riot_rounds": 0, "planet": planet}
    assert (result["total"], result["won"]) == (20 + planet + enough + 2 - 2, False)
    again = new_table(mode="coop")
    last_round(again).next()
    assert points(again, enough + 1, 0, 0)["won"]
    assert game.result(again.state)["winners"] == [0, 1, 2]


@pytest.mark.rule("BHC-A2.2-12")
def test_only_rounds_that_were_played_count_in_coop(new_table):
    table = new_table(mode="coop").next()
    modules(table, 15).next()
    assert table.state["ending"] == ["modules"]
    assert points(table, 0, 0, 0)["common"]["rounds"] == 2


@pytest.mark.rule("BHC-A2.2-13", "BHC-A2.2-14")
def test_loans_and_riots_cost_ten_points_each_in_coop(new_table):
    table = new_table(mode="coop")
    table.change(stock=-60).next()
    table.change(stock=300, td=0, riot=1, h=0, s=0, pop=[4000, 0, 0, 300, 0]).next()
    riots = table.state["riot_rounds"]
    last_round(table).change(td=0).next()
    assert table.view["ending"]["positive"]
    common = points(table, 0, 0, 0)["common"]
    assert (common["loans"], common["riot_rounds"]) == (-10, -10 * riots)
    assert riots == 1


@pytest.mark.rule("BHC-A2.2-14")
def test_a_riot_of_two_rounds_costs_twenty_and_one_that_begins_with_the_end_nothing(new_table):
    table = new_table(mode="coop")
    grim = {"h": 0, "s": 0, "pop": [6000, 0, 0, 0, 0], "stock": 300, "td": 0}
    table.change(**grim).next()  # shown red: no RIOT yet
    assert table.change(**grim).next().view["tabs"]["special"]["riot"]["stage"] == 1
    assert table.change(**grim).next().view["tabs"]["special"]["riot"]["stage"] == 2
    sound(table).change(riot=2).next()  # pacified
    assert table.state["colony"]["riot"] == 0
    table.state = dict(table.state, round=20)
    table.change(**grim).change(red=1).next()
    assert table.state["colony"]["riot"] == 1
    assert points(table, 0, 0, 0)["common"]["riot_rounds"] == -20

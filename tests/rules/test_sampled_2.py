"""Statements whose tests a sample (docs/rules/sample-2026-11-30.md) found too weak, at companion level."""

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content.box import get as box
from shared_rules.beyond_humanity.rules import settlement
from shared_rules.beyond_humanity.rules.start import no_roll

GROUPS = ["Colonists", "SecForce", "Scientists", "Marines", "Prisoners"]
SOUND = {"h": 650, "s": 650, "t": 650, "stock": 200, "td": 0, "riot": 0, "red": 0}
WITH_STOCK = [card for card in content.get()["decrees"] if any(effect[0] == "stock" for effect in card["app"])]


def after_vote(table, number, favour):
    """(Colony after the Decree of Mac McCain, whether it passed); `favour`: the Manager with all the Support."""
    table.phase(6).tap(f"decree/{number}", "manager/8").change(**SOUND)
    desk = table.state["desk"]
    managers = [dict(m, support=90 if m["manager"] == favour else 0) for m in desk["managers"]]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    state, (result,), _ = settlement._vote(table.state)
    return state["colony"], result["passed"]


@pytest.mark.rule("BHC-4.6-8", "BHC-4.8-2", "BHC-5.4.1-5")
@pytest.mark.parametrize("card", WITH_STOCK, ids=lambda card: card["title"])
def test_the_content_of_a_decree_works_if_it_passed_and_only_then(new_table, card):
    passed, was_passed = after_vote(new_table(), card["number"], favour=8)
    rejected, was_rejected = after_vote(new_table(), card["number"], favour=3)
    amount = sum(effect[1] for effect in card["app"] if effect[0] == "stock")
    assert passed["stock"] == SOUND["stock"] + amount
    if was_passed and not was_rejected:
        assert rejected == dict(rejected, **SOUND)
    assert was_passed


@pytest.mark.rule("BHC-4.6-8")
def test_some_of_them_can_be_rejected(new_table):
    assert [after_vote(new_table(), card["number"], favour=3)[1] for card in WITH_STOCK].count(False) >= 3


@pytest.mark.rule("BHC-5.1-13")
@pytest.mark.parametrize("name", ["h", "s", "t"])
def test_occurrences_are_drawn_by_the_statuses_of_the_colony(table, name):
    place = "hst".index(name)
    bands = [
        settlement.scene_of(table.change(**{name: points}).state)["bands"][place] for points in (50, 300, 500, 900)
    ]
    assert bands == [3, 2, 1, 0]


@pytest.mark.rule("BHC-5.3-1")
@pytest.mark.parametrize("people", [[0, 0, 0, 0, 0], [1, 0, 2, 0, 1], [300, 1, 0, 1, 0]])
def test_groups_from_which_everybody_leaves_end_at_nobody(table, people):
    # Given a Colony in which nobody wants to live
    table.change(h=0, s=0, t=0, boost=-900, pop=people)
    planet = dict(table.state["world"]["colony"], h=0, s=0, t=0, immigration=0, hazard=0)
    colony = table.state["colony"]
    for _ in range(3):
        colony, report = model.month(model.Ints, content.get()["tables"], planet, colony, no_roll(), [0] * 33)
        assert report["factor"] < 0
        assert min(colony["pop"]) >= 0
    assert sum(colony["pop"]) < max(1, sum(people))


@pytest.mark.rule("BHC-5.3.3-4", "BHC-5.3-1")
def test_the_population_tab_names_each_group_with_its_number_of_the_last_settlement(table):
    settled = table.change(**SOUND, pop=[4000, 410, 320, 130, 40]).next().state["colony"]["pop"]
    assert len(set(settled)) == 5  # so that none can stand for another
    for _ in range(5):
        tab = table.view["tabs"]["population"]
        assert [(group["label"], group["count"]) for group in tab["groups"]] == list(zip(GROUPS, settled, strict=True))
        if table.state["phase"] == 3:
            table.tap("manager/8")
        table.do(kind="phase")
    assert table.view["phase"] == 6


@pytest.mark.rule("BHC-5.7.2-1")
@pytest.mark.parametrize("scenario", box()["scenarios"], ids=lambda entry: entry["id"])
def test_the_counter_shows_the_total_of_a_scenario(scenario):
    options = {"mode": "coop", "managers": [3, 8, 5], "planet": "trappist-1-e", "scenario": scenario["id"]}
    view = game.view(game.setup(options, 7), "table")
    own = [rule[1] for rule in scenario["rules"] if rule[0] == "rounds"]
    assert (view["round"], view["rounds"]) == (1, own[0] if own else 20)


def test_one_scenario_at_least_has_its_own_total():
    assert [rule for entry in box()["scenarios"] for rule in entry["rules"] if rule[0] == "rounds"]

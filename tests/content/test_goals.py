"""Goals on the state at the end: levels, misses, the Manager's own things, and those of all Managers together."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.beyond_humanity import goals
from shared_rules.beyond_humanity.content import box as host_content
from shared_rules.engine.reasons import RulesBug

EVERYTHING = {
    scope: {measure: 0 for measure in measures if not measure.startswith(goals.BUILT)}
    for scope, measures in goals.MEASURES.items()
}


def facts(managers=3, **changes):
    """End-of-game facts; changes are scope__measure=value."""
    made = {"managers": managers} | {scope: dict(measures) for scope, measures in EVERYTHING.items()}
    for name, value in changes.items():
        scope, _, measure = name.partition("__")
        made[scope][measure] = value
    return made


def goal(box, name):
    return next(goal for cards in box["goals"].values() for goal in cards if goal["name"] == name)


@pytest.mark.rule("BHC-A3.2-2")
@pytest.mark.parametrize(
    ("managers", "credits_cr", "level"), [(3, 24, 2), (3, 23, 1), (3, 15, 1), (3, 14, 0), (5, 39, 1)]
)
def test_millionaires_in_charge_asks_for_credits_by_the_number_of_managers(box, managers, credits_cr, level):
    card = goal(box, "Millionaires in Charge")
    vp, reached = goals.evaluate(card, facts(managers, team__cr=credits_cr))
    assert reached == level
    assert vp == [-card["miss"], card["levels"][0]["vp"], card["levels"][1]["vp"]][level]


@pytest.mark.rule("BHC-A2.2-4", "BHC-2.2-5")
def test_only_the_highest_level_counts_and_a_miss_costs_points(box):
    card = goal(box, "Thriving City")
    assert goals.evaluate(card, facts(colony__population=9000)) == (20, 2)
    assert goals.evaluate(card, facts(colony__population=5000)) == (8, 1)
    assert goals.evaluate(card, facts(colony__population=4499)) == (-8, 0)


@pytest.mark.rule("BHC-1.1-13")
def test_a_blue_goal_is_met_or_missed_by_its_holder(box):
    card = goal(box, "Treasure Chest")
    assert goals.evaluate(card, facts(own__cr=8)) == (10, 1)
    assert goals.evaluate(card, facts(own__cr=7, team__cr=40)) == (-3, 0)


def test_all_conditions_of_a_level_must_hold(box):
    card = goal(box, "Law and Measure")
    met = facts(own__directive=1)
    met["colony"]["built/prison_dome"] = 1
    assert goals.evaluate(card, met)[1] == 1
    met["colony"]["built/prison_dome"] = 0
    assert goals.evaluate(card, met)[1] == 0


def test_a_fact_that_is_missing_is_our_mistake(box):
    bare = facts()
    del bare["own"]["cr"]
    with pytest.raises(RulesBug, match="own cr"):
        goals.evaluate(goal(box, "Treasure Chest"), bare)


GOALS = [goal for cards in host_content.get()["goals"].values() for goal in cards]


@given(goal=st.sampled_from(GOALS), managers=st.integers(2, 5), data=st.data())
def test_each_goal_gives_one_of_its_results(goal, managers, data):
    made = facts(managers)
    for scope, measures in EVERYTHING.items():
        for measure in measures:
            made[scope][measure] = data.draw(st.integers(0, 40), label=f"{scope} {measure}")
    vp, level = goals.evaluate(goal, made)
    assert vp == (goal["levels"][level - 1]["vp"] if level else -goal["miss"])


@pytest.mark.rule("BHC-2.2-1")
def test_the_text_of_a_goal_names_every_result(box):
    for card in [card for cards in box["goals"].values() for card in cards]:
        for level in card["levels"]:
            assert f"+{level['vp']} VP." in card["words"]
        assert card["words"].endswith(f"Otherwise: −{card['miss']} VP.")
    assert goal(box, "Open Questions")["words"] == (
        "At the end the Colony has at least 400 Scientists and at least 1 Module “Laboratory”: +18 VP. "
        "Otherwise: −4 VP."
    )


def test_numbers_and_names_of_a_goal_read_as_on_the_screens(box):
    texts = [card["words"] for cards in box["goals"].values() for card in cards]
    assert any("at least 1 Module “Cryogenic Cubes”" in text for text in texts)
    assert any("at least 7,000 inhabitants" in text for text in texts)
    assert not [text for text in texts if re.search(r"\d{4}", text)]


def implied(weaker, stronger):
    """Whether a condition holds wherever another one does."""
    scope, measure, op, number, each = weaker
    if [scope, measure, each] == [stronger[0], stronger[1], stronger[4]]:
        more = stronger[3] - number
        return {">=": more >= 0 and stronger[2] != "<=", "<=": more <= 0 and stronger[2] != ">=", "=": not more}[op]
    return weaker[1:4] == ["crowded", "=", 0] and stronger[1:3] == ["free_beds", ">="]  # free beds: not Overcrowded


@pytest.mark.rule("BHC-A2.2-4")
def test_the_upper_result_of_a_yellow_goal_includes_the_lower_one(box):
    for card in box["goals"]["yellow"]:
        lower, upper = card["levels"]
        assert lower["vp"] < upper["vp"]
        for weaker in lower["when"]:
            assert any(implied(weaker, stronger) for stronger in upper["when"]), card["name"]

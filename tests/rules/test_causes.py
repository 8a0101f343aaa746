"""The summary says why statuses moved: causes that lie open, and nothing that tells an exact value."""

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.rules import causes

QUIET = {"title": "Calm", "hst": [0, 0, 0]}


def why(table, results=(), occurrence=QUIET):
    return dict(causes.rows(table.state, list(results), occurrence))


@pytest.mark.rule("BHC-5.1-8")
def test_modules_at_work_are_named(table) -> None:
    progress = [0] * 33
    progress[7] = progress[1] = model.FULL
    table.change(progress=progress)
    assert why(table)["Happiness"] == "Up: Community Dome. Down: Industrial Dome."


@pytest.mark.rule("BHC-5.1-8")
def test_missing_resources_and_overcrowding_are_named(table) -> None:
    table.state["report"] = dict(table.state["report"], imported=[3, 0, 0, 0], crowded=1)
    assert "missing Power and Overcrowded" in why(table)["Security"]
    assert "missing Power" not in why(table)["Happiness"]  # people do not mind what only machines lack
    assert "Overcrowded" in why(table)["Happiness"]


@pytest.mark.rule("BHC-5.1-8")
def test_cards_that_passed_and_the_occurrence_are_named(table) -> None:
    passed = {"kind": "decree", "number": 1, "passed": True}
    rejected = {"kind": "decree", "number": 2, "passed": False}
    words = why(table, [passed, rejected], {"title": "A feast", "hst": [2, 0, -1]})
    assert "Up: “A feast”" in words["Happiness"]
    assert "Down: “A feast”" in words["Technical"]
    assert sum(sentence.count("“") for sentence in words.values()) == 2 + sum(
        1 for level in causes.content.get()["decree"][1]["hst"] if level
    )


@pytest.mark.rule("BHC-5.1-11")
def test_the_words_are_the_same_whatever_the_exact_statuses_are(table) -> None:
    said = {str(why(table.change(h=h, s=s, t=t))) for h, s, t in ((0, 1000, 500), (999, 3, 7), (450, 401, 599))}
    assert len(said) == 1


def test_the_planet_is_named_where_the_word_became_worse(table) -> None:
    table.state["last"] = dict(table.state["colony"], h=700, s=700, t=700)
    table.change(h=590, s=690, t=600)
    words = why(table)
    assert "Down: life on a strange planet." in words["Happiness"]
    assert "strange planet" not in words["Security"] + words["Technical"]


@pytest.mark.rule("BHC-A4.1-9")
def test_a_scenario_that_lowers_a_status_every_month_is_named() -> None:
    state = game.setup({"mode": "coop", "managers": [3, 8], "scenario": "grey_fleet"}, 1)
    assert "the scenario" in dict(causes.rows(state, [], QUIET))["Happiness"]


def test_the_summary_shows_them_when_the_round_opens(table) -> None:
    table.next()
    screen = table.view["summary"][0]
    assert screen["id"] == "status"
    assert [row["label"] for row in screen["rows"]] == ["Happiness", "Security", "Technical"]
    assert all(row["value"].endswith(".") for row in screen["rows"])

"""The summary says who came, left and died; a large loss stands first, with its reasons in public words."""

import pytest

from shared_rules.beyond_humanity import words


@pytest.fixture
def unloved(table):
    """A month in which 1,118 of 1,578 people go away."""
    table.next()
    last = dict(table.state["last"], pop=[1200, 100, 200, 50, 28], riot=0)
    report = dict(table.state["report"], arrivals=[-853, -66, -137, -40, -22], shot=0, dead=0, crowded=0)
    table.state = dict(table.state, last=last, last_report=dict(table.state["report"], crowded=1), report=report)
    return table.change(pop=[347, 34, 63, 10, 6], h=150, s=300, t=650)


def lines(table, name):
    screen = next(screen for screen in table.view["summary"] if screen["id"] == name)
    return [line["text"] for line in screen["lines"]]


@pytest.mark.rule("BHC-4.1-4", "BHC-5.3.2-7")
def test_a_large_loss_leads_the_summary_with_its_reasons_the_worst_first(unloved):
    assert unloved.view["summary"][0]["id"] == "status"
    assert lines(unloved, "status")[:2] == [
        "The Colony shrank from 1,578 to 460 inhabitants.",
        "1,118 people left: nobody wants to live here (Happiness Critical, Security Alarming, Overcrowded).",
    ]
    assert lines(unloved, "economy")[-1] == "People: 1,118 left."


def test_the_dead_stand_apart_from_those_who_left(unloved):
    report = dict(unloved.state["report"], dead=5, arrivals=[-848, -66, -137, -40, -22])
    unloved.state = dict(unloved.state, report=report)
    assert "5 people died." in lines(unloved, "status")
    assert "People: 1,113 left and 5 died." in lines(unloved, "economy")


def test_a_small_loss_stands_with_the_economy_alone(unloved):
    unloved.state = dict(unloved.state, last=dict(unloved.state["last"], pop=[350, 34, 63, 10, 6]))
    unloved.state = dict(unloved.state, report=dict(unloved.state["report"], arrivals=[-7, 2, 2, -4, 4]))
    assert not any("shrank" in line or "left" in line for line in lines(unloved, "status"))
    assert lines(unloved, "economy")[-1] == "People: 8 arrived and 11 left."


@pytest.mark.rule("BHC-5.1-11")
def test_the_reasons_are_the_same_whatever_the_exact_statuses_are(unloved):
    said = {str(unloved.change(h=h, s=s, t=t).view["summary"]) for h, s, t in ((0, 200, 600), (199, 399, 1000))}
    assert len(said) == 1


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (999, "999"), (4000, "4,000"), (1234567, "1,234,567")])
def test_numbers_are_grouped_as_on_the_screens(number, text):
    assert words.grouped(number) == text
    assert words.grouped(-number) == ("\u2212" + text if number else "0")


def test_where_more_died_than_left_nobody_is_said_to_flee(unloved):
    report = dict(unloved.state["report"], dead=1000, arrivals=[-58, -20, -20, -10, -10])
    unloved.state = dict(unloved.state, report=report, last=dict(unloved.state["last"], riot=1))
    assert lines(unloved, "status")[1:3] == ["118 people left.", "1,000 people died."]
    unloved.state = dict(unloved.state, report=dict(report, dead=0, arrivals=[-853, -66, -137, -40, -22]))
    assert lines(unloved, "status")[1].endswith("Overcrowded, RIOT).")

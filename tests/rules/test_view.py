"""The view: a sample for the pages, and the proof that nothing hidden leaves by it."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared_rules.beyond_humanity import game, words
from shared_rules.catalog import LIGHTS
from shared_rules.engine.canonical import canonical
from shared_rules.engine.reasons import Refusal

SAMPLE = Path(__file__).with_name("sample_view.json")


def sample(new_table):
    """A lively moment of Round 3: a Module in construction, one waiting, a card read."""
    table = new_table()
    table.tap("manager/3").build(6, 8).next()
    table.phase(4).build(3, 3).build(7, 5).phase(6).tap("decree/2", "manager/8", "decree/34", "manager/3").next()
    table.do(kind="topology", edges=[[0, 1, 6, 2], [6, 0, 3, 1], [0, 2, 7, 0]])
    return table.phase(5).do(kind="attach", unit=15).view


def test_the_sample_view_is_current(new_table):
    made = json.dumps(sample(new_table), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if not SAMPLE.exists() or SAMPLE.read_text(encoding="utf-8") != made:
        SAMPLE.write_text(made, encoding="utf-8")
        raise AssertionError("sample_view.json was out of date and has been written anew: look at it and commit it")


# -- nothing hidden leaves -----------------------------------------------------------------------------------------


def band_of(value):
    low, high = next(
        (low, high) for low, high in ((0, 199), (200, 399), (400, 599), (600, 1000)) if low <= value <= high
    )
    return st.integers(low, high)


def all_views(state):
    seats = range(len(state["desk"]["managers"]))
    return canonical([game.view(state, audience) for audience in ["table", *(f"seat:{seat}" for seat in seats)]])


def moments(new_table):
    """States in which every part of the view has something to show."""
    table = new_table()
    yield table.tap("manager/3").state
    yield table.build(6, 8).state
    yield table.next().state
    yield table.phase(6).tap("decree/2").state
    yield table.tap("manager/8", "governor").state
    yield table.do(kind="answer", choice="no").do(kind="next").state
    table.state = dict(table.state, round=20, asked=None)
    yield table.change(stock=300, td=0).next().state


@pytest.mark.rule("BHC-5.1-11", "BHC-5.3.2-1", "BHC-2.4-8", "BHC-5.3.1-1", "BHC-4.7.2-3")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_hidden_values_leave_no_trace_in_any_view(new_table, data):
    """Change what is hidden within what may be seen of it: every byte of every view stays the same."""
    for state in moments(new_table):
        colony = {name: data.draw(band_of(state["colony"][name])) for name in ("h", "s", "t")}
        colony.update(boost=data.draw(st.integers(-90, 90)), red=data.draw(st.integers(0, 1)))
        colony.update(group_boost=data.draw(st.lists(st.integers(-90, 90), min_size=5, max_size=5)))
        colony.update(age=data.draw(st.lists(st.integers(0, 9), min_size=33, max_size=33)))
        report = dict(state["report"], factor=data.draw(st.integers(-300, 300)))
        report["arrivals"] = [value * 3 + 1 if value > 0 else value for value in report["arrivals"]]
        more = data.draw(st.integers(0, 40))
        managers = [dict(m, support=m["support"] + more) for m in state["desk"]["managers"]]
        chance = data.draw(st.lists(st.integers(0, 65535), min_size=4, max_size=4))
        other = dict(state, chance=chance, report=report, colony=dict(state["colony"], **colony))
        other["desk"] = dict(state["desk"], managers=managers)
        assert all_views(other) == all_views(state)


def walk(value, path=""):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from walk(item, f"{path}/{key}")
    elif isinstance(value, list):
        for item in value:
            yield from walk(item, path)
    else:
        yield path, value


def test_no_part_of_the_view_is_named_after_something_hidden(new_table):
    for state in moments(new_table):
        for path, _ in walk(game.view(state, "table")):
            for word in ("/support", "/chance", "/seed", "/factor", "/arrivals", "/boost", "/age", "/h", "/s", "/t"):
                assert not path.endswith(word), path


@pytest.mark.rule("BHC-5.1-1", "BHC-5.1-10", "BHC-5.1-11", "BHC-5.1-12", "BHC-5.5.1-2")
@pytest.mark.parametrize(
    ("value", "word", "colour"),
    [(1000, "Good", "green"), (600, "Good", "green"), (599, "Poor", "yellow"), (400, "Poor", "yellow"),
     (399, "Alarming", "orange"), (200, "Alarming", "orange"), (199, "Critical", "red"), (0, "Critical", "red")],
)  # fmt: skip
def test_statuses_are_words_with_colours_now_and_last(table, value, word, colour):
    table.next().change(h=value)
    table.state = dict(table.state, last=dict(table.state["last"], h=300))
    row = table.view["tabs"]["status"]["rows"][0]
    assert row == {"id": "happiness", "label": "Happiness", "now": {"word": word, "colour": colour},
                   "last": {"word": "Alarming", "colour": "orange"}}  # fmt: skip


@pytest.mark.rule(
    "BHC-5-4", "BHC-5-3", "BHC-2.1-11", "BHC-5.2-10", "BHC-5.2-11", "BHC-5.4.1-6", "BHC-5.4.2-2", "BHC-5.7.1-1"
)
def test_the_five_tabs_show_public_numbers(table):
    tabs = table.build(6, 8).next().view["tabs"]
    assert list(tabs) == ["status", "resources", "population", "special", "economy"]
    power = tabs["resources"]["rows"][0]
    assert (power["now"]["production"], power["now"]["consumption"]) == (12, 0)
    assert power["now"]["balance"]["word"] == "Overproduction"
    assert power["now"]["accumulator"]["word"] == "full"
    assert power["last"] is not None
    assert tabs["economy"]["stock"] == table.state["colony"]["stock"]
    assert tabs["economy"]["above_zero"]
    assert len(tabs["economy"]["queue"]) == 1


@pytest.mark.rule("BHC-5.3.1-1", "BHC-5.3.3-1", "BHC-5.3.3-4", "BHC-5.3-1")
def test_the_population_tab_shows_groups_beds_and_a_trend_of_three(table):
    tab = table.next().view["tabs"]["population"]
    assert tab["total"] == sum(group["count"] for group in tab["groups"])
    assert tab["beds"] == 4000
    assert table.phase(5).build(8, 8).view["tabs"]["population"]["beds"] == 4000
    assert table.next().view["tabs"]["population"]["beds"] == 4000 + 2000 * table.state["colony"]["progress"][8] // 128
    assert 0 < len(tab["trend"]) <= 3
    assert words.trend([5, 9, -3, 9, 0]) == ["SecForce", "Marines", "Colonists"]
    assert words.trend([-5, -9, 0, -1, -2]) == []


@pytest.mark.rule("BHC-5.5-1", "BHC-5.5.1-14", "BHC-5.5.2-5", "BHC-5.5.3-4")
def test_the_special_tab_has_a_word_for_each_emergency(table):
    table.change(riot=1, td=2)
    table.state = dict(table.state, report=dict(table.state["report"], crowded=1))
    tab = table.view["tabs"]["special"]
    assert (tab["riot"]["word"], tab["td"]["count"], tab["overcrowded"]["on"]) == ("RIOT, first stage", 2, True)
    for stage, word in enumerate(("No RIOT", "RIOT, first stage", "RIOT, second stage")):
        riot = table.change(riot=stage).view["tabs"]["special"]["riot"]
        assert (riot["stage"], riot["word"]) == (stage, word)
    for count, word in enumerate(("No Terran Dependence", "One Terran Dependence", "Two Terran Dependences")):
        assert table.change(td=count).view["tabs"]["special"]["td"]["word"] == word
    table.state = dict(table.state, report=dict(table.state["report"], crowded=0))
    assert not table.view["tabs"]["special"]["overcrowded"]["on"]


@pytest.mark.rule("BHC-5.2-11")
@pytest.mark.parametrize(("made", "used", "word"), [(5, 4, "Overproduction"), (4, 5, "Underproduction")])
def test_over_and_underproduction_and_the_fill_of_an_accumulator_are_words(table, made, used, word):
    report = dict(table.state["report"], production=[made] * 4, consumption=[used] * 4, limit=[8] * 4)
    table.state = dict(table.state, report=report)
    for amount, fill in ((8, "full"), (7, "incomplete"), (1, "incomplete"), (0, "empty")):
        row = table.change(acc=[amount] * 4).view["tabs"]["resources"]["rows"][2]["now"]
        assert (row["balance"]["word"], row["accumulator"]["word"]) == (word, fill)


@pytest.mark.rule("BHC-5.4.2-2")
@pytest.mark.parametrize(("stock", "above"), [(5, True), (0, True), (-3, False)])
def test_stock_below_zero_and_the_queue_are_told(table, stock, above):
    tab = table.build(6, 8).build(3, 3).change(stock=stock).view["tabs"]["economy"]
    assert (tab["stock"], tab["above_zero"], len(tab["queue"])) == (stock, above, 2)


def test_a_stranger_sees_nothing(table):
    for audience in ("seat:3", "seat:x", "admin", ""):
        with pytest.raises(Refusal):
            game.view(table.state, audience)


def test_lights_are_patterns_of_the_catalogue(new_table):
    known = {row[0] for row in LIGHTS}
    for state in moments(new_table):
        assert set(game.view(state, "table")["lights"].values()) <= known

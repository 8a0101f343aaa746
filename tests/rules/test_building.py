"""Modules: connecting, submitting, construction, what may not be there (rulebook 4.5, 4.9.2)."""

import pytest


@pytest.mark.rule("BHC-4.5-4", "BHC-4.5-5", "BHC-A1.2-4")
def test_a_connected_module_flashes_green_and_asks_for_its_manager(table):
    table.phase(5).do(kind="attach", unit=6)
    assert table.view["lights"]["6"] == "attached"
    assert (table.view["dialog"]["id"], table.view["dialog"]["title"]) == ("submit", "Storage is connected")
    assert table.view["modules"][6]["state"] == "waiting"


@pytest.mark.rule("BHC-2.5-4")
def test_the_newest_line_never_asks_for_a_token_of_a_module_that_is_gone(table):
    table.phase(5).do(kind="attach", unit=6).do(kind="detach", unit=6)
    assert table.view["events"][0]["text"] == "Storage was taken off again."


@pytest.mark.rule("BHC-4.9.2-10")
def test_a_standing_module_that_came_off_is_told_to_be_back(table):
    table.build(6, 8).do(kind="detach", unit=6)
    assert table.view["events"][0]["tone"] == "bad"
    table.do(kind="attach", unit=6)
    newest = table.view["events"][0]
    assert (newest["text"], newest["tone"]) == ("Storage is connected again.", "good")
    assert table.view["notice"] is None


@pytest.mark.rule("BHC-4.5-9", "BHC-4.5-10", "BHC-4.9.2-5", "BHC-4.9.2-6", "BHC-2.4-2", "BHC-5.4.2-1")
def test_its_managers_token_submits_it(table):
    table.build(6, 8)
    shown = table.view["modules"][6]
    assert (shown["state"], shown["seat"], shown["tier"]) == ("construction", 1, 1)
    assert table.view["lights"]["6"] == "construction"
    assert [module["unit"] for module in table.view["tabs"]["economy"]["queue"]] == [6]
    assert table.desk[1]["support"] > 0
    assert table.view["events"][0]["text"] == "Registered: Mac McCain submits Storage. Construction begins."


@pytest.mark.rule("BHC-4.9-8", "BHC-4.9.2-6", "BHC-4.9.2-1")
def test_when_construction_ends_the_light_is_steady_and_the_queue_empty(table):
    table.build(6, 8)
    for _ in range(9):
        table.change(h=650, s=650, t=650, stock=200, td=0).next()
        if table.view["modules"][6]["state"] == "operational":
            break
    assert table.view["lights"]["6"] == "operational"
    assert table.view["tabs"]["economy"]["queue"] == []
    assert table.view["tabs"]["economy"]["fully_built"] == 1


@pytest.mark.rule("BHC-3.1-5", "BHC-4.9.1-5")
def test_a_module_outside_of_the_pool_is_refused_by_light_and_words(table):
    table.phase(5).do(kind="attach", unit=25)
    assert table.view["lights"]["25"] == "module_refused"
    assert table.view["notice"]["code"] == "module_refused"
    assert "only Giselle Carter or Boris Artyomov would bring it" in table.view["notice"]["text"]
    assert table.view["put_back"] == [table.view["notice"]["text"]]
    assert table.refusal(kind="tap", piece="manager/8").code == "nothing_asked"
    assert table.do(kind="detach", unit=25).view["put_back"] == []


@pytest.mark.rule("BHC-4.9.1-16", "BHC-4.5-1")
def test_modules_wait_for_phase_5(table):
    table.do(kind="attach", unit=6)
    assert table.view["lights"]["6"] == "module_refused"
    table.phase(5)
    assert table.view["lights"]["6"] == "attached"


@pytest.mark.rule("BHC-4.9.1-1")
def test_a_manager_submits_one_module_per_round(table):
    table.build(6, 8).do(kind="attach", unit=3)
    assert table.refusal(kind="tap", piece="manager/8").code == "one_module"
    table.tap("manager/3").next()
    assert table.build(4, 8).desk[1]["modules"] == [6, 4]


def test_next_waits_for_a_module_without_manager(table):
    table.phase(5).do(kind="attach", unit=6).phase(6)
    assert "Storage is connected but not submitted" in table.refusal(kind="next").sentence
    assert table.view["next"] == {"label": "NEXT", "enabled": False, "why_not": table.refusal(kind="next").sentence}


@pytest.mark.rule("BHC-4.9.2-10")
def test_a_module_of_the_colony_that_is_gone_must_come_back(table):
    table.build(6, 8).do(kind="detach", unit=6)
    assert table.view["put_back"] == ["Connect Storage again: a connected Module stays until the end of the game."]
    assert table.view["notice"]["code"] == "module_missing"
    assert table.do(kind="attach", unit=6).view["put_back"] == []
    assert table.view["modules"][6]["state"] == "construction"


@pytest.mark.rule("BHC-5.6.1-5", "BHC-5.6.1-6", "BHC-5.6.1-10", "BHC-4.1-4", "BHC-5.7.1-1")
def test_a_damaged_module_flashes_red_and_is_in_the_queue(table):
    table.build(3, 3)
    colony = table.state["colony"]
    progress, rate = list(colony["progress"]), list(colony["rate"])
    progress[3], rate[3] = 128, 0
    for seed in range(200):  # look for a month in which chance strikes
        table.state = dict(table.state, chance=[seed, 5, 9, 1])
        table.change(progress=progress, rate=rate, t=20, h=650, s=650)
        after = type(table).next(_copy(table))
        if after.state["report"]["struck"]:
            break
    assert after.view["lights"]["3"] == "catastrophe"
    assert [module["state"] for module in after.view["tabs"]["economy"]["queue"]] == ["rebuilding"]
    assert "Damaged: Solar Power Plant (no. 3)." in str(after.view["summary"][0]["lines"])
    assert after.view["tabs"]["special"]["catastrophe"]["colour"] == "red"
    assert after.view["tabs"]["special"]["catastrophe"]["modules"] == ["Solar Power Plant (no. 3)"]


def _copy(table):
    made = object.__new__(type(table))
    made.state = table.state
    return made


@pytest.mark.rule("BHC-4.9-1")
def test_corridors_are_kept_as_sensed(table):
    table.do(kind="topology", edges=[[6, 2, 3, 1], [0, 1, 6, 0]])
    assert table.view["corridors"] == [[0, 1, 6, 0], [6, 2, 3, 1]]
    assert table.refusal(kind="topology", edges=[[0, 1, 99, 0]]).code == "bad_topology"
    assert table.refusal(kind="attach", unit=0).code == "unknown_unit"


@pytest.mark.rule("BHC-4.9.1-3", "BHC-4.9.1-17", "BHC-4.9.1-18", "BHC-A5.2-24", "BHC-1.1-20")
@pytest.mark.parametrize(
    ("seats", "unit", "needed"), [((3, 8, 5), 8, 3), ((3, 8, 5, 1, 2), 2, 4), ((3, 5), 28, 9), ((3, 5, 8, 1), 2, 3)]
)
def test_the_companion_names_the_endorsements_that_a_module_needs(new_table, seats, unit, needed):
    assert new_table(seats).view["modules"][unit]["endorsements"] == needed

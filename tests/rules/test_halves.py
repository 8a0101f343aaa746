"""Clauses that a test of the first half, the first member or the kernel alone leaves open (docs/rules/sample-2.md)."""

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, votes
from shared_rules.beyond_humanity.rules import endings, settlement

SOUND = {"h": 650, "s": 650, "t": 650, "stock": 200, "td": 0, "riot": 0, "red": 0}
GREEN = [card["number"] for card in content.get()["decrees"] if card["colour"] == "green"]


def supported(table, *support):
    """The table with so much Support by seat."""
    desk = table.state["desk"]
    managers = [dict(one, support=points) for one, points in zip(desk["managers"], support, strict=True)]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    return table


@pytest.mark.rule("BHC-4.8.1-4", "BHC-6.1-4")
@pytest.mark.parametrize("mode", ["semi", "coop"])
def test_a_green_decree_gives_a_point_when_it_passed_and_none_when_it_was_rejected(new_table, mode):
    seen = set()
    for number in GREEN[:12]:
        for support, happiness in (((0, 90, 0), 900), ((90, 0, 90), 10)):
            table = new_table(mode=mode).phase(6).tap(f"decree/{number}", "manager/8")
            supported(table, *support).change(**dict(SOUND, h=happiness))
            state, (result,), _ = settlement.settled(table.state)
            assert [seat["greens"] for seat in state["desk"]["managers"]] == [0, int(result["passed"]), 0]
            assert endings.app_points(state, 1)["green_decrees"] == int(result["passed"])
            seen.add(result["passed"])
    assert seen == {True, False}


@pytest.mark.rule("BHC-4.7.2-4", "BHC-2.4-5")
@pytest.mark.parametrize("campaigns", [0, 1])
def test_a_campaign_that_closes_the_gap_turns_the_election_and_helps_ones_decrees(table, campaigns):
    # Given Mac McCain a little ahead of Athena Gore before the end
    supported(table, 10, 13, 0)
    before = [votes.percent([10, 13, 0], 0, "red", 500, dice) for dice in range(votes.DICE)]
    if campaigns:
        table.tap("manager/3")
    now = [seat["support"] for seat in table.desk]
    after = [votes.percent(now, 0, "red", 500, dice) for dice in range(votes.DICE)]
    assert all(new > old for old, new in zip(before, after, strict=True)) == bool(campaigns)
    table.state = dict(table.state, round=20)
    table.change(**SOUND).next()
    elected = [one["app"]["presidency"] for one in table.view["points"]]
    assert elected == ([20, 0, 0] if campaigns else [0, 20, 0])


@pytest.mark.rule("BHC-6-1", "BHC-4-1", "BHC-A4.1-10")
@pytest.mark.parametrize("rounds", [12, 20])
def test_the_last_round_is_that_of_the_scenario(uneventful, rounds):
    table = uneventful(rules=[f"rounds {rounds}"] if rounds != 20 else [])
    for number in range(1, rounds + 1):
        assert (table.state["stage"], table.state["round"]) == ("play", number)
        table.state = dict(table.state, world=dict(table.state["world"], colony=dict(WORLD)))
        table.change(**SOUND, pop=[1500, 60, 50, 50, 0]).next()
    assert table.state["ending"] == ["rounds"]
    assert table.view["ending"]["positive"]


WORLD = {"h": 600, "s": 600, "t": 600, "immigration": 0, "hazard": 0, "production": [3, 3, 3, 3]}


@pytest.mark.rule("BHC-5.4.2-1", "BHC-4.9.2-5")
def test_the_queue_tells_the_progress_of_each_module_in_every_phase(table):
    table.build(6, 8)
    colony = table.state["colony"]
    progress, rate = list(colony["progress"]), list(colony["rate"])
    progress[3], rate[3] = 96, 32
    table.change(progress=progress, rate=rate).next()
    done = table.state["colony"]["progress"]
    expected = {unit: done[unit] * 100 // model.FULL for unit in (3, 6) if done[unit] < model.FULL}
    assert expected
    for _ in range(6):
        shown = {unit["unit"]: unit["percent"] for unit in table.view["tabs"]["economy"]["queue"]}
        assert shown == expected
        assert all(0 < percent < 100 for percent in shown.values())
        if table.state["phase"] < 6:
            table.do(kind="phase")


@pytest.mark.rule("BHC-5.2-10")
def test_the_resources_tab_shows_eight_numbers_each_of_its_own(table):
    report = dict(table.state["report"], production=[11, 12, 13, 14], consumption=[21, 22, 23, 24])
    table.state = dict(table.state, report=report)
    rows = [row["now"] for row in table.view["tabs"]["resources"]["rows"]]
    assert [(row["production"], row["consumption"]) for row in rows] == [(11, 21), (12, 22), (13, 23), (14, 24)]


@pytest.mark.rule("BHC-4.5-1", "BHC-4.9.1-16")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_no_module_is_taken_before_phase_5(table, phase):
    table.next()
    table.state = dict(table.state, phase=phase)
    table.do(kind="attach", unit=6)
    assert table.view["modules"][6]["state"] == "refused"
    assert table.view["notice"]["code"] == "module_refused"
    assert table.view["dialog"] is None


@pytest.mark.rule("BHC-2.5-4", "BHC-2.3-2")
def test_a_token_without_an_action_left_is_told_so(table):
    table.tap("manager/8", "manager/8")
    refusal = table.refusal(kind="tap", piece="manager/8")
    assert (refusal.code, "all 2 actions" in refusal.sentence) == ("no_action_left", True)


# -- content -------------------------------------------------------------------------------------------------------

PRINTED = {  # sockets of tier 1 whose number or kind the annex or a resolution gives
    "hangar": "expedition 2 / research 2",
    "test_chamber": "research",
    "technical_zone": "endorse 2",
    "laboratory": "research / expedition",
    "terran_embassy": "pa 1",
    "consulate": "copy",
    "community_dome": "campaign",
}


@pytest.mark.rule("BHC-A5.3-33", "BHC-A5.3-35", "BHC-A5.3-31", "BHC-A5.3-45", "BHC-A5.3-51", "BHC-A5.3-41")
@pytest.mark.parametrize("kind", PRINTED)
def test_sockets_have_the_number_that_is_given(kind):
    tile = next(one for one in content.get()["modules"] if one["type"] == kind)
    assert tile["tier1"]["socket"] == PRINTED[kind]

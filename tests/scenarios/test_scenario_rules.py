"""Each kind of rule change of a scenario, at the level where it shows (annex 4.1, vocabulary of scenarios.py)."""

import pytest
from scenarios.conftest import next_month

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.referee import proposals
from shared_rules.beyond_humanity.rules import changes, endings
from shared_rules.engine.reasons import Refusal

BOTH = pytest.mark.parametrize("level", ["companion", "referee"])
WORLD = content.get()["planet"]["trappist-1-e"]["colony"]


def refused(state, **action):
    with pytest.raises(Refusal) as caught:
        game.apply(state, action)
    return caught.value.code


@BOTH
@pytest.mark.rule("BHC-A4.1-9")
def test_the_number_of_rounds(begin, level):
    assert game.view(begin("rounds 6", level=level), "table")["rounds"] == 6


@BOTH
@pytest.mark.rule("BHC-A4.1-9", "BHC-2.3-2")
def test_more_or_fewer_regular_actions(begin, level):
    for words, count in (("actions 1", 3), ("actions -1", 1), ("actions -3", 1)):
        state = begin(words, level=level)
        assert [one["actions"] for one in game.view(state, "table")["managers"]] == [count] * 3


@pytest.mark.rule("BHC-A4.1-9", "BHC-2.3-2")
def test_more_actions_are_taken_by_everybody_at_the_screens(begin):
    state, placed = begin("actions 1", level="referee"), 0
    while state["phase"] == 3:
        actions = [one for one in game.legal(state) if one["kind"] != "undo"]
        found = [one for one in actions if one.get("socket") == "arc/0/0" and one["option"] == 0]
        placed += bool(found)
        state = game.apply(state, (found or actions)[0])
    assert placed == 9


@BOTH
def test_what_is_added_at_the_start(begin, level):
    state = begin("colony stock -20", "colony td 1", "population scientists 60", "colony hazard 20",
                  "production power -3", level=level)  # fmt: skip
    assert state["colony"]["stock"] == WORLD["stock"] - 20
    assert state["colony"]["td"] == 1
    assert state["colony"]["pop"][2] == WORLD["population"][2] + 60
    assert state["world"]["colony"]["hazard"] == WORLD["hazard"] + 20
    assert state["world"]["colony"]["production"][0] == WORLD["production"][0] - 3
    assert content.get()["planet"]["trappist-1-e"]["colony"] == WORLD  # the planet itself stays


def test_what_every_manager_begins_with(begin):
    state = begin("start cr 1", "start dec -1", "start tg -1", level="referee")
    for own in state["board"]["seats"].values():
        assert (own["cr"], own["tg"], len(own["hand"])) == (3, 0, 1)
    told = game.view(begin("start cr 1", "start dec -1", "start tg -1"), "table")["put_back"]
    assert told == ["Each Manager begins with 1 Decree card and 3 Credits."]


@BOTH
def test_modules_are_added_to_the_pool_and_taken_out(begin, level):
    usual = set(begin("rounds 6", level=level)["pool"])
    pool = set(begin("add prison_dome", "remove landing_pad", level=level)["pool"])
    known = {tile["type"]: set(tile["units"]) for tile in content.get()["modules"]}
    assert usual - pool == known["landing_pad"]
    assert known["prison_dome"] <= pool


def month_of(begin, *rules, colony=(), **options):
    """(colony before, colony after, report) of a month with nothing done and no Occurrence in the way."""
    state = begin(*rules, **options)
    state = dict(state, colony=dict(state["colony"], **dict(colony)))
    return state["colony"], next_month(state)


@pytest.mark.rule("BHC-A4.1-9")
def test_what_every_month_brings(begin):
    _, usual = month_of(begin, "every 1 quiet_month")
    _, changed = month_of(begin, "every 1 quiet_month", "monthly prisoners 40", "monthly security -6")
    assert changed["colony"]["pop"][4] - usual["colony"]["pop"][4] >= 35
    assert changed["colony"]["s"] < usual["colony"]["s"]
    assert changed["colony"]["t"] == usual["colony"]["t"]
    emptied, _ = month_of(begin, "monthly prisoners -4000")
    assert changes.before_month(begin("monthly prisoners -4000"), emptied)["pop"][4] == 0


def test_an_occurrence_that_comes_every_so_many_rounds(begin):
    state, seen = begin("every 3 quiet_month", seed=8), []
    for _ in range(6):
        state = next_month(state)
        screen = next(one for one in state["summary"] if one["id"] == "occurrence")
        seen.append(screen["title"])
    title = next(one["title"] for one in content.get()["occurrences"] if one["id"] == "quiet_month")
    assert [seen[2], seen[5]] == [title, title]


def test_the_price_of_construction_is_in_the_budget_and_adds_up(begin):
    rate, progress = [0] * 33, [128] + [0] * 32
    rate[3] = rate[7] = 10
    progress[3] = progress[7] = 16
    given = {"rate": rate, "progress": progress}
    _, usual = month_of(begin, "every 1 quiet_month", colony=given)
    _, dear = month_of(begin, "every 1 quiet_month", "construction 9", colony=given)
    assert (usual["report"]["construction"], dear["report"]["construction"]) == (10, 18)
    assert usual["colony"]["stock"] - dear["colony"]["stock"] == 8
    economy = game.view(dear, "table")["tabs"]["economy"]
    assert economy["last_stock"] + sum(row["value"] for row in economy["rows"]) == economy["stock"]
    # a month that this makes too dear is paid by a loan, as if construction had always cost so much
    poor = dict(given, stock=0)
    _, lent = month_of(begin, "every 1 quiet_month", "construction 60", colony=poor)
    assert (lent["report"]["loan"], lent["colony"]["td"]) == (1, 1)


def test_the_price_of_upkeep(begin):
    state = begin("upkeep 2", level="referee")
    assert proposals.upkeep_price(state, 0) == {"cr": 2}
    companion = begin("upkeep 2")
    assert "Upkeep of a proposal is 2 Credits." in game.view(companion, "table")["put_back"]
    companion = next_month(companion)
    upkeep = next(one for one in companion["summary"] if one["id"] == "upkeep")
    assert any("costs its Manager 2 Credits" in line["text"] for line in upkeep["lines"])
    assert "2 Credits" in game.view(game.apply(companion, {"kind": "phase"}), "table")["phase_help"]


@pytest.mark.rule("BHC-A4.1-9")
def test_pieces_that_take_no_part_are_refused_at_a_table(begin):
    state = begin("no campaigns", "no ambassador", "no directives")
    assert refused(state, kind="tap", piece="manager/3") == "no_campaigns"
    state = game.apply(state, {"kind": "phase"})
    assert refused(state, kind="tap", piece="ambassador") == "no_ambassador"
    state = game.apply(game.apply(state, {"kind": "phase"}), {"kind": "phase"})
    assert refused(state, kind="tap", piece="directive/3") == "no_directives"
    told = game.view(begin("no artifacts", "no assistants"), "table")["put_back"]
    assert told == ["The Artifacts take no part.", "The Assistants take no part."]


def played_kinds(state, kinds):
    """Every action of some kinds that a whole game with the first legal choices ever offers."""
    seen = []
    for _ in range(600):
        if state["stage"] != "play":
            break
        actions = [one for one in game.legal(state) if one["kind"] != "undo"]
        seen += [one for one in actions if one["kind"] in kinds]
        state = game.apply(state, actions[len(actions) // 2])
    return seen, state


def test_pieces_that_take_no_part_are_never_offered_at_the_screens(begin):
    rules = (
        "rounds 5",
        "start pa 1",
        "no artifacts",
        "no assistants",
        "no ambassador",
        "no directives",
        "no campaigns",
    )
    state = begin(*rules, level="referee")
    assert (state["board"]["artifacts"], state["board"]["public"], state["board"]["assistants"]) == ([], [], {})
    seen, last = played_kinds(state, ("face", "expedition", "choose", "assistant"))
    assert last["stage"] != "play"
    assert {one["kind"] for one in seen} == {"choose", "assistant"}
    assert not [one for one in seen if str(one.get("card")).startswith("directive")]
    sockets = {one["socket"] for one in seen if one["kind"] == "assistant"}
    assert sockets
    assert all(name.startswith("advisor/") and name != "advisor/ambassador" for name in sockets)
    assert [manager["campaigns"] for manager in last["desk"]["managers"]] == [0, 0, 0]


def test_victory_points_that_count_otherwise(begin):
    state = begin("vp module 3", "vp green 2", "vp round 4")
    managers = [dict(one, modules=[3, 4], greens=1) for one in state["desk"]["managers"]]
    state = dict(state, desk=dict(state["desk"], managers=managers), round=10)
    assert endings.app_points(state, 0) == {"modules": 6, "green_decrees": 2, "ambassador": 0}
    assert endings.common_points(state)["rounds"] == 40


# -- endings -------------------------------------------------------------------------------------------------------


def ends(state, **colony):
    return endings.find(dict(state, colony=dict(state["colony"], **colony)))


@pytest.mark.rule("BHC-A4.1-10")
def test_a_closed_ending_does_not_end_the_game(begin):
    built = {"progress": [128] * 16 + [0] * 17}
    assert ends(begin("closed modules"), **built) == []
    assert ends(begin("closed population"), pop=[15000, 1, 0, 0, 0]) == []
    assert ends(begin("rounds 6"), **built) == ["modules"]


@pytest.mark.rule("BHC-A4.1-10")
def test_other_numbers_win(begin):
    state = begin("win population 9000", "win modules 5")
    assert ends(state, pop=[8999, 0, 0, 0, 0]) == []
    assert ends(state, pop=[9000, 0, 0, 0, 0]) == ["population"]
    assert ends(state, progress=[128] * 6 + [0] * 27) == ["modules"]
    assert game.view(state, "table")["tabs"]["economy"]["needed"] == 5


@pytest.mark.rule("BHC-A4.1-10")
def test_fewer_dependences_are_the_end(begin):
    assert ends(begin("lose td 2"), td=2) == ["dependence"]
    assert ends(begin("rounds 6"), td=2) == []


@pytest.mark.rule("BHC-A4.1-10", "BHC-2.1-7")
def test_when_the_last_round_alone_does_not_save_the_colony(begin):
    state = begin("rounds 6", "closed rounds", "win population 9000")
    last = dict(state, round=6)
    assert ends(state) == []
    assert ends(last) == ["scenario"]
    assert ends(last, pop=[9000, 0, 0, 0, 0]) == ["population"]
    closed = endings.close(last, ["scenario"])
    assert (closed["stage"], game.result(closed)["winners"]) == ("over", [])
    assert game.result(closed)["title"] == "The challenge is lost"

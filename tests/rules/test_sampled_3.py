"""Statements whose tests a second sample (docs/rules/sample-2.md) found too weak, at companion level."""

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content.box import get as box
from shared_rules.beyond_humanity.rules import endings, settlement
from shared_rules.beyond_humanity.tables import ARC_AGE
from shared_rules.engine.reasons import Refusal

SOUND = {"h": 650, "s": 650, "t": 650, "stock": 200, "td": 0, "riot": 0, "red": 0}
STATUSES = ("h", "s", "t")
CARDS = [f"decree/{card['number']}" for card in content.get()["decrees"]]
DIRECTIVES = [card["number"] for card in content.get()["directives"]]
MANAGER = content.get()["manager"]


def screen(table, name):
    return next(one for one in table.view["summary"] if one["id"] == name)


def hidden(state):
    """What only the settlement may move: Colony, Support, points, the Governor's role."""
    desk = state["desk"]
    seats = [{name: value for name, value in seat.items() if name != "card"} for seat in desk["managers"]]
    return state["colony"], seats, desk["governor"], desk["claim"]


# -- pieces --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-1.1-7")
@pytest.mark.parametrize("tier", ["tier1", "tier2"])
def test_each_side_of_the_arc_tile_has_influences_the_large_socket_and_two_others(tier):
    side = content.get()["tile"][0][tier]
    assert all(side[name] > 0 for name in ("power", "life_support", "gas", "liquid"))
    assert side["sockets"].count("large") == 1
    assert len(side["sockets"]) >= 3


@pytest.mark.rule("BHC-1.1-7", "BHC-4.9-8")
def test_the_arc_reaches_its_other_side_and_shines_blue(table):
    age = [ARC_AGE - 1] + [0] * 32
    assert table.view["lights"]["0"] == "operational"
    table.change(**SOUND, age=age).next()
    assert "ARC has reached tier 2" in str(screen(table, "tiers"))
    assert (table.view["modules"][0]["tier"], table.view["lights"]["0"]) == (2, "tier_2")


# -- setup ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-3.3-2")
def test_a_token_that_is_read_again_in_setup_adds_nobody():
    state = game.setup({"mode": "semi", "begin": False}, 1)
    for number in (4, 9):
        state = game.apply(state, {"kind": "tap", "piece": f"manager/{number}"})
        with pytest.raises(Refusal, match="in the game already"):
            game.apply(state, {"kind": "tap", "piece": f"manager/{number}"})
    joined = game.view(state, "table")["setup"]["joined"]
    assert [one["manager"] for one in joined] == [4, 9]


# -- the Round -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.1-1")
def test_next_without_its_confirmation_changes_nothing(table):
    table.tap("manager/8").phase(6).tap("decree/5", "manager/8")
    before = table.state
    table.do(kind="next")
    assert dict(table.state, asked=None) == before
    assert table.do(kind="answer", choice="no").state == before
    assert table.view["undo"] is not None


@pytest.mark.rule("BHC-4.1-14")
@pytest.mark.parametrize("scenario", [None, box()["scenarios"][0]["id"]])
def test_the_upkeep_is_the_last_screen_of_every_round(new_table, scenario):
    table = new_table(mode="coop")
    if scenario:
        options = {"mode": "coop", "managers": [3, 8, 5], "planet": "trappist-1-e", "scenario": scenario}
        table.state = game.setup(options, 7)
    seen = set()
    while True:
        table.change(**SOUND, pop=[1500, 50, 50, 50, 0], age=[ARC_AGE - 1] * 33).next()
        ids = [one["id"] for one in table.view["summary"]]
        if table.state["stage"] != "play":
            break
        assert (ids[-1], ids.count("upkeep")) == ("upkeep", 1)
        assert "Upkeep" in screen(table, "upkeep")["title"]
        seen.update(ids)
    assert table.state["round"] >= 10
    assert "upkeep" not in ids  # no Round follows
    assert seen >= {"support", "tiers"} | ({"scenario"} if scenario else set())


@pytest.mark.rule("BHC-4.5-5")
@pytest.mark.parametrize("phase", [5, 6])
def test_only_a_managers_token_closes_the_question_whose_module_it_is(table, phase):
    table.phase(5).do(kind="attach", unit=6).phase(phase)
    waiting = table.state
    tries = [{"kind": "tap", "piece": piece} for piece in ("ambassador", "governor", "directive/8", *CARDS[:3])]
    tries += [{"kind": "answer", "choice": choice} for choice in ("yes", "no", "cancel", "submit", "manager/8")]
    tries += [{"kind": kind} for kind in ("next", "phase", "undo")] + [{"kind": "claim_governor", "seat": 1}]
    for action in tries:
        table.state = waiting
        try:
            table.do(**action)
        except Refusal:
            assert table.state is waiting
        assert table.view["modules"][6]["state"] == "waiting", action
        if not table.state["desk"]["pending"]:  # a card in phase 6 asks first
            assert table.view["dialog"]["id"] == "submit", action
        assert table.state["desk"]["managers"][1]["modules"] == []
    table.state = waiting
    table.tap("manager/8")
    assert table.view["dialog"] is None
    assert table.view["modules"][6]["state"] == "construction"


@pytest.mark.rule("BHC-4.6-7")
@pytest.mark.parametrize("number", DIRECTIVES)
def test_an_introduced_directive_moves_nothing_before_next(new_table, number):
    table = new_table((number, number % 9 + 1)).change(**dict(SOUND, riot=1)).phase(6)
    before = hidden(table.state)
    table.tap(f"directive/{number}", f"manager/{number}")
    assert hidden(table.state) == before


@pytest.mark.rule("BHC-4.6-7", "BHC-4.6-8")
def test_no_introduced_decree_moves_anything_before_next(table):
    start = table.change(**dict(SOUND, riot=1)).phase(6).state
    for card in CARDS:
        table.state = start
        table.tap(card, "manager/8")
        assert hidden(table.state) == hidden(start), card


@pytest.mark.rule("BHC-4.8-6")
@pytest.mark.parametrize("phase", [1, 2])
def test_no_decree_is_read_before_the_actions_of_a_round(table, phase):
    assert table.next().phase(phase).state["phase"] == phase
    assert table.refusal(kind="tap", piece="decree/3").code == "wrong_phase"
    assert table.state["desk"]["cards"] == []


@pytest.mark.rule("BHC-4.8.2-3")
@pytest.mark.parametrize("number", DIRECTIVES)
def test_a_directive_passes_against_every_mood_and_earns_nothing(new_table, number):
    # Given a Manager without Support before unhappy Citizens
    table = new_table((number, number % 9 + 1)).phase(6).tap(f"directive/{number}", f"manager/{number}")
    desk = table.state["desk"]
    managers = [dict(desk["managers"][0], support=0), dict(desk["managers"][1], support=90)]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    table.change(**dict(SOUND, h=10)).next()
    assert "passes without a vote" in str(screen(table, "decrees"))
    assert (table.desk[0]["support"], table.desk[0]["greens"]) == (0, 0)


# -- Support -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.7.2-1")
@pytest.mark.parametrize("phase", [3, 4])
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_a_campaign_raises_support_by_an_own_action_and_by_an_assistant(new_table, mode, phase):
    table = new_table(() if mode == "solo" else (3, 8, 5), mode=mode).phase(phase).tap("manager/8")
    assert [seat["support"] > 0 for seat in table.desk] == ([True] if mode == "solo" else [False, True, False])


def safe(world):
    """The planet without Catastrophes."""
    return dict(world, colony=dict(world["colony"], hazard=0))


# -- lights --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9-8", "BHC-4.9-7")
def test_a_module_turns_blue_with_tier_2_and_stays_so(uneventful):
    table = uneventful().build(6, 8)
    progress, rate, age = [list(table.state["colony"][name]) for name in ("progress", "rate", "age")]
    progress[6], rate[6], age[6] = model.FULL, 0, content.get()["tables"].ripe[6] - 2
    table.change(**SOUND, progress=progress, rate=rate, age=age)
    shown = []
    for _ in range(5):
        table.state = dict(table.state, world=safe(table.state["world"]))
        table.change(**SOUND).next()
        shown.append((table.view["modules"][6]["tier"], table.view["lights"]["6"]))
    assert shown == [(1, "operational")] + [(2, "tier_2")] * 4
    damaged = list(table.state["colony"]["damaged"])
    damaged[6], progress[6], rate[6] = 1, 20, 32
    table.state = dict(table.state, report=dict(table.state["report"], struck=1 << 5))
    table.change(damaged=damaged, progress=progress, rate=rate)
    assert table.view["lights"]["6"] == "catastrophe"


# -- the hidden Colony ---------------------------------------------------------------------------------------------


def settled_by(table, item):
    """The Colony after an Occurrence, as the settlement carries it out."""
    scenario = {"rules": [["every", 1, item["id"]]]}
    state, came = settlement._occurrence(dict(table.state, scenario=scenario))
    assert came["title"] == item["title"]
    return state["colony"]


@pytest.mark.rule("BHC-5.1-8", "BHC-5.6-2")
def test_occurrences_move_the_statuses_that_they_show(table):
    moved = 0
    for item in content.get()["occurrences"]:
        before = table.change(**SOUND).state["colony"]
        after = settled_by(table, item)
        assert [after[name] - before[name] for name in STATUSES] == [40 * level for level in item["hst"]]
        moved += any(item["hst"])
    assert moved > 20


TARGETS = {
    "Resources": lambda item: any(effect[0] in ("fill", "accumulator") for effect in item["app"]),
    "STOCK": lambda item: any(effect[0] == "stock" for effect in item["app"]),
    "Expeditions": lambda item: any(effect[1] == "expedition" for effect in item["table"]),
    "Researches": lambda item: any(effect[1] == "research" for effect in item["table"]),
    "Repositories": lambda item: any(effect[1] in ("gain", "lose") and effect[2] != "dec" for effect in item["table"]),
    "statuses": lambda item: any(item["hst"]),
    "people": lambda item: any(effect[0] in ("invite", "expel", "convert") for effect in item["app"]),
}


@pytest.mark.rule("BHC-5.6-2")
@pytest.mark.parametrize("target", TARGETS)
def test_there_are_occurrences_for_everything_that_they_may_affect(table, target):
    found = [item for item in content.get()["occurrences"] if TARGETS[target](item)]
    assert found
    if target in ("Resources", "STOCK", "people"):
        for item in found:
            before = table.change(**SOUND, acc=[9, 9, 9, 9], pop=[3000, 200, 200, 200, 200]).state["colony"]
            after = settled_by(table, item)
            changed = {name for name in before if before[name] != after[name]}
            assert changed & {"Resources": {"acc", "acc_extra"}, "STOCK": {"stock"}, "people": {"pop"}}[target]


@pytest.mark.rule("BHC-5.2-1")
def test_the_colony_has_exactly_four_resources(table):
    table.next()
    rows = table.view["tabs"]["resources"]["rows"]
    assert [row["label"] for row in rows] == ["Power", "Life Support", "Gas", "Liquids"]
    report, colony = table.state["report"], table.state["colony"]
    for part in (report["production"], report["consumption"], report["limit"], colony["acc"], colony["acc_extra"]):
        assert len(part) == 4


@pytest.mark.rule("BHC-5.2-11", "BHC-5.2-1")
def test_each_resource_shows_its_own_balance_and_accumulator(table):
    report = dict(table.state["report"], production=[5, 4, 9, 2], consumption=[4, 5, 1, 7], limit=[8, 9, 10, 11])
    table.state = dict(table.state, report=report)
    rows = [row["now"] for row in table.change(acc=[8, 8, 0, 11]).view["tabs"]["resources"]["rows"]]
    over, under = "Overproduction", "Underproduction"
    assert [row["balance"]["word"] for row in rows] == [over, under, over, under]
    assert [row["accumulator"]["word"] for row in rows] == ["full", "incomplete", "empty", "full"]
    assert [row["accumulator"]["capacity"] for row in rows] == [8, 9, 10, 11]


@pytest.mark.rule("BHC-5.4.1-1", "BHC-4.1-6")
@pytest.mark.parametrize("stock", [200, 0])  # the second one needs a loan
def test_in_a_month_without_cards_and_events_the_budget_alone_explains_stock(uneventful, stock):
    table = uneventful(stock=stock, pop=[60, 900, 300, 900, 900]).next()
    rows = {row["label"]: row["value"] for row in table.view["tabs"]["economy"]["rows"]}
    assert "Decrees and events" not in rows
    assert sum(rows.values()) == table.view["tabs"]["economy"]["stock"] - stock
    assert rows["Trade of the Scientists"] > 0
    assert rows.get("Loan from Earth", 0) == (0 if stock else 20)


@pytest.mark.rule("BHC-5.5.1-5", "BHC-5.5.1-8")
def test_a_stage_that_fails_is_the_next_stage_in_the_next_round(uneventful):
    table = uneventful(riot=1, h=0, s=0, pop=[4000, 0, 0, 0, 0]).next()
    assert (table.state["round"], table.state["colony"]["riot"]) == (2, 2)
    assert table.view["tabs"]["special"]["riot"]["word"] == "RIOT, second stage"
    table.change(h=0, s=0).next()
    assert table.state["ending"] == ["riot"]


@pytest.mark.rule("BHC-5.5.3-1")
def test_overcrowded_is_set_at_the_settlement_by_people_beyond_the_beds(uneventful):
    beyond = []
    for people in range(3760, 3880, 8):  # who come this month take the last of 4,000 beds
        table = uneventful(pop=[people, 40, 40, 40, 0]).next()
        tabs = table.view["tabs"]
        beyond.append(tabs["population"]["total"] - tabs["population"]["beds"])
        more = beyond[-1] > 0
        assert tabs["special"]["overcrowded"]["on"] is tabs["population"]["overcrowded"] is more
        assert any("Overcrowded" in line["text"] for line in screen(table, "status")["lines"]) is more
    assert [count for count in beyond if 0 < count < 20]
    assert [count for count in beyond if -20 < count <= 0]


# -- endings -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-6-6", "BHC-6-7", "BHC-6-8")
@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("riot", ("RIOT", "Managers are led away", "nobody will live here")),
        ("dependence", ("Terran Dependence", "Earth", "arrest the Managers")),
        ("depopulation", ("last inhabitants", "gone", "turn off the lights")),
    ],
)
def test_each_negative_end_tells_its_own_story(table, ending, told):
    table.state = endings.close(table.state, [ending])
    shown = table.view["ending"]
    assert not shown["positive"]
    for words in told:
        assert words in shown["text"]
    assert shown["text"] not in [text for name, (_, _, text) in endings.TEXTS.items() if name != ending]


@pytest.mark.rule("BHC-2.1-3", "BHC-A2.1-1")
@pytest.mark.parametrize("enough", [True, False])
def test_in_co_op_all_win_or_nobody_and_nobody_is_ranked(new_table, enough):
    table = new_table(mode="coop")
    table.state = endings.close(dict(table.state, round=20), ["rounds"])
    needed = 1 - 20 - table.state["world"]["vp"]
    for seat, more in enumerate((needed - (not enough), -5, 5)):
        table.do(kind="table_points", seat=seat, vp=more)
    result = game.result(table.state)
    assert (result["won"], result["winners"]) == (enough, [0, 1, 2] if enough else [])
    assert result["president"] is None


# -- Managers and Modules ------------------------------------------------------------------------------------------

BROUGHT = {  # as the list of Modules names who adds each
    "hangar": ("Paul Bloch", "Giselle Carter", "Athena Gore"),
    "test_chamber": ("Paul Bloch", "Boris Artyomov"),
    "community_tower": ("Art Chen", "Ava Xu", "Vlad Pokorny"),
    "obelisk": ("Art Chen",),
    "consulate": ("Mac McCain",),
    "spaceport": ("Mac McCain",),
    "laboratory": ("Boris Artyomov", "Giselle Carter"),
    "bunker": ("Athena Gore",),
    "prison_dome": ("Ava Xu", "Lucas Johannes"),
    "terran_embassy": ("Vlad Pokorny",),
    "galactic_marketplace": ("Lucas Johannes",),
}


@pytest.mark.rule("BHC-A5.3-2", "BHC-A5.3-32", "BHC-A5.3-34", "BHC-A5.3-36", "BHC-A5.3-38", "BHC-A5.3-40")
@pytest.mark.rule("BHC-A5.3-42", "BHC-A5.3-44", "BHC-A5.3-46", "BHC-A5.3-48", "BHC-A5.3-50")
def test_each_additional_module_is_brought_by_the_managers_that_the_annex_names(new_table):
    added = [tile for tile in content.get()["modules"] if tile["pool"] == "additional"]
    assert {tile["type"] for tile in added} == set(BROUGHT)
    for tile in added:
        for number, manager in MANAGER.items():
            brings = manager["name"] in BROUGHT[tile["type"]]
            assert (tile["type"] in manager["modules"]) == brings
            others = [one for one in MANAGER if MANAGER[one]["name"] not in BROUGHT[tile["type"]] and one != number]
            assert set(tile["units"]) <= set(new_table((number, others[0])).state["pool"]) or not brings
    for manager in game.view(new_table((1, 2, 3, 4, 5)).state, "table")["managers"]:
        assert len(manager["modules"]) == 2

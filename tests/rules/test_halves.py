"""Clauses that a test of the first half, the first member or the kernel alone leaves open (docs/rules/sample-2.md)."""

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, effects, game, votes
from shared_rules.beyond_humanity.rules import endings, settlement
from shared_rules.beyond_humanity.rules.start import no_roll
from shared_rules.engine.reasons import Refusal

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


# -- what is not meant, and what the settlement does -------------------------------------------------------------------


@pytest.mark.rule("BHC-4-3", "BHC-6-9")
@pytest.mark.parametrize("stage", ["points", "over"])
def test_after_the_end_nothing_is_accepted_but_table_points(table, stage):
    table.phase(6).tap("decree/3", "manager/8")
    table.state = endings.close(table.state, ["rounds" if stage == "points" else "riot"])
    assert table.state["stage"] == stage
    for piece in ("manager/3", "ambassador", "governor", "decree/5", "directive/3"):
        assert table.refusal(kind="tap", piece=piece).code == "game_over"
    tries = [{"kind": kind} for kind in ("phase", "next", "undo")] + [{"kind": "claim_governor", "seat": 1}]
    for action in [*tries, {"kind": "answer", "choice": "yes"}]:
        assert table.refusal(**action).code in ("game_over", "nothing_to_undo")
    assert [action["kind"] for action in game.legal(table.state)] == ["table_points"] * (3 if stage == "points" else 0)


@pytest.mark.rule("BHC-4.1-13")
def test_every_module_of_tier_2_is_named(uneventful):
    table = uneventful().build(6, 8)
    colony = table.state["colony"]
    progress, rate, age = (list(colony[name]) for name in ("progress", "rate", "age"))
    for unit in (3, 6, 7):
        progress[unit], rate[unit], age[unit] = model.FULL, 0, 8
    table.state = dict(table.state, world=dict(table.state["world"], colony=dict(WORLD)))
    table.change(progress=progress, rate=rate, age=age).next()
    (screen,) = [one for one in table.view["summary"] if one["id"] == "tiers"]
    named = [line["text"].partition(" has reached")[0] for line in screen["lines"]]
    assert named == ["Solar Power Plant (no. 3)", "Storage", "Community Dome"]


@pytest.mark.rule("BHC-4.8.1-9")
@pytest.mark.parametrize("rounds", [1, 12])
def test_at_a_table_nothing_is_introduced_in_the_last_round_of_a_shorter_game(table, rounds):
    table.state = dict(table.state, rounds=rounds, round=rounds)
    for piece in ("decree/3", "directive/8"):
        assert table.phase(6).refusal(kind="tap", piece=piece).code == "last_round"


@pytest.mark.rule("BHC-4.8.2-2")
@pytest.mark.parametrize("phase", [1, 2, 3, 4, 5])
def test_directives_wait_for_phase_6_and_then_ask_for_their_manager(table, phase):
    table.next()
    table.state = dict(table.state, phase=phase)
    assert table.refusal(kind="tap", piece="directive/8").code == "wrong_phase"
    table.phase(6).tap("directive/8")
    assert "Mac McCain" in table.view["dialog"]["text"]
    assert table.state["desk"]["cards"] == []


@pytest.mark.rule("BHC-4.8.1-7")
@pytest.mark.parametrize("card", content.get()["decrees"], ids=lambda card: card["title"])
def test_the_face_of_a_decree_is_that_of_its_colour(table, card):
    shown = table.phase(6).tap(f"decree/{card['number']}", "manager/8").view["managers"][1]["card"]
    assert (shown["colour"], shown["face"]) == (card["colour"], {"green": "happy", "red": "sad"}[card["colour"]])


@pytest.mark.rule("BHC-4.8.1-7", "BHC-4.8.1-8")
def test_a_directive_has_no_face(table):
    assert table.phase(6).tap("directive/8", "manager/8").view["managers"][1]["card"]["face"] is None


@pytest.mark.rule("BHC-4.1-8")
def test_the_table_is_told_of_the_table_halves_alone(table):
    start = table.phase(6).change(**dict(SOUND, h=900)).state
    seen = 0
    for card in content.get()["decrees"]:
        table.state = start
        table.tap(f"decree/{card['number']}", "manager/8")
        table = supported(table, 0, 90, 0).next()
        (screen,) = [one for one in table.view["summary"] if one["id"] == "decrees"]
        if "passed with" in screen["lines"][0]["text"]:
            told = [line["text"] for line in screen["lines"] if line["text"].startswith("At the table: ")]
            assert told == ["At the table: " + effects.table_words(effect) for effect in card["table"]]
            seen += bool(card["app"]) and bool(card["table"])
    assert seen > 5


@pytest.mark.rule("BHC-2.1-18")
@pytest.mark.parametrize("group", range(5))
def test_one_inhabitant_is_enough_to_go_on(table, group):
    people = [1 if index == group else 0 for index in range(5)]
    assert endings.find(table.change(**SOUND, pop=people).state) == []
    assert endings.find(table.change(pop=[0] * 5).state) == ["depopulation"]


@pytest.mark.rule("BHC-A5.3-1", "BHC-3.1-5")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_each_manager_adds_to_the_pool(new_table, count):
    managers = (9, 1, 5, 3, 8)[:count]
    pool = set(new_table(managers).state["pool"])
    kinds = {kind for number in managers for kind in content.get()["manager"][number]["modules"]}
    for tile in content.get()["modules"]:
        if tile["pool"] != "hub":
            assert (set(tile["units"]) <= pool) == (tile["pool"] == "base" or tile["type"] in kinds)


STRIKES = [item["id"] for item in content.get()["occurrences"] if ["catastrophe"] in item["app"]]


@pytest.mark.rule("BHC-5.6.1-3", "BHC-5.6.1-4", "BHC-5.6.1-1")
@pytest.mark.parametrize("joined", [True, False])
def test_an_occurrence_strikes_at_the_settlement_and_spreads_along_corridors_alone(uneventful, joined):
    # Given four Modules that work on a quiet planet, joined to each other or each to the ARC
    ways = [[0, 0, 3, 0], [3, 1, 4, 0], [4, 1, 6, 0], [6, 1, 7, 0]]
    alone = [[0, port, unit, 0] for port, unit in enumerate((3, 4, 6, 7))]
    sizes = set()
    for seed in range(12):
        table = uneventful(strike=STRIKES[seed % len(STRIKES)])
        progress = [model.FULL if unit in (0, 3, 4, 6, 7) else 0 for unit in range(33)]
        standing = sum(1 << (unit - 1) for unit in (3, 4, 6, 7))
        world = dict(table.state["world"], colony=dict(WORLD))
        table.state = dict(table.state, world=world, chance=[seed, 5, 9, 1])
        table.do(kind="topology", edges=ways if joined else alone)
        table.change(**SOUND, progress=progress, standing=standing, pop=[900, 60, 50, 50, 20]).next()
        struck = [unit for unit in range(1, 33) if table.state["report"]["struck"] >> (unit - 1) & 1]
        assert struck
        sizes.add(len(struck))
    assert (max(sizes) > 1) == joined


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


# -- all seats, all inputs, both bounds ----------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.3-3")
@pytest.mark.parametrize("mode", ["semi", "coop"])
def test_one_manager_is_too_few_and_six_are_too_many(mode):
    state = game.setup({"mode": mode, "begin": False}, 1)
    state = game.apply(state, {"kind": "tap", "piece": "manager/1"})
    with pytest.raises(Refusal, match="At least two"):
        game.apply(state, {"kind": "setup", "closed": True})
    for number in (2, 3, 4, 5):
        state = game.apply(state, {"kind": "tap", "piece": f"manager/{number}"})
    with pytest.raises(Refusal, match="At most five"):
        game.apply(state, {"kind": "tap", "piece": "manager/6"})
    assert game.apply(state, {"kind": "setup", "closed": True})["setup"]["closed"]


@pytest.mark.rule("BHC-4.7.2-3")
@pytest.mark.parametrize("phase", [3, 4])
def test_no_number_is_told_of_a_campaign(table, phase):
    table.phase(phase).tap("manager/8")
    told = [*[event["text"] for event in table.view["events"][:1]], table.view["undo"]]
    assert all("Campaign of Mac McCain" in words for words in told)
    assert not any(letter.isdigit() for words in told for letter in words)


@pytest.mark.rule("BHC-5.1-1")
@pytest.mark.parametrize("pull", [-5000, 5000])
def test_statuses_stay_between_0_and_1000_whatever_pulls(table, pull):
    planet = dict(WORLD, h=pull, s=pull, t=pull)
    colony, tables = table.state["colony"], content.get()["tables"]
    for _ in range(30):
        colony, _ = model.month(model.Ints, tables, planet, colony, no_roll(), [0] * 33)
        assert all(0 <= colony[name] <= 1000 for name in ("h", "s", "t"))
    end = [colony[name] for name in ("h", "s", "t")]
    assert min(end) > 900 if pull > 0 else max(end) < 100
    for icons in ([3, 3, 3], [-3, -3, -3]):
        after = effects.apply_effects(colony, [], icons)
        assert all(0 <= after[name] <= 1000 for name in ("h", "s", "t"))


@pytest.mark.rule("BHC-5.6-3")
def test_every_input_of_the_choice_of_an_occurrence_is_that_of_the_game(table):
    progress = [model.FULL if unit in (0, 3, 6, 12) else 0 for unit in range(33)]
    table.change(**dict(SOUND, stock=137), progress=progress)
    table.state = dict(table.state, report=dict(table.state["report"], crowded=1))
    scene = settlement.scene_of(table.state)
    assert scene["planet"] == table.state["world"]["tags"] != []
    assert scene["manager"] == ["3", "8", "5"]
    assert scene["module"] == ["solar_power_plant", "storage", "tanks"]
    assert (scene["stock"], scene["crowded"]) == (137, True)


@pytest.mark.rule("BHC-A2.2-8", "BHC-6.1-1")
@pytest.mark.parametrize("mode", ["semi", "coop"])
def test_every_seat_is_asked_for_its_table_points_until_it_has_told_them(new_table, mode):
    table = new_table(mode=mode)
    table.state = endings.close(dict(table.state, round=20), ["rounds"])
    for seat in (1, 0, 2):
        asked = [field["seat"] for field in table.view["dialog"]["fields"]]
        assert seat in asked
        assert asked == game.to_act(table.state)
        table.do(kind="table_points", seat=seat, vp=7)
    assert table.view["dialog"] is None
    assert [seat["points"]["table"] for seat in game.result(table.state)["seats"]] == [7, 7, 7]


@pytest.mark.rule("BHC-4.5-9", "BHC-6.1-3")
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_a_submitted_module_is_worth_two_points_in_every_mode_and_stays_so(new_table, mode):
    table = new_table(() if mode == "solo" else (3, 8, 5), mode=mode).build(6, 8)
    seat = 0 if mode == "solo" else 1
    assert endings.app_points(table.state, seat)["modules"] == 2
    damaged, progress = list(table.state["colony"]["damaged"]), list(table.state["colony"]["progress"])
    damaged[6], progress[6] = 1, 16
    assert endings.app_points(table.change(damaged=damaged, progress=progress).state, seat)["modules"] == 2


@pytest.mark.rule("BHC-6.1-2", "BHC-2.4-5")
@pytest.mark.parametrize("support", [(30, 30, 30), (30, 30, 0), (0, 0, 0)])
def test_equal_support_elects_one_president_the_one_of_higher_command(table, support):
    supported(table, *support)
    elected = [endings.app_points(table.state, seat)["presidency"] for seat in range(3)]
    orders = [content.get()["manager"][number]["order"] for number in (3, 8, 5)]
    best = max((points, order) for points, order in zip(support, orders, strict=True))[1]
    assert elected == [20 if order == best else 0 for order in orders]


@pytest.mark.rule("BHC-2.4-8", "BHC-4.7.2-3")
@pytest.mark.parametrize("step", ["campaign", "assistant", "ambassador", "module", "decree"])
def test_what_is_shown_after_an_action_is_the_same_with_any_support(new_table, step):
    """Two games that differ in Support alone read alike after the same registration, and after its UNDO."""
    shown = []
    for support in ((0, 0, 0), (3, 57, 1), (80, 11, 40)):
        table = supported(new_table(), *support)
        if step == "module":
            table.build(6, 8)
        elif step == "decree":
            table.phase(6).tap("decree/5", "manager/8")
        elif step == "ambassador":
            table.phase(4).tap("ambassador", "manager/8")
        else:
            table.phase(3 if step == "campaign" else 4).tap("manager/8")
        shown.append([table.view, table.do(kind="undo").view])
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.rule("BHC-A1.2-6", "BHC-1.1-16", "BHC-2.3-4")
@pytest.mark.parametrize("phase", [3, 4, 5, 6])
def test_the_governors_token_asks_in_every_phase_and_takes_back_only_after_yes(table, phase):
    before = table.state["desk"]["managers"]
    table.tap("manager/8").phase(phase).tap("governor")
    assert (table.view["dialog"]["id"], table.desk[1]["campaigns"]) == ("undo", 1)
    assert "Campaign of Mac McCain" in table.view["dialog"]["text"]
    table.do(kind="answer", choice="no")
    assert table.desk[1]["campaigns"] == 1
    table.tap("governor").do(kind="answer", choice="yes")
    assert table.desk == before
    assert table.view["put_back"] != []


@pytest.mark.rule("BHC-5.6.1-6")
def test_only_struck_modules_flash_red(table):
    table.build(3, 3)
    colony = table.state["colony"]
    progress, rate, damaged = (list(colony[name]) for name in ("progress", "rate", "damaged"))
    progress[3] = progress[7] = model.FULL
    progress[6], rate[6], damaged[6], rate[3] = model.START, 32, 1, 0
    table.change(progress=progress, rate=rate, damaged=damaged)
    table.state = dict(table.state, report=dict(table.state["report"], struck=1 << 5))
    shown = {unit: light for unit, light in table.view["lights"].items() if unit != "0"}
    assert shown == {"3": "operational", "6": "catastrophe", "7": "operational"}


@pytest.mark.rule("BHC-A5.2-16", "BHC-5.5.2-3", "BHC-A5.2-23")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1)])
def test_the_ambassador_takes_one_dependence_if_there_is_one_and_counts_anyway(table, before, after):
    table.change(td=before).phase(4).tap("ambassador", "manager/8")
    assert (table.state["colony"]["td"], table.desk[1]["ambassador"], table.desk[1]["support"] > 0) == (after, 1, True)

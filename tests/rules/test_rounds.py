"""Rounds and phases: NEXT, the screens, Campaign, Governor, UNDO (rulebook 2.3, 2.4, 4.1 to 4.4, 4.7.2)."""

from itertools import pairwise

import pytest

from shared_rules.beyond_humanity import content, game, occurrences
from shared_rules.beyond_humanity.words import support_bars


@pytest.mark.rule("BHC-4-2")
def test_phases_come_in_their_order_and_none_is_skipped(table):
    seen = [table.state["phase"]]
    for _ in range(3):
        seen.append(table.do(kind="phase").state["phase"])
    assert seen == [3, 4, 5, 6]
    assert table.refusal(kind="phase").code == "not_yet"
    table.next()
    assert table.state["phase"] == 1
    assert table.do(kind="phase").do(kind="phase").state["phase"] == 3


@pytest.mark.rule("BHC-4.1-1", "BHC-5.7.2-2", "BHC-2.1-9")
def test_next_is_tapped_and_then_confirmed(table):
    assert table.refusal(kind="next").code == "not_yet"
    table.phase(6).do(kind="next")
    assert table.state["round"] == 1
    assert table.view["dialog"]["id"] == "next"
    table.do(kind="answer", choice="no")
    assert table.state["round"] == 1
    assert table.state["events"][-1]["text"] != "Round 2 begins. It is month 2 of the Colony."
    table.do(kind="next").do(kind="answer", choice="yes")
    assert (table.state["round"], table.state["phase"]) == (2, 1)
    assert table.state["events"][-1]["text"] == "Round 2 begins. It is month 2 of the Colony."


@pytest.mark.rule("BHC-5.7.2-1")
def test_the_counter_shows_the_round_of_all_rounds(table):
    assert (table.next().view["round"], table.view["rounds"]) == (2, 20)


@pytest.mark.rule(
    "BHC-4.1-3", "BHC-4.1-4", "BHC-4.1-5", "BHC-4.1-6", "BHC-4.1-7", "BHC-4.1-14", "BHC-4.1-15", "BHC-5.6-1"
)
def test_the_screens_open_the_round_in_their_order_and_stay(table):
    def ids():
        return [screen["id"] for screen in table.view["summary"]]

    table.next()
    assert ids() == ["status", "occurrence", "economy", "decrees", "upkeep"]
    table.phase(6)
    assert ids() == ["status", "occurrence", "economy", "decrees", "upkeep"]


@pytest.mark.rule("BHC-4.1-13")
def test_a_module_that_reaches_tier_2_is_named(table):
    table.build(3, 3)
    colony = table.state["colony"]
    progress, rate, age = list(colony["progress"]), list(colony["rate"]), list(colony["age"])
    progress[3], rate[3], age[3] = 128, 0, 3
    table.change(progress=progress, rate=rate, age=age).next()
    tiers = [screen for screen in table.view["summary"] if screen["id"] == "tiers"]
    assert "Solar Power Plant (no. 3)" in tiers[0]["lines"][0]["text"]
    assert table.view["lights"]["3"] == "tier_2"


def healthy(table):
    """Keep the Colony alive so that many Rounds can pass."""
    return table.change(h=650, s=650, t=650, stock=200, td=0, riot=0, red=0)


@pytest.mark.rule("BHC-2.4-6", "BHC-4.1-11")
def test_the_support_screen_opens_rounds_7_13_and_19(table):
    shown = []
    while table.state["stage"] == "play":
        healthy(table).next()
        if any(screen["id"] == "support" for screen in table.view["summary"]):
            shown.append(table.state["round"])
    assert shown == [7, 13, 19]


@pytest.mark.rule("BHC-2.4-7", "BHC-2.4-8")
def test_support_is_shown_roughly():
    assert support_bars([0, 0, 0]) == [0, 0, 0]
    assert support_bars([40, 20, 1]) == [5, 3, 1]
    assert support_bars([41, 21, 2]) == support_bars([43, 23, 4])


# -- turn order and Governor ---------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.3-5")
def test_turn_order_is_clockwise_from_the_governor(new_table):
    table = new_table((8, 5, 3, 1))
    assert table.view["governor"] == 2
    assert table.view["turn_order"] == [2, 3, 0, 1]


@pytest.mark.rule("BHC-2.3-7", "BHC-2.3-8", "BHC-2.3-9", "BHC-2.3-10", "BHC-4.2-1")
def test_the_last_claim_takes_the_role_in_the_next_upkeep(table):
    table.do(kind="claim_governor", seat=1).do(kind="claim_governor", seat=2)
    assert table.view["governor"] == 0
    table.next()
    assert table.view["governor"] == 0
    assert "Art Chen" in table.view["summary"][-1]["lines"][0]["text"]
    table.do(kind="phase")
    assert table.view["governor"] == 2
    assert table.view["turn_order"] == [2, 0, 1]


@pytest.mark.rule("BHC-2.3-7")
def test_without_a_claim_the_governor_stays(table):
    for _ in range(4):
        healthy(table).tap("manager/8").phase(4).tap("ambassador", "manager/5").phase(6).tap("decree/3", "manager/8")
        healthy(table).next().phase(3)
        assert table.view["governor"] == 0


@pytest.mark.rule("BHC-4.2-1")
def test_a_governor_who_claims_again_stays(table):
    table.do(kind="claim_governor", seat=0).next()
    assert screen(table, "upkeep")["lines"][0]["text"] == "Athena Gore stays Governor."
    table.phase(2)
    assert (table.view["governor"], table.view["events"][0]["text"]) == (0, "Athena Gore stays Governor.")


@pytest.mark.rule("BHC-2.3-8", "BHC-2.3-10")
def test_a_passed_decree_claims_after_an_advisor(table):
    table.do(kind="claim_governor", seat=2)
    table.phase(6).tap("decree/26", "manager/8")  # Rotating Chair: Change Governor
    desk = table.state["desk"]
    managers = [dict(m, support=90 if m["manager"] == 8 else 0) for m in desk["managers"]]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    table.next().phase(2)
    assert table.view["governor"] == 1


# -- Campaign ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.4-2", "BHC-4.7.2-1", "BHC-4.7.2-2", "BHC-4.7.2-3", "BHC-2.5-4", "BHC-A5.2-7")
def test_a_token_with_nothing_asked_is_a_campaign(table):
    table.tap("manager/8")
    assert table.desk[1]["support"] > 0
    assert table.view["events"][0]["text"] == "Registered: Campaign of Mac McCain."
    assert str(table.desk[1]["support"]) not in table.view["events"][0]["text"]


@pytest.mark.rule("BHC-2.3-1", "BHC-2.3-2", "BHC-4.3-1")
@pytest.mark.parametrize(("seats", "actions"), [((3, 8), 3), ((3, 8, 5), 2), ((3, 8, 5, 1, 2), 2)])
def test_a_manager_has_so_many_actions(new_table, seats, actions):
    table = new_table(seats)
    for _ in range(actions):
        table.tap("manager/3")
    assert table.refusal(kind="tap", piece="manager/3").code == "no_action_left"
    assert table.next().phase(3).tap("manager/3").desk[0]["campaigns"] == 1


@pytest.mark.rule("BHC-4.7.2-2", "BHC-4.4-1")
def test_in_phase_4_each_manager_has_one_assistant_action(table):
    table.phase(4).tap("manager/3")
    assert table.refusal(kind="tap", piece="manager/3").code == "assistant_used"
    table.tap("ambassador")
    assert table.refusal(kind="tap", piece="manager/3").code == "assistant_used"


def test_tokens_in_other_phases_are_refused_in_words(table):
    assert "Connect the Module first" in table.phase(5).refusal(kind="tap", piece="manager/3").sentence
    assert "Decree" in table.phase(6).refusal(kind="tap", piece="manager/3").sentence
    assert table.next().refusal(kind="tap", piece="manager/3").code == "nothing_asked"
    table.state = dict(table.state, round=20)
    assert "Press NEXT" in table.phase(6).refusal(kind="tap", piece="manager/3").sentence


def test_a_manager_who_does_not_play_is_refused_by_name(table):
    refusal = table.refusal(kind="tap", piece="manager/1")
    assert (refusal.code, refusal.sentence) == ("not_in_game", "Paul Bloch does not take part in this game.")


@pytest.mark.parametrize("piece", ["decree/61", "manager/0", "decree", "governor/1", "phone", "", None])
def test_unknown_pieces_are_refused(table, piece):
    assert table.refusal(kind="tap", piece=piece).code == "unknown_piece"


# -- Ambassador ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.5.2-3", "BHC-A5.2-16", "BHC-A5.2-23", "BHC-1.1-19", "BHC-4.4-10")
def test_the_ambassador_removes_one_dependence_for_the_manager_whose_token_follows(table):
    table.change(td=2).phase(4).tap("ambassador")
    assert table.view["dialog"]["id"] == "ambassador"
    assert table.state["colony"]["td"] == 2
    table.tap("manager/5")
    assert table.state["colony"]["td"] == 1
    assert (table.desk[2]["ambassador"], table.desk[2]["support"]) == (1, 2)
    assert table.refusal(kind="tap", piece="ambassador").code == "socket_taken"


@pytest.mark.rule("BHC-4.3-7", "BHC-4.4-6")
def test_the_ambassador_waits_for_phase_4(table):
    assert table.refusal(kind="tap", piece="ambassador").code == "wrong_phase"


# -- UNDO ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.3-4", "BHC-1.1-16")
def test_the_governors_token_takes_the_last_registration_back_after_a_question(table):
    before = table.state["desk"]
    table.tap("manager/8", "governor")
    assert table.view["dialog"]["id"] == "undo"
    assert "Campaign of Mac McCain" in table.view["dialog"]["text"]
    table.do(kind="answer", choice="yes")
    assert table.state["desk"] == before
    assert table.view["put_back"] == ["Mac McCain takes the token off the Campaign socket; the action is free again."]


@pytest.mark.rule("BHC-2.3-4")
def test_each_reading_takes_one_step_and_never_past_next(table):
    table.tap("manager/8", "manager/5")
    table.tap("governor").do(kind="answer", choice="yes")
    assert [m["support"] > 0 for m in table.desk] == [False, True, False]
    table.tap("governor").do(kind="answer", choice="yes")
    assert [m["support"] > 0 for m in table.desk] == [False, False, False]
    table.tap("manager/8")
    table.next()
    assert table.refusal(kind="tap", piece="governor").code == "nothing_to_undo"


@pytest.mark.rule("BHC-2.3-4")
def test_undo_of_a_module_keeps_what_is_sensed_and_says_what_to_do(table):
    table.build(6, 8).phase(6)
    table.do(kind="undo")
    assert table.state["phase"] == 5
    assert table.view["lights"]["6"] == "attached"
    assert "take the Module off" in table.view["put_back"][0]
    assert table.tap("manager/5").desk[2]["modules"] == [6]


@pytest.mark.rule("BHC-2.3-4")
def test_a_card_that_was_only_read_can_be_taken_back(table):
    table.phase(6).tap("decree/3", "governor").do(kind="answer", choice="yes")
    assert table.state["desk"]["pending"] is None
    assert table.view["dialog"] is None


def test_undo_does_not_draw_luck_again(table):
    chance = table.state["chance"]
    assert table.tap("manager/8").do(kind="undo").state["chance"] == chance


def test_while_a_question_is_open_other_taps_wait(table):
    table.tap("manager/8", "governor")
    assert table.refusal(kind="tap", piece="manager/3").code == "question_open"
    assert table.refusal(kind="phase").code == "question_open"
    table.do(kind="answer", choice="no").tap("manager/3")
    assert game.undoable(table.state) == "Campaign of Athena Gore."


@pytest.mark.rule("BHC-2.4-2", "BHC-2.4-3", "BHC-4.5-10", "BHC-4.8.1-3", "BHC-4.8.1-6", "BHC-A5.2-23")
def test_every_source_raises_support_and_a_red_decree_leaves_it(table):
    def support():
        return [manager["support"] for manager in table.desk]

    seen = [support()]
    for step in (
        lambda: table.tap("manager/8"),
        lambda: table.phase(4).tap("ambassador", "manager/8"),
        lambda: table.build(6, 8),
    ):
        step()
        seen.append(support())
    table.phase(6).tap("decree/5", "manager/8", "decree/31", "manager/5")  # green, red
    table.state = with_support(table, 90)
    seen.append(support())
    healthy(table).next()
    passed = [line["text"] for line in screen(table, "decrees")["lines"] if "passed with" in line["text"]]
    assert len(passed) == 2
    seen.append(support())
    assert [row[1] for row in seen] == sorted({row[1] for row in seen})  # rises each time
    assert seen[-1][2] == seen[-2][2]  # red: neither up nor down
    assert all(new >= old for before, after in pairwise(seen) for old, new in zip(before, after, strict=True))


def with_support(table, value):
    """The state with so much Support for everybody."""
    desk = table.state["desk"]
    return dict(table.state, desk=dict(desk, managers=[dict(m, support=value) for m in desk["managers"]]))


def screen(table, name):
    return next(found for found in table.view["summary"] if found["id"] == name)


# -- what the screens say ------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.4-7", "BHC-2.4-8", "BHC-2.4-4")
def test_the_support_screen_ranks_by_bars_relative_to_the_leader(table):
    table.state = dict(table.state, round=6)
    desk = table.state["desk"]
    managers = [dict(m, support=value) for m, value in zip(desk["managers"], (7, 61, 30), strict=True)]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    healthy(table).next()
    assert screen(table, "support")["rows"] == [
        {"label": "Mac McCain", "value": "●●●●●"},
        {"label": "Art Chen", "value": "●●●○○"},
        {"label": "Athena Gore", "value": "●○○○○"},
    ]


@pytest.mark.rule("BHC-4.1-4", "BHC-5.5.2-2", "BHC-5.5-1")
def test_the_status_screen_names_every_emergency(table):
    table.change(h=100, s=100, red=1, stock=-300, pop=[30000, 60, 60, 60, 60]).next()
    text = " ".join(line["text"] for line in screen(table, "status")["lines"])
    for words in ("Happiness: Critical.", "RIOT, first stage.", "Overcrowded", "Earth lends 20 STOCK. One Terran"):
        assert words in text


@pytest.mark.rule("BHC-4.1-5", "BHC-5.6-1", "BHC-5.6-5")
def test_the_occurrence_screen_says_what_happened_and_what_to_do(table):
    for _ in range(12):
        healthy(table).next()
        shown = screen(table, "occurrence")
        item = next(item for item in content.get()["occurrences"] if item["title"] == shown["title"])
        texts = [line["text"] for line in shown["lines"]]
        assert texts[0] in [occurrences.text_of(item, way) for way in range(occurrences.variants(item))]
        assert [text.startswith("At the table: ") for text in texts].count(True) == len(item["table"])
        assert len(texts) == 1 + len(item["app"]) + any(item["hst"]) + len(item["table"])


@pytest.mark.rule("BHC-4.1-6", "BHC-5.4.1-3", "BHC-5.2-10")
def test_the_economy_screen_holds_budget_resources_and_population(table):
    table.build(6, 8)
    before = table.state["colony"]
    healthy(table).next()
    rows = {row["label"]: row["value"] for row in screen(table, "economy")["rows"]}
    money = ("Taxes", "Trade of the Scientists", "Modules", "Services", "Upkeep", "Construction", "Imports")
    assert rows["Construction"] == -5
    assert rows["Taxes"] > 0 > rows["Upkeep"]
    report = table.state["report"]
    assert sum(rows[label] for label in money) == (
        report["taxes"] + report["trade"] + report["modules"] + report["services"]
        - report["upkeep"] - report["construction"] - report["imports"]
    )  # fmt: skip
    assert rows["STOCK"] == table.state["colony"]["stock"]
    assert rows["Power"] == f"{report['production'][0]} made, {report['consumption'][0]} used"
    assert rows["Colonists"] == f"{table.state['colony']['pop'][0] - before['pop'][0]:+d}"


@pytest.mark.rule("BHC-4.1-7", "BHC-4.8-2")
def test_each_vote_is_shown_in_per_cent_and_passes_with_more_than_half(new_table):
    """Over many lucks every percentage around the border comes up; 50 is no majority."""
    seen = {}
    for seed in range(80):
        table = new_table(seed=seed).phase(6).tap("decree/3", "manager/8").next()
        text = screen(table, "decrees")["lines"][0]["text"]
        percent, passed = int(text.split(" % approval")[0].split()[-1]), " passed with " in text
        assert seen.setdefault(percent, passed) == passed == (percent > 50)
        assert table.desk[1]["greens"] == passed
    assert {50, 51} <= set(seen)


def test_phase_3_says_what_the_other_actions_are_and_how_it_goes_on(table):
    said = table.phase(3).view["phase_help"]
    for words in ("in turn order", "free socket of a built Module", "At the virtual table", "press Continue"):
        assert words in said

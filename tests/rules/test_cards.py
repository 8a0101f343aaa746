"""Decrees and Directives (rulebook 4.6, 4.8)."""

import pytest

from shared_rules.beyond_humanity import content


def favour(table, manager, support=90):
    """Give one Manager so much Support that every Decree passes."""
    desk = table.state["desk"]
    managers = [dict(m, support=support if m["manager"] == manager else 0) for m in desk["managers"]]
    table.state = dict(table.state, desk=dict(desk, managers=managers))
    return table


def results(table):
    return next(screen for screen in table.view["summary"] if screen["id"] == "decrees")["lines"]


@pytest.mark.rule("BHC-4.6-4", "BHC-4.8-6", "BHC-A1.2-6", "BHC-4.6-7", "BHC-A1.2-7")
def test_a_decree_counts_when_its_owners_token_follows(table):
    colony = table.phase(6).state["colony"]
    table.tap("decree/3")
    assert table.view["dialog"]["id"] == "owner"
    assert table.state["desk"]["cards"] == []
    table.tap("manager/8")
    assert table.view["managers"][1]["card"] == {
        "kind": "decree",
        "title": "Free Evening Courses",
        "colour": "green",
        "face": "happy",
        "stopped": False,
    }
    assert table.state["colony"] == colony


@pytest.mark.rule("BHC-4.8-6", "BHC-4.6-3")
@pytest.mark.parametrize("phase", [3, 4, 5])
def test_decrees_wait_for_phase_6(table, phase):
    assert table.phase(phase).refusal(kind="tap", piece="decree/3").code == "wrong_phase"


@pytest.mark.rule("BHC-4.8-1", "BHC-4.6-5", "BHC-4.6-1")
def test_one_decree_or_directive_for_each_manager(table):
    table.phase(6).tap("decree/3", "manager/8", "decree/4")
    assert table.refusal(kind="tap", piece="manager/8").code == "one_card"
    table.tap("manager/5", "directive/8")
    assert table.refusal(kind="tap", piece="manager/8").code == "one_card"


def test_a_card_is_read_once(table):
    table.phase(6).tap("decree/3", "manager/8")
    assert table.refusal(kind="tap", piece="decree/3").code == "read_already"


@pytest.mark.rule("BHC-4.6-10", "BHC-4.6-11")
def test_the_fee_is_named_when_the_card_is_registered(table):
    table.phase(6).tap("decree/47", "manager/8")
    assert "Fee: 2 Credits and 1 Political Advantage." in table.view["events"][0]["text"]


@pytest.mark.rule("BHC-4.8-2", "BHC-4.1-7", "BHC-4.8.1-3", "BHC-4.8.1-4", "BHC-4.1-10", "BHC-4.6-8", "BHC-2.4-2")
def test_a_green_decree_that_passes_helps_its_owner_and_takes_effect(table):
    table.phase(6).tap("decree/5", "manager/8")  # Spare Parts Amnesty: Technical +2, -3 STOCK
    favour(table, 8).next()
    assert "passed with" in results(table)[0]["text"]
    assert "Discard it" in results(table)[0]["text"]
    assert table.desk[1]["greens"] == 1
    assert table.desk[1]["support"] > 90
    assert table.desk[1]["card"] is None


@pytest.mark.rule("BHC-4.8.1-6")
def test_a_red_decree_gives_neither_points_nor_support(table):
    table.phase(6).tap("decree/31", "manager/8")
    stock = table.state["colony"]["stock"]
    favour(table, 8).next()
    assert "passed" in results(table)[0]["text"]
    assert (table.desk[1]["greens"], table.desk[1]["support"]) == (0, 90)
    assert table.state["colony"]["stock"] > stock  # Emergency Tax


@pytest.mark.rule("BHC-4.6-8", "BHC-4.8-2")
def test_a_rejected_decree_changes_nothing(new_table):
    """Two tables with the same luck and two hopeless Decrees: were they in force, the Colonies would differ."""
    tables = []
    for number in (31, 57):
        table = favour(new_table(), 3).phase(6).tap(f"decree/{number}", "manager/8").change(h=300)
        tables.append(table.next())
        assert "was rejected" in results(table)[0]["text"]
    assert tables[0].state["colony"] == tables[1].state["colony"]


@pytest.mark.rule("BHC-4.1-9", "BHC-2.3-6")
def test_results_come_in_the_turn_order_of_the_closed_round(new_table):
    table = new_table((8, 5, 3)).do(kind="claim_governor", seat=1)  # Art Chen follows Athena Gore as Governor
    table.phase(6).tap("decree/1", "manager/5", "decree/2", "manager/3", "decree/3", "manager/8").next().phase(2)
    assert table.view["turn_order"] == [1, 2, 0]
    names = [line["text"] for line in results(table) if "approval" in line["text"]]
    assert [text.split("(")[1].split(")")[0] for text in names] == ["Athena Gore", "Mac McCain", "Art Chen"]


@pytest.mark.rule("BHC-4.6-3")
def test_the_screen_says_whose_turn_it_is_and_flags_a_card_out_of_turn(table):
    table.phase(6)
    assert table.view["phase_help"].endswith("Then, in turn order: Mac McCain and Art Chen.")
    assert "Now it is Athena Gore who may introduce a card or none." in table.view["phase_help"]
    table.tap("decree/1", "manager/8")
    assert table.view["phase_help"].endswith("Now it is Art Chen who may introduce a card or none.")
    assert table.view["notice"] is None
    table.tap("decree/2", "manager/3")  # the Governor was first, and comes late
    notice = table.view["notice"]
    assert notice["code"] == "out_of_turn"
    assert "the order is Athena Gore, Mac McCain and Art Chen" in notice["text"]
    assert table.view["events"][0]["text"].endswith(notice["text"])
    assert table.view["events"][0]["text"].startswith("Registered: Athena Gore introduces")
    assert table.view["managers"][0]["card"]["title"] == "Festival of First Light"
    table.tap("decree/3", "manager/5")
    assert table.view["phase_help"].endswith("Everybody's turn has come: press NEXT.")


@pytest.mark.rule("BHC-4.1-7", "BHC-4.8-2")
def test_all_votes_are_held_before_any_card_takes_effect(new_table):
    """Monument Year lifts Happiness, and with it the vote on a Decree, but only from the next Round on."""
    percents = []
    for cards in ((), ("directive/5", "manager/5")):
        table = new_table((5, 8, 3)).phase(6).tap(*cards, "decree/3", "manager/8").next()
        percents += [line["text"].split(" with ")[1] for line in results(table) if "approval" in line["text"]]
    assert percents[0] == percents[1]


@pytest.mark.rule("BHC-2.3-10")
@pytest.mark.parametrize("order", [(8, 5), (5, 8)])
def test_of_two_passed_claims_the_one_registered_last_counts(new_table, order):
    cards = {8: "decree/26", 5: "decree/55"}
    for seed in range(60):
        table = new_table(seed=seed).phase(6)
        for manager in order:
            table.tap(cards[manager], f"manager/{manager}")
        desk = table.state["desk"]
        table.state = dict(table.state, desk=dict(desk, managers=[dict(m, support=60) for m in desk["managers"]]))
        table.next()
        if sum("passed with" in line["text"] for line in results(table)) == 2:
            break
    assert table.phase(2).desk[table.view["governor"]]["manager"] == order[-1]


@pytest.mark.rule("BHC-4.1-8")
def test_table_portions_are_told_and_app_portions_done(table):
    table.phase(6).tap("decree/14", "manager/8")  # Common Kitchen: fill Life Support, each gains 1 TG
    favour(table, 8).next()
    texts = [line["text"] for line in results(table)]
    assert "At the table: Each Manager gains 1 Terran Good." in texts
    assert "Life Support in the Accumulator: +3." in texts


@pytest.mark.rule("BHC-4.8.1-9")
def test_no_card_in_the_last_round(table):
    table.state = dict(table.state, round=20)
    table.phase(6)
    assert table.refusal(kind="tap", piece="decree/3").code == "last_round"
    assert table.refusal(kind="tap", piece="directive/3").code == "last_round"
    assert table.view["last_round"]
    assert table.view["phase_help"].startswith("In the last Round no Decree or Directive is introduced.")
    assert "The game ends with it." in table.do(kind="next").view["dialog"]["text"]


# -- Directives ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.8.2-1", "BHC-4.8.2-2")
def test_a_directive_belongs_to_its_manager(table):
    table.phase(6).tap("directive/8")
    refusal = table.refusal(kind="tap", piece="manager/3")
    assert (refusal.code, "Mac McCain" in refusal.sentence) == ("not_yours", True)
    assert "Lay the token of Mac McCain on the ARC" in table.view["dialog"]["text"]
    assert table.tap("manager/8").view["managers"][1]["card"]["colour"] == "blue"
    refusal = table.refusal(kind="tap", piece="directive/1")
    assert refusal.sentence == "Paul Bloch does not take part in this game."


@pytest.mark.rule("BHC-4.8.2-3", "BHC-4.8.2-5")
def test_a_directive_passes_without_a_vote_and_works_once(new_table):
    without, table = new_table().next(), new_table()  # the same luck
    table.phase(6).tap("directive/8", "manager/8").next()  # Freight Monopoly: +24 STOCK, Happiness -1
    assert "passes without a vote" in results(table)[0]["text"]
    assert table.state["colony"]["stock"] == without.state["colony"]["stock"] + 24
    assert table.state["colony"]["h"] < without.state["colony"]["h"]
    assert table.desk[1]["greens"] == 0
    assert table.phase(6).refusal(kind="tap", piece="directive/8").code == "directive_spent"


@pytest.mark.rule("BHC-4.6-6", "BHC-4.8.2-4")
def test_a_blocking_directive_stops_the_decrees_of_others_before_and_after(table):
    table.phase(6).tap("decree/3", "manager/5", "directive/3", "manager/3")
    assert "It stops “Free Evening Courses”" in table.view["events"][0]["text"]
    assert table.view["managers"][2]["card"]["stopped"]
    refusal = table.refusal(kind="tap", piece="decree/4")
    assert (refusal.code, "returns to hand, no fee is due" in refusal.sentence) == ("blocked", True)
    assert table.view["dialog"] is None
    assert "stops all other Decrees; Directives may follow" in table.view["phase_help"]
    table.tap("directive/8", "manager/8").next()
    texts = [line["text"] for line in results(table)]
    assert (
        "“Free Evening Courses” (Art Chen) was stopped by a Directive. It returns to hand, and no fee is due." in texts
    )
    assert not any("approval" in text for text in texts)
    assert table.desk[2]["greens"] == 0
    assert sum("passes without a vote" in text for text in texts) == 2


@pytest.mark.rule("BHC-4.8.2-4", "BHC-4.6-6")
def test_a_directive_whose_card_does_not_say_so_blocks_nobody(table):
    assert not content.get()["directive"][5]["blocks"]
    table.phase(6).tap("decree/3", "manager/3", "directive/5", "manager/5", "decree/4", "manager/8")
    assert [seat["card"]["stopped"] for seat in table.view["managers"]] == [False, False, False]


@pytest.mark.rule("BHC-4.6-6")
def test_undo_of_a_blocking_directive_lets_the_decree_in_again(table):
    table.phase(6).tap("decree/3", "manager/5", "directive/3", "manager/3").do(kind="undo")
    assert not table.view["managers"][2]["card"]["stopped"]
    assert table.state["desk"]["spent"] == []


@pytest.mark.rule("BHC-5.5.1-13")
@pytest.mark.parametrize("stage", [1, 2])
def test_some_decrees_put_a_riot_back_to_its_first_stage_and_two_failures_are_needed_again(table, stage):
    def fails(table):  # nobody there who could restore order
        return table.change(h=0, s=0, pop=[6000, 0, 0, 0, 0])

    assert ["riot", "restart"] in content.get()["decree"][24]["app"]
    table.phase(6).tap("decree/24", "manager/8")
    favour(fails(table), 8).change(riot=stage).next()
    assert "passed" in results(table)[0]["text"]
    assert table.view["tabs"]["special"]["riot"]["word"] == "RIOT, first stage"
    assert fails(table).next().state["colony"]["riot"] == 2
    assert fails(table).next().state["ending"] == ["riot"]

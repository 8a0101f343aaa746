"""Action Sockets, currencies, endorsements and Artifacts (BHC-3.1-19 to 3.1-24, 4.3, 4.7, 4.10)."""

import pytest

from shared_rules.beyond_humanity import content, game

STORAGE, HANGAR, CONSULATE, TECHNICAL, MARKET = 6, 21, 24, 15, 32
LARGE, CREDITS, GOODS, CAMPAIGN, FIELDS = (f"arc/0/{index}" for index in range(5))


@pytest.mark.rule("BHC-2.3-2", "BHC-2.3-5", "BHC-4.3-1", "BHC-4.3-8")
def test_everybody_acts_once_in_turn_order_then_everybody_again(new_board):
    board = new_board((8, 3, 5)).until("regular")  # seat 1 has the highest Order of Command
    order = []
    while board.step["do"] == "regular":
        order.append(board.step["seat"])
        board.do("place", order[-1], socket=LARGE, option=0)
    assert order == [1, 2, 0, 1, 2, 0]
    assert board.state["phase"] == 4


@pytest.mark.rule("BHC-2.3-1")
def test_two_managers_have_three_actions_each(new_board):
    board = new_board((8, 3)).until("regular")
    assert len([step for step in board.table["todo"] if step["do"] == "regular"]) == 6


@pytest.mark.rule("BHC-4.3-1", "BHC-2.3-5")
def test_an_action_out_of_turn_is_refused(board):
    assert board.refusal("place", 1, socket=LARGE, option=0) == "not_your_turn"


@pytest.mark.rule("BHC-4.7.1-1")
def test_a_socket_of_credits_gives_them_from_the_bank(board):
    bank = board.table["bank"]["cr"]
    board.do("place", 0, socket=CREDITS, option=0)
    assert board.seat(0)["cr"] == 4
    assert board.table["bank"]["cr"] == bank - 2


@pytest.mark.rule("BHC-3.1-21")
def test_nobody_gets_more_than_the_bank_has(board):
    board.arrange(bank=dict(board.table["bank"], cr=1)).do("place", 0, socket=CREDITS, option=0)
    assert board.seat(0)["cr"] == 3
    assert board.table["bank"]["cr"] == 0
    assert board.told() == "Athena Gore gains 1 Credit. The bank has no more."


@pytest.mark.rule("BHC-3.1-22")
def test_what_does_not_fit_into_the_repository_is_lost(board):
    most = content.get()["manager"][3]["capacity"]["cr"]
    board.give(0, cr=most - 1).do("place", 0, socket=CREDITS, option=0)
    assert board.seat(0)["cr"] == most
    assert board.told() == "Athena Gore gains 1 Credit. The Repository is full."
    assert sum(board.seat(seat)["cr"] for seat in range(3)) + board.table["bank"]["cr"] == 60


@pytest.mark.rule("BHC-3.1-24", "BHC-3.1-20")
@pytest.mark.parametrize(
    ("here", "left", "words"),
    [(5, 2, "loses 3 Credits."), (2, 0, "loses 2 Credits."), (0, 0, "has no Credits to lose.")],
)
def test_a_forced_loss_takes_no_more_than_there_is_and_from_nobody_else(board, here, left, words):
    board.give(0, cr=here).give(1, cr=4)
    bank = board.table["bank"]["cr"]
    board.ask("lose", 0, ["cr", 3]).ask("flip", 0, ["assistant"]).do("flip", 0, assistant=3)
    assert board.seat(0)["cr"] == left
    assert board.table["bank"]["cr"] == bank + here - left
    assert board.seat(1)["cr"] == 4
    assert board.told() == f"Athena Gore {words}"


@pytest.mark.rule("BHC-4.7.1-2", "BHC-4.7.7-2")
def test_the_large_socket_draws_two_decrees(board):
    board.do("place", 0, socket=LARGE, option=0)
    assert len(board.seat(0)["hand"]) == 4


@pytest.mark.rule("BHC-3.2-7")
def test_an_empty_deck_is_made_anew_from_the_discard_pile(board):
    deck = board.table["decrees"]
    board.arrange(decrees=deck[:1], discard=deck[1:]).do("place", 0, socket=LARGE, option=0)
    assert len(board.seat(0)["hand"]) == 4
    assert board.table["discard"] == []
    assert len(board.table["decrees"]) == len(deck) - 2


@pytest.mark.rule("BHC-4.3-6", "BHC-4.7.7-1", "BHC-4.7.7-3", "BHC-4.7.7-4")
def test_the_large_socket_holds_everybody_again_and_again(board):
    board.arrange(decrees=[], discard=[])
    for seat in (0, 1, 2, 0):
        board.own(seat, hand=[])
        board.do("place", seat, socket=LARGE, option=0)
    assert set(board.table["tokens"].values()) == {LARGE}


@pytest.mark.rule("BHC-4.3-3", "BHC-4.3-2")
def test_a_token_blocks_its_socket_until_it_moves(board):
    board.do("place", 0, socket=CREDITS, option=0)
    assert board.refusal("place", 1, socket=CREDITS, option=0) == "socket_taken"
    board.do("place", 1, socket=LARGE, option=0).do("place", 2, socket=LARGE, option=0)
    board.do("place", 0, socket=GOODS, option=0).do("place", 1, socket=CREDITS, option=0)
    assert board.table["tokens"] == {"0": GOODS, "1": CREDITS, "2": LARGE}


@pytest.mark.rule("BHC-4.3-4", "BHC-4.3-5")
def test_the_token_must_move_and_nobody_may_pass(board):
    board.do("place", 0, socket=CREDITS, option=0)
    board.do("place", 1, socket=LARGE, option=0).do("place", 2, socket=LARGE, option=0)
    assert board.refusal("place", 0, socket=CREDITS, option=0) == "same_socket"
    assert board.refusal("pass", 0) == "no_pass"


@pytest.mark.rule("BHC-4.3-7", "BHC-4.4-6")
def test_assistants_are_for_phase_4_and_modules_for_phase_3(board):
    assert board.refusal("place", 0, socket="advisor/ambassador", option=0) == "wrong_phase"
    board.until("assistant")
    assert board.refusal("place", 0, socket=CREDITS, option=0) == "not_now"


@pytest.mark.rule("BHC-2.1-10", "BHC-4.5-7")
def test_a_built_module_opens_its_socket_even_under_construction(board):
    assert board.refusal("place", 0, socket="storage/6/0", option=0) == "no_socket"
    progress = list(board.state["colony"]["progress"])
    progress[STORAGE] = 16
    board.colony(progress=progress).do("place", 0, socket="storage/6/0", option=0)
    assert board.seat(0)["cr"] == 3


@pytest.mark.rule("BHC-4.7.2-1", "BHC-2.4-2")
def test_a_campaign_raises_the_support_of_its_manager_alone(board):
    board.do("place", 0, socket=CAMPAIGN, option=0)
    assert [manager["support"] > 0 for manager in board.state["desk"]["managers"]] == [True, False, False]


@pytest.mark.rule("BHC-4.7.6-2")
def test_a_socket_with_a_divider_gives_one_choice(board):
    board.built(18)  # Temporary Residential Capsules: CR or TG
    name = "temporary_residential_capsules/18/0"
    assert [a["option"] for a in board.legal(0, "place") if a["socket"] == name] == [0, 1]
    board.do("place", 0, socket=name, option=1)
    assert (board.seat(0)["cr"], board.seat(0)["tg"]) == (2, 3)


@pytest.mark.rule("BHC-4.7.6-3", "BHC-4.4-3", "BHC-4.4-9")
def test_a_socket_without_divider_gives_everything_for_its_price(new_board):
    board = new_board().until("face", 0)
    board.do("face", 0, face=1).until("assistant", 0)  # the Quartermaster: 2 CR and 1 TG for 2 XP
    assert board.refusal("assistant", 0, socket="assistant/3", option=0) == "too_expensive"
    board.give(0, xp=3).do("assistant", 0, socket="assistant/3", option=0)
    assert [board.seat(0)[name] for name in ("cr", "tg", "xp")] == [4, 2, 1]


@pytest.mark.rule("BHC-4.7.5-1")
def test_a_copying_socket_takes_the_action_of_an_occupied_module_socket(board):
    # Given a token on the ARC: its sockets are not on a Module tile
    board.built(STORAGE, CONSULATE).arrange(tokens={"0": "none", "1": "none", "2": CREDITS})
    assert [a for a in board.legal(0, "place") if a["socket"] == "consulate/24/0"] == []
    board.do("place", 0, socket="storage/6/0", option=0)
    board.do("place", 1, socket="consulate/24/0", option=0)
    assert board.legal(1) == [{"kind": "copy", "seat": 1, "socket": "storage/6/0", "option": 0}]
    board.do("copy", 1, socket="storage/6/0", option=0)
    assert board.seat(1)["cr"] == 3


@pytest.mark.rule("BHC-4.7.5-7", "BHC-4.7.5-8", "BHC-A5.2-12")
def test_exchange_gives_the_first_currency_and_gains_the_second(board):
    board.give(0, tg=2, cr=0).ask("exchange", 0, ["tg", 2, "cr", 3])
    for other in ({"args": ["tg", 1, "cr", 3]}, {"give": "cr", "take": "tg"}, {"option": 1}):
        assert board.refusal("exchange", 0, **other) == "not_now"  # nothing but what is printed
    board.do("exchange", 0)
    assert (board.seat(0)["tg"], board.seat(0)["cr"]) == (0, 3)
    hand = board.seat(0)["hand"]
    board.ask("exchange", 0, ["dec", 2, "dec", 4]).do("exchange", 0)
    board.do("discard", 0, card=hand[0]).do("discard", 0, card=hand[1])
    assert board.table["discard"] == hand
    assert len(board.seat(0)["hand"]) == 4


# -- proposals -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9.1-3", "BHC-4.9.1-17", "BHC-4.9.1-18")
@pytest.mark.parametrize(("managers", "unit", "need"), [((1, 2, 3), 8, 3), ((1, 2, 3, 4, 5), 2, 4), ((1, 2), 2, 1)])
def test_endorsements_needed_are_base_and_the_number_on_the_tile(new_board, managers, unit, need):
    board = new_board(managers).until("regular")
    seat = board.step["seat"]
    board.do("place", seat, socket=LARGE, option=1).do("endorse", seat, unit=unit, card=board.seat(seat)["hand"][0])
    assert board.seat(seat)["proposal"]["need"] == need


@pytest.mark.rule(
    "BHC-4.9.1-5", "BHC-4.9.1-6", "BHC-4.9.1-7", "BHC-4.9.1-8", "BHC-4.9.1-9", "BHC-4.9.1-15", "BHC-4.7.3-3"
)
def test_a_new_proposal_lays_xp_on_the_tile_and_gives_one_for_the_endorsement(board):
    card = board.seat(0)["hand"][0]
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=card)
    assert board.seat(0)["proposal"] == {"unit": STORAGE, "need": 5, "cards": [card], "xp": 4}
    assert board.seat(0)["xp"] == 1
    assert card not in board.seat(0)["hand"]
    assert board.seat(0)["cr"] == 2  # the fee of the Decree is not paid


@pytest.mark.rule("BHC-4.7.3-1", "BHC-A5.2-6")
def test_two_endorsements_may_be_divided_or_stopped_after_the_first(board):
    board.built(TECHNICAL).do("place", 0, socket="technical_zone/15/0", option=0)
    assert {action["kind"] for action in board.legal(0)} == {"endorse"}
    hand = board.seat(0)["hand"]
    board.do("endorse", 0, unit=STORAGE, card=hand[0])
    assert {"kind": "stop", "seat": 0} in board.legal(0)
    board.do("endorse", 0, unit=STORAGE, card=hand[1])
    assert board.seat(0)["xp"] == 2
    assert board.step["seat"] == 1


@pytest.mark.rule("BHC-4.9.1-1", "BHC-4.9.1-4", "BHC-4.9.1-10", "BHC-4.7.3-2")
def test_others_endorse_an_ongoing_proposal_and_take_its_xp(board):
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=board.seat(0)["hand"][0])
    board.do("place", 1, socket=LARGE, option=1).do("endorse", 1, unit=STORAGE, card=board.seat(1)["hand"][0])
    assert board.seat(1)["xp"] == 1
    assert board.seat(1)["proposal"] is None
    assert len(board.seat(0)["proposal"]["cards"]) == 2
    board.do("place", 2, socket=LARGE, option=0).do("place", 0, socket=LARGE, option=1)
    assert board.refusal("endorse", 0, unit=2, card=board.seat(0)["hand"][0]) == "one_proposal"


@pytest.mark.rule("BHC-4.9.1-11", "BHC-4.9.1-19")
def test_a_proposal_takes_no_more_endorsements_than_it_needs(board):
    board.own(0, proposal={"unit": 2, "need": 2, "cards": [], "xp": 2})
    board.ask("endorse", 0, [3]).own(0, hand=[1, 2, 3])
    board.do("endorse", 0, unit=2, card=1).do("endorse", 0, unit=2, card=2)
    assert board.step["do"] == "regular"  # nothing more can be endorsed: the third one lapses
    assert board.seat(0)["xp"] == 2


@pytest.mark.rule("BHC-4.9.1-7")
def test_a_bank_short_of_xp_lays_what_it_has(board):
    board.give(1, xp=15).give(2, xp=15).arrange(bank=dict(board.table["bank"], xp=1))
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=board.seat(0)["hand"][0])
    assert board.seat(0)["proposal"]["xp"] == 0
    assert board.seat(0)["xp"] == 1


@pytest.mark.rule("BHC-1.1-4")
def test_without_a_module_connector_nothing_new_is_proposed(board):
    board.built(*range(1, 18)).do("place", 0, socket=LARGE, option=0)
    assert board.refusal("place", 1, socket=LARGE, option=1) == "not_possible"


# -- Artifacts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.10.1-5", "BHC-4.10-2", "BHC-4.10-3", "BHC-4.7.4-1")
def test_the_first_expedition_action_takes_a_card_and_fills_a_field(board):
    public, top = board.table["public"], board.table["artifacts"][-1]
    board.do("place", 0, socket=FIELDS, option=0)
    board.do("expedition", 0, **{"from": f"public/{public[1]}", "field": 0})
    assert board.seat(0)["expedition"] == {"artifact": public[1], "paid": {"0": {"cr": 2}}}
    assert board.seat(0)["cr"] == 0
    assert board.table["public"] == [public[0], public[2], top]


@pytest.mark.rule("BHC-4.7.4-3", "BHC-4.7.4-4", "BHC-3.1-23")
def test_without_the_whole_price_of_a_field_there_is_no_expedition(board):
    board.give(0, cr=1, tg=1)
    assert board.refusal("place", 0, socket=FIELDS, option=0) == "not_possible"


@pytest.mark.rule("BHC-4.10.1-6", "BHC-4.10.1-7", "BHC-4.10.1-8", "BHC-4.10.1-2")
def test_a_complete_expedition_moves_on_and_its_tokens_go_to_the_bank(board):
    board.own(0, expedition={"artifact": 3, "paid": {"0": {"cr": 2}}}).give(0, tg=2)
    bank = board.table["bank"]
    board.do("place", 0, socket=FIELDS, option=0).do("expedition", 0, field=1)
    assert board.seat(0)["expedition"] is None
    assert board.seat(0)["research"] == {"artifact": 3, "paid": {}}
    assert board.table["bank"] == dict(bank, cr=bank["cr"] + 2, tg=bank["tg"] + 2)


@pytest.mark.rule("BHC-4.10.1-4", "BHC-4.10.1-7")
def test_a_complete_expedition_waits_for_the_research_slot(board):
    board.own(0, expedition={"artifact": 3, "paid": {"0": {}}}, research={"artifact": 4, "paid": {"0": {}}})
    board.give(0, tg=2, pa=1, cr=9).ask("expedition", 0, [1]).do("expedition", 0, field=1)
    assert board.seat(0)["expedition"]["artifact"] == 3
    assert board.refusal("place", 0, socket=FIELDS, option=0) == "not_possible"
    board.do("place", 0, socket=FIELDS, option=1).do("research", 0, field=1)
    assert board.seat(0)["trophies"] == [4]
    assert board.seat(0)["research"] == {"artifact": 3, "paid": {}}


@pytest.mark.rule("BHC-4.10.1-3")
def test_a_double_compass_fills_both_fields_in_one_action(board):
    board.built(HANGAR).give(0, cr=2, tg=2).do("place", 0, socket="hangar/21/0", option=0)
    board.do("expedition", 0, **{"from": "deck", "field": 1}).do("expedition", 0, field=0)
    assert board.seat(0)["research"]["paid"] == {}
    assert board.step["seat"] == 1


@pytest.mark.rule("BHC-4.10.1-9", "BHC-4.10.1-10", "BHC-4.10.1-11", "BHC-4.10.2-1", "BHC-4.10.2-2", "BHC-4.10.1-1")
def test_a_complete_research_gives_its_reward_at_once_and_stays_as_a_trophy(board):
    board.own(0, research={"artifact": 5, "paid": {}}).give(0, xp=3, pa=1, cr=0)  # Burrow Cast: 2 CR and a Decree
    board.ask("research", 0, [2]).do("research", 0, field=0).do("research", 0, field=1)
    assert board.seat(0)["trophies"] == [5]
    assert board.seat(0)["cr"] == 2
    assert len(board.seat(0)["hand"]) == 3
    assert (board.seat(0)["xp"], board.seat(0)["pa"], board.seat(0)["research"]) == (0, 0, None)


@pytest.mark.rule("BHC-4.10.2-4", "BHC-4.10.2-5")
def test_some_artifacts_wait_for_their_occasion_and_work_once(board):
    # Given Uranium Ore: 2 CR now, 3 TG with the next Module that its owner submits
    board.own(0, research={"artifact": 1, "paid": {"0": {}}}).give(0, pa=1, cr=0, tg=0)
    board.ask("research", 0, [1]).do("research", 0, field=1)
    assert (board.seat(0)["cr"], board.seat(0)["tg"], board.seat(0)["later"]) == (2, 0, [1])
    board.own(0, proposal={"unit": 2, "need": 1, "cards": [60], "xp": 0}).until("build")
    board.do("build", 0, unit=2, to=[0, 0])
    assert (board.seat(0)["tg"], board.seat(0)["later"], board.seat(0)["trophies"]) == (3, [], [1])


@pytest.mark.rule("BHC-4.7.5-3", "BHC-A5.2-14")
def test_a_reshuffle_mixes_the_public_artifacts_into_the_deck(board):
    every = sorted(board.table["public"] + board.table["artifacts"])
    board.until("assistant", 0).ask("reshuffle", 0, ["artifacts"]).ask("flip", 0, ["assistant"])
    board.do("flip", 0, assistant=3)
    assert len(board.table["public"]) == 3
    assert sorted(board.table["public"] + board.table["artifacts"]) == every


@pytest.mark.rule("BHC-4.7.5-2", "BHC-4.4-7", "BHC-A5.2-13")
def test_a_flip_turns_one_assistant_and_no_advisor(board):
    board.ask("flip", 0, ["assistant"])
    assert [action["assistant"] for action in board.legal(0)] == [3, 5, 8]
    board.do("flip", 0, assistant=8)
    assert board.table["assistants"] == {"3": 0, "5": 0, "8": 1}


@pytest.mark.rule("BHC-4.7.5-9", "BHC-A5.2-15")
def test_strong_ai_completes_a_research_with_its_fields_as_they_are(new_board):
    board = new_board((2, 3, 4)).until("assistant", 0)  # Giselle Carter's Assistant
    board.own(0, research={"artifact": 3, "paid": {"1": {"pa": 1}}}).give(0, tg=3)
    board.do("assistant", 0, socket="assistant/2", option=0)
    assert board.seat(0)["trophies"] == [3]
    assert board.seat(0)["research"] is None


@pytest.mark.rule("BHC-2.3-4")
def test_undo_takes_back_step_by_step_but_not_behind_seen_cards(board):
    before = board.table
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=board.seat(0)["hand"][0])
    assert board.refusal("undo", 1) == "not_yours"
    board.do("undo", 0)
    assert board.step["do"] == "endorse"
    board.do("undo", 0)
    assert board.table == before
    board.do("place", 0, socket=LARGE, option=0)  # draws cards
    assert board.refusal("undo", 0) == "nothing_to_undo"
    assert game.legal(board.state, 0) == []


# -- currencies and icons ------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-3.1-15", "BHC-4.7.3-5")
def test_a_decree_is_endorsement_or_introduced_never_both(board):
    card = board.seat(0)["hand"][0]
    assert board.refusal("endorse", 0, unit=STORAGE, card=card) == "not_now"  # without an endorsement socket
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=card).until("choose", 0)
    assert board.refusal("choose", 0, card=f"decree/{card}") == "not_in_hand"
    board.own(1, hand=[5, 13]).do("choose", 1, card="decree/5").do("choose", 0, card="none").do(
        "choose", 2, card="none"
    )
    board.do("introduce", 1, card="decree/5")
    assert board.seat(1)["hand"] == [13]


@pytest.mark.rule("BHC-4.7.3-5", "BHC-4.7.3-1")
def test_without_a_card_in_hand_nothing_is_proposed(board):
    board.own(0, hand=[])
    assert board.refusal("place", 0, socket=LARGE, option=1) == "not_possible"


@pytest.mark.rule("BHC-4.7.4-2", "BHC-A5.2-9")
@pytest.mark.parametrize(("field", "left"), [(0, (0, 1)), (1, (3, 0))])
def test_one_flask_fills_one_field_with_xp_or_pa(board, field, left):
    board.own(0, research={"artifact": 3, "paid": {}}).give(0, xp=3, pa=1)
    board.do("place", 0, socket=FIELDS, option=1).do("research", 0, field=field)
    assert (board.seat(0)["xp"], board.seat(0)["pa"]) == left
    assert list(board.seat(0)["research"]["paid"]) == [str(field)]
    assert board.step["seat"] == 1


@pytest.mark.rule("BHC-A5.2-8", "BHC-3.1-17", "BHC-4.7.4-1")
@pytest.mark.parametrize(("field", "left"), [(0, (0, 2)), (1, (2, 0))])
def test_one_compass_fills_one_field_with_cr_or_tg(board, field, left):
    board.give(0, cr=2, tg=2).do("place", 0, socket=FIELDS, option=0)
    board.do("expedition", 0, **{"from": "deck", "field": field})
    assert (board.seat(0)["cr"], board.seat(0)["tg"]) == left
    assert board.step["seat"] == 1


@pytest.mark.rule("BHC-4.10-4")
def test_a_drawn_artifact_can_not_be_discarded(board):
    board.own(0, expedition={"artifact": 3, "paid": {"0": {"cr": 2}}})
    assert board.refusal("discard", 0, artifact=3) == "not_now"
    assert all(action["kind"] != "discard" for action in board.legal(0))


@pytest.mark.rule("BHC-4.11-2")
def test_a_fourth_ability_has_no_slot(board):
    board.own(0, abilities=[1, 2, 3]).give(0, xp=15).until("ability", 0)
    assert board.refusal("ability", 0, slot=3, ability=9) == "no_slot"
    board.do("ability", 0, slot=0, ability=9)
    assert board.seat(0)["abilities"] == [9, 2, 3]


@pytest.mark.rule("BHC-A5.2-1", "BHC-A5.2-2", "BHC-A5.2-3", "BHC-A5.2-4")
@pytest.mark.parametrize(
    ("unit", "socket", "currency", "count"),
    [
        (STORAGE, "storage/6/0", "cr", 3),
        (14, "hydroponics_dome/14/0", "tg", 3),
        (27, "terran_embassy/27/0", "pa", 1),
        (19, "academy/19/0", "xp", 2),
    ],
)
def test_the_icons_of_currencies_give_the_shown_number(board, unit, socket, currency, count):
    board.built(unit).do("place", 0, socket=socket, option=0)
    assert board.seat(0)[currency] == count


@pytest.mark.rule("BHC-A5.2-5", "BHC-A5.2-10")
def test_the_icon_of_decrees_draws_and_the_padlock_copies_it(board):
    board.built(20, CONSULATE).do("place", 0, socket="health_and_sports_center/20/0", option=0)
    assert len(board.seat(0)["hand"]) == 4
    board.do("place", 1, socket="consulate/24/0", option=0)
    board.do("copy", 1, socket="health_and_sports_center/20/0", option=0)
    assert len(board.seat(1)["hand"]) == 4


@pytest.mark.rule("BHC-A2.2-18")
def test_in_co_op_a_token_blocks_its_socket_too(new_board):
    board = new_board(mode="coop").until("regular").do("place", 0, socket=CREDITS, option=0)
    assert board.refusal("place", 1, socket=CREDITS, option=0) == "socket_taken"

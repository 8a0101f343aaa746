"""Statements whose tests a second sample (docs/rules/sample-2.md) found too weak, at referee level."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content.box import get as box
from shared_rules.beyond_humanity.referee import pieces

LARGE, CREDITS, FIELDS = "arc/0/0", "arc/0/1", "arc/0/4"
WELL, SOLAR, STORAGE, HANGAR, LABORATORY, EMBASSY = 2, 3, 6, 21, 25, 27
NOTHING = {"cr": 0, "tg": 0, "pa": 0, "xp": 0}
PLENTY = {"cr": 6, "tg": 2, "pa": 1, "xp": 9}


def as_manager(board, seat, number):
    """Another Manager at a seat, with the Directive of that one."""
    desk = board.state["desk"]
    managers = [dict(one, manager=number) if index == seat else one for index, one in enumerate(desk["managers"])]
    board.state = dict(board.state, desk=dict(desk, managers=managers))
    return board


# -- Governor ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.3-9")
def test_what_the_governor_gets_goes_to_the_former_one_until_the_upkeep(every_month):
    # Given an Occurrence by which the Governor gains 1 Credit, and a claim of seat 1
    board = every_month("lottery").until("assistant", 1).give(1, pa=1)
    assert board.state["desk"]["governor"] == 0
    board.do("assistant", 1, socket="advisor/proxy", option=0).until("next")
    before = [one["cr"] for one in board.held()]
    # When the Round is closed, Then the former Governor gains, and the new one takes over in the Upkeep after it
    board.do("next", 0)
    assert [one["cr"] for one in board.held()] == [before[0] + 1, *before[1:]]
    assert board.state["desk"]["governor"] == 1


@pytest.mark.rule("BHC-4.1-9")
@pytest.mark.parametrize("claim", [1, 2])
def test_the_cards_of_several_managers_work_in_last_rounds_order(board, claim):
    # Given Directives of all three, each of which gives its owner something else, and another Governor in the Upkeep
    for seat, number in enumerate((5, 8, 1)):
        as_manager(board, seat, number)
    board.state = dict(board.state, desk=dict(board.state["desk"], claim=claim))
    board.until("choose")
    for seat in range(3):
        board.give(seat, **dict(NOTHING, cr=1))
    board.introduced("directive/5", "directive/8", "directive/1").do("next", 0)
    told = [event["text"] for event in board.state["events"] if event["round"] == 2 and " gains " in event["text"]]
    assert [text.partition(" gains ")[2] for text in told[-4:]] == [
        "2 Political Advantages.", "2 Credits.", "2 Terran Goods.", "2 Terran Goods.",
    ]  # fmt: skip
    names = [content.get()["manager"][number]["name"] for number in (5, 5, 8, 1)]
    assert [text.partition(" gains ")[0] for text in told[-4:]] == names
    assert board.state["desk"]["governor"] == claim


@pytest.mark.rule("BHC-5.6-2", "BHC-4.1-8")
def test_an_occurrence_may_add_to_expeditions_and_researches_and_repositories(every_month):
    # Given Occurrences by which each Manager may fill a field, or gains something
    for name, slot in (("old_map", "expedition"), ("reading_night", "research")):
        board = every_month(name).until("next")
        for seat in range(3):
            board.own(seat, **{slot: {"artifact": 3 + seat, "paid": {}}}).give(seat, cr=2, tg=2, xp=3)
        board.do("next", 0)
        # Then each is asked in turn order, before the Upkeep
        for seat in range(3):
            assert (board.step["do"], board.step["seat"], board.state["phase"]) == (slot, seat, 1)
            board.do(slot, seat, field=0)
            assert list(board.seat(seat)[slot]["paid"]) == ["0"]
    name = next(one["id"] for one in content.get()["occurrences"] if one["table"] == [["all", "gain", "tg", 1]])
    board = every_month(name).until("next")
    board.give(0, tg=0).give(1, tg=1).give(2, tg=0).do("next", 0)
    assert [one["tg"] for one in board.held()] == [1, 2, 1]


# -- currencies ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-3.1-18", "BHC-A5.2-3")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_political_advantage_is_gained_by_actions_in_the_shown_number(board, count):
    board.give(0, pa=0)
    bank = board.table["bank"]["pa"]
    board.ask("gain", 0, ["pa", count]).ask("flip", 0, ["assistant"]).do("flip", 0, assistant=3)
    got = min(count, content.get()["manager"][3]["capacity"]["pa"], bank)
    assert (board.seat(0)["pa"], board.table["bank"]["pa"]) == (got, bank - got)
    assert got > 1 or count == 1


@pytest.mark.rule("BHC-3.1-18")
def test_political_advantage_is_gained_by_artifacts(board):
    for card in (card for card in box()["artifacts"] if card["gain"].get("pa")):
        state = board.state
        board.own(0, research={"artifact": card["number"], "paid": {"1": {"pa": 1}}}).give(0, pa=0, xp=3)
        board.ask("research", 0, [1]).do("research", 0, field=0)
        assert board.seat(0)["pa"] == card["gain"]["pa"]
        board.state = state


@pytest.mark.rule("BHC-A5.2-1", "BHC-A5.2-2", "BHC-A5.2-3", "BHC-A5.2-4")
@pytest.mark.parametrize(
    ("unit", "socket", "currency"),
    [(STORAGE, "storage/6/0", "cr"), (14, "hydroponics_dome/14/0", "tg"), (EMBASSY, "terran_embassy/27/0", "pa"),
     (19, "academy/19/0", "xp")],
)  # fmt: skip
def test_what_an_icon_gives_comes_from_the_bank(board, unit, socket, currency):
    board.built(unit).give(0, **{currency: 0})
    bank, others = board.table["bank"], board.held()[1:]
    board.do("place", 0, socket=socket, option=0)
    gained = board.seat(0)[currency]
    assert gained > 0
    assert board.table["bank"] == dict(bank, **{currency: bank[currency] - gained})
    assert board.held()[1:] == others


@pytest.mark.rule("BHC-3.1-20", "BHC-4.4-3")
@pytest.mark.parametrize("asked", ["expedition", "research", "assistant", "choose", "ability"])
def test_an_empty_purse_pays_nothing_however_full_the_neighbours_are(board, asked):
    # Given seat 0 with cards and slots to pay for, and nothing else; the others have plenty
    dear = [card["number"] for card in content.get()["decrees"] if card["fee"]][:3]
    board.until(asked, 0) if asked in ("assistant", "choose") else board
    board.own(0, research={"artifact": 3, "paid": {}}, hand=dear).give(0, **NOTHING)
    for seat in (1, 2):
        board.give(seat, **PLENTY)
    if asked == "ability":
        board.until("next").do("next", 0)
        board.give(0, **NOTHING).ask("ability", 0)
        assert [action["kind"] for action in board.legal(0)] == []
    elif asked in ("expedition", "research"):
        socket = {"socket": FIELDS, "option": ["expedition", "research"].index(asked)}
        assert board.refusal("place", 0, **socket) == "not_possible"
    elif asked == "assistant":
        assert board.legal(0, "assistant") == []
        assert board.refusal("assistant", 0, socket="advisor/proxy", option=0) == "too_expensive"
    else:
        free = "directive/3" if not content.get()["directive"][3]["fee"] else "none"
        assert [action["card"] for action in board.legal(0, "choose")] == [free]
        assert board.refusal("choose", 0, card=f"decree/{dear[0]}") == "too_expensive"


@pytest.mark.rule("BHC-4.4-3", "BHC-3.1-20", "BHC-4.4-9")
@pytest.mark.parametrize("advisor", box()["advisors"], ids=lambda card: card["id"])
def test_an_advisor_is_paid_by_who_uses_it_to_the_bank(board, advisor):
    board.until("assistant", 1)
    for seat in range(3):
        board.give(seat, pa=2)
    bank, before = board.table["bank"]["pa"], board.held()
    board.do("assistant", 1, socket=f"advisor/{advisor['id']}", option=0)
    price = advisor["price"]["pa"]
    assert board.held() == [before[0], dict(before[1], pa=2 - price), before[2]]
    assert board.table["bank"]["pa"] == bank + price


@pytest.mark.rule("BHC-4.7.4-3", "BHC-3.1-20")
@pytest.mark.parametrize(("slot", "field"), [("expedition", 0), ("expedition", 1), ("research", 0), ("research", 1)])
def test_a_field_takes_its_whole_price_at_once_from_its_owner(board, slot, field):
    (currency, count) = next(iter(pieces.fields(slot)[field].items()))
    board.own(0, **{slot: {"artifact": 3, "paid": {}}}).give(0, **dict(NOTHING, **{currency: count}))
    bank, others = board.table["bank"], board.held()[1:]
    board.do("place", 0, socket=FIELDS, option=["expedition", "research"].index(slot)).do(slot, 0, field=field)
    assert board.held() == [NOTHING, *others]
    assert board.table["bank"] == bank  # the tokens lie on the field
    assert board.seat(0)[slot]["paid"] == {str(field): {currency: count}}


# -- upkeep --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.2-3", "BHC-4.9.1-13")
def test_a_proposal_that_is_given_up_leaves_every_card_and_the_module_behind(board):
    board.own(0, proposal={"unit": STORAGE, "need": 5, "cards": [58, 59, 60], "xp": 2}, hand=[1])
    board.until("upkeep", 0)
    discard, bank = board.table["discard"], board.table["bank"]["xp"]
    board.do("drop", 0)
    assert board.table["discard"] == [*discard, 58, 59, 60]
    assert board.table["bank"]["xp"] == bank + 2
    # And the Module may be proposed again, by anybody
    assert STORAGE in board.state["pool"]
    board.until("regular", 1).own(1, hand=[2]).do("place", 1, socket=LARGE, option=1)
    assert STORAGE in {action["unit"] for action in board.legal(1, "endorse")}


@pytest.mark.rule("BHC-4.11-6")
def test_a_slot_that_is_filled_anew_is_paid_again_and_the_old_tile_can_be_bought_at_once(board):
    board.give(0, xp=20).until("ability", 0)
    board.do("ability", 0, slot=0, ability=8).do("ability", 0, slot=0, ability=9)
    assert board.seat(0)["xp"] == 20 - 5 - 5
    assert 8 in board.table["abilities"]
    board.do("ability", 0, slot=1, ability=8)
    assert (board.seat(0)["xp"], board.seat(0)["abilities"]) == (0, [9, 8, None])


# -- actions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.3-5")
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_no_regular_action_can_be_left_out(new_board, mode):
    if mode == "solo":
        board = new_board((), mode="solo").until("regular")
    else:
        board = new_board(mode=mode).until("regular")
    actions = 0
    while board.step["do"] == "regular":
        seat = board.step["seat"]
        assert {action["kind"] for action in board.legal(seat)} == {"place"}
        for kind in ("pass", "done", "stop"):
            assert board.refusal(kind, seat) == "no_pass"
        board.do(**next(action for action in board.legal(seat) if action["socket"] == LARGE))
        actions += 1
    assert actions == (9 if mode == "solo" else 6)


@pytest.mark.rule("BHC-4.4-10")
@pytest.mark.parametrize("manager", [3, 5, 8])
def test_one_token_fits_on_an_assistant_too(board, manager):
    board.until("assistant", 0)
    for seat in range(3):
        board.own(seat, hand=[seat * 2 + 1, seat * 2 + 2]).give(seat, tg=2, xp=3, cr=3)
    socket = f"assistant/{manager}"
    board.do(**next(action for action in board.legal(0, "assistant") if action["socket"] == socket))
    while board.step["do"] != "assistant":
        board.do(**board.quiet())
    assert socket not in {action.get("socket") for action in board.legal(1)}
    assert board.refusal("assistant", 1, socket=socket, option=0) == "socket_taken"


@pytest.mark.rule("BHC-4.7.2-1")
@pytest.mark.parametrize("manager", [5, 7])
def test_a_campaign_of_an_assistant_raises_the_support_of_who_uses_it(new_board, manager):
    # Given the Patron or the Ghostwriter, which belongs to seat 0, and seat 1 that uses it
    board = new_board((manager, 8, 3)).until("assistant")
    board.arrange(assistants={str(manager): 1}).until("assistant", 1).give(1, tg=2)
    before = [one["support"] for one in board.state["desk"]["managers"]]
    board.do("assistant", 1, socket=f"assistant/{manager}", option=0)
    after = [one["support"] for one in board.state["desk"]["managers"]]
    assert after[1] > before[1]
    assert [after[0], after[2]] == [before[0], before[2]]


@pytest.mark.rule("BHC-4.7.2-1")
@pytest.mark.parametrize("mode", ["coop", "solo"])
def test_a_campaign_raises_support_in_every_mode(new_board, mode):
    board = new_board(() if mode == "solo" else (3, 8, 5), mode=mode).until("regular")
    seat = board.step["seat"]
    board.do(**next(action for action in board.legal(seat) if action["socket"] == "arc/0/3"))
    assert board.state["desk"]["managers"][seat]["support"] > 0


# -- proposals -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.7.3-4")
@pytest.mark.parametrize("owner", [0, 1])
def test_several_endorsements_of_a_socket_may_all_go_to_one_proposal(board, owner):
    board.own(owner, proposal={"unit": SOLAR, "need": 4, "cards": [], "xp": 4}).own(0, hand=[1, 2, 3]).built(15)
    board.do("place", 0, socket="technical_zone/15/0", option=0)
    board.do("endorse", 0, unit=SOLAR, card=1).do("endorse", 0, unit=SOLAR, card=2)
    assert board.seat(owner)["proposal"]["cards"] == [1, 2]
    assert board.seat(0)["xp"] == 2


@pytest.mark.rule("BHC-4.9.1-4")
def test_who_lacks_a_proposal_chooses_between_a_new_one_and_any_ongoing_one(board):
    # Given ongoing proposals of the two others
    board.own(1, proposal={"unit": SOLAR, "need": 3, "cards": [60], "xp": 2}).own(0, hand=[1])
    board.own(2, proposal={"unit": WELL, "need": 3, "cards": [59], "xp": 2})
    begun = board.do("place", 0, socket=LARGE, option=1).state
    for unit, where in ((SOLAR, 1), (WELL, 2), (STORAGE, 0)):
        board.state = begun
        board.do("endorse", 0, unit=unit, card=1)
        assert 1 in board.seat(where)["proposal"]["cards"]
        assert (board.seat(0)["proposal"] is None) == (where != 0)


@pytest.mark.rule("BHC-4.9.1-4", "BHC-4.9.1-19")
@pytest.mark.parametrize("unit", [WELL, STORAGE, 28])  # they add nothing, 3 and 8 to the base number
def test_a_tile_gives_as_many_xp_as_it_needs_endorsements(board, unit):
    # Given a proposal that seat 0 starts and endorses alone
    need = 2 + content.get()["tile"][unit]["endorse"]
    board.state = dict(board.state, pool=sorted({*board.state["pool"], unit}))
    board.own(0, hand=list(range(1, need + 3))).give(0, xp=0).ask("endorse", 0, [need + 2])
    for card in range(1, need + 1):
        board.do("endorse", 0, unit=unit, card=card)
        assert (board.seat(0)["xp"], board.seat(0)["proposal"]["xp"]) == (card, need - card)
    # Then it is complete, every endorsement has given one XP, and none is left
    assert len(board.seat(0)["proposal"]["cards"]) == need
    assert unit not in {action.get("unit") for action in board.legal(0)}


# -- Artifacts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.10.1-5", "BHC-A5.2-8")
@pytest.mark.parametrize("first", [0, 1])
def test_an_expedition_begins_on_a_free_compass_with_either_field(board, first):
    board.give(0, cr=2, tg=2).do("place", 0, socket=FIELDS, option=0)
    assert board.table["tokens"]["0"] == FIELDS
    assert {action["field"] for action in board.legal(0, "expedition")} == {0, 1}
    card = board.table["public"][2]
    board.do("expedition", 0, **{"from": f"public/{card}", "field": first})
    assert list(board.seat(0)["expedition"]["paid"]) == [str(first)]
    # Then it lies face-down for the others, and nobody else may begin on that socket
    assert game.view(board.state, "table")["board"]["seats"][0]["expedition"] == {"filled": [first]}
    assert board.give(1, cr=2).refusal("place", 1, socket=FIELDS, option=0) == "socket_taken"


@pytest.mark.rule("BHC-A5.2-8")
def test_a_compass_fills_the_other_field_of_the_ongoing_expedition(board):
    board.own(0, expedition={"artifact": 3, "paid": {"0": {"cr": 2}}}).give(0, cr=0, tg=2)
    deck, public = board.table["artifacts"], board.table["public"]
    board.do("place", 0, socket=FIELDS, option=0).do("expedition", 0, field=1)
    assert board.seat(0)["research"] == {"artifact": 3, "paid": {}}  # complete: it moves on
    assert (board.table["artifacts"], board.table["public"]) == (deck, public)
    assert board.seat(0)["tg"] == 0


@pytest.mark.rule("BHC-A5.2-8", "BHC-A5.2-9")
@pytest.mark.parametrize(("option", "slot"), [(0, "expedition"), (1, "research")])
def test_a_doubled_icon_fills_two_fields(board, option, slot):
    # Given the Hangar, which shows two compasses or two flasks
    board.built(HANGAR).own(0, **{slot: {"artifact": 3, "paid": {}}}).give(0, cr=2, tg=2, xp=3, pa=1)
    board.do("place", 0, socket="hangar/21/0", option=option).do(slot, 0, field=0)
    assert board.step["do"] == slot
    board.do(slot, 0, field=1)
    assert board.seat(0)[slot] is None


@pytest.mark.rule("BHC-4.10.2-4")
def test_a_kept_artifact_waits_over_rounds_for_its_own_occasion(board):
    # Given Uranium Ore, which waits for a Module, and Dried Proto Plants, which wait for a green Decree
    board.own(0, trophies=[1, 2], later=[1, 2]).give(0, tg=0)
    board.do("place", 0, socket="arc/0/3", option=0)  # a Campaign is the occasion of neither
    board.until("next").do("next", 0).until("regular")
    assert board.state["round"] == 2
    assert (board.seat(0)["later"], board.seat(0)["tg"]) == ([1, 2], 0)
    board.own(0, proposal={"unit": WELL, "need": 1, "cards": [60], "xp": 0}).until("build")
    board.do("build", 0, unit=WELL, to=[0, 0])
    assert (board.seat(0)["later"], board.seat(0)["tg"]) == ([2], 3)


# -- Decrees -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.6-7")
@pytest.mark.parametrize("number", range(1, 10))
def test_what_is_introduced_moves_nothing_but_fee_and_hand_before_next(board, number):
    as_manager(board, 0, number).until("choose").own(1, hand=[13, 36])
    for seat in range(3):
        board.give(seat, cr=2, tg=1, pa=1)
    colony, desk, before = board.state["colony"], board.state["desk"], board.held()
    board.introduced(f"directive/{number}", "none", "none")
    fee = content.get()["directive"][number]["fee"]
    assert board.held() == [
        dict(before[0], **{name: before[0][name] - count for name, count in fee.items()}),
        *before[1:],
    ]
    assert board.state["colony"] == colony
    assert (board.state["desk"]["claim"], board.state["desk"]["governor"]) == (desk["claim"], desk["governor"])
    assert [m["support"] for m in board.state["desk"]["managers"]] == [m["support"] for m in desk["managers"]]
    assert board.step["do"] == "next"


# -- Goals ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A5.2-17", "BHC-4.7.5-5")
@pytest.mark.parametrize(("mode", "left"), [("semi", 3), ("semi", 2), ("semi", 1), ("coop", 3), ("coop", 1)])
def test_new_goals_are_drawn_as_far_as_there_are_some_and_one_is_added(new_board, mode, left):
    board = new_board(mode=mode).until("assistant", 0).give(0, pa=2)
    deck = board.table["goals"][:left]
    board.arrange(goals=deck)
    own = board.seat(0)["goals"] if mode == "semi" else board.table["common"]
    board.do("assistant", 0, socket="advisor/trainer", option=0)
    assert sorted(action["goal"] for action in board.legal(0, "goal")) == sorted(deck)
    board.do("goal", 0, goal=deck[0])
    assert (board.seat(0)["goals"] if mode == "semi" else board.table["common"]) == sorted([*own, deck[0]])
    assert (board.table["goals"], board.seat(0)["drawn"]) == ([], [])


@pytest.mark.rule("BHC-A5.2-17")
def test_without_goals_in_the_deck_none_can_be_drawn(board):
    board.until("assistant", 0).give(0, pa=2).arrange(goals=[])
    assert board.refusal("assistant", 0, socket="advisor/trainer", option=0) == "not_possible"


@pytest.mark.rule("BHC-3.1-10")
def test_the_drawn_goals_are_others_in_other_games(new_board):
    drawn = {tuple(new_board(seed=seed).seat(0)["offered"][:4]) for seed in range(6)}
    assert len(drawn) == 6


# -- solo ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A3.3-2", "BHC-A2.2-2", "BHC-A2.2-3")
@pytest.mark.parametrize("mode", ["coop", "solo"])
def test_the_named_goals_are_kept_and_the_other_two_are_mixed_into_the_deck(new_board, mode):
    places, kept = set(), set()
    for seed in range(8):
        board = new_board((3, 8) if mode == "coop" else (), mode=mode, seed=seed)
        offered = board.table["offered"]
        wanted = offered[2:]
        while board.step["do"] == "goals_kept":
            board.do("keep", game.to_act(board.state)[0], goals=wanted)
        assert board.table["common"] == sorted(wanted)
        assert len(board.table["goals"]) == 12
        places.update(board.table["goals"].index(goal) for goal in offered[:2])
        kept.update(wanted)
    assert len(places) > 4  # not on top or below of it all the time
    assert len(kept) > 5


@pytest.mark.rule("BHC-A3.1-3")
def test_the_solo_player_has_every_part_of_the_board_in_play(new_board):
    board = new_board((), mode="solo").until("regular")
    own = board.seat(0)
    assert (len(own["abilities"]), len(board.table["tokens"]), board.table["columns"]) == (6, 9, [0, 1, 2])
    assert (own["expedition"], own["research"]) == (None, None)
    shown = game.view(board.state, "seat:0")["board"]["seats"][0]
    assert {row["currency"]: row["capacity"] for row in shown["repositories"]} == pieces.solo()["capacity"]
    assert all(row["capacity"] > 0 for row in shown["repositories"])

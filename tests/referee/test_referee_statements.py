"""Statements of the rulebook that no other file of this folder looks at closely enough, in their order."""

import random

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.bots import driver
from shared_rules.beyond_humanity.referee import pieces, prepare, scoring
from shared_rules.beyond_humanity.referee.work import capacity
from shared_rules.beyond_humanity.rules import endings
from shared_rules.beyond_humanity.sockets import sockets_of

LARGE, CREDITS, GOODS, CAMPAIGN, FIELDS = (f"arc/0/{index}" for index in range(5))
STORAGE, HYDROPONICS, TECHNICAL = 6, 14, 15


def proposal(unit=2, need=5, cards=(), xp=0):
    return {"unit": unit, "need": need, "cards": list(cards), "xp": xp}


def quiet_round(board):
    """To the next Round's first regular action; the least is done."""
    number = board.state["round"]
    while board.state["round"] == number:
        board.until("next").do("next", board.step["seat"])
    return board.until("regular")


# -- components and setup --------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-1.1-8")
def test_a_managers_board_has_all_its_places(new_board):
    for managers in ((1, 2, 3, 4, 5), (6, 7, 8, 9)):
        board = new_board(managers)
        for seat, number in enumerate(managers):
            own, card = board.seat(seat), content.get()["manager"][number]
            assert own["expedition"] is None
            assert own["research"] is None
            assert own["abilities"] == [None, None, None]
            assert own["trophies"] == []
            assert card["order"] in range(1, 10)
            assert card["modules"]
            assert [capacity(board.state, seat, name) for name in ("cr", "tg", "pa", "xp")] == [
                card["capacity"][name] for name in ("cr", "tg", "pa", "xp")
            ]
            assert pieces.assistant(number, 0) != pieces.assistant(number, 1)


@pytest.mark.rule("BHC-1.1-9")
def test_the_solo_board_is_laid_in_solo_alone(new_board):
    solo = game.setup({"mode": "solo", "planet": "trappist-1-e", "level": "referee"}, 1)
    assert solo["board"]["columns"] == [0, 1, 2]
    for mode in ("semi", "coop"):
        state = new_board(mode=mode).state
        assert "columns" not in state["board"]
        assert not state["board"]["solo"]
        assert game.view(state, "table")["board"]["columns"] is None


@pytest.mark.rule("BHC-2.2-3")
def test_goals_are_drawn_by_chance_and_the_same_seed_draws_the_same(new_board):
    def drawn(seed, mode):
        board = new_board(seed=seed, mode=mode)
        return tuple(board.table["offered"]) or tuple(tuple(board.seat(seat)["offered"]) for seat in range(3))

    for mode in ("semi", "coop"):
        assert drawn(5, mode) == drawn(5, mode)
        assert len({drawn(seed, mode) for seed in range(20)}) > 10


@pytest.mark.rule("BHC-3.2-9", "BHC-A2.2-3", "BHC-A3.3-2")
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_the_deck_of_goals_holds_what_was_not_drawn(mode):
    options = {"mode": mode, "planet": "trappist-1-e", "level": "referee"}
    if mode != "solo":
        options["managers"] = [3, 8, 5]
    state = game.setup(options, 3)
    while state["board"]["todo"][0]["do"] == "goals_kept":
        state = game.apply(state, game.legal(state)[0])
    assert len(state["board"]["goals"]) == (25 - 4 * 3 if mode == "semi" else 12)
    assert not set(state["board"]["goals"]) & set(state["board"]["common"])


# -- Goals -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.2-2", "BHC-2.2-4", "BHC-A2.2-5")
def test_a_goal_that_was_true_on_the_way_counts_for_nothing(board, token_goal):
    # Given a Goal that asks for a full Repository, and a Manager who has it now
    name, needed = token_goal
    board.own(0, goals=[name]).give(0, **needed)
    facts = {"colony": scoring.colony_facts(board.state), "own": scoring.own_facts(board.state, 0), "managers": 3}
    assert scoring.judge(name, facts)["level"] == 1
    # Then no counter moves, and nothing is counted yet
    assert sum(endings.app_points(board.state, 0)[name] for name in ("modules", "green_decrees", "ambassador")) == 0
    assert game.result(board.state) is None
    # When it is spent in the final Round, Then the Goal is missed
    board.until("next").give(0, **dict.fromkeys(needed, 0)).colony(h=650, s=650, t=650, stock=200)
    board.state = dict(board.state, rounds=1)
    board.do("next", 0)
    assert game.result(board.state)["table"]["seats"]["0"]["goals"][0]["level"] == 0


# -- turn order and Governor ------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.3-5", "BHC-4.3-1", "BHC-4.4-1")
def test_phase_3_and_phase_4_go_round_from_the_governor(new_board):
    board = new_board((1, 2, 9, 3)).until("regular")
    first = board.state["desk"]["governor"]
    assert first == 3  # the highest Order of Command, at the last seat
    order = {"regular": [], "assistant": []}
    while board.step["do"] in order:
        seat = board.step["seat"]
        other = (seat + 1) % 4
        kind = "place" if board.step["do"] == "regular" else "pass"
        fields = {"socket": LARGE, "option": 0} if kind == "place" else {}
        assert board.refusal(kind, other, **fields) == "not_your_turn"
        order[board.step["do"]].append(seat)
        board.do(kind, seat, **fields)
    assert order == {"regular": [3, 0, 1, 2, 3, 0, 1, 2], "assistant": [3, 0, 1, 2]}


@pytest.mark.rule("BHC-2.3-7", "BHC-2.3-8", "BHC-2.3-9")
@pytest.mark.parametrize("seed", range(4))
def test_in_whole_games_the_governor_changes_by_a_claim_and_in_the_upkeep_alone(seed):
    dice = random.Random(seed)
    options = {
        "mode": ("semi", "coop")[seed % 2],
        "managers": [1, 5, 7, 9],
        "planet": "teegarden-b",
        "level": "referee",
    }
    state, changed = game.setup(options, seed), 0
    while state["stage"] == "play":
        legal = [action for action in game.legal(state) if action["kind"] != "undo"]
        wanted = [action for action in legal if action.get("socket") == "advisor/proxy"]
        before, state = state, game.apply(state, dice.choice(wanted or legal))
        if state["desk"]["governor"] != before["desk"]["governor"] and before["round"] == state["round"]:
            assert before["phase"] == 1
        if state["desk"]["governor"] != before["desk"]["governor"]:
            assert state["phase"] in (2, 3)
            changed += 1
    assert changed <= 20


@pytest.mark.rule("BHC-2.3-7")
def test_a_decree_an_artifact_and_an_advisor_change_the_governor():
    assert any(["governor"] in card["app"] for card in content.get()["decrees"])
    assert any(["owner", "change", "governor"] in card["commands"] for card in pieces.box()["artifacts"])
    assert pieces.choices(pieces.box()["by_advisors"]["proxy"]["socket"]) == [[["owner", "change", "governor"]]]


@pytest.mark.rule("BHC-4.1-9")
def test_after_a_change_of_governor_cards_work_in_last_rounds_order(board):
    # Given seat 1 as the next Governor, and “Free Market Week” (each Manager gains 1 Credit) of seat 0
    managers = [dict(m, manager=9) if seat == 0 else m for seat, m in enumerate(board.state["desk"]["managers"])]
    board.state = dict(board.state, desk=dict(board.state["desk"], managers=managers, claim=1))
    board.until("choose").give(0, cr=3, pa=1)
    board.do("choose", 0, card="directive/9").do("choose", 1, card="none").do("choose", 2, card="none")
    board.do("introduce", 0, card="directive/9").do("next", 0)
    told = [event["text"] for event in board.state["events"] if event["round"] == 2]
    gains = [text.partition(" gains")[0] for text in told if " gains 1 Credit" in text]
    names = [game.view(board.state, "table")["managers"][seat]["name"] for seat in (0, 1, 2)]
    assert [name for name in gains if name in names][:3] == names
    assert board.state["desk"]["governor"] == 1


# -- currencies ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-3.1-16")
def test_credits_pay_fees_expeditions_and_upkeep(board):
    board.give(0, cr=4, tg=2).do("place", 0, socket=FIELDS, option=0)
    board.do("expedition", 0, **{"from": "deck", "field": 0})
    assert board.seat(0)["cr"] == 2
    board.until("choose").own(0, hand=[1], proposal=proposal(cards=[60]))
    before = board.seat(0)["cr"]
    board.do("choose", 0, card="decree/1").do("choose", 1, card="none").do("choose", 2, card="none")
    board.do("introduce", 0, card="decree/1")
    assert board.seat(0)["cr"] == before - 1
    board.until("upkeep", 0).give(0, cr=2).do("upkeep", 0)
    assert board.seat(0)["cr"] == 1


@pytest.mark.rule("BHC-3.1-17", "BHC-3.1-23", "BHC-4.4-3", "BHC-4.7.5-8")
def test_goods_pay_assistants_and_the_sergeant_gives_four_decrees_for_two(new_board):
    face = next((n, f) for n in range(1, 10) for f in (0, 1) if _exchanges(pieces.assistant(n, f)))
    board = new_board((face[0], 3, 5) if face[0] not in (3, 5) else (face[0], 1, 2)).until("assistant", 0)
    board.arrange(assistants=dict(board.table["assistants"], **{str(face[0]): face[1]}))
    socket = f"assistant/{face[0]}"
    board.own(0, hand=[1, 2, 3]).give(0, tg=0)
    assert board.refusal("assistant", 0, socket=socket, option=0) == "too_expensive"
    board.give(0, tg=1).give(1, tg=1)
    discarded = len(board.table["discard"])
    board.do("assistant", 0, socket=socket, option=0).do("exchange", 0)
    board.do("discard", 0, card=1).do("discard", 0, card=3)
    assert len(board.seat(0)["hand"]) == 5
    assert len(board.table["discard"]) == discarded + 2
    assert (board.seat(0)["tg"], board.seat(1)["tg"]) == (0, 1)
    board = new_board((face[0], 3, 5) if face[0] not in (3, 5) else (face[0], 1, 2)).until("assistant", 0)
    board.arrange(assistants=dict(board.table["assistants"], **{str(face[0]): face[1]})).own(0, hand=[1])
    assert board.give(0, tg=1).refusal("assistant", 0, socket=socket, option=0) == "not_possible"


def _exchanges(face):
    return ["owner", "exchange", "dec", 2, "dec", 4] in face["socket"]["actions"]


@pytest.mark.rule("BHC-3.1-18")
def test_political_advantage_pays_advisors_fees_and_research(board):
    fee = next(card["number"] for card in content.get()["decrees"] if card["fee"] == {"pa": 1})
    board.own(0, research={"artifact": 3, "paid": {}}).give(0, pa=1).do("place", 0, socket=FIELDS, option=1)
    board.do("research", 0, field=1)
    assert board.seat(0)["pa"] == 0
    board.until("assistant", 0).give(0, pa=1).do("assistant", 0, socket="advisor/ambassador", option=0)
    assert board.seat(0)["pa"] == 0
    board.until("choose").own(0, hand=[fee]).give(0, pa=1)
    board.do("choose", 0, card=f"decree/{fee}").do("choose", 1, card="none").do("choose", 2, card="none")
    board.do("introduce", 0, card=f"decree/{fee}")
    assert board.seat(0)["pa"] == 0


@pytest.mark.rule("BHC-3.1-19")
def test_experience_comes_from_endorsing_and_pays_research_and_abilities(board):
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=board.seat(0)["hand"][0])
    assert board.seat(0)["xp"] == 1
    board.give(0, xp=3).ask("research", 0, [1]).own(0, research={"artifact": 3, "paid": {}}).do("research", 0, field=0)
    assert board.seat(0)["xp"] == 0
    board.give(0, xp=5).until("ability", 0).do("ability", 0, slot=0, ability=8)
    assert board.seat(0)["xp"] == 0


@pytest.mark.rule("BHC-3.1-20", "BHC-4.9.1-14")
def test_nobody_pays_for_somebody_else(board):
    board.own(0, proposal=proposal(cards=[60])).until("upkeep", 0).give(0, cr=0).give(1, cr=5)
    assert board.refusal("upkeep", 1) == "not_your_turn"
    assert board.refusal("upkeep", 0) == "too_expensive"  # whatever the neighbour has
    assert board.seat(1)["cr"] == 5


@pytest.mark.rule("BHC-4.7.1-1", "BHC-3.1-21", "BHC-3.1-22")
@pytest.mark.parametrize(("bank", "room", "gained"), [(1, 9, 1), (5, 9, 2), (5, 1, 1), (0, 9, 0)])
def test_a_socket_of_two_goods_gives_what_bank_and_repository_allow(board, bank, room, gained):
    most = capacity(board.state, 0, "tg")
    here = max(0, most - room)
    board.built(HYDROPONICS).give(0, tg=here).arrange(bank=dict(board.table["bank"], tg=bank))
    board.do("place", 0, socket="hydroponics_dome/14/0", option=0)
    assert board.seat(0)["tg"] == here + gained
    assert board.table["bank"]["tg"] == bank - gained


@pytest.mark.rule("BHC-4.7.1-3", "BHC-4.7.3-6")
def test_the_pictured_sockets_are_on_the_tiles():
    found = {
        text for tile in content.get()["modules"] for name in ("tier1", "tier2") for text in sockets_of(tile[name])
    }
    assert {"cr 1", "tg 2", "dec 2", "endorse 2"} <= found
    assert ["owner", "endorse", 1] in pieces.sockets(0, 0)[0][0][1]  # the large socket of the ARC


# -- sockets ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.3-4")
def test_after_another_socket_the_first_one_may_be_used_again(new_board):
    board = new_board((8, 3)).until("regular")
    first, second = board.step["seat"], 1 - board.step["seat"]
    for socket in (CREDITS, LARGE, CREDITS):
        board.do("place", first, socket=socket, option=0)
        if board.step["do"] == "regular":
            board.do("place", second, socket=LARGE, option=0)
    assert board.table["tokens"][str(first)] == CREDITS


@pytest.mark.rule("BHC-4.4-6", "BHC-4.7.5-1")
def test_in_phase_4_an_assistant_that_copies_opens_a_modules_socket(new_board):
    number, face = next((n, f) for n in range(1, 10) for f in (0, 1) if _copies(pieces.assistant(n, f)))
    others = [one for one in (1, 2, 4) if one != number][:2]
    board = new_board((number, *others)).until("regular").built(STORAGE).until("assistant", 0)
    board.arrange(assistants=dict(board.table["assistants"], **{str(number): face}))
    board.arrange(tokens=dict(board.table["tokens"], **{"1": "storage/6/0"})).give(0, cr=0, tg=3)
    assert board.refusal("place", 0, socket="storage/6/0", option=0) == "not_now"
    board.do("assistant", 0, socket=f"assistant/{number}", option=0)
    board.do("copy", 0, socket="storage/6/0", option=0)
    assert board.seat(0)["cr"] == 1


def _copies(face):
    return ["owner", "copy", "socket"] in face["socket"]["actions"]


@pytest.mark.rule("BHC-4.7.3-4", "BHC-4.7.3-1", "BHC-4.9.1-5", "BHC-4.9.1-6")
def test_two_endorsements_are_divided_among_two_proposals(board):
    board.own(1, proposal=proposal(3, need=3, xp=3)).own(0, hand=[1, 2, 3]).built(TECHNICAL)
    board.do("place", 0, socket="technical_zone/15/0", option=0)
    board.do("endorse", 0, unit=3, card=1).do("endorse", 0, unit=STORAGE, card=2)
    assert board.seat(1)["proposal"]["cards"] == [1]
    assert board.seat(0)["proposal"]["cards"] == [2]
    assert board.seat(0)["xp"] == 2
    assert board.step["seat"] == 1  # a third one is not asked for
    assert board.refusal("endorse", 0, unit=3, card=3) == "not_your_turn"


@pytest.mark.rule("BHC-4.7.7-2")
def test_the_large_socket_endorses_once(board):
    board.do("place", 0, socket=LARGE, option=1)
    assert {action["kind"] for action in board.legal(0)} == {"endorse"}
    board.do("endorse", 0, unit=STORAGE, card=board.seat(0)["hand"][0])
    assert board.step["seat"] == 1


# -- proposals, Artifacts, Abilities ----------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9.1-12")
def test_a_proposal_that_is_paid_for_lives_as_long_as_one_likes(board):
    board.own(0, proposal=proposal(cards=[60]), hand=[])
    for _ in range(4):
        board.until("upkeep", 0).give(0, cr=1).colony(h=650, s=650, t=650, stock=200).do("upkeep", 0)
        board.own(0, hand=[])
    assert board.seat(0)["proposal"] == proposal(cards=[60])


def from_the_arc(edges):
    """The units that corridors join to the ARC."""
    found = {0}
    while more := {unit for a, _, b, _ in edges for unit in (a, b) if found & {a, b}} - found:
        found |= more
    return found


@pytest.mark.rule("BHC-4.9-10", "BHC-4.5-1", "BHC-3.2-1")
def test_no_module_stands_that_was_not_proposed_endorsed_and_built_onto_the_colony_around_the_arc():
    options = {"mode": "coop", "managers": [1, 5, 7], "planet": "teegarden-b"}
    before, built = [game.setup(dict(options, level="referee"), 4)], []

    def watch(state, action):
        old, before[0] = before[0], state
        new = [u for u in range(1, 33) if state["colony"]["progress"][u] and not old["colony"]["progress"][u]]
        if new:
            own = old["board"]["seats"][str(action["seat"])]["proposal"]
            assert (action["kind"], old["phase"], [own["unit"]]) == ("build", 5, new)
            assert len(own["cards"]) == own["need"]
            assert state["colony"]["progress"][new[0]] < 128
            built.extend(new)
            assert from_the_arc(state["table"]["edges"]) == {0, *state["table"]["units"]}

    driver.play(options, 4, "greedy", watch)
    assert len(built) >= 2


@pytest.mark.rule("BHC-4.10-2")
def test_artifacts_come_from_the_public_cards_or_the_top_of_the_deck_alone(board):
    board.give(0, cr=2, tg=2).do("place", 0, socket=FIELDS, option=0)
    sources = {action["from"] for action in board.legal(0, "expedition")}
    assert sources == {f"public/{number}" for number in board.table["public"]} | {"deck"}
    hidden = board.table["artifacts"][0]
    assert board.refusal("expedition", 0, **{"from": f"public/{hidden}", "field": 0}) == "no_artifact"
    top = board.table["artifacts"][-1]
    board.do("expedition", 0, **{"from": "deck", "field": 0})
    assert board.seat(0)["expedition"]["artifact"] == top


@pytest.mark.rule("BHC-4.11-5", "BHC-4.11-4")
def test_the_third_slot_may_be_the_first_to_be_filled(board):
    board.give(0, xp=15).until("ability", 0).do("ability", 0, slot=2, ability=8)
    assert board.seat(0)["abilities"] == [None, None, 8]
    assert board.seat(0)["xp"] == 0


@pytest.mark.rule("BHC-4.11-9", "BHC-4.2-5", "BHC-4.11-8")
def test_who_is_first_in_turn_order_buys_several_before_the_next_one_chooses(board):
    board.give(0, xp=15).give(1, xp=5).until("ability", 0)
    assert board.refusal("ability", 1, slot=0, ability=9) == "not_your_turn"
    board.do("ability", 0, slot=0, ability=8).do("ability", 0, slot=1, ability=9)
    assert board.seat(0)["abilities"] == [8, 9, None]
    assert game.to_act(board.state) == [1]  # seat 0 has nothing left to spend
    assert board.refusal("ability", 1, slot=0, ability=9) == "not_in_bank"
    board.do("ability", 1, slot=0, ability=1)


@pytest.mark.rule("BHC-4.11-10")
def test_abilities_of_one_owner_work_together(board):
    # Given Celebrity Salary (1 Credit after a Campaign) and Twin Teams with Survey Drones (more and cheaper fields)
    board.own(0, abilities=[3, 12, 14]).give(0, cr=1, tg=1)
    board.do("place", 0, socket=CAMPAIGN, option=0)
    assert board.seat(0)["cr"] == 2
    board.do("place", 1, socket=LARGE, option=0).do("place", 2, socket=LARGE, option=0)
    board.do("place", 0, socket=FIELDS, option=0)
    board.do("expedition", 0, **{"from": "deck", "field": 0}).do("expedition", 0, field=1)
    assert (board.seat(0)["cr"], board.seat(0)["tg"]) == (1, 0)
    assert board.seat(0)["research"] is not None


# -- Catastrophes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.6.1-2", "BHC-5.6.1-1")
def test_a_catastrophe_may_come_in_any_round_and_again_in_the_same_game(board):
    board.until("next").built(STORAGE)
    struck, ready = {}, board.state
    for number in range(1, 20):
        for chance in range(40):
            board.state = dict(ready, round=number, chance=[chance * 977 + 5, number, 7, 1])
            board.colony(t=0, h=650, s=650, stock=200, standing=1 << (STORAGE - 1), riot=0, td=0)
            board.do("next", 0)
            if board.state["report"]["struck"]:
                struck[number] = board.state
                break
    assert sorted(struck) == list(range(1, 20))
    # And in a game in which it has happened it may happen again
    ready = struck[1]
    for chance in range(40):
        board.state = ready
        board.until("next")
        board.state = dict(board.state, chance=[chance * 977 + 5, 3, 7, 1])
        board.colony(t=0, h=650, s=650, stock=200, riot=0, td=0).do("next", board.step["seat"])
        if board.state["report"]["struck"]:
            return
    raise AssertionError("a second Catastrophe never comes")


def test_the_numbers_of_goals_are_those_of_the_rulebook():
    assert (prepare.GOALS_DRAWN, prepare.GOALS_KEPT, prepare.COMMON_DRAWN) == (4, 3, 5)


# -- what lies on the table ------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-3.1-2")
def test_each_manager_has_one_token_and_the_own_directive(board):
    assert board.table["tokens"] == {"0": "none", "1": "none", "2": "none"}
    for seat, number in enumerate((3, 8, 5)):
        directive = game.view(board.state, f"seat:{seat}")["you"]["directive"]
        assert directive["card"] == f"directive/{number}"
        assert game.view(board.state, "table")["you"] is None


@pytest.mark.rule("BHC-3.2-10", "BHC-3.2-13")
def test_the_table_holds_the_tiles_of_the_pool_and_nothing_else_can_be_named(board):
    shown = [one["unit"] for one in game.view(board.state, "table")["modules"] if one["state"] == "pool"]
    assert sorted(shown) == sorted(board.state["pool"])
    outside = [unit for unit in range(1, 33) if unit not in board.state["pool"]]
    board.do("place", 0, socket=LARGE, option=1)
    for unit in outside:
        assert board.refusal("endorse", 0, unit=unit, card=board.seat(0)["hand"][0]) == "not_in_pool"
    assert {action["unit"] for action in board.legal(0)} <= set(board.state["pool"])
    board.until("assistant", 0)
    absent = next(number for number in range(1, 10) if number not in (3, 8, 5))
    assert board.refusal("assistant", 0, socket=f"assistant/{absent}", option=0) == "no_socket"


@pytest.mark.rule("BHC-3.2-11", "BHC-1.1-20")
@pytest.mark.parametrize(("players", "base"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_the_base_endorsements_are_one_less_than_the_managers(new_board, players, base):
    modules = game.view(new_board(range(1, players + 1)).until("regular").state, "table")["modules"]
    plus = content.get()["tile"]
    assert all(one["endorsements"] == base + plus[one["unit"]]["endorse"] for one in modules if one["state"] == "pool")


@pytest.mark.rule("BHC-3.2-12")
def test_all_abilities_lie_in_the_bank_for_everybody_to_see(board):
    shown = game.view(board.state, "table")["board"]["abilities"]
    assert [one["ability"] for one in shown] == sorted(pieces.box()["by_abilities"])
    assert all(one["words"] for one in shown)


@pytest.mark.rule("BHC-5.6.1-7")
def test_a_damaged_module_stays_with_its_tile_where_it_is(board):
    board.built(STORAGE, HYDROPONICS).until("next")
    ready = board.state
    for chance in range(60):
        board.state = dict(ready, chance=[chance * 977 + 5, 1, 7, 1])
        board.colony(t=0, h=650, s=650, stock=200, standing=(1 << 5) | (1 << 13), riot=0, td=0).do("next", 0)
        if board.state["report"]["struck"]:
            break
    assert board.state["report"]["struck"]
    assert board.state["table"] == ready["table"]
    assert {"storage/6/0", "hydroponics_dome/14/0"} <= {
        one["socket"] for one in game.view(board.state, "table")["board"]["sockets"]
    }

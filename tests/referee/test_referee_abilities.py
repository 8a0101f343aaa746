"""What Abilities and kept Artifacts change at referee level (BHC-4.10.2-4, 4.11)."""

import pytest

LARGE, CREDITS, GOODS, CAMPAIGN, FIELDS = (f"arc/0/{index}" for index in range(5))
STORAGE, HANGAR, TECHNICAL = 6, 21, 15


def having(board, *abilities):
    return board.own(0, abilities=[*abilities, None, None, None][:3])


@pytest.mark.rule("BHC-4.11-1", "BHC-4.11-10")
@pytest.mark.parametrize(
    ("ability", "socket", "currency", "count"),
    [
        (3, CAMPAIGN, "cr", 3),  # Celebrity Salary
        (5, CREDITS, "cr", 5),  # Credit Line
        (6, GOODS, "tg", 3),  # Duty-Free Berth
    ],
)
def test_more_currency_after_an_action(board, ability, socket, currency, count):
    having(board, ability).do("place", 0, socket=socket, option=0)
    assert board.seat(0)[currency] == count


@pytest.mark.rule("BHC-4.11-10")
def test_an_ability_serves_its_owner_alone(board):
    having(board, 5).do("place", 0, socket=LARGE, option=0).do("place", 1, socket=CREDITS, option=0)
    assert board.seat(1)["cr"] == 4


@pytest.mark.rule("BHC-4.11-1")
def test_cheaper_fields_leave_the_rest_in_the_repository(board):
    having(board, 12, 13).give(0, cr=1, tg=1, xp=2)  # Survey Drones, Peer Review
    board.ask("expedition", 0, [2]).do("expedition", 0, **{"from": "deck", "field": 0}).do("expedition", 0, field=1)
    assert (board.seat(0)["cr"], board.seat(0)["tg"]) == (0, 0)
    board.ask("research", 0, [1]).do("research", 0, field=0)
    assert board.seat(0)["xp"] == 0
    assert board.seat(0)["research"]["paid"] == {"0": {"xp": 2}}


@pytest.mark.rule("BHC-4.11-1")
def test_extra_endorsements_and_fields_come_from_sockets(board):
    having(board, 14, 15).give(0, cr=2, tg=2)  # Twin Teams, Whip's Office
    board.do("place", 0, socket=FIELDS, option=0)
    board.do("expedition", 0, **{"from": "deck", "field": 0}).do("expedition", 0, field=1)
    assert board.seat(0)["research"] is not None
    board.do("place", 1, socket=LARGE, option=0).do("place", 2, socket=LARGE, option=0)
    hand = board.seat(0)["hand"]
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=hand[0])
    board.do("endorse", 0, unit=STORAGE, card=hand[1])
    assert len(board.seat(0)["proposal"]["cards"]) == 2


@pytest.mark.rule("BHC-4.4-9", "BHC-4.11-1")
def test_a_cheaper_assistant_still_costs_a_token(board):
    board.until("assistant", 0)
    having(board, 16).give(0, pa=2)  # Trusted Staff
    board.do("assistant", 0, socket="advisor/trainer", option=0)  # 2 PA become 1
    assert board.seat(0)["pa"] == 1
    board.do("goal", 0, goal=board.seat(0)["drawn"][0])
    board.own(1, abilities=[16, None, None]).give(1, pa=0)
    assert board.refusal("assistant", 1, socket="advisor/proxy", option=0) == "too_expensive"


@pytest.mark.rule("BHC-4.11-1")
def test_a_cheaper_fee(board):
    board.until("choose")
    having(board, 17).own(0, hand=[1]).give(0, cr=0)  # Open Ledger; the Decree costs 1 CR
    board.do("choose", 0, card="decree/1").do("choose", 1, card="none").do("choose", 2, card="none")
    board.do("introduce", 0, card="decree/1")
    assert board.seat(0)["cr"] == 0


@pytest.mark.rule("BHC-4.11-1", "BHC-4.3-3")
def test_a_shared_socket_once_a_round(board):
    having(board, 18).built(STORAGE, HANGAR, TECHNICAL)  # Shared Hatch
    board.do("place", 0, socket=LARGE, option=0).do("place", 1, socket="storage/6/0", option=0)
    board.do("place", 2, socket=LARGE, option=0)
    credits = board.seat(0)["cr"]
    board.do("place", 0, socket="storage/6/0", option=0)
    assert board.seat(0)["cr"] == credits + 1
    assert board.seat(0)["shared"]
    assert [a for a in board.legal(1) if a.get("socket") == "storage/6/0"] == []


@pytest.mark.rule("BHC-4.11-1")
def test_income_comes_at_the_beginning_of_the_upkeep_and_can_pay_for_it(board):
    having(board, 9).own(0, proposal={"unit": 2, "need": 2, "cards": [60], "xp": 0}, hand=[]).until("next")
    board.give(0, cr=0).do("next", 0).until("upkeep", 0)  # Standing Allowance
    assert {"kind": "upkeep", "seat": 0} in board.legal(0)


@pytest.mark.rule("BHC-4.11-1", "BHC-4.5-10")
def test_a_submitted_module_pays_its_builder(board):
    having(board, 19).own(0, proposal={"unit": 2, "need": 1, "cards": [60], "xp": 0}).until("build")
    credits = board.seat(0)["cr"]
    board.do("build", 0, unit=2, to=[0, 0])
    assert board.seat(0)["cr"] == credits + 1


@pytest.mark.rule("BHC-4.10.2-4", "BHC-4.10.2-5")
def test_an_artifact_kept_for_an_own_turn_is_used_there_once_beside_the_action(board):
    # Given Bone Needle (complete the Research as it is), and a Research that has just begun
    board.own(0, trophies=[11], later=[11], research={"artifact": 3, "paid": {}})
    board.do("artifact", 0, artifact=11)
    assert board.seat(0)["trophies"] == [11, 3]
    assert board.seat(0)["later"] == []
    assert board.step["do"] == "regular"
    assert board.step["seat"] == 0
    assert board.legal(0, "artifact") == []


@pytest.mark.rule("BHC-4.11-7")
def test_abilities_move_only_when_a_card_says_so(board):
    having(board, 5)
    board.ask("move", 0, ["ability"]).do("move", 0, **{"from": 0, "to": 2})
    assert board.seat(0)["abilities"] == [None, None, 5]
    assert board.step["do"] == "regular"
    assert all(action["kind"] != "move" for action in board.legal())

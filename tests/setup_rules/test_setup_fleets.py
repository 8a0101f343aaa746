"""Auxiliary Fleets change the start at both levels (BHC-3.1-9)."""

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.content import box as host_content

FLEETS = host_content.get()["fleets"]
PAIR = {"mode": "semi", "managers": [1, 2], "planet": "trappist-1-e"}
USUAL = {"dec": 2, "cr": 2, "tg": 1}
CURRENCIES = ("dec", "cr", "tg", "pa", "xp")


@pytest.mark.rule("BHC-3.1-9")
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
@pytest.mark.parametrize("fleet", FLEETS, ids=lambda fleet: fleet["id"])
def test_a_fleet_changes_the_colony_alike_at_both_levels(fleet, mode):
    options = dict(PAIR, mode=mode)
    usual = game.setup(options, 1)["colony"]
    for level in ("companion", "referee"):
        state = game.setup(dict(options, level=level, fleet=fleet["id"]), 1)
        assert state["colony"]["stock"] == usual["stock"] + fleet["stock"]
        grown = [now - before for now, before in zip(state["colony"]["pop"], usual["pop"], strict=True)]
        assert grown == fleet["population"]
        assert game.view(state, "table")["fleet"] == fleet["id"]
        assert game.view(state, "table")["tabs"]["population"]["total"] == sum(state["colony"]["pop"])


@pytest.mark.rule("BHC-3.1-9", "BHC-3.1-7", "BHC-3.1-8", "BHC-A3.3-8")
@pytest.mark.parametrize("mode", ["semi", "solo"])
@pytest.mark.parametrize("fleet", FLEETS, ids=lambda fleet: fleet["id"])
def test_the_referee_gives_what_the_companion_tells_the_table_to_take(fleet, mode):
    told = game.view(game.setup(dict(PAIR, mode=mode, fleet=fleet["id"]), 1), "table")["put_back"]
    board = game.setup(dict(PAIR, mode=mode, level="referee", fleet=fleet["id"]), 1)["board"]
    for own in board["seats"].values():
        held = [len(own["hand"]), own["cr"], own["tg"], own["pa"], own["xp"]]
        assert held == [fleet["start"].get(name, 0) for name in CURRENCIES]
    start = [sentence for sentence in told if " with " in sentence]
    assert bool(start) == (fleet["start"] != USUAL)
    events = game.view(game.setup(dict(PAIR, mode=mode, fleet=fleet["id"]), 1), "table")["events"]
    assert set(told) <= {event["text"] for event in events}  # still there when the first token was laid
    for count in fleet["start"].values():
        assert not start or f"{count} " in start[0]


def test_the_setup_tells_each_change_of_a_fleet_in_a_sentence(new_setup):
    shown = {one["id"]: one["changes"] for one in new_setup(**PAIR, begin=False).made["fleets"]}
    assert shown["neutral"] == []
    assert shown["academy"] == [
        "Each Manager begins with 3 Decree cards, 1 Credit, 1 Terran Good and 3 Experience.",
        "60 fewer Colonists.",
        "60 more Scientists.",
    ]
    assert shown["freighters"][1] == "6 less STOCK at the start."
    assert all(sentence.endswith(".") for changes in shown.values() for sentence in changes)

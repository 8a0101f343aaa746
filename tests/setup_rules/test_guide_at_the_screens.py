"""A guided game at referee level: its steps speak of the screens, and are seen as done there (BHC-2.1-6)."""

import pytest

from shared_rules.beyond_humanity import game, tutorials
from shared_rules.beyond_humanity.rules import offers
from shared_rules.engine.reasons import Refusal

LESSONS = {entry["id"]: entry for entry in offers.tutorials("referee")}
QUIET = ("pass", "done", "stop", "withdraw", "drop")


def guide(state):
    return game.view(state, "table")["guide"]


def legal(state):
    return [action for action in game.legal(state) if action["kind"] != "undo"]


def quiet(state):
    """The least that may be done."""
    actions = legal(state)
    wanted = [one for one in actions if one["kind"] in QUIET or one.get("card") == "none"]
    wanted += [one for one in actions if one.get("socket") == "arc/0/0" and one["option"] == 0]
    return (wanted or actions)[0]


def do(state, step, action):
    """What a step's `do` means for a player who follows it."""
    kind, rest = action[0], action[1:]
    if kind == "until":
        while not tutorials.done(step["check"], game.view(state, "table")):
            state = game.apply(state, quiet(state))
        return state
    wanted = {"kind": kind, **dict(zip(("socket", "option"), rest, strict=False))}
    return game.apply(state, next(one for one in legal(state) if wanted.items() <= one.items()))


@pytest.mark.rule("BHC-2.1-6")
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_leads_through_a_round_at_the_screens(name):
    state = game.setup({"level": "referee", "tutorial": name}, 3)
    entry = LESSONS[name]
    for number, step in enumerate(entry["steps"], 1):
        shown = guide(state)
        assert (shown["step"], shown["steps"], shown["what"]) == (number, len(entry["steps"]), step["what"])
        assert step["do"] == [] or not tutorials.done(step["check"], game.view(state, "table"))
        for action in step["do"]:
            assert guide(state)["step"] == number
            state = do(state, step, action)
        if not step["do"]:
            state = game.apply(state, {"kind": "guide"})
    assert guide(state) is None
    assert (state["round"], state["phase"]) == (2, 3)


def test_the_guide_stands_in_every_seats_view_and_hides_no_secret():
    state = game.setup({"level": "referee", "tutorial": "first_month"}, 3)
    shown = [game.view(state, audience)["guide"] for audience in ("table", "seat:0", "seat:1")]
    assert shown[0] == shown[1] == shown[2] is not None


def test_a_lesson_about_pieces_on_a_table_is_not_offered_at_the_screens():
    assert set(LESSONS) == {"first_month"}
    with pytest.raises(Refusal):
        game.setup({"level": "referee", "tutorial": "corrections"}, 3)
    state = game.setup({"level": "companion", "tutorial": "corrections", "begin": False}, 3)
    state = game.apply(state, {"kind": "setup", "level": "referee"})
    assert game.view(state, "table")["setup"]["tutorial"] is None

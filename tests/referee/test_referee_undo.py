"""UNDO at referee level: random play with UNDO all the way back at every step, in every mode, never past the barriers.

`undo_walk.py` plays and says what may be taken back; here it is driven by hypothesis, and every kind of action is met.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from test_referee_whole_games import check
from undo_walk import MODES, Walk

from shared_rules.beyond_humanity.referee import reasons

# Kinds of actions by mode: the common ones, and what only some modes have.
COMMON = {
    "keep", "place", "endorse", "expedition", "research", "copy", "exchange", "discard", "flip", "goal", "move", "stop",
    "artifact", "assistant", "pass", "upkeep", "drop", "ability", "done", "build", "choose", "introduce", "withdraw",
    "next",
}  # fmt: skip
KINDS = {"semi": COMMON | {"face"}, "coop": COMMON | {"face"}, "solo": COMMON | {"hire", "columns"}}
# Secret or shuffled choices and the closed Round: nothing goes back behind them.
BARRIERS = {"semi": {"keep", "choose", "next"}, "coop": {"choose", "next"}, "solo": {"keep", "choose", "next"}}


def test_the_kinds_named_here_are_all_that_there_are():
    assert set().union(*KINDS.values()) == set(reasons.RULES)


@pytest.mark.rule("BHC-2.3-4")
@pytest.mark.parametrize("mode", MODES)
def test_every_kind_of_action_is_taken_back_in_every_mode(mode):
    acted, returned = set(), set()
    for seed in range(40):
        walk = Walk(mode, seed, stacked=seed % 4 != 3)
        while walk.goes_on and not (acted == KINDS[mode] and returned == KINDS[mode] - BARRIERS[mode]):
            walk.act()
            if not {action["kind"] for _, action in walk.trail} <= returned:
                walk.all_the_way_back()
            acted |= set(walk.acted)
            returned |= walk.returned
    assert acted == KINDS[mode]
    assert returned == KINDS[mode] - BARRIERS[mode]


class Undoing(RuleBasedStateMachine):
    """Random actions of random games, and UNDO at any moment, one step or all the way."""

    @initialize(mode=st.sampled_from(MODES), seed=st.integers(0, 9999), stacked=st.booleans())
    def begin(self, mode, seed, stacked):
        self.walk = Walk(mode, seed, stacked)

    @precondition(lambda self: self.walk.goes_on)
    @rule(times=st.integers(1, 8))
    def act(self, times):
        for _ in range(times):
            if self.walk.goes_on:
                self.walk.act()
                self.walk.all_the_way_back()

    @precondition(lambda self: self.walk.trail)
    @rule(data=st.data())
    def undo(self, data):
        self.walk.take_back(data.draw(st.integers(1, len(self.walk.trail))))

    @precondition(lambda self: not self.walk.goes_on)
    @rule()
    def over(self):
        assert self.walk.state["undo"] == []

    @invariant()
    def nothing_is_lost(self):
        assert len(self.walk.state["undo"]) == len(self.walk.trail)
        check(self.walk.state)


Undoing.TestCase.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
TestUndoing = pytest.mark.rule("BHC-2.3-4", "BHC-2.4-3")(Undoing.TestCase)


class LongUndoing(Undoing):
    """The same for longer."""


LongUndoing.TestCase.settings = settings(max_examples=150, stateful_step_count=60, deadline=None)
TestLongUndoing = pytest.mark.slow(LongUndoing.TestCase)

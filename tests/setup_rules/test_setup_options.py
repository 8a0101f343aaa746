"""Options of a game come from pages and from files of others: whatever they are, they work or are refused in words."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.beyond_humanity import game
from shared_rules.engine.canonical import canonical
from shared_rules.engine.reasons import Refusal

FIELDS = ("level", "mode", "managers", "seats", "planet", "fleet", "scenario", "tutorial", "arc", "planets", "exogen",
          "scenarios", "played", "begin")  # fmt: skip
GOOD = {
    "level": ["companion", "referee"], "mode": ["semi", "coop", "solo"], "managers": [[1, 2], [3, 4, 5, 6, 7]],
    "seats": [{"0": "greedy"}, {}], "planet": ["tau-cet-e", "trappist-1-e"], "fleet": ["escort", "neutral"],
    "scenario": ["long_night", None], "tutorial": ["first_month", None], "begin": [True, False],
}  # fmt: skip
JUNK = [None, True, 0, -1, 7, 10**30, 1.5, "", "x", "semi", [], [1, 1], [0], [[]], ["a"], [1, 2, 3, 4, 5, 6], {},
        {"0": 3}, {"9": "greedy"}, {"x": "person"}, {"id": "x"}, [{"id": "x"}], [None]]  # fmt: skip
VALUES = st.fixed_dictionaries(
    {},
    optional={name: st.one_of(st.sampled_from(GOOD.get(name, [True])), st.sampled_from(JUNK)) for name in FIELDS},
)


def begun(options):
    """The first state, or None if the options were refused; anything but a Refusal is a failure."""
    try:
        return game.setup(options, 5)
    except Refusal as refusal:
        told = refusal
    assert told.sentence.endswith((".", "?"))
    assert told.code
    return None


@settings(max_examples=50)
@given(VALUES)
def test_any_options_begin_a_setup_or_are_refused_in_words(options):
    before = json.dumps(options)
    state = begun(options)
    assert json.dumps(options) == before
    if state is not None:
        assert canonical(json.loads(json.dumps(state))) == canonical(state)
        view = game.view(state, "table")
        json.dumps(view, allow_nan=False)
        assert view["stage"] in ("setup", "play")


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", JUNK, ids=repr)
def test_one_wrong_option_among_good_ones_is_no_traceback(name, value):
    begun({"level": "referee", "mode": "coop", "managers": [1, 2], "planet": "tau-cet-e", name: value})

"""Whatever arrives as an action, the answer is a new state or a refusal in words: never another error."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from randomplay import Player

from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal

words = st.sampled_from(
    [
        "tap",
        "phase",
        "next",
        "answer",
        "undo",
        "attach",
        "detach",
        "topology",
        "claim_governor",
        "table_points",
        "setup",
    ]
)
fields = st.sampled_from(
    ["piece", "choice", "unit", "edges", "seat", "vp", "mode", "arc", "manager", "leave", "closed", "planet", "begin"]
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from(["yes", "no", "done", "semi", "manager/3", "decree/7", "x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=6,
)
actions = st.builds(
    lambda kind, rest: {**rest, "kind": kind}, words | values, st.dictionaries(fields, values, max_size=3)
)


def states():
    yield game.setup({}, 1)
    yield game.setup({"mode": "semi", "managers": [1, 2]}, 1)
    player = Player(3)
    for _ in range(3):
        yield player.state
        player.round()
    yield Player(2).game()


STATES = list(states())


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(range(len(STATES))), st.lists(actions, max_size=6) | values)
def test_garbage_is_refused_in_words(index, tried):
    state = STATES[index]
    for action in tried if isinstance(tried, list) else [tried]:
        try:
            state = game.apply(state, action)
        except Refusal as caught:
            refused = caught.code, caught.sentence.strip()
        else:
            refused = None
        assert refused is None or all(refused)
        json.dumps(game.view(state, "table"), allow_nan=False)
        game.digest(state)

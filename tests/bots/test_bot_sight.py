"""A bot is shown what its seat is shown, and nothing else."""

import json

import pytest

from shared_rules.beyond_humanity import bots, game
from shared_rules.beyond_humanity.bots import sight
from shared_rules.beyond_humanity.bots.lazy import LazyView


def fields(seen):
    return {name: getattr(seen, name) for name in sight.FROM_VIEW}


def test_the_short_way_to_a_sight_gives_what_the_view_holds(options, follow):
    assert sight.FROM_VIEW.keys() == sight.FROM_STATE.keys() | sight.AT_ONCE
    assert not sight.FROM_STATE.keys() & sight.AT_ONCE
    for count, (state, _, _, _) in enumerate(follow(options, 5, "greedy")):
        if count % 29 == 0:
            for seat in range(len(state["desk"]["managers"])):
                view = json.loads(json.dumps(game.view(state, f"seat:{seat}")))
                assert fields(sight.of_state(state, seat)) == fields(sight.of(view))


def test_a_lazy_view_is_the_view(options, follow):
    for count, (state, seat, _, _) in enumerate(follow(options, 6, "random")):
        if count % 61 == 0:
            view = game.view(state, f"seat:{seat}")
            lazy = LazyView(state, seat)
            assert dict(lazy) == view
            assert list(lazy) == list(view)
            assert len(lazy) == len(view)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_that_gets_the_plain_view_chooses_the_same(name, options, follow):
    others = [bots.make(name, 1) for _ in range(5)], [bots.make(name, 1) for _ in range(5)]
    for count, (state, seat, actions, _) in enumerate(follow(options, 7, "greedy")):
        if count % 31 == 0:
            view = json.loads(json.dumps(game.view(state, f"seat:{seat}")))
            plain = others[0][seat].choose(view, actions)
            assert plain == others[1][seat].choose(LazyView(state, seat), actions)
            assert plain in actions
            assert plain["kind"] != "undo"

"""Helpers for rule tests: a game as a small table that reads like the rulebook."""

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal


class Table:
    """A running game: each method is something that people do at the table."""

    def __init__(self, managers=(3, 8, 5), mode="semi", planet="trappist-1-e", seed=7):
        self.state = game.setup({"mode": mode, "managers": list(managers), "planet": planet}, seed)

    def do(self, **action):
        self.state = game.apply(self.state, action)
        return self

    def tap(self, *pieces):
        for piece in pieces:
            self.do(kind="tap", piece=piece)
        return self

    def phase(self, number):
        while self.state["phase"] < number:
            self.do(kind="phase")
        return self

    def next(self):
        self.phase(6).do(kind="next")
        return self.do(kind="answer", choice="yes")

    def build(self, unit, manager):
        self.phase(5).do(kind="attach", unit=unit)
        return self.tap(f"manager/{manager}")

    def refusal(self, **action):
        before = game.digest(self.state)
        with pytest.raises(Refusal) as caught:
            game.apply(self.state, action)
        assert game.digest(self.state) == before
        assert caught.value.sentence.endswith((".", "?"))
        return caught.value

    def change(self, **fields):
        """Put the hidden colony into a given condition."""
        self.state = dict(self.state, colony=dict(self.state["colony"], **fields))
        return self

    @property
    def view(self):
        return game.view(self.state, "table")

    @property
    def desk(self):
        return self.state["desk"]["managers"]


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def new_table():
    return Table

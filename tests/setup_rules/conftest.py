"""Helpers for tests of the setup: presses one after the other, and what the screen says."""

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal


class Setup:
    """A setup as people press through it."""

    def __init__(self, seed=5, **options):
        self.state = game.setup(options, seed)

    def do(self, **action):
        self.state = game.apply(self.state, action)
        return self

    def press(self, *choices):
        for choice in choices:
            self.do(kind="answer", choice=choice)
        return self

    def tap(self, *pieces):
        for piece in pieces:
            self.do(kind="tap", piece=piece)
        return self

    def choose(self, **fields):
        return self.do(kind="setup", **fields)

    def refusal(self, **action):
        before = game.digest(self.state)
        with pytest.raises(Refusal) as caught:
            game.apply(self.state, action)
        assert game.digest(self.state) == before
        assert caught.value.sentence.endswith(".")
        return caught.value.code

    @property
    def view(self):
        return game.view(self.state, "table")

    @property
    def made(self):
        return self.view["setup"]

    @property
    def dialog(self):
        return self.view["dialog"]

    @property
    def choices(self):
        return [item["choice"] for item in self.dialog["choices"]]


@pytest.fixture
def new_setup():
    return Setup

"""Helpers for rule tests: a game as a small table that reads like the rulebook."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.engine.reasons import Refusal

SOUND = {"h": 650, "s": 650, "t": 650, "stock": 200, "td": 0, "riot": 0, "red": 0}


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


@pytest.fixture
def uneventful():
    """A game in which the same Occurrence comes every month: one that leaves the Colony alone, or `strike`."""
    calm = next(item for item in content.get()["occurrences"] if not (item["app"] or any(item["hst"]) or item["when"]))
    bar = {"label": "Test", "condition": "colony stock >= 0", "kind": "reach", "rounds": 1, "by_round": 20}
    entry = {"id": "test", "name": "A test", "difficulty": 1, "mode": "semi", "planet": "trappist-1-e"}
    entry.update(progress=dict(bar, missed="vp -1"), story="word " * 99 + "word.")

    def begin(rules=(), strike=None, **colony):
        table = Table()
        added = dict(entry, rules=[*rules, f"every 1 {strike or calm['id']}"])
        table.state = game.setup({"managers": [3, 8, 5], "scenarios": [added], "scenario": "test"}, 7)
        return table.change(**dict(SOUND, **colony))

    return begin

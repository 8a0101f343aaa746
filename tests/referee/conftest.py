"""Helpers for referee tests: a table at which a test arranges what is given, plays, and reads what came of it."""

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.engine.reasons import Refusal

TOKENS = ("cr", "tg", "pa", "xp")


def goal_of_tokens():
    """(name, what has to lie in the Repositories) of a blue Goal that asks for nothing else."""
    for name in pieces.goals("semi"):
        conditions = pieces.goal(name)["levels"][0]["when"]
        if all(scope == "own" and op == ">=" and what in TOKENS for scope, what, op, _, _ in conditions):
            return name, {what: number for _, what, _, number, _ in conditions}
    raise AssertionError("no blue Goal asks for currencies alone")


class Board:
    """A referee game. Quiet choices (`until`) bring it to the step that a test is about."""

    def __init__(self, managers=(3, 8, 5), mode="semi", seed=7, planet="trappist-1-e", **more):
        options = {"mode": mode, "managers": list(managers), "planet": planet, "level": "referee", **more}
        self.state = game.setup(options, seed)

    def do(self, kind, seat, **fields):
        self.state = game.apply(self.state, dict({"kind": kind, "seat": seat}, **fields))
        return self

    def refusal(self, kind, seat, **fields):
        before = game.digest(self.state)
        with pytest.raises(Refusal) as caught:
            game.apply(self.state, dict({"kind": kind, "seat": seat}, **fields))
        assert game.digest(self.state) == before
        assert caught.value.sentence.endswith(".")
        return caught.value.code

    @property
    def step(self):
        return self.state["board"]["todo"][0]

    @property
    def table(self):
        return self.state["board"]

    def seat(self, number):
        return self.state["board"]["seats"][str(number)]

    def legal(self, seat=None, kind=None):
        found = [action for action in game.legal(self.state, seat) if action["kind"] != "undo"]
        return [action for action in found if kind in (None, action["kind"])]

    def until(self, do, seat=None, most=400):
        """Quiet play: the least that may be done, until somebody (or `seat`) is asked to `do`."""
        for _ in range(most):
            asked = self.step.get("seats") or [self.step["seat"]]
            if self.step["do"] == do and (seat is None or seat in asked):
                return self
            self.state = game.apply(self.state, self.quiet())
        raise AssertionError(f"nobody was asked to {do}")

    def quiet(self):
        """The quietest legal action: draw cards on the large socket, pass, none."""
        actions = self.legal()
        for kind in ("pass", "done", "stop", "withdraw", "drop"):
            found = [action for action in actions if action["kind"] == kind]
            if found:
                return found[0]
        for wanted in ({"socket": "arc/0/0", "option": 0}, {"card": "none"}):
            found = [action for action in actions if wanted.items() <= action.items()]
            if found:
                return found[0]
        return actions[0]

    def held(self):
        """The Repositories of all seats."""
        return [{name: self.seat(seat)[name] for name in TOKENS} for seat in range(len(self.table["seats"]))]

    def introduced(self, *chosen):
        """Everybody chooses a card, and introduces it."""
        for seat, card in enumerate(chosen):
            self.do("choose", seat, card=card)
        while self.step["do"] == "register":
            self.do("introduce", self.step["seat"], card=self.step["card"])
        return self

    def told(self):
        """The newest event in words."""
        return self.state["events"][-1]["text"]

    # -- given -----------------------------------------------------------------------------------------------------

    def give(self, number, **amounts):
        """Put a Repository into a given condition; the bank holds the rest."""
        seats, bank = dict(self.table["seats"]), dict(self.table["bank"])
        own = dict(seats[str(number)])
        for currency, count in amounts.items():
            bank[currency] += own[currency] - count
            own[currency] = count
        seats[str(number)] = own
        return self.arrange(seats=seats, bank=bank)

    def own(self, number, **fields):
        """Put other parts of a seat into a given condition."""
        seats = dict(self.table["seats"])
        seats[str(number)] = dict(seats[str(number)], **fields)
        return self.arrange(seats=seats)

    def arrange(self, **fields):
        self.state = dict(self.state, board=dict(self.state["board"], **fields))
        return self

    def colony(self, **fields):
        self.state = dict(self.state, colony=dict(self.state["colony"], **fields))
        return self

    def ask(self, do, number, args=(), token=True):
        """Put a step of an effect first into the queue."""
        step = {"do": do, "seat": number, "args": list(args), "token": str(number) if token else None}
        return self.arrange(todo=[step] + self.table["todo"])

    def built(self, *units):
        """Modules that stand and work, connected one behind the other."""
        progress, edges, before = list(self.state["colony"]["progress"]), list(self.state["table"]["edges"]), [0, 5]
        for unit in units:
            progress[unit] = 128
            edges.append([*before, unit, 0])
            before = [unit, 1]
        here = self.state["table"]["units"] + list(units)
        self.state = dict(self.state, table={"units": here, "edges": sorted(edges), "seen": sorted(here)})
        return self.colony(progress=progress)


@pytest.fixture
def token_goal():
    return goal_of_tokens()


@pytest.fixture
def new_board():
    return Board


@pytest.fixture
def board():
    """Three Managers at the first regular action; the Governor sits at seat 0."""
    return Board().until("regular")


@pytest.fixture
def every_month():
    """A game at the first regular action in which the same Occurrence comes in every Round."""

    def begin(name):
        bar = {"label": "Test", "condition": "colony stock >= 0", "kind": "reach", "rounds": 1, "by_round": 20}
        entry = {"id": "test", "name": "A test", "difficulty": 1, "mode": "semi", "planet": "trappist-1-e"}
        entry.update(rules=[f"every 1 {name}"], progress=dict(bar, missed="vp -1"), story="word " * 99 + "word.")
        return Board(scenarios=[entry], scenario="test").until("regular")

    return begin

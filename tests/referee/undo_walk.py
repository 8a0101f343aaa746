"""Play that looks for every kind of action, and UNDO all the way back from wherever it stands.

What may be taken back is worked out here anew, from what an action did to the hidden things on the table, so that the
barriers of the rules are compared with something else than themselves.
"""

import json
import random

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.beyond_humanity.referee.work import capacity
from shared_rules.engine.canonical import canonical
from shared_rules.engine.reasons import Refusal

MODES = ("semi", "coop", "solo")
MODULES = (6, 15, 21, 24, 32)  # Storage, Technical Zone, Hangar, Consulate (copies), Galactic Marketplace (exchanges)
TOKENS = ("cr", "tg", "pa", "xp")


def wanted(kind, field, words):
    """Numbers of the cards whose commands hold one of the words: they go to the top of a stacked deck."""
    return [card["number"] for card in kind if any(word in json.dumps(card[field]) for word in words)]


def start(mode, seed, stacked):
    """A new game. `stacked`: Modules stand, Repositories are filled, and cards that are rarely seen lie on top."""
    dice = random.Random(seed)
    options = {
        "mode": mode,
        "managers": dice.sample(range(1, 10), 2 + seed % 4),
        "planet": dice.choice(content.get()["planets"])["id"],
        "level": "referee",
    }
    if mode == "solo":
        del options["managers"]
    if mode == "coop" and seed % 3 == 1:
        options["scenario"] = dice.choice(pieces.box()["scenarios"])["id"]
    state = game.setup(options, seed)
    return (stack(state) if stacked else state), dice


def stack(state):
    board = dict(state["board"])
    artifacts = pieces.box()["artifacts"]
    first_move = wanted(artifacts, "commands", ["move"])[0]
    board["artifacts"] = [card for card in board["artifacts"] + board["public"] if card != first_move]
    board["public"] = [board["artifacts"].pop() for _ in range(3)]
    moving = wanted(artifacts, "commands", ["move", "copy"])
    moving += [card["number"] for card in artifacts if card["later"] == "turn" and card["number"] not in moving]
    decrees = wanted(content.get()["decrees"], "table", ["move", "flip", "exchange"])
    for deck, first in (("artifacts", moving), ("decrees", decrees)):
        here = [card for card in first if card in board[deck]]
        board[deck] = [card for card in board[deck] if card not in here] + here
    seats, bank = dict(board["seats"]), dict(board["bank"])
    for seat, own in seats.items():
        own = dict(own)
        for currency in TOKENS:
            more = min(bank[currency] // len(seats), capacity(state, int(seat), currency) - own[currency])
            own[currency] += more
            bank[currency] -= more
        if seat == "0":  # soon an Artifact that moves Abilities is complete, and there is one to move
            own["research"] = {"artifact": first_move, "paid": {}}
            own["abilities"] = [board["abilities"][0], *own["abilities"][1:]]
            board["abilities"] = board["abilities"][1:]
        seats[seat] = own
    board.update(seats=seats, bank=bank)
    progress = list(state["colony"]["progress"])
    edges, before = [], [0, 5]
    for unit in MODULES:
        progress[unit] = 128
        edges.append([*before, unit, 0])
        before = [unit, 1]
    table = {"units": list(MODULES), "edges": sorted(edges), "seen": sorted(MODULES)}
    standing = sum(1 << (unit - 1) for unit in MODULES)
    colony = dict(state["colony"], progress=progress, standing=standing, h=650, s=650, t=650, stock=200)
    return dict(state, board=board, table=table, colony=colony)


def choices(state):
    return [action for action in game.legal(state) if action["kind"] != "undo"]


def whole(state):
    """All of a state but what UNDO leaves: the list of events, what was told last, and the way back itself."""
    return {name: value for name, value in state.items() if name not in ("events", "notice", "undo")}


def hidden(state):
    """What nobody may see twice with another choice in between: chance, decks, secret choices; and the Round."""
    board = state["board"]
    decks = [board[name] for name in ("decrees", "artifacts", "goals", "public")]
    secret = [own["secret"] is not None for own in board["seats"].values()]
    offered = [own["offered"] for own in board["seats"].values()]
    return [state["chance"], state["round"], decks, secret, offered]


def may_go_back(before, action, after):
    """Whether the rules must let this action be taken back: it showed nothing and closed nothing."""
    if action["kind"] in ("choose", "next") or after["stage"] != "play":
        return False
    if action["kind"] == "goal":  # one of cards that lie before their owner: nothing new is seen
        return True
    return hidden(before) == hidden(after)


class Walk:
    """One game. `trail`: (state before, action) of all that can be taken back; `acted`, `returned`: kinds."""

    def __init__(self, mode, seed, stacked):
        self.state, self.dice = start(mode, seed, stacked)
        self.trail = []
        self.acted, self.returned = {}, set()

    @property
    def goes_on(self):
        return self.state["stage"] == "play"

    def act(self):
        """One action, the more likely the rarer its kind has been."""
        actions = choices(self.state)
        kinds = sorted({action["kind"] for action in actions})
        kind = self.dice.choices(kinds, [1 / (1 + self.acted.get(kind, 0)) for kind in kinds])[0]
        action = self.dice.choice([action for action in actions if action["kind"] == kind])
        before, self.state = self.state, game.apply(self.state, action)
        self.acted[kind] = self.acted.get(kind, 0) + 1
        if may_go_back(before, action, self.state):
            assert len(self.state["undo"]) == len(before["undo"]) + 1, action
            self.trail.append((before, action))
        else:
            assert self.state["undo"] == [], action
            self.trail = []

    def back(self, state, depth):
        """The state after `depth` UNDOs; each one gives the very state from before, and the same choices."""
        for before, action in reversed(self.trail[len(self.trail) - depth :]):
            *_, last = game.legal(state)
            assert last == {"kind": "undo", "seat": action["seat"]}
            state = game.apply(state, last)
            assert whole(state) == whole(before)
            assert len(state["undo"]) == len(before["undo"])
            assert state["events"][-1]["text"].startswith("Taken back: ")
            self.returned.add(action["kind"])
        if depth:
            assert choices(state) == choices(before)
        if depth and self.dice.randrange(16) == 0:
            assert canonical(whole(state)) == canonical(whole(before))  # to the byte: 0 is not False
        return state

    def all_the_way_back(self):
        """Back to the barrier, and not a step further; the game itself stays where it is."""
        first = self.back(self.state, len(self.trail))
        assert first["undo"] == []
        for seat in range(len(first["desk"]["managers"])):
            with pytest.raises(Refusal) as caught:
                game.apply(first, {"kind": "undo", "seat": seat})
            assert caught.value.code in ("nothing_to_undo", "game_over")

    def take_back(self, depth):
        """UNDO for good."""
        self.state = self.back(self.state, depth)
        self.trail = self.trail[: len(self.trail) - depth]

"""The greedy bot: every legal action gets a worth from the table of worths, and the best one is taken.

Theory: `needs.Needs` says what the Colony needs, `mind.Mind` what that means to the seat in this Round; here is one
judge for each kind of action, and one worth for each effect of a socket. It looks no step ahead, except that a socket
is worth what its effects are.

Rule 1: a choice depends on the sight alone; equal worths go to the action that is listed first.
"""

from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots import sight as sights
from shared_rules.beyond_humanity.bots.mind import Mind
from shared_rules.beyond_humanity.bots.needs import Needs
from shared_rules.beyond_humanity.bots.purse import Purse
from shared_rules.beyond_humanity.bots.worths import WORTHS
from shared_rules.beyond_humanity.referee import pieces

Action = dict[str, Any]
Effect = list[Any]
NOTHING = float("-inf")
MOST_SHARED = 16  # tables of worths of which findings are kept
_SHARED: dict[int, tuple[Any, Any, Any, Needs]] = {}  # by id of the worths: worths, the last Colony, proposals, needs


def needs_of(sight: Any, worths: dict[str, Any]) -> Needs:
    """What the Colony needs: the same for every seat with the same worths, since it is public."""
    if sight.key is None:
        return Needs(sight, worths)
    last = _SHARED.get(id(worths))
    if last is None or last[1] is not sight.key or last[2] != sight.proposed:
        if len(_SHARED) > MOST_SHARED:
            _SHARED.clear()
        last = _SHARED[id(worths)] = (worths, sight.key, sight.proposed, Needs(sight, worths))
    return last[3]


class Greedy:
    """Takes the action of most worth. `worths`: numbers that replace those of the table."""

    name = "greedy"

    def __init__(self, _seed: int = 0, worths: dict[str, Any] | None = None) -> None:
        self.worths = WORTHS | worths if worths else WORTHS
        self._mind: tuple[Any, Any, Any] = (None, None, None)
        self._purse: tuple[Any, Any] = (None, None)

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """The best of `actions`."""
        if len(actions) == 1 or actions[0]["kind"] in FIRST:
            return actions[0]
        return self.best(sights.of(view), actions)

    def best(self, sight: Any, actions: list[Action]) -> Action:
        """The action of most worth; UNDO is none."""
        turn = Turn(sight, self.mind(sight))
        best, most, socket = actions[0], NOTHING, turn.socket
        if best["kind"] == "endorse":
            return _best_endorsement(turn, actions)
        for action in actions:
            kind = action["kind"]
            if kind == "place":
                worth = socket(action["socket"])[action["option"]]
            elif kind == "undo":
                continue
            else:
                worth = JUDGES[kind](turn, action)
            if worth > most:
                best, most = action, worth
        return best

    def scored(self, sight: Any, actions: list[Action]) -> list[tuple[float, Action]]:
        """All actions with their worths, in their order; UNDO is left out."""
        turn = Turn(sight, self.mind(sight))
        return [(JUDGES[one["kind"]](turn, one), one) for one in actions if one["kind"] != "undo"]

    def mind(self, sight: Any) -> Mind:
        """The mind about this Round, kept as long as what it depends on stays the same."""
        needs = needs_of(sight, self.worths)
        purse = self._purse_of(sight)
        before, other, mind = self._mind
        if before is not needs or other is not purse:
            mind = Mind(sight, needs, purse)
            self._mind = (needs, purse, mind)
        return mind  # type: ignore[no-any-return]

    def _purse_of(self, sight: Any) -> Purse:
        """The purse of this Round, likewise."""
        key = (sight.seat, sight.round, sight.goals, sight.common)
        before, purse = self._purse
        if before != key:
            purse = Purse(sight, self.worths)
            self._purse = (key, purse)
        return purse  # type: ignore[no-any-return]


class Turn:
    """One choice of one seat: the worths that change with every choice, each found once."""

    def __init__(self, sight: Any, mind: Mind) -> None:
        self.sight, self.mind, self.worths, self.held = sight, mind, mind.worths, sight.tokens_held
        self.upto, self.cards = mind.purse.upto, len(sight.hand)
        self._sockets: dict[str, list[float]] = {}
        self._best: dict[str, float] = {}

    # -- tokens ----------------------------------------------------------------------------------------------------

    def have(self, currency: str) -> int:
        """How many there are now."""
        return self.cards if currency == "dec" else self.held[currency]

    def gain(self, currency: str, count: int) -> float:
        """Worth of that many more, as far as bank and Repository allow."""
        upto = self.upto[currency]
        if currency == "dec":
            return upto[self.cards + count] - upto[self.cards]
        have, sight = self.held[currency], self.sight
        free, bank = sight.room[currency] - have, sight.bank[currency]
        most = count if count < free else free
        if most > bank:
            most = bank
        return upto[have + most] - upto[have] if most > 0 else 0.0

    def loss(self, currency: str, count: int) -> float:
        """Worth of that many fewer."""
        have, upto = self.cards if currency == "dec" else self.held[currency], self.upto[currency]
        return upto[have] - upto[have - count] if have > count else upto[have]

    def price(self, price: dict[str, int]) -> float:
        """Worth of a whole price."""
        worth = 0.0
        for currency, count in price.items():
            have, upto = self.cards if currency == "dec" else self.held[currency], self.upto[currency]
            worth += upto[have] - upto[have - count] if have > count else upto[have]
        return worth

    def payable(self, price: dict[str, int]) -> bool:
        """Whether the Repositories hold a price."""
        held = self.held
        for currency, count in price.items():
            if held[currency] < count:
                return False
        return True

    def filled(self, slot: str) -> list[int] | None:
        """Fields that are filled of the card in a slot."""
        return self.sight.expedition_filled if slot == "expedition" else self.sight.research_filled

    # -- effects and sockets ---------------------------------------------------------------------------------------

    def effects(self, effects: list[Effect]) -> float:
        """Worth to the seat of effects of a socket."""
        worth = 0.0
        for effect in effects:
            if effect[1] == "gain":
                worth += self.gain(effect[2], effect[3])
            else:
                worth += EFFECTS[effect[1]](self, *effect[2:])
        return worth

    def socket(self, name: str) -> list[float]:
        """Worth of each choice of a Module's socket."""
        found = self._sockets.get(name)
        if found is None:
            found = self._sockets[name] = []
            for choice in _choices_of(name, self.sight.tier):
                worth = 0.0
                for judge, words in choice:
                    worth += judge(self, *words)
                found.append(worth)
        return found

    # -- Decree cards ----------------------------------------------------------------------------------------------

    def spent_card(self) -> float:
        """Worth of the card that would be given up most readily."""
        return self.mind.least_kept(self.sight.hand)[1] + self.loss("dec", 1)

    # -- endorsements ----------------------------------------------------------------------------------------------

    def endorsement(self, unit: int) -> float:
        """Worth of one endorsement of a proposal, or of starting one; the card not counted."""
        for seat, proposal in enumerate(self.sight.proposals):
            if proposal and proposal[0] == unit:
                worth = self.mind.step(unit, seat == self.sight.seat, proposal[1], proposal[2])
                return worth + (self.gain("xp", 1) if proposal[3] else 0.0)
        return self.mind.step(unit, True, self.mind.need(unit), 0) + self.gain("xp", 1)

    def best_unit(self) -> tuple[int, float]:
        """(unit, worth) of the best endorsement that could be placed, its card not counted; unit 0 if there is none."""
        mind, me, proposals = self.mind, self.sight.seat, self.sight.proposals
        xp = self.gain("xp", 1)
        best, most = mind.newest() if proposals[me] is None else (0, 0.0)
        if best:
            most += xp
        for seat, proposal in enumerate(proposals):
            if proposal:
                unit, need, given, left = proposal
                if given < need:
                    worth = mind.step(unit, seat == me, need, given) + (xp if left else 0.0)
                    if not best or worth > most:
                        best, most = unit, worth
        return best, most

    def best_endorsement(self) -> float:
        """Worth of the best endorsement that could be placed, its card paid."""
        if "endorse" not in self._best:
            unit, worth = self.best_unit() if self.cards else (0, 0.0)
            self._best["endorse"] = worth - self.spent_card() if unit else 0.0
        return self._best["endorse"]

    # -- Artifacts -------------------------------------------------------------------------------------------------

    def wanted(self) -> float:
        """What Goals add to the worth of an Artifact."""
        if "wanted" not in self._best:
            have = len(self.sight.trophies)
            self._best["wanted"] = self.mind.pull("own artifacts", have) + self.mind.pull("team artifacts", have)
        return self._best["wanted"]

    def artifact(self, number: int | None) -> float:
        """Worth of completing an Artifact; None is one from the deck."""
        return (float(self.worths["artifact"]) if number is None else self.mind.artifact(number)) + self.wanted()

    def field(self, slot: str, index: int, number: int | None) -> float:
        """Worth of filling a field, its price paid: the more, the fewer are left."""
        share = self._share(slot, self.filled(slot))
        return -1.0 if share is None else self.artifact(number) * share - self.price(pieces.fields(slot)[index])

    def _share(self, slot: str, card: list[int] | None) -> float | None:
        """The part of an Artifact that its next field is; None if there is no time to fill all of them."""
        done = len(card or ()) + (2 if slot == "research" else 0)
        return None if 4 - done > 1.5 * self.mind.left + 1 else self.worths["field"][done]

    def best_field(self, slot: str) -> float:
        """Worth of the best field of a slot that could be filled."""
        if slot not in self._best:
            self._best[slot] = self._best_field(slot)
        return self._best[slot]

    def _best_field(self, slot: str) -> float:
        card = self.filled(slot)
        if slot == "research" and card is None:
            return 0.0
        prices = pieces.fields(slot)
        free = [index for index in (0, 1) if index not in (card or ()) and self.payable(prices[index])]
        if not free:
            return 0.0
        share = self._share(slot, card)
        if share is None:
            return -1.0
        if card is not None:
            number = self.sight.expedition if slot == "expedition" else self.sight.research
        else:
            number = max(self.sight.public, key=self.mind.artifact) if self.sight.public else None
        whole = self.artifact(number) * share
        return max([whole - self.price(prices[index]) for index in free])


def _choices_of(name: str, tiers: list[int]) -> list[list[tuple[Callable[..., float], Effect]]]:
    """The choices of a Module's socket: for each effect who judges it, and its words."""
    if name not in _PLACES:
        _, first, second = name.split("/")
        _PLACES[name] = int(first), int(second)
    unit, index = _PLACES[name]
    key = (name, tiers[unit])
    if key not in _CHOICES:
        choices = pieces.sockets(unit, tiers[unit])[index][0]
        _CHOICES[key] = [[(EFFECTS[effect[1]], effect[2:]) for effect in choice] for choice in choices]
    return _CHOICES[key]


_PLACES: dict[str, tuple[int, int]] = {}  # unit and index by socket name
_CHOICES: dict[tuple[str, int], list[list[tuple[Callable[..., float], Effect]]]] = {}


# -- effects, by kind ----------------------------------------------------------------------------------------------


def _exchange(turn: Turn, given: str, count: int, gained: str, number: int) -> float:
    if turn.have(given) < count:
        return 0.0
    return max(0.0, turn.gain(gained, number) - turn.loss(given, count))


def _endorse(turn: Turn, count: int) -> float:
    return max(0.0, turn.best_endorsement()) * (0.0, 1.0, 1.8, 2.4, 2.9, 3.3)[min(count, turn.cards, 5)]


def _expedition(turn: Turn, count: int) -> float:
    return max(0.0, turn.best_field("expedition")) * (1.0 if count == 1 else 1.7)


def _research(turn: Turn, count: int) -> float:
    return max(0.0, turn.best_field("research")) * (1.0 if count == 1 else 1.7)


def _campaign(turn: Turn) -> float:
    return float(6 * turn.mind.support + turn.mind.pull("own president") * 0.3)


def _finish(turn: Turn, _word: str) -> float:
    return turn.artifact(turn.sight.research) * 0.5 if turn.sight.research is not None else 0.0


def _ambassador(turn: Turn) -> float:
    mind = turn.mind
    return float(turn.worths["ambassador"] + mind.needs.dependence() + mind.pull("own ambassador"))


def _goals(turn: Turn, drawn: int, kept: int) -> float:
    return float(turn.worths["goals"] * kept * (0.7 + 0.1 * drawn))


def _governor(turn: Turn, _word: str) -> float:
    worth: float = turn.worths["governor"]
    if turn.mind.left < 3:
        worth += turn.mind.pull("own governor")
    return worth if not turn.mind.governs else worth * 0.3


def _copy(turn: Turn, _word: str) -> float:
    found = [0.0]
    for name in turn.sight.tokens.values():
        if name.partition("/")[0] not in ("arc", "assistant", "advisor", "consulate"):
            found.append(max(turn.socket(name)))
    return 0.9 * max(found)


EFFECTS: dict[str, Callable[..., float]] = {
    "gain": Turn.gain,
    "lose": lambda turn, currency, count: -turn.loss(currency, count),
    "exchange": _exchange,
    "endorse": _endorse,
    "expedition": _expedition,
    "research": _research,
    "campaign": _campaign,
    "ambassador": _ambassador,
    "change": _governor,
    "finish": _finish,
    "goals": _goals,
    "copy": _copy,
    "flip": lambda turn, _word: turn.worths["flip"],
    "reshuffle": lambda turn, _word: turn.worths["reshuffle"],
    "move": lambda turn, _word: turn.worths["move"],
}


# -- judges, by kind of action -------------------------------------------------------------------------------------


def _goal_worth(turn: Turn, name: str) -> float:
    goal = pieces.goal(name)
    odd = turn.worths["goal_odds"].get(name, turn.worths["goal_odd"])
    return float(sum(one["vp"] for one in goal["levels"]) / len(goal["levels"]) * odd - goal["miss"] * (1 - odd))


def _keep(turn: Turn, action: Action) -> float:
    return sum(_goal_worth(turn, name) for name in action["goals"])


def _face_worth(turn: Turn, number: int, face: int) -> float:
    card = pieces.assistant(number, face)
    choices, price = pieces.offer(card)
    return max(turn.effects(choice) for choice in choices) - turn.price(price)


def _place(turn: Turn, action: Action) -> float:
    return turn.socket(action["socket"])[action["option"]]


def _assistant(turn: Turn, action: Action) -> float:
    kind, _, rest = action["socket"].partition("/")
    if kind == "assistant":
        card = pieces.assistant(int(rest), turn.sight.faces[rest])
    else:
        card = pieces.box()["by_advisors"][rest]
    choices, price = pieces.offer(card)
    return turn.effects(choices[action["option"]]) - turn.price(price)


def _endorse_card(turn: Turn, action: Action) -> float:
    return turn.endorsement(action["unit"]) - turn.mind.keep(action["card"]) - turn.loss("dec", 1)


def _best_endorsement(turn: Turn, actions: list[Action]) -> Action:
    """The best Module with the card that is given up most readily, or to stop, if that may be done."""
    hand = turn.sight.hand
    place, kept = turn.mind.least_kept(hand)
    unit, worth = turn.best_unit()
    card, best = hand[place], None
    for action in actions[place :: len(hand)]:
        if action.get("card") == card and (best is None or action["unit"] == unit):
            best = action
            if action["unit"] == unit:
                break
    stop = [action for action in actions[-2:] if action["kind"] == "stop"]
    if stop and worth - kept - turn.loss("dec", 1) <= 0:
        return stop[0]
    return best  # type: ignore[return-value]  # every Module is listed with every card


def _expedition_field(turn: Turn, action: Action) -> float:
    source = action.get("from")
    number = turn.sight.expedition
    if source:
        number = None if source == "deck" else int(source.partition("/")[2])
    return turn.field("expedition", action["field"], number)


def _ability(turn: Turn, action: Action) -> float:
    worths, slot = turn.worths, action["slot"]
    if turn.sight.abilities[slot]:
        return -1.0
    price = (5, 10, 15)[slot % 3]
    worth = worths["ability"][action["ability"]] * min(1.0, (turn.mind.left + 1) / worths["ability_months"])
    worth += turn.mind.pull("own abilities", sum(1 for one in turn.sight.abilities if one))
    return float(worth - price * worths["ability_least"])


def _card(turn: Turn, action: Action) -> float:
    if action["card"] == "none":
        return float(turn.worths["pass_card"])
    kind, _, number = action["card"].partition("/")
    card = content.get()[kind][int(number)]
    if kind == "decree":
        return turn.mind.decree(int(number)) - turn.price(card["fee"])
    worth = turn.mind.card(card) + turn.mind.pull("own directive") - turn.price(card["fee"])
    return worth - (turn.worths["directive_wait"] if turn.mind.left > 4 else 0.0)


def _columns(turn: Turn, action: Action) -> float:
    columns = action["columns"]
    worth = (len(columns) - 1) * turn.worths["column"]
    return float(worth - sum(turn.price(pieces.solo()["columns"][column]) for column in columns))


def _upkeep(turn: Turn, _action: Action) -> float:
    unit, need, given, _xp = turn.sight.proposals[turn.sight.seat]
    return turn.mind.module(unit, True) * (1 + given) / (1 + need) - turn.loss("cr", 1)


def _nothing(_turn: Turn, _action: Action) -> float:
    return 0.0


FIRST = ("build", "next", "introduce")  # whatever comes first: ports of the ARC, through which no damage spreads
JUDGES: dict[str, Callable[[Turn, Action], float]] = {
    "keep": _keep,
    "face": lambda turn, action: _face_worth(turn, turn.sight.managers[turn.sight.seat], action["face"]),
    "hire": lambda turn, action: _face_worth(turn, action["assistant"], action["face"]),
    "upkeep": _upkeep,
    "drop": _nothing,
    "ability": _ability,
    "done": _nothing,
    "columns": _columns,
    "place": _place,
    "artifact": lambda turn, action: turn.mind.commands(pieces.artifact(action["artifact"])["commands"]) + 0.5,
    "assistant": _assistant,
    "pass": _nothing,
    "endorse": _endorse_card,
    "stop": _nothing,
    "expedition": _expedition_field,
    "research": lambda turn, action: turn.field("research", action["field"], turn.sight.research),
    "copy": _place,
    "exchange": lambda turn, action: 0.01,
    "discard": lambda turn, action: -turn.mind.keep(action["card"]),
    "flip": lambda turn, action: _face_worth(turn, action["assistant"], 1 - turn.sight.faces[str(action["assistant"])]),
    "goal": lambda turn, action: _goal_worth(turn, action["goal"]),
    "move": lambda turn, action: -1.0,
    "build": lambda turn, action: 1.0 if action["to"][0] == 0 else 0.5,
    "choose": _card,
    "introduce": lambda turn, action: 1.0,
    "withdraw": _nothing,
    "next": _nothing,
}

"""The greedy bot: every legal action gets a worth from the table of worths, and the best one is taken.

Theory: `needs.Needs` says what the Colony needs, `purse.Purse` what currencies and Goals are worth to the seat; here is
one judge for each kind of action. It looks no step ahead, except that a socket is worth what its effects are.

Rule 1: a choice depends on the sight alone; equal worths go to the action that is listed first.
"""

from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots import sight as sights
from shared_rules.beyond_humanity.bots.needs import Needs
from shared_rules.beyond_humanity.bots.purse import Purse
from shared_rules.beyond_humanity.bots.worths import WORTHS
from shared_rules.beyond_humanity.referee import pieces

Action = dict[str, Any]


class Greedy:
    """Takes the action of most worth. `worths`: numbers that replace those of the table."""

    name = "greedy"

    def __init__(self, _seed: int = 0, worths: dict[str, Any] | None = None) -> None:
        self.worths = WORTHS | (worths or {})
        self._kept: tuple[Any, Any, Any] = (None, None, None)

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """The best of `actions`."""
        if len(actions) == 1:
            return actions[0]
        return self.best(sights.of(view), actions)

    def best(self, sight: Any, actions: list[Action]) -> Action:
        """The action of most worth; UNDO is none."""
        turn = Turn(sight, self._needs(sight), self.worths)
        best, most = actions[0], float("-inf")
        for action in actions:
            kind = action["kind"]
            if kind != "undo":
                worth = JUDGES[kind](turn, action)
                if worth > most:
                    best, most = action, worth
        return best

    def _needs(self, sight: Any) -> Needs:
        """Findings about the Colony, kept as long as it and the proposals stay the same."""
        if sight.key is None:
            return Needs(sight, self.worths)
        proposed = sight.proposed
        colony, before, needs = self._kept
        if colony is not sight.key or before != proposed:
            needs = Needs(sight, self.worths)
            self._kept = (sight.key, proposed, needs)
        return needs  # type: ignore[no-any-return]


class Turn:
    """One choice of one seat: what judges look at, and the worths that several of them need."""

    def __init__(self, sight: Any, needs: Needs, worths: dict[str, Any]) -> None:
        self.sight, self.needs, self.worths = sight, needs, worths
        self.purse = Purse(sight, worths)
        self.own = sight.own
        self._effects: dict[str, float] = {}
        self._cards: dict[int, float] = {}
        self._endorsed: dict[int, float] = {}
        self.sockets: dict[str, list[float]] = {}

    def socket(self, name: str) -> list[float]:
        """Worth of each choice of a Module's socket."""
        if name not in self.sockets:
            _, unit, index = name.split("/")
            choices, _large = pieces.sockets(int(unit), self.sight.tier[int(unit)])[int(index)]
            self.sockets[name] = [self.effects(choice) for choice in choices]
        return self.sockets[name]

    # -- effects of sockets and cards ------------------------------------------------------------------------------

    def effects(self, effects: list[list[Any]]) -> float:
        """Worth to the seat of effects that it owns."""
        return sum(self.effect(effect) for effect in effects)

    def effect(self, effect: list[Any]) -> float:
        """Worth of one effect to the seat: others' gains count a little against it in semi-coop, and for it else."""
        key = repr(effect)
        if key not in self._effects:
            self._effects[key] = self._effect(effect)
        return self._effects[key]

    def _effect(self, effect: list[Any]) -> float:
        who, kind, args = effect[0], effect[1], effect[2:]
        worth: float = EFFECTS[kind](self, *args)
        if who == "owner":
            return worth
        others = 0.5 * (len(self.sight.managers) - 1) * worth * (-0.3 if self.sight.mode == "semi" else 1.0)
        if who == "others":
            return others
        if who == "governor":
            return worth if self.sight.order[0] == self.sight.seat else others
        return worth + others

    # -- Decrees ---------------------------------------------------------------------------------------------------

    def decree(self, number: int) -> float:
        """Worth of introducing a Decree: what it does if it passes, without its fee."""
        if number not in self._cards:
            card = content.get()["decree"][number]
            worth = self.needs.icons(card["hst"]) + self.needs.app(card["app"]) + self.effects(card["table"])
            if card["colour"] == "green":
                worth += self.worths["green"] + 3 * self.support() + self.purse.pull("own greens", 0)
                worth += self.purse.pull("team greens", 0)
            self._cards[number] = worth * self.worths["odds"][card["colour"]]
        return self._cards[number]

    def fee(self, card: dict[str, Any]) -> float:
        """Worth of the fee of a card, dearer than the actions that it would pay for."""
        return self.purse.price(card["fee"])

    def keep_worth(self, number: int) -> float:
        """Worth of a card in hand: as a card like any other, and as the Decree that it is."""
        left = self.sight.rounds - self.sight.round
        if left < 1:
            return 0.0
        card = content.get()["decree"][number]
        return max(0.0, self.decree(number) - self.fee(card)) * min(1.0, left / 3)

    def support(self) -> float:
        """Worth of a point of Support."""
        worth: float = self.worths["support"] * (1.0 if self.sight.mode == "semi" else 0.25)
        return worth

    # -- Modules ---------------------------------------------------------------------------------------------------

    def module(self, unit: int, own: bool) -> float:
        """Worth of a Module to the seat if it proposed it (`own`) or another one did."""
        worths, purse = self.worths, self.purse
        tile = sights.tile(unit)
        left = self.sight.rounds - self.sight.round
        worth = self.needs.unit(unit) * min(1.0, max(0, left - 1) / 6) * worths["queue"] ** self.needs.queue
        worth += purse.pull("colony built/" + tile["type"], 0) + purse.pull("colony modules", 0)
        if self.sight.mode != "semi":
            own = True
        if own:
            worth += worths["module"] + 5 * self.support()
            worth += purse.pull("own modules", sum(1 for owner in self.sight.owners if owner == self.sight.seat))
        elif worth > 0:
            worth *= worths["share"]
        return worth

    def endorsement(self, unit: int) -> float:
        """Worth of one endorsement of a proposal, or of starting one."""
        if unit not in self._endorsed:
            self._endorsed[unit] = self._endorsement(unit)
        return self._endorsed[unit]

    def _endorsement(self, unit: int) -> float:
        for seat, own in enumerate(self.sight.seats):
            proposal = own["proposal"]
            if proposal and proposal[0] == unit:
                need, given, xp = proposal[1:]
                return self._step(unit, seat == self.sight.seat, need, given, xp)
        need = len(self.sight.managers) - 1 if self.sight.mode != "solo" else 2
        need += sights.tile(unit)["endorse"]
        return self._step(unit, True, need, 0, need)

    def _step(self, unit: int, own: bool, need: int, given: int, xp: int) -> float:
        worths = self.worths
        worth = self.module(unit, own)
        if need - given > 4 * max(1, self.sight.rounds - self.sight.round):
            worth = 0.0
        share = (1 + worths["finish"] * given / max(1, need)) / max(1, need)
        return worth * share * worths["endorse"] + (self.purse.gain("xp", 1) if xp else 0.0)

    def best_endorsement(self) -> float:
        """Worth of the best endorsement that could be placed, with its card."""
        if not self.sight.hand:
            return 0.0
        units = [
            own["proposal"][0]
            for own in self.sight.seats
            if own["proposal"] and own["proposal"][2] < own["proposal"][1]
        ]
        if self.own["proposal"] is None:
            busy = {one["proposal"][0] for one in self.sight.seats if one["proposal"]}
            units = units + [u for u in self.sight.pool if not self.sight.percent[u] and u not in busy]
        if not units:
            return 0.0
        best = max([self.endorsement(unit) for unit in units])
        return (
            best
            - min([self.keep_worth(card) for card in self.sight.hand])
            - self.purse.worth("dec", self.purse.hand - 1)
        )

    # -- Artifacts -------------------------------------------------------------------------------------------------

    def artifact(self, number: int | None) -> float:
        """Worth of completing an Artifact; None is one from the deck."""
        if number is None:
            return float(self.worths["artifact"]) + self._wanted()
        card = pieces.artifact(number)
        worth = card["vp"] + sum(self.purse.gain(name, count) for name, count in card["gain"].items())
        worth += sum(self.worths["command"][effect[1]] for effect in card["commands"])
        return worth + self._wanted()

    def _wanted(self) -> float:
        have = len(self.own["trophies"])
        return self.purse.pull("own artifacts", have) + self.purse.pull("team artifacts", have)

    def field(self, slot: str, index: int, number: int | None) -> float:
        """Worth of filling a field, its price paid; the last one of a slot is worth more."""
        filled = self.own[slot] or []
        price = pieces.fields(slot)[index]
        left = self.sight.rounds - self.sight.round
        steps = 4 - len(filled) - (2 if slot == "research" else 0)
        if steps > 1.5 * left + 1:
            return -1.0
        share = self.worths["field"] * (1.0 + 0.25 * (4 - steps))
        return self.artifact(number) * share - self.purse.price(price)

    def best_field(self, slot: str) -> float:
        """Worth of the best field of a slot that could be filled."""
        card = self.own[slot]
        if slot == "research" and card is None:
            return 0.0
        number = self.sight.expedition if slot == "expedition" else self.sight.research
        if card is None and self.sight.public:
            number = max(self.sight.public, key=self.artifact)
        open_fields = [index for index in range(2) if index not in (card or [])]
        open_fields = [index for index in open_fields if self.payable(pieces.fields(slot)[index])]
        return max([self.field(slot, index, number) for index in open_fields], default=0.0)

    def payable(self, price: dict[str, int]) -> bool:
        """Whether the Repositories hold a price."""
        return all(self.own[currency] >= count for currency, count in price.items())


# -- effects, by kind ----------------------------------------------------------------------------------------------


def _lose(turn: Turn, currency: str, count: int) -> float:
    return -turn.purse.loss(currency, count)


def _exchange(turn: Turn, given: str, count: int, gained: str, number: int) -> float:
    if turn.purse.have(given) < count:
        return 0.0
    return max(0.0, turn.purse.gain(gained, number) - turn.purse.loss(given, count))


def _endorse(turn: Turn, count: int) -> float:
    best = turn.best_endorsement()
    return max(0.0, best) * sum([1.0, 0.8, 0.6, 0.5, 0.4][: min(count, turn.purse.hand)])


def _expedition(turn: Turn, count: int) -> float:
    return max(0.0, turn.best_field("expedition")) * (1.0 if count == 1 else 1.7)


def _research(turn: Turn, count: int) -> float:
    return max(0.0, turn.best_field("research")) * (1.0 if count == 1 else 1.7)


def _campaign(turn: Turn) -> float:
    worth: float = turn.worths["campaign"] * (1.0 if turn.sight.mode == "semi" else 0.5)
    return worth + turn.purse.pull("own president", 0) * 0.3


def _finish(turn: Turn, _word: str) -> float:
    if turn.own["research"] is None:
        return 0.0
    return turn.artifact(turn.sight.research) * 0.5


def _ambassador(turn: Turn) -> float:
    return float(turn.worths["ambassador"] + turn.needs.dependence() + turn.purse.pull("own ambassador", 0))


def _draw(turn: Turn, drawn: int, kept: int) -> float:
    late = 1.0 if turn.sight.round > 3 else 0.7
    return turn.worths["goals"] * kept * late * (0.7 + 0.1 * drawn)


def _governor(turn: Turn, _word: str) -> float:
    worth: float = turn.worths["governor"]
    if turn.purse.pulls.get("own governor") and turn.sight.rounds - turn.sight.round < 3:
        worth += 3.0
    return worth if turn.sight.order[0] != turn.sight.seat else worth * 0.3


def _copy(turn: Turn, _word: str) -> float:
    found = [0.0]
    for name in turn.sight.tokens.values():
        kind = name.partition("/")[0]
        if kind not in ("arc", "assistant", "advisor", "consulate"):
            found.append(max(turn.socket(name)))
    return 0.9 * max(found)


EFFECTS: dict[str, Callable[..., float]] = {
    "gain": lambda turn, currency, count: turn.purse.gain(currency, count),
    "lose": _lose,
    "exchange": _exchange,
    "endorse": _endorse,
    "expedition": _expedition,
    "research": _research,
    "campaign": _campaign,
    "ambassador": _ambassador,
    "change": _governor,
    "finish": _finish,
    "goals": _draw,
    "copy": _copy,
    "flip": lambda turn, _word: turn.worths["flip"],
    "reshuffle": lambda turn, _word: turn.worths["reshuffle"],
    "move": lambda turn, _word: turn.worths["move"],
}


# -- judges, by kind of action -------------------------------------------------------------------------------------


def _goal_worth(turn: Turn, name: str) -> float:
    goal = pieces.goal(name)
    odd = turn.worths["goal_odds"].get(name, turn.worths["goal_odd"])
    return sum(level["vp"] for level in goal["levels"]) / len(goal["levels"]) * odd - goal["miss"] * (1 - odd)


def _keep(turn: Turn, action: Action) -> float:
    return sum(_goal_worth(turn, name) for name in action["goals"])


def _face_worth(turn: Turn, number: int, face: int) -> float:
    card = pieces.assistant(number, face)
    return max(turn.effects(choice) for choice in pieces.choices(card["socket"])) - turn.purse.price(card["price"])


def _place(turn: Turn, action: Action) -> float:
    return turn.socket(action["socket"])[action["option"]]


def _assistant(turn: Turn, action: Action) -> float:
    kind, _, rest = action["socket"].partition("/")
    card = (
        pieces.assistant(int(rest), turn.sight.faces[rest])
        if kind == "assistant"
        else pieces.box()["by_advisors"][rest]
    )
    choice = pieces.choices(card["socket"])[action["option"]]
    return turn.effects(choice) - turn.purse.price(card["price"])


def _endorse_card(turn: Turn, action: Action) -> float:
    return (
        turn.endorsement(action["unit"])
        - turn.keep_worth(action["card"])
        - turn.purse.worth("dec", turn.purse.hand - 1)
    )


def _expedition_field(turn: Turn, action: Action) -> float:
    source = action.get("from")
    number = turn.sight.expedition
    if source:
        number = None if source == "deck" else int(source.partition("/")[2])
    return turn.field("expedition", action["field"], number)


def _ability(turn: Turn, action: Action) -> float:
    worths, slot = turn.worths, action["slot"]
    if turn.own["abilities"][slot]:
        return -1.0
    price = (5, 10, 15)[slot % 3]
    left = turn.sight.rounds - turn.sight.round + 1
    worth = worths["ability"][action["ability"]] * min(1.0, left / worths["ability_months"])
    worth += turn.purse.pull("own abilities", sum(1 for one in turn.own["abilities"] if one))
    return worth - price * worths["ability_least"]


def _card(turn: Turn, action: Action) -> float:
    if action["card"] == "none":
        return float(turn.worths["pass_card"])
    kind, _, number = action["card"].partition("/")
    card = content.get()[kind][int(number)]
    if kind == "decree":
        return turn.decree(int(number)) - turn.fee(card)
    worth = turn.needs.icons(card["hst"]) + turn.needs.app(card["app"]) + turn.effects(card["table"])
    left = turn.sight.rounds - turn.sight.round
    return worth + turn.purse.pull("own directive", 0) - turn.fee(card) - (1.5 if left > 4 else 0.0)


def _columns(turn: Turn, action: Action) -> float:
    worth = {1: 0.0, 2: turn.worths["column"] - 1.2, 3: 2 * turn.worths["column"] - 2.4}[len(action["columns"])]
    return worth - sum(turn.purse.price(pieces.solo()["columns"][column]) for column in action["columns"]) / 2


def _build(turn: Turn, action: Action) -> float:
    unit, port = action["to"]
    return (100.0 if unit == 0 else 0.0) - port


def _upkeep(turn: Turn, _action: Action) -> float:
    unit, need, given, _xp = turn.own["proposal"]
    return turn.module(unit, True) * (1 + given) / (1 + need) - turn.purse.loss("cr", 1)


def _stop(turn: Turn, _action: Action) -> float:
    return 0.0


JUDGES: dict[str, Callable[[Turn, Action], float]] = {
    "keep": _keep,
    "face": lambda turn, action: _face_worth(turn, turn.sight.managers[turn.sight.seat], action["face"]),
    "hire": lambda turn, action: _face_worth(turn, action["assistant"], action["face"]),
    "upkeep": _upkeep,
    "drop": _stop,
    "ability": _ability,
    "done": _stop,
    "columns": _columns,
    "place": _place,
    "artifact": lambda turn, action: turn.effects(pieces.artifact(action["artifact"])["commands"]) + 0.5,
    "assistant": _assistant,
    "pass": _stop,
    "endorse": _endorse_card,
    "stop": _stop,
    "expedition": _expedition_field,
    "research": lambda turn, action: turn.field("research", action["field"], turn.sight.research),
    "copy": _place,
    "exchange": lambda turn, action: 0.01,
    "discard": lambda turn, action: -turn.keep_worth(action["card"]),
    "flip": lambda turn, action: _face_worth(turn, action["assistant"], 1 - turn.sight.faces[str(action["assistant"])]),
    "goal": lambda turn, action: _goal_worth(turn, action["goal"]),
    "move": lambda turn, action: -1.0,
    "build": _build,
    "choose": _card,
    "introduce": lambda turn, action: 1.0,
    "withdraw": _stop,
    "next": _stop,
}

"""What the greedy bot makes up its mind about once for a Round and a set of proposals: `Mind`.

Rule 1: it depends on the Colony, the proposed Modules, the Round and the seat's Goals alone, none of which most choices
change; what changes with every choice (tokens, cards, fields) is `greedy.Turn`'s.
"""

from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots.needs import Needs
from shared_rules.beyond_humanity.bots.purse import Purse
from shared_rules.beyond_humanity.referee import pieces

Effect = list[Any]


class Mind:
    """Worths of Modules, Decrees and Support to one seat in one Round."""

    def __init__(self, sight: Any, needs: Needs, purse: Purse) -> None:
        worths = purse.worths
        self.needs, self.worths, self.purse = needs, worths, purse
        self.seat, self.semi, self.left = sight.seat, sight.mode == "semi", sight.rounds - sight.round
        self.managers = self.purse.managers
        self.support = worths["support"] * (1.0 if self.semi else 0.25)
        self.campaign = float(6 * self.support + self.pull("own president") * 0.3)
        self._sight, self._standing = sight, self.pull("colony modules")
        self._affordable = 4 * max(1, self.left)  # endorsements of one Module that there is time for
        self._finish, self._endorse = worths["finish"], worths["endorse"]
        self._modules: dict[int, float] = {}
        self._decrees: dict[int, float] = {}
        self._known = content.get()["decree"]
        self._keep: dict[int, float] = {}
        self._lasting = min(1.0, self.left / 3)  # how much of a card in hand there is time for
        self._newest: tuple[int, float] | None = None
        self._choicest: tuple[list[int], int | None] | None = None

    @property
    def governs(self) -> bool:
        """Whether the seat is the Governor's."""
        return bool(self._sight.order[0] == self.seat)

    def pull(self, measure: str, have: float = 0) -> float:
        """Worth of one more of a measure that a Goal lacks."""
        return self.purse.pull(measure, have) if measure in self.purse.pulls else 0.0

    # -- Modules ---------------------------------------------------------------------------------------------------

    def module(self, unit: int, own: bool) -> float:
        """Worth of a Module to the seat if it proposed it (`own`) or another one did."""
        key = 2 * unit + own
        if key not in self._modules:
            self._modules[key] = self._module(unit, own)
        return self._modules[key]

    def _module(self, unit: int, own: bool) -> float:
        worths, needs, left = self.worths, self.needs, self.left
        worth = needs.unit(unit) * (1.0 if left > 6 else max(0, left - 1) / 6) * worths["queue"] ** needs.queue
        built = self.purse.built.get(content.get()["tile"][unit]["type"], 0.0) if self.purse.built else 0.0
        worth += built + self._standing
        if own or not self.semi:
            worth += worths["module"] + 5 * self.support
            return worth + self._pull_of_own()
        return float(worth * worths["share"]) if worth > 0 else worth

    def _pull_of_own(self) -> float:
        """Worth of one more own Module to Goals."""
        return (
            self.pull("own modules", self._sight.owners.count(self.seat)) if "own modules" in self.purse.pulls else 0.0
        )

    def need(self, unit: int) -> int:
        """Endorsements that a new proposal of the Module takes."""
        return int(self.managers - 1 + content.get()["tile"][unit]["endorse"])

    def step(self, unit: int, own: bool, need: int, given: int) -> float:
        """Worth of one endorsement, by how many are given already."""
        if need - given > self._affordable:
            return 0.0
        each = need if need > 1 else 1
        worth: float = self.module(unit, own) * (1 + self._finish * given / each) / each * self._endorse
        return worth

    def newest(self) -> tuple[int, float]:
        """(unit, worth of its first endorsement) of the best Module that could be proposed; unit 0 if there is none."""
        if self._newest is None:
            self._newest = self._find_newest() if self._sight.connectors > 0 else (0, 0.0)
        return self._newest

    def _find_newest(self) -> tuple[int, float]:
        """The same as the best `step`, with what all of them have in common taken out."""
        needs, worths = self.needs, self.worths
        part = min(1.0, max(0, self.left - 1) / 6) * worths["queue"] ** needs.queue
        rest = worths["module"] + 5 * self.support + self._standing
        rest += self._pull_of_own()
        wanted, base, affordable = self.purse.built, self.managers - 1, self._affordable
        best, most = 0, 0.0
        for unit, stands, endorse, kind in needs.free_units():
            if endorse + base <= affordable:
                worth = stands * part + rest
                if wanted:
                    worth += wanted.get(kind, 0.0)
                worth /= endorse + base
                if not best or worth > most:
                    best, most = unit, worth
        return best, most * self._endorse

    # -- cards -----------------------------------------------------------------------------------------------------

    def decree(self, number: int) -> float:
        """Worth of introducing a Decree, without its fee."""
        if number not in self._decrees:
            rewards = self.purse.rewards
            card = self._known[number]
            if number not in rewards:
                rewards[number] = self._rewards(card)
            self._decrees[number] = (self.needs.card(card) + rewards[number]) * self.worths["odds"][card["colour"]]
        return self._decrees[number]

    def least_kept(self, hand: list[int]) -> tuple[int, float]:
        """(place in the hand, worth) of the first of the cards that are worth least."""
        known, place, least = self._keep, 0, float("inf")
        for index, number in enumerate(hand):
            worth = known[number] if number in known else self.keep(number)
            if worth < least:
                place, least = index, worth
        return place, least

    def keep(self, number: int) -> float:
        """Worth of a card in hand as the Decree that it is, its fee paid as tokens are worth on the whole."""
        if number not in self._keep:
            worth = 0.0
            if self.left > 0:
                worth, tokens = self.decree(number), self.worths["token"]
                for currency, count in self._known[number]["fee"].items():
                    worth -= tokens[currency] * count
                worth = worth * self._lasting if worth > 0.0 else 0.0
            self._keep[number] = worth
        return self._keep[number]

    def _rewards(self, card: dict[str, Any]) -> float:
        """Worth to the seat of a Decree that passes, beside what it does to the Colony."""
        worth = self.commands(card["table"]) if card["table"] else 0.0
        if card["colour"] == "green":
            worth += self.worths["green"] + 3 * self.support + self.pull("own greens") + self.pull("team greens")
        return worth

    def choicest(self, public: list[int]) -> int | None:
        """The Artifact of most worth among those that lie there."""
        if self._choicest is None or self._choicest[0] is not public:
            self._choicest = public, max(public, key=self.artifact) if public else None
        return self._choicest[1]

    def artifact(self, number: int) -> float:
        """Worth of an Artifact as it is printed."""
        found = self.purse.artifacts
        if number not in found:
            card = pieces.artifact(number)
            worth = card["vp"] + self.commands(card["commands"])
            for currency, count in card["gain"].items():
                worth += self.worths["token"][currency] * count * self.purse.late
            found[number] = float(worth)
        return found[number]

    def card(self, card: dict[str, Any]) -> float:
        """Worth of what a Decree or Directive does when it passes."""
        return self.needs.card(card) + self.commands(card["table"])

    def commands(self, effects: list[Effect]) -> float:
        """Worth of table effects of a card, whoever they are for; rough, since they come later."""
        return sum(self.command(effect) for effect in effects)

    def command(self, effect: Effect) -> float:
        """Worth of one table effect of a card."""
        who, kind = effect[0], effect[1]
        if kind in ("gain", "lose"):
            worth = self.worths["token"][effect[2]] * effect[3] * (1 if kind == "gain" else -1) * self.purse.late
        else:
            worth = self.worths["command"][kind]
        if who == "owner":
            return float(worth)
        others = 0.5 * (self.managers - 1) * worth * (-0.3 if self.semi else 1.0)
        if who == "others":
            return float(others)
        if who == "governor":
            return float(worth if self.governs else others)
        return float(worth + others)

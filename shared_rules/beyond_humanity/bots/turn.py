"""One choice of one seat, as the greedy bot sees it: what tokens, endorsements and Artifacts are worth now.

Rule 1: a `Turn` is made for one choice and finds each worth once; what stays the same for a Round is `mind.Mind`'s.
"""

from typing import Any

from shared_rules.beyond_humanity.bots.mind import Effect, Mind
from shared_rules.beyond_humanity.bots.socket_effects import EFFECTS, choices_of
from shared_rules.beyond_humanity.referee import pieces


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
            worth += EFFECTS[effect[1]](self, effect[2:])
        return worth

    def socket(self, name: str) -> list[float]:
        """Worth of each choice of a Module's socket."""
        found = self._sockets.get(name)
        if found is None:
            found = self._sockets[name] = []
            for judge, words, more in choices_of(name, self.sight.tier):
                worth = judge(self, words)
                for judge, words in more:
                    worth += judge(self, words)
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
            number = self.mind.choicest(self.sight.public)
        whole = self.artifact(number) * share
        return max([whole - self.price(prices[index]) for index in free])

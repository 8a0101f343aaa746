"""What currencies, Goals and points are worth to one seat: `Purse`.

Rule 1: the n-th token of a currency is worth what the table says for it; towards the end of the game nothing, unless a
Goal asks for it.
Rule 2: a Goal of which a condition does not hold yet pulls towards what it asks for, with a part of its points.
"""

from typing import Any

from shared_rules.beyond_humanity.referee import pieces

CURRENCIES = ("cr", "tg", "pa", "xp")
HELD_AT_END = ("cr", "tg", "pa", "xp", "dec")
_PULLS: dict[tuple[str, ...], dict[str, list[tuple[int, str, float, float]]]] = {}


def pulls(names: list[str]) -> dict[str, list[tuple[int, str, float, float]]]:
    """{"own cr": [(number, op, points, for how many Managers)]}: what the Goals of these names ask for."""
    key = tuple(names)
    if key not in _PULLS:
        if len(_PULLS) > 4096:
            _PULLS.clear()
        found: dict[str, list[tuple[int, str, float, float]]] = {}
        for name in names:
            goal = pieces.goal(name)
            for level in goal["levels"]:
                points = (level["vp"] + goal["miss"]) / len(level["when"]) / len(goal["levels"])
                for scope, measure, op, number, each in level["when"]:
                    found.setdefault(f"{scope} {measure}", []).append((number, op, points, each))
        _PULLS[key] = found
    return _PULLS[key]


class Purse:
    """The worth of tokens to the seat whose sight this is."""

    def __init__(self, sight: Any, worths: dict[str, Any]) -> None:
        self.sight, self.worths, self.own = sight, worths, sight.own
        left = sight.rounds - sight.round
        self.left = left
        self.late = min(1.0, (left + (0.5 if sight.phase < 5 else 0)) / worths["late"])
        self.pulls = pulls(sight.goals if sight.mode == "semi" else sight.common)
        self.hand = len(sight.hand)

    def pull(self, measure: str, have: float) -> float:
        """Worth of one more of a measure, because Goals still lack it."""
        found = self.pulls.get(measure)
        if not found:
            return 0.0
        worth = 0.0
        for number, op, points, each in found:
            managers = max(3 if self.sight.mode == "solo" else len(self.sight.managers), 1)
            wanted = number * managers if each else number
            if op != "<=" and have < wanted:
                worth += points * self.worths["goal_pull"] * 2 / max(1, wanted - have if wanted < 20 else wanted)
        return worth

    def worth(self, currency: str, index: int) -> float:
        """Worth of the token that comes after `index` others."""
        table = self.worths[currency]
        plain: float = table[index] if index < len(table) else table[-1]
        pull = self.pulls.get("own " + currency) or self.pulls.get("team " + currency)
        worth = plain * self.late
        if pull and self.left < 7:
            worth += self.pull("own " + currency, index) + self.pull("team " + currency, index)
        return worth

    def have(self, currency: str) -> int:
        """How many there are now."""
        count: int = self.hand if currency == "dec" else self.own[currency]
        return count

    def gain(self, currency: str, count: int) -> float:
        """Worth of that many more, as far as bank and Repository allow."""
        have = self.have(currency)
        if currency != "dec":
            count = min(count, self.sight.bank[currency], self.own["room"][currency] - have)
        return sum(self.worth(currency, have + step) for step in range(count))

    def loss(self, currency: str, count: int) -> float:
        """Worth of that many fewer."""
        have = self.have(currency)
        return sum(self.worth(currency, have - 1 - step) for step in range(min(have, count)))

    def price(self, price: dict[str, int]) -> float:
        """Worth of a whole price."""
        return sum(self.loss(currency, count) for currency, count in price.items())

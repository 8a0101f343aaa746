"""What tokens and Goals are worth to one seat in one Round: `Purse`.

Rule 1: the n-th token of a currency is worth what the table says for it; towards the end of the game nothing, unless a
Goal asks for it.
Rule 2: a Goal of which a condition does not hold yet pulls towards what it asks for, with a part of its points.
"""

from typing import Any

from shared_rules.beyond_humanity.referee import pieces

CURRENCIES = ("cr", "tg", "pa", "xp", "dec")
BUILT = "colony built/"
PULLED_ROUNDS = 7  # before the end in which currencies are gathered for Goals
MOST = 64  # tokens of one kind that are told apart
PULLING = {f"{who} {currency}" for who in ("own", "team") for currency in CURRENCIES}
_PLAIN: dict[tuple[int, float], tuple[Any, dict[str, list[float]]]] = {}  # by id of the worths, which lie beside
_SUMS: dict[tuple[tuple[float, ...], float], list[float]] = {}

Pulls = dict[str, list[tuple[int, float, bool]]]
_ASKED: dict[tuple[str, ...], tuple[Pulls, list[str]]] = {}


def asked(names: list[str]) -> tuple[Pulls, list[str]]:
    """{"own cr": [(at least this many, points, for each Manager)]}: what the Goals of these names ask for.

    With it those of its keys that are about Modules that are built.
    """
    key = tuple(names)
    if key not in _ASKED:
        if len(_ASKED) > 256:
            _ASKED.clear()
        found: Pulls = {}
        for name in names:
            goal = pieces.goal(name)
            for level in goal["levels"]:
                points = (level["vp"] + goal["miss"]) / len(level["when"]) / len(goal["levels"])
                for scope, measure, op, number, each in level["when"]:
                    if op != "<=":
                        found.setdefault(f"{scope} {measure}", []).append((number, points, each))
        _ASKED[key] = found, [name for name in found if name.startswith(BUILT)]
    return _ASKED[key]


def sums(table: tuple[float, ...], part: float) -> list[float]:
    """A part of the worth of the first n tokens together, n from 0 to MOST."""
    key = (table, part)
    if key not in _SUMS:
        if len(_SUMS) > 512:
            _SUMS.clear()
        made = [0.0]
        for index in range(MOST):
            made.append(made[-1] + table[min(index, len(table) - 1)] * part)
        _SUMS[key] = made
    return _SUMS[key]


def plain(worths: dict[str, Any], part: float) -> dict[str, list[float]]:
    """`sums` by currency, where no Goal asks for more. Not to be changed."""
    key = (id(worths), part)
    if key not in _PLAIN or _PLAIN[key][0] is not worths:
        if len(_PLAIN) > 64:
            _PLAIN.clear()
        _PLAIN[key] = (worths, {currency: sums(worths[currency], part) for currency in CURRENCIES})
    return _PLAIN[key][1]


class Purse:
    """The worth of tokens to the seat of a sight, in this Round."""

    def __init__(self, sight: Any, worths: dict[str, Any]) -> None:
        self.worths = worths
        self.left = sight.rounds - sight.round
        self.late = min(1.0, (self.left + 0.25) / worths["late"])
        self.managers = 3 if sight.mode == "solo" else len(sight.managers)
        self.pulls, built = asked(sight.goals if sight.mode == "semi" else sight.common)
        self.built = {name[len(BUILT) :]: self.pull(name, 0) for name in built}
        self.rewards: dict[int, float] = {}  # of Decrees and of Artifacts by number, kept by `mind.Mind`
        self.artifacts: dict[int, float] = {}
        pulled = self.left < PULLED_ROUNDS and not PULLING.isdisjoint(self.pulls)
        self.upto = {c: self._upto(c) for c in CURRENCIES} if pulled else plain(worths, self.late)

    def _upto(self, currency: str) -> list[float]:
        """Worth of the first n tokens of a currency together."""
        usual = sums(self.worths[currency], self.late)
        names = [name for name in ("own " + currency, "team " + currency) if name in self.pulls]
        if not names:
            return usual
        most = max(number * (self.managers if each else 1) for name in names for number, _, each in self.pulls[name])
        made, total = [0.0], 0.0
        for index in range(MOST):
            total = total + usual[index + 1] - usual[index]
            if index < most:  # else no Goal asks for more
                total += sum([self.pull(name, index * (self.managers if name[0] == "t" else 1)) for name in names])
            made.append(total)
        return made

    def pull(self, measure: str, have: float) -> float:
        """Worth of one more of a measure, because Goals still lack it."""
        worth = 0.0
        for number, points, each in self.pulls.get(measure, ()):
            wanted = number * self.managers if each else number
            if have < wanted:
                worth += points * self.worths["goal_pull"] * 2 / max(1, wanted - have if wanted < 20 else wanted)
        return worth

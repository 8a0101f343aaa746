"""A series of games: which options the game of each index has.

Everything about a game comes from `random.Random` seeded with the series' seed and the game's index; what is listed
(modes, planets, players, bots) is dealt out in turn, so that each is played equally often.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.content import box
from tools.lab.errors import LabError

MODES = ("semi", "coop", "solo")
BOTS = ("random", "greedy", "lookahead")
MANAGERS = range(1, 10)


@dataclass(frozen=True)
class Game:
    """One game to be played: options as `game.setup` takes them, its seed, and the bot of each seat."""

    index: int
    options: dict[str, Any]
    seed: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Series:
    """`bots`: one name for all seats, or one for each seat, turned by one seat from game to game."""

    name: str
    games: int
    seed: int = 1
    modes: tuple[str, ...] = ("semi",)
    players: tuple[int, ...] = (4,)
    planets: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("greedy",)
    fleets: tuple[str, ...] = ("neutral",)
    scenarios: tuple[str, ...] = ()
    about: str = field(default="", compare=False)

    def game(self, index: int) -> Game:
        """The game of an index; equal series give equal games."""
        dice = random.Random(f"{self.seed}/{index}")
        mode, rest = self.modes[index % len(self.modes)], index // len(self.modes)
        players, rest = self.players[rest % len(self.players)], rest // len(self.players)
        planet = (self.planets or charted())[rest % len(self.planets or charted())]
        count = 1 if mode == "solo" else players
        bots = tuple(self.bots[(seat + index) % len(self.bots)] for seat in range(count))
        options: dict[str, Any] = {
            "level": "referee",
            "mode": mode,
            "planet": planet,
            "fleet": dice.choice(self.fleets),
            "seats": {str(seat): name for seat, name in enumerate(bots)},
        }
        if self.scenarios:
            scenario = self.scenarios[index % len(self.scenarios)]
            options |= {"scenario": scenario, "planet": planet_of(scenario)}
        if mode != "solo":
            options["managers"] = dice.sample(MANAGERS, count)
        return Game(index, options, dice.randrange(2**31), bots)

    def described(self) -> dict[str, Any]:
        """What was asked for, for the report."""
        return {
            "modes": list(self.modes),
            "players": [1] if self.modes == ("solo",) else list(self.players),
            "planets": list(self.planets or charted()),
            "bots": list(self.bots),
            "fleets": list(self.fleets),
        }


def charted() -> tuple[str, ...]:
    """Ids of the planets that every game offers."""
    return tuple(planet["id"] for planet in content.get()["planets"])


def stories() -> tuple[str, ...]:
    """Ids of the scenarios."""
    return tuple(scenario["id"] for scenario in box.get()["scenarios"])


def planet_of(name: str) -> str:
    """The planet that a scenario is played on."""
    return next(str(scenario["planet"]) for scenario in box.get()["scenarios"] if scenario["id"] == name)


def planet_name(planet: str) -> str:
    """What a planet's card calls it; an unknown id as it is."""
    known = content.get()["planet"]
    return str(known[planet]["name"]) if planet in known else planet


def check_planets(names: tuple[str, ...]) -> tuple[str, ...]:
    """The ids, or those that a word stands for; LabError for an unknown one."""
    known = content.get()["planet"]
    if names in ((), ("charted",)):
        return ()
    if names == ("all",):
        return tuple(known)
    for name in names:
        if name not in known:
            raise LabError(f"There is no planet '{name}'.", "Their ids: " + ", ".join(sorted(known)) + ".")
    return names

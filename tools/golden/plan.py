"""The twenty golden games: what each is played with, and what it has to show.

A game that has to show something is searched: seeds are tried in order until one does, TRIES of them. So the plan holds
after a change of the balance too. A slot that has to show nothing is a spare one: there is searched what is missing.
"""

import random
from dataclasses import dataclass
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.content import box
from tools.golden.played import Action
from tools.golden.referees import Referees
from tools.golden.tables import Table

MANAGERS = range(1, 10)
TRIES = {"companion": 150, "referee": 60}  # seeds: some seconds each


@dataclass(frozen=True)
class Slot:
    """`players`: a style of tables.py at companion level, else bots by seat; the last one sits on all further seats."""

    name: str
    mode: str
    players: tuple[str, ...]
    seats: int = 1
    level: str = "referee"
    shows: tuple[str, ...] = ()
    scenario: str | None = None
    fleet: str | None = None
    catalogue: bool = False
    undo: bool = False
    by_hand: bool = False

    def options(self, seed: int) -> dict[str, Any]:
        """What the game is set up with; the seed chooses Managers and planet."""
        dice = random.Random(f"{self.name} {seed}")
        made: dict[str, Any] = {"level": self.level, "mode": self.mode}
        if self.mode != "solo":
            made["managers"] = dice.sample(MANAGERS, self.seats)
        planets = box.get()["catalogue"] if self.catalogue else content.get()["planets"]
        made["planet"] = dice.choice(planets) if self.catalogue else dice.choice(planets)["id"]
        if self.scenario:
            made["scenario"] = self.scenario
            del made["planet"]  # the scenario brings it
        if self.fleet:
            made["fleet"] = self.fleet
        if self.level == "referee":
            made["seats"] = {str(seat): name for seat, name in enumerate(self.bots)}
        return made

    @property
    def bots(self) -> list[str]:
        """The bot of each seat."""
        return [self.players[min(seat, len(self.players) - 1)] for seat in range(self.seats)]

    def play(self, seed: int) -> tuple[dict[str, Any], list[tuple[str, Action]]]:
        """A whole game: (options, log)."""
        options = self.options(seed)
        if self.level == "companion":
            played = Table(options, seed, self.players[0], self.by_hand).play()
            return played.options, played.log
        return options, Referees(options, seed, self.bots, self.undo).play()


def companion(name: str, mode: str, style: str, seats: int = 3, **more: Any) -> Slot:
    """A slot of a table with pieces."""
    return Slot(f"companion-{name}", mode, (style,), 1 if mode == "solo" else seats, "companion", **more)


def referee(name: str, mode: str, seats: int, *bots: str, **more: Any) -> Slot:
    """A slot of a table on the screens."""
    return Slot(f"referee-{name}", mode, bots, seats, **more)


SLOTS = (
    companion("semi-city", "semi", "crowd", 4),
    companion("semi-empty", "semi", "idle", 2, shows=("ending depopulation",)),
    companion("coop-built", "coop", "builders"),
    companion("coop-by-hand", "coop", "careful", by_hand=True, shows=("ending rounds", "undo at companion level")),
    companion("semi-debts", "semi", "hasty", 5, fleet="academy", shows=("ending dependence",)),
    companion("coop-poor", "coop", "poor", 2, shows=("co-op not enough points",)),
    companion("solo", "solo", "careful"),
    companion("coop-night", "coop", "careful", 4, scenario="long_night"),
    referee("semi-2", "semi", 2, "greedy", shows=("ending rounds",)),
    referee("semi-3-undo", "semi", 3, "greedy", undo=True, shows=("undo at referee level",)),
    referee("semi-4-mixed", "semi", 4, "greedy", "random", catalogue=True),
    referee("semi-5-anarchy", "semi", 5, "random", shows=("ending riot",)),
    referee("coop-won", "coop", 3, "greedy", fleet="settlers", shows=("co-op won", "goal lower level")),
    referee("solo-catalogue", "solo", 1, "random", catalogue=True),
    referee("solo-undo", "solo", 1, "greedy", undo=True, shows=("goal upper level",)),
    referee("white-ward", "coop", 2, "greedy", scenario="white_ward"),
    referee("grey-fleet", "coop", 4, "greedy", scenario="grey_fleet", shows=("bar filled", "ending population")),
    referee("red-ledger", "coop", 3, "random", scenario="red_ledger"),
    referee("iron-sentence", "coop", 3, "greedy", scenario="iron_sentence"),
    referee("last-beacon", "coop", 5, "random", scenario="last_beacon", shows=("ending scenario", "bar missed")),
)

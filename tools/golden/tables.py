"""A table of people at companion level, played by dice: it builds, takes back, errs, and counts its points in the end.

Styles are habits of such tables; each leads to other endings. They are no good players: seeds are tried until one ends
as it is wanted.
"""

import random
from dataclasses import dataclass
from typing import Any

from shared_rules.beyond_humanity import game
from tools.golden.played import Played

ARC, TABLET = "arc", "tablet"


@dataclass(frozen=True)
class Style:
    """`builds`: Modules connected in a Round at most; `cards`: chance that a Manager plays one, in percent; `first`:
    what is built first, "needs", "homes" or anything; `decrees`: numbers of the cards that are played, from and to;
    `points`: what a Manager counts on the table in the end, from and to (VP); `saves`: STOCK that is kept."""

    builds: int
    cards: int
    first: str = ""
    decrees: tuple[int, int] = (1, 60)
    points: tuple[int, int] = (0, 35)
    saves: int = 60


# What a careful table looks at: row of a tab -> Module types that help.
HELPS = {
    "power": ("solar_power_plant", "nuclear_power_plant"),
    "life_support": ("hydroponics_dome", "life_support_system"),
    "gas": ("atmospheric_synthesizer",),
    "liquids": ("automatic_well", "tanks"),
    "happiness": ("community_dome", "health_and_sports_center", "community_tower"),
    "security": ("security_dome", "bunker", "prison_dome"),
    "technical": ("technical_zone", "laboratory", "test_chamber"),
}
HOMES = ("residential_dome", "temporary_residential_capsules", "landing_pad", "community_dome", "cryogenic_cubes")
STYLES = {
    "idle": Style(0, 0),
    "hasty": Style(3, 70),
    "careful": Style(1, 60, "needs", (1, 30)),
    "builders": Style(3, 60, "needs", (1, 30)),
    "crowd": Style(2, 80, "homes", (1, 30)),
    "poor": Style(1, 60, "needs", (1, 30), (-30, -10)),
}


class Table:
    """One table. `played` holds what came of it."""

    def __init__(self, options: dict[str, Any], seed: int, style: str, by_hand: bool = False) -> None:
        self.dice = random.Random(f"{style} {seed}")
        self.style = STYLES[style]
        self.played = Played({} if by_hand else options, seed)
        if by_hand:
            self._set_up(options)

    @property
    def state(self) -> Any:
        return self.played.state

    def _arc(self, **action: Any) -> bool:
        return self.played.do(ARC, action)

    def _press(self, **action: Any) -> bool:
        return self.played.do(TABLET, action)

    def _set_up(self, options: dict[str, Any]) -> None:
        """The same options, but pressed and tapped one after the other."""
        self._press(kind="setup", level="companion")
        self._press(kind="setup", mode=options["mode"])
        self._press(kind="setup", arc=True)
        for number in options.get("managers", ()):
            self._arc(kind="tap", piece=f"manager/{number}")
        self._press(kind="setup", closed=True)
        self._press(kind="setup", planet=options["planet"])
        self._press(kind="setup", begin=True)

    def play(self) -> Played:
        """A whole game."""
        while self.state["stage"] == "play":
            self._round()
        while self.state["stage"] == "points":
            for seat in game.to_act(self.state):
                self._press(kind="table_points", seat=seat, vp=self.dice.randint(*self.style.points))
        return self.played

    def _round(self) -> None:
        number = self.state["round"]
        while self.state["stage"] == "play" and self.state["round"] == number:
            self._phase(self.state["phase"])
            self._tidy()
            if self.state["phase"] < 6:
                self._press(kind="phase")
            elif self._press(kind="next"):
                self._press(kind="answer", choice="yes" if self.dice.randrange(6) else "no")

    def _phase(self, phase: int) -> None:
        if phase in (3, 4) and self.dice.randrange(3):
            self._arc(kind="tap", piece=self._token())
        if phase == 4 and self.dice.randrange(4) == 0:
            self._arc(kind="tap", piece="ambassador")
            self._arc(kind="tap", piece=self._token())
        if phase == 5:
            for _ in range(self.dice.randrange(self.style.builds + 1)):
                self._build()
        if phase == 6:
            self._cards()
        if self.dice.randrange(8) == 0:
            self._press(kind="undo")
        if self.dice.randrange(15) == 0 and self._arc(kind="tap", piece="governor"):
            self._press(kind="answer", choice=self.dice.choice(("yes", "no")))

    def _token(self, seat: int | None = None) -> str:
        """The token of a seat, or of any; in solo every token is the player's."""
        managers = self.state["desk"]["managers"]
        number = managers[self.dice.randrange(len(managers)) if seat is None else seat]["manager"]
        return f"manager/{number or self.dice.randrange(1, 10)}"

    def _build(self) -> None:
        view = game.view(self.state, "table")
        free = [module for module in view["modules"] if module["state"] == "pool"]
        first = HOMES if self.style.first == "homes" else _needed(view) if self.style.first == "needs" else ()
        wanted = [module for kind in first for module in free if module["type"] == kind]
        if not free or (self.style.first == "needs" and view["tabs"]["economy"]["stock"] < self.style.saves):
            return
        unit = (wanted[0] if wanted and self.dice.randrange(6) else self.dice.choice(free))["unit"]
        here = [0, *(one for one in self.state["table"]["units"] if one != unit)]
        if self._arc(kind="attach", unit=unit):
            edge = [self.dice.choice(here), self.dice.randrange(4), unit, self.dice.randrange(4)]
            self._arc(kind="topology", edges=[*self.state["table"]["edges"], edge])
            seats = range(len(self.state["desk"]["managers"]))
            for seat in self.dice.sample(seats, len(seats)):
                self._arc(kind="tap", piece=self._token(seat))

    def _cards(self) -> None:
        for seat, manager in enumerate(self.state["desk"]["managers"]):
            if self.dice.randrange(100) >= self.style.cards:
                continue
            piece = f"decree/{self.dice.randint(*self.style.decrees)}"
            if self.dice.randrange(9) == 0:
                piece = f"directive/{manager['manager']}"
            if self._arc(kind="tap", piece=piece):
                self._arc(kind="tap", piece=self._token(seat))

    def _tidy(self) -> None:
        """Close what a hasty table left open: a question, a card without owner, Modules without Manager."""
        if self.state["stage"] != "play":
            return
        if self.state["asked"]:
            self._press(kind="answer", choice="no")
        if self.state["desk"]["pending"]:
            self._press(kind="answer", choice="cancel")
        for module in game.view(self.state, "table")["modules"]:
            if module["state"] == "waiting" and not self._arc(kind="tap", piece=self._token()):
                self._arc(kind="detach", unit=module["unit"])


def _needed(view: dict[str, Any]) -> list[str]:
    """Module types that help most, the worst trouble first."""
    tabs = view["tabs"]
    rows = [(row["now"]["production"] - row["now"]["consumption"], row["id"]) for row in tabs["resources"]["rows"]]
    ranks = {"Critical": -6, "Alarming": -3, "Poor": 1, "Good": 9}
    rows += [(ranks[row["now"]["word"]], row["id"]) for row in tabs["status"]["rows"]]
    full = tabs["population"]["total"] > tabs["population"]["beds"] - 300
    order = ["residential_dome"] if full else []
    for _, name in sorted(rows):
        order += HELPS.get(name, ())
    return order

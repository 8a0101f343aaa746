"""Random companion-level play that runs on CPython and MicroPython: a table that plays, errs and takes back.

Styles change what a table builds and how much it cares, so that every ending comes up.
"""

from shared_rules.beyond_humanity import content, game
from shared_rules.engine.chance import below, seeded
from shared_rules.engine.reasons import Refusal

MANAGERS = 9
CARE = ("careless", "careful", "crowd", "builders", "idle")


class Player:
    """One random table. `state` after each step; `steps` counts accepted actions."""

    def __init__(self, seed, style=None):
        self.dice = seeded(seed * 7919 + 17)
        self.style = style or CARE[seed % len(CARE)]
        self.steps = 0
        self.refused = 0
        managers = self._some_managers(self.number(4) + 2)
        planets = content.get()["planets"]
        options = {
            "mode": ("semi", "coop")[self.number(2)],
            "managers": managers,
            "planet": planets[self.number(len(planets))]["id"],
        }
        self.options, self.seed = options, seed
        self.state = game.setup(options, seed)

    def number(self, bound):
        value, self.dice = below(self.dice, bound)
        return value

    def _some_managers(self, count):
        left, made = list(range(1, MANAGERS + 1)), []
        for _ in range(count):
            made.append(left.pop(self.number(len(left))))
        return made

    def do(self, **action):
        """One action; a refusal is counted and changes nothing."""
        try:
            self.state = game.apply(self.state, action)
        except Refusal:
            self.refused += 1
            return False
        self.steps += 1
        self.after(action)
        return True

    def after(self, action):
        """Hook for tests."""

    def tap(self, piece):
        return self.do(kind="tap", piece=piece)

    def seat_token(self):
        managers = self.state["desk"]["managers"]
        return "manager/" + str(managers[self.number(len(managers))]["manager"])

    # -- one Round -------------------------------------------------------------------------------------------------

    def round(self):
        """From the present phase to the confirmed NEXT."""
        number = self.state["round"]
        while self.state["stage"] == "play" and self.state["round"] == number:
            self.phase()
            self.tidy()
            if self.state["phase"] < 6:
                self.do(kind="phase")
            elif self.do(kind="next"):
                self.do(kind="answer", choice="yes" if self.number(8) else "no")

    def phase(self):
        phase = self.state["phase"]
        if phase in (3, 4):
            for _ in range(self.number(3)):
                self.tap(self.seat_token())
        if phase == 4 and self.number(3) == 0:
            self.tap("ambassador")
            self.tap(self.seat_token())
        if phase == 5:
            self.modules()
        if phase == 6:
            self.cards()
        self.slip()

    def modules(self):
        most = {"idle": 0, "careless": 3, "careful": 1, "crowd": 2, "builders": 3}[self.style]
        for _ in range(self.number(most + 1)):
            unit = self.choose_unit()
            if unit and self.do(kind="attach", unit=unit):
                self.join(unit)
                self.tap(self.seat_token())
        for _ in range(3):
            self.tap(self.seat_token())

    def tidy(self):
        """Clear what a hasty table left open: a question, a card without owner, Modules without Manager."""
        if self.state["asked"]:
            self.do(kind="answer", choice="no")
        if self.state["desk"]["pending"]:
            self.do(kind="answer", choice="cancel")
        if self.state["phase"] == 6 or self.number(2):
            for unit in self.state["table"]["units"]:
                if not self.state["colony"]["progress"][unit]:
                    self.do(kind="detach", unit=unit)

    def choose_unit(self):
        free = [unit for unit in self.state["pool"] if not self.state["colony"]["progress"][unit]]
        if not free:
            return 0
        if self.style in ("careful", "crowd", "builders"):
            wanted = WISHES[self.style]
            first = [unit for unit in wanted if unit in free]
            if first and self.number(4):
                return first[0]
        return free[self.number(len(free))] if self.number(10) else self.number(32) + 1

    def join(self, unit):
        here = [u for u in self.state["table"]["units"] if u != unit] + [0]
        other = here[self.number(len(here))]
        self.do(kind="topology", edges=self.state["table"]["edges"] + [[other, self.number(4), unit, self.number(4)]])

    def cards(self):
        if self.style == "idle":
            return
        for manager in self.state["desk"]["managers"]:
            if self.number(3) == 0:
                continue
            own = str(manager["manager"])
            piece = "directive/" + own if self.number(9) == 0 else "decree/" + str(self.decree())
            if self.tap(piece):
                self.tap("manager/" + own)

    def decree(self):
        return self.number(30 if self.style != "careless" else 60) + 1

    def slip(self):
        """Tables make mistakes: UNDO, a wrong card, a token with nothing asked."""
        kind = self.number(12)
        if kind == 0 and self.tap("governor"):
            self.do(kind="answer", choice="yes" if self.number(3) else "no")
        elif kind == 1:
            self.tap("decree/" + str(self.number(60) + 1))
            self.do(kind="answer", choice="cancel")
        elif kind == 2:
            self.do(kind="claim_governor", seat=self.number(len(self.state["desk"]["managers"])))
        elif kind == 3:
            self.do(kind="undo")

    def game(self):
        """A whole game; the final state."""
        while self.state["stage"] == "play":
            self.round()
        while self.state["stage"] == "points":
            for seat in game.to_act(self.state):
                self.do(kind="table_points", seat=seat, vp=self.number(40) - 10)
        return self.state


WISHES = {
    "careful": (3, 11, 2, 7, 13, 4, 8, 16, 15, 14, 5, 20, 9, 17, 6, 1, 10, 18),
    "crowd": (3, 11, 8, 18, 7, 4, 5, 9, 2, 20, 10, 31, 14, 16, 15, 13, 29, 28),
    "builders": (3, 6, 12, 15, 4, 7, 11, 2, 13, 21, 22, 5, 14, 16, 8, 20, 1, 17, 9, 19, 10),
}

"""One change of a referee state: copies on first write, the bank, the decks (BHC-3.1-19 to 3.1-24, 3.2-6, 3.2-7).

Rule 1: an action works on a `Work`; the state that it started from is never changed. Lists are replaced, not changed.
Rule 2: tokens are neither made nor lost: bank, Repositories, tiles and Artifact fields together hold the same for ever.
Rule 3: whatever shows hidden information or draws chance sets `barrier`: UNDO does not go behind it.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.referee import perks, pieces
from shared_rules.beyond_humanity.rules.start import EVENTS_KEPT
from shared_rules.engine.chance import below

TOKENS = ("cr", "tg", "pa", "xp")
BANK = {"cr": 60, "tg": 40, "xp": 60}
PA_EXTRA = 3  # Political Advantages of a game: players and three (BHC-3.2-14)


class Work:
    """A referee state while an action changes it; `state` is the new state."""

    def __init__(self, state):
        self.state = dict(state)
        self.board = dict(state["board"])
        self.state["board"] = self.board
        self.barrier = False
        self.words = None
        self.results, self.occurrence = [], None  # of the Round that was closed, for who keeps a record of the game
        self._own = {}
        self._bank = False
        self._events = None  # the list of events, once it is an own one

    def seat(self, number):
        """The seat's part of the board, to be changed."""
        own = self._own.get(number)
        if own is None:
            key = str(number)
            if not self._own:
                self.board["seats"] = dict(self.board["seats"])
            own = self._own[number] = self.board["seats"][key] = dict(self.board["seats"][key])
        return own

    def bank(self):
        """The bank, to be changed."""
        if not self._bank:
            self.board["bank"] = dict(self.board["bank"])
            self._bank = True
        return self.board["bank"]

    def first(self, steps):
        """Steps that come before everything else in the queue."""
        if steps:
            self.board["todo"] = list(steps) + self.board["todo"]

    def last(self, steps):
        """Steps at the end of the queue."""
        self.board["todo"] = self.board["todo"] + list(steps)

    def event(self, text, tone="info"):
        """An event for everybody; it must not name hidden things."""
        state = self.state
        events = state["events"]
        if events is not self._events:  # those of the state that is left alone, or of a rule of the companion level
            events = state["events"] = self._events = events[-EVENTS_KEPT:]
        events.append({"round": state["round"], "text": text, "tone": tone})
        if len(events) > EVENTS_KEPT:
            del events[0]
        state["notice"] = None

    def adopt(self, state):
        """Take over a state that a rule of the companion level has made; its undo records are not ours."""
        self.state = dict(state, board=self.board, undo=self.state["undo"], put_back=[])

    # -- currencies ------------------------------------------------------------------------------------------------

    def gain(self, number, currency, count):
        """Take from the bank, as far as bank and Repository allow (BHC-3.1-21, 3.1-22); for dec draw cards."""
        if currency == "dec":
            return self.draw(number, count)
        seat, bank = self.seat(number), self.bank()
        taken = max(0, min(count, bank[currency], capacity(self.state, number, currency) - seat[currency]))
        bank[currency] -= taken
        seat[currency] += taken
        return taken

    def lose(self, number, currency, count):
        """Give to the bank, not more than there is; how many were given (BHC-3.1-24)."""
        seat = self.seat(number)
        given = min(count, seat[currency])
        seat[currency] -= given
        self.bank()[currency] += given
        return given

    def pay(self, number, price, to_bank=True):
        """Pay a price that `can_pay` has allowed; fields of Artifacts keep the tokens (`to_bank` False)."""
        seat = self.seat(number)
        for currency, count in price.items():
            seat[currency] -= count
            if to_bank:
                self.bank()[currency] += count

    def refund(self, number, price):
        """Take a price back from the bank."""
        seat, bank = self.seat(number), self.bank()
        for currency, count in price.items():
            bank[currency] -= count
            seat[currency] += count

    def to_bank(self, price):
        """Tokens from a tile or a card back to the bank."""
        for currency, count in price.items():
            self.bank()[currency] += count

    # -- decks -----------------------------------------------------------------------------------------------------

    def below(self, bound):
        """A number 0..bound-1 by chance."""
        number, self.state["chance"] = below(self.state["chance"], bound)
        self.barrier = True
        return number

    def shuffled(self, cards):
        """The cards in a new order."""
        cards = list(cards)
        for index in range(len(cards) - 1, 0, -1):
            other = self.below(index + 1)
            cards[index], cards[other] = cards[other], cards[index]
        return cards

    def draw(self, number, count):
        """Draw Decree cards; an empty deck is made anew from the discard pile (resolution at BHC-3.2-7)."""
        drawn, board = [], self.board
        for _ in range(count):
            if not board["decrees"] and board["discard"]:
                board["decrees"], board["discard"] = self.shuffled(board["discard"]), []
            if board["decrees"]:
                drawn.append(board["decrees"][-1])
                board["decrees"] = board["decrees"][:-1]
        if drawn:
            self.barrier = True
            seat = self.seat(number)
            seat["hand"] = sorted(seat["hand"] + drawn)
        return len(drawn)

    def discard(self, cards):
        """Decree cards to the discard pile."""
        if cards:
            self.board["discard"] = self.board["discard"] + list(cards)

    def reveal_artifacts(self):
        """Fill the public Artifacts up to three (BHC-3.2-8, 4.10-3); an empty deck gives none."""
        board = self.board
        while len(board["public"]) < 3 and board["artifacts"]:
            board["public"] = board["public"] + [board["artifacts"][-1]]
            board["artifacts"] = board["artifacts"][:-1]
            self.barrier = True


_ROOM = {}  # capacities by Manager and the tiles in the Ability slots
_MOST_ROOM = 4096


def room(state, number):
    """{currency: how many tokens the Repository of a seat holds}. Not to be changed."""
    manager, slots = state["desk"]["managers"][number]["manager"], state["board"]["seats"][str(number)]["abilities"]
    key = (manager, tuple(slots))
    if key not in _ROOM:
        if len(_ROOM) >= _MOST_ROOM:
            _ROOM.clear()
        plain = content.get()["manager"][manager]["capacity"] if manager else pieces.solo()["capacity"]
        _ROOM[key] = {name: plain[name] + perks.bonus(state["board"], number, "capacity", name) for name in TOKENS}
    return _ROOM[key]


def capacity(state, number, currency):
    """How many tokens of a currency the Repository of a seat holds."""
    return room(state, number)[currency]


def can_pay(board, number, price):
    """Whether a seat has the currencies of a price (BHC-3.1-23)."""
    return affords(board["seats"][str(number)], price)


def affords(own, price):
    """The same for a seat's part of the board."""
    for currency, count in price.items():
        if own[currency] < count:
            return False
    return True

"""What a browser shows of a referee game: from a seat's view to things that can be pressed. Pure.

Theory: every legal action is a kind and a few fields (`FIELDS`). A player picks the fields one by one, by pressing the
thing itself (a card, a socket, an Assistant) or an entry of the list beside it; with the last one the press is the
action. So whatever the rules list is reachable, and nothing here decides what may be done.

Rule 1: what is hidden from the seat is not in its view, and nothing else is looked at.
Rule 2: a thing that cannot be used now still says what was tried: the rules answer with the reason.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from host.web import referee_words as words
from host.web.referee_fields import field_words
from host.web.referee_words import Action, View

# In which order the fields of an action are picked.
FIELDS: dict[str, tuple[str, ...]] = {
    "ability": ("ability", "slot"),
    "columns": ("columns",),
    "place": ("token", "socket", "option"),
    "copy": ("socket", "option"),
    "assistant": ("token", "socket", "option"),
    "endorse": ("unit", "card"),
    "expedition": ("from", "field"),
    "research": ("field",),
    "discard": ("card",),
    "flip": ("assistant",),
    "goal": ("goal",),
    "move": ("from", "to"),
    "artifact": ("artifact",),
    "build": ("unit", "to"),
    "choose": ("card",),
}
CONFIRMED = frozenset({"choose"})  # final at once, because it shows something hidden: picked first, then confirmed
ON_TABLE = frozenset({"place", "copy", "assistant"})  # pressed on the table itself; the list is there when asked for
KEPT = 3  # Goals
ROOMY = 4  # more choices than these get the room of the table
CURRENCIES = {
    "cr": ("Credits", "Cr"),
    "tg": ("Terran Goods", "TG"),
    "pa": ("Political Advantages", "PA"),
    "xp": ("Experience", "XP"),
}
PICK_QUESTIONS = {
    "assistant": "Which Assistant?",
    "ability": "Which Ability?",
    "slot": "For which slot?",
    "columns": "Which columns?",
    "token": "Which token?",
    "socket": "Which Action Socket?",
    "option": "Which of its actions?",
    "unit": "Which Module?",
    "card": "Which card?",
    "from": "From where?",
    "field": "Which field do you fill?",
    "goal": "Which Goal?",
    "to": "Where to?",
    "artifact": "Which Artifact?",
}
DO_WORDS = {  # what the seat is asked, to the player who sits there: (title, what to do)
    "goals_kept": ("Choose your Goals", "Keep three of the five. The others go back."),
    "face": ("Lay out your Assistant", "Each side has its own action and price."),
    "hire": ("Hire an Assistant", "Three of them work for you during the whole game."),
    "columns": ("Fill columns", "Filled columns cost their price and give three actions each; empty ones pay you."),
    "upkeep": ("Keep your proposal?", "An unfinished proposal costs 1 Credit each Round."),
    "ability": ("Buy Abilities", "Pay with Experience. An Ability that is replaced goes back to the bank."),
    "regular": ("Your action", "Press a lit Action Socket: your token goes there."),
    "assistant": ("Assistants and Advisors", "Press a lit one and pay its price, or use none."),
    "endorse": ("Place an endorsement", "Choose the Module and the Decree card that you give for it."),
    "expedition": ("Expedition", "Fill one field of your Expedition."),
    "research": ("Research", "Fill one field of your Research."),
    "copy": ("Copy an action", "Press a lit socket on which another token stands."),
    "flip": ("Flip an Assistant", "Its other side counts from now on, for everybody."),
    "exchange": ("Exchange?", "You may pay and take, or leave it."),
    "give_up": ("Discard a Decree", "Choose the card that you give up."),
    "keep_goal": ("A new Goal", "Keep one of these Goals."),
    "move": ("Move an Ability", "Two slots change their places."),
    "build": ("Connect your Module", "Choose a free port for it. Catastrophes spread along connections."),
    "choose": ("Choose a card in secret", "All cards are shown together, when everybody has chosen."),
    "register": ("Introduce your card?", "Pay its fee and let the Citizens vote, or take it back."),
    "next": ("Close the Round", "NEXT: the Citizens vote, and the month passes."),
}
SOLO_WORDS = {  # where nobody else is at the table
    "choose": ("Choose a card", "A Decree is put to the Citizens' vote; its fee is paid when you introduce it."),
    "flip": ("Flip an Assistant", "Its other side counts from now on."),
}


@dataclass
class Picks:
    """What one browser has picked of an action so far; forgotten when other actions are offered."""

    offered: str = ""
    values: dict[str, Any] = field(default_factory=dict)

    def fit(self, actions: list[Action]) -> "Picks":
        """The same picks, if the same actions are offered still."""
        offered = json.dumps(actions, sort_keys=True)
        if offered != self.offered:
            self.offered, self.values = offered, {}
        return self


@dataclass(frozen=True)
class Choice:
    """Something to press: `press` is what the button sends, `words` what it is called."""

    words: str
    press: dict[str, Any]
    chosen: bool = False
    more: tuple[str, ...] = ()


class Offer:
    """The legal actions of a seat, and how far one browser has picked one of them."""

    def __init__(self, view: View, picks: Picks) -> None:
        you = view["you"]
        self.view = view
        self.seat: int = you["seat"]
        self.do: str = view["turn"]["do"] or ""
        every = you["actions"]
        self.actions: list[Action] = [action for action in every if action["kind"] != "undo"]
        self.undo = any(action["kind"] == "undo" for action in every)
        self.picks = picks.fit(self.actions).values
        kinds = dict.fromkeys(action["kind"] for action in self.actions)
        self.kinds = [kind for kind in kinds if kind in FIELDS]
        self.plain = [action for action in self.actions if action["kind"] not in FIELDS and action["kind"] != "keep"]
        tokens = [action["token"] for action in self.actions if "token" in action]
        if tokens and self.picks.get("token") not in tokens:
            self.picks["token"] = tokens[0]  # solo: nine tokens, and one is as good as the other to begin with

    @property
    def asked(self) -> bool:
        """Whether the seat has to choose now."""
        return self.seat in self.view["turn"]["seats"]

    @property
    def roomy(self) -> bool:
        """Whether the question is long: cards of the hand and things on the table are pressed where they lie."""
        listed = [*self.plain, *(self.goals() if self.keeps else ())]
        for kind in self.kinds:
            if kind not in ON_TABLE and self.question(kind) != "card":
                listed += self.choices(kind)
        return self.asked and len(listed) > ROOMY

    @property
    def half(self) -> bool:
        """Whether a part of an action was picked, so that the rest is asked for now."""
        return any(name != "token" for name in self.picks) and not self.keeps

    def matching(self, kind: str) -> list[Action]:
        """The actions of a kind that fit what was picked."""
        picked = self.picks
        return [
            action
            for action in self.actions
            if action["kind"] == kind and all(action.get(n, v) == v for n, v in picked.items() if n in FIELDS[kind])
        ]

    def values(self, kind: str, name: str) -> list[Any]:
        """What a field can be, given the other picks; a pick of the field itself can be changed."""
        others = {n: v for n, v in self.picks.items() if n != name and n in FIELDS[kind]}
        found: list[Any] = []
        for action in self.actions:
            fits = action["kind"] == kind and all(action.get(n, v) == v for n, v in others.items())
            if fits and name in action and action[name] not in found:
                found.append(action[name])
        return found

    def open_fields(self, kind: str) -> list[str]:
        """Fields that are still to be picked: those in which the fitting actions differ."""
        fitting = self.matching(kind)
        return [n for n in FIELDS[kind] if len({json.dumps(action.get(n)) for action in fitting}) > 1]

    def press(self, kind: str, **fields: Any) -> dict[str, Any] | None:
        """What pressing a thing sends: the action if that settles it, else a pick; None if nothing legal fits."""
        others = {n: v for n, v in self.picks.items() if n not in fields and n in FIELDS[kind]}
        wanted = {**others, **fields}
        fitting = [
            a for a in self.actions if a["kind"] == kind and all(a.get(name, v) == v for name, v in wanted.items())
        ]
        if len(fitting) == 1 and kind not in CONFIRMED:
            return {"act": fitting[0]}
        return {"ui": "pick", "fields": fields} if fitting else None

    def complete(self, kind: str) -> Action | None:
        """The action that was picked, to be confirmed."""
        fitting = self.matching(kind)
        picked = set(self.picks) & set(FIELDS[kind])
        return fitting[0] if len(fitting) == 1 and picked else None

    def confirm(self, action: Action) -> str:
        """What the button says that makes a secret choice final."""
        return "No card this Round" if action["card"] == "none" else f"Choose {words.words(self.view, action)}"

    # -- the list beside the board -----------------------------------------------------------------------------------

    def question(self, kind: str) -> str:
        """The field to be picked next, or ""."""
        open_fields = self.open_fields(kind)
        return open_fields[0] if open_fields else ""

    def choices(self, kind: str) -> list[Choice]:
        """The values of the next field, in words."""
        name = self.question(kind)
        if not name:
            return [self.choice(action) for action in self.matching(kind)]
        made = []
        for value in self.values(kind, name):
            press = self.press(kind, **{name: value})
            if press is not None:
                text, more = field_words(self.view, kind, name, value)
                made.append(Choice(text, press, self.picks.get(name) == value, more))
        return made

    def picked(self, kind: str) -> list[tuple[str, str]]:
        """[(field, words)] of what was picked, so that it can be changed."""
        names = [name for name in FIELDS[kind] if name in self.picks and name != "token"]
        return [(name, field_words(self.view, kind, name, self.picks[name])[0]) for name in names]

    def choice(self, action: Action) -> Choice:
        """An action as one button."""
        if action["kind"] in ("face", "hire"):
            face = words.face_of(action.get("assistant", words.own_manager(self.view)), action["face"])
            return Choice(face["name"], {"act": action}, more=(face["words"], f"Price: {face['price']}"))
        more = words.columns_words(action["columns"]) if action["kind"] == "columns" else ()
        return Choice(words.words(self.view, action), {"act": action}, more=more)

    def all_of(self, kind: str) -> list[Choice]:
        """Every legal action of a kind that fits what was picked, as a list of its own."""
        return [self.choice(action) for action in self.matching(kind)]

    def next(self) -> Action | None:
        """NEXT, where this seat may press it."""
        return next((action for action in self.actions if action["kind"] == "next"), None)

    # -- Goals -------------------------------------------------------------------------------------------------------

    @property
    def keeps(self) -> bool:
        """Whether the seat chooses its Goals."""
        return any(action["kind"] == "keep" for action in self.actions)

    def goals(self) -> list[dict[str, Any]]:
        """The Goals to choose from: the cards with `chosen`."""
        cards = self.view["you"]["offered"] or self.view["board"]["goals"]
        chosen = self.picks.get("goals", ())
        return [dict(card, chosen=card["goal"] in chosen) for card in words.goals_of(self.view, cards)]

    def toggle(self, goal: str) -> None:
        """Choose a Goal or put it back; the oldest gives way to a fourth."""
        chosen = list(self.picks.get("goals", ()))
        if goal in chosen:
            chosen.remove(goal)
        elif any(goal in action["goals"] for action in self.actions if action["kind"] == "keep"):
            chosen = [*chosen, goal][-KEPT:]
        self.picks["goals"] = chosen

    def kept(self) -> Action | None:
        """The action for the Goals that are chosen."""
        chosen = set(self.picks.get("goals", ()))
        return next((a for a in self.actions if a["kind"] == "keep" and set(a["goals"]) == chosen), None)

    def pick(self, fields: Any) -> None:
        """Take over what a browser says it picked, as far as a legal action has it."""
        for name, value in fields.items() if isinstance(fields, dict) else ():
            if any(action.get(name, fields) == value for action in self.actions):
                if self.picks.get(name) == value and name != "token":
                    del self.picks[name]
                else:
                    self.picks[name] = value

    # -- things on the table -----------------------------------------------------------------------------------------

    def thing(self, kinds: tuple[str, ...], try_kind: str, **fields: Any) -> dict[str, Any]:
        """{"press", "on"} of a thing: what it does now, or what the rules are asked in order to say why not."""
        for kind in kinds:
            press = self.press(kind, **fields) if kind in self.kinds else None
            if press is not None:
                return {"press": press, "on": True}
        return {"press": {"act": {"kind": try_kind, "seat": self.seat, **fields}}, "on": False}

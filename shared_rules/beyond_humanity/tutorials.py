"""Tutorials: guided first Rounds as data: what to read, what to do, how the companion sees that it was done.

A step's `do` are the actions of the game that fulfil it ("tap manager/3"), so that a test, or a player who asks for it,
can have the step played; `check` is read from the view, so that any other way to the same end counts as well.
"""

from shared_rules.beyond_humanity.vocabulary import VocabularyError, parse

DO = {
    "tap": ("piece",),
    "attach": ("count",),
    "phase": (),
    "next": (),
    "answer": (("yes", "no"),),
}
CHECKS = {
    "read": (),  # nothing to see: the reader presses on
    "phase": ("count",),
    "round": ("count",),
    "connected": ("count",),  # this unit
    "submitted": ("count",),  # this unit
    "free": ("count",),  # this unit was taken off or back
    "campaigns": ("count", "int"),  # of this Manager
    "card": ("count",),  # this Manager has introduced one
    "assistant": ("count",),  # this Manager has used the Ambassador
    "asked": ("name",),  # this question is on the screen
    "screen": ("name",),  # the summary shows this screen
}
SCREENS = ("status", "occurrence", "economy", "decrees", "support", "tiers", "upkeep")
QUESTIONS = ("owner", "submit", "next", "undo")


def parse_do(text, is_piece):
    """An action of the game from "tap decree/1"; `is_piece` tells whether a tag of that name exists."""
    words = text.split()
    if words[:1] == ["tap"]:
        if len(words) != 2 or not is_piece(words[1]):
            raise VocabularyError("'tap' takes a piece of the box")
        return {"kind": "tap", "piece": words[1]}
    made = parse(words, DO)
    key = {"attach": "unit", "answer": "choice"}.get(made[0])
    return {"kind": made[0], key: made[1]} if key else {"kind": made[0]}


def parse_check(text):
    """["phase", 5] from "phase 5"; VocabularyError says what is wrong."""
    return parse(text.split(), dict(CHECKS, asked=(QUESTIONS,), screen=(SCREENS,)))


def _manager(view, number):
    return next(manager for manager in view["managers"] if manager["manager"] == number)


_HOLDS = {
    "read": lambda _view: True,
    "phase": lambda view, number: view["phase"] == number,
    "round": lambda view, number: view["round"] == number,
    "connected": lambda view, unit: view["modules"][unit]["connected"],
    "submitted": lambda view, unit: view["modules"][unit]["seat"] is not None,
    "free": lambda view, unit: view["modules"][unit]["seat"] is None,
    "campaigns": lambda view, number, count: _manager(view, number)["campaigns"] == count,
    "card": lambda view, number: _manager(view, number)["card"] is not None,
    "assistant": lambda view, number: _manager(view, number)["assistant_used"],
    "asked": lambda view, name: view["dialog"] is not None and view["dialog"]["id"] == name,
    "screen": lambda view, name: name in [screen["id"] for screen in view["summary"]],
}


def done(check, view):
    """Whether a step is fulfilled in a view of a game in play."""
    return bool(_HOLDS[check[0]](view, *check[1:]))

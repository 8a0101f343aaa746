"""Tutorials: guided first Rounds as data: what to read, what to do, how the companion sees that it was done.

A step's `do` are the actions of the game that fulfil it ("tap manager/3"), so that a test, or a player who asks for it,
can have the step played; `check` is read from the view, so that any other way to the same end counts as well.
At referee level (`screen` instead of `steps`) a `do` names a kind of choice; "until" is quiet play until `check` holds.
"""

from shared_rules.beyond_humanity.vocabulary import VocabularyError, parse
from shared_rules.engine.reasons import Refusal

DO = {
    "tap": ("piece",),
    "attach": ("count",),
    "phase": (),
    "next": (),
    "answer": (("yes", "no"),),
}
SCREEN_DO = {
    "keep": (),
    "face": (),
    "place": ("name", "int"),  # this choice of this socket
    "endorse": (),
    "next": (),
    "until": (),
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
    "turn": ("name",),  # at referee level: this is asked for now
    "kept": ("count",),  # at referee level: so many common Goals lie open
    "hand": ("count", "count"),  # at referee level: this Manager holds so many Decrees or more
    "proposal": ("count",),  # at referee level: this Manager has a proposal
}
SCREENS = ("status", "occurrence", "economy", "decrees", "support", "tiers", "upkeep")
TURNS = ("goals_kept", "face", "regular", "assistant", "build", "choose", "next")
LARGE = ("arc/0/0",)  # the large socket: everybody finds it free
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
    return parse(text.split(), dict(CHECKS, asked=(QUESTIONS,), screen=(SCREENS,), turn=(TURNS,)))


def parse_screen(text):
    """["place", "arc/0/0", 0] from "place arc/0/0 0"."""
    return parse(text.split(), dict(SCREEN_DO, place=(LARGE, "int")))


def _manager(view, number):
    return next(manager for manager in view["managers"] if manager["manager"] == number)


_HOLDS = {
    "read": lambda _view: True,
    "phase": lambda view, number: view["phase"] >= number,
    "round": lambda view, number: view["round"] >= number,
    "connected": lambda view, unit: view["modules"][unit]["connected"],
    "submitted": lambda view, unit: view["modules"][unit]["seat"] is not None,
    "free": lambda view, unit: view["modules"][unit]["seat"] is None,
    "campaigns": lambda view, number, count: _manager(view, number)["campaigns"] == count,
    "card": lambda view, number: _manager(view, number)["card"] is not None,
    "assistant": lambda view, number: _manager(view, number)["assistant_used"],
    "asked": lambda view, name: view["dialog"] is not None and view["dialog"]["id"] == name,
    "screen": lambda view, name: name in [screen["id"] for screen in view["summary"]],
    "turn": lambda view, name: view["turn"]["do"] == name,
    "kept": lambda view, count: len(view["board"]["goals"]) == count,
    "hand": lambda view, number, count: view["board"]["seats"][_manager(view, number)["seat"]]["cards"] >= count,
    "proposal": lambda view, number: view["board"]["seats"][_manager(view, number)["seat"]]["proposal"] is not None,
}


def done(check, view):
    """Whether a step is fulfilled in a view of a game in play."""
    return bool(_HOLDS[check[0]](view, *check[1:]))


# -- a game with a guide: state["guide"] = {"id", "name", "at" (step from 0), "steps"} ------------------------------


def followed(state, view):
    """The state with the guide where the table is: past every step that was done. `view(state, audience)`.

    A step that has nothing to do is left by a press alone, or nobody could read it.
    """
    shown_now = None
    while state["guide"] and state["stage"] == "play":
        step = state["guide"]["steps"][state["guide"]["at"]]
        if not step["do"]:
            return state
        shown_now = shown_now or view(state, "table")
        if not done(step["check"], shown_now):
            return state
        state = _step_on(state)
    return dict(state, guide=None)


def _step_on(state):
    guide = state["guide"]
    if guide["at"] + 1 == len(guide["steps"]):
        return dict(state, guide=None)
    return dict(state, guide=dict(guide, at=guide["at"] + 1))


def press(state, action):
    """The reader presses on (whatever was done), or ends the tutorial."""
    if not state.get("guide"):
        raise Refusal("no_guide", "No tutorial is going on.")
    return dict(state, guide=None) if action.get("stop") is True else _step_on(state)


def shown(guide):
    """The step for the screen."""
    step = guide["steps"][guide["at"]]
    return {
        "title": guide["name"],
        "text": step["text"],
        "what": step["what"],
        "read": not step["do"],
        "step": guide["at"] + 1,
        "steps": len(guide["steps"]),
    }

"""Referee level as a game: whose turn it is, what may be done, doing it, taking it back.

Theory: `board["todo"]` is a queue of steps. `legal` lists the answers to the first one, `apply` takes exactly one of
them, and then every step that leaves no choice is carried out, until somebody has to choose again.

Rule 1: what `legal` lists is accepted, and nothing else is: `apply` looks the action up in the same list.
Rule 2: UNDO takes back the last choice, by whoever made it, never behind hidden information or a closed Round.
"""

from shared_rules.beyond_humanity.referee import (
    deeds,
    prepare,
    proposals,
    reasons,
    rounds,
    scoring,
    settling,
    sockets,
    solo,
)
from shared_rules.beyond_humanity.referee.work import Work
from shared_rules.beyond_humanity.rules.common import name_of, with_event
from shared_rules.engine.reasons import Refusal, RulesBug
from shared_rules.engine.undo import inverse, revert, same

UNDONE = ("desk", "colony", "board", "table", "phase")  # what an undo record covers; chance and events stay

AUTOMATIC = {}
STEPS = {"next": (rounds.NEXT_OPTIONS, settling.close_round)}
for _module in (deeds, rounds):
    AUTOMATIC.update(_module.AUTOMATIC)
for _module in (deeds, prepare, proposals, rounds, sockets, solo):
    STEPS.update(_module.STEPS)
_LAST = [None, {}]  # the state that was looked at last, and the options found for its seats


def begin(state):
    """The first state with a table, from the companion's first state of Round 1."""
    work = Work(prepare.deal(state))
    _run(work)
    return work.state


def to_act(state):
    """Seats that must choose now."""
    todo = state["board"]["todo"]
    if not todo or state["stage"] != "play":
        return []
    step = todo[0]
    return list(step["seats"]) if "seats" in step else [step["seat"]]


def _seats(step):
    return step["seats"] if "seats" in step else [step["seat"]]


def options(state, seat):
    """The answers of a seat that is asked; unlike `legal` without UNDO. Not to be changed."""
    if _LAST[0] is not state:
        _LAST[0], _LAST[1] = state, {}
    known = _LAST[1]
    if seat not in known:
        step = state["board"]["todo"][0]
        known[seat] = STEPS[step["do"]][0](state, step, seat)
    return known[seat]


def legal(state, seat=None):
    """Every action that would be accepted now, of one seat or of all; UNDO, if something can be taken back, is last."""
    found = []
    for one in to_act(state):
        if seat is None or seat == one:
            found += options(state, one)
    if state["stage"] == "play" and state["undo"] and seat in (None, state["undo"][-1]["seat"]):
        found.append({"kind": "undo", "seat": state["undo"][-1]["seat"]})
    return found


def apply(state, action):
    """A new state after one choice of one seat; Refusal(code, sentence) if it may not be made now."""
    if not isinstance(action, dict) or not isinstance(action.get("kind"), str):
        raise Refusal("unknown_action", "The referee does not know that action.")
    if state["stage"] != "play":
        raise Refusal("game_over", "The game is over.")
    seat = action.get("seat")
    if type(seat) is not int or str(seat) not in state["board"]["seats"]:
        raise Refusal("unknown_seat", "Nobody sits there.")
    if action["kind"] == "undo":
        return _undo(state, action)
    step = state["board"]["todo"][0]
    if seat not in _seats(step):
        raise Refusal("not_your_turn", reasons.whose_turn(state, step))
    known = options(state, seat)
    if action not in known or not same(action, known[known.index(action)]):
        raise reasons.refusal(state, step, seat, action)
    return _finish(state, advance(state, action), seat)


def advance(state, action):
    """The Work after an action out of `options`, with all that follows: no check, and no UNDO record."""
    work = Work(state)
    board = work.board
    step, board["todo"] = board["todo"][0], board["todo"][1:]
    STEPS[step["do"]][1](work, step, action)
    _run(work)
    return work


def settled(state):
    """The state after all that leaves no choice, for one whose queue was made up."""
    work = Work(state)
    _run(work)
    return work.state


def _run(work):
    """Carry out what leaves no choice, until a seat must choose or the game is over."""
    board = work.board  # the same through all steps
    while board["todo"] and work.state["stage"] == "play":
        step = board["todo"][0]
        kind = step["do"]
        carry_out = AUTOMATIC.get(kind)
        if carry_out:
            board["todo"] = board["todo"][1:]
            carry_out(work, step)
        elif kind not in STEPS:
            raise RulesBug("no such step: " + kind)
        else:
            state, find, known = work.state, STEPS[kind][0], {}
            _LAST[0], _LAST[1] = state, known
            for seat in step["seats"] if "seats" in step else (step["seat"],):
                made = known[seat] = find(state, step, seat)
                if made:
                    return
            board["todo"] = board["todo"][1:]


def _finish(before, work, seat):
    state = work.state
    if work.barrier:
        state["undo"] = []
        return state
    old = {name: before[name] for name in UNDONE}
    new = {name: state[name] for name in UNDONE}
    record = {"words": work.words or "", "back": [], "phase": before["phase"], "seat": seat}
    record["record"] = inverse(old, new)
    state["undo"] = before["undo"] + [record]
    return state


def view(state, audience):
    """What an audience may see: "table" or "seat:N"."""
    from shared_rules.beyond_humanity.referee import view as views

    return views.view(state, audience)


def result(state):
    """None while the game goes on, else the result with the table points by source."""
    return scoring.result(state)


def _undo(state, action):
    if not state["undo"]:
        raise Refusal("nothing_to_undo", "Nothing can be taken back: hidden cards were seen, or the Round was closed.")
    last = state["undo"][-1]
    if action["seat"] != last["seat"]:
        raise Refusal("not_yours", "The last action was of %s, who alone takes it back." % name_of(state, last["seat"]))
    back = revert({name: state[name] for name in UNDONE}, last["record"])
    return with_event(dict(state, undo=state["undo"][:-1], **back), "Taken back: " + last["words"], "warn")

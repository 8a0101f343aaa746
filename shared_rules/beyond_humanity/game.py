"""Beyond Humanity: Colonies: the game contract as plain functions over plain data, at both levels of knowing.

Companion level is the physical table: the rules see taps, connected modules, phases and NEXT, and ask for the rest.
Referee level knows everything on the table (package `referee`, which the ARC does without); it is chosen at setup.
`setup(options, seed)`, `to_act`, `legal`, `apply`, `view`, `result`, `digest` (architecture section 5).

Rule 1: `apply` is pure: it returns a new state or raises Refusal; it never changes the state that it was given.
Rule 2: everything that leaves the session goes through `view`.
"""

from shared_rules.beyond_humanity import content, tutorials
from shared_rules.beyond_humanity import view as views
from shared_rules.beyond_humanity.rules import (
    building,
    endings,
    phases,
    settlement,
    setup_dialog,
    taps,
    undoing,
)
from shared_rules.beyond_humanity.rules import (
    setup as setup_steps,
)
from shared_rules.engine import canonical, chance
from shared_rules.engine.reasons import Refusal

NAME = "beyond_humanity"
TITLE = "Beyond Humanity: Colonies"


def setup(options, seed):
    """The first state. `options` (docs/views.md): level, mode, managers, seats, planet, fleet, scenario, tutorial...

    What is missing is asked for by dialogs; with all of them Round 1 begins at once. `seed`: any integer from 0 on.
    """
    return _begun(setup_steps.new(options, chance.seeded(seed)))


def _referee():
    """The referee package: loaded when a game needs it, since the ARC's image is without it."""
    from shared_rules.beyond_humanity.referee import play

    return play


def _is_referee(state):
    return state.get("level") == "referee" and state["stage"] != "setup"


def _begun(state):
    """A referee game gets its table when the setup is complete."""
    return _referee().begin(state) if state["stage"] == "play" and state["level"] == "referee" else state


def to_act(state):
    """Seats that may act now: those whose points are missing at the end, else everybody at the table in turn order."""
    if _is_referee(state):
        return _referee().to_act(state)
    if state["stage"] == "play":
        return phases.turn_order(state)
    if state["stage"] == "points":
        return [seat for seat in range(len(state["desk"]["managers"])) if str(seat) not in state["points"]]
    return []


def apply(state, action):
    """A new state after one action; Refusal(code, sentence) if it may not be done now."""
    kind = action.get("kind") if isinstance(action, dict) else None
    if kind == "guide":
        return tutorials.press(state, action)
    if _is_referee(state):
        after = _referee().apply(state, action)
    elif not isinstance(kind, str) or kind not in _ACTIONS:
        raise Refusal("unknown_action", "The companion does not know that action.")
    else:
        after = _ACTIONS[kind](state, action)
        if state["stage"] == "setup":
            return _begun(after)
    return tutorials.followed(after, view) if after.get("guide") else after


def view(state, audience):
    """What an audience may see; see docs/views.md. audience: "table" or "seat:N"."""
    if _is_referee(state):
        return _referee().view(state, audience)
    return views.view(state, audience)


def undoable(state):
    """What UNDO would take back now, in words, or None."""
    return undoing.undoable(state)


def result(state):
    """None while the game goes on, else the result."""
    if _is_referee(state):
        return _referee().result(state)
    return endings.result(state)


def digest(state):
    """SHA-256 over the canonical form of the state, 64 hex digits."""
    return canonical.digest(state)


def legal(state, seat=None):
    """Actions that would be accepted now, of one seat or (None) of the whole table."""
    if _is_referee(state):
        return _referee().legal(state, seat)
    found = []
    for action in candidates(state, seat):
        try:
            apply(state, action)
        except Refusal:
            continue
        found.append(action)
    return found


def candidates(state, seat=None):
    """Actions worth trying: every tap, press and (for the table) connection; not all of them are legal."""
    if state["stage"] == "points":
        seats = to_act(state) if seat is None else [seat]
        return [{"kind": "table_points", "seat": one, "vp": 0} for one in seats]
    made = []
    if state["stage"] in ("setup", "play"):
        dialog = views.dialog(state)
        made += [{"kind": "answer", "choice": item["choice"]} for item in dialog["choices"]] if dialog else []
    if state["stage"] == "play":
        made += [{"kind": "phase"}, {"kind": "next"}, {"kind": "undo"}] + _taps(state, seat) + _table(state, seat)
    return made


def _taps(state, seat):
    managers = [manager["manager"] for manager in state["desk"]["managers"]]
    if state["mode"] == "solo":
        managers = list(range(1, 10))
    mine = managers if seat is None or state["mode"] == "solo" else [managers[seat]]
    pieces = ["manager/%d" % number for number in mine] + ["directive/%d" % number for number in mine]
    pieces += ["ambassador", "governor"] + ["decree/%d" % card["number"] for card in content.get()["decrees"]]
    return [{"kind": "tap", "piece": piece} for piece in pieces]


def _table(state, seat):
    seats = range(len(state["desk"]["managers"])) if seat is None else [seat]
    made = [{"kind": "claim_governor", "seat": one} for one in seats]
    if state["phase"] == 5:
        free = [
            unit for unit in state["pool"] if not building.built(state, unit) and unit not in state["table"]["units"]
        ]
        made += [{"kind": "attach", "unit": unit} for unit in free]
    made += [{"kind": "detach", "unit": unit} for unit in building.waiting(state)]
    return made


# -- actions -------------------------------------------------------------------------------------------------------


def _in_play(state):
    if state["stage"] == "setup":
        raise Refusal("setup_open", "The game has not begun: finish the setup first.")
    if state["stage"] != "play":
        raise Refusal("game_over", "The game is over.")


def _tap(state, action):
    piece = action.get("piece")
    taps.parse_piece(piece)
    if state["stage"] == "setup":
        return setup_steps.tap(state, piece)
    _in_play(state)
    return taps.tap(state, piece)


def _phase(state, _action):
    _in_play(state)
    return phases.advance(state)


def _next(state, _action):
    _in_play(state)
    return settlement.ask_next(state)


def _answer(state, action):
    if state["stage"] == "setup":
        return setup_dialog.answer(state, action.get("choice"))
    _in_play(state)
    return phases.answer(state, action.get("choice"))


def _undo(state, _action):
    _in_play(state)
    return undoing.undo(state)


def _attach(state, action):
    return building.attach(state, action.get("unit"))


def _detach(state, action):
    return building.detach(state, action.get("unit"))


def _topology(state, action):
    return building.topology(state, action.get("edges", ()))


def _claim(state, action):
    _in_play(state)
    return phases.claim_governor(state, action.get("seat"))


def _points(state, action):
    return endings.table_points(state, action.get("seat"), action.get("vp"))


def _setup(state, action):
    if state["stage"] != "setup":
        raise Refusal("setup_closed", "The game has begun: its setup stands.")
    return setup_steps.choose(state, {key: value for key, value in action.items() if key != "kind"})


_ACTIONS = {
    "tap": _tap,
    "phase": _phase,
    "next": _next,
    "answer": _answer,
    "undo": _undo,
    "attach": _attach,
    "detach": _detach,
    "topology": _topology,
    "claim_governor": _claim,
    "table_points": _points,
    "setup": _setup,
}

"""Modules on the table: what is sensed, what waits for its Manager, what must come off again (BHC-4.5, 4.9).

Rule 1: what is sensed is a fact and never an error; whether it may be there is answered by light and words.
Rule 2: the state of a unit is worked out from pool, construction and sensing; it is stored nowhere.
Rule 3: at referee level Modules are connected on the screens: none waits and none has to come off. Before a level is
chosen nobody knows yet, so nothing is said.
"""

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules.common import name_of, register, unit_name, with_event, with_seat
from shared_rules.beyond_humanity.rules.start import pace
from shared_rules.catalog import UNIT_COUNT
from shared_rules.engine.reasons import Refusal

MODULE_SUPPORT = 5  # nearly a Campaign: everybody sees what was built (BHC-4.5-10)
PLAYING = ("play", "points", "over")


def built(state, unit):
    """Whether the unit has been submitted in this game (in construction, working or damaged)."""
    return state["stage"] in PLAYING and state["colony"]["progress"][unit] > 0


def with_pieces(state):
    """Whether this game is played with the pieces on the ARC."""
    return state["setup"]["level"] == "companion"


def waiting(state):
    """Units that are connected and wait for their Manager's token, in the order in which they were connected."""
    if state["stage"] != "play" or state["phase"] not in (5, 6) or not with_pieces(state):
        return []
    return [unit for unit in state["table"]["units"] if unit in state["pool"] and not built(state, unit)]


def refused(state):
    """Connected units that must come off again."""
    if not with_pieces(state):
        return []
    allowed = waiting(state)
    return [unit for unit in state["table"]["units"] if not built(state, unit) and unit not in allowed]


def missing(state):
    """Units of the colony that were sensed and are no longer: they must be connected again."""
    if state["stage"] != "play":
        return []
    here = state["table"]["units"]
    return [unit for unit in state["table"]["seen"] if built(state, unit) and unit not in here]


def why_refused(state, unit):
    """A sentence for players: why this unit may not be connected now."""
    name = unit_name(unit)
    if state["stage"] == "setup":
        return "%s: the game has not begun. Take it off." % name
    if state["stage"] != "play":
        return "%s: the game is over." % name
    if unit not in state["pool"]:
        who = [m["name"] for m in content.get()["managers"] if content.get()["tile"][unit]["type"] in m["modules"]]
        return "%s is not in the pool of this game: only %s would bring it. Take it off." % (name, " or ".join(who))
    return "%s: Modules are connected in phase 5. Take it off until then." % name


def attach(state, unit):
    """A module was connected."""
    _check(unit)
    was_missing = unit in missing(state)
    table = dict(state["table"])
    if unit not in table["units"]:
        table["units"] = table["units"] + [unit]
        table["seen"] = sorted(set(table["seen"] + [unit]))
    state = dict(state, table=table)
    if unit in waiting(state):
        return with_event(state, "%s is connected: lay the token of its Manager on the ARC." % unit_name(unit))
    if unit in refused(state):
        return _note(state, "module_refused", why_refused(state, unit))
    if was_missing:
        return with_event(state, "%s is connected again." % unit_name(unit), "good")
    return state


def detach(state, unit):
    """A module was taken off, or its corridor came loose."""
    _check(unit)
    was_waiting = unit in waiting(state)
    table = dict(state["table"], units=[u for u in state["table"]["units"] if u != unit])
    state = dict(state, table=table)
    if built(state, unit) and state["stage"] == "play":
        return _note(
            state, "module_missing", "%s is gone: a connected Module stays. Connect it again." % unit_name(unit)
        )
    if was_waiting:
        state = with_event(state, "%s was taken off again." % unit_name(unit))
    return dict(state, notice=None)


def topology(state, edges):
    """The corridors as sensed now: (unit, port, unit, port)."""
    kept = []
    if not isinstance(edges, (list, tuple)):
        edges = [()]
    for edge in edges:
        if (
            not isinstance(edge, (list, tuple))
            or len(edge) != 4
            or not all(type(n) is int and 0 <= n <= UNIT_COUNT for n in edge)
        ):
            raise Refusal("bad_topology", "These corridors do not exist.")
        kept.append([int(n) for n in edge])
    return dict(state, table=dict(state["table"], edges=sorted(kept)))


def adjacent(state):
    """For each unit the bit mask of modules at its corridors (module v is bit v - 1); the ARC stops damage."""
    masks = [0] * (UNIT_COUNT + 1)
    for a, _, b, _ in state["table"]["edges"]:
        if a and b and a != b:
            masks[a] |= 1 << (b - 1)
            masks[b] |= 1 << (a - 1)
    return masks


def level_chosen(state):
    """The setup has got its level: what hangs on the ARC matters from now on, or no longer."""
    off = refused(state)
    return dict(state, notice={"code": "module_refused", "text": why_refused(state, off[0])} if off else None)


def submit(state, seat, unit):
    """A Manager submits a connected module: construction begins, 2 VP, more Support."""
    name = name_of(state, seat)
    manager = state["desk"]["managers"][seat]
    if manager["submitted"]:
        raise Refusal(
            "one_module",
            "%s has submitted a Module in this Round: a Manager has one proposal at a time. Whose is %s?"
            % (name, unit_name(unit)),
        )
    desk = with_seat(
        state["desk"],
        seat,
        submitted=True,
        modules=manager["modules"] + [unit],
        support=manager["support"] + MODULE_SUPPORT,
    )
    colony = dict(state["colony"], progress=list(state["colony"]["progress"]), rate=list(state["colony"]["rate"]))
    colony["progress"][unit] = model.START
    colony["rate"][unit] = pace(unit)
    colony["standing"] |= 1 << (unit - 1)
    back = ["%s waits again: lay the token of the right Manager on the ARC, or take the Module off." % unit_name(unit)]
    return register(state, "%s submits %s. Construction begins." % (name, unit_name(unit)), back, desk, colony)


def _check(unit):
    if type(unit) is not int or not 1 <= unit <= UNIT_COUNT:
        raise Refusal("unknown_unit", "There is no Module with that number.")


def _note(state, code, sentence):
    state = (
        with_event(state, sentence, "bad")
        if state["stage"] != "setup"
        else dict(state, events=state["events"] + [{"round": 0, "text": sentence, "tone": "bad"}])
    )
    return dict(state, notice={"code": code, "text": sentence})

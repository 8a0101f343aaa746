"""Small helpers of the rules: names, events, registrations that can be taken back."""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import changes
from shared_rules.beyond_humanity.rules.start import EVENTS_KEPT
from shared_rules.engine.reasons import Refusal
from shared_rules.engine.undo import inverse

# Who sits at the solo board: number 0, since none of the nine Managers plays (BHC-A3.1-2).
SOLO = {
    "number": 0,
    "name": "The Director",
    "order": 0,
    "modules": [],
    "colour": "#f1c40f",
    "mark": "◎",
    "profile": "Runs the Colony alone, with nine tokens.",
}


SOLO_TOKENS = 9


def manager_of(state, seat):
    """The Manager at a seat, or the player of the solo board."""
    number = state["desk"]["managers"][seat]["manager"]
    return content.get()["manager"][number] if number else SOLO


def name_of(state, seat):
    """The Manager's name at a seat."""
    number = state["desk"]["managers"][seat]["manager"]
    return content.get()["manager"][number]["name"] if number else SOLO["name"]


def unit_name(unit):
    """The module's name; copies of one tile carry their unit number."""
    tile = content.get()["tile"][unit]
    return tile["name"] if len(tile["units"]) == 1 else "%s (no. %d)" % (tile["name"], unit)


def seat_of(state, number):
    """The seat that plays Manager `number`; a refusal if nobody does. In solo every token is the player's."""
    if state["mode"] == "solo":
        return 0
    for seat, manager in enumerate(state["desk"]["managers"]):
        if manager["manager"] == number:
            return seat
    raise Refusal("not_in_game", "%s does not take part in this game." % content.get()["manager"][number]["name"])


def turn_order(state):
    """Seats clockwise, the Governor first (BHC-2.3-5)."""
    count, governor = len(state["desk"]["managers"]), state["desk"]["governor"]
    return [(governor + step) % count for step in range(count)]


def actions_each(state):
    """Regular actions of one Manager per Round (BHC-2.3-1, 2.3-2); in solo at most one for each token (A3.4-16)."""
    if state["mode"] == "solo":
        return SOLO_TOKENS
    usual = 3 if len(state["desk"]["managers"]) == 2 else 2
    return max(1, usual + changes.more(state, "actions"))


def with_event(state, text, tone="info"):
    """A new state in which `text` is the newest event."""
    event = {"round": state["round"], "text": text, "tone": tone}
    return dict(state, events=(state["events"] + [event])[-EVENTS_KEPT:], notice=None)


def with_seat(desk, seat, **changes):
    """A new desk with changes to one seat."""
    managers = list(desk["managers"])
    managers[seat] = dict(managers[seat], **changes)
    return dict(desk, managers=managers)


def register(state, words, back, desk, colony=None):
    """A registration: a new desk (and colony), an event in words, and a record from which UNDO goes back.

    `back`: sentences, what the table does by hand if this is taken back.
    """
    after = {"desk": dict(desk, pending=None), "colony": colony or state["colony"]}
    if state.get("level") == "referee":  # which keeps records of its own, of the whole table
        made = with_event(state, "Registered: " + words, "good")
        return dict(made, desk=after["desk"], colony=after["colony"], put_back=[], asked=None)
    before = {"desk": dict(state["desk"], pending=None), "colony": state["colony"]}
    record = {"words": words, "back": back, "phase": state["phase"], "record": inverse(before, after)}
    state = with_event(state, "Registered: " + words, "good")
    return dict(
        state, desk=after["desk"], colony=after["colony"], undo=state["undo"] + [record], put_back=[], asked=None
    )

"""UNDO: the last registration of the Round, one step per reading, never past NEXT (resolution at BHC-2.3-4)."""

from shared_rules.beyond_humanity.rules import cards
from shared_rules.beyond_humanity.rules.common import with_event
from shared_rules.engine.reasons import Refusal
from shared_rules.engine.undo import revert


def undoable(state):
    """What UNDO would take back, in words, or None."""
    if state["stage"] != "play":
        return None
    pending = state["desk"]["pending"]
    if pending:
        what = "The Ambassador" if pending["kind"] == "ambassador" else "“%s”" % cards.card_of(pending)["title"]
        return what + " was read and waits for its owner."
    return state["undo"][-1]["words"] if state["undo"] else None


def undo(state):
    """The state before the last registration. What is sensed, chance and the list of events stay."""
    if state["stage"] != "play" or undoable(state) is None:
        raise Refusal("nothing_to_undo", "Nothing has been registered in this Round that could be taken back.")
    words = undoable(state)
    if state["desk"]["pending"]:
        state = dict(state, desk=dict(state["desk"], pending=None), put_back=["Take the card or token off the ARC."])
    else:
        last = state["undo"][-1]
        back = revert({"desk": state["desk"], "colony": state["colony"]}, last["record"])
        state = dict(
            state,
            desk=back["desk"],
            colony=back["colony"],
            undo=state["undo"][:-1],
            phase=min(state["phase"], last["phase"]),
        )
        state["put_back"] = list(last["back"])
    return dict(with_event(state, "Taken back: " + words, "warn"), asked=None)

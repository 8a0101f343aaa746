"""The six phases of a Round, questions on the screen, the Governor's role (BHC-4-2, 4-4, 4.2-1, 2.3-5 to 2.3-10)."""

from shared_rules.beyond_humanity.rules import cards, changes, settlement, undoing
from shared_rules.beyond_humanity.rules.common import name_of, register, turn_order, with_event
from shared_rules.beyond_humanity.table_effects import amount
from shared_rules.beyond_humanity.words import ACTIONS_HELP, LAST_ROUND_HELP, PHASE_HELP, PHASES, SOLO_HELP, listing
from shared_rules.engine.reasons import Refusal

__all__ = ["advance", "advance_reason", "answer", "claim_governor", "help_words", "turn_order"]


def help_words(state):
    """What the table does in this phase; in phase 6 also whose turn it is (BHC-4.6-3)."""
    if state["phase"] == 3 and state["level"] == "companion":
        return (SOLO_HELP if state["mode"] == "solo" else PHASE_HELP)[3] + ACTIONS_HELP
    if state["mode"] == "solo" and state["phase"] in SOLO_HELP and state["round"] != state["rounds"]:
        return SOLO_HELP[state["phase"]]
    if state["phase"] == 2 and changes.instead(state, 1, "upkeep") != 1:
        price = amount("cr", changes.instead(state, 1, "upkeep"))
        return PHASE_HELP[2].replace("1 Credit", price)
    if state["phase"] != 6:
        return PHASE_HELP[state["phase"]]
    if state["round"] == state["rounds"]:
        return LAST_ROUND_HELP
    text, stop, due = PHASE_HELP[6], cards.blocker(state), [name_of(state, seat) for seat in cards.due(state)]
    if stop:
        text += " “%s” stops all other Decrees; Directives may follow." % cards.card_of(stop)["title"]
    if not due:
        return text + " Everybody's turn has come: press NEXT."
    text += " Now it is %s who may introduce a card or none." % due[0]
    return text + (" Then, in turn order: %s." % listing(due[1:]) if due[1:] else "")


def advance_reason(state):
    """None if the next phase may begin, else the reason in words."""
    if state["phase"] == 6:
        return "Phase 6 is the last one: press NEXT."
    if state["desk"]["pending"]:
        return "A card or token was read: lay its owner's token on the ARC, or take it back."
    return None


def advance(state):
    """The next phase; a new Governor takes over when the upkeep begins (BHC-2.3-8)."""
    if state["asked"]:
        raise Refusal("question_open", "First answer the question on the screen.")
    reason = advance_reason(state)
    if reason:
        raise Refusal("not_yet", reason)
    state = dict(state, phase=state["phase"] + 1, put_back=[])
    state = with_event(state, "Phase %d: %s." % (state["phase"], PHASES[state["phase"]]))
    if state["phase"] == 2 and state["desk"]["claim"] is not None:
        seat, former = state["desk"]["claim"], state["desk"]["governor"]
        state = dict(state, desk=dict(state["desk"], governor=seat, claim=None))
        words = "%s stays Governor." if seat == former else "%s is the new Governor and takes the token."
        state = with_event(state, words % name_of(state, seat), "warn")
    return state


def answer(state, choice):
    """A button of the dialog in play: undo or next (yes, no), or cancel of an open card."""
    asked = state["asked"]
    if asked and choice == "no":
        return dict(state, asked=None)
    if asked == "undo" and choice == "yes":
        return undoing.undo(state)
    if asked == "next" and choice == "yes":
        return settlement.settle(state)
    if not asked and state["desk"]["pending"] and choice == "cancel":
        return undoing.undo(state)
    raise Refusal("unknown_choice", "There is no such question on the screen now.")


def claim_governor(state, seat):
    """Change Governor by Board Proxy or Artifact: the ARC can not see it, the table says it. The last claim counts."""
    if state["mode"] == "solo":
        raise Refusal("no_governor", "In a solo game nobody is Governor: the token only takes back.")
    if state["phase"] not in (3, 4):
        raise Refusal("wrong_phase", "Change Governor is claimed in phases 3 and 4.")
    if type(seat) is not int or not 0 <= seat < len(state["desk"]["managers"]):
        raise Refusal("unknown_seat", "Nobody sits there.")
    back = ["%s takes back what was paid for Change Governor." % name_of(state, seat)]
    return register(
        state, "%s becomes Governor in the next upkeep." % name_of(state, seat), back, dict(state["desk"], claim=seat)
    )

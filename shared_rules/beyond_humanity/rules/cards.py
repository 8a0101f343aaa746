"""Decrees and Directives in phase 6: who may introduce what, and what a blocking Directive does (BHC-4.6, 4.8).

Rule 1: cards are registered in turn order. One that comes out of turn counts, with a notice: votes and effects go in
        turn order anyhow, and a card sent back would only cost time (resolution at BHC-4.6-3).
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.effects import fee_words
from shared_rules.beyond_humanity.rules.common import name_of, register, turn_order, with_seat
from shared_rules.beyond_humanity.words import listing
from shared_rules.engine.reasons import Refusal


def check_time(state):
    """Only in phase 6, and not in the last Round (BHC-4.8-6, 4.8.1-9)."""
    if state["round"] == state["rounds"]:
        raise Refusal("last_round", "In the last Round no Decree or Directive is introduced: no Round follows for it.")
    if state["phase"] != 6:
        raise Refusal("wrong_phase", "Decrees and Directives are introduced in phase 6.")


def card_of(entry):
    """The card of a registered entry or a pending question."""
    return content.get()[entry["kind"]][entry["number"]]


def blocker(state):
    """The registered Directive that blocks Decrees, or None."""
    for entry in state["desk"]["cards"]:
        if entry["kind"] == "directive" and card_of(entry)["blocks"]:
            return entry
    return None


def check_block(state):
    """No Decree after a Directive that blocks; its Manager has introduced a card already (BHC-4.6-6)."""
    stop = blocker(state)
    if stop:
        raise Refusal(
            "blocked",
            "“%s” of %s stops all other Decrees in this Round. The card returns to hand, no fee is due."
            % (card_of(stop)["title"], name_of(state, stop["seat"])),
        )


def due(state):
    """Seats that may still introduce a card, in turn order: those after the last one that did (BHC-4.6-3)."""
    order = turn_order(state)
    last = max([order.index(entry["seat"]) for entry in state["desk"]["cards"]] + [-1])
    return order[last + 1 :]


def owner(state, seat, pending):
    """The owner's token after a card: the card is introduced."""
    check_time(state)
    name, card = name_of(state, seat), card_of(pending)
    if state["desk"]["managers"][seat]["card"] is not None:
        raise Refusal("one_card", "%s has introduced a card in this Round: one Decree or Directive each." % name)
    if pending["kind"] == "directive":
        return _directive(state, seat, pending, card)
    return _enter(
        state, seat, pending, "%s introduces the Decree “%s”. Fee: %s." % (name, card["title"], fee_words(card["fee"]))
    )


def _directive(state, seat, pending, card):
    manager = state["desk"]["managers"][seat]
    if manager["manager"] != pending["number"]:
        right = content.get()["manager"][pending["number"]]["name"]
        raise Refusal("not_yours", "“%s” is the Directive of %s alone." % (card["title"], right))
    words = "%s introduces the Directive “%s”. Fee: %s." % (name_of(state, seat), card["title"], fee_words(card["fee"]))
    if card["blocks"]:
        hit = [c for c in state["desk"]["cards"] if c["kind"] == "decree" and c["seat"] != seat]
        if hit:
            stopped = listing(["“%s”" % card_of(c)["title"] for c in hit])
            words += " It stops %s: back to hand, with the fee." % stopped
    return _enter(state, seat, pending, words)


def _enter(state, seat, pending, words):
    desk = state["desk"]
    entry = {"kind": pending["kind"], "number": pending["number"], "seat": seat, "stopped": False}
    entries = desk["cards"] + [entry]
    if pending["kind"] == "directive" and card_of(pending)["blocks"]:
        entries = [dict(c, stopped=c["stopped"] or (c["kind"] == "decree" and c["seat"] != seat)) for c in entries]
    desk = dict(with_seat(desk, seat, card=[pending["kind"], pending["number"]]), cards=entries)
    if pending["kind"] == "directive":
        desk["spent"] = desk["spent"] + [pending["number"]]
    back = []
    if state.get("level") != "referee":  # which takes back by records of its own
        card = card_of(pending)
        words_back = (name_of(state, seat), card["title"], fee_words(card["fee"]))
        back = ["%s takes “%s” back to hand and the fee (%s) back." % words_back]
    in_turn = seat in due(state)
    state = register(state, words, back, desk)
    return state if in_turn else _out_of_turn(state)


def _out_of_turn(state):
    names = [name_of(state, seat) for seat in turn_order(state)]
    text = "Out of turn: the order is %s. The card counts; votes and effects follow the order." % listing(names)
    newest = state["events"][-1]
    events = state["events"][:-1] + [dict(newest, text=newest["text"] + " " + text, tone="warn")]
    return dict(state, events=events, notice={"code": "out_of_turn", "text": text})

"""Decrees and Directives in phase 6: who may introduce what, and what a blocking Directive does (BHC-4.6, 4.8)."""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.effects import fee_words
from shared_rules.beyond_humanity.rules.common import name_of, register, with_seat
from shared_rules.engine.reasons import Refusal


def check_time(state):
    """Only in phase 6, and not in the last Round (BHC-4.8-6, 4.8.1-9)."""
    if state["round"] == state["rounds"]:
        raise Refusal(
            "last_round", "In the last Round no Decree or Directive can be introduced: nobody would see its vote."
        )
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


def owner(state, seat, pending):
    """The owner's token after a card: the card is introduced."""
    check_time(state)
    name, card = name_of(state, seat), card_of(pending)
    if state["desk"]["managers"][seat]["card"] is not None:
        raise Refusal("one_card", "%s has introduced a card in this Round: one Decree or Directive each." % name)
    if pending["kind"] == "directive":
        return _directive(state, seat, pending, card)
    stop = blocker(state)
    if stop and stop["seat"] != seat:
        raise Refusal(
            "blocked",
            "“%s” of %s stops the Decrees of all other Managers in this Round. The card returns to hand, no fee is due."
            % (card_of(stop)["title"], name_of(state, stop["seat"])),
        )
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
            words += " It stops %s." % ", ".join(["“%s”" % card_of(c)["title"] for c in hit])
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
    card = card_of(pending)
    back = [
        "%s takes “%s” back to hand and the fee (%s) back."
        % (name_of(state, seat), card["title"], fee_words(card["fee"]))
    ]
    return register(state, words, back, desk)

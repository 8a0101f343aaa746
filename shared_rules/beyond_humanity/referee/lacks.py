"""What an effect lacks when it can do nothing: one sentence for the player who tried it (BHC-3.1-23, 4.7.4-4).

Each entry of `_LACKS` mirrors the one of the same kind in deeds.py that says whether the effect is possible.
Rule 1: the sentence names the rule and what the player's own part of the table lacks, nothing hidden of others.
"""

from shared_rules.beyond_humanity.effects import fee_words
from shared_rules.beyond_humanity.referee import deeds, perks, pieces, proposals, sockets


def sentence(state, seat, effects, token):
    """Why none of the effects of a socket can be carried out; None if one of them can."""
    found = [_lack(state, seat, effect, token) for effect in effects]
    return None if None in found else " ".join(found)


def _lack(state, seat, effect, token):
    kind = effect[1]
    if kind == "copy":
        if sockets.to_copy(state, seat, token):
            return None
        return "There is nothing to copy: another token must stand on a Module's socket whose action you could take."
    if deeds.possible(state, seat, effect, token):
        return None
    return _LACKS[kind](state, seat, effect[2:], token)


def _own(state, seat):
    return state["board"]["seats"][str(seat)]


def _exchange(state, seat, args, _token):
    given, count = args[:2]
    here = len(_own(state, seat)["hand"]) if given == "dec" else _own(state, seat)[given]
    return "This exchange takes %s; you have %d." % (pieces.amount(given, count), here)


def _endorse(state, seat, _args, _token):
    if not _own(state, seat)["hand"]:
        return "An endorsement is a Decree card, and your hand is empty."
    if _own(state, seat)["proposal"]:
        return "Every proposal has all its endorsements, and you have one already: a Manager has one at a time."
    if proposals.connectors_left(state) <= 0:
        return "All 17 Module Connectors are in use or promised, so nothing new can be proposed."
    return "Every proposal has all its endorsements, and the pool holds no other Module."


def _prices(state, seat, slot, token):
    """The open fields of a slot in words: "2 Credits" or "3 Experience or 1 Political Advantage"."""
    card = _own(state, seat)[slot]
    open_fields = [
        fee_words(perks.cheaper(state["board"], seat, slot, price, token))
        for index, price in enumerate(pieces.fields(slot))
        if card is None or str(index) not in card["paid"]
    ]
    return " or ".join(open_fields)


def _unpaid(state, seat, slot, token):
    return "A field is filled whole in one action: %s. You have less." % _prices(state, seat, slot, token)


def _expedition(state, seat, _args, token):
    card = _own(state, seat)["expedition"]
    if card and len(card["paid"]) == len(pieces.fields("expedition")):
        return "Your Expedition is complete and waits: first finish the Artifact in the Research slot."
    if card is None and not state["board"]["public"] and not state["board"]["artifacts"]:
        return "No Artifact is left to search for."
    return _unpaid(state, seat, "expedition", token)


def _research(state, seat, _args, token):
    if _own(state, seat)["research"] is None:
        return "Your Research slot is empty: an Artifact gets there by a complete Expedition."
    return _unpaid(state, seat, "research", token)


def _lose(state, seat, args, _token):
    return "You have less than %s to give." % pieces.amount(args[0], args[1])


_LACKS = {
    "campaign": lambda state, seat, args, token: "There are no Campaigns in this scenario.",
    "change": lambda state, seat, args, token: "A solo game has no Governor to change.",
    "exchange": _exchange,
    "endorse": _endorse,
    "expedition": _expedition,
    "research": _research,
    "finish": lambda state, seat, args, token: "Your Research slot is empty: there is nothing to complete.",
    "lose": _lose,
    "flip": lambda state, seat, args, token: "No Assistant lies on the table.",
    "goals": lambda state, seat, args, token: "The deck of Goals is empty.",
    "move": lambda state, seat, args, token: "You own no Ability.",
}

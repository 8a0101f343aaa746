"""Why an action is refused, in words that name the rule: (code, sentence) by what is asked and what was tried.

Rule 1: a sentence names no hidden thing of another seat.
"""

from shared_rules.beyond_humanity.referee import artifacts, proposals, rounds, sockets, solo
from shared_rules.beyond_humanity.referee.work import can_pay
from shared_rules.beyond_humanity.rules import building, cards
from shared_rules.beyond_humanity.rules.common import name_of, unit_name
from shared_rules.beyond_humanity.words import listing
from shared_rules.engine.reasons import Refusal

ASKED = {
    "goals_kept": "choose three Goals",
    "face": "choose a side of the own Assistant",
    "upkeep": "pay for the proposal or give it up",
    "ability": "buy an Ability or be done",
    "regular": "take a regular action",
    "assistant": "use an Assistant or Advisor, or pass",
    "build": "choose the place of the new Module",
    "choose": "choose a Decree, the Directive or none",
    "register": "introduce the card or withdraw it",
    "next": "press NEXT",
    "endorse": "place an endorsement",
    "expedition": "fill an Expedition field",
    "research": "fill a Research field",
    "copy": "choose the occupied socket to copy",
    "flip": "choose the Assistant to flip",
    "exchange": "exchange or leave it",
    "give_up": "discard a Decree card",
    "keep_goal": "keep one of the Goals",
    "move": "move an Ability or leave it",
    "hire": "choose an Assistant",
    "columns": "choose the columns of this Round",
}


def whose_turn(state, step):
    """Who has to do what now."""
    seats = step["seats"] if "seats" in step else [step["seat"]]
    return "Now it is for %s to %s." % (listing([name_of(state, seat) for seat in seats]), ASKED[step["do"]])


def refusal(state, step, seat, action):
    """The Refusal for an action that is not among the options."""
    why = _WHY.get((step["do"], action["kind"]))
    found = why(state, step, seat, action) if why else None
    if found is None:
        if step["do"] == "regular" and action["kind"] in ("pass", "stop", "done"):
            found = ("no_pass", "All regular actions have to be used; the large socket of the ARC is always open.")
        elif step["do"] == "regular" and action["kind"] == "assistant":
            found = ("wrong_phase", "Assistants and Advisors are used in phase 4 only.")
        else:
            found = ("not_now", whose_turn(state, step))
    return Refusal(found[0], found[1])


def _place(state, step, seat, action):
    name, token = str(action.get("socket")), solo.token_of(step, action)
    if token not in state["board"]["tokens"]:
        return "no_token", "There is no such token."
    if state["board"]["solo"] and token not in solo.unused(state):
        return "token_used", "Each token of a filled column is used once in a Round."
    found = sockets.of_modules(state).get(name)
    if name.startswith("assistant/") or name.startswith("advisor/"):
        return "wrong_phase", "Assistants and Advisors are used in phase 4 only."
    if found is None:
        return "no_socket", "No built Module has that Action Socket."
    if not found[1] and state["board"]["tokens"][token] == name:
        return "same_socket", "The token has to move to another socket; only the large one may be used again."
    if not found[1] and name in sockets.taken(state, token):
        return "socket_taken", "Another token stands there: only the large socket of the ARC holds several."
    return "not_possible", "That action can not be taken now: something that it needs is missing."


def _assistant(state, step, seat, action):
    every, name = sockets.of_assistants(state), str(action.get("socket"))
    if name not in every:
        return "no_socket", "That Assistant does not take part in this game."
    if name in sockets.taken(state, solo.token_of(step, action)):
        return "socket_taken", "Another token stands there: an Assistant serves one Manager in a Round."
    if not can_pay(state["board"], seat, every[name][1]):
        return "too_expensive", "The price can not be paid from the own Repositories."
    return "not_possible", "That Assistant can do nothing now."


def _endorse(state, step, seat, action):
    own, unit = state["board"]["seats"][str(seat)], action.get("unit")
    if action.get("card") not in own["hand"]:
        return "not_in_hand", "An endorsement is a Decree card from the own hand."
    if type(unit) is not int or unit not in state["pool"]:
        return "not_in_pool", "That Module is not in the pool of this game."
    if building.built(state, unit):
        return "built_already", "%s is built already." % unit_name(unit)
    full = [p for _, p in proposals.ongoing(state) if p["unit"] == unit]
    if full:
        return "proposal_full", "%s has all the endorsements that it needs." % unit_name(unit)
    if own["proposal"]:
        return "one_proposal", "A Manager has one proposal at a time: %s." % unit_name(own["proposal"]["unit"])
    if proposals.connectors_left(state) <= 0:
        return "no_connector", "All 17 Module Connectors are in use or promised."
    return "equal_copy", "Of equal Modules the one with the lowest number is proposed first."


def _field(state, step, seat, action):
    slot = step["do"]
    found = artifacts.expedition_fields if slot == "expedition" else artifacts.research_fields
    if action.get("field") not in list(found(state, seat, step["token"])):
        return "field_unpaid", "A field is filled in one go from the own Repositories, and only once."
    return "no_artifact", "With an empty Expedition slot take a public Artifact or the top one of the deck."


def _ability(state, step, seat, action):
    if action.get("ability") not in state["board"]["abilities"]:
        return "not_in_bank", "That Ability is not in the bank: each is there once."
    if action.get("slot") not in range(len(state["board"]["seats"][str(seat)]["abilities"])):
        return "no_slot", "The board has no further Ability slot: replace an Ability."
    return "too_expensive", "The slots cost %d, %d and %d Experience." % rounds.SLOT_PRICES


def _choose(state, step, seat, action):
    kind, _, number = str(action.get("card")).partition("/")
    if kind == "directive":
        own = state["desk"]["managers"][seat]["manager"]
        if number != str(own):
            return "not_yours", "A Directive is used by its own Manager alone."
        if own in state["desk"]["spent"]:
            return "directive_spent", "The Directive has been used: it works once."
        return "too_expensive", "The fee can not be paid from the own Repositories."
    hand = [str(card) for card in state["board"]["seats"][str(seat)]["hand"]]
    if kind != "decree" or number not in hand:
        return "not_in_hand", "A Decree is chosen from the own hand."
    return "too_expensive", "The fee can not be paid from the own Repositories."


def _introduce(state, step, seat, action):
    if cards.blocker(state):
        return "blocked", "A Directive stops all other Decrees in this Round."
    return "other_card", "After the reveal no other card can be chosen; this one may be withdrawn."


def _build(state, step, seat, action):
    return "no_port", "Connect the Module to a free port of the ARC or of a built Module."


def _keep(state, step, seat, action):
    return "three_goals", "Exactly three of the five Goals are kept."


def _upkeep(state, step, seat, action):
    return "too_expensive", "The proposal costs 1 Credit, which is not there: it has to be given up."


def _columns(state, step, seat, action):
    return "columns_unpaid", "The first column is free; each other one is filled whole and paid before any income."


_WHY = {
    ("columns", "columns"): _columns,
    ("regular", "place"): _place,
    ("assistant", "assistant"): _assistant,
    ("endorse", "endorse"): _endorse,
    ("expedition", "expedition"): _field,
    ("research", "research"): _field,
    ("ability", "ability"): _ability,
    ("choose", "choose"): _choose,
    ("register", "introduce"): _introduce,
    ("build", "build"): _build,
    ("goals_kept", "keep"): _keep,
    ("upkeep", "upkeep"): _upkeep,
}

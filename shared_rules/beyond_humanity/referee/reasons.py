"""Why an action is refused, in words that name the rule: (code, sentence) by what is asked and what was tried.

Rule 1: a sentence names no hidden thing of another seat.
"""

from shared_rules.beyond_humanity.effects import fee_words
from shared_rules.beyond_humanity.referee import artifacts, lacks, perks, proposals, rounds, sockets, solo
from shared_rules.beyond_humanity.referee.work import can_pay
from shared_rules.beyond_humanity.rules import building, cards
from shared_rules.beyond_humanity.rules.common import name_of, unit_name
from shared_rules.beyond_humanity.words import listing
from shared_rules.engine.reasons import Refusal

ASKED = {
    "goals_kept": "choose three Goals",
    "face": "choose a side of their Assistant",
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


# What an action is for, where something else is asked: the rule, and then whose turn it is.
RULES = {
    "keep": "Goals are chosen at the beginning of the game only.",
    "face": "The side of an Assistant is chosen at the beginning of the game only.",
    "hire": "Assistants are chosen at the beginning of the game: none joins later.",
    "upkeep": "A proposal is paid for in phase 2 only, by its Manager.",
    "drop": "A proposal is given up in phase 2 only, by its Manager.",
    "ability": "Abilities are bought in phase 2 only, after the proposals are paid for.",
    "done": "Buying Abilities ends in phase 2 only.",
    "columns": "Columns are filled at the end of phase 2, when all tokens are back.",
    "place": "The sockets of Modules are used in phase 3 only.",
    "assistant": "Assistants and Advisors are used in phase 4 only.",
    "endorse": "An endorsement needs an Action Socket, or a card, that allows it.",
    "expedition": "A field of the Expedition is filled only by an Action Socket, or a card, with a compass.",
    "research": "A field of the Research is filled only by an Action Socket, or a card, with a flask.",
    "copy": "Another socket is copied only by an Action Socket that says so.",
    "exchange": "Currencies are exchanged only where an Action Socket or a card offers it.",
    "discard": "A card is given up only when an action or a card demands it; a drawn Artifact stays.",
    "flip": "An Assistant is turned only by an action or a card that says so.",
    "goal": "A Goal is added only when new ones have been drawn.",
    "move": "A bought Ability stays in its slot unless a card says otherwise.",
    "artifact": "That Artifact does not wait for a turn of yours: each works once, when its card says so.",
    "pass": "Only the action on an Assistant or Advisor may be left out.",
    "stop": "There is nothing to stop now.",
    "build": "Modules are connected in phase 5 only, each by its Manager when it has all its endorsements.",
    "choose": "Decrees and Directives are chosen in phase 6 only.",
    "introduce": "A card is introduced in phase 6 only, after all chosen cards are revealed.",
    "withdraw": "A card is withdrawn in phase 6 only, after all chosen cards are revealed.",
    "next": "NEXT comes last in phase 6, when all cards are introduced or withdrawn.",
}


def whose_turn(state, step):
    """Who has to do what now."""
    seats = step["seats"] if "seats" in step else [step["seat"]]
    return "Waiting for %s to %s." % (listing([name_of(state, seat) for seat in seats]), ASKED[step["do"]])


def refusal(state, step, seat, action):
    """The Refusal for an action that is not among the options."""
    kind = action["kind"]
    why = _WHY.get((step["do"], kind))
    found = why(state, step, seat, action) if why else None
    if found is None and step["do"] == "regular" and kind in ("pass", "stop", "done"):
        found = ("no_pass", "All regular actions have to be used; the large socket of the ARC is always open.")
    if found is None and step["do"] == "regular" and kind == "assistant":
        found = ("wrong_phase", RULES["assistant"])
    if found is None and kind == "introduce" and cards.blocker(state):
        found = ("blocked", "A Directive stops all other Decrees in this Round: they stay in hand, and no fee is due.")
    if found is None:
        rule = RULES.get(kind, "") if why is None else ""
        found = ("not_now", (rule + " " + whose_turn(state, step)).strip())
    return Refusal(found[0], found[1])


def _effects(choices, option):
    """The effects of the choice that an action names; None if the socket has no such choice."""
    return choices[option] if type(option) is int and 0 <= option < len(choices) else None


def _impossible(state, seat, choices, option, token):
    effects = _effects(choices, option)
    if effects is None:
        return "no_choice", "That Action Socket offers %s." % ("one action" if len(choices) == 1 else "other actions")
    lack = lacks.sentence(state, seat, effects, token)
    return ("not_possible", lack) if lack else None


def _place(state, step, seat, action):
    name, token = str(action.get("socket")), solo.token_of(step, action)
    if token not in state["board"]["tokens"]:
        return "no_token", "There is no such token."
    if state["board"]["solo"] and token not in solo.unused(state):
        return "token_used", "Each token of a filled column is used once in a Round."
    found = sockets.of_modules(state).get(name)
    if name.startswith("assistant/") or name.startswith("advisor/"):
        return "wrong_phase", RULES["assistant"]
    if found is None:
        return "no_socket", "No built Module has that Action Socket."
    if not found[1] and state["board"]["tokens"][token] == name:
        return "same_socket", "Your token has to move to another socket; only the large one may be used again."
    if not found[1] and name in sockets.taken(state, token):
        return "socket_taken", "Another token stands there: only the large socket of the ARC holds several."
    return _impossible(state, seat, found[0], action.get("option"), token)


def _assistant(state, step, seat, action):
    every, name, token = sockets.of_assistants(state), str(action.get("socket")), solo.token_of(step, action)
    if name not in every:
        return "no_socket", "That Assistant does not take part in this game."
    if token not in state["board"]["tokens"]:
        return "no_token", "There is no such token."
    if state["board"]["solo"] and token not in solo.movable(state):
        return "token_used", "Each token of a filled column goes to one Assistant or Advisor in a Round."
    if name in sockets.taken(state, token):
        return "socket_taken", "Another token stands there: an Assistant or Advisor takes one token in a Round."
    choices, price = every[name]
    price = perks.cheaper(state["board"], seat, "assistant", price, token)
    if not can_pay(state["board"], seat, price):
        return "too_expensive", "The price is %s: your Repositories hold less." % fee_words(price)
    return _impossible(rounds.without(state, seat, price), seat, choices, action.get("option"), token)


def _endorse(state, step, seat, action):
    own, unit = state["board"]["seats"][str(seat)], action.get("unit")
    if action.get("card") not in own["hand"]:
        return "not_in_hand", "An endorsement is a Decree card from your own hand."
    if type(unit) is not int or unit not in state["pool"]:
        return "not_in_pool", "That Module is not in the pool of this game."
    if building.built(state, unit):
        return "built_already", "%s is built already." % unit_name(unit)
    full = [p for _, p in proposals.ongoing(state) if p["unit"] == unit]
    if full:
        return "proposal_full", "%s has all the endorsements that it needs." % unit_name(unit)
    if own["proposal"]:
        return "one_proposal", "A Manager has one proposal at a time: yours is %s." % unit_name(own["proposal"]["unit"])
    if proposals.connectors_left(state) <= 0:
        return "no_connector", "All 17 Module Connectors are in use or promised."
    return "equal_copy", "Of equal Modules the one with the lowest number is proposed first."


def _field(state, step, seat, action):
    slot = step["do"]
    found = artifacts.expedition_fields if slot == "expedition" else artifacts.research_fields
    if action.get("field") not in list(found(state, seat, step["token"])):
        return "field_unpaid", "A field is filled whole, once, and from your own Repositories."
    if state["board"]["seats"][str(seat)]["expedition"]:
        return "slot_taken", "One Artifact at a time is on Expedition: fill the fields of yours."
    return "no_artifact", "With an empty Expedition slot take a public Artifact or the top one of the deck."


def _ability(state, step, seat, action):
    own = state["board"]["seats"][str(seat)]
    if action.get("ability") not in state["board"]["abilities"]:
        return "not_in_bank", "That Ability is not in the bank: each is there once."
    if action.get("slot") not in range(len(own["abilities"])):
        return "no_slot", "Your board has no further Ability slot: replace an Ability."
    price = rounds.slot_price(action["slot"])
    return "too_expensive", "That slot costs %d Experience, whatever the Ability; you have %d." % (price, own["xp"])


def _choose(state, step, seat, action):
    kind, _, number = str(action.get("card")).partition("/")
    if kind == "directive":
        own = state["desk"]["managers"][seat]["manager"]
        if not own:
            return "no_directives", "No Directives take part in a solo game."
        if number != str(own):
            return "not_yours", "A Directive is used by its own Manager alone."
        if own in state["desk"]["spent"]:
            return "directive_spent", "Your Directive has been used: it works once."
        return _unpaid_fee(state, seat, kind, own)
    hand = [str(card) for card in state["board"]["seats"][str(seat)]["hand"]]
    if kind != "decree" or number not in hand:
        return "not_in_hand", "A Decree is chosen from your own hand."
    return _unpaid_fee(state, seat, kind, int(number))


def _unpaid_fee(state, seat, kind, number):
    price = fee_words(rounds.fee(state, seat, kind, number))
    return "too_expensive", "Its fee is %s: your Repositories hold less." % price


def _introduce(state, step, seat, action):
    return "other_card", "After the reveal no other card can be chosen; yours may be withdrawn."


def _build(state, step, seat, action):
    if action.get("unit") != state["board"]["seats"][str(seat)]["proposal"]["unit"]:
        return "other_module", "Connect the Module of your own complete proposal."
    return "no_port", "Connect the Module to a free port of the ARC or of a built Module."


def _copy(state, step, seat, action):
    return "nothing_there", "Copy the socket of a Module, not of the ARC, on which another token stands."


def _hire(state, step, seat, action):
    if str(action.get("assistant")) in state["board"]["assistants"]:
        return "hired_already", "That Assistant has been chosen: take three different ones."
    return "no_assistant", "Choose one of the nine Assistants and one of its two sides."


def _rule(code, sentence):
    return lambda state, step, seat, action: (code, sentence)


_WHY = {
    ("columns", "columns"): _rule(
        "columns_unpaid", "The first column is free; each other one is filled whole and paid before any income."
    ),
    ("regular", "place"): _place,
    ("assistant", "assistant"): _assistant,
    ("endorse", "endorse"): _endorse,
    ("expedition", "expedition"): _field,
    ("research", "research"): _field,
    ("ability", "ability"): _ability,
    ("choose", "choose"): _choose,
    ("register", "introduce"): _introduce,
    ("build", "build"): _build,
    ("copy", "copy"): _copy,
    ("hire", "hire"): _hire,
    ("goals_kept", "keep"): _rule("three_goals", "Exactly three of the five Goals are kept."),
    ("face", "face"): _rule("no_side", "Choose one of the two sides of your Assistant."),
    ("flip", "flip"): _rule("no_assistant", "Turn one of the Assistants on the table; an Advisor has one side."),
    ("give_up", "discard"): _rule("not_in_hand", "Give up a Decree card from your own hand."),
    ("keep_goal", "goal"): _rule("not_drawn", "Keep one of the Goals that you have just drawn."),
    ("move", "move"): _rule("no_ability", "Move one of your Abilities to another slot of your board."),
    ("upkeep", "upkeep"): _rule("too_expensive", "The proposal costs 1 Credit, which you lack: it has to be given up."),
}

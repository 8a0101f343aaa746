"""The Round as a queue of steps: upkeep, regular actions, Assistants, building, Decrees, NEXT (BHC-4.2 to 4.6).

Rule 1: a phase begins when the queue reaches its `phase` step; that step puts the phase's own steps into the queue.
Rule 2: cards are chosen in secret at the same time, revealed together, registered in turn order (BHC-4.6-1 to 4.6-3).
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.effects import fee_words
from shared_rules.beyond_humanity.referee import deeds, perks, pieces, sockets, solo
from shared_rules.beyond_humanity.referee.work import TOKENS, affords, capacity
from shared_rules.beyond_humanity.rules import cards, changes
from shared_rules.beyond_humanity.rules.common import actions_each, name_of, turn_order
from shared_rules.beyond_humanity.words import PHASES

SLOT_PRICES = (5, 10, 15)


def begin_phase(work, number):
    """The phase's steps into the queue."""
    work.state["phase"] = number
    work.event("Phase %d: %s." % (number, PHASES[number]))
    order = turn_order(work.state)
    if number == 2:
        order = _new_governor(work)
        upkeep = _each(order, "income") + _each(order, "upkeep") + _each(order, "ability") + [{"do": "clear"}]
        work.first(upkeep + (_each(order, "columns") if work.board["solo"] else []) + [_then(3)])
    elif number == 3:
        if work.board.get("claim") is not None:  # claimed before the Upkeep of this Round
            work.state["desk"] = dict(work.state["desk"], claim=work.board["claim"])
            work.board["claim"] = None
        each = solo.active(work.state) if work.board["solo"] else actions_each(work.state)
        regular = _each(order, "regular") * each
        work.first(regular + [_then(4)])
    elif number == 4:
        each = len(work.board["columns"]) if work.board["solo"] else 1
        work.first(_each(order, "assistant") * each + [_then(5)])
    elif number == 5:
        work.first(_each(order, "build") + [_then(6)])
    elif work.state["round"] == work.state["rounds"]:
        work.first([{"do": "next", "seat": order[0]}])
    else:
        work.first([{"do": "choose", "seats": order}])


def _each(order, kind):
    return [{"do": kind, "seat": seat, "token": str(seat)} for seat in order]


def _then(phase):
    return {"do": "phase", "phase": phase}


def _new_governor(work):
    """The Governor's token changes hands at the beginning of the upkeep (BHC-4.2-1, 2.3-8)."""
    desk = work.state["desk"]
    if desk["claim"] is not None:
        work.state["desk"] = dict(desk, governor=desk["claim"], claim=None)
        if not work.board["solo"]:
            work.event("%s is the new Governor and takes the token." % name_of(work.state, desk["claim"]), "warn")
    return turn_order(work.state)


# -- upkeep --------------------------------------------------------------------------------------------------------


def _income(work, step):
    for rule in perks.rules(work.board, step["seat"], "income"):
        work.gain(step["seat"], rule[1], rule[2])
    deeds.occasion(work, step, "upkeep")


def _clear(work, _step):
    """All tokens return to their Managers (BHC-4.2-6)."""
    work.board["tokens"] = dict.fromkeys(work.board["tokens"], sockets.OFF)


def _ability_options(state, _step, seat):
    """Any Ability of the bank for any slot that can be paid (BHC-4.11-3 to 4.11-6)."""
    own, made = state["board"]["seats"][str(seat)], []
    for slot in range(len(own["abilities"])):
        if own["xp"] >= slot_price(slot):
            made += [{"kind": "ability", "seat": seat, "slot": slot, "ability": n} for n in state["board"]["abilities"]]
    return made + [{"kind": "done", "seat": seat}] if made else []


def slot_price(slot):
    """XP for a slot; the solo board's columns cost what its rows do (resolution at BHC-A3.4-5)."""
    return SLOT_PRICES[slot % len(SLOT_PRICES)]


def _ability(work, step, action):
    number = step["seat"]
    if action["kind"] == "done":
        return
    work.pay(number, {"xp": slot_price(action["slot"])})
    seat, board = work.seat(number), work.board
    slots = list(seat["abilities"])
    old, slots[action["slot"]] = slots[action["slot"]], action["ability"]
    seat["abilities"] = slots
    left = [one for one in board["abilities"] if one != action["ability"]]
    board["abilities"] = sorted(left + ([old] if old else []))
    _fit(work, number)
    work.words = "%s buys the Ability %s." % (name_of(work.state, number), pieces.ability(action["ability"])["name"])
    work.event(work.words)
    work.first([step])


def _fit(work, number):
    """What no longer fits into a smaller Repository goes to the bank."""
    for currency in TOKENS:
        over = work.board["seats"][str(number)][currency] - capacity(work.state, number, currency)
        if over > 0:
            work.lose(number, currency, over)


# -- actions -------------------------------------------------------------------------------------------------------


def _kept(state, seat):
    """Artifacts that may be used in an own turn (BHC-4.10.2-4)."""
    later = state["board"]["seats"][str(seat)]["later"]
    if not later:
        return []
    return [{"kind": "artifact", "seat": seat, "artifact": n} for n in later if pieces.artifact(n)["later"] == "turn"]


def _regular_options(state, step, seat):
    made = []
    for token in solo.unused(state) if state["board"]["solo"] else [step["token"]]:
        found = sockets.free(state, seat, token)
        made += [{"kind": "place", "seat": seat, "socket": name, "option": index} for name, index in found]
        if state["board"]["solo"]:
            solo.mark(state, made, token)
    return made + _kept(state, seat)


def _regular(work, step, action):
    """One regular action: the token on a free socket, then its content (BHC-4.3-2, 4.3-3)."""
    if action["kind"] == "artifact":
        _use(work, step, action)
        return
    seat, token, name = step["seat"], solo.token_of(step, action), action["socket"]
    choices, large = sockets.of_modules(work.state)[name]
    if not large and name in sockets.taken(work.state, token):
        work.seat(seat)["shared"] = True
    work.board["tokens"] = dict(work.board["tokens"], **{token: name})
    work.words = "%s takes %s." % (name_of(work.state, seat), sockets.words(name))
    work.event(work.words)
    work.first(deeds.steps_of(work.state, seat, choices[action["option"]], token))


def _use(work, step, action):
    effects = deeds.use_later(work, step["seat"], action["artifact"])
    work.first(deeds.steps_of(work.state, step["seat"], effects) + [step])
    work.words = "%s uses an Artifact." % name_of(work.state, step["seat"])


def _assistant_options(state, step, seat):
    """Free Assistants and Advisors that can be paid and do something; or none (BHC-4.4)."""
    made = [{"kind": "pass", "seat": seat}]
    for token in solo.movable(state) if state["board"]["solo"] else [step["token"]]:
        made += _assistants_for(state, seat, token)
    return made + _kept(state, seat)


def _assistants_for(state, seat, token):
    board, made = state["board"], []
    own, closed = board["seats"][str(seat)], sockets.taken(state, token)
    cheaper = perks.rules(board, seat, "cheaper", token)
    for name, (choices, price) in sockets.of_assistants(state).items():
        if name in closed:
            continue
        if cheaper:
            price = perks.cheaper(board, seat, "assistant", price, token)
        if affords(own, price):
            options = sockets.sure(choices)
            if options is None:
                options = sockets.open_choices(without(state, seat, price), seat, choices, token)
            made += [{"kind": "assistant", "seat": seat, "socket": name, "option": index} for index in options]
    solo.mark(state, made, token)
    return made


def without(state, seat, price):
    """The state as if the price were paid: what it leaves must carry the action."""
    board = state["board"]
    own = dict(board["seats"][str(seat)])
    for currency, count in price.items():
        own[currency] -= count
    return dict(state, board=dict(board, seats=dict(board["seats"], **{str(seat): own})))


def _assistant(work, step, action):
    seat, token = step["seat"], solo.token_of(step, action)
    name = name_of(work.state, seat)
    if action["kind"] == "artifact":
        _use(work, step, action)
        return
    if action["kind"] == "pass":
        work.words = "%s takes no Assistant." % name
        return
    choices, price = sockets.of_assistants(work.state)[action["socket"]]
    work.pay(seat, perks.cheaper(work.board, seat, "assistant", price, token))
    work.board["tokens"] = dict(work.board["tokens"], **{token: action["socket"]})
    work.words = "%s uses %s." % (name, sockets.words(action["socket"]))
    work.event(work.words)
    deeds.occasion(work, dict(step, token=token), "assistant")
    work.first(deeds.steps_of(work.state, seat, choices[action["option"]], token))


# -- Decrees -------------------------------------------------------------------------------------------------------


def fee(state, seat, kind, number):
    """The fee of a card for this seat."""
    return perks.cheaper(state["board"], seat, "fee", content.get()[kind][number]["fee"])


def _choose_options(state, _step, seat):
    """No card, a Decree from hand, or the own Directive, if the fee can be paid (BHC-4.6-1, 4.6-5, 4.6-10)."""
    board, made = state["board"], [{"kind": "choose", "seat": seat, "card": "none"}]
    own, decrees, cheaper = board["seats"][str(seat)], content.get()["decree"], perks.rules(board, seat, "cheaper")
    for number in own["hand"]:
        if affords(own, fee(state, seat, "decree", number) if cheaper else decrees[number]["fee"]):
            made.append({"kind": "choose", "seat": seat, "card": "decree/%d" % number})
    number = state["desk"]["managers"][seat]["manager"]
    directives = number and not changes.holds(state, "no", "directives")
    if directives and number not in state["desk"]["spent"] and affords(own, fee(state, seat, "directive", number)):
        made.append({"kind": "choose", "seat": seat, "card": "directive/%d" % number})
    return made


def _choose(work, step, action):
    seat = action["seat"]
    work.seat(seat)["secret"] = action["card"]
    work.barrier = True
    work.words = "%s has chosen." % name_of(work.state, seat)
    left = [one for one in step["seats"] if one != seat]
    if left:
        work.first([dict(step, seats=left)])
    else:
        _reveal(work)


def _reveal(work):
    """All chosen cards at once, then registration in turn order, then NEXT by the Governor."""
    order, steps = turn_order(work.state), []
    for seat in order:
        own = work.seat(seat)
        if own["secret"] != "none":
            kind, _, number = own["secret"].partition("/")
            title = content.get()[kind][int(number)]["title"]
            work.event("%s reveals “%s”." % (name_of(work.state, seat), title))
            steps.append({"do": "register", "seat": seat, "card": own["secret"]})
        own["secret"] = None
    work.first(steps + [{"do": "next", "seat": order[0]}])


def _register_options(_state, step, seat):
    """Introduce it or withdraw it (BHC-4.6-2)."""
    return [{"kind": "introduce", "seat": seat, "card": step["card"]}, {"kind": "withdraw", "seat": seat}]


def _register(work, step, action):
    seat = step["seat"]
    if action["kind"] == "withdraw":
        work.words = "%s withdraws the card." % name_of(work.state, seat)
        work.event(work.words)
        return
    kind, _, number = step["card"].partition("/")
    number = int(number)
    price = fee(work.state, seat, kind, number)
    was = [entry for entry in work.state["desk"]["cards"] if entry["stopped"]]
    events = work.state["events"]
    work.adopt(cards.owner(work.state, seat, {"kind": kind, "number": number}))
    work.state["events"] = events  # told below, with the fee that was paid
    work.pay(seat, price)
    own = work.seat(seat)
    own["laid"] = price
    if kind == "decree":
        own["hand"] = [card for card in own["hand"] if card != number]
    title = content.get()[kind][number]["title"]
    due = {currency: count for currency, count in price.items() if count}
    work.words = "%s introduces “%s”. Fee: %s." % (name_of(work.state, seat), title, fee_words(due))
    work.event(work.words, "good")
    for entry in work.state["desk"]["cards"]:
        if entry["stopped"] and not [one for one in was if one["seat"] == entry["seat"]]:
            _back_to_hand(work, entry)
    if cards.blocker(work.state):
        _stay_in_hand(work)


def _back_to_hand(work, entry):
    own = work.seat(entry["seat"])
    own["hand"] = sorted(own["hand"] + [entry["number"]])
    work.refund(entry["seat"], own["laid"])
    own["laid"] = None
    title = content.get()["decree"][entry["number"]]["title"]
    work.event("“%s” of %s returns to hand, with its fee." % (title, name_of(work.state, entry["seat"])), "warn")


def _stay_in_hand(work):
    """Decrees that were revealed and not yet introduced are stopped as well (BHC-4.6-6)."""
    kept = []
    for step in work.board["todo"]:
        if step["do"] == "register" and step["card"].startswith("decree/"):
            title = content.get()["decree"][int(step["card"].partition("/")[2])]["title"]
            work.event("“%s” of %s stays in hand." % (title, name_of(work.state, step["seat"])), "warn")
        else:
            kept.append(step)
    work.board["todo"] = kept


def _next_options(_state, _step, seat):
    return [{"kind": "next", "seat": seat}]


AUTOMATIC = {
    "occasion": lambda work, step: deeds.occasion(work, step, step["name"]),
    "phase": lambda work, step: begin_phase(work, step["phase"]),
    "income": _income,
    "clear": _clear,
}

STEPS = {
    "ability": (_ability_options, _ability),
    "regular": (_regular_options, _regular),
    "assistant": (_assistant_options, _assistant),
    "choose": (_choose_options, _choose),
    "register": (_register_options, _register),
}
NEXT_OPTIONS = _next_options

"""Artifacts: Expedition, Research, reward (BHC-4.10). Each Manager has one Expedition slot and one Research slot.

A card in a slot is {"artifact": number, "paid": {field index as text: price that lies there}}.

Rule 1: a field is filled in one go and by its owner alone (BHC-4.7.4-3); what lies on it is out of the bank meanwhile.
Rule 2: a finished Expedition waits in its slot until the Research slot is free (BHC-4.10.1-7).
"""

from shared_rules.beyond_humanity.referee import perks, pieces
from shared_rules.beyond_humanity.referee.work import affords
from shared_rules.beyond_humanity.rules.common import name_of


def _fields(state, seat, token, slot):
    """{field index: price} of the fields of a slot that the seat can fill now."""
    board = state["board"]
    own = board["seats"][str(seat)]
    paid = own[slot]["paid"] if own[slot] else ()
    cheaper, found = perks.rules(board, seat, "cheaper", token), {}
    for index, price in enumerate(pieces.fields(slot)):
        if str(index) in paid:
            continue
        if cheaper:
            price = perks.cheaper(board, seat, slot, price, token)
        if affords(own, price):
            found[index] = price
    return found


def expedition_fields(state, seat, token):
    """Fields of the own Expedition that can be filled now; without one, those of a card to be drawn."""
    board = state["board"]
    if not board["seats"][str(seat)]["expedition"] and not board["public"] and not board["artifacts"]:
        return {}
    return _fields(state, seat, token, "expedition")


def research_fields(state, seat, token):
    """Fields of the own Research that can be filled now."""
    return _fields(state, seat, token, "research") if state["board"]["seats"][str(seat)]["research"] else {}


def stoppable(made, step, seat):
    """With the way out: after the first field of a socket, and of a card, which says "may", at any time."""
    free = step.get("begun") or step["token"] is None
    return made + [{"kind": "stop", "seat": seat}] if made and free else made


def expedition_options(state, step, seat):
    """Which field; with an empty slot also which Artifact (BHC-4.10.1-5, 4.10.1-6)."""
    board, fields = state["board"], expedition_fields(state, seat, step["token"])
    if board["seats"][str(seat)]["expedition"]:
        return stoppable([{"kind": "expedition", "seat": seat, "field": index} for index in fields], step, seat)
    sources = ["public/%d" % number for number in board["public"]] + (["deck"] if board["artifacts"] else [])
    made = [{"kind": "expedition", "seat": seat, "from": one, "field": index} for one in sources for index in fields]
    return stoppable(made, step, seat)


def _draw(work, number, source):
    board = work.board
    if source == "deck":
        card, board["artifacts"] = board["artifacts"][-1], board["artifacts"][:-1]
        work.barrier = True
    else:
        card = int(source.partition("/")[2])
        board["public"] = [one for one in board["public"] if one != card]
        work.reveal_artifacts()
    work.seat(number)["expedition"] = {"artifact": card, "paid": {}}


def _fill(work, step, action, slot):
    number, index = step["seat"], action["field"]
    price = _fields(work.state, number, step["token"], slot)[index]
    work.pay(number, price, to_bank=False)
    seat = work.seat(number)
    paid = dict(seat[slot]["paid"])
    paid[str(index)] = price
    seat[slot] = dict(seat[slot], paid=paid)
    work.words = "%s fills a field of the %s." % (name_of(work.state, number), slot.capitalize())
    work.event(work.words)
    if step["args"][0] > 1:
        work.first([dict(step, args=[step["args"][0] - 1], begun=True)])
    return len(paid) == len(pieces.fields(slot))


def expedition(work, step, action):
    """Draw a card if the slot is empty, fill one field, move the card on when it is complete."""
    if action["kind"] == "stop":
        return
    if "from" in action:
        _draw(work, step["seat"], action["from"])
    if _fill(work, step, action, "expedition"):
        _move_on(work, step["seat"])


def _move_on(work, number):
    """A complete Expedition goes to the free Research slot; its tokens go to the bank (BHC-4.10.1-8)."""
    seat = work.seat(number)
    card = seat["expedition"]
    if card and len(card["paid"]) == len(pieces.fields("expedition")) and not seat["research"]:
        for price in card["paid"].values():
            work.to_bank(price)
        seat["expedition"], seat["research"] = None, {"artifact": card["artifact"], "paid": {}}


def research_options(state, step, seat):
    """Which field of the own Research."""
    fields = research_fields(state, seat, step["token"])
    return stoppable([{"kind": "research", "seat": seat, "field": index} for index in fields], step, seat)


def research(work, step, action):
    """Fill one field; with the last one the Artifact is complete."""
    from shared_rules.beyond_humanity.referee import deeds

    if action["kind"] == "stop":
        return
    full = _fill(work, step, action, "research")
    deeds.occasion(work, step, "research")  # before the reward: what the new Artifact waits for is the next one
    if full:
        complete(work, step["seat"])


def complete(work, number):
    """The Research is complete: tokens to the bank, reward, commands, trophy (BHC-4.10.1-11, 4.10.2-1, 4.10.2-2)."""
    from shared_rules.beyond_humanity.referee import deeds

    seat = work.seat(number)
    card = pieces.artifact(seat["research"]["artifact"])
    for price in seat["research"]["paid"].values():
        work.to_bank(price)
    seat["research"] = None
    seat["trophies"] = seat["trophies"] + [card["number"]]
    _move_on(work, number)
    work.event("%s completes the Artifact “%s”." % (name_of(work.state, number), card["name"]), "good")
    gains = [["owner", "gain", currency, count] for currency, count in card["gain"].items()]
    if card["later"]:
        seat["later"] = seat["later"] + [card["number"]]
    else:
        gains = gains + card["commands"]
    work.first(deeds.steps_of(work.state, number, gains))

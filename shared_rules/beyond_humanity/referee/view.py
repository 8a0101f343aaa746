"""What an audience may see at referee level: the companion's picture, the table, and for a seat its own secrets.

Rule 1: hands, Goals, secret choices and face-down cards are in their owner's view alone, decks in none (BHC-3.1-11).
Rule 2: `you["actions"]` are exactly the actions that `legal` gives to that seat.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity import sockets as socket_text
from shared_rules.beyond_humanity import view as companion
from shared_rules.beyond_humanity.effects import app_words, fee_words, icon_words, table_words
from shared_rules.beyond_humanity.referee import pieces, play, proposals, reasons, rounds, scoring, sockets
from shared_rules.beyond_humanity.referee.work import TOKENS, capacity
from shared_rules.beyond_humanity.rules.common import name_of, unit_name
from shared_rules.beyond_humanity.rules.start import ROUND_BEGINS
from shared_rules.beyond_humanity.table_effects import phrase

BEGINS = ROUND_BEGINS % (1, 1)


def view(state, audience):
    """The whole picture for "table" or "seat:N"; Refusal for nobody's seat."""
    shown = companion.view(state, audience)
    todo = state["board"]["todo"]
    asked = reasons.whose_turn(state, todo[0]) if state["stage"] == "play" and todo else None
    button = {"enabled": False, "why_not": asked or "The game is over."}
    shown.update(
        level="referee",
        events=[_event(event) for event in shown["events"]],
        dialog=None,
        put_back=[],
        result=scoring.result(state),
        turn={"seats": play.to_act(state), "do": todo[0]["do"] if asked else None, "text": asked},
        board=_board(state),
        you=_you(state, int(audience.partition(":")[2])) if audience != "table" else None,
    )
    shown["phase_help"] = button["why_not"]
    shown["continue"] = dict(shown["continue"], **button)
    shown["next"] = dict(shown["next"], **button)
    return shown


def _event(event):
    """Goals and Assistants are chosen behind the line that begins Round 1: it is told when its first phase begins."""
    if event["round"] == 1 and event["text"].startswith(BEGINS):
        return dict(event, text="The table is laid." + event["text"][len(BEGINS) :])
    if event["round"] == 1 and event["text"].startswith("Phase 3: "):
        return dict(event, text="%s %s" % (BEGINS, event["text"]))
    return event


def _board(state):
    board = state["board"]
    return {
        "bank": dict(board["bank"]),
        "decks": {name: len(board[name]) for name in ("decrees", "discard", "artifacts", "goals")},
        "public": [_artifact(number) for number in board["public"]],
        "fields": {slot: [fee_words(price) for price in pieces.fields(slot)] for slot in ("expedition", "research")},
        "assistants": [_assistant(state, name) for name in sockets.of_assistants(state)],
        "abilities": [_ability(number) for number in board["abilities"]],
        "slot_prices": list(rounds.SLOT_PRICES),
        "sockets": _sockets(state),
        "tokens": {key: name for key, name in board["tokens"].items() if name != sockets.OFF},
        "columns": board.get("columns"),
        "connectors": proposals.connectors_left(state),
        "goals": [_goal(name) for name in board["common"] or board["offered"]],
        "seats": [_seat(state, seat) for seat in range(len(state["desk"]["managers"]))],
    }


def _seat(state, seat):
    """What lies open before a Manager."""
    own = state["board"]["seats"][str(seat)]
    return {
        "seat": seat,
        "repositories": [
            {"currency": name, "count": own[name], "capacity": capacity(state, seat, name)} for name in TOKENS
        ],
        "cards": len(own["hand"]),
        "goals": len(own["goals"]),
        "expedition": _slot(own["expedition"]),
        "research": _slot(own["research"]),
        "trophies": [_artifact(number) for number in own["trophies"]],
        "kept": list(own["later"]),
        "abilities": [_ability(number) if number else None for number in own["abilities"]],
        "proposal": _proposal(own["proposal"]),
        "token": [name for key, name in state["board"]["tokens"].items() if key == str(seat) and name != sockets.OFF],
        "chosen": own["secret"] is not None,
    }


def _slot(card):
    """An Artifact in a slot lies face-down: only its fields are seen."""
    return {"filled": sorted([int(index) for index in card["paid"]])} if card else None


def _proposal(proposal):
    if proposal is None:
        return None
    return {
        "unit": proposal["unit"],
        "name": unit_name(proposal["unit"]),
        "need": proposal["need"],
        "endorsements": len(proposal["cards"]),
        "xp": proposal["xp"],
    }


def _artifact(number):
    card = pieces.artifact(number)
    return {"artifact": number, "name": card["name"], "vp": card["vp"], "words": card["words"], "text": card["text"]}


def _ability(number):
    tile = pieces.ability(number)
    return {"ability": number, "name": tile["name"], "kind": tile["kind"], "words": tile["words"]}


def _goal(name):
    card = pieces.goal(name)
    return {"goal": name, "name": card["name"], "words": card["words"]}


def _assistant(state, name):
    kind, _, rest = name.partition("/")
    if kind == "advisor":
        card = pieces.box()["by_advisors"][rest]
    else:
        card = pieces.assistant(int(rest), state["board"]["assistants"][rest])
    tokens = [int(key) for key, place in state["board"]["tokens"].items() if place == name]
    return {
        "socket": name,
        "name": card["name"],
        "words": card["words"],
        "options": _options(card["socket"]),
        "price": fee_words(card["price"]),
        "tokens": tokens,
    }


def _sockets(state):
    """All Action Sockets with the tokens on them."""
    shown = []
    for unit, progress in enumerate(state["colony"]["progress"]):
        if progress > 0:
            tile = content.get()["tile"][unit]
            side = tile["tier%d" % (state["colony"]["tier"][unit] + 1)]
            for index, text in enumerate(socket_text.sockets_of(side)):
                name = "%s/%d/%d" % (tile["type"], unit, index)
                socket = socket_text.parse_socket(text)
                tokens = [int(key) for key, place in state["board"]["tokens"].items() if place == name]
                words = socket_text.socket_words(socket)
                entry = {"socket": name, "unit": unit, "words": words, "options": _options(socket)}
                shown.append(dict(entry, large=socket["large"], tokens=tokens))
    return shown


def _options(socket):
    """The choices of a socket in words, in the order of `option` in actions."""
    found = []
    for choice in pieces.choices(socket):
        text = " and ".join([phrase(effect) for effect in choice])
        found.append(text[0].upper() + text[1:] + ".")
    return found


# -- a seat's own secrets ------------------------------------------------------------------------------------------


def _you(state, seat):
    own = state["board"]["seats"][str(seat)]
    return {
        "seat": seat,
        "name": name_of(state, seat),
        "hand": [_card(state, seat, "decree", number) for number in own["hand"]],
        "directive": _directive(state, seat),
        "goals": [_goal(name) for name in own["goals"]],
        "offered": [_goal(name) for name in own["offered"] + own["drawn"]],
        "secret": own["secret"],
        "expedition": _artifact(own["expedition"]["artifact"]) if own["expedition"] else None,
        "research": _artifact(own["research"]["artifact"]) if own["research"] else None,
        "actions": play.legal(state, seat),
    }


def _directive(state, seat):
    number = state["desk"]["managers"][seat]["manager"]
    if not number or number in state["desk"]["spent"]:
        return None
    return _card(state, seat, "directive", number)


def _card(state, seat, kind, number):
    card = content.get()[kind][number]
    words = [icon_words(card["hst"])] if any(card["hst"]) else []
    words += [app_words(effect) for effect in card["app"]] + [table_words(effect) for effect in card["table"]]
    return {
        "card": "%s/%d" % (kind, number),
        "title": card["title"],
        "colour": card.get("colour", "blue"),
        "fee": fee_words(rounds.fee(state, seat, kind, number)),
        "words": words,
    }

"""What a choice at referee level is called: every legal action as a short sentence, whatever page part offers it.

Rule 1: words come from a seat's own view, so they hold nothing that the seat may not see.
Rule 2: every kind of action has words here (tests play whole games and look each one up).
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from shared_rules.beyond_humanity import content, effects
from shared_rules.beyond_humanity import sockets as socket_text

View = dict[str, Any]
Action = dict[str, Any]

COLUMN_WORDS = ("the first column", "the second column", "the third column")


def by(entries: list[dict[str, Any]], name: str) -> dict[Any, dict[str, Any]]:
    """A list of things by one of their fields."""
    return {entry[name]: entry for entry in entries}


def unit_name(view: View, unit: int) -> str:
    """A Module as players call it."""
    return str(by(view["modules"], "unit")[unit]["name"]) if unit else "ARC"


def socket_of(view: View, name: str) -> dict[str, Any]:
    """The Module's socket, Assistant or Advisor of that name."""
    board = view["board"]
    return by(board["sockets"], "socket").get(name) or by(board["assistants"], "socket")[name]


def place_name(view: View, name: str) -> str:
    """What stands where a socket is: a Module, an Assistant, an Advisor."""
    if name.startswith(("assistant/", "advisor/")):
        return str(socket_of(view, name)["name"])
    return unit_name(view, int(name.split("/")[1]))


def card_of(view: View, card: str) -> dict[str, Any]:
    """A card of the own hand, or the own Directive."""
    you = view["you"]
    cards = [*you["hand"], *([you["directive"]] if you["directive"] else [])]
    return by(cards, "card")[card]


def decree_title(view: View, number: int) -> str:
    """The title of a Decree of the own hand."""
    return str(card_of(view, f"decree/{number}")["title"])


def assistant_socket(manager: int) -> str:
    """The socket on the Assistant card of a Manager."""
    return f"assistant/{manager}"


def goal_name(view: View, goal: str) -> str:
    """The name of a Goal that lies before the seat."""
    return str(by([*view["you"]["offered"], *view["board"]["goals"]], "goal")[goal]["name"])


def field_words(view: View, slot: str, index: int) -> str:
    """The price of a field on the back of an Artifact."""
    return str(view["board"]["fields"][slot][index])


def artifact_name(view: View, source: str) -> str:
    """Where an Expedition comes from."""
    if source == "deck":
        return "the top card of the deck"
    return str(by(view["board"]["public"], "artifact")[int(source.partition("/")[2])]["name"])


def port_words(view: View, to: list[int]) -> str:
    """A free port."""
    return f"{unit_name(view, to[0])}, port {to[1] + 1}"


def face_of(manager: int, face: int) -> dict[str, Any]:
    """One face of an Assistant card: name, words, price. Both are printed on the card, so everybody knows them."""
    from shared_rules.beyond_humanity.referee import pieces  # loads the whole box: only where there is a referee game

    card = pieces.assistant(manager, face)
    return {"name": card["name"], "words": card["words"], "price": effects.fee_words(card["price"])}


def own_manager(view: View) -> int:
    """The number of the Manager that the seat plays."""
    return int(view["managers"][view["you"]["seat"]]["manager"])


def _option(view: View, action: Action) -> str:
    socket = socket_of(view, action["socket"])
    words = socket["options"][action["option"]] if socket["options"] else socket["words"]
    return f"{place_name(view, action['socket'])}: {words}"


def _token(view: View, action: Action) -> str:
    return f"Token {action['token'] + 1} to " if "token" in action else ""


def _keep(view: View, action: Action) -> str:
    return "Keep " + ", ".join(goal_name(view, goal) for goal in action["goals"])


def _ability(view: View, action: Action) -> str:
    name = by(view["board"]["abilities"], "ability")[action["ability"]]["name"]
    return f"Buy “{name}” for slot {action['slot'] + 1}"


def _endorse(view: View, action: Action) -> str:
    return f"Endorse {unit_name(view, action['unit'])} with “{decree_title(view, action['card'])}”"


def _expedition(view: View, action: Action) -> str:
    source = f", from {artifact_name(view, action['from'])}" if "from" in action else ""
    return f"Expedition: pay {field_words(view, 'expedition', action['field'])}{source}"


def _exchange(view: View, action: Action) -> str:
    return "Exchange"


def _flip(view: View, action: Action) -> str:
    return f"Flip {socket_of(view, assistant_socket(action['assistant']))['name']}"


def _move(view: View, action: Action) -> str:
    return f"Exchange Ability slots {action['from'] + 1} and {action['to'] + 1}"


def _artifact(view: View, action: Action) -> str:
    trophies = by(view["board"]["seats"][view["you"]["seat"]]["trophies"], "artifact")
    card = trophies.get(action["artifact"])
    return f"Use the Artifact {card['name']}: {card['words']}" if card else "Use a kept Artifact"


def _choose(view: View, action: Action) -> str:
    if action["card"] == "none":
        return "No card this Round"
    card = card_of(view, action["card"])
    return f"{card['title']} (fee: {card['fee']})"


def _columns(view: View, action: Action) -> str:
    filled = action["columns"]
    if len(filled) == 3:
        return "Fill all three columns: 9 actions"
    return f"Fill {' and '.join(COLUMN_WORDS[column] for column in filled)}: {3 * len(filled)} actions"


def _face(view: View, action: Action) -> str:
    face = face_of(own_manager(view), action["face"])
    return f"{face['name']}: {face['words']} Price: {face['price']}."


def _hire(view: View, action: Action) -> str:
    face = face_of(action["assistant"], action["face"])
    return f"{face['name']}: {face['words']} Price: {face['price']}."


def _secret(view: View, action: Action) -> str:
    return f"Introduce “{card_of(view, action['card'])['title']}”"


WORDS: dict[str, Callable[[View, Action], str]] = {
    "keep": _keep,
    "face": _face,
    "hire": _hire,
    "upkeep": lambda view, action: "Pay 1 Credit and keep the proposal",
    "drop": lambda view, action: "Give the proposal up",
    "ability": _ability,
    "done": lambda view, action: "Buy no more Abilities",
    "columns": _columns,
    "place": lambda view, action: _token(view, action) + _option(view, action),
    "copy": lambda view, action: "Copy " + _option(view, action),
    "assistant": lambda view, action: _token(view, action) + _option(view, action),
    "pass": lambda view, action: "Use no Assistant",
    "endorse": _endorse,
    "expedition": _expedition,
    "research": lambda view, action: f"Research: pay {field_words(view, 'research', action['field'])}",
    "exchange": _exchange,
    "discard": lambda view, action: f"Discard “{decree_title(view, action['card'])}”",
    "flip": _flip,
    "goal": lambda view, action: f"Keep “{goal_name(view, action['goal'])}”",
    "move": _move,
    "stop": lambda view, action: "Leave it",
    "artifact": _artifact,
    "build": lambda view, action: f"{unit_name(view, action['unit'])} at {port_words(view, action['to'])}",
    "choose": _choose,
    "introduce": _secret,
    "withdraw": lambda view, action: "Withdraw it; the card goes back to hand",
    "next": lambda view, action: "NEXT: close the Round",
    "undo": lambda view, action: "UNDO",
}


def words(view: View, action: Action) -> str:
    """What the action does, in a few words for the seat that may do it."""
    known = WORDS.get(action["kind"])
    return known(view, action) if known else str(action["kind"]).replace("_", " ").capitalize()


SOLO_COUNTS = 3  # Managers, in whatever is counted for each of them (BHC-A3.4)
TEAM = re.compile(r"the Managers together have (at least|at most|exactly) (\d+) ([^:]+?)s? for each Manager")


def goal_text(view: View, text: str) -> str:
    """What a Goal asks for; a solo player is all Managers together, so their number is multiplied out."""
    if view["board"]["columns"] is None:
        return text
    return TEAM.sub(lambda found: f"you have {found[1]} {SOLO_COUNTS * int(found[2])} {found[3]}s", text)


def goals_of(view: View, cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Goals as the player of this view reads them."""
    return [dict(card, words=goal_text(view, card["words"])) for card in cards]


def proposal_words(view: View, unit: int) -> str:
    """How far the proposal of a Module is, or what a new one needs (BHC-4.9.1-3)."""
    for seat in view["board"]["seats"]:
        proposal = seat["proposal"]
        if proposal and proposal["unit"] == unit:
            whose = "Your proposal" if seat["seat"] == view["you"]["seat"] else view["managers"][seat["seat"]]["name"]
            return f"{whose}: {proposal['endorsements']} of {proposal['need']} endorsements"
    return f"New proposal: needs {by(view['modules'], 'unit')[unit]['endorsements']} endorsements"


def columns_words(filled: list[int]) -> tuple[str, ...]:
    """What filled columns of the solo board cost, and what the empty ones give (BHC-A3.4-10 to A3.4-14)."""
    from shared_rules.beyond_humanity.referee import pieces  # loads the whole box: only where there is a referee game

    prices = pieces.solo()["columns"]
    lines = []
    for word, columns in (
        ("Costs", filled),
        ("Gives", [column for column in range(len(prices)) if column not in filled]),
    ):
        total: dict[str, int] = {}
        for column in columns:
            for currency, count in prices[column].items():
                total[currency] = total.get(currency, 0) + count
        if total:
            lines.append(f"{word} {effects.fee_words(total)}.")
    return tuple(lines)


GROUPS = {"secforce": "SecForce"}
INFLUENCES = {
    "happiness": "Happiness", "security": "Security", "technical": "Technical", "power": "Power",
    "life_support": "Life Support", "gas": "Gas", "liquid": "Liquids", "beds": "beds", "stock": "STOCK",
}  # fmt: skip
UNITS_OF = {"beds": 100}  # the content counts beds in hundreds; everywhere else they are shown one by one


@cache
def tile_words(unit: int, tier: int) -> tuple[str, ...]:
    """What a Module does in each tier, from its tile, which is open to everybody: influences, then sockets."""
    side = content.get()["tile"][unit][f"tier{tier}"]
    plain = [
        f"{words} {side[name] * UNITS_OF.get(name, 1):+,d}".replace("-", "\u2212")
        for name, words in INFLUENCES.items()
        if side.get(name)
    ]
    rooms = side.get("accumulators", {})
    plain += [f"Accumulator of {INFLUENCES[name]} {most}" for name, most in rooms.items()]
    moves = side.get("immigration", {})
    plain += [
        f"{'more' if points > 0 else 'fewer'} {GROUPS.get(name, name.title())} move in"
        for name, points in moves.items()
    ]
    sockets = [socket_text.socket_words(socket_text.parse_socket(text)) for text in socket_text.sockets_of(side)]
    return (", ".join(plain), *sockets) if plain else tuple(sockets)

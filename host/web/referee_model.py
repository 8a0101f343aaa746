"""The referee page's table as its template draws it: what lies where, who stands on it, and what a press on it does.

Rule 1: taken from one view and the offer made of it; nothing else is looked at.
"""

from typing import Any

from host.web import referee_words as words
from host.web.referee_board import CURRENCIES, DO_WORDS, ON_TABLE, PICK_QUESTIONS, SOLO_WORDS, Offer

Thing = dict[str, Any]
TRIED = {"assistant": "assistant", "copy": "copy"}  # what a press on a socket is meant as, by what is asked


def board_of(view: dict[str, Any], offer: Offer | None) -> dict[str, Any]:
    """Everything for the page; things carry `press` and `on`, which are None and False for onlookers."""
    return {
        "who": _who(view),
        "modules": modules(view, offer),
        "assistants": [_assistant(view, offer, one) for one in view["board"]["assistants"]],
        "public": [_public(offer, one) for one in view["board"]["public"]],
        "deck": _thing(offer, ("expedition",), "expedition", **{"from": "deck"}),
        "abilities": [_ability(offer, one) for one in view["board"]["abilities"]],
        "proposals": proposals(view, offer),
        "goals": words.goals_of(view, [*(view["you"]["goals"] if view["you"] else []), *view["board"]["goals"]]),
        "hand": [_card(offer, one) for one in _hand(view)],
        "bank": [(*CURRENCIES[name], view["board"]["bank"][name]) for name in CURRENCIES],
        "ask": _ask(view, offer),
        "columns": _columns(view, offer),
        "currencies": CURRENCIES,
        "questions": PICK_QUESTIONS,
        "on_table": sorted(ON_TABLE),
    }


def _thing(offer: Offer | None, kinds: tuple[str, ...], tried: str, **fields: Any) -> Thing:
    return offer.thing(kinds, tried, **fields) if offer else {"press": None, "on": False}


def _who(view: dict[str, Any]) -> list[dict[str, Any]]:
    """What a Manager's badge needs, by seat; empty in solo, where tokens have numbers."""
    fields = ("name", "colour", "mark")
    solo = view["board"]["columns"] is not None
    return [] if solo else [{field: one[field] for field in fields} for one in view["managers"]]


def _ask(view: dict[str, Any], offer: Offer | None) -> dict[str, Any]:
    """The question to the seat that is open here, or whose turn it is."""
    do = view["turn"]["do"]
    if offer and offer.asked:
        solo = SOLO_WORDS if view["board"]["columns"] is not None else {}
        title, text = solo.get(do) or DO_WORDS.get(do, ("Your choice", ""))
        if do == "build" and offer.actions:
            title = f"Connect {words.unit_name(view, offer.actions[0]['unit'])}"
        return {"mine": True, "title": title, "text": text}
    return {"mine": False, "title": view["turn"]["text"] or "", "text": ""}


# -- sockets -------------------------------------------------------------------------------------------------------


def modules(view: dict[str, Any], offer: Offer | None) -> list[dict[str, Any]]:
    """The ARC and the built Modules with their sockets, in the order of units."""
    units = words.by(view["modules"], "unit")
    groups: dict[int, dict[str, Any]] = {}
    for socket in view["board"]["sockets"]:
        unit = socket["unit"]
        group = groups.setdefault(unit, {"unit": unit, "module": units.get(unit), "sockets": []})
        group["sockets"].append(_socket(view, offer, socket))
    for unit, module in units.items():
        if unit and unit not in groups and module["state"] in ("construction", "rebuilding", "operational"):
            groups[unit] = {"unit": unit, "module": module, "sockets": []}
    return [groups[unit] for unit in sorted(groups)]


def _socket(view: dict[str, Any], offer: Offer | None, socket: dict[str, Any]) -> dict[str, Any]:
    tried = TRIED.get(view["turn"]["do"] or "", "place")
    options = [
        {"words": text, **_thing(offer, ("place", "copy"), tried, socket=socket["socket"], option=index)}
        for index, text in enumerate(socket["options"] or [socket["words"]])
    ]
    return {**socket, "choices": options, "on": any(option["on"] for option in options)}


def _assistant(view: dict[str, Any], offer: Offer | None, card: dict[str, Any]) -> dict[str, Any]:
    name = card["socket"]
    options = [
        {"words": text, **_thing(offer, ("assistant",), "assistant", socket=name, option=index)}
        for index, text in enumerate(card["options"] or [card["words"]])
    ]
    flip = None
    if offer and "flip" in offer.kinds and name.startswith("assistant/"):
        flip = offer.press("flip", assistant=int(name.partition("/")[2]))
    return {**card, "choices": options, "flip": flip, "on": any(option["on"] for option in options)}


# -- cards ---------------------------------------------------------------------------------------------------------


def _hand(view: dict[str, Any]) -> list[dict[str, Any]]:
    you = view["you"]
    if not you:
        return []
    return [*you["hand"], *([you["directive"]] if you["directive"] else [])]


def _card(offer: Offer | None, card: dict[str, Any]) -> dict[str, Any]:
    """A card of the hand: in secret choice it is named as "decree/17", as an endorsement by its number."""
    kind, _, number = card["card"].partition("/")
    if offer is None or not offer.asked:
        return {**card, "press": None, "on": False, "chosen": False}
    thing: Thing = {"press": None, "on": False}
    if "choose" in offer.kinds:
        thing = offer.thing(("choose",), "choose", card=card["card"])
    elif kind == "decree" and {"endorse", "discard"} & set(offer.kinds):
        thing = offer.thing(("endorse", "discard"), "endorse", card=int(number))
    chosen = offer.picks.get("card") in (card["card"], int(number)) and thing["on"]
    return {**card, **thing, "chosen": chosen}


def _public(offer: Offer | None, card: dict[str, Any]) -> dict[str, Any]:
    source = f"public/{card['artifact']}"
    thing = _thing(offer, ("expedition",), "expedition", **{"from": source})
    return {**card, **thing, "chosen": bool(offer) and offer.picks.get("from") == source}  # type: ignore[union-attr]


def _ability(offer: Offer | None, tile: dict[str, Any]) -> dict[str, Any]:
    number = tile["ability"]
    thing = _thing(offer, ("ability",), "ability", ability=number, **({} if offer and offer.kinds else {"slot": 0}))
    return {**tile, **thing, "chosen": bool(offer) and offer.picks.get("ability") == number}  # type: ignore[union-attr]


def proposals(view: dict[str, Any], offer: Offer | None) -> list[dict[str, Any]]:
    """Ongoing proposals of all seats, with the press that endorses them."""
    found = []
    for seat in view["board"]["seats"]:
        if seat["proposal"]:
            unit = seat["proposal"]["unit"]
            thing = {"press": None, "on": False}
            if offer and "endorse" in offer.kinds:
                thing = offer.thing(("endorse",), "endorse", unit=unit)
            found.append({**seat["proposal"], "seat": seat["seat"], "lines": words.tile_words(unit, 1), **thing})
    return found


def _columns(view: dict[str, Any], offer: Offer | None) -> list[list[dict[str, Any]]] | None:
    """The solo board: three columns of three tokens with where they stand."""
    filled = view["board"]["columns"]
    if filled is None:
        return None
    tokens, made = view["board"]["tokens"], []
    usable = {action["token"] for action in offer.actions if "token" in action} if offer else set()
    for column in range(3):
        made.append(
            [
                {
                    "token": token,
                    "place": words.place_name(view, tokens[str(token)]) if str(token) in tokens else "",
                    "active": column in filled,
                    "usable": token in usable,
                    "chosen": bool(offer) and offer.picks.get("token") == token,  # type: ignore[union-attr]
                }
                for token in range(3 * column, 3 * column + 3)
            ]
        )
    return made


# -- the end -------------------------------------------------------------------------------------------------------

SOURCES = {
    "modules": "Modules",
    "green_decrees": "Green Decrees",
    "ambassador": "Ambassador",
    "order_of_command": "Order of Command",
    "presidency": "Presidency",
    "goals": "Goals",
    "artifacts": "Artifacts",
    "abilities": "Abilities",
    "table": "On the table",
    "rounds": "Rounds",
    "loans": "Loans from Earth",
    "riot_rounds": "Rounds with a RIOT",
    "planet": "The planet",
    "scenario": "The scenario",
}


def end_of(view: dict[str, Any]) -> dict[str, Any] | None:
    """Victory Points by source: rows of (words, points of each seat), totals, and the Goals one by one."""
    result = view["result"]
    if not result or not result.get("seats"):
        return None
    score = result.get("table") or {"seats": {}, "common": []}
    seats = []
    for one in result["seats"]:
        own = score["seats"].get(str(one["seat"]), {"goals": [], "artifacts": 0, "abilities": 0})
        points = {name: value for name, value in one["points"].items() if name != "table"}
        points["goals"] = sum(goal["vp"] for goal in own["goals"])
        points.update(artifacts=own["artifacts"], abilities=own["abilities"])
        goals = words.goals_of(view, [_judged(goal) for goal in own["goals"]])
        seats.append({**one, "sources": points, "judged": goals})
    names = list(dict.fromkeys(name for one in seats for name in one["sources"]))
    rows = [(SOURCES.get(name, name), [one["sources"].get(name, 0) for one in seats]) for name in names]
    common = [(SOURCES.get(name, name), value) for name, value in (result.get("common") or {}).items()]
    judged = words.goals_of(view, [_judged(goal) for goal in score["common"]])
    return {"seats": seats, "rows": rows, "common": common, "judged": judged}


def _judged(goal: dict[str, Any]) -> dict[str, Any]:
    """A Goal at the end, when all of them lie open."""
    from shared_rules.beyond_humanity.referee import pieces  # loads the whole box: only where there is a referee game

    card = pieces.goal(goal["goal"])
    return {**goal, "name": card["name"], "words": card["words"]}

"""What a bot reads from its view, as plain numbers: `of(view)`.

Theory: a view is made for people: words, names, sentences. A `Sight` has the same as numbers, card numbers and unit
numbers. There are two tables of readers: FROM_VIEW turns words back into numbers, FROM_STATE (with what `StateSight`
reads AT_ONCE) takes the short way in a game that is played in memory. A test compares every field of both in whole
games, which proves that the short way holds nothing that the view lacks.

Rule 1: a field is computed when it is asked for the first time.
Rule 2: what a reader returns is never changed by anybody.
"""

from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity import words as wording
from shared_rules.beyond_humanity.colony import FULL
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.beyond_humanity.referee import proposals as rules_of_proposals
from shared_rules.beyond_humanity.referee.sockets import OFF
from shared_rules.beyond_humanity.referee.work import room

Reader = Callable[[Any, int], Any]
UNITS = range(33)
EMPTY, SOME, FULL_UP = range(3)  # an Accumulator in a word
_ACCUMULATOR = {"empty": EMPTY, "incomplete": SOME, "full": FULL_UP}
_BANDS = {word: number for number, (word, _) in enumerate(wording.BANDS)}


class Sight:
    """The fields named in FROM_VIEW; `seat` is whose sight it is, `key` what colony-wide findings may be kept by."""

    def __init__(self, source: Any, seat: int, readers: dict[str, Reader], key: Any) -> None:
        self._source, self.seat, self._readers, self.key = source, seat, readers, key

    def __getattr__(self, name: str) -> Any:
        reader = self._readers.get(name)
        if reader is None:
            raise AttributeError(name)
        value = reader(self._source, self.seat)
        setattr(self, name, value)
        return value


class Field:
    """A field of `StateSight` that is read when it is asked for: the value then takes its place in the sight."""

    def __init__(self, name: str, reader: Reader) -> None:
        self.name, self.reader = name, reader

    def __get__(self, sight: Any, _owner: Any = None) -> Any:
        value = self.reader(sight._source, sight.seat)
        setattr(sight, self.name, value)
        return value


AT_ONCE = {
    "mode", "round", "rounds", "bank", "hand", "goals", "common", "proposed", "tokens_held", "tier", "public",
    "trophies", "abilities",
}  # fmt: skip


class StateSight(Sight):
    """The same from the state: what nearly every choice asks for is read AT_ONCE, the rest by FROM_STATE."""

    def __init__(self, state: Any, seat: int) -> None:
        board, self.seat = state["board"], seat
        own = board["seats"][str(seat)]
        self._source, self.key = state, state["colony"]
        self.mode, self.round, self.rounds = state["mode"], state["round"], state["rounds"]
        self.bank, self.hand, self.goals, self.common = board["bank"], own["hand"], own["goals"], board["common"]
        if not self.common:
            self.common = board["offered"]
        self.proposed = [other["proposal"] and other["proposal"]["unit"] for other in board["seats"].values()]
        self.tokens_held = {"cr": own["cr"], "tg": own["tg"], "pa": own["pa"], "xp": own["xp"]}
        self.tier, self.public = state["colony"]["tier"], board["public"]
        self.trophies, self.abilities = own["trophies"], own["abilities"]


def of(view: Any) -> Sight:
    """The sight of a seat's view, be it plain or lazy."""
    return getattr(view, "sight", None) or Sight(view, view["you"]["seat"], FROM_VIEW, None)


def of_state(state: Any, seat: int) -> Sight:
    """The same from the state, for games in memory."""
    return StateSight(state, seat)


# -- from the view -------------------------------------------------------------------------------------------------


def _board(name: str) -> Reader:
    return lambda view, _seat: view["board"][name]


def _rows(name: str) -> Reader:
    return lambda view, _seat: [row["now"][name] for row in view["tabs"]["resources"]["rows"]]


def _number(card: Any) -> int | None:
    return int(card["card"].partition("/")[2]) if card else None


def _view_tokens(shown: dict[str, Any]) -> dict[str, int]:
    return {row["currency"]: row["count"] for row in shown["repositories"]}


def _slot(shown: Any) -> list[int] | None:
    return shown["filled"] if shown else None


def _view_seat(shown: dict[str, Any]) -> dict[str, Any]:
    return _view_tokens(shown) | {
        "cards": shown["cards"],
        "goals": shown["goals"],
        "expedition": _slot(shown["expedition"]),
        "research": _slot(shown["research"]),
        "trophies": [card["artifact"] for card in shown["trophies"]],
        "kept": shown["kept"],
        "abilities": [tile and tile["ability"] for tile in shown["abilities"]],
        "chosen": shown["chosen"],
    }


def _of_own(name: str, read: Callable[[Any], Any] = lambda value: value) -> Reader:
    return lambda view, seat: read(view["board"]["seats"][seat][name])


def _faces(view: Any, _seat: int) -> dict[str, int]:
    """Which face lies up, by the name that it shows."""
    found = {}
    for card in view["board"]["assistants"]:
        kind, _, number = card["socket"].partition("/")
        if kind == "assistant":
            names = [face["name"] for face in pieces.box()["by_assistants"][int(number)]["faces"]]
            found[number] = names.index(card["name"])
    return found


def _card_by_title(seat: int, card: Any) -> dict[str, Any] | None:
    """The Decree or Directive that a Manager has introduced in this Round."""
    if card is None:
        return None
    if not _TITLES:
        for kind in ("decree", "directive"):
            _TITLES.update({(kind, one["title"]): one["number"] for one in content.get()[kind].values()})
    number = _TITLES[card["kind"], card["title"]]
    return {"kind": card["kind"], "number": number, "seat": seat, "stopped": card["stopped"]}


_TITLES: dict[tuple[str, str], int] = {}

FROM_VIEW: dict[str, Reader] = {
    "mode": lambda view, seat: view["mode"]["id"],
    "planet": lambda view, seat: view["planet"]["id"],
    "round": lambda view, seat: view["round"],
    "rounds": lambda view, seat: view["rounds"],
    "phase": lambda view, seat: view["phase"],
    "do": lambda view, seat: view["turn"]["do"],
    "asked": lambda view, seat: view["turn"]["seats"],
    "fleet": lambda view, seat: view["fleet"],
    "scenario": lambda view, seat: view["scenario"] and view["scenario"]["id"],
    "order": lambda view, seat: view["turn_order"],
    "bands": lambda view, seat: [_BANDS[row["now"]["word"]] for row in view["tabs"]["status"]["rows"]],
    "production": _rows("production"),
    "consumption": _rows("consumption"),
    "stored": lambda view, seat: [
        _ACCUMULATOR[row["now"]["accumulator"]["word"]] for row in view["tabs"]["resources"]["rows"]
    ],
    "limit": lambda view, seat: [row["now"]["accumulator"]["capacity"] for row in view["tabs"]["resources"]["rows"]],
    "groups": lambda view, seat: [group["count"] for group in view["tabs"]["population"]["groups"]],
    "beds": lambda view, seat: view["tabs"]["population"]["beds"],
    "crowded": lambda view, seat: view["tabs"]["special"]["overcrowded"]["on"],
    "riot": lambda view, seat: view["tabs"]["special"]["riot"]["stage"],
    "td": lambda view, seat: view["tabs"]["special"]["td"]["count"],
    "stock": lambda view, seat: view["tabs"]["economy"]["stock"],
    "percent": lambda view, seat: [module["percent"] for module in view["modules"]],
    "tier": lambda view, seat: [module["tier"] - 1 for module in view["modules"]],
    "rebuilding": lambda view, seat: [module["unit"] for module in view["modules"] if module["state"] == "rebuilding"],
    "owners": lambda view, seat: [module["seat"] for module in view["modules"]],
    "pool": lambda view, seat: [
        module["unit"] for module in view["modules"] if module["unit"] and module["state"] != "box"
    ],
    "edges": lambda view, seat: view["corridors"],
    "managers": lambda view, seat: [manager["manager"] for manager in view["managers"]],
    "campaigns": lambda view, seat: [manager["campaigns"] for manager in view["managers"]],
    "submitted": lambda view, seat: [manager["seat"] for manager in view["managers"] if manager["submitted"]],
    "laid": lambda view, seat: [_card_by_title(manager["seat"], manager["card"]) for manager in view["managers"]],
    "claim": lambda view, seat: next((one["seat"] for one in view["managers"] if one["next_governor"]), None),
    "bank": _board("bank"),
    "decks": _board("decks"),
    "public": lambda view, seat: [card["artifact"] for card in view["board"]["public"]],
    "faces": _faces,
    "bank_abilities": lambda view, seat: [tile["ability"] for tile in view["board"]["abilities"]],
    "tokens": _board("tokens"),
    "columns": _board("columns"),
    "connectors": _board("connectors"),
    "common": lambda view, seat: [goal["goal"] for goal in view["board"]["goals"]],
    "seats": lambda view, seat: [_view_seat(shown) for shown in view["board"]["seats"]],
    "proposed": lambda view, seat: [
        own["proposal"] and own["proposal"]["unit"] for own in view["board"]["seats"]
    ],
    "proposals": lambda view, seat: [
        own["proposal"] and [own["proposal"][name] for name in ("unit", "need", "endorsements", "xp")]
        for own in view["board"]["seats"]
    ],
    "room": lambda view, seat: {
        row["currency"]: row["capacity"] for row in view["board"]["seats"][seat]["repositories"]
    },
    "tokens_held": lambda view, seat: _view_tokens(view["board"]["seats"][seat]),
    "trophies": _of_own("trophies", lambda cards: [card["artifact"] for card in cards]),
    "abilities": _of_own("abilities", lambda tiles: [tile and tile["ability"] for tile in tiles]),
    "expedition_filled": _of_own("expedition", _slot),
    "research_filled": _of_own("research", _slot),
    "hand": lambda view, seat: [_number(card) for card in view["you"]["hand"]],
    "directive": lambda view, seat: _number(view["you"]["directive"]),
    "goals": lambda view, seat: [goal["goal"] for goal in view["you"]["goals"]],
    "offered": lambda view, seat: [goal["goal"] for goal in view["you"]["offered"]],
    "secret": lambda view, seat: view["you"]["secret"],
    "expedition": lambda view, seat: view["you"]["expedition"] and view["you"]["expedition"]["artifact"],
    "research": lambda view, seat: view["you"]["research"] and view["you"]["research"]["artifact"],
}  # fmt: skip


# -- from the state ------------------------------------------------------------------------------------------------


def _of_colony(name: str) -> Reader:
    return lambda state, _seat: state["colony"][name]


def _of_report(name: str) -> Reader:
    return lambda state, _seat: state["report"][name]


def _of_managers(name: str) -> Reader:
    return lambda state, _seat: [manager[name] for manager in state["desk"]["managers"]]


def _of_board(name: str) -> Reader:
    return lambda state, _seat: state["board"][name]


def _of_seat(name: str) -> Reader:
    return lambda state, seat: state["board"]["seats"][str(seat)][name]


def _order(state: Any, _seat: int) -> list[int]:
    count, governor = len(state["desk"]["managers"]), state["desk"]["governor"]
    return [(governor + step) % count for step in range(count)]


def _filled(card: Any) -> list[int] | None:
    return sorted(int(index) for index in card["paid"]) if card else None


def _state_seat(state: Any, seat: int) -> dict[str, Any]:
    own = state["board"]["seats"][str(seat)]
    return {
        "cr": own["cr"],
        "tg": own["tg"],
        "pa": own["pa"],
        "xp": own["xp"],
        "cards": len(own["hand"]),
        "goals": len(own["goals"]),
        "expedition": _filled(own["expedition"]),
        "research": _filled(own["research"]),
        "trophies": own["trophies"],
        "kept": own["later"],
        "abilities": own["abilities"],
        "chosen": own["secret"] is not None,
    }


def _proposals(state: Any, _seat: int) -> list[list[int] | None]:
    found: list[list[int] | None] = []
    for own in state["board"]["seats"].values():
        one = own["proposal"]
        found.append([one["unit"], one["need"], len(one["cards"]), one["xp"]] if one else None)
    return found


def _do(state: Any, _seat: int) -> str | None:
    todo = state["board"]["todo"]
    return todo[0]["do"] if todo and state["stage"] == "play" else None


def _asked(state: Any, _seat: int) -> list[int]:
    todo = state["board"]["todo"]
    if not todo or state["stage"] != "play":
        return []
    return list(todo[0]["seats"]) if "seats" in todo[0] else [todo[0]["seat"]]


def _laid(state: Any, _seat: int) -> list[dict[str, Any] | None]:
    found: list[dict[str, Any] | None] = [None] * len(state["desk"]["managers"])
    for entry in state["desk"]["cards"]:
        found[entry["seat"]] = entry
    return found


def _rebuilding(state: Any, _seat: int) -> list[int]:
    colony = state["colony"]
    return [u for u in UNITS if colony["progress"][u] and colony["rate"][u] and colony["damaged"][u]]


def _owners(state: Any, _seat: int) -> list[int | None]:
    found: list[int | None] = [None] * len(UNITS)
    for seat, manager in enumerate(state["desk"]["managers"]):
        for unit in manager["modules"]:
            found[unit] = seat
    return found


def _own_directive(state: Any, seat: int) -> int | None:
    number = state["desk"]["managers"][seat]["manager"]
    return number if number and number not in state["desk"]["spent"] else None


def _artifact_in(slot: str) -> Reader:
    def read(state: Any, seat: int) -> Any:
        card = state["board"]["seats"][str(seat)][slot]
        return card and card["artifact"]

    return read


FROM_STATE: dict[str, Reader] = {
    "planet": lambda state, seat: state["planet"],
    "phase": lambda state, seat: state["phase"],
    "do": _do,
    "asked": _asked,
    "fleet": lambda state, seat: state["fleet"],
    "scenario": lambda state, seat: state["scenario"] and state["scenario"]["id"],
    "order": _order,
    "bands": lambda state, seat: [wording.band(state["colony"][name]) for name in ("h", "s", "t")],
    "production": _of_report("production"),
    "consumption": _of_report("consumption"),
    "stored": lambda state, seat: [
        _ACCUMULATOR[wording.accumulator(have, most)]
        for have, most in zip(state["colony"]["acc"], state["report"]["limit"])
    ],
    "limit": _of_report("limit"),
    "groups": _of_colony("pop"),
    "beds": _of_report("beds"),
    "crowded": lambda state, seat: bool(state["report"]["crowded"]),
    "riot": lambda state, seat: min(3, state["colony"]["riot"]),
    "td": lambda state, seat: min(3, state["colony"]["td"]),
    "stock": _of_colony("stock"),
    "percent": lambda state, seat: [progress * 100 // FULL for progress in state["colony"]["progress"]],
    "rebuilding": _rebuilding,
    "owners": _owners,
    "pool": lambda state, seat: state["pool"],
    "edges": lambda state, seat: state["table"]["edges"],
    "managers": _of_managers("manager"),
    "campaigns": _of_managers("campaigns"),
    "submitted": lambda state, seat: [
        one for one, manager in enumerate(state["desk"]["managers"]) if manager["submitted"]
    ],
    "laid": _laid,
    "claim": lambda state, seat: state["desk"]["claim"],
    "decks": lambda state, seat: {
        name: len(state["board"][name]) for name in ("decrees", "discard", "artifacts", "goals")
    },
    "faces": _of_board("assistants"),
    "bank_abilities": _of_board("abilities"),
    "tokens": lambda state, seat: {key: name for key, name in state["board"]["tokens"].items() if name != OFF},
    "columns": lambda state, seat: state["board"].get("columns"),
    "connectors": lambda state, seat: rules_of_proposals.connectors_left(state),
    "seats": lambda state, seat: [_state_seat(state, one) for one in range(len(state["desk"]["managers"]))],
    "proposals": _proposals,
    "room": room,
    "expedition_filled": lambda state, seat: _filled(state["board"]["seats"][str(seat)]["expedition"]),
    "research_filled": lambda state, seat: _filled(state["board"]["seats"][str(seat)]["research"]),
    "directive": _own_directive,
    "offered": lambda state, seat: state["board"]["seats"][str(seat)]["offered"]
    + state["board"]["seats"][str(seat)]["drawn"],
    "secret": _of_seat("secret"),
    "expedition": _artifact_in("expedition"),
    "research": _artifact_in("research"),
}  # fmt: skip


for _name, _reader in FROM_STATE.items():
    setattr(StateSight, _name, Field(_name, _reader))


def tile(unit: int) -> Any:
    """The printed tile of a unit."""
    return content.get()["tile"][unit]

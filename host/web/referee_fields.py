"""What one field of a choice at referee level is called, as a player picks it: a few words, and lines that say more."""

from collections.abc import Callable
from typing import Any

from host.web import referee_words as words
from host.web.referee_words import View


def field_words(view: View, kind: str, name: str, value: Any) -> tuple[str, tuple[str, ...]]:
    """One value of a field: (a few words, lines that say more)."""
    if name == "unit":
        return words.unit_name(view, value), (words.proposal_words(view, value), *words.tile_words(value, 1))
    if name == "card":
        if value == "none":
            return "No card this Round", ()
        card = words.card_of(view, value if kind == "choose" else f"decree/{value}")
        return card["title"], (*card["words"], f"Fee: {card['fee']}")
    if name == "columns":
        return words.words(view, {"kind": "columns", "columns": value}), words.columns_words(value)
    if name == "goal":
        return words.goal_name(view, value), ()
    if name == "ability":
        tile = words.by(view["board"]["abilities"], "ability")[value]
        return tile["name"], (tile["words"],)
    text: str = FIELD_WORDS[name](view, kind, value)
    return text, ()


def _slot(view: View, _kind: str, value: int) -> str:
    own = view["board"]["seats"][view["you"]["seat"]]["abilities"][value]
    price = view["board"]["slot_prices"][value % len(view["board"]["slot_prices"])]
    return f"Slot {value + 1} ({price} Experience), {'now ' + own['name'] if own else 'empty'}"


def _slot_place(view: View, _kind: str, value: int) -> str:
    own = view["board"]["seats"][view["you"]["seat"]]["abilities"][value]
    return f"slot {value + 1}{' (' + own['name'] + ')' if own else ''}"


def _from(view: View, kind: str, value: Any) -> str:
    return _slot_place(view, kind, value) if kind == "move" else words.artifact_name(view, value).capitalize()


def _to(view: View, kind: str, value: Any) -> str:
    return _slot_place(view, kind, value) if kind == "move" else words.port_words(view, value)


def _artifact(view: View, _kind: str, value: int) -> str:
    return words.words(view, {"kind": "artifact", "artifact": value})


def _assistant(view: View, _kind: str, value: int) -> str:
    return words.words(view, {"kind": "flip", "assistant": value})


FIELD_WORDS: dict[str, Callable[[View, str, Any], str]] = {
    "slot": _slot,
    "from": _from,
    "to": _to,
    "artifact": _artifact,
    "assistant": _assistant,
    "token": lambda view, kind, value: f"token {value + 1}",
    "socket": lambda view, kind, value: words.place_name(view, value),
    "option": lambda view, kind, value: f"action {value + 1}",
    "field": lambda view, kind, value: words.field_words(view, kind, value),
}

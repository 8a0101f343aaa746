"""A log in sentences: what each entry did, in the words of the table.

Rule 1: a sentence is made of what everybody saw: the table's view before and after, the kind of the action, and what
was laid on the ARC. It never reads the state, and of a choice at referee level it takes the kind alone; so it can
stand in the file of a game that goes on.
Rule 2: where the log cannot be folded, the sentences that need a view are replaced by the kind of the action.
"""

from typing import Any

from host.session.words import action_words, piece_words, unit_words

View = dict[str, Any]

# Choices that leave nothing in the table's list of events: what everybody saw of them.
SILENT = {
    "keep": "{who} chose Goals in secret.",
    "choose": "{who} chose a card or none, in secret.",
    "face": "{who} chose the side of an Assistant.",
    "hire": "{who} chose an Assistant.",
    "goal": "{who} kept a Goal.",
    "discard": "{who} discarded a card.",
    "columns": "{who} filled columns of the solo board.",
    "done": "{who} was done with Abilities.",
    "stop": "{who} stopped.",
    "pass": "{who} passed.",
    "undo": "The last step was taken back.",
    "phase": "The next phase began.",
    "next": "NEXT was pressed.",
    "claim_governor": "{who} claimed the Governor's token.",
    "topology": "Corridors were joined or parted.",
    "setup": "The setup went on.",
    "guide": "The lesson went on.",
}


def sentence(before: View, after: View, action: dict[str, Any]) -> str:
    """One entry in words. `before` and `after` are what the table saw."""
    news = news_of(before.get("events") or [], after.get("events") or [])
    told = " ".join(event["text"] for event in reversed(news))
    done = after.get("undo")
    if not told and done and done != before.get("undo") and action.get("kind") != "undo":
        told = str(done)
    return told or _by_kind(before, action)


def news_of(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is new in a list of events, newest first, of which the oldest fall off the end."""
    for count in range(len(after) + 1):
        if after[count:] == before[: len(after) - count]:
            return after[:count]
    return []


def _by_kind(before: View, action: dict[str, Any]) -> str:
    kind = str(action.get("kind"))
    if kind == "tap":
        piece = str(action.get("piece"))
        return f"The ARC read {'' if '/' in piece else 'the '}{piece_words(piece)}."
    if kind in ("attach", "detach") and isinstance(action.get("unit"), int):
        return f"{unit_words(action['unit'])} was {'connected' if kind == 'attach' else 'taken off'}."
    if kind == "answer":
        return _answer(before, action.get("choice"))
    words = SILENT.get(kind, "{who}: {kind}.")
    return words.format(who=_who(before, action.get("seat")), kind=kind.replace("_", " "))


def _answer(before: View, choice: Any) -> str:
    dialog = before.get("dialog") or {"title": "The question", "choices": []}
    label = next((item["label"] for item in dialog["choices"] if item["choice"] == choice), str(choice))
    return f"{str(dialog['title']).rstrip('.?')}: {label}."


def _who(before: View, seat: Any) -> str:
    managers = before.get("managers") or []
    if isinstance(seat, int) and 0 <= seat < len(managers):
        return str(managers[seat]["name"])
    return "A Manager"


def bare_sentence(action: dict[str, Any]) -> str:
    """One entry in words without a view: its kind, and what was laid or joined."""
    return f"{action_words(action).replace('_', ' ').capitalize()}."

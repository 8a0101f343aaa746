"""What cards do to the Colony, as sums: `compiled(card)` is how often a card has each of the parts that `Needs` values.

Rule 1: a part is named as in `parts_of`; its worth is found once for a colony, so that a card costs a few products.
"""

from typing import Any

from shared_rules.beyond_humanity.tables import GROUPS, RESOURCES

Compiled = tuple[list[tuple[str, int]], list[tuple[int, int, int]]]  # (part, times)s; (from group, to group, people)s
_KNOWN: dict[str, tuple[Any, Compiled]] = {}  # by title, with the card that was read


def compiled(card: dict[str, Any]) -> Compiled:
    """The parts of a card, and the people whom it converts."""
    found = _KNOWN.get(card["title"])
    if found is None or found[0] is not card:
        found = _KNOWN[card["title"]] = (card, _compile(card))
    return found[1]


def _compile(card: dict[str, Any]) -> Compiled:
    parts = [(name, steps) for name, steps in zip(("h", "s", "t"), card["hst"], strict=True) if steps]
    moved = []
    for kind, *args in card["app"]:
        if kind == "convert":
            moved.append((GROUPS.index(args[0]), GROUPS.index(args[1]), args[2]))
        elif kind in ("invite", "expel"):
            parts.append(("people/" + args[0], args[1] if kind == "invite" else -args[1]))
        elif kind in ("group", "accumulator", "fill"):
            parts.append((f"{kind}/{args[0]}", args[1]))
        else:
            parts.append((kind, args[0] if args and isinstance(args[0], int) else 1))
    return parts, moved


def parts_of(needs: Any) -> dict[str, float]:
    """Worth of one of each part, as `needs` has it."""
    worths, sight = needs.worths, needs.sight
    found = {
        "h": needs.icon[0],
        "s": needs.icon[1],
        "t": needs.icon[2],
        "stock": needs.stock(1),
        "boost": worths["boost"] * (1 if needs.free_beds > 2 else -0.5),
        "td": -needs.dependence(),
        "riot": worths["riot"] if sight.riot else 0.0,
        "progress": needs.queue * worths["progress"],
        "catastrophe": -3.0,
        "governor": worths["governor"],
    }
    found.update(_BOOSTED)
    for index, part in enumerate(_PEOPLE):
        found[part] = needs.people(index, 1)
    made, used, room = sight.production, sight.consumption, worths["accumulator"]
    for index, (fill, accumulator) in enumerate(_STORES):
        margin = needs.margin[index]
        found[fill] = 0.35 if margin < 0 or made[index] < used[index] else 0.02
        found[accumulator] = room * (2 if margin < 1 else 1)
    return found


_PEOPLE = ["people/" + name for name in GROUPS]
_BOOSTED = {"group/" + name: 0.03 if name != "prisoners" else -0.03 for name in GROUPS}
_STORES = [("fill/" + name, "accumulator/" + name) for name in RESOURCES]

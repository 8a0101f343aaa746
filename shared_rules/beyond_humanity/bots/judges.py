"""What an action is worth to the greedy bot: one judge for each kind of action, `JUDGES`."""

from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots.turn import Turn
from shared_rules.beyond_humanity.referee import pieces

Action = dict[str, Any]


def _goal_worth(turn: Turn, name: str) -> float:
    goal = pieces.goal(name)
    odd = turn.worths["goal_odds"].get(name, turn.worths["goal_odd"])
    return float(sum(one["vp"] for one in goal["levels"]) / len(goal["levels"]) * odd - goal["miss"] * (1 - odd))


def _keep(turn: Turn, action: Action) -> float:
    return sum(_goal_worth(turn, name) for name in action["goals"])


def _face_worth(turn: Turn, number: int, face: int) -> float:
    card = pieces.assistant(number, face)
    choices, price = pieces.offer(card)
    return max(turn.effects(choice) for choice in choices) - turn.price(price)


def _place(turn: Turn, action: Action) -> float:
    return turn.socket(action["socket"])[action["option"]]


def _assistant(turn: Turn, action: Action) -> float:
    kind, _, rest = action["socket"].partition("/")
    if kind == "assistant":
        card = pieces.assistant(int(rest), turn.sight.faces[rest])
    else:
        card = pieces.box()["by_advisors"][rest]
    choices, price = pieces.offer(card)
    return turn.effects(choices[action["option"]]) - turn.price(price)


def _endorse_card(turn: Turn, action: Action) -> float:
    return turn.endorsement(action["unit"]) - turn.mind.keep(action["card"]) - turn.loss("dec", 1)


def _expedition_field(turn: Turn, action: Action) -> float:
    source = action.get("from")
    number = turn.sight.expedition
    if source:
        number = None if source == "deck" else int(source.partition("/")[2])
    return turn.field("expedition", action["field"], number)


def _ability(turn: Turn, action: Action) -> float:
    worths, slot = turn.worths, action["slot"]
    if turn.sight.abilities[slot]:
        return -1.0
    price = (5, 10, 15)[slot % 3]
    worth = worths["ability"][action["ability"]] * min(1.0, (turn.mind.left + 1) / worths["ability_months"])
    worth += turn.mind.pull("own abilities", sum(1 for one in turn.sight.abilities if one))
    return float(worth - price * worths["ability_least"])


def _card(turn: Turn, action: Action) -> float:
    if action["card"] == "none":
        return float(turn.worths["pass_card"])
    kind, _, digits = action["card"].partition("/")
    number = int(digits)
    card = content.get()[kind][number]
    if kind == "decree":
        return turn.mind.decree(number) - turn.price(card["fee"])
    worth = turn.mind.card(card) + turn.mind.pull("own directive") - turn.price(card["fee"])
    return worth - (turn.worths["directive_wait"] if turn.mind.left > 4 else 0.0)


def _columns(turn: Turn, action: Action) -> float:
    columns = action["columns"]
    worth = (len(columns) - 1) * turn.worths["column"]
    return float(worth - sum(turn.price(pieces.solo()["columns"][column]) for column in columns))


def _upkeep(turn: Turn, _action: Action) -> float:
    unit, need, given, _xp = turn.sight.proposals[turn.sight.seat]
    return turn.mind.module(unit, True) * (1 + given) / (1 + need) - turn.loss("cr", 1)


def _nothing(_turn: Turn, _action: Action) -> float:
    return 0.0


JUDGES: dict[str, Callable[[Turn, Action], float]] = {
    "keep": _keep,
    "face": lambda turn, action: _face_worth(turn, turn.sight.managers[turn.sight.seat], action["face"]),
    "hire": lambda turn, action: _face_worth(turn, action["assistant"], action["face"]),
    "upkeep": _upkeep,
    "drop": _nothing,
    "ability": _ability,
    "done": _nothing,
    "columns": _columns,
    "place": _place,
    "artifact": lambda turn, action: turn.mind.commands(pieces.artifact(action["artifact"])["commands"]) + 0.5,
    "assistant": _assistant,
    "pass": _nothing,
    "endorse": _endorse_card,
    "stop": _nothing,
    "expedition": _expedition_field,
    "research": lambda turn, action: turn.field("research", action["field"], turn.sight.research),
    "copy": _place,
    "exchange": lambda turn, action: 0.01,
    "discard": lambda turn, action: -turn.mind.keep(action["card"]),
    "flip": lambda turn, action: _face_worth(turn, action["assistant"], 1 - turn.sight.faces[str(action["assistant"])]),
    "goal": lambda turn, action: _goal_worth(turn, action["goal"]),
    "move": lambda turn, action: -1.0,
    "build": lambda turn, action: 1.0 if action["to"][0] == 0 else 0.5,
    "choose": _card,
    "introduce": lambda turn, action: 1.0,
    "withdraw": _nothing,
    "next": _nothing,
}


# -- endorsements: too many actions to judge each of them ----------------------------------------------------------


def best_endorsement(turn: Turn, actions: list[Action]) -> Action:
    """The best Module with the card that is given up most readily, or to stop, if that may be done."""
    hand = turn.sight.hand
    place, kept = turn.mind.least_kept(hand)
    unit, worth = turn.best_unit()
    card, best = hand[place], None
    for action in actions[place :: len(hand)]:
        if action.get("card") == card and (best is None or action["unit"] == unit):
            best = action
            if action["unit"] == unit:
                break
    stop = [action for action in actions[-2:] if action["kind"] == "stop"]
    if stop and worth - kept - turn.loss("dec", 1) <= 0:
        return stop[0]
    return best  # type: ignore[return-value]  # every Module is listed with every card

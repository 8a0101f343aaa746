"""What the golden games have to show together, and what one of them shows. Names are read by people: "ending riot".

Rule 1: what is wanted comes from the rules and the content themselves, so a new ending is missed at once.
Rule 2: what a game shows is read from its options, its log and its final state, not from what it was made for.
"""

from typing import Any

from host.store.gamefile import GameFile
from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.content import box
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.beyond_humanity.rules import endings, offers

LEVELS = tuple(name for name, _, _ in offers.LEVELS)
MODES = tuple(name for name, _, _ in offers.MODES)
SEATS = (2, 3, 4, 5)
OUTCOMES = ("goal missed", "goal lower level", "goal upper level")  # BHC-A2.2-4: only one of the levels counts
OTHERS = ("undo at companion level", "undo at referee level", "setup by hand", "planet of the catalogue", "fleet",
          "co-op won", "co-op not enough points", "bar filled", "bar missed")  # fmt: skip


def wanted() -> set[str]:
    """Everything that has to be there."""
    found = {f"{level} {mode}" for level in LEVELS for mode in MODES}
    found |= {f"referee semi with {count}" for count in SEATS}
    found |= {f"ending {name}" for name in endings.TEXTS}
    found |= {f"scenario {scenario['id']}" for scenario in box.get()["scenarios"]}
    return found | set(OUTCOMES) | set(OTHERS)


def shown(file: GameFile, state: Any) -> set[str]:
    """What one finished game shows."""
    level = str(state.get("level", "companion"))
    found = {f"{level} {state['mode']}"} | {f"ending {name}" for name in state["ending"]}
    if level == "referee" and state["mode"] == "semi":
        found.add(f"referee semi with {len(state['desk']['managers'])}")
    if state.get("scenario"):
        found.add(f"scenario {state['scenario']['id']}")
    found |= {f"bar {bar['outcome']}" for bar in state.get("bars", ()) if bar["outcome"]}
    return found | _choices(file, state, level) | _points(state, level)


def _choices(file: GameFile, state: Any, level: str) -> set[str]:
    found = set()
    kinds = {str(entry.action["kind"]) for entry in file.entries}
    if "undo" in kinds:
        found.add(f"undo at {level} level")
    if "setup" in kinds:
        found.add("setup by hand")
    if state["planet"] not in {planet["id"] for planet in content.get()["planets"]}:
        found.add("planet of the catalogue")
    if state.get("fleet", "neutral") != "neutral":
        found.add("fleet")
    return found


def _points(state: Any, level: str) -> set[str]:
    found = set()
    result = endings.result(state)
    if state["mode"] == "coop" and result and result["positive"] and level == "companion":
        found.add("co-op won" if result["won"] else "co-op not enough points")
    if level != "referee" or not state["board"].get("score"):
        return found
    if state["mode"] == "coop":
        from shared_rules.beyond_humanity import game

        found.add("co-op won" if game.result(state)["won"] else "co-op not enough points")
    score = state["board"]["score"]
    judged = [*score["common"], *(goal for seat in score["seats"].values() for goal in seat["goals"])]
    return found | {_outcome(goal) for goal in judged}


def _outcome(judged: dict[str, Any]) -> str:
    if judged["level"] == 0:
        return OUTCOMES[0]
    several = len(pieces.goal(judged["goal"])["levels"]) > 1
    return OUTCOMES[2] if judged["level"] > 1 else OUTCOMES[1] if several else "goal reached"

"""NEXT at referee level: the companion's settlement, then what the table does with its results (BHC-4.1-8, 4.1-10).

Rule 1: votes, Occurrence and month are those of the companion level, by the same code.
Rule 2: the table halves follow in its order: Occurrence, then the passed cards in last Round's turn order.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.referee import deeds, scoring
from shared_rules.beyond_humanity.rules import settlement


def close_round(work, step, _action):
    """Settle the month; then the next Round begins with its table effects, or the game ends."""
    after, results, occurrence = settlement.settled(work.state)
    work.adopt(after)
    work.barrier = True
    work.results, work.occurrence = results, occurrence["id"]
    for seat in range(len(work.state["desk"]["managers"])):
        own = work.seat(seat)
        own["laid"], own["shared"] = None, False
    work.discard([entry["number"] for entry in results if entry["kind"] == "decree" and not entry["stopped"]])
    if work.state["stage"] != "play":
        scoring.count(work)
        return
    steps = deeds.steps_of(work.state, step["seat"], occurrence["table"])
    for entry in results:
        if entry["passed"]:
            steps += _passed(work, entry)
    work.first(steps + [{"do": "phase", "phase": 2}])


def _passed(work, entry):
    card, seat = content.get()[entry["kind"]][entry["number"]], entry["seat"]
    steps = deeds.steps_of(work.state, seat, card["table"])
    if entry["kind"] == "decree":
        steps.append({"do": "occasion", "seat": seat, "name": "decree"})
        if card["colour"] == "green":
            steps.append({"do": "occasion", "seat": seat, "name": "green"})
    return steps

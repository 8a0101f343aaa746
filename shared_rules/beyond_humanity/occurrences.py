"""Occurrences: which events are possible now, and which one comes (BHC-5.6-3).

Conditions are a closed vocabulary over what the rulebook names as inputs: planet, Managers, Modules, statuses, STOCK.
"""

from shared_rules.beyond_humanity.effects import VocabularyError
from shared_rules.beyond_humanity.tables import STATUSES
from shared_rules.engine.chance import pick

STOCK_HIGH = 90
STOCK_LOW = 20


def parse_condition(text, tags, kinds):
    """["planet", "ice"] from "planet ice"; VocabularyError for anything outside of the vocabulary."""
    words = text.split()
    kind, word = words[0], (words[1] if len(words) > 1 else "")
    allowed = {
        "planet": sorted(tags),
        "module": sorted(kinds),
        "manager": [str(number) for number in range(1, 10)],
        "stock": ["high", "low"],
        "crowded": [""],
    }
    for status in STATUSES:
        allowed[status] = ["good", "bad"]
    if kind not in allowed or len(words) > 2:
        raise VocabularyError("unknown condition '%s'" % text)
    if word not in allowed[kind]:
        raise VocabularyError("'%s' is not one of: %s" % (word, ", ".join(allowed[kind])))
    return [kind, word]


def holds(condition, scene):
    """Whether one condition holds in `scene` (see `scene_of` in rules/settlement.py)."""
    kind, word = condition
    if kind in STATUSES:
        band = scene["bands"][STATUSES.index(kind)]
        return band == 0 if word == "good" else band >= 2
    if kind == "stock":
        return scene["stock"] >= STOCK_HIGH if word == "high" else scene["stock"] < STOCK_LOW
    if kind == "crowded":
        return scene["crowded"]
    return word in scene[kind]


def eligible(content, scene):
    """The Occurrences whose conditions all hold; one that damages a Module needs a Module that stands."""
    return [
        item
        for item in content["occurrences"]
        if all(holds(condition, scene) for condition in item["when"])
        and (scene["module"] or ["catastrophe"] not in item["app"])
    ]


def draw(content, scene, chance):
    """(Occurrence, new chance)."""
    items = eligible(content, scene)
    index, chance = pick(chance, [item["weight"] for item in items])
    return items[index], chance

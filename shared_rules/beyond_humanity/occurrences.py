"""Occurrences: which events are possible now, and which one comes (BHC-5.6-3).

Conditions are a closed vocabulary over what the rulebook names as inputs: planet, Managers, Assistants, Modules,
statuses, STOCK. A text may have slots ("{place}"), each filled from its own list: `variants` counts how often.
"""

from shared_rules.beyond_humanity.effects import VocabularyError
from shared_rules.beyond_humanity.tables import STATUSES
from shared_rules.engine.chance import below, pick

STOCK_HIGH = 90  # STOCK from which the events of a rich Colony come (BHC-5.6-3)
STOCK_LOW = 20  # STOCK below which the events of a poor Colony come: a loan is near
WORDS = ("planet", "manager", "module")  # conditions that the scene answers by lists of words
STANDS = ["standing", ""]  # a condition of our own: what damages a Module needs one
SLOTS = ("place", "thing", "who", "why")  # the order in which a variant's number is taken apart


def parse_condition(text, tags, kinds):
    """["planet", "ice"] from "planet ice"; VocabularyError for anything outside of the vocabulary."""
    words = text.split()
    kind, word = words[0], (words[1] if len(words) > 1 else "")
    allowed = {
        "planet": sorted(tags),
        "module": sorted(kinds),
        "manager": [str(number) for number in range(1, 10)],
        "assistant": [str(number) for number in range(1, 10)],
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
    if kind == "standing":
        return bool(scene["module"])
    if kind == "assistant":  # the cards of the Managers at the table, unless the referee knows better (BHC-3.1-4)
        return word in scene.get("assistant", scene["manager"])
    return word in scene[kind]


_ROWS = [None, [], [], {}]  # the Occurrences that were looked at last, and what `_rows` found for them


def _rows(items):
    """([(bit, condition of state)], [(bits that are needed, item)], {kind: {word: bit}}).

    Each different condition is a bit; those that look a word up in the scene are sorted by kind and word.
    """
    if _ROWS[0] is not items:
        conditions, rows = [STANDS], []
        for item in items:
            needed = list(item["when"])
            if ["catastrophe"] in item["app"]:
                needed.append(STANDS)
            for condition in needed:
                if condition not in conditions:
                    conditions.append(condition)
            rows.append((sum([1 << index for index, one in enumerate(conditions) if one in needed]), item))
        words = {kind: {} for kind in WORDS}
        for index, (kind, word) in enumerate(conditions):
            if kind in WORDS:
                words[kind][word] = 1 << index
        others = [(1 << index, one) for index, one in enumerate(conditions) if one[0] not in WORDS]
        _ROWS[:] = [items, others, rows, words]
    return _ROWS[1], _ROWS[2], _ROWS[3]


def eligible(content, scene):
    """The Occurrences whose conditions all hold; one that damages a Module needs a Module that stands."""
    conditions, rows, words = _rows(content["occurrences"])
    missing = -1
    for bit, condition in conditions:
        if holds(condition, scene):
            missing &= ~bit
    for kind, bits in words.items():
        for word in scene[kind]:
            missing &= ~bits.get(word, 0)
    return [item for needed, item in rows if not needed & missing]


def variants(item):
    """How many ways there are to tell an Occurrence."""
    count = 1
    for words in item.get("slots", {}).values():
        count *= words.count("|") + 1
    return count


def text_of(item, number):
    """Way `number` (0..variants - 1) of telling an Occurrence."""
    text = item["text"]
    for slot in SLOTS:
        words = item.get("slots", {}).get(slot, "").split("|")
        if words[0]:
            text = text.replace("{" + slot + "}", words[number % len(words)])
            number //= len(words)
    return text[0].upper() + text[1:]


def told(items, name):
    """The Occurrence that `draw` named: "leak" or "leak/3", with its text filled in."""
    kind, _, number = name.partition("/")
    item = next(one for one in items if one["id"] == kind)
    return dict(item, id=name, text=text_of(item, int(number or 0)))


def draw(content, scene, chance):
    """(Occurrence with its text filled in and its way of telling in the id, new chance)."""
    items = eligible(content, scene)
    index, chance = pick(chance, [item["weight"] for item in items])
    return _told(items[index], chance)


def given(content, name, chance):
    """The Occurrence of that id, told in one of its ways: what a scenario brings whatever else would come."""
    return _told(next(item for item in content["occurrences"] if item["id"] == name), chance)


def _told(item, chance):
    count = variants(item)
    if count == 1:
        return item, chance
    number, chance = below(chance, count)
    return told([item], "%s/%d" % (item["id"], number)), chance

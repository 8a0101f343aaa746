"""Why Happiness, Security and Technical moved this month, in words (BHC-5.1-8, 5.1-9, 5.5.3-2).

Rule 1: only what lies open is named: tiles, groups, imports, Overcrowded, Occurrence and Decrees. No strength and no
total, so that the words tell nothing about the exact values.
Rule 2: what helps and what harms is what `colony.py` section 5 adds up; small things that are always there are left
out. The planet pulls every month; it is named where the word on the screen became worse, which everybody sees.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.colony import HARM
from shared_rules.beyond_humanity.rules import changes
from shared_rules.beyond_humanity.words import RESOURCE_LABELS, STATUS_LABELS, band, listing
from shared_rules.compat import const

NAMED = const(4)  # more causes on one side are only counted
MANY_CITIZENS, MANY_COLONISTS, MANY_PRISONERS = const(4096), const(1024), const(160)
GUARDED = const(24)  # Citizens whom one of SecForce looks after
COLONISTS, SECFORCE, PRISONERS = const(0), const(1), const(4)
STATUS_KEYS = ("happiness", "security", "technical")


def rows(state, results, occurrence):
    """[(status label, sentence)] for the settlement that has just been made.

    results: votes as `settlement` makes them; occurrence: the entry of the content that came.
    """
    made, icons, tiles = [], _cards(results, occurrence), _modules(state)
    for index, label in enumerate(STATUS_LABELS):
        up, down = _causes(state, index, tiles[index], icons)
        made.append((label, _sentence(up, down)))
    return made


def _causes(state, index, tiles, icons):
    """(what helps, what harms) one status, by name."""
    levels = [(name, tiles[name]) for name in sorted(tiles)]
    levels += [(name, hst[index]) for name, hst in icons]
    levels += _people(state, index)
    levels += _want(state, index)
    levels += _land(state, index)
    return [name for name, level in levels if level > 0], [name for name, level in levels if level < 0]


def _cards(results, occurrence):
    """[(title, icons)] of the Occurrence and of the cards that passed."""
    shown = [("“%s”" % occurrence["title"], occurrence["hst"])] if "title" in occurrence else []
    for item in results:
        card = content.get()[item["kind"]][item["number"]]
        if item["passed"]:
            shown.append(("“%s”" % card["title"], card["hst"]))
    return shown


def _modules(state):
    """For each status {name: level} of the tiles at work, equal Modules once."""
    tier, tiles, found = state["colony"]["tier"], content.get()["tile"], ({}, {}, {})
    for unit, done in enumerate(state["colony"]["progress"]):
        if done:
            tile = tiles[unit]
            side = tile["tier2" if tier[unit] else "tier1"]
            for key, levels in zip(STATUS_KEYS, found):
                if side.get(key):
                    levels[tile["name"]] = side[key]
    return found


def _people(state, index):
    groups = state["colony"]["pop"]
    people = sum(groups)
    if index == 0:
        return [("many Citizens", -1)] if people >= MANY_CITIZENS else []
    if index == 2:
        return [("many Colonists", 1)] if groups[COLONISTS] >= MANY_COLONISTS else []
    guarded = groups[SECFORCE] * GUARDED >= people
    made = [("SecForce", 1) if guarded else ("too little SecForce", -1)]
    return made + ([("many Prisoners", -1)] if groups[PRISONERS] >= MANY_PRISONERS else [])


def _want(state, index):
    report = state["report"]
    made = [
        ("missing %s" % label, -1)
        for number, label in enumerate(RESOURCE_LABELS)
        if report["imported"][number] and HARM[index][number]
    ]
    return made + ([("Overcrowded", -1)] if report["crowded"] else [])


def _land(state, index):
    """A scenario, and the planet itself where the word became worse: it alone would not keep a status up."""
    rule = changes.more(state, "monthly", STATUS_KEYS[index])
    made = [("the scenario", rule)] if rule else []
    key = ("h", "s", "t")[index]
    fell = bool(state["last"]) and band(state["colony"][key]) > band(state["last"][key])
    return made + ([("life on a strange planet", -1)] if fell else [])


def _sentence(up, down):
    made = ["%s: %s." % (word, _short(names)) for word, names in (("Up", up), ("Down", down)) if names]
    return " ".join(made) or "Nothing special."


def _short(names):
    if len(names) <= NAMED:
        return listing(names)
    return "%s and %d more" % (", ".join(names[:NAMED]), len(names) - NAMED)

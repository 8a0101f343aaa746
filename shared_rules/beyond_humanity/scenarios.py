"""Rule changes of scenarios and their progress bars, as a closed vocabulary (BHC-A4.1-8 to A4.1-11).

Rule 1: what a scenario says takes precedence over the core rules; what it does not name stays as it is.
Rule 2: the words on the screen are made from the rules.
"""

from shared_rules.beyond_humanity.effects import GROUP_WORDS, RESOURCE_WORDS
from shared_rules.beyond_humanity.table_effects import amount
from shared_rules.beyond_humanity.tables import GROUPS, STATUSES
from shared_rules.beyond_humanity.vocabulary import VocabularyError, parse
from shared_rules.beyond_humanity.words import grouped

COLONY = ("h", "s", "t", "stock", "td", "hazard", "immigration")  # fields of the planet or of the first colony
PIECES = ("assistants", "ambassador", "campaigns", "directives", "artifacts")
RULES = {
    "rounds": ("count",),  # instead of 20
    "win": (("modules", "population"), "count"),  # what this positive ending needs
    "closed": (("rounds", "modules", "population"),),  # this ending does not end the game well
    "lose": (("td",), "count"),  # so many Terran Dependences are the end
    "colony": (COLONY, "int"),  # added at the start
    "population": ("group", "int"),  # added at the start
    "production": ("resource", "int"),  # added to the planet's, every month
    "monthly": (GROUPS + STATUSES, "int"),  # added at every settlement: persons, or points of a status
    "every": ("count", "name"),  # that Occurrence comes in each such Round
    "actions": ("int",),  # regular actions more or fewer
    "upkeep": ("count",),  # CR for a proposal
    "construction": ("count",),  # STOCK per Module and Round
    "start": (("cr", "tg", "pa", "xp", "dec"), "int"),  # more or fewer for each Manager
    "add": ("name",),  # this Module is in the pool
    "remove": ("name",),  # this Module is not in the pool
    "no": (PIECES,),  # takes no part
    "vp": (("round", "module", "green"), "int"),  # VP for each, instead of the usual
}
KINDS = ("reach", "hold")


def parse_rule(text, names):
    """["production", "power", -3] from text; `names`: {"every": Occurrences, "add": Module types, ...}."""
    words = text.split()
    types = RULES.get(words[0] if words else "", ())
    known = {kind: tuple(names[words[0]]) if kind == "name" else kind for kind in types if isinstance(kind, str)}
    made = tuple([known.get(kind, kind) if isinstance(kind, str) else kind for kind in types])
    return parse(words, dict(RULES, **({words[0]: made} if types else {})))


def parse_missed(text):
    """["lose"] or ["vp", -25]: what a progress bar that is not filled in time does."""
    if text == "lose":
        return ["lose"]
    words = text.split()
    if len(words) != 2 or words[0] != "vp":
        raise VocabularyError("missed is 'lose' or 'vp' and a number")
    return parse(words, {"vp": ("int",)})


def _more(number, what):
    return "%d %s %s" % (abs(number), "more" if number > 0 else "fewer", what)


_COLONY_WORDS = {
    "h": "Happiness",
    "s": "Security",
    "t": "Technical",
    "immigration": "Immigration",
    "hazard": "The danger of Catastrophes",
}
PIECE_WORDS = {
    "assistants": "The Assistants take no part.",
    "ambassador": "The Ambassador takes no part.",
    "campaigns": "Nobody may campaign.",
    "directives": "The Directives take no part.",
    "artifacts": "The Artifacts take no part.",
}
_CLOSED_WORDS = {
    "rounds": "Surviving the last Round alone is not enough.",
    "modules": "A number of Modules does not end the game.",
    "population": "A number of inhabitants does not end the game.",
}
_WIN_WORDS = {"modules": "The game is won with %s Modules.", "population": "The game is won with %s inhabitants."}
_VP_WORDS = {"round": "Each Round", "module": "Each submitted Module", "green": "Each passed green Decree"}


def _colony(field, number):
    if field == "stock":
        return "The Colony begins with %d %s STOCK." % (abs(number), "more" if number > 0 else "less")
    if field == "td":
        return "The Colony begins with %d Terran Dependence." % number
    return "%s is %s than usual." % (_COLONY_WORDS[field], "higher" if number > 0 else "lower")


def _monthly(what, number):
    if what in STATUSES:
        return "Every month %s %s a little." % (what.capitalize(), "rises" if number > 0 else "falls")
    return "Every month %d %s %s." % (abs(number), GROUP_WORDS[what], "arrive" if number > 0 else "are lost")


def _production(resource, number):
    return "The planet gives %s of %s." % (_more(number, "units"), RESOURCE_WORDS[resource])


def _actions(number):
    return "Each Manager has %s in each Round." % _more(number, "regular action" + ("s" if abs(number) > 1 else ""))


def _start(currency, number):
    name = amount(currency, abs(number))
    return "Each Manager begins with %s %s." % (name, "more" if number > 0 else "fewer")


def rule_words(rule, titles):
    """One sentence for one rule; `titles` gives names of Occurrences and Modules by id."""
    kind, rest = rule[0], rule[1:]
    if kind == "every":
        return "Every %d Rounds: “%s”." % (rest[0], titles[rest[1]])
    if kind in ("add", "remove"):
        return "%s is %s the pool." % (titles[rest[0]], "in" if kind == "add" else "not in")
    return _WORDS[kind](*rest)


_WORDS = {
    "rounds": lambda count: "The game lasts %d Rounds." % count,
    "win": lambda what, count: _WIN_WORDS[what] % grouped(count),
    "closed": lambda what: _CLOSED_WORDS[what],
    "lose": lambda _what, count: "%d Terran Dependences are the end." % count,
    "colony": _colony,
    "population": lambda group, number: "%s are there at the start." % _more(number, GROUP_WORDS[group]),
    "production": _production,
    "monthly": _monthly,
    "actions": _actions,
    "upkeep": lambda count: "Upkeep of a proposal is %d Credits." % count,
    "construction": lambda count: "Construction costs %d STOCK per Module and Round." % count,
    "start": _start,
    "no": lambda piece: PIECE_WORDS[piece],
    "vp": lambda what, number: "%s is worth %d VP." % (_VP_WORDS[what], number),
}


def _signed(number):
    return "+%d" % number if number > 0 else "−%d" % -number


_LOST = "Otherwise the game is lost. It can not be won before."


def progress_words(bar, clause):
    """What the progress bar asks for; `clause` is its condition in words."""
    clause = clause[0].upper() + clause[1:]
    if bar["kind"] == "hold":
        goal = "%s for %d Rounds in a row, by Round %d." % (clause, bar["rounds"], bar["by_round"])
    else:
        goal = "%s by the end of Round %d." % (clause, bar["by_round"])
    lost = "Otherwise: %s VP." % _signed(bar["missed"][1]) if bar["missed"][0] == "vp" else _LOST
    return "%s %s" % (goal, lost)


def advance(bar, done, holds, number):
    """(Rounds done, outcome) after the settlement of Round `number`; outcome is None, "filled" or "missed".

    `done`: Rounds in a row so far; `holds`: whether the condition holds now. What was filled stays so.
    """
    done = done + 1 if holds else 0
    if done >= (bar["rounds"] if bar["kind"] == "hold" else 1):
        return done, "filled"
    return done, "missed" if number >= bar["by_round"] else None

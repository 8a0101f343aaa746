"""The closed vocabulary of effects on every card and socket, and what the app part of it does.

Two halves: `app` effects change the colony and are carried out here; `table` effects (table_effects.py) are carried
out by the players or by the referee. Content writes them as text ("convert colonists secforce 60"); `parse_app` and
`parse_table` turn that into lists once, when content is loaded.

Rule 1: the words on a card are made from these lists, so that card and effect can not disagree.
Rule 2: an effect never takes more than there is (BHC-3.1-24) and never lifts a status out of 0..1000.
"""

from shared_rules.beyond_humanity.table_effects import (
    CURRENCY_WORDS,
    TABLE,
    WHO,
    WHO_WORDS,
    action_words,
    amount,
    parse_action,
    parse_table,
    table_words,
)
from shared_rules.beyond_humanity.tables import GROUPS, RESOURCES
from shared_rules.beyond_humanity.vocabulary import CURRENCIES, VocabularyError, parameter, parse
from shared_rules.compat import const
from shared_rules.engine.reasons import RulesBug

__all__ = (
    "APP",
    "CURRENCIES",
    "CURRENCY_WORDS",
    "TABLE",
    "WHO",
    "WHO_WORDS",
    "VocabularyError",
    "action_words",
    "app_words",
    "apply_effects",
    "fee_words",
    "icon_words",
    "parse_action",
    "parse_app",
    "parse_fee",
    "parse_table",
    "table_words",
)

ICON_POINTS = const(40)  # points of a status icon: two green Decrees move a status by about half a band (BHC-4.8-4)

# kind -> types of its parameters
APP = {
    "stock": ("int",),
    "convert": ("group", "group", "count"),
    "invite": ("group", "count"),
    "expel": ("group", "count"),
    "boost": ("int",),
    "group": ("group", "int"),
    "accumulator": ("resource", "int"),
    "fill": ("resource", "int"),
    "td": ("int",),
    "riot": ("restart",),
    "progress": ("count",),
    "catastrophe": (),
    "governor": (),
}
RESOURCE_WORDS = {"power": "Power", "life_support": "Life Support", "gas": "Gas", "liquid": "Liquids"}
GROUP_WORDS = {
    "colonists": "Colonists",
    "secforce": "SecForce",
    "scientists": "Scientists",
    "marines": "Marines",
    "prisoners": "Prisoners",
}


def parse_app(text):
    """["stock", 12] from "stock +12"; VocabularyError names what is wrong."""
    return parse(text.split(), APP)


def parse_fee(text):
    """{"pa": 1, "cr": 2} from "pa 1 cr 2"; an empty text is free."""
    words = text.split()
    if len(words) % 2:
        raise VocabularyError("a fee is pairs of currency and number")
    return {parameter("currency", words[i]): parameter("count", words[i + 1]) for i in range(0, len(words), 2)}


# -- what app effects do -------------------------------------------------------------------------------------------


def _stock(colony, amount):
    colony["stock"] += amount


def _move(colony, source, target, count):
    moved = min(count, colony["pop"][source])
    colony["pop"][source] -= moved
    colony["pop"][target] += moved


def _convert(colony, source, target, count):
    _move(colony, GROUPS.index(source), GROUPS.index(target), count)


def _invite(colony, group, count):
    colony["pop"][GROUPS.index(group)] += count


def _expel(colony, group, count):
    index = GROUPS.index(group)
    colony["pop"][index] -= min(count, colony["pop"][index])


def _boost(colony, points):
    colony["boost"] += points


def _group(colony, group, points):
    colony["group_boost"][GROUPS.index(group)] += points


def _accumulator(colony, resource, units):
    colony["acc_extra"][RESOURCES.index(resource)] += units


def _fill(colony, resource, units):
    index = RESOURCES.index(resource)
    colony["acc"][index] = max(0, colony["acc"][index] + units)


def _td(colony, markers):
    colony["td"] = max(0, colony["td"] + markers)


def _riot(colony, _word):
    """Break the continuity of a RIOT: back to its first stage (BHC-5.5.1-13)."""
    colony["riot"] = min(colony["riot"], 1)


def _progress(colony, points):
    for unit, rate in enumerate(colony["rate"]):
        if rate:
            colony["progress"][unit] = min(127, colony["progress"][unit] + points)


def _elsewhere(_colony):
    """Catastrophe and Change Governor are carried out by the settlement."""


_DO = {
    "stock": _stock,
    "convert": _convert,
    "invite": _invite,
    "expel": _expel,
    "boost": _boost,
    "group": _group,
    "accumulator": _accumulator,
    "fill": _fill,
    "td": _td,
    "riot": _riot,
    "progress": _progress,
    "catastrophe": _elsewhere,
    "governor": _elsewhere,
}


def apply_effects(colony, effects, icons):
    """A new colony after the `app` effects and the three status icons of one card or Occurrence."""
    colony = dict(colony)
    for key in ("pop", "acc", "acc_extra", "group_boost", "progress"):
        colony[key] = list(colony[key])
    for name, steps in zip(("h", "s", "t"), icons):
        colony[name] = min(1000, max(0, colony[name] + ICON_POINTS * steps))
    for effect in effects:
        if effect[0] not in _DO:
            raise RulesBug("no such effect: " + effect[0])
        _DO[effect[0]](colony, *effect[1:])
    return colony


# -- words ---------------------------------------------------------------------------------------------------------


def _signed(number):
    return "+%d" % number if number > 0 else "−%d" % -number


def _direction(number, what):
    return "%s %s for some Rounds." % (what, "rises" if number > 0 else "falls")


def app_words(effect):
    """One sentence for one `app` effect."""
    kind = effect[0]
    if kind == "stock":
        return "%s STOCK." % _signed(effect[1])
    if kind == "convert":
        return "%d %s become %s." % (effect[3], GROUP_WORDS[effect[1]], GROUP_WORDS[effect[2]])
    if kind == "invite":
        return "%d %s arrive." % (effect[2], GROUP_WORDS[effect[1]])
    if kind == "expel":
        return "%d %s leave." % (effect[2], GROUP_WORDS[effect[1]])
    if kind == "boost":
        return _direction(effect[1], "Immigration")
    if kind == "group":
        return _direction(effect[2], "Immigration of %s" % GROUP_WORDS[effect[1]])
    if kind == "accumulator":
        return "%s Accumulator capacity: %s." % (RESOURCE_WORDS[effect[1]], _signed(effect[2]))
    if kind == "fill":
        return "%s in the Accumulator: %s." % (RESOURCE_WORDS[effect[1]], _signed(effect[2]))
    if kind == "td":
        return "Terran Dependence: %s." % _signed(effect[1])
    return _FIXED_WORDS[kind]


_FIXED_WORDS = {
    "riot": "A RIOT falls back to its first stage.",
    "progress": "Construction advances.",
    "catastrophe": "Catastrophe: a Module is damaged.",
    "governor": "Change Governor.",
}


def fee_words(fee):
    """ "1 Political Advantage and 2 Credits", or "free"."""
    if not fee:
        return "free"
    return " and ".join([amount(c, fee[c]) for c in CURRENCIES if c in fee])


def icon_words(icons):
    """ "Happiness +2, Technical −1", or an empty text."""
    names = ("Happiness", "Security", "Technical")
    return ", ".join(["%s %s" % (names[i], _signed(icons[i])) for i in range(3) if icons[i]])

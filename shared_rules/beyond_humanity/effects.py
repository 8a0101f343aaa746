"""The closed vocabulary of effects on Decrees, Directives and Occurrences, and what each does.

Two halves: `app` effects change the colony and are carried out here; `table` effects are carried out by the players and
only put into words. Content writes them as text ("convert colonists secforce 60"); `parse_app` and `parse_table` turn
that into lists once, when content is loaded.

Rule 1: the words on a card are made from these lists, so that card and effect can not disagree.
Rule 2: an effect never takes more than there is (BHC-3.1-24) and never lifts a status out of 0..1000.
"""

from shared_rules.beyond_humanity.tables import GROUPS, RESOURCES
from shared_rules.compat import const
from shared_rules.engine.reasons import RulesBug

ICON_POINTS = const(40)  # one Happiness, Security or Technical icon of a card

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
WHO = ("all", "owner", "others", "governor")
CURRENCIES = ("dec", "cr", "tg", "pa", "xp")
TABLE = {"gain": ("currency", "count"), "lose": ("currency", "count"), "flip": ("assistant",), "move": ("ability",)}

CURRENCY_WORDS = {
    "dec": ("Decree card", "Decree cards"),
    "cr": ("Credit", "Credits"),
    "tg": ("Terran Good", "Terran Goods"),
    "pa": ("Political Advantage", "Political Advantages"),
    "xp": ("Experience", "Experience"),
}
RESOURCE_WORDS = {"power": "Power", "life_support": "Life Support", "gas": "Gas", "liquid": "Liquids"}
GROUP_WORDS = {
    "colonists": "Colonists",
    "secforce": "SecForce",
    "scientists": "Scientists",
    "marines": "Marines",
    "prisoners": "Prisoners",
}
WHO_WORDS = {
    "all": "Each Manager",
    "owner": "The owner",
    "others": "Each other Manager",
    "governor": "The Governor",
}


class VocabularyError(ValueError):
    """Text that is not in the closed vocabulary; the message says what is wrong."""


def _parameter(kind, word):
    if kind == "int" or kind == "count":
        try:
            value = int(word)
        except ValueError:
            raise VocabularyError("'%s' is not a whole number" % word)
        if kind == "count" and value <= 0:
            raise VocabularyError("'%s' must be above zero" % word)
        return value
    allowed = {"group": GROUPS, "resource": RESOURCES, "currency": CURRENCIES}.get(kind, (kind,))
    if word not in allowed:
        raise VocabularyError("'%s' is not one of: %s" % (word, ", ".join(allowed)))
    return word


def _parse(words, vocabulary):
    kind = words[0] if words else ""
    if kind not in vocabulary:
        raise VocabularyError("unknown effect '%s' (known: %s)" % (kind, ", ".join(sorted(vocabulary))))
    types = vocabulary[kind]
    if len(words) - 1 != len(types):
        raise VocabularyError("'%s' takes %d parameters" % (kind, len(types)))
    return [kind] + [_parameter(of, word) for of, word in zip(types, words[1:])]


def parse_app(text):
    """["stock", 12] from "stock +12"; VocabularyError names what is wrong."""
    return _parse(text.split(), APP)


def parse_table(text):
    """["all", "gain", "dec", 1] from "all gain dec 1"; VocabularyError names what is wrong."""
    words = text.split()
    if not words or words[0] not in WHO:
        raise VocabularyError("starts with one of: " + ", ".join(WHO))
    return [words[0]] + _parse(words[1:], TABLE)


def parse_fee(text):
    """{"pa": 1, "cr": 2} from "pa 1 cr 2"; an empty text is free."""
    words = text.split()
    if len(words) % 2:
        raise VocabularyError("a fee is pairs of currency and number")
    return {_parameter("currency", words[i]): _parameter("count", words[i + 1]) for i in range(0, len(words), 2)}


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


def table_words(effect):
    """One sentence for one `table` effect."""
    who, kind = WHO_WORDS[effect[0]], effect[1]
    if kind == "flip":
        return who + " flips one Assistant card."
    if kind == "move":
        return who + " may move one Ability to another slot."
    name = CURRENCY_WORDS[effect[2]][effect[3] != 1]
    if kind == "gain" and effect[2] == "dec":
        return "%s draws %d %s." % (who, effect[3], name)
    verb = "gains" if kind == "gain" else "discards" if effect[2] == "dec" else "loses"
    return "%s %s %d %s." % (who, verb, effect[3], name)


def fee_words(fee):
    """ "1 Political Advantage and 2 Credits", or "free"."""
    if not fee:
        return "free"
    return " and ".join(["%d %s" % (fee[c], CURRENCY_WORDS[c][fee[c] != 1]) for c in CURRENCIES if c in fee])


def icon_words(icons):
    """ "Happiness +2, Technical −1", or an empty text."""
    names = ("Happiness", "Security", "Technical")
    return ", ".join(["%s %s" % (names[i], _signed(icons[i])) for i in range(3) if icons[i]])

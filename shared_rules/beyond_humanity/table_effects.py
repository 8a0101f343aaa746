"""The `table` half of the vocabulary: what Managers do with cards, tokens and currencies, on cards and on sockets.

One list serves every piece: Decrees, Directives, Occurrences and Artifacts name who does it ("all gain cr 1"); on
Action Sockets, Assistants and Advisors it is the acting Manager ("cr 2" is "owner gain cr 2").

Rule 1: a referee can carry out each of these from the pieces on the table alone. Three also need the ARC, as their
other half happens in the app: `campaign`, `ambassador` and `change governor` (BHC-4.7.2-2, 4.7.5-4, 2.3-7).
Rule 2: gains stop at the bank and at the Repository, losses at what there is (BHC-3.1-21, 3.1-22, 3.1-24).
Rule 3: what a Manager can not do is left out of a card; a socket of which nothing can be done is unavailable.
"""

from shared_rules.beyond_humanity.vocabulary import CURRENCIES, VocabularyError, parse

WHO = ("all", "owner", "others", "governor")
TABLE = {
    "gain": ("currency", "count"),  # from the bank or, for dec, from the deck
    "lose": ("currency", "count"),  # to the bank or the discard pile
    "exchange": ("currency", "count", "currency", "count"),  # give all of the first, then gain the second
    "endorse": ("count",),  # start a proposal or not, then place 1..count Decrees as endorsements
    "expedition": ("count",),  # fill up to count Expedition fields; the first one may draw the Artifact
    "research": ("count",),  # fill up to count Research fields
    "finish": ("research",),  # complete the ongoing Research with its fields as they are
    "copy": ("socket",),  # the action of an occupied socket of a Module tile
    "flip": ("assistant",),
    "reshuffle": ("artifacts",),  # the public ones into the deck, shuffle, reveal three
    "change": ("governor",),  # claim the role for the next Upkeep
    "goals": ("count", "count"),  # draw so many, add so many of them to the own Goals, discard the rest
    "move": ("ability",),
    "campaign": (),
    "ambassador": (),
    "large": (),  # the large ARC socket: draw 2 Decrees, or endorse 1
}
OPTIONAL = ("exchange", "endorse", "expedition", "research")  # whom a card names may leave these out

CURRENCY_WORDS = {
    "dec": ("Decree card", "Decree cards"),
    "cr": ("Credit", "Credits"),
    "tg": ("Terran Good", "Terran Goods"),
    "pa": ("Political Advantage", "Political Advantages"),
    "xp": ("Experience", "Experience"),
}
WHO_WORDS = {
    "all": "Each Manager",
    "owner": "The owner",
    "others": "Each other Manager",
    "governor": "The Governor",
}


def parse_table(text):
    """["all", "gain", "dec", 1] from "all gain dec 1"; VocabularyError names what is wrong."""
    words = text.split()
    if not words or words[0] not in WHO:
        raise VocabularyError("starts with one of: " + ", ".join(WHO))
    return [words[0]] + parse(words[1:], TABLE)


def parse_action(text):
    """["owner", "gain", "cr", 2] from "cr 2"; "research" alone is one field. For sockets and commands."""
    words = text.split()
    if words and words[0] in CURRENCIES:
        words = ["gain"] + words
    elif words in (["expedition"], ["research"], ["endorse"]):
        words = words + ["1"]
    elif len(words) == 1 and words[0] in ("copy", "flip", "reshuffle", "finish", "move"):
        words = words + list(TABLE[words[0]])
    elif words == ["governor"]:
        words = ["change", "governor"]
    elif words == ["goals"]:
        words = ["goals", "3", "1"]
    return ["owner"] + parse(words, TABLE)


def amount(currency, count):
    """ "1 Credit", "2 Decree cards"."""
    return "%d %s" % (count, CURRENCY_WORDS[currency][count != 1])


def _gain(currency, count):
    return ("draw " if currency == "dec" else "gain ") + amount(currency, count)


def _lose(currency, count):
    return ("discard " if currency == "dec" else "lose ") + amount(currency, count)


def _exchange(given, count, gained, number):
    verb = "give up" if given == "dec" else "pay"
    return "%s %s to %s" % (verb, amount(given, count), _gain(gained, number))


def _endorse(count):
    return "place 1 endorsement" if count == 1 else "place up to %d endorsements" % count


def _fields(what, count):
    if count == 1:
        return "fill 1 field of {own} %s" % what
    return "fill up to %d fields of {own} %s" % (count, what)


def _goals(drawn, kept):
    return "draw %d Goals, keep %d and discard the rest" % (drawn, kept)


_PHRASES = {
    "gain": _gain,
    "lose": _lose,
    "exchange": _exchange,
    "endorse": _endorse,
    "expedition": lambda count: _fields("Expedition", count),
    "research": lambda count: _fields("Research", count),
    "goals": _goals,
}
_FIXED = {
    "finish": "complete {own} Research without filling its fields",
    "copy": "carry out the action of one occupied socket of a Module",
    "flip": "flip one Assistant card",
    "reshuffle": "shuffle the public Artifacts into their deck and reveal 3",
    "change": "claim the role of the Governor for the next Upkeep",
    "move": "may move one Ability to another slot",
    "campaign": "campaign for Citizens' Support",
    "ambassador": "remove 1 Terran Dependence, gain 2 Victory Points and a little Support",
    "large": "draw 2 Decree cards or place 1 endorsement",
}


def phrase(effect, own="your"):
    """The effect as a command without a full stop: "gain 2 Credits"; `own` is "your" or "their"."""
    kind = effect[1]
    text = _FIXED[kind] if kind in _FIXED else _PHRASES[kind](*effect[2:])
    return text.replace("{own}", own)


def table_words(effect):
    """One sentence with its subject: "Each Manager gains 2 Credits."."""
    text = phrase(effect, "their")
    if effect[1] in OPTIONAL:
        return "%s may %s." % (WHO_WORDS[effect[0]], text)
    verb, _, rest = text.partition(" ")
    return "%s %s %s." % (WHO_WORDS[effect[0]], verb if verb == "may" else verb + "s", _third_person(rest))


def _third_person(rest):
    """A second verb of the phrase takes its "s" too: "discard the rest" after "keep 1 and"."""
    for verb in ("keep", "discard", "reveal"):
        rest = rest.replace(", %s " % verb, ", %ss " % verb).replace(" and %s " % verb, " and %ss " % verb)
    return rest


def action_words(effect):
    """One sentence to the Manager who acts: "Gain 2 Credits."; others than the owner are named."""
    if effect[0] != "owner":
        return table_words(effect)
    text = phrase(effect)
    text = "you " + text if text.startswith("may ") else text
    return text[0].upper() + text[1:] + "."

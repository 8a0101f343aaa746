"""What Abilities change, and the occasions that cards and Abilities wait for: a closed vocabulary.

Rule 1: "after OCCASION ACTION": once for each such event of the owner; what it causes is no occasion again.
Rule 2: a cost falls to 0 at the lowest, the price of an Assistant or Advisor to 1 token (BHC-4.4-9).
Rule 3: the words on a tile are made from the rules, so that tile and effect can not disagree.
"""

from shared_rules.beyond_humanity.table_effects import amount, parse_action, phrase
from shared_rules.beyond_humanity.vocabulary import VocabularyError, parse

# occasion -> (words after "After you" or "when you next", whether a token's action brings it about)
OCCASIONS = {
    "draw": ("draw Decree cards", True),
    "gain_cr": ("gain Credits from an Action Socket", True),
    "gain_tg": ("gain Terran Goods from an Action Socket", True),
    "gain_pa": ("gain Political Advantage from an Action Socket", True),
    "campaign": ("campaign", True),
    "endorse": ("place endorsements", True),
    "research": ("fill a Research field", True),
    "assistant": ("use an Assistant or Advisor", True),
    "module": ("submit a Module", False),
    "decree": ("have a Decree passed", False),
    "green": ("have a green Decree passed", False),
    "upkeep": ("begin the Upkeep phase", False),
}
TURN = "turn"  # of an Artifact only: kept until the owner uses it in an own turn of phase 3 or 4
# cost -> (words, whether it is paid for a token's action)
COSTS = {
    "expedition_cr": ("The Expedition field of Credits costs", True),
    "expedition_tg": ("The Expedition field of Terran Goods costs", True),
    "research_xp": ("The Research field of Experience costs", True),
    "assistant": ("Assistants and Advisors cost", True),
    "fee_cr": ("The fee of your Decrees and Directive in Credits is", False),
    "upkeep": ("The Upkeep of your proposal is", False),
}
SCORES = {
    "modules": "Module that you submitted",
    "artifacts": "Artifact that you completed",
    "greens": "green Decree of yours that passed",
    "abilities": "Ability that you own",
}
HELD = ("cr", "tg", "pa", "xp")  # what Repositories hold
MODIFIERS = {
    "capacity": (HELD, "count"),
    "cheaper": (tuple(sorted(COSTS)), "count"),
    "extra": (("endorse", "expedition", "research"), "count"),  # for each Action Socket that has this action
    "income": (HELD, "count"),  # at the beginning of each Upkeep
    "score": (tuple(sorted(SCORES)), "count"),
    "share": ("socket",),  # once a Round an occupied socket of a Module tile may be used
}


def parse_rule(text):
    """["cheaper", "upkeep", 1] or ["after", "draw", table effect]; VocabularyError says what is wrong."""
    words = text.split()
    if words[:1] != ["after"]:
        return parse(words, dict(MODIFIERS, after=()))
    if len(words) < 3 or words[1] not in OCCASIONS:
        raise VocabularyError("'after' takes one of %s and an action" % ", ".join(sorted(OCCASIONS)))
    return ["after", words[1], parse_action(" ".join(words[2:]))]


def active(rule):
    """Whether the rule serves only tokens of its row or column in solo (BHC-A3.4-6, A3.4-7)."""
    if rule[0] == "after":
        return OCCASIONS[rule[1]][1]
    if rule[0] == "cheaper":
        return COSTS[rule[1]][1]
    return rule[0] in ("extra", "share")


def _after(occasion, action):
    return "After you %s, %s." % (OCCASIONS[occasion][0], phrase(action))


def _capacity(currency, count):
    return "Your Repository holds %s more." % amount(currency, count)


def _cheaper(cost, count):
    if cost == "upkeep":
        return "You pay no Upkeep for your proposal." if count == 1 else "Proposals cost %d less." % count
    unit = "" if cost == "fee_cr" else " token" if count == 1 else " tokens"
    floor = ", but at least 1" if cost == "assistant" else ""
    return "%s %d%s less%s." % (COSTS[cost][0], count, unit, floor)


def _extra(what, count):
    if what == "endorse":
        return "Each endorsement socket lets you place %d more." % count
    field = "%d more field" % count if count == 1 else "%d more fields" % count
    return "Each %s socket lets you fill %s." % (what.capitalize(), field)


def _income(currency, count):
    return "At the beginning of each Upkeep gain %s." % amount(currency, count)


def _score(what, count):
    points = "1 Victory Point" if count == 1 else "%d Victory Points" % count
    return "At the end gain %s for each %s." % (points, SCORES[what])


def _share(_socket):
    return "Once each Round you may use an occupied socket of a Module."


_WORDS = {
    "after": _after,
    "capacity": _capacity,
    "cheaper": _cheaper,
    "extra": _extra,
    "income": _income,
    "score": _score,
    "share": _share,
}


def rule_words(rule):
    """One sentence for one rule of an Ability."""
    return _WORDS[rule[0]](*rule[1:])


def later_words(occasion):
    """How the instruction of an Artifact that waits begins."""
    if occasion == TURN:
        return "Keep this card; in one of your turns, once:"
    return "Keep this card; when you next %s:" % OCCASIONS[occasion][0]


def gain_words(gain):
    """ "Gain 2 Credits and 1 Terran Good. Draw 1 Decree card.", or an empty text."""
    listed = [amount(currency, gain[currency]) for currency in HELD if currency in gain]
    made = ["Gain %s." % " and ".join(listed)] if listed else []
    if "dec" in gain:
        made.append("Draw %s." % amount("dec", gain["dec"]))
    return " ".join(made)

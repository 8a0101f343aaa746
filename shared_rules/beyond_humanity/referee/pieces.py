"""The pieces on the table as the referee needs them: one place that knows how content spells them.

The table's content is host-only (content/box.py): it is loaded when a referee game first asks for it.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.effects import CURRENCY_WORDS
from shared_rules.beyond_humanity.sockets import parse_socket, sockets_of

_BOX = {}


def box():
    """Everything of the box, with look-up tables by number."""
    if not _BOX:
        from shared_rules.beyond_humanity.content import box as loader

        _BOX.update(loader.get())
        for name in ("artifacts", "abilities", "assistants"):
            _BOX["by_" + name] = {entry["number"]: entry for entry in _BOX[name]}
        _BOX["by_advisors"] = {entry["id"]: entry for entry in _BOX["advisors"]}
    return _BOX


def artifact(number):
    """One Artifact: name, vp, gain, commands, later."""
    return box()["by_artifacts"][number]


def ability(number):
    """One Ability tile: name, kind, rules."""
    return box()["by_abilities"][number]


def assistant(number, face):
    """One face of an Assistant: name, socket, price."""
    return box()["by_assistants"][number]["faces"][face]


def advisors():
    """The three Advisors."""
    return box()["advisors"]


def offer(card):
    """(choices, price) of one face of an Assistant or of an Advisor. Not to be changed."""
    key = card["name"]
    if key not in _OFFERS or _OFFERS[key][0] is not card:
        _OFFERS[key] = (card, (choices(card["socket"]), card["price"]))
    return _OFFERS[key][1]


_OFFERS = {}  # by name, with the card that was read


def fields(slot):
    """Prices of the fields on the back of every Artifact; slot is "expedition" or "research"."""
    return box()["artifact_back"][slot]


def choices(socket):
    """A socket as a list of choices, each a list of effects that are all carried out (BHC-4.7.6)."""
    actions = socket["actions"]
    return [actions] if socket["join"] == "and" else [[action] for action in actions]


def sockets(unit, tier):
    """The sockets of a tile's present side: [(choices, whether it is the large one)]."""
    side = content.get()["tile"][unit]["tier%d" % (tier + 1)]
    return [_parsed(text) for text in sockets_of(side)]


def _parsed(text):
    if text not in _PARSED:
        socket = parse_socket(text)
        _PARSED[text] = (choices(socket), socket["large"])
    return _PARSED[text]


_PARSED = {}


def amount(currency, count):
    """ "2 Credits"."""
    return "%d %s" % (count, CURRENCY_WORDS[currency][count != 1])


def plural(currency):
    """ "Credits"."""
    return CURRENCY_WORDS[currency][1]


def goal(name):
    """One Goal by its name "blue/3": name, levels, miss."""
    colour, _, number = name.partition("/")
    return box()["goals"][colour][int(number) - 1]


def goals(mode):
    """Names of the deck of a mode: blue Goals in semi-coop, yellow ones else (BHC-A2.2-1, A3.3-1)."""
    colour = "blue" if mode == "semi" else "yellow"
    return ["%s/%d" % (colour, entry["number"]) for entry in box()["goals"][colour]]


def private_goal(manager):
    """The green Goal of a Manager."""
    return "green/%d" % manager


def fleets():
    """Auxiliary Fleets by id: start, stock, population (BHC-3.1-9)."""
    return {fleet["id"]: fleet for fleet in box()["fleets"]}


def solo():
    """The solo board."""
    return box()["solo"]

"""Action Sockets as data: one action, a choice ("/") or all of several ("+") (BHC-4.7.6-1 to 4.7.6-3).

`parse_socket("cr 2 / tg 2")` is {"join": "or", "actions": [["owner", "gain", "cr", 2], ["owner", "gain", "tg", 2]]}.
The large ARC socket is "large"; it alone holds several tokens (BHC-4.7.7-1).
"""

from shared_rules.beyond_humanity.table_effects import action_words, parse_action, phrase
from shared_rules.beyond_humanity.vocabulary import VocabularyError

LARGE = ("dec 2", "endorse 1")  # what the large ARC socket offers (BHC-4.7.7-2)


def parse_socket(text):
    """{"join": "one", "or" or "and", "actions": [table effects of the owner]}; VocabularyError says what is wrong."""
    if "/" in text and "+" in text:
        raise VocabularyError("a socket has one kind of divider, '/' or '+'")
    divider = "/" if "/" in text else "+"
    actions = [parse_action(part) for part in text.split(divider)]
    join = "one" if len(actions) == 1 else "or" if divider == "/" else "and"
    if actions == [["owner", "large"]]:
        return {"join": "or", "actions": [parse_action(part) for part in LARGE], "large": True}
    if any(action[1] == "large" for action in actions):
        raise VocabularyError("the large socket stands alone")
    return {"join": join, "actions": actions, "large": False}


def sockets_of(side):
    """The sockets of one side of a Module tile as texts: none, one, or those of the ARC."""
    return side.get("sockets") or ([side["socket"]] if side.get("socket") else [])


def socket_words(socket):
    """One sentence: "Gain 2 Credits or gain 2 Terran Goods."."""
    if socket["join"] == "one":
        return action_words(socket["actions"][0])
    text = (" or " if socket["join"] == "or" else " and ").join([phrase(action) for action in socket["actions"]])
    return text[0].upper() + text[1:] + "."

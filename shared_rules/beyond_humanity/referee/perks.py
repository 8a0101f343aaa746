"""What the Abilities of a seat change (BHC-4.11; the vocabulary is modifiers.py).

Rule 1: an Ability works for its owner alone, all of them at once (BHC-4.11-10).
Rule 2: what "after" an occasion causes is no occasion again.
Rule 3: in solo an active Ability serves the tokens of its row or column only (BHC-A3.2-9, A3.4-6).
"""

from shared_rules.beyond_humanity.referee import pieces

ROWS = 3  # of the solo board: slots 0..2 serve rows, 3..5 serve columns; token n stands in row n % 3, column n // 3


_FOUND = {}  # rules by the tiles in the slots, kind, and in solo the token: the same few are asked for all the time
_MOST_FOUND = 4096


def rules(board, seat, kind, token=None):
    """Rules of one kind that work for the seat (and, in solo, for this token). Not to be changed."""
    slots = board["seats"][str(seat)]["abilities"]
    if not any(slots):
        return ()
    key = (tuple(slots), kind, token) if board["solo"] else (tuple(slots), kind)
    found = _FOUND.get(key)
    if found is None:
        if len(_FOUND) >= _MOST_FOUND:
            _FOUND.clear()
        found = _FOUND[key] = _rules(slots, kind, board["solo"], token)
    return found


def _rules(slots, kind, solo, token):
    found = []
    for slot, number in enumerate(slots):
        if number:
            tile = pieces.ability(number)
            if tile["kind"] == "passive" or not solo or _serves(slot, token):
                found += [rule for rule in tile["rules"] if rule[0] == kind]
    return found


def _serves(slot, token):
    if token is None:
        return False
    place = int(token) % ROWS if slot < ROWS else ROWS + int(token) // ROWS
    return slot == place


def bonus(board, seat, kind, name, token=None):
    """The sum of the numbers of all rules [kind, name, number]."""
    return sum([rule[2] for rule in rules(board, seat, kind, token) if rule[1] == name])


def cheaper(board, seat, cost, price, token=None):
    """A price after what makes this cost cheaper; an Assistant keeps a price of one token (BHC-4.4-9)."""
    if not rules(board, seat, "cheaper", token):
        return price
    price = dict(price)
    if cost == "assistant":
        off = min(bonus(board, seat, "cheaper", cost, token), sum(price.values()) - 1)
        for currency in sorted(price):
            less = min(off, price[currency])
            price[currency] -= less
            off -= less
        return price
    for currency in price:
        name = cost if cost == "upkeep" else "%s_%s" % (cost, currency)
        price[currency] = max(0, price[currency] - bonus(board, seat, "cheaper", name, token))
    return price


def free_share(state, seat, token):
    """Whether the seat may use an occupied Module socket now: once a Round."""
    board = state["board"]
    return not board["seats"][str(seat)]["shared"] and bool(rules(board, seat, "share", token))

"""What the colony kernel needs of the module tiles: tuples by unit, built from the content.

Attributes are levels on the tile's scale (-3..+3), beds in hundreds, accumulators in units.
"""

from collections import namedtuple

from shared_rules.catalog import UNIT_TYPES

RESOURCES = ("power", "life_support", "gas", "liquid")  # in the order in which the kernel counts them (BHC-5.2-1)
STATUSES = ("happiness", "security", "technical")  # BHC-5.1-1
GROUPS = ("colonists", "secforce", "scientists", "marines", "prisoners")  # BHC-5.3-1
CONVERTED = ("secforce", "scientists", "marines")  # what Colonists can become by a Module (BHC-A5.2-31)

# Places in the row of a tile side: four Resources made, four used, STOCK, three statuses and so on.
A_PROD, A_CONS, A_STOCK, A_STATUS, A_IMMIGRATION, A_GROUP, A_BEDS, A_ACC, A_CONVERT, A_PRISONERS, A_SURPLUS = (
    0, 4, 8, 9, 12, 13, 18, 19, 23, 26, 27,
)  # fmt: skip
ATTRIBUTES = 28  # length of that row

PACES = (0, 64, 43, 32)  # capacity a Round in 1/128, by the tile's clock 1..3: about 2, 3 and 4 Rounds (BHC-4.9.2-2)
AGES = (0, 4, 5, 6)  # Rounds of undisturbed operation before tier 2, by clock: the first come in mid-game (BHC-4.9-7)
ARC_AGE = 8  # Rounds before tier 2 of the ARC, which has no clock: later than any Module that was built early


def attributes(side):
    """One side of a tile as a list of ATTRIBUTES integers."""
    row = [0] * ATTRIBUTES
    for index, name in enumerate(RESOURCES):
        level = side.get(name, 0)
        row[(A_PROD if level > 0 else A_CONS) + index] = abs(level)
        row[A_ACC + index] = side.get("accumulators", {}).get(name, 0)
    for index, name in enumerate(STATUSES):
        row[A_STATUS + index] = side.get(name, 0)
    for index, name in enumerate(GROUPS):
        row[A_GROUP + index] = side.get("immigration", {}).get(name, 0)
    for index, name in enumerate(CONVERTED):
        row[A_CONVERT + index] = side.get("convert", {}).get(name, 0)
    row[A_STOCK] = side.get("stock", 0)
    row[A_IMMIGRATION] = side.get("immigration", {}).get("citizens", 0)
    row[A_BEDS] = side.get("beds", 0)
    row[A_PRISONERS] = side.get("prisoners_to_stock", 0)
    row[A_SURPLUS] = side.get("surplus_to_stock", 0)
    return row


Tables = namedtuple(
    "Tables",
    (
        "pace",  # capacity per Round in 1/128 at the tile's clock
        "ripe",  # Rounds of undisturbed operation before tier 2
        "once",  # (unit, "stock" or "td", change) of those whose completion has an effect of its own
        "casualties",  # persons by group
        "tier1",  # ((attribute, level)..)
        "tier2",  # what tier 2 adds to tier 1, likewise
    ),
)


def ripe_after(tile):
    """Rounds before tier 2."""
    return AGES[tile["clock"]] if tile["clock"] else ARC_AGE


def once(unit, tile):
    """What its completion does: STOCK comes, TD goes."""
    found = []
    for name, key, sign in (("stock", "once_stock", 1), ("td", "once_td", -1)):
        if tile["tier1"].get(key):
            found.append((unit, name, sign * tile["tier1"][key]))
    return found


def casualties(tile):
    """Persons whom a Catastrophe in this module costs, by group."""
    return tuple([tile.get("casualties", {}).get(group, 0) for group in GROUPS])


def changes(after, before):
    """What is different from one list of attributes to the other: ((attribute, by how much)..)."""
    return tuple(
        [(index, after[index] - before[index]) for index in range(ATTRIBUTES) if after[index] != before[index]]
    )


def build(content):
    """Tables from loaded content; but for `once`, each field is a tuple by unit 0..32 (0 is the ARC)."""
    by_type = {tile["type"]: tile for tile in content["modules"]}
    tiles = [by_type[kind] for kind in UNIT_TYPES]
    sides = [(attributes(tile["tier1"]), attributes(tile["tier2"])) for tile in tiles]
    nothing = [0] * ATTRIBUTES
    return Tables(
        tuple([PACES[tile["clock"]] for tile in tiles]),
        tuple([ripe_after(tile) for tile in tiles]),
        tuple([effect for unit, tile in enumerate(tiles) for effect in once(unit, tile)]),
        tuple([casualties(tile) for tile in tiles]),
        tuple([changes(one, nothing) for one, _ in sides]),
        tuple([changes(two, one) for one, two in sides]),
    )

"""What the colony kernel needs of the module tiles: small tuples by unit, built from the content.

Attributes are levels on the tile's scale (-3..+3), beds in hundreds, accumulators in units.
"""

from shared_rules.catalog import UNIT_TYPES

RESOURCES = ("power", "life_support", "gas", "liquid")
STATUSES = ("happiness", "security", "technical")
GROUPS = ("colonists", "secforce", "scientists", "marines", "prisoners")
CONVERTED = ("secforce", "scientists", "marines")

A_PROD, A_CONS, A_STOCK, A_STATUS, A_IMMIGRATION, A_GROUP, A_BEDS, A_ACC, A_CONVERT, A_PRISONERS, A_SURPLUS = (
    0, 4, 8, 9, 12, 13, 18, 19, 23, 26, 27,
)  # fmt: skip
ATTRIBUTES = 28

PACES = (0, 64, 43, 32)  # capacity per Round in 1/128, by the tile's clock 1..3: about 2, 3 and 4 Rounds
AGES = (0, 4, 5, 6)  # Rounds of undisturbed operation before tier 2, by clock
ARC_AGE = 8


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


def unit_table(tile):
    """What the kernel reads of one tile, as a tuple.

    (pace, age of tier 2, STOCK once, TD once, casualties ((group, count)..), tier 1 ((attribute, value)..),
    what tier 2 adds to tier 1 ((attribute, value)..))
    """
    one, two = attributes(tile["tier1"]), attributes(tile["tier2"])
    clock = tile["clock"]
    return (
        PACES[clock],
        AGES[clock] if clock else ARC_AGE,
        tile["tier1"].get("once_stock", 0),
        tile["tier1"].get("once_td", 0),
        tuple([(GROUPS.index(group), count) for group, count in sorted(tile.get("casualties", {}).items())]),
        tuple([(index, value) for index, value in enumerate(one) if value]),
        tuple([(index, two[index] - one[index]) for index in range(ATTRIBUTES) if two[index] != one[index]]),
    )


def build(content):
    """Tables by unit 0..32 (0 is the ARC) from loaded content."""
    by_type = {tile["type"]: tile for tile in content["modules"]}
    made = {kind: unit_table(tile) for kind, tile in by_type.items()}
    return tuple([made[kind] for kind in UNIT_TYPES])

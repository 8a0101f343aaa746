"""Many colonies side by side: `ops` for numpy arrays, and blocks that stay inside the processor's cache. Host only.

Shapes: one value per colony. Values of the colony are int32, progress and rate of modules int16, their tier, age and
damage int8 (so up to 127 months), bit masks int64; the loader of the content checks that influences fit 16 bits.
"""

import numpy as np

from shared_rules.beyond_humanity import colony as model

BLOCK = 16384  # colonies at a time: calls cost less than the work, and values still fit the second-level cache

SCALARS = ("h", "s", "t", "stock", "td", "loans", "riot", "red", "boost")
GROUP_LISTS = ("pop", "acc", "acc_extra", "group_boost")
CAPACITY_LISTS = ("progress", "rate")
MARK_LISTS = ("tier", "age", "damaged")
ROLLS = ("riot", "catastrophe", "build", "forced")


_CONSTANTS = {}


def _like(value, other):
    """`value`, or an array of it: numpy compares two arrays four times as fast as an array with a number."""
    if not isinstance(value, int) or other.size < 1024:
        return value
    key = (value, other.dtype.char, other.size)
    if key not in _CONSTANTS:
        if len(_CONSTANTS) > 200:
            _CONSTANTS.clear()
        _CONSTANTS[key] = np.full(other.size, value, other.dtype)
    return _CONSTANTS[key]


class Arrays:
    """`ops` for numpy arrays."""

    @staticmethod
    def low(one, other):
        """The lower of an array and an array or number."""
        return np.minimum(one, _like(other, one))

    @staticmethod
    def high(one, other):
        """The higher of an array and an array or number."""
        return np.maximum(one, _like(other, one))

    @staticmethod
    def one(condition):
        """1 for true and 0 for false: the same bytes read as small integers."""
        return condition.view(np.int8)

    @staticmethod
    def wide(value):
        """A narrow value or one of a module, as wide as the values of the colony (or 0 that nobody has)."""
        return value.astype(np.int32) if isinstance(value, np.ndarray) else value

    @staticmethod
    def narrow(value):
        """A value below 128 as wide as the values of a module."""
        return value.astype(np.int16)

    @staticmethod
    def rows(condition):
        """The colonies where `condition` is not 0, by index."""
        return np.flatnonzero(condition)

    @staticmethod
    def among(rows, condition):
        """Those of `rows` where `condition`, a value of those colonies, is not 0."""
        return rows[np.flatnonzero(condition)]

    @staticmethod
    def at(value, rows):
        """The value of the colonies in `rows`."""
        return value[rows]

    @staticmethod
    def pick(values, index, rows):
        """values[index] of the colonies in `rows`, each with its own index; `values` is an array by unit and colony."""
        return values[index, rows]

    @staticmethod
    def put(values, index, rows, value):
        """Write `value` to values[index] of the colonies in `rows`, in place: the values are new ones of this month."""
        values[index][rows] = value


def pack(colonies):
    """A list of colonies (plain dicts) as one dict of arrays."""
    made = {name: np.array([c[name] for c in colonies], np.int32) for name in SCALARS}
    made["standing"] = np.array([c["standing"] for c in colonies], np.int64)
    for names, kind in ((GROUP_LISTS, np.int32), (CAPACITY_LISTS, np.int16), (MARK_LISTS, np.int8)):
        for name in names:
            made[name] = list(np.array([c[name] for c in colonies], kind).T.copy())
    return made


def pack_rolls(rolls):
    """A list of rolls as one dict of arrays."""
    made = {name: np.array([r[name] for r in rolls], np.int32) for name in ROLLS}
    for name in ("unit", "spread"):  # what bit masks are made of
        made[name] = np.array([r[name] for r in rolls], np.int64)
    return made


def pack_masks(masks):
    """A list of adjacency lists (33 bit masks each) as one array of shape (33, colonies)."""
    return np.array(masks, np.int64).T.copy()


def unpack(packed, index):
    """Colony (or report) number `index` as plain integers."""
    made = {}
    for name, value in packed.items():
        if isinstance(value, list):
            made[name] = [_number(item, index) for item in value]
        else:
            made[name] = _number(value, index)
    return made


def _number(value, index):
    return int(value[index]) if isinstance(value, np.ndarray) else int(value)


def _part(value, start, stop):
    if isinstance(value, list):
        return [_part(item, start, stop) for item in value]
    return value[start:stop] if isinstance(value, np.ndarray) else value


def months(tables, planet, colonies, rolls, adjacent, block=BLOCK):
    """One month of every colony, block by block; yields (start, new colonies, report) of each block."""
    count = len(colonies["h"])
    for start in range(0, count, block):
        stop = min(start + block, count)
        part = {name: _part(value, start, stop) for name, value in colonies.items()}
        dice = {name: _part(value, start, stop) for name, value in rolls.items()}
        land = {name: _part(value, start, stop) for name, value in planet.items()}
        after, report = model.month(Arrays, tables, land, part, dice, adjacent[:, start:stop])
        yield start, after, report

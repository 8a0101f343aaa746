"""Many colonies side by side: `ops` for numpy arrays, and blocks that stay inside the processor's cache. Host only.

Shapes: a value of the colony is an array (colonies,), a column (modules, Resources, statuses or groups; colonies).
Values are int32, those of modules uint8 (so up to 255 months of age), bit masks int64, corridors uint32.

Rule 1: a call costs about as much as the work on a thousand numbers, so a month must make few calls: columns go through
`each` as a whole, and rare events only touch their own colonies.
Rule 2: what a month needs for itself is kept per block size and thread (`_kernel`), what it returns is always new.
"""

import threading

import numpy as np

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity.tables import ATTRIBUTES

BLOCK = 8192  # colonies at a time: calls cost less than the work, and values still fit the second-level cache

VALUES = ("h", "s", "t", "stock", "td", "loans", "riot", "red", "boost")
COLUMNS = ("pop", "acc", "acc_extra", "group_boost")
MODULES = ("progress", "rate", "damaged", "tier", "age")
ROLLS = {"riot": "i4", "catastrophe": "i4", "build": "u1", "forced": "u1", "unit": "i8", "spread": "i8"}
KERNELS_KEPT = 4  # block sizes that each thread keeps working memory for: usually one, and a remainder


class Plan:
    """In which order the influences of all modules are added up; the same for every block.

    Terms are laid out by rank: first one term of every attribute, then a second one of each that has so many, and so
    on, attributes with most terms first. So the terms of one rank are added to a leading part of the sums by one call.
    Sums fit 16 bits, as the loader of the content makes sure.
    """

    def __init__(self, tables):
        terms = [[] for _ in range(ATTRIBUTES)]
        for unit in range(model.UNITS):
            for attribute, level in tables.tier1[unit]:
                terms[attribute].append((unit, level))
            for attribute, level in tables.tier2[unit]:
                terms[attribute].append((model.UNITS + unit, level))
        for found in terms:
            found.sort(key=lambda term: term[1] == 1)  # levels of 1, which need no product, come last
        by_length = sorted(range(ATTRIBUTES), key=lambda attribute: -len(terms[attribute]))
        self.order = np.array([attribute for attribute in by_length if terms[attribute]])
        ranks = [
            [terms[a][rank] for a in by_length if len(terms[a]) > rank] for rank in range(len(terms[by_length[0]]))
        ]
        self.lengths = [len(rank) for rank in ranks]
        self.sources = np.array([source for rank in ranks for source, _ in rank])
        levels = [level for rank in ranks for _, level in rank]
        products = max(place + 1 for place, level in enumerate(levels) if level != 1)
        self.levels = np.array(levels[:products], np.int16)[:, None]


class Arrays:
    """`ops` for arrays of `count` colonies, with the working memory of one month. ops.Ints says what each does."""

    def __init__(self, plan, count):
        self.count = count
        self.plan = plan
        self._numbers = {}
        self._capacity = np.empty((2 * model.UNITS, count), np.int16)  # and below it, that of units at tier 2
        self._terms = np.empty((len(plan.sources), count), np.int16)
        self._weighted = self._terms[: len(plan.levels)]
        self._sums = np.zeros((ATTRIBUTES, count), np.int32)
        self._scaled = np.empty((model.UNITS, count), np.int16)
        self._ranks, start = [], 0
        for length in plan.lengths:
            self._ranks.append((self._terms[:length], self._terms[start : start + length]))
            start += length

    def _number(self, number, other):
        """An array of `number`: numpy takes the lower of two arrays much faster than of an array and a number."""
        key = number, other.shape, other.itemsize
        if key not in self._numbers:
            self._numbers[key] = np.full(other.shape, number, other.dtype)
        return self._numbers[key]

    def low(self, one, other):
        return np.minimum(one, self._number(other, one) if other.__class__ is int else other)

    def high(self, one, other):
        return np.maximum(one, self._number(other, one) if other.__class__ is int else other)

    @staticmethod
    def total(column):
        """Much quicker than numpy's own sum over rows."""
        if column.dtype == np.uint8:
            return np.einsum("rn->n", column.astype(np.int16)).astype(np.int32)
        return np.einsum("rn->n", column)

    @staticmethod
    def copy(column):
        return column.copy()

    @staticmethod
    def stack(values):
        made = np.array(values, np.int32)
        return made if made.ndim == 2 else made[:, None]

    @staticmethod
    def one(condition):
        return condition.astype(np.int32)

    @staticmethod
    def bit(condition):
        """The same bytes, read as small integers."""
        return condition.view(np.uint8)

    @staticmethod
    def wide(value):
        return value.astype(np.int32)

    def scaled(self, value, factor, shift):
        product = np.multiply(value, factor, out=self._scaled, dtype=np.int16)
        product >>= shift
        return product.astype(np.uint8)

    def constants(self, numbers):
        if isinstance(numbers, np.ndarray):
            return numbers
        if numbers not in self._numbers:
            self._numbers[numbers] = np.array(numbers, np.int32)[:, None]
        return self._numbers[numbers]

    def zeros(self, count):
        return np.zeros((count, self.count), np.int32)

    @staticmethod
    def each(work, *columns):
        return work(*columns)

    each_many = each

    @staticmethod
    def working(column):
        return np.einsum("rn->n", (column > 0).view(np.uint8))

    def mixed(self, weights, column):
        if weights not in self._numbers:
            self._numbers[weights] = np.array(weights, np.int32)
        return np.einsum("mr,rn->mn", self._numbers[weights], column)

    def influences(self, _tables, capacity, tier):
        plan, terms, half = self.plan, self._terms, model.UNITS
        self._capacity[:half] = capacity
        np.multiply(capacity, tier, out=self._capacity[half:])
        np.take(self._capacity, plan.sources, axis=0, out=terms, mode="clip")
        np.multiply(self._weighted, plan.levels, out=self._weighted)
        for sums, more in self._ranks[1:]:
            np.add(sums, more, out=sums)
        self._sums[plan.order] = terms[: len(plan.order)]
        return self._sums

    @staticmethod
    def rows(condition):
        return condition.nonzero()[0]

    @staticmethod
    def at(value, rows):
        return value.take(rows, axis=-1)

    @staticmethod
    def put(value, rows, new):
        if value.ndim == 1:
            value[rows] = new
        else:  # row by row is quicker than all at once
            for row, part in zip(value, new, strict=True):
                row[rows] = part
        return value

    @staticmethod
    def pick(column, index, rows):
        return column[index, rows].astype(np.int64)

    @staticmethod
    def lowest(mask):
        return np.bitwise_count((mask & -mask) - 1)

    def hits(self, mask, rows):
        """(units, places in a column of modules, where the hits of each colony start)."""
        bits = np.unpackbits(mask.astype("<u4").view(np.uint8), bitorder="little")
        found = bits.view(bool).nonzero()[0]
        units = (found & 31) + 1
        places = units * self.count + rows[found >> 5]
        counts = np.bitwise_count(mask)
        return units, places, np.add.accumulate(counts, dtype=np.intp) - counts

    @staticmethod
    def by_unit(numbers, hits):
        return numbers.take(hits[0])

    @staticmethod
    def read(column, hits):
        return column.reshape(-1).take(hits[1])

    @staticmethod
    def write(column, hits, values):
        column.reshape(-1)[hits[1]] = values

    mark = write

    @staticmethod
    def toll(by_unit, hits):
        return np.add.reduceat(by_unit.take(hits[0], axis=1), hits[2], axis=1)


_KEPT = threading.local()


def _kernel(tables, count):
    """(ops, tables as arrays) for blocks of `count` colonies; working memory must not be shared by threads."""
    if getattr(_KEPT, "tables", None) is not tables:
        _KEPT.tables, _KEPT.plan, _KEPT.ops = tables, Plan(tables), {}
        _KEPT.columns = tables._replace(
            pace=np.array(tables.pace, np.uint8),
            ripe=np.array(tables.ripe, np.uint8)[:, None],
            casualties=np.array(tables.casualties, np.int32).T.copy(),
        )
    if count not in _KEPT.ops:
        if len(_KEPT.ops) >= KERNELS_KEPT:
            _KEPT.ops.clear()
        _KEPT.ops[count] = Arrays(_KEPT.plan, count)
    return _KEPT.ops[count], _KEPT.columns


def pack(colonies):
    """A list of colonies (plain dicts) as one dict of arrays."""
    made = {name: np.array([c[name] for c in colonies], np.int32) for name in VALUES}
    made["standing"] = np.array([c["standing"] for c in colonies], np.int64)
    for names, kind in ((COLUMNS, np.int32), (MODULES, np.uint8)):
        for name in names:
            made[name] = np.array([c[name] for c in colonies], kind).T.copy()
    return made


def pack_rolls(rolls):
    """A list of rolls as one dict of arrays."""
    return {name: np.array([roll[name] for roll in rolls], kind) for name, kind in ROLLS.items()}


def pack_masks(masks):
    """A list of adjacency lists (33 bit masks each) as one array of shape (33, colonies)."""
    return np.array(masks, np.uint32).T.copy()


def unpack(packed, index):
    """Colony (or report) number `index` as plain integers."""
    return {name: value[..., index].tolist() for name, value in packed.items()}


def _part(values, start, stop):
    """Some colonies of a dict of arrays; what is no array is the same for all."""
    return {name: value[..., start:stop] if isinstance(value, np.ndarray) else value for name, value in values.items()}


def months(tables, planet, colonies, rolls, adjacent, block=BLOCK):
    """One month of every colony, block by block; yields (start, new colonies, report) of each block.

    `planet` is the same for all, or has arrays for some of its values (for all of h, s, t; production: (4, colonies)).
    """
    count = len(colonies["h"])
    if not isinstance(planet["production"], np.ndarray):
        planet = dict(planet, production=tuple(planet["production"]))
    for start in range(0, count, block):
        stop = min(start + block, count)
        ops, columns = _kernel(tables, stop - start)
        parts = planet, colonies, rolls
        if count > block:
            parts = [_part(values, start, stop) for values in parts]
        yield start, *model.month(ops, columns, *parts, adjacent[:, start:stop])

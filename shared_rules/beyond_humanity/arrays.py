"""Many colonies side by side: the kernel for numpy arrays, and blocks that stay in the processor's cache. Host only.

Shapes: a value of the colony is an array (colonies,), a column (modules, Resources, statuses or groups; colonies).
Values are int32, those of modules uint8 (so up to 255 months of age), bit masks int64, corridors uint32.

Rule 1: a call costs as much as the work on a thousand numbers, so a month makes few of them: columns go through `each`
as a whole, rare events only touch their own colonies, and traced.py writes the month down as a line of bare calls.
Rule 2: what a month needs for itself is kept per block size and thread (`_month`); what it returns is new, but for
`standing`, which no month changes.
"""

import threading

import numpy as np

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity.tables import ATTRIBUTES
from shared_rules.beyond_humanity.traced import SAMPLE, Line

BLOCK = 3072  # colonies at a time: larger blocks are quicker, but then 1,000 colonies cost over 1.5 times as much

VALUES = ("h", "s", "t", "stock", "td", "loans", "riot", "red", "boost")
COLUMNS = ("pop", "acc", "acc_extra", "group_boost")
MODULES = ("progress", "rate", "damaged", "tier", "age")
PLANET = ("h", "s", "t", "immigration", "hazard", "production")
ROLLS = {"riot": "i4", "catastrophe": "i4", "build": "u1", "forced": "u1", "unit": "i8", "spread": "i8"}
BLOCKS_KEPT = 4  # block sizes that each thread keeps working memory for: usually one, and a remainder


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
    """The operations that take several calls, for blocks of `count` colonies, with the working memory of one month.

    ops.Ints says what each does; traced.py has the others.
    """

    def __init__(self, plan, count):
        self.count = count
        self.plan = plan
        self._capacity = np.empty((2 * model.UNITS, count), np.int16)  # and below it, that of units at tier 2
        self._terms = np.empty((len(plan.sources), count), np.int16)
        self._weighted = self._terms[: len(plan.levels)]
        self._sums = np.zeros((ATTRIBUTES, count), np.int32)
        self._scaled = np.empty((model.UNITS, count), np.int16)
        self._ranks, start = [], 0
        for length in plan.lengths:
            self._ranks.append((self._terms[:length], self._terms[start : start + length]))
            start += length

    @staticmethod
    def total(column):
        """Much quicker than numpy's own sum over rows."""
        return np.einsum("rn->n", column.astype(np.int16)).astype(np.int32)

    @staticmethod
    def stack(values):
        made = np.array(values, np.int32)
        return made if made.ndim == 2 else made[:, None]

    def scaled(self, value, factor, shift):
        product = np.multiply(value, factor, out=self._scaled, dtype=np.int16)
        product >>= shift
        return product.astype(np.uint8)

    def zeros(self, count):
        return np.zeros((count, self.count), np.int32)

    @staticmethod
    def working(column):
        return np.einsum("rn->n", (column > 0).view(np.uint8))

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

    @staticmethod
    def toll(by_unit, hits):
        return np.add.reduceat(by_unit.take(hits[0], axis=1), hits[2], axis=1)


_KEPT = threading.local()


def _month(tables, count, *inputs):
    """`month` for blocks of `count` colonies; working memory must not be shared by threads."""
    if getattr(_KEPT, "tables", None) is not tables:
        plan = Plan(tables)
        columns = tables._replace(
            pace=np.array(tables.pace, np.uint8),
            ripe=np.array(tables.ripe, np.uint8)[:, None],
            casualties=np.array(tables.casualties, np.int32).T.copy(),
        )
        _KEPT.line = Line(model.month, Arrays(plan, SAMPLE), columns, *inputs)
        _KEPT.tables, _KEPT.plan, _KEPT.months = tables, plan, {}
    if count not in _KEPT.months:
        if len(_KEPT.months) >= BLOCKS_KEPT:
            _KEPT.months.clear()
        _KEPT.months[count] = _KEPT.line.bind(Arrays(_KEPT.plan, count))
    return _KEPT.months[count]


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


def _part(values, count, start, stop):
    """Some colonies of a dict of arrays; what has no value by colony is the same for all."""
    return {name: value[..., start:stop] if value.shape[-1:] == (count,) else value for name, value in values.items()}


def _land(planet):
    """The numbers that the kernel reads of a planet as arrays that go with any number of colonies."""
    made = {name: np.asarray(planet[name], np.int32) for name in PLANET}
    if made["production"].ndim == 1:
        made["production"] = made["production"][:, None]
    return made


def months(tables, planet, colonies, rolls, adjacent, block=BLOCK):
    """One month of every colony, block by block; yields (start, new colonies, report) of each block.

    `planet` is the same for all, or has arrays for some of its values (for all of h, s, t; production: (4, colonies)).
    """
    count = len(colonies["h"])
    inputs = _land(planet), colonies, rolls
    for start in range(0, count, block):
        stop = min(start + block, count)
        parts = [_part(values, count, start, stop) for values in inputs] if count > block else inputs
        month = _month(tables, stop - start, *inputs, adjacent)
        yield start, *month(*parts, adjacent[:, start:stop])

"""The operations that the colony kernel is written in, for plain integers: one colony, on CPython and on MicroPython.

`arrays.py` has the same operations for many colonies. A *value* is one integer here and one array there; a *column* is
a list of values by module, Resource, status or group (there an array with one row for each), and a *condition* what a
comparison gives: conditions join by `&` and `|`. Values and columns take + - * >> where the kernel writes them; columns
do so only inside of `each` and `each_many`, where this class goes through them one by one.

A value of a module is narrow: an array holds it in 8 bits, never negative, so products go through `scaled`.
"""

from shared_rules.beyond_humanity.tables import ATTRIBUTES


class Ints:
    """`ops` for plain integers."""

    low = staticmethod(min)
    high = staticmethod(max)
    total = staticmethod(sum)  # of the values in a column
    copy = staticmethod(list)  # of a column
    stack = staticmethod(list)  # values as a column

    @staticmethod
    def one(condition):
        """1 for true and 0 for false."""
        return 1 if condition else 0

    bit = one  # the same as a narrow value: times at most 255, and not to be negated

    @staticmethod
    def wide(value):
        """A narrow value as wide as the values of the colony."""
        return value

    @staticmethod
    def scaled(value, factor, shift):
        """value x factor / 2^shift for narrow values, the product being wider."""
        return value * factor >> shift

    @staticmethod
    def constants(numbers):
        """Numbers that stand in the rules, as a column."""
        return numbers

    @staticmethod
    def zeros(count):
        """A column of `count` zeros."""
        return [0] * count

    @staticmethod
    def each(work, *columns):
        """work(..) of every row of the columns: one new column."""
        return [work(*row) for row in zip(*columns)]

    @staticmethod
    def each_many(work, *columns):
        """The same for a `work` that returns several values: as many new columns. Equal rows are worked out once."""
        known, made = {}, []
        for row in zip(*columns):
            if row not in known:
                known[row] = work(*row)
            made.append(known[row])
        return [list(column) for column in zip(*made)]

    @staticmethod
    def mixed(weights, column):
        """The rows of the column added up with weights: one new row for each row of weights."""
        return [sum([weight * value for weight, value in zip(row, column)]) for row in weights]

    @staticmethod
    def working(column):
        """How many values of a column are not 0: a narrow value."""
        return len(column) - column.count(0)

    @staticmethod
    def influences(tables, capacity, tier):
        """Sums over all units of capacity x level, a column by attribute."""
        sums = [0] * ATTRIBUTES
        for unit, share in enumerate(capacity):
            if share:
                for attribute, level in tables.tier1[unit]:
                    sums[attribute] += share * level
                if tier[unit]:
                    for attribute, level in tables.tier2[unit]:
                        sums[attribute] += share * level
        return sums

    # Rare events: `rows` are the colonies that something happens to; for plain integers there is one colony or none.

    @staticmethod
    def rows(condition):
        """The colonies where `condition` is true."""
        return (0,) if condition else ()

    @staticmethod
    def at(value, _rows):
        """The value or column of the colonies in `rows`."""
        return value

    @staticmethod
    def put(_value, _rows, new):
        """The value or column with `new` for the colonies in `rows`; it must be one that was made in this month."""
        return new

    @staticmethod
    def pick(column, index, _rows):
        """column[index] of the colonies in `rows`, each with its own index."""
        return column[index]

    @staticmethod
    def lowest(mask):
        """The number of the lowest bit that is set; `mask` is not 0."""
        number = 0
        while not (mask >> number) & 1:
            number += 1
        return number

    # Modules that are hit: `hits` are units, for arrays pairs of unit and colony.

    @staticmethod
    def hits(mask, _rows):
        """The modules in `mask`, bit u - 1 being unit u; every colony of `rows` has one or more."""
        return [unit for unit in range(1, 33) if (mask >> (unit - 1)) & 1]

    @staticmethod
    def by_unit(numbers, hits):
        """The numbers of the units that were hit: a column by hit."""
        return [numbers[unit] for unit in hits]

    read = by_unit  # the values of a column of modules at all hits, likewise

    @staticmethod
    def write(column, hits, values):
        """Write a column by hit to a column of modules, which must be one that was made in this month."""
        for unit, value in zip(hits, values):
            column[unit] = value

    @staticmethod
    def mark(column, hits, number):
        """Write one number at all hits, likewise."""
        for unit in hits:
            column[unit] = number

    @staticmethod
    def toll(by_unit, hits):
        """Sums of by_unit[unit], a row of numbers, over the hits of each colony: a column."""
        return [sum(numbers) for numbers in zip(*[by_unit[unit] for unit in hits])]

"""The kernel as one straight line of numpy calls: written down once by running `month`, then run for every block.

Numbers, wrappers, closures and dictionaries cost more per call than numpy itself when a block is small. So `month` runs
once on `Value`s, which note each operation; what they noted becomes the source of a function in which every constant is
an array of the right kind already. Host only.

Rule 1: no decisions: an `if` on a value is an error, `len` of rows is never 0 here, and what is done to no colony
at all must be harmless.
Rule 2: nothing is doubled or moved, so writes into arrays stay where they were among the reads.
Rule 3: the line goes for any number of colonies; constants and working memory of a block size are bound later.
Rule 4: a result goes into an array that is used for the last time in it, if that is a new one of the same kind which
nothing else is a part of.
"""

import operator

import numpy as np

SAMPLE = 7  # colonies while tracing: an array that ends with this is one of all colonies, others are of some rows


class Value:
    """An array (as it is for the sample) and the step that makes it."""

    __array_ufunc__ = None  # an array on the left leaves the operation to the Value on the right

    def __init__(self, trace, array):
        self.trace, self.array = trace, array
        self.new = False  # whether the step can write its result to an array that is at hand
        self.own = False  # whether the array is a new one, and nothing else is a part of it

    def __getitem__(self, index):
        self.own = False
        place = "%s:%s" % (index.start, index.stop) if isinstance(index, slice) else str(index)
        return self.trace.step("{}[%s]" % place, self.array[index], self)

    def __setitem__(self, index, value):
        self.trace.do("{}[%d] = {}" % index, self, value)

    def __iter__(self):
        return iter([self[index] for index in range(len(self.array))])

    def __len__(self):
        return len(self.array) or 1

    def __bool__(self):
        raise TypeError(
            "the kernel decides on values by ops (one, low, high, rows): an `if` would decide for all colonies"
        )

    def __neg__(self):
        return self.trace.step("negative({})", -self.array, self)


def _operation(name, symbol):
    def forward(self, other):
        return self.trace.operation(name, symbol, self, other)

    def backward(self, other):
        return self.trace.operation(name, symbol, other, self)

    return forward, backward


for _name, _method, _symbol in (
    ("add", "add", operator.add),
    ("subtract", "sub", operator.sub),
    ("multiply", "mul", operator.mul),
    ("right_shift", "rshift", operator.rshift),
    ("left_shift", "lshift", operator.lshift),
    ("bitwise_and", "and", operator.and_),
    ("bitwise_or", "or", operator.or_),
    ("less", "lt", operator.lt),
    ("less_equal", "le", operator.le),
    ("greater", "gt", operator.gt),
    ("greater_equal", "ge", operator.ge),
    ("equal", "eq", operator.eq),
    ("not_equal", "ne", operator.ne),
):
    _forward, _backward = _operation(_name, _symbol)
    setattr(Value, "__%s__" % _method, _forward)
    setattr(Value, "__r%s__" % _method, _backward)


def _raw(item):
    return item.array if isinstance(item, Value) else item


class Trace:
    """`ops` that note what is done; `real` are the Arrays of the sample. ops.Ints says what each operation does."""

    def __init__(self, real):
        self.real = real
        self.steps = []  # (Value or None, text with {} for each argument, arguments)
        self.bindings = {}  # name -> function of a number of colonies that makes it
        self._named = {}

    def step(self, text, array, *arguments):
        """One operation that makes a value."""
        made = Value(self, array)
        self.steps.append((made, text, [self._argument(item) for item in arguments]))
        return made

    def do(self, text, *arguments):
        """One that changes an array in place."""
        self.steps.append((None, text, [self._argument(item) for item in arguments]))

    def operation(self, name, symbol, one, other):
        array = symbol(_raw(one), _raw(other))
        if isinstance(one, int):
            one = self._number(one, other.array)
        elif isinstance(other, int):
            other = self._number(other, one.array)
        return self._new(name + "({}, {})", array, one, other)

    def _new(self, text, array, *arguments):
        made = self.step(text, array, *arguments)
        made.new = made.own = array.ndim > 0
        return made

    def _constant(self, key, make):
        if key not in self._named:
            self._named[key] = "k%d" % len(self._named)
            self.bindings[self._named[key]] = make
        return Constant(self._named[key])

    def _number(self, number, like):
        """A number as an array without dimensions, of the kind that numpy would take it for beside `like`."""
        made = np.array(number, like.dtype if like.dtype != bool else np.int64)
        return self._constant((number, like.dtype.char), lambda count: made)

    def _bound(self, number, like):
        """For `low` and `high`: as large as `like`, where that is an array of all colonies (see Arrays)."""
        if like.shape[-1:] != (SAMPLE,):
            return self._number(number, like)
        shape, kind = like.shape[:-1], like.dtype
        return self._constant((number, shape, kind.char), lambda count: np.full((*shape, count), number, kind))

    def _argument(self, item):
        return item if isinstance(item, Value | Constant | int) else self._constant(id(item), lambda count: item)

    def copy(self, column):
        return self.step("{}.copy()", column.array, column)

    def low(self, one, other):
        bound = self._bound(other, one.array) if isinstance(other, int) else other
        return self._new("minimum({}, {})", np.minimum(one.array, _raw(other)), one, bound)

    def high(self, one, other):
        bound = self._bound(other, one.array) if isinstance(other, int) else other
        return self._new("maximum({}, {})", np.maximum(one.array, _raw(other)), one, bound)

    def one(self, condition):
        return self.step("{}.astype(int32)", condition.array.astype(np.int32), condition)

    wide = one

    def bit(self, condition):
        return self.step("{}.view(uint8)", condition.array.view(np.uint8), condition)

    def total(self, column):
        if column.array.dtype == np.uint8:
            return self.call("total", column)
        return self.step('einsum("rn->n", {})', column.array.sum(axis=0, dtype=column.array.dtype), column)

    def stack(self, values):
        text = "stack((%s))" % ", ".join(["{}"] * len(values))
        return self.step(text, self.real.stack([value.array for value in values]), *values)

    def constants(self, numbers):
        if isinstance(numbers, Value):
            return numbers
        made = np.array(numbers, np.int32)[:, None]
        return self.step("{}", made, self._constant(numbers, lambda count: made))

    def each(self, work, *columns):
        return work(*columns)

    each_many = each

    def rows(self, condition):
        return self.step("{}.nonzero()[0]", condition.array.nonzero()[0], condition)

    def at(self, value, rows):
        text = "{}.take({})" if value.array.ndim == 1 else "{}.take({}, axis=-1)"
        return self.step(text, value.array.take(rows.array, axis=-1), value, rows)

    def put(self, value, rows, new):
        if value.array.ndim == 1:
            self.do("{}[{}] = {}", value, rows, new)
        else:
            for row, part in zip(value, new, strict=True):
                self.do("{}[{}] = {}", row, rows, part)
        return value

    def write(self, column, hits, values):
        self.do("ops.write({}, {}, {})", column, hits, values)

    mark = write

    def mixed(self, weights, column):
        made = np.array(weights, np.int32)
        known = self._constant(weights, lambda count: made)
        return self.step('einsum("mr,rn->mn", {}, {})', made @ column.array, known, column)

    def call(self, name, *arguments):
        """Any other operation as it is."""
        array = getattr(self.real, name)(*[_raw(item) for item in arguments])
        return self.step("ops.%s(%s)" % (name, ", ".join(["{}"] * len(arguments))), array, *arguments)

    def __getattr__(self, name):
        return lambda *arguments: self.call(name, *arguments)


class Constant:
    """A name that is bound with the block size."""

    def __init__(self, name):
        self.name = name


def _sample(values):
    """Arrays of the same kinds as `values`, for SAMPLE colonies."""
    return {name: np.zeros((*value.shape[:-1], SAMPLE), value.dtype) for name, value in values.items()}


class Line:
    """`month` written down, for inputs of the kinds that arrays.pack makes; `source` is the text."""

    def __init__(self, month, real, tables, planet, colony, roll, adjacent):
        trace = Trace(real)
        colony, roll = _sample(colony), _sample(roll)
        planet = {
            key: np.zeros((*value.shape[:-1], 1) if value.ndim > 1 else (), value.dtype)
            for key, value in planet.items()
        }
        colony["standing"][0] = colony["riot"][0] = roll["forced"][0] = 1  # so that something happens to colony 0
        inputs = [
            {key: trace.step('%s["%s"]' % (name, key), value) for key, value in values.items()}
            for name, values in (("planet", planet), ("colony", colony), ("roll", roll))
        ]
        graph = trace.step("adjacent", np.zeros((len(adjacent), SAMPLE), adjacent.dtype))
        results = month(trace, tables, *inputs, graph)
        self.bindings = trace.bindings
        self.source = _source(trace, results)
        self._code = compile(self.source, "<%s as one line of numpy calls>" % month.__module__, "exec")

    def bind(self, ops):
        """month(planet, colony, roll, adjacent) -> (new colony, report), for blocks of ops.count colonies."""
        space = {name: make(ops.count) for name, make in self.bindings.items()}
        space.update(vars(np), ops=ops, stack=ops.stack)
        exec(self._code, space)
        return space["month"]


def _source(trace, results):
    """The text of the function; a variable is used again when its value is not needed any more."""
    returned = [value for result in results for value in result.values()]
    last = {id(value): len(trace.steps) for value in returned}
    for index in range(len(trace.steps) - 1, -1, -1):
        made, _, arguments = trace.steps[index]
        if made is None or id(made) in last:
            for item in arguments:
                last.setdefault(id(item), index)
    names, free, lines = {}, [], ["def month(planet, colony, roll, adjacent):"]
    for index, (made, text, arguments) in enumerate(trace.steps):
        if made is not None and id(made) not in last:
            continue  # nobody asked for it
        call = text.format(*[_spelled(item, names) for item in arguments])
        ending = {id(item): item for item in arguments if isinstance(item, Value) and last[id(item)] == index}
        if made is not None and made.new:
            room = [names[key] for key, item in ending.items() if item.own and _alike(item.array, made.array)]
            call = call[:-1] + ", out=%s)" % room[0] if room else call
        free.extend(names[key] for key in ending)
        if made is None:
            lines.append("    " + call)
        else:
            names[id(made)] = free.pop() if free else "v%d" % len(names)
            lines.append("    %s = %s" % (names[id(made)], call))
    parts = [", ".join('"%s": %s' % (key, names[id(value)]) for key, value in result.items()) for result in results]
    return "\n".join([*lines, "    return {%s}, {%s}" % tuple(parts)])


def _alike(one, other):
    return one.shape == other.shape and one.dtype == other.dtype


def _spelled(item, names):
    if isinstance(item, Value):
        return names[id(item)]
    return item.name if isinstance(item, Constant) else repr(item)

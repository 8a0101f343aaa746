"""CBOR (RFC 8949) in a strict profile: one value, one spelling, bounded cost. Runs on CPython and on MicroPython.

Carried: integers -2**63 .. 2**64-1, byte strings, text, arrays, maps, false, true, null.

Rule 1: integers, lengths and counts in their shortest form; definite lengths only; no tags, floats, undefined or other
        simple values. So equal values have equal bytes (RFC 8949, 4.2.1).
Rule 2: map keys are unsigned integers up to KEY_MAX in ascending order, which also shows a repeated key.
Rule 3: at most DEPTH arrays and maps inside each other, at most ITEMS items, nothing after the value.
Rule 4: a declared length or count is compared with the bytes that are there before anything is allocated.
Rule 5: text is UTF-8 without surrogates, checked here: MicroPython itself takes almost anything.

Each refusal of `decode` is a CborError whose `reason` is one of REASONS.
"""

from shared_rules.compat import const
from shared_rules.wire.errors import CborEncodeError, CborError

DEPTH = const(8)
ITEMS = const(1024)
KEY_MAX = const(255)
ENCODE_LIMIT_BYTES = const(512)  # what `encode` reserves unless told otherwise: one packet
INT_LOWEST = -(1 << 63)
INT_HIGHEST = (1 << 64) - 1

TRUNCATED = "ends too early"
TRAILING = "bytes after the end"
NON_CANONICAL = "not the shortest form"
INDEFINITE = "indefinite length"
RESERVED = "reserved additional information"
FLOAT = "float"
TAG = "tag"
SIMPLE = "undefined or simple value"
BREAK = "break without a start"
INT_RANGE = "integer out of range"
TOO_DEEP = "nested too deep"
TOO_MANY = "too many items"
KEY_TYPE = "map key is not a small unsigned integer"
KEY_REPEATED = "duplicate map key"
KEY_ORDER = "map keys not ascending"
BAD_UTF8 = "text is not valid UTF-8"
TYPE = "type outside the profile"  # only `encode` and `decode_start`
NO_ROOM = "does not fit the buffer"  # only `encode`
REASONS = (
    TRUNCATED, TRAILING, NON_CANONICAL, INDEFINITE, RESERVED, FLOAT, TAG, SIMPLE, BREAK, INT_RANGE, TOO_DEEP, TOO_MANY,
    KEY_TYPE, KEY_REPEATED, KEY_ORDER, BAD_UTF8,
)  # fmt: skip

_UINT = const(0)
_NEGATIVE = const(1)
_BYTES = const(2)
_TEXT = const(3)
_ARRAY = const(4)
_MAP = const(5)
_TAGGED = const(6)
_SIMPLE = const(7)


def decode(data):
    """The value in `data` (bytes, bytearray or memoryview; nothing of it is kept). Raises CborError."""
    reader = _Reader(data)
    value = reader.item(0)
    if reader.at != reader.end:
        raise CborError(TRAILING, reader.at)
    return value


def decode_start(data, count):
    """The first `count` items of the array in `data`, whatever follows them. Raises CborError.

    For the one moment when the other end may speak a later version: what follows need not be understood.
    """
    reader = _Reader(data)
    if not reader.end or data[0] >> 5 != _ARRAY:
        raise CborError(TYPE, 0)
    if reader.argument(data[0] & 31) < count:
        raise CborError(TRUNCATED, reader.at)
    return [reader.item(1) for _ in range(count)]


def encode(value, limit=ENCODE_LIMIT_BYTES):
    """`value` as bytes, at most `limit` of them. Raises CborEncodeError."""
    buf = bytearray(limit)
    return bytes(memoryview(buf)[: encode_into(value, buf)])


def encode_into(value, buf):
    """Write `value` to the start of `buf` (bytearray or memoryview), return the length. Raises CborEncodeError."""
    writer = _Writer(buf)
    writer.item(value, 0)
    return writer.at


def utf8_valid(data, at, end):
    """Whether data[at:end] is UTF-8 by RFC 3629: shortest forms, no surrogates, nothing above U+10FFFF."""
    while at < end:
        first = data[at]
        at += 1
        if first < 0x80:
            continue
        if first < 0xC2 or first > 0xF4:
            return False
        after = at + (1 if first < 0xE0 else 2 if first < 0xF0 else 3)
        if after > end or not _SECOND_LOWEST.get(first, 0x80) <= data[at] <= _SECOND_HIGHEST.get(first, 0xBF):
            return False
        for i in range(at + 1, after):
            if data[i] & 0xC0 != 0x80:
                return False
        at = after
    return True


# First bytes whose second byte has a narrower range: overlong forms, surrogates, beyond U+10FFFF.
_SECOND_LOWEST = {0xE0: 0xA0, 0xF0: 0x90}
_SECOND_HIGHEST = {0xED: 0x9F, 0xF4: 0x8F}


def cut_text(text, limit):
    """`text` cut to at most `limit` bytes of UTF-8, at a character border."""
    data = text.encode()
    if len(data) <= limit:
        return text
    while limit and data[limit] & 0xC0 == 0x80:
        limit -= 1
    return str(data[:limit], "utf-8")


class _Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0
        self.end = len(data)
        self.items = 0

    def item(self, depth):
        """The item at `at`, inside `depth` containers."""
        at = self.at
        if at >= self.end:
            raise CborError(TRUNCATED, at)
        self.items += 1
        if self.items > ITEMS:
            raise CborError(TOO_MANY, at)
        first = self.data[at]
        major = first >> 5
        if major >= _TAGGED:
            return self.simple(first)
        argument = self.argument(first & 31)
        if major == _UINT:
            return argument
        if major == _NEGATIVE:
            if argument >> 63:
                raise CborError(INT_RANGE, at)
            return -1 - argument
        if major <= _TEXT:
            return self.string(major, argument)
        if depth >= DEPTH:
            raise CborError(TOO_DEEP, at)
        # Each item takes a byte at least, so a count beyond the rest of the data is false before the first is read.
        if argument * (2 if major == _MAP else 1) > self.end - self.at:
            raise CborError(TRUNCATED, at)
        return self.array(argument, depth + 1) if major == _ARRAY else self.map(argument, depth + 1)

    def argument(self, info):
        """The number in the head at `at`, whose low five bits are `info`; `at` moves behind the head."""
        at = self.at
        if info < 24:
            self.at = at + 1
            return info
        if info > 27:
            # 31 opens an indefinite length for strings and containers and has no meaning for integers.
            indefinite = info == 31 and self.data[at] >> 5 >= _BYTES
            raise CborError(INDEFINITE if indefinite else RESERVED, at)
        size = 1 << (info - 24)
        after = at + 1 + size
        if after > self.end:
            raise CborError(TRUNCATED, at)
        value = 0
        for i in range(at + 1, after):
            value = value << 8 | self.data[i]
        if value < 24 if size == 1 else not value >> (size << 2):
            raise CborError(NON_CANONICAL, at)
        self.at = after
        return value

    def string(self, major, length):
        at = self.at
        after = at + length
        if after > self.end:
            raise CborError(TRUNCATED, at)
        self.at = after
        if major == _BYTES:
            return bytes(self.data[at:after])
        if not utf8_valid(self.data, at, after):
            raise CborError(BAD_UTF8, at)
        return str(self.data[at:after], "utf-8")

    def array(self, count, depth):
        # Not a comprehension: on CPython 3.11 that is one more stack frame per level.
        values = []
        for _ in range(count):
            values.append(self.item(depth))
        return values

    def map(self, count, depth):
        values = {}
        before = -1
        for _ in range(count):
            at = self.at
            # The kind of the key is seen before the key is read: an array as key costs nothing.
            if at < self.end and self.data[at] >> 5 != _UINT:
                raise CborError(KEY_TYPE, at)
            key = self.item(depth)
            if key > KEY_MAX:
                raise CborError(KEY_TYPE, at)
            if key <= before:
                raise CborError(KEY_REPEATED if key in values else KEY_ORDER, at)
            values[key] = self.item(depth)
            before = key
        return values

    def simple(self, first):
        at = self.at
        if first not in _CONSTANTS:
            raise CborError(_refusal(first), at)
        self.at = at + 1
        return _CONSTANTS[first]


_CONSTANTS = {0xF4: False, 0xF5: True, 0xF6: None}


def _refusal(first):
    """Why a head of major type 6 or 7 is refused."""
    info = first & 31
    if first == 0xFF:
        return BREAK
    if info > 27:
        return RESERVED
    if first >> 5 == _TAGGED:
        return TAG
    return FLOAT if info > 24 else SIMPLE


class _Writer:
    def __init__(self, buf):
        self.buf = buf
        self.at = 0
        self.end = len(buf)
        self.items = 0

    def item(self, value, depth):
        self.items += 1
        if self.items > ITEMS:
            raise CborEncodeError(TOO_MANY)
        kind = type(value)
        if kind is int:
            if not INT_LOWEST <= value <= INT_HIGHEST:
                raise CborEncodeError(INT_RANGE)
            if value >= 0:
                self.head(_UINT, value)
            else:
                self.head(_NEGATIVE, -1 - value)
        elif kind is str:
            self.string(_TEXT, _utf8(value))
        elif kind is bytes or kind is bytearray or kind is memoryview:
            self.string(_BYTES, value)
        elif kind is list or kind is tuple:
            self.container(_ARRAY, value, depth)
        elif value is None or kind is bool:
            self.head(_SIMPLE, 22 if value is None else 21 if value else 20)
        elif kind is dict:
            self.container(_MAP, value, depth)
        else:
            raise CborEncodeError(FLOAT if kind is float else TYPE)

    def container(self, major, values, depth):
        if depth >= DEPTH:
            raise CborEncodeError(TOO_DEEP)
        self.head(major, len(values))
        if major == _ARRAY:
            for value in values:
                self.item(value, depth + 1)
            return
        for key in values:
            if type(key) is not int or not 0 <= key <= KEY_MAX:
                raise CborEncodeError(KEY_TYPE)
        for key in sorted(values):
            self.item(key, depth + 1)
            self.item(values[key], depth + 1)

    def string(self, major, data):
        self.head(major, len(data))
        after = self.at + len(data)
        if after > self.end:
            raise CborEncodeError(NO_ROOM)
        self.buf[self.at : after] = data
        self.at = after

    def head(self, major, argument):
        if argument < 24:
            info, last = argument, self.at
        elif argument < 0x100:
            info, last = 24, self.at + 1
        elif argument < 0x10000:
            info, last = 25, self.at + 2
        else:
            info, last = (27, self.at + 8) if argument >> 32 else (26, self.at + 4)
        if last >= self.end:
            raise CborEncodeError(NO_ROOM)
        for i in range(last, self.at, -1):
            self.buf[i] = argument & 0xFF
            argument >>= 8
        self.buf[self.at] = major << 5 | info
        self.at = last + 1


def _utf8(text):
    try:
        data = text.encode()
    except UnicodeError:
        raise CborEncodeError(BAD_UTF8)
    if not utf8_valid(data, 0, len(data)):
        raise CborEncodeError(BAD_UTF8)
    return data

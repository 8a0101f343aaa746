"""THE table of messages. Ids, directions, fields and bounds exist here and nowhere else.

`docs/protocol.md` and the CDDL are generated from this table. A packet is the CBOR array `[id, field, field, ...]`.

Rule 1: HELLO and WELCOME keep id, first field and second field for ever, so that two versions can name their mismatch.
Rule 2: an event starts with (boot, seq), stays on the ARC until acknowledged, and is resent byte-identical. `seq`
counts from 1 in each boot without gaps: an event that the full journal cannot take gets no number. WELCOME's `first` is
the `seq` of the oldest unacknowledged event (or of the next one): without it a host that missed that event could
acknowledge a later one and so lose it.
Rule 3: a command starts with (session, command); a repeated command is answered again, not executed again.
Rule 4: append messages; never reuse an id.

Field types: ("uint", lowest, highest), ("int", lowest, highest), ("bool",), ("bytes", shortest, longest),
("text", longest in UTF-8 bytes), ("list", item type, most items), ("tuple", type, type, ...).
"""

from shared_rules.wire import cbor
from shared_rules.wire.errors import CborError, MessageError, MessageFieldError
from shared_rules.wire.frames import crc32

U8 = ("uint", 0, 0xFF)
U16 = ("uint", 0, 0xFFFF)
U32 = ("uint", 0, 0xFFFFFFFF)
BOOL = ("bool",)
UNIT = ("uint", 0, 32)
PORT = ("uint", 0, 7)
UID = ("bytes", 4, 10)
EDGE = ("tuple", UNIT, PORT, UNIT, PORT)

CHUNK_BYTES = 384  # snapshot data in one packet
PACKET_BYTES = 512  # the largest packet either side accepts

TO_ARC = 0
TO_HOST = 1
BOTH = 2

# name, id, direction, fields, meaning
TABLE = (
    ("HELLO", 1, TO_ARC, (("protocol", U16), ("table", U32), ("session", U32), ("catalogue", U16)),
     "opens a session; the ARC answers WELCOME"),
    ("WELCOME", 2, TO_HOST, (("protocol", U16), ("table", U32), ("session", U32), ("catalogue", U16), ("boot", U32),
                             ("firmware", ("text", 24)), ("board", ("text", 24)), ("chip", ("bytes", 8, 8)),
                             ("reset", ("text", 16)), ("first", U32)),
     "answers HELLO; `boot` is new at each start of the ARC; `first` is its oldest unacknowledged event"),
    ("BEAT", 3, BOTH, (("session", U32), ("uptime_ms", U32)), "heartbeat, each second both ways"),
    ("EVENT_ACK", 4, TO_ARC, (("session", U32), ("boot", U32), ("seq", U32)),
     "every event up to `seq` of this boot is committed"),
    ("RESULT", 5, TO_HOST, (("session", U32), ("command", U32), ("code", U8), ("value", ("bytes", 0, CHUNK_BYTES))),
     "answers one command; code 0 is success"),
    ("NOTE", 6, TO_HOST, (("text", ("text", 120)),), "diagnostic text; dropped first when the host is slow"),
    ("STATUS", 7, TO_HOST, (("uptime_ms", U32), ("heap_used", U32), ("heap_free", U32), ("journal", U8),
                            ("modules", U8), ("reader", U8), ("bus", U8), ("dropped", U32)),
     "health, every five seconds; reader and bus are 0 or a fault code; dropped when the host is slow"),
    # -- events ------------------------------------------------------------------------------------------------
    ("TAP", 16, TO_HOST, (("boot", U32), ("seq", U32), ("session", U32), ("at_ms", U32), ("uid", UID), ("tag", U8),
                          ("piece", ("text", 40))),
     "a tag was laid on the ARC; `piece` is its NDEF piece id or empty"),
    ("LIFT", 17, TO_HOST, (("boot", U32), ("seq", U32), ("uid", UID)), "a tag was taken away"),
    ("TAGS_MANY", 18, TO_HOST, (("boot", U32), ("seq", U32), ("uids", ("list", UID, 2))),
     "two tags lie in the field: take one away"),
    ("MODULE_ATTACHED", 19, TO_HOST, (("boot", U32), ("seq", U32), ("unit", UNIT), ("kind", U8),
                                      ("chip", ("bytes", 8, 8)), ("ports", U8), ("firmware", U16)),
     "a module answered a checked hello"),
    ("MODULE_LOST", 20, TO_HOST, (("boot", U32), ("seq", U32), ("unit", UNIT)), "a module missed three checks"),
    ("MODULE_CONFLICT", 21, TO_HOST, (("boot", U32), ("seq", U32), ("unit", UNIT), ("code", U8)),
     "a module cannot be told apart or trusted"),
    ("TOPOLOGY", 22, TO_HOST, (("boot", U32), ("seq", U32), ("edges", ("list", EDGE, 40))),
     "corridors as sensed now: unit, port, unit, port; unit 0 is the ARC"),
    ("BATTERY", 23, TO_HOST, (("boot", U32), ("seq", U32), ("millivolts", U16), ("low", BOOL)),
     "supply voltage moved by a step or crossed the limit"),
    ("FAULT", 24, TO_HOST, (("boot", U32), ("seq", U32), ("part", U8), ("code", U8), ("detail", ("text", 80))),
     "something is wrong; the codes are in the catalogue"),
    ("FAULT_CLEARED", 25, TO_HOST, (("boot", U32), ("seq", U32), ("part", U8), ("code", U8)), "that fault is over"),
    # -- commands ----------------------------------------------------------------------------------------------
    ("LIGHTS", 64, TO_ARC, (("session", U32), ("command", U32), ("patterns", ("list", ("tuple", UNIT, U8), 33))),
     "sets light patterns by unit; unit 0 is the ARC's resting pattern"),
    ("VERDICT", 65, TO_ARC, (("session", U32), ("command", U32), ("boot", U32), ("seq", U32), ("verdict", U8)),
     "shows what became of a tap"),
    ("IDENTIFY", 66, TO_ARC, (("session", U32), ("command", U32), ("unit", UNIT)), "lets one module blink for 5 s"),
    ("SENSE", 67, TO_ARC, (("session", U32), ("command", U32)),
     "asks for modules and topology anew: the ARC repeats them as events"),
    ("SNAPSHOT_BEGIN", 68, TO_ARC, (("session", U32), ("command", U32), ("length", ("uint", 0, 262144)), ("crc", U32)),
     "starts to store a snapshot of the game log"),
    ("SNAPSHOT_DATA", 69, TO_ARC, (("session", U32), ("command", U32), ("offset", U32),
                                   ("data", ("bytes", 1, CHUNK_BYTES))),
     "one piece of it, in order"),
    ("SNAPSHOT_COMMIT", 70, TO_ARC, (("session", U32), ("command", U32)),
     "makes it the newest snapshot, or fails whole"),
    ("SNAPSHOT_INFO", 71, TO_ARC, (("session", U32), ("command", U32)),
     "RESULT value: length and crc as two u32 little endian, or empty"),
    ("SNAPSHOT_READ", 72, TO_ARC, (("session", U32), ("command", U32), ("offset", U32)),
     "RESULT value: up to one chunk from `offset`"),
    ("SERVICE", 73, TO_ARC, (("session", U32), ("command", U32)),
     "leaves the program for the REPL, so that mpremote works"),
    ("RESET", 74, TO_ARC, (("session", U32), ("command", U32)), "restarts the ARC"),
)

# RESULT codes
OK = 0
BAD_COMMAND = 1
OUT_OF_ORDER = 2
STORE_FAILED = 3
NOTHING_STORED = 4
FLASH_RESTS = 5
RESULT_NAMES = ("ok", "command not understood", "pieces out of order", "could not be stored", "nothing stored",
                "the flash rests, later")

BY_NAME: "dict[str, tuple]" = {row[0]: row for row in TABLE}
BY_ID: "dict[int, tuple]" = {row[1]: row for row in TABLE}


def table_crc():
    """CRC-32 of all that changes bytes or meaning of a packet: names, ids, directions, fields. HELLO carries it."""
    crc = 0
    for name, number, direction, fields, _ in TABLE:
        crc = crc32(repr((name, number, direction, fields)).encode(), crc)
    return crc


def pack(name, **fields):
    """The packet of message `name`. Raises MessageFieldError for a missing, unknown or out-of-range field."""
    buf = bytearray(PACKET_BYTES)
    return bytes(memoryview(buf)[: pack_into(buf, name, fields)])


def pack_into(buf, name, fields):
    """Write the packet of message `name` to the start of `buf`, return its length. Raises MessageFieldError."""
    if name not in BY_NAME:
        raise MessageFieldError(name, "", "no such message")
    _, number, _, columns, _ = BY_NAME[name]
    packet = [number]
    for field, kind in columns:
        if field not in fields:
            raise MessageFieldError(name, field, "missing")
        fault = fault_of(fields[field], kind)
        if fault:
            raise MessageFieldError(name, field, fault)
        packet.append(fields[field])
    if len(fields) != len(columns):
        known = [field for field, _ in columns]
        raise MessageFieldError(name, [field for field in fields if field not in known][0], "no such field")  # noqa: RUF015
    return cbor.encode_into(packet, buf)


def unpack(packet, direction):
    """(name, fields) of a packet that travels in `direction` (TO_ARC or TO_HOST). Raises CborError, MessageError."""
    return check(cbor.decode(packet), direction)


def check(values, direction):
    """(name, fields) of an already decoded packet: the half of `unpack` behind the codec. Raises MessageError."""
    if type(values) is not list or not values or type(values[0]) is not int:
        raise MessageError("", "", "not an array that starts with a message id")
    if values[0] not in BY_ID:
        raise MessageError("", "", "unknown message id %d" % values[0])
    name, _, way, columns, _ = BY_ID[values[0]]
    if way != BOTH and way != direction:
        raise MessageError(name, "", "wrong direction")
    if len(values) != len(columns) + 1:
        raise MessageError(name, "", "%d fields, not %d" % (len(values) - 1, len(columns)))
    fields = {}
    for i, (field, kind) in enumerate(columns):
        fault = fault_of(values[i + 1], kind)
        if fault:
            raise MessageError(name, field, fault)
        fields[field] = values[i + 1]
    return name, fields


def peek(packet):
    """(id, protocol, table) of a HELLO or WELCOME of any version; None where the packet is neither (rule 1)."""
    try:
        number, protocol, table = cbor.decode_start(packet, 3)
    except CborError:
        return None
    if [type(value) for value in (number, protocol, table)] != [int, int, int]:
        return None
    return (number, protocol, table) if number in (BY_NAME["HELLO"][1], BY_NAME["WELCOME"][1]) else None


def fault_of(value, kind):
    """Why `value` is not of the field type `kind`, or "" where it is."""
    return _CHECKS[kind[0]](value, kind)


def _number_fault(value, kind):
    if type(value) is not int:
        return "not an integer"
    return "" if kind[1] <= value <= kind[2] else "not in %d..%d" % (kind[1], kind[2])


def _bool_fault(value, kind):
    return "" if type(value) is bool else "not true or false"


def _bytes_fault(value, kind):
    if not isinstance(value, (bytes, bytearray, memoryview)):
        return "not bytes"
    return "" if kind[1] <= len(value) <= kind[2] else "not %d..%d bytes long" % (kind[1], kind[2])


def _text_fault(value, kind):
    if type(value) is not str:
        return "not text"
    try:
        length = len(value.encode())
    except UnicodeError:
        return "not Unicode text"
    return "" if length <= kind[1] else "longer than %d bytes" % kind[1]


def _list_fault(value, kind):
    if type(value) not in (list, tuple):
        return "not a list"
    if len(value) > kind[2]:
        return "more than %d items" % kind[2]
    for item in value:
        fault = fault_of(item, kind[1])
        if fault:
            return "item " + fault
    return ""


def _tuple_fault(value, kind):
    if type(value) not in (list, tuple) or len(value) != len(kind) - 1:
        return "not %d values" % (len(kind) - 1)
    for i, item in enumerate(value):
        fault = fault_of(item, kind[i + 1])
        if fault:
            return "value %d %s" % (i + 1, fault)
    return ""


_CHECKS = {
    "uint": _number_fault,
    "int": _number_fault,
    "bool": _bool_fault,
    "bytes": _bytes_fault,
    "text": _text_fault,
    "list": _list_fault,
    "tuple": _tuple_fault,
}

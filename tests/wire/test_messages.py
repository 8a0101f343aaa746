"""The message table: golden packets, CDDL as a second judge, errors that name message and field."""

import cbor2
import pycddl
import pytest
from cddl_judge import violation
from hypothesis import given, settings
from hypothesis import strategies as st
from wire_samples import VALUES, field_values, plain, right_fields, rows, wrong_values

from host.link.packets import unpack_packet
from shared_rules.wire import cbor, frames, messages
from shared_rules.wire.errors import CborError, MessageError, MessageFieldError, WireError
from tools.docs import cddl
from tools.docs.protocol import largest, largest_packet_bytes

NAMES = [row[0] for row in messages.TABLE]
DIRECTIONS = (messages.TO_ARC, messages.TO_HOST)
GOLDEN = {name: (bytes.fromhex(packet), eval(fields)) for name, packet, fields in rows("golden_messages.tsv")}


def travels(name: str) -> tuple[int, ...]:
    """The directions in which message `name` may travel."""
    way = messages.BY_NAME[name][2]
    return DIRECTIONS if way == messages.BOTH else (way,)


def by_hand(name: str, fields: dict) -> bytes:
    """The packet without our codec and without our checks."""
    return cbor2.dumps([messages.BY_NAME[name][1], *fields.values()])


def too_many_arrays(value: object) -> bool:
    """What pycddl 0.6.4 does not count (see cddl_judge)."""
    return isinstance(value, list) and len(value) > 33 and isinstance(value[0], list)


def test_ids_and_names_are_used_once_and_fit_their_group():
    numbers = [row[1] for row in messages.TABLE]
    assert len(set(numbers)) == len(numbers) == len(set(NAMES))
    for name, number, way, fields, meaning in messages.TABLE:
        names = [field for field, _ in fields]
        assert meaning, name
        assert len(set(names)) == len(names), name
        if 16 <= number < 64:
            assert way == messages.TO_HOST, name
            assert names[:2] == ["boot", "seq"], name
        if number >= 64:
            assert way == messages.TO_ARC, name
            assert names[:2] == ["session", "command"], name


def test_hello_and_welcome_keep_what_a_later_version_relies_on():
    for name, number in (("HELLO", 1), ("WELCOME", 2)):
        assert messages.BY_NAME[name][1] == number
        assert messages.BY_NAME[name][3][:2] == (("protocol", messages.U16), ("table", messages.U32))


@pytest.mark.parametrize("name", NAMES)
def test_the_longest_packet_of_each_message_is_accepted_by_the_other_end(name):
    fields = {field: largest(kind) for field, kind in messages.BY_NAME[name][3]}
    packet = messages.pack(name, **fields)
    assert len(packet) == largest_packet_bytes(name) <= messages.PACKET_BYTES
    decoder = frames.FrameDecoder(messages.PACKET_BYTES)
    assert decoder.feed(b"\x00" + frames.encode_frame(packet)) == [packet]
    assert messages.unpack(packet, travels(name)[0]) == (name, fields)


@pytest.mark.parametrize("name", NAMES)
def test_golden_packets_are_made_and_understood_each_alone(name):
    if name not in GOLDEN:
        smallest = right_fields(name)
        pytest.fail(f"golden_messages.tsv lacks:\n{name}\t{by_hand(name, smallest).hex()}\t{smallest!r}")
    packet, fields = GOLDEN[name]
    assert by_hand(name, fields) == packet
    assert messages.pack(name, **fields) == packet
    for direction in travels(name):
        expected = (name, {field: plain(value) for field, value in fields.items()})
        assert messages.unpack(packet, direction) == unpack_packet(packet, direction) == expected
        assert not violation(packet, direction)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_every_value_within_bounds_is_packed_validated_and_unpacked(name, data):
    fields = {field: data.draw(field_values(kind)) for field, kind in messages.BY_NAME[name][3]}
    packet = messages.pack(name, **fields)
    assert packet == by_hand(name, fields)
    assert not violation(packet)
    for direction in travels(name):
        assert messages.unpack(packet, direction) == (name, {field: plain(value) for field, value in fields.items()})
        assert not violation(packet, direction)


WRONG = [
    pytest.param(name, field, wrong, id=f"{name}.{field}-{i}")
    for name in NAMES
    for field, kind in messages.BY_NAME[name][3]
    for i, wrong in enumerate(wrong_values(kind))
]


@pytest.mark.parametrize(("name", "field", "wrong"), WRONG)
def test_every_value_out_of_bounds_is_refused_by_all_and_named(name, field, wrong):
    fields = {**right_fields(name), field: wrong}
    with pytest.raises(MessageFieldError) as ours:
        messages.pack(name, **fields)
    assert (ours.value.message, ours.value.field) == (name, field)
    packet = by_hand(name, fields)
    assert violation(packet) or too_many_arrays(wrong)
    with pytest.raises(MessageError) as theirs:
        messages.unpack(packet, travels(name)[0])
    assert (theirs.value.message, theirs.value.field) == (name, field)
    assert not isinstance(theirs.value, MessageFieldError)


def test_pycddl_reads_the_whole_file():
    schema = pycddl.Schema(cddl.schema())
    schema.validate_cbor(GOLDEN["HELLO"][0])
    schema.validate_cbor(GOLDEN["TAP"][0])
    with pytest.raises(pycddl.ValidationError):
        schema.validate_cbor(by_hand("HELLO", {**GOLDEN["HELLO"][1], "table": 2**32}))


@pytest.mark.parametrize("name", NAMES)
def test_a_field_too_few_or_too_many_is_refused_by_all(name):
    values = list(right_fields(name).values())
    number = messages.BY_NAME[name][1]
    for packet in (cbor2.dumps([number, *values[:-1]]), cbor2.dumps([number, *values, 0])):
        assert violation(packet)
        with pytest.raises(MessageError, match=name):
            messages.unpack(packet, travels(name)[0])


@pytest.mark.parametrize("name", [name for name in NAMES if len(travels(name)) == 1])
def test_a_message_that_comes_the_wrong_way_is_refused(name):
    (direction,) = travels(name)
    wrong_way = messages.TO_HOST if direction == messages.TO_ARC else messages.TO_ARC
    packet = messages.pack(name, **right_fields(name))
    assert violation(packet, wrong_way)
    with pytest.raises(MessageError, match="wrong direction"):
        messages.unpack(packet, wrong_way)


@given(VALUES, st.sampled_from(DIRECTIONS))
def test_any_other_value_is_refused_with_a_wire_error_and_by_cddl(value, direction):
    packet = cbor.encode(value, 20_000)
    try:
        name, _ = messages.unpack(packet, direction)
    except WireError:
        assert violation(packet, direction)
    else:
        assert name in NAMES


def test_our_mistakes_are_apart_from_theirs():
    with pytest.raises(MessageFieldError, match=r"LIFT\.uid: missing"):
        messages.pack("LIFT", boot=1, seq=1)
    with pytest.raises(MessageFieldError, match=r"LIFT\.piece: no such field"):
        messages.pack("LIFT", boot=1, seq=1, uid=bytes(4), piece="x")
    with pytest.raises(MessageFieldError, match="TAPP: no such message"):
        messages.pack("TAPP")
    with pytest.raises(MessageFieldError, match=r"NOTE\.text"):
        messages.pack("NOTE", text="\ud800")
    with pytest.raises(CborError, match=cbor.TAG):
        messages.unpack(b"\xc0\x60", messages.TO_ARC)


# -- meeting another version ------------------------------------------------------------------------------------------


def test_peek_reads_hello_and_welcome_of_a_version_that_does_not_exist_yet():
    future = [
        cbor2.dumps([1, 9, 0xABCD, "a session is text now", {"and": 1.5}]),
        cbor2.dumps([1, 9, 0xABCD]),
        cbor2.dumps([1, 9, 0xABCD]) + b"more",
        b"\x98\x64" + cbor2.dumps([1, 9, 0xABCD])[1:],  # a hundred fields, of which we got three
    ]
    for packet in future:
        assert messages.peek(packet) == (1, 9, 0xABCD)
    assert messages.peek(cbor2.dumps([2, 3, 4, 5])) == (2, 3, 4)


@pytest.mark.parametrize(
    "packet",
    [b"", b"\x00", b"\x83", b"\x83\x01", cbor2.dumps([3, 1, 2]), cbor2.dumps([1, "1", 2]), cbor2.dumps([1, 1, None]),
     cbor2.dumps([1, 1]), cbor2.dumps({1: 1}), cbor2.dumps([1.0, 1, 1]), cbor2.dumps([True, 1, 1])],
)  # fmt: skip
def test_peek_takes_nothing_else(packet):
    assert messages.peek(packet) is None


@given(st.binary(max_size=30))
def test_peek_never_raises(data):
    messages.peek(data)


def test_the_table_checksum_changes_with_the_table_but_not_with_its_words(monkeypatch):
    before = messages.table_crc()
    table = messages.TABLE
    name, number, way, fields, _ = table[0]
    for row, same in (
        ((name, number, way, fields, "other words"), True),
        ((name, number, way, fields[:-1], ""), False),
        ((name, number + 100, way, fields, ""), False),
        ((name, number, messages.BOTH, fields, ""), False),
        ((name, number, way, (("protocol", ("uint", 0, 254)), *fields[1:]), ""), False),
    ):
        monkeypatch.setattr(messages, "TABLE", (row, *table[1:]))
        assert (messages.table_crc() == before) is same, row

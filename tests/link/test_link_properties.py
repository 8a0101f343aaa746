"""Whatever bytes come: only named errors, bounded memory; and the order book against a plain model of it."""

import asyncio
import logging

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from link_rig import VirtualLoop

from host.link import greeting
from host.link.connection import Connection
from host.link.console import TAIL_BYTES, ConsoleWatch
from host.link.errors import LinkError
from host.link.events import OrderBook, Place, serial_diff
from host.link.memory import PipeFaults, memory_pair
from shared_rules.catalog import CATALOGUE
from shared_rules.wire.frames import encode_frame
from shared_rules.wire.messages import pack, table_crc
from shared_rules.wire.version import PROTOCOL

SESSION = 77
U32 = st.integers(0, 0xFFFFFFFF)
WELCOME = pack(
    "WELCOME", protocol=PROTOCOL, table=table_crc(), session=SESSION, catalogue=CATALOGUE, boot=1, firmware="test",
    board="arc_pico", chip=bytes(8), reset="power", first=1,
)  # fmt: skip

# Frames that a healthy, a foreign and a mad ARC could send, and plain garbage.
FRAMES = st.one_of(
    st.builds(lambda session, ms: pack("BEAT", session=session, uptime_ms=ms), st.sampled_from([SESSION, 5]), U32),
    st.builds(lambda boot, seq: pack("LIFT", boot=boot, seq=seq, uid=bytes(4)), st.integers(1, 2), st.integers(0, 9)),
    st.builds(lambda n: pack("RESULT", session=SESSION, command=n, code=9, value=b""), U32),
    st.builds(lambda text: pack("NOTE", text=text), st.text(max_size=20)),
    st.just(WELCOME),
    st.binary(max_size=40),
).map(encode_frame)
BYTES = st.lists(st.one_of(FRAMES, st.binary(max_size=60), st.just(bytes(3))), max_size=30)


async def greet_and_serve(connection, port):
    await connection.greet()
    asyncio.get_running_loop().call_later(9, port.close)
    await connection.serve()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(before=BYTES, after=BYTES)
def test_whatever_comes_a_session_ends_in_a_link_error_only(before, after):
    async def scenario():
        transport, port = memory_pair()
        committed = []

        async def on_event(event):
            committed.append((event.boot, event.seq))

        connection = Connection(transport, on_event, session=SESSION)
        port.write(b"".join(before) + b"\0" + encode_frame(WELCOME) + b"".join(after))
        with pytest.raises(LinkError, match=r"\.$"):
            await greet_and_serve(connection, port)
        await connection.close()
        assert committed == [(1, seq) for seq in range(1, len(committed) + 1)], "in order, once, of this boot only"

    logging.disable(logging.CRITICAL)
    try:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(scenario())
    finally:
        logging.disable(logging.NOTSET)


class Book(RuleBasedStateMachine):
    """The ARC sends events of the numbering in any order, again and again; commits lag behind."""

    def __init__(self):
        super().__init__()
        self.first = 0xFFFFFFF8  # the wrap is on the way
        self.book = OrderBook(1, self.first)
        self.taken = 0
        self.committed = 0

    def seq(self, index):
        return (self.first + index) & 0xFFFFFFFF

    @rule(index=st.integers(-5, 40))
    def arrive(self, index):
        place = self.book.place(self.seq(index))
        if index < self.committed:
            assert place is Place.COMMITTED
        elif index < self.taken:
            assert place is Place.QUEUED
        elif index > self.taken:
            assert place is Place.GAP
        else:
            assert place is Place.NEXT
            self.book.take(self.seq(index))
            self.taken += 1

    @precondition(lambda self: self.committed < self.taken)
    @rule()
    def commit(self):
        self.book.commit(self.seq(self.committed))
        self.committed += 1

    @invariant()
    def acknowledges_exactly_what_is_committed(self):
        assert self.book.committed == self.seq(self.committed - 1)


TestBook = Book.TestCase
TestBook.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)


@given(U32, st.integers(-0x7FFFFFFF, 0x7FFFFFFF))
def test_serial_numbers_know_their_distance_across_the_wrap(start, distance):
    assert serial_diff((start + distance) & 0xFFFFFFFF, start) == distance


@given(st.lists(st.binary(max_size=300), max_size=30))
def test_the_console_watch_keeps_a_bounded_tail(chunks):
    watch = ConsoleWatch()
    for chunk in chunks:
        watch.feed(chunk)
    watch.feed(b"x" * 3 * TAIL_BYTES)
    text = watch.feed(b"\r\n>>> ")
    assert text is not None
    assert len(text) <= TAIL_BYTES


@given(st.binary(min_size=1, max_size=200).filter(lambda data: 0 not in data), st.integers(1, 7))
def test_a_prompt_is_noticed_however_it_is_cut(text, step):
    data = b"\0" + text + b"\r\n>>> "
    watch = ConsoleWatch()
    seen = [watch.feed(data[at : at + step]) for at in range(0, len(data), step)]
    assert any(seen)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=20),
    st.floats(0, 1),
    st.floats(0, 0.01),
    st.randoms(use_true_random=False),
)
def test_a_pipe_that_splits_and_delays_loses_nothing_and_keeps_the_order(chunks, split, delay_s, rng):
    async def scenario():
        transport, port = memory_pair(to_host=PipeFaults(split=split, delay_s=delay_s), rng=rng)
        for chunk in chunks:
            port.write(chunk)
            await asyncio.sleep(0.001)
        arrived = b""
        while len(arrived) < sum(map(len, chunks)):
            arrived += await transport.read()
        assert arrived == b"".join(chunks)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(scenario())


def test_no_hello_stops_an_arc_that_is_just_starting(monkeypatch):
    """Given MicroPython still obeys Ctrl-C, then a HELLO that waits in the port holds none."""
    monkeypatch.setattr(greeting, "TABLE_CRC", 0x01020401)  # this one's own bytes could not be helped
    hellos = [encode_frame(greeting.hello_packet(greeting.new_session())) for _ in range(500)]
    assert len(set(hellos)) == 500
    assert not [hello for hello in hellos if b"\x03" in hello]


def test_where_each_hello_would_hold_a_ctrl_c_a_session_is_drawn_all_the_same(monkeypatch):
    monkeypatch.setattr(greeting, "TABLE_CRC", 0x03030303)
    assert 0 < greeting.new_session() <= 0xFFFFFFFF

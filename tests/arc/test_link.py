"""The ARC's end of the link, rows of field-faults: USB and Link."""

import pytest
from arc_pipe import Pipe
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.arc.journal import Journal
from firmware.arc.link import ANSWERS, BEAT_MS, RESEND_MS, WINDOW_EVENTS, Link
from shared_rules.compat import TICKS_PERIOD
from shared_rules.wire import cbor, frames, messages
from tools.virtual.probe import Probe

WHO = {"firmware": "test", "board": "bench", "chip": b"CHIP0001", "reset": "power on"}
BOOT = 0xB007


class Bench:
    """A Link on a pipe, a host, a clock that is moved by hand."""

    def __init__(self, pipe, start_ms=5000, check=None):
        self.pipe = pipe
        self.clock_ms = start_ms
        self.sessions = []
        self.executed = []
        self.journal = Journal(BOOT)
        commands = {
            "IDENTIFY": self.identify,
            "SNAPSHOT_READ": lambda fields: (messages.OK, b"x" * messages.CHUNK_BYTES),
        }
        self.link = Link(pipe, self.journal, WHO, commands, self.sessions.append, now=lambda: self.clock_ms)
        self.host = Probe(check=check)

    def identify(self, fields):
        self.executed.append(fields["unit"])
        return messages.OK, bytes([len(self.executed)])

    def say(self, data):
        """The host sends `data`; every message that comes back."""
        self.pipe.to_arc += data
        return self.run()

    def run(self, duration_ms=0, beats=True):
        """Step until nothing moves, for `duration_ms`; the host beats meanwhile."""
        fresh = []
        for _ in range(duration_ms // 50 + 1):
            if beats and self.link.session is not None:
                self.pipe.to_arc += self.host.beat()
            while self.link.step():
                pass
            fresh += self.host.feed(self.pipe.take())
            self.clock_ms = (self.clock_ms + (50 if duration_ms else 0)) % TICKS_PERIOD
        return fresh

    def greet(self, session=7):
        return self.say(self.host.hello(session))

    def event(self, unit=1):
        return self.journal.add("MODULE_LOST", {"unit": unit})


@pytest.fixture
def bench(pipe):
    return Bench(pipe)


def names(seen):
    return [name for name, _ in seen]


def test_hello_opens_a_session_and_welcome_names_the_board(bench):
    bench.event()
    seen = bench.greet()
    name, welcome = seen[0]
    assert name == "WELCOME"
    assert (welcome["session"], welcome["boot"], welcome["first"], welcome["board"]) == (7, BOOT, 1, "bench")
    assert names(seen) == ["WELCOME", "MODULE_LOST"]
    assert bench.sessions == [True]


@pytest.mark.parametrize("other", [{"protocol": 99}, {"table": 1}, {"catalogue": 77}])
def test_other_version_is_told_ours_and_gets_no_session(bench, other):
    seen = bench.say(bench.host.hello(7, **other))
    assert names(seen) == ["WELCOME"]
    assert bench.link.session is None


def test_hello_of_a_later_shape_is_answered_with_our_numbers(bench):
    packet = cbor.encode([1, 99, 5, 7, 1, 0])  # one field more than ours
    assert names(bench.say(b"\0" + frames.encode_frame(packet))) == ["WELCOME"]
    assert bench.link.session is None


def test_nothing_is_sent_without_a_host(bench):
    bench.event()
    bench.link.status({"anything": 1})
    bench.link.note("hello?")
    assert bench.run(20_000) == []
    assert bench.pipe.to_host == b""


def test_b87_b116_old_bytes_and_foreign_frames_are_skipped(bench):
    old = Probe(session=3)
    bench.pipe.to_arc += b"\x41\x54\x0d" + old.command("IDENTIFY", unit=9)[5:] + old.command("IDENTIFY", unit=9)
    assert names(bench.greet()) == ["WELCOME"]
    bench.say(old.command("IDENTIFY", unit=9))
    assert bench.executed == []
    bench.say(bench.host.command("IDENTIFY", unit=2))
    assert bench.executed == [2]


def test_b76_unknown_hello_and_28_s_of_silence_leave_the_arc_working(bench):
    bench.pipe.to_arc += bytes(range(1, 256)) * 4
    bench.run(28_000)
    assert names(bench.greet())[0] == "WELCOME"


def test_b93_repeated_command_is_answered_again_and_not_executed_again(bench):
    bench.greet()
    frame = bench.host.command("IDENTIFY", unit=4)
    first, second = bench.say(frame), bench.say(frame)
    assert bench.executed == [4]
    assert first == second != []


def test_b93_answers_are_bounded_and_forgotten_ids_are_refused(bench):
    bench.greet()
    first = bench.host.command("IDENTIFY", unit=1)
    bench.say(first)
    for unit in range(ANSWERS):
        bench.say(bench.host.command("IDENTIFY", unit=unit))
    done = len(bench.executed)
    ((_, result),) = [m for m in bench.say(first) if m[0] == "RESULT"]
    assert result["code"] == messages.OUT_OF_ORDER
    assert len(bench.executed) == done
    assert len(bench.link._answers) <= ANSWERS


def test_command_ids_may_wrap(bench):
    bench.greet()
    for command in (0xFFFFFFFE, 0xFFFFFFFF, 0, 1):
        seen = bench.say(bench.host.send("IDENTIFY", session=7, command=command, unit=1))
        assert [fields["command"] for name, fields in seen if name == "RESULT"] == [command]
    assert len(bench.executed) == 4


def test_command_with_bad_fields_is_answered(bench):
    bench.greet()
    packet = cbor.encode([66, 7, 5, 200])  # IDENTIFY of a unit that no box has
    seen = bench.say(frames.encode_frame(packet))
    assert [fields["code"] for name, fields in seen if name == "RESULT"] == [messages.BAD_COMMAND]


def test_b94_resend_is_byte_identical_until_acknowledged(bench):
    bench.greet()
    bench.event()
    bench.run(3 * RESEND_MS)
    copies = [raw for raw in bench.host.raw if messages.unpack(raw, messages.TO_HOST)[0] == "MODULE_LOST"]
    assert len(copies) >= 3
    assert len(set(copies)) == 1
    bench.say(bench.host.ack(bench.host.events()[0][1]))
    assert "MODULE_LOST" not in names(bench.run(3 * RESEND_MS))


def test_journal_outlives_the_host_and_the_next_session_gets_it(bench):
    bench.greet(7)
    bench.event(1)
    bench.event(2)
    bench.run()
    bench.say(bench.host.ack(bench.host.events()[0][1]))
    bench.run(4 * BEAT_MS, beats=False)
    assert bench.sessions == [True, False]
    seen = bench.greet(8)
    assert seen[0][1]["first"] == 2
    assert [fields["unit"] for name, fields in seen if name == "MODULE_LOST"] == [2]


def test_acknowledgement_of_another_boot_or_session_or_future_is_ignored(bench):
    bench.greet()
    bench.event()
    bench.say(bench.host.send("EVENT_ACK", session=7, boot=BOOT + 1, seq=1))
    bench.say(bench.host.send("EVENT_ACK", session=6, boot=BOOT, seq=1))
    bench.say(bench.host.send("EVENT_ACK", session=7, boot=BOOT, seq=2))
    bench.say(bench.host.send("EVENT_ACK", session=7, boot=BOOT, seq=0))
    assert len(bench.journal) == 1
    bench.say(bench.host.send("EVENT_ACK", session=7, boot=BOOT, seq=1))
    assert len(bench.journal) == 0


def test_b95_sequence_wraps(bench):
    bench.journal._next = 0xFFFFFFFE
    bench.greet()
    for unit in range(1, 6):
        bench.event(unit)
    bench.run()
    events = bench.host.events("MODULE_LOST")
    assert [fields["seq"] for _, fields in events] == [0xFFFFFFFE, 0xFFFFFFFF, 0, 1, 2]
    bench.say(bench.host.ack(events[2][1]))
    assert len(bench.journal) == 2
    bench.say(bench.host.ack(events[4][1]))
    assert len(bench.journal) == 0


def test_b77_only_a_window_of_events_is_under_way(bench):
    bench.greet()
    for unit in range(1, 21):
        bench.event(unit)
    assert len(bench.run()) == WINDOW_EVENTS
    bench.say(bench.host.ack(bench.host.events()[-1][1]))
    assert len(bench.host.events()) == 2 * WINDOW_EVENTS


def test_three_missed_beats_are_no_host_and_beats_keep_it(bench):
    bench.greet()
    bench.run(20_000)
    assert bench.sessions == [True]
    bench.run(2900, beats=False)
    assert bench.sessions == [True]
    bench.run(300, beats=False)
    assert bench.sessions == [True, False]


def test_arc_beats_each_second(bench):
    bench.greet()
    assert 9 <= names(bench.run(10_000)).count("BEAT") <= 11


def test_b78_the_clock_may_wrap(pipe):
    bench = Bench(pipe, start_ms=TICKS_PERIOD - 1000)
    bench.greet()
    bench.event()
    bench.run(10_000)
    assert bench.sessions == [True]
    assert 9 <= names(bench.host.seen).count("BEAT") <= 11
    assert names(bench.host.seen).count("MODULE_LOST") >= 5
    assert 9_900 <= bench.link.uptime_ms <= 10_100
    bench.run(3200, beats=False)
    assert bench.sessions == [True, False]


def test_b72_host_that_does_not_read_costs_status_first_and_no_event(bench):
    bench.greet()
    bench.pipe.room = 0
    for unit in range(1, 30):
        bench.event(unit)
        bench.link.status(dict.fromkeys(("uptime_ms", "heap_used", "heap_free", "journal", "modules", "reader", "bus",
                                         "dropped"), 0))
        bench.run(100)
    assert bench.link.dropped == 28
    bench.pipe.room = None
    for _ in range(5):
        for name, fields in bench.run():
            if name == "MODULE_LOST":
                bench.pipe.to_arc += bench.host.ack(fields)
    assert [fields["unit"] for _, fields in bench.host.events("MODULE_LOST")] == list(range(1, 30))
    assert names(bench.host.seen).count("STATUS") == 1


def test_b72_b73_short_writes_make_whole_frames(bench):
    bench.pipe.room = 0
    bench.pipe.to_arc += bench.host.hello()
    for _ in range(200):
        bench.pipe.room = 1
        bench.link.step()
    assert names(bench.host.feed(bench.pipe.take())) == ["WELCOME"]
    assert bench.host.dropped == {}


def test_more_commands_than_the_reply_queue_takes_are_all_answered(bench):
    bench.greet()
    bench.pipe.room = 0
    for unit in range(1, 25):
        bench.pipe.to_arc += bench.host.command("IDENTIFY", unit=unit)
    for _ in range(20):
        bench.link.step()
    bench.pipe.room = None
    bench.run()
    assert sorted(bench.host.results()) == list(range(1, 25))


@pytest.mark.parametrize("wire_bytes", [63, 64, 65, 127, 128])
def test_b75_frames_of_usb_packet_sizes_go_both_ways_with_nothing_after(bench, wire_bytes):
    bench.greet()
    text = "x" * 120
    while len(frames.encode_frame(messages.pack("NOTE", text=text))) > wire_bytes:
        text = text[:-1]
    bench.link.note(text)
    assert [fields["text"] for name, fields in bench.run() if name == "NOTE"] == [text]
    bench.pipe.to_arc += b"\0" * (wire_bytes - len(bench.host.command("IDENTIFY", unit=3)))
    bench.say(bench.host.command("IDENTIFY", unit=3))
    assert bench.executed == [3]


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.integers(1, 200), min_size=1, max_size=6), garbage=st.binary(max_size=60))
def test_b74_any_cut_of_the_input_gives_the_same(sizes, garbage):
    pipe = Pipe()
    bench = Bench(pipe)
    pipe.sizes = sizes
    bench.say(garbage)
    bench.greet()
    for unit in range(1, 6):
        bench.say(bench.host.command("IDENTIFY", unit=unit))
    assert bench.executed == [1, 2, 3, 4, 5]


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=600))
def test_garbage_never_raises_and_never_opens_a_session(data):
    bench = Bench(Pipe())
    bench.say(b"\0" + data + b"\0")
    bench.say(frames.encode_frame(data[:500] or b"\0"))
    assert bench.link.session is None
    assert names(bench.greet())[:1] in (["WELCOME"], ["RESULT"])

"""One session, virtual time: the companion's real connection against the firmware's real link."""

import asyncio
import contextlib
from random import Random

import pytest
from link_rig import Device, open_session, raises_soon

from firmware.arc import link as firmware_link
from host.link import events
from host.link.commands import CommandDesk
from host.link.connection import Connection, Phase
from host.link.errors import (
    ArcDeaf,
    ArcSilent,
    CommandQueueFull,
    CommandTimeout,
    CommitFailed,
    ConsoleNoticed,
    EventsMissing,
    LinkLost,
    LinkMisuse,
    NoAnswer,
    NotConnected,
    ProtocolMismatch,
    TransportClosed,
)
from host.link.memory import PipeFaults, memory_pair
from host.link.state import Welcome
from host.link.timing import COMMAND_QUEUE, LinkTiming
from shared_rules.wire.frames import FrameDecoder, encode_frame
from shared_rules.wire.messages import BY_NAME, PACKET_BYTES, TO_ARC, pack, unpack

# -- greeting ------------------------------------------------------------------------------------------------------


def test_welcome_holds_what_the_table_says():
    columns = [field for field, _ in BY_NAME["WELCOME"][3]]
    assert list(Welcome.__dataclass_fields__) == columns


def test_old_bytes_at_open_are_dropped_and_the_session_is_fresh(run_virtual):
    """B87, B116: given half a frame, a stray byte and three old events in the buffer, when a session opens, then none
    of them counts."""

    async def scenario():
        device = Device(boot=7)
        transport, port = memory_pair()
        old = [encode_frame(pack("LIFT", boot=7, seq=seq, uid=bytes(4))) for seq in (1, 2, 3)]
        port.write(b"\x41" + old[0][5:] + b"".join(old))
        async with open_session(device, transport=transport, port=port) as rig:
            assert rig.welcome.boot == 7
            assert rig.welcome.session == rig.connection.session
            await asyncio.sleep(2)
            assert rig.events == []

    run_virtual(scenario())


def test_each_session_has_another_number():
    async def session_number():
        return Connection(memory_pair()[0], None).session

    assert len({asyncio.run(session_number()) for _ in range(20)}) == 20


def test_the_greeting_survives_an_arc_that_is_still_booting(run_virtual):
    async def scenario():
        device = Device()
        async with open_session(device, pump_after_s=2.0) as rig:
            assert rig.connection.phase is Phase.OPEN

    run_virtual(scenario())


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PROTOCOL", 3, r"The ARC speaks protocol 3, this companion 1: run `colony flash arc`\."),
        ("table_crc", lambda: 0xBAD, r"message tables differ \(00000bad and [0-9a-f]{8}\): run `colony flash arc`"),
        ("CATALOGUE", 9, r"The ARC has catalogue 9, this companion 1: run `colony flash arc`"),
    ],
)
def test_another_version_is_named_at_connect(run_virtual, monkeypatch, name, value, words):
    monkeypatch.setattr(firmware_link, name, value)

    async def scenario():
        with pytest.raises(ProtocolMismatch, match=words):
            async with open_session(Device()):
                pass

    run_virtual(scenario())


def test_a_port_where_nobody_speaks_is_given_up_in_words(run_virtual):
    async def scenario():
        transport, _ = memory_pair(name="/dev/ttyS7")
        with pytest.raises(NoAnswer, match="/dev/ttyS7"):
            await Connection(transport, None).greet()
        assert asyncio.get_running_loop().time() == pytest.approx(1000 + LinkTiming().hello_deadline_s, abs=0.6)

    run_virtual(scenario())


# -- events ----------------------------------------------------------------------------------------------------------


def test_an_event_is_committed_before_it_is_acknowledged(run_virtual):
    async def scenario():
        device = Device()
        may_commit = asyncio.Event()
        async with open_session(device, commit=may_commit.wait) as rig:
            device.tap("decree/17")
            await asyncio.sleep(1)
            assert len(device.journal) == 1
            may_commit.set()
            await asyncio.sleep(1)
            assert len(device.journal) == 0
            assert [(event.name, event.seq, event.fields["piece"], event.stale) for event in rig.events] == [
                ("TAP", 1, "decree/17", False)
            ]

    run_virtual(scenario())


def test_a_tap_of_an_earlier_session_is_marked_stale(run_virtual):
    """A tap that was sent, but not committed before the companion restarted, must not act in today's situation."""

    async def scenario():
        device = Device()
        with contextlib.suppress(CommitFailed):
            async with open_session(device, commit=asyncio.Event().wait):
                device.tap()
                await asyncio.sleep(1)
        async with open_session(device) as rig:
            await asyncio.sleep(1)
            assert [event.stale for event in rig.events] == [True]

    run_virtual(scenario())


def test_a_lost_acknowledgement_is_repeated_without_effect(run_virtual):
    """B93, B94: given the ACK of event 1 is lost, when the ARC resends the same bytes, then it is acknowledged again
    and acts once."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            acknowledge, device.journal.acknowledge = device.journal.acknowledge, lambda boot, seq: 0
            device.tap()
            await asyncio.sleep(0.5)
            device.journal.acknowledge = acknowledge
            await asyncio.sleep(3)
            assert len(device.journal) == 0
            assert len(rig.events) == 1
            assert rig.connection.counters.duplicates >= 1

    run_virtual(scenario())


def test_events_after_a_gap_wait_for_the_missing_one(run_virtual):
    """Given event 1 is lost on the way, when 2 and 3 arrive, then neither is committed or acknowledged before 1."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            device.cable.port.outgoing.faults = PipeFaults(drop=1.0)
            device.tap("decree/1")
            await asyncio.sleep(0.1)
            device.cable.port.outgoing.faults = PipeFaults()
            device.tap("decree/2")
            device.tap("decree/3")
            await asyncio.sleep(0.1)
            assert rig.events == []
            assert len(device.journal) == 3
            await asyncio.sleep(2)
            assert [event.seq for event in rig.events] == [1, 2, 3]

    run_virtual(scenario())


def test_a_gap_that_stays_opens_a_new_session(run_virtual):
    """Given an ARC whose event 1 never comes, when later ones keep coming, then the session ends by name."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            packet = pack("LIFT", boot=1, seq=5, uid=bytes(4))

            async def insist():
                while True:
                    device.cable.write(encode_frame(packet))
                    await asyncio.sleep(1)

            task = asyncio.create_task(insist())
            await raises_soon(rig.serving, EventsMissing)
            task.cancel()

    run_virtual(scenario())


def test_an_event_of_another_boot_is_ignored(run_virtual):
    async def scenario():
        device = Device(boot=1)
        async with open_session(device) as rig:
            device.cable.write(encode_frame(pack("LIFT", boot=2, seq=1, uid=bytes(4))))
            await asyncio.sleep(1)
            assert rig.events == []
            assert rig.connection.counters.foreign == 1

    run_virtual(scenario())


def test_an_event_that_cannot_be_stored_ends_the_session_unacknowledged(run_virtual, caplog):
    async def scenario():
        async def full_disk():
            raise OSError("disk full")

        device = Device()
        async with open_session(device, commit=full_disk) as rig:
            device.tap()
            error = await raises_soon(rig.serving, CommitFailed)
            assert "disk full" in str(error)
            assert len(device.journal) == 1

    run_virtual(scenario())
    assert "was not committed" in caplog.text


def test_event_numbers_are_compared_across_the_wrap():
    """B95: 0xFFFFFFFE, 0xFFFFFFFF, 0, 1 in order, and each again."""
    book = events.OrderBook(boot=1, first=0xFFFFFFFE)
    for seq in (0xFFFFFFFE, 0xFFFFFFFF, 0, 1):
        assert book.place((seq + 1) & 0xFFFFFFFF) is events.Place.GAP
        assert book.place(seq) is events.Place.NEXT
        book.take(seq)
        assert book.place(seq) is events.Place.QUEUED
        book.commit(seq)
        assert book.place(seq) is events.Place.COMMITTED
        assert book.place(0xFFFFFFF0) is events.Place.COMMITTED


# -- heartbeats, stalls, a slow other end ----------------------------------------------------------------------------


def test_three_missed_beats_end_the_session_on_both_sides(run_virtual):
    """B114: given a port that stays open, when the ARC falls silent, then three beats later the session is over."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            await asyncio.sleep(10)
            assert not rig.serving.done()
            since_s = asyncio.get_running_loop().time()
            device.cable.port.outgoing.faults = device.cable.port.incoming.faults = PipeFaults(drop=1.0)
            await raises_soon(rig.serving, ArcSilent)
            assert 2.5 < asyncio.get_running_loop().time() - since_s < 4.5
            await asyncio.sleep(1)
            assert device.link.session is None

    run_virtual(scenario())


def test_a_host_that_stalls_keeps_the_session_when_the_arc_kept_it(run_virtual):
    """A stall of 2.5 s is shorter than three beats: nothing may be blamed on the ARC for it."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            for _ in range(5):
                await asyncio.sleep(1.3)
                asyncio.get_running_loop().stall(2.5)
            await asyncio.sleep(3)
            assert not rig.serving.done()

    run_virtual(scenario())


def test_a_command_under_way_survives_a_stall(run_virtual):
    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            task = asyncio.create_task(rig.connection.command("SENSE", deadline_s=2.0))
            await asyncio.sleep(0)
            asyncio.get_running_loop().stall(2.5)
            assert (await task).ok

    run_virtual(scenario())


def test_an_arc_that_takes_no_bytes_is_noticed(run_virtual):
    async def scenario():
        device = Device()
        async with open_session(device, room_bytes=200) as rig:
            device.link.step = lambda: False
            await raises_soon(rig.serving, ArcDeaf, ArcSilent)

    run_virtual(scenario())


def test_a_pulled_cable_ends_the_session_at_once(run_virtual):
    """B112"""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            device.cable.write(b"\x05half a fr")
            device.cable.pull()
            await raises_soon(rig.serving, TransportClosed)
            with pytest.raises(NotConnected):
                await rig.connection.command("SENSE")

    run_virtual(scenario())


# -- commands ------------------------------------------------------------------------------------------------------


def test_a_command_is_repeated_identically_and_carried_out_once(run_virtual):
    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            device.cable.port.outgoing.faults = PipeFaults(drop=1.0)  # answers are lost
            heard = record_arriving(device)
            task = asyncio.create_task(rig.connection.command("IDENTIFY", unit=6))
            await asyncio.sleep(1.2)
            device.cable.port.outgoing.faults = PipeFaults()
            result = await task
            assert (result.ok, result.words, result.command) == (True, "ok", "IDENTIFY")
            commands = [frame for frame in heard if frame[0] == "IDENTIFY"]
            assert len(commands) >= 3
            assert all(command == commands[0] for command in commands)
            assert len(device.executed) == 1

    run_virtual(scenario())


def record_arriving(device):
    """The messages that reach the ARC from now on."""
    heard, decoder = [], FrameDecoder(PACKET_BYTES)
    decoder.feed(b"\x00")
    read_into = device.cable.read_into

    def listen(buf):
        count = read_into(buf)
        heard.extend(unpack(packet, TO_ARC) for packet in decoder.feed(bytes(buf[:count])))
        return count

    device.cable.read_into = listen
    return heard


def test_answers_that_come_late_are_not_given_to_the_next_command(run_virtual):
    """B118: request 1 times out, request 2 goes out, then the answers 1 and 2 come."""

    async def scenario():
        sent = []

        async def write(frame):
            sent.append(frame)

        desk = CommandDesk(session=1, write=write, timing=LinkTiming())
        with pytest.raises(CommandTimeout, match=r"SENSE within 1 s"):
            await desk.run("SENSE", {}, 1.0)
        second = asyncio.create_task(desk.run("SNAPSHOT_INFO", {}, 1.0))
        await asyncio.sleep(0.1)
        assert not desk.answer(1, 3, b"late")
        assert desk.answer(2, 0, b"mine")
        assert not desk.answer(2, 0, b"twice")
        assert (await second).value == b"mine"
        assert len(sent) == 2 + 1

    run_virtual(scenario())


def test_a_cancelled_command_leaves_nothing_behind(run_virtual):
    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            tasks = [asyncio.create_task(rig.connection.command("IDENTIFY", unit=unit)) for unit in range(1, 6)]
            await asyncio.sleep(0)
            for task in (tasks[0], tasks[2]):  # one under way, one waiting for its turn
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            assert [isinstance(result, asyncio.CancelledError) for result in results] == [
                True,
                False,
                True,
                False,
                False,
            ]
            assert [fields["unit"] for _, fields in device.executed if fields["unit"] != 1] == [2, 4, 5]
            assert (await rig.connection.command("SENSE")).ok

    run_virtual(scenario())


def test_commands_that_wait_are_bounded(run_virtual):
    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            device.link.step = lambda: False
            tasks = [asyncio.create_task(rig.connection.command("SENSE")) for _ in range(COMMAND_QUEUE)]
            await asyncio.sleep(0)
            with pytest.raises(CommandQueueFull):
                await rig.connection.command("SENSE")
            device.cable.pull()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            assert {type(result) for result in results} <= {LinkLost, TransportClosed}

    run_virtual(scenario())


@pytest.mark.parametrize("fields", [{}, {"unit": 99}, {"unit": 1, "colour": 2}])
def test_a_command_outside_the_table_is_our_bug_and_never_sent(run_virtual, fields):
    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            with pytest.raises(LinkMisuse, match="IDENTIFY"):
                await rig.connection.command("IDENTIFY", **fields)
            await asyncio.sleep(1)
            assert device.executed == []

    run_virtual(scenario())


@pytest.mark.parametrize("seed", range(3))
def test_commands_over_a_bad_cable_are_each_carried_out_once_and_in_order(run_virtual, seed):
    bad = PipeFaults(drop=0.05, repeat=0.05, split=0.05, flip=0.05, delay_s=0.002)

    async def scenario():
        device = Device()
        async with open_session(device, faults=bad, rng=Random(seed)) as rig:
            for number in range(200):
                assert (await rig.connection.command("IDENTIFY", unit=number % 33)).ok
            assert [fields["unit"] for _, fields in device.executed] == [number % 33 for number in range(200)]

    run_virtual(scenario())


# -- text between frames ---------------------------------------------------------------------------------------------


def test_a_stray_print_costs_at_most_the_frame_it_hits(run_virtual):
    """B71: `0D 0A` and words in the stream do not stop it."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            for number in range(5):
                device.cable.write(b"a stray print, with Traceback in it\r\n")
                device.tap(f"decree/{number}")
                await asyncio.sleep(1.5)
            await asyncio.sleep(3)
            assert [event.fields["piece"] for event in rig.events] == [f"decree/{number}" for number in range(5)]

    run_virtual(scenario())


def test_the_console_prompt_is_noticed_and_its_text_logged(run_virtual, caplog):
    """B70: given the program stops, when the board prints its traceback and prompt, then the session ends by name."""

    async def scenario():
        device = Device()
        async with open_session(device) as rig:
            device.link.step = lambda: False
            device.cable.write(
                b'Traceback (most recent call last):\r\n  File "main.py", line 1\r\nKeyboardInterrupt: \r\n'
            )
            device.cable.write(b"MicroPython v1.28.0; Raspberry Pi Pico with RP2040\r\n>>> ")
            error = await raises_soon(rig.serving, ConsoleNoticed)
            assert "Press its reset button" in str(error)
            assert "KeyboardInterrupt" in error.text

    run_virtual(scenario())
    assert "KeyboardInterrupt" in caplog.text

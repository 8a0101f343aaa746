"""The supervisor, virtual time: finding, losing and finding again, in words."""

import asyncio
import contextlib
import itertools

import pytest
from link_rig import Device, MemoryOpener

from firmware.arc import link as firmware_link
from host.link.client import RESTARTING, ArcClient
from host.link.console import RESTART_KEYS
from host.link.errors import LinkLost, NotConnected, PortBusy, TransportClosed
from host.link.memory import memory_pair
from host.link.state import LinkPhase
from host.link.timing import CONSOLE_RESTARTS, LinkTiming
from host.link.transport import Candidate, Found

BANNER = b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\nMicroPython v1.28.0\r\n>>> "


class Table:
    """A client on a device, both running. `states` are all states shown, `events` the committed ones."""

    def __init__(self, opener, device, commit=None):
        self.states = []
        self.events = []
        self.opener = opener
        self.device = device
        self.commit = commit
        self.client = ArcClient(opener, self.on_event, self.states.append)

    async def on_event(self, event):
        if self.commit is not None:
            self.commit(event)
        self.events.append(event)

    @property
    def words(self):
        return [state.words for state in self.states]


@contextlib.asynccontextmanager
async def running(opener=None, device=None, commit=None):
    device = device or Device()
    table = Table(opener or MemoryOpener(device), device, commit)
    tasks = [asyncio.create_task(table.client.run()), asyncio.create_task(device.pump())]
    yield table
    for task in tasks:
        assert not task.done(), "nothing but cancelling ends it"
        task.cancel()
    await asyncio.wait(tasks)
    assert table.client.state.phase is LinkPhase.STOPPED


def test_players_read_what_is_awaited(run_virtual):
    """Given no ARC, when it is plugged in, pulled, and plugged in under another name, then the words say so."""

    async def scenario():
        device = Device()
        opener = MemoryOpener(device)
        opener.plugged_in, opener.name = False, "/dev/ttyACM0"
        async with running(opener, device) as table:
            await asyncio.sleep(5)
            opener.plugged_in = True
            arc = await table.client.wait_connected(5)
            assert (arc.board, table.client.state.port) == ("arc_pico", "/dev/ttyACM0")
            opener.plugged_in = False
            device.cable.pull()
            await asyncio.sleep(5)
            opener.plugged_in, opener.name = True, "/dev/ttyACM1"
            await table.client.wait_connected(5)
            assert table.words == [
                "Looking for the ARC: plug it in.",
                "Trying /dev/ttyACM0.",
                "Talking to the ARC on /dev/ttyACM0.",
                "The ARC's cable was pulled, or it was switched off. Waiting for it to come back.",
                "Looking for the ARC: plug it in.",
                "Trying /dev/ttyACM1.",
                "Talking to the ARC on /dev/ttyACM1.",
            ]

    run_virtual(scenario())


def test_with_nothing_plugged_in_it_looks_once_a_second_and_does_nothing_else(run_virtual):
    async def scenario():
        device = Device()
        opener = MemoryOpener(device)
        opener.plugged_in = False
        looks = 0
        find = opener.find

        async def count():
            nonlocal looks
            looks += 1
            return await find()

        opener.find = count
        async with running(opener, device) as table:
            await asyncio.sleep(60)
            assert 55 <= looks <= 61
            assert len(table.states) == 1

    run_virtual(scenario())


def test_failures_in_a_row_back_off(run_virtual):
    """Given a port that opens and closes at once, then the tries slow down to one per `retry_most_s`."""

    async def scenario():
        opened = []

        async def broken():
            opened.append(asyncio.get_running_loop().time())
            raise TransportClosed("the port broke")

        class Broken:
            async def find(self):
                return Found((Candidate("port", broken),), "")

        async with running(Broken()):
            await asyncio.sleep(60)
        gaps = [round(later - earlier, 3) for earlier, later in itertools.pairwise(opened)]
        assert gaps[:6] == [0.25, 0.5, 1, 2, 4, 4]
        assert set(gaps[6:]) == {LinkTiming().retry_most_s}

    run_virtual(scenario())


def test_events_made_while_unplugged_arrive_after_the_replug_once(run_virtual):
    async def scenario():
        device = Device()
        async with running(device=device) as table:
            await table.client.wait_connected(5)
            device.tap("decree/1")
            await asyncio.sleep(1)
            device.cable.pull()
            await asyncio.sleep(0)
            device.tap("decree/2")
            await asyncio.sleep(10)
            assert [event.fields["piece"] for event in table.events] == ["decree/1", "decree/2"]

    run_virtual(scenario())


def test_an_event_whose_ack_was_lost_with_the_cable_is_not_given_again(run_virtual):
    async def scenario():
        device = Device()

        def pull(event):
            device.cable.pull()

        async with running(device=device, commit=pull) as table:
            await table.client.wait_connected(5)
            device.tap()
            await asyncio.sleep(10)
            assert len(table.events) == 1
            assert len(device.journal) == 0
            assert table.client.sessions >= 2

    run_virtual(scenario())


def test_a_commit_under_way_is_finished_when_the_cable_is_pulled(run_virtual):
    """The session above must not be left with an event that is stored but not taken over in memory."""

    async def scenario():
        device = Device()
        done = []

        async def slow_commit(event):
            device.cable.pull()
            await asyncio.sleep(0.5)
            done.append(event.seq)

        client = ArcClient(MemoryOpener(device), slow_commit)
        tasks = [asyncio.create_task(client.run()), asyncio.create_task(device.pump())]
        await client.wait_connected(5)
        device.tap()
        await asyncio.sleep(10)
        assert done == [1], "finished, and not given again"
        assert len(device.journal) == 0
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    run_virtual(scenario())


def test_a_commit_that_hangs_does_not_hold_up_the_link_for_ever(run_virtual, caplog):
    async def scenario():
        device = Device()
        tries = []

        async def hang(event):
            tries.append(event)
            if len(tries) == 1:
                await asyncio.Event().wait()

        client = ArcClient(MemoryOpener(device), hang)
        tasks = [asyncio.create_task(client.run()), asyncio.create_task(device.pump())]
        await client.wait_connected(5)
        device.tap()
        await asyncio.sleep(2 * LinkTiming().commit_deadline_s)
        assert len(tries) == 2
        assert len(device.journal) == 0
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    run_virtual(scenario())
    assert "no answer from the store" in caplog.text


def test_an_arc_that_restarts_without_a_word_is_found_again(run_virtual):
    """B114: given a bridge that keeps the port open, when the ARC reboots behind it, then beats tell."""

    async def scenario():
        device = Device(boot=1)
        async with running(device=device) as table:
            await table.client.wait_connected(5)
            device.boot(2)
            await asyncio.sleep(6)
            assert table.client.state.arc.boot == 2

    run_virtual(scenario())


def test_a_host_that_stalls_for_ten_seconds_goes_on_by_itself(run_virtual):
    async def scenario():
        device = Device()
        async with running(device=device) as table:
            await table.client.wait_connected(5)
            for number in range(3):
                device.tap(f"decree/{number}")
                asyncio.get_running_loop().stall(10)
                await asyncio.sleep(10)
            assert table.client.state.connected
            assert [event.fields["piece"] for event in table.events] == ["decree/0", "decree/1", "decree/2"]

    run_virtual(scenario())


def test_a_version_mismatch_is_shown_and_tried_again_slowly(run_virtual, monkeypatch):
    monkeypatch.setattr(firmware_link, "PROTOCOL", 3)

    async def scenario():
        async with running() as table:
            await asyncio.sleep(60)
            assert table.client.state.words == "The ARC speaks protocol 3, this companion 1: run `colony flash arc`."
            assert table.opener.opened <= 7
            assert table.client.state.stopped == "memory"  # another program would help
            monkeypatch.setattr(firmware_link, "PROTOCOL", 1)
            await table.client.wait_connected(15)
            assert table.client.state.stopped is None

    run_virtual(scenario())


def test_of_several_boards_the_one_that_answers_hello_is_taken(run_virtual):
    async def scenario():
        device = Device()
        opener = MemoryOpener(device)
        opener.name = "/dev/ttyACM2"
        mutes = 0

        async def mute():
            nonlocal mutes
            mutes += 1
            return memory_pair(name="/dev/ttyACM0")[0]

        async def busy():
            raise PortBusy("/dev/ttyACM1", "busy")

        class Several:
            async def find(self):
                right = Candidate(opener.name, opener.open)
                return Found((Candidate("/dev/ttyACM0", mute), Candidate("/dev/ttyACM1", busy), right), "")

        async with running(Several(), device) as table:
            await table.client.wait_connected(10)
            assert table.client.state.port == "/dev/ttyACM2"
            device.cable.pull()
            await asyncio.sleep(1)
            assert table.client.state.connected, "next time the right one is tried first"
            assert mutes == 1

    run_virtual(scenario())


def test_a_busy_port_is_tried_until_it_is_free_and_the_reason_stays_readable(run_virtual):
    """B110: ModemManager holds a fresh port for a while; half a minute of tries must outlast it."""

    async def scenario():
        device = Device()
        opener = MemoryOpener(device)
        free_s = asyncio.get_running_loop().time() + 28

        async def open_later():
            if asyncio.get_running_loop().time() < free_s:
                raise PortBusy("/dev/ttyACM0", "/dev/ttyACM0 is in use by ModemManager (process 7).")
            return await opener.open()

        class Busy:
            async def find(self):
                return Found((Candidate("/dev/ttyACM0", open_later),), "")

        async with running(Busy(), device) as table:
            await asyncio.sleep(20)
            assert table.words == ["Trying /dev/ttyACM0.", "/dev/ttyACM0 is in use by ModemManager (process 7)."] + [
                "/dev/ttyACM0 is in use by ModemManager (process 7)."
            ] * (len(table.states) - 2)
            await table.client.wait_connected(14)

    run_virtual(scenario())


def test_an_event_that_could_not_be_saved_comes_again(run_virtual, caplog):
    """B121: nothing is lost while the store is locked."""

    async def scenario():
        device = Device()
        tries = []

        def locked_twice(event):
            tries.append(event)
            if len(tries) <= 2:
                raise OSError("database is locked")

        async with running(device=device, commit=locked_twice) as table:
            await table.client.wait_connected(5)
            device.tap()
            await asyncio.sleep(10)
            assert len(tries) == 3
            assert len(table.events) == 1
            assert any("could not be saved (database is locked)" in words for words in table.words)

    run_virtual(scenario())


def test_a_mistake_of_ours_costs_one_session_and_is_logged(run_virtual, caplog):
    async def scenario():
        device = Device()

        class Wrong(MemoryOpener):
            async def find(self):
                if not self.opened:
                    self.opened += 1
                    raise ZeroDivisionError("oops")
                return await super().find()

        async with running(Wrong(device), device) as table:
            await table.client.wait_connected(5)
            assert "made a mistake (oops)" in table.words[0]

    run_virtual(scenario())
    assert "ZeroDivisionError" in caplog.text


def test_a_stopped_program_is_restarted_twice_then_players_are_asked(run_virtual):
    """B70: given the board sits at its prompt, then the companion restarts it, but not for ever."""

    async def scenario():
        typed = []

        async def console():
            transport, port = memory_pair(name="/dev/ttyACM0")

            async def repl():
                while True:
                    await port.incoming.changed.wait()
                    port.incoming.changed.clear()
                    keys = port.incoming.take(1000)
                    if RESTART_KEYS in keys:
                        typed.append(keys)
                    if b"\r" in keys:  # an idle prompt speaks only when spoken to
                        port.write(BANNER)

            repls.append(asyncio.create_task(repl()))
            return transport

        class Console:
            async def find(self):
                return Found(tuple(Candidate(name, console) for name in plugged), "")

        repls, plugged = [], ["/dev/ttyACM0"]
        async with running(Console()) as table:
            await asyncio.sleep(60)
            assert len(typed) == CONSOLE_RESTARTS
            assert RESTARTING in table.words
            assert "Press its reset button" in table.client.state.words
            first = next(at for at, state in enumerate(table.states) if state.stopped)
            assert {state.stopped for state in table.states[first:]} == {"/dev/ttyACM0"}  # no flicker between tries
            plugged.clear()
            await asyncio.sleep(10)
            assert table.client.state.stopped is None
        for task in repls:
            task.cancel()

    run_virtual(scenario())


def test_service_hands_the_port_to_another_program_until_resume(run_virtual):
    async def scenario():
        async with running() as table:
            await table.client.wait_connected(5)
            assert (await table.client.command("SERVICE")).ok
            await asyncio.sleep(30)
            assert table.client.state.phase is LinkPhase.RELEASED
            assert table.opener.opened == 1
            with pytest.raises(NotConnected):
                await table.client.command("SENSE")
            table.client.resume()
            assert table.client.state.words == "Looking for the ARC."
            await table.client.wait_connected(5)
            assert table.opener.opened == 2

    run_virtual(scenario())


@pytest.mark.parametrize("steps", range(12))
def test_cancelling_ends_the_client_also_while_its_session_ends(run_virtual, steps):
    """Given the flasher: it asks for the prompt and leaves at once. Whatever the session does just then, `run` ends."""

    async def scenario():
        device = Device()
        client = Table(MemoryOpener(device), device).client
        pump, run = asyncio.create_task(device.pump()), asyncio.create_task(client.run())
        await client.wait_connected(5)
        assert (await client.command("SERVICE")).ok
        for _ in range(steps):
            await asyncio.sleep(0)
        run.cancel()
        assert await asyncio.wait((run,), timeout=60) == ({run}, set()), "it runs on"
        assert run.cancelled()
        pump.cancel()

    run_virtual(scenario())


def test_release_and_resume_take_effect_at_once_in_a_pause(run_virtual):
    async def scenario():
        device = Device()
        opener = MemoryOpener(device)
        opener.plugged_in = False
        async with running(opener, device) as table:
            await asyncio.sleep(0.1)
            await table.client.release()
            assert table.client.state.phase is LinkPhase.RELEASED
            opener.plugged_in = True
            await asyncio.sleep(30)
            assert opener.opened == 0
            table.client.resume()
            await table.client.wait_connected(0.1)

    run_virtual(scenario())


def test_release_during_the_greeting_gives_the_port_up(run_virtual):
    async def scenario():
        device = Device()
        async with running(device=device) as table:
            device.link.step = lambda: False
            await asyncio.sleep(1)
            await table.client.release()
            assert device.cable.port.incoming.closed
            await asyncio.sleep(30)
            assert table.opener.opened == 1
            assert table.words == ["Trying memory.", "The ARC's port is left to another program for now."]

    run_virtual(scenario())


def test_a_slow_store_holds_up_events_but_not_beats_and_commands(run_virtual):
    """Given a store that takes 0.2 s per event, when 100 events come at once, then all come through in one session."""

    async def scenario():
        device = Device()
        seqs = []

        async def slow(event):
            await asyncio.sleep(0.2)
            seqs.append(event.seq)

        client = ArcClient(MemoryOpener(device), slow)

        def make():
            while device.journal.has_room() and device.journal.first + len(device.journal) <= 100:
                device.tap()

        tasks = [asyncio.create_task(client.run()), asyncio.create_task(device.pump(make))]
        await client.wait_connected(5)
        for _ in range(30):
            assert (await client.command("SENSE")).ok
            await asyncio.sleep(1)
        assert seqs == list(range(1, 101))
        assert client.sessions == 1
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    run_virtual(scenario())


def test_a_command_cut_off_by_the_cable_says_that_its_fate_is_unknown(run_virtual):
    async def scenario():
        device = Device()
        async with running(device=device) as table:
            await table.client.wait_connected(5)
            device.link.step = lambda: False
            task = asyncio.create_task(table.client.command("IDENTIFY", unit=1))
            await asyncio.sleep(0.1)
            device.cable.pull()
            with pytest.raises(LinkLost):
                await task

    run_virtual(scenario())

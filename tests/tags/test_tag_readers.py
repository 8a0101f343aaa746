"""Both ways to a reader: a PN532 on a cable with its faults, and the ARC's own under real MicroPython."""

import contextlib
import os
import threading
import time
import tty

import pytest
from mpremote.transport import TransportError, TransportExecError

from firmware.drivers.pn532_errors import ReaderError, ReaderNoAck, ReaderProtocolError, ReaderTimeout, TagRemoved
from firmware.drivers.pn532_tags import read_piece
from host.link.errors import PortBusy
from shared_rules.ndef import find_piece
from tools.flash import finding
from tools.tags import arc, session, usb
from tools.tags.errors import NoReader, ReaderGone
from tools.tags.reader import PortReader
from tools.tags.writing import Wish, write
from tools.virtual.micro_arc import micropython_command
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.pn532_ports import HsuPort
from tools.virtual.tags import Classic1K, Ntag213, Ntag215

LIST, VERSION, EXCHANGE = 0x4A, 0x02, 0x40
needs_micropython = pytest.mark.skipif(micropython_command() is None, reason="no MicroPython here")


# -- on a cable ------------------------------------------------------------------------------------------------------


async def test_b01_retries_are_bounded_at_the_start_and_no_tag_is_an_answer(ready):
    assert ready.chip.retries == 2
    assert await ready.reader.poll() == []
    assert ready.line.aborts == 0


async def test_b01_an_answer_that_comes_too_late_is_not_taken_for_the_next(ready):
    ready.chip.script(EXCHANGE, None)
    target = await ready.only(Ntag213())
    with pytest.raises(ReaderTimeout):
        await ready.reader.read_ntag(4, bytearray(16), target)
    ready.chip.inject(bytes.fromhex("0000FF0CF4D54B0101000408 04DEADBEEF9600".replace(" ", "")))
    assert [each.uid for each in await ready.reader.poll()] == [target.uid]


async def test_b08_a_command_without_ack_is_sent_again(ready):
    ready.chip.faults.swallow = 2
    assert await ready.reader.poll() == []
    ready.chip.faults.swallow = 3
    with pytest.raises(ReaderNoAck):
        await ready.reader.poll()
    assert await ready.reader.poll() == []


async def test_b12_b24_two_long_numbers_fit(ready):
    ready.chip.field = [Ntag213(), Ntag215(b"\x04\x99\x22\x33\x44\x55\x66")]
    assert len(await ready.reader.poll()) == 2


@pytest.mark.parametrize("damage", [1, 2])
async def test_a_damaged_answer_is_asked_for_again_then_told(ready, damage):
    ready.chip.faults.damage = damage
    if damage == 1:
        assert await ready.reader.poll() == []
    else:
        with pytest.raises(ReaderProtocolError):
            await ready.reader.poll()
        assert await ready.reader.poll() == []


async def test_b10_leading_zeros_are_read_past(ready):
    ready.chip.faults.noise_before = b"\x00\x00"
    assert await ready.reader.poll() == []


async def test_b14_a_chip_that_sleeps_is_woken_and_one_that_lost_its_power_as_well(ready):
    assert ready.chip.sam
    ready.chip._power_up()
    assert ready.chip.asleep
    with pytest.raises(ReaderNoAck):
        await ready.reader.poll()
    await ready.desk.start()
    ready.chip.field = [Ntag213()]
    assert len(await ready.reader.poll()) == 1
    assert ready.chip.retries == 2


def test_nothing_that_answers_is_said_with_what_to_set(monkeypatch, bench):
    bench.chip.faults.hung = True
    with pytest.raises(NoReader, match=r"like a PN532.*HSU"):
        usb.UsbPort("/dev/ttyUSB0", lambda device: bench.line)
    assert bench.line.closed


def test_the_cable_that_is_meant_is_found_or_asked_for(monkeypatch):
    class Plugged:
        def __init__(self, device, vid):
            self.device, self.vid = device, vid

    plugged = [Plugged("/dev/ttyS0", None), Plugged("/dev/ttyACM0", 0x2E8A)]
    monkeypatch.setattr(usb.list_ports, "comports", lambda: plugged)
    monkeypatch.setattr(finding, "ports", lambda role: [])
    assert usb.find_port() is None
    with pytest.raises(NoReader, match="no reader"):
        session.open_port("auto", None)
    with pytest.raises(NoReader, match="no ARC"):
        session.open_port("arc", None)
    plugged.append(Plugged("/dev/ttyUSB0", 0x1A86))
    assert usb.find_port() == "/dev/ttyUSB0"
    plugged.append(Plugged("/dev/ttyUSB1", 0x10C4))
    with pytest.raises(NoReader, match="ttyUSB0, /dev/ttyUSB1"):
        session.open_port("usb", None)
    boards = [finding.Port("/dev/ttyACM0", "E6"), finding.Port("/dev/ttyACM1", "E7")]
    monkeypatch.setattr(finding, "ports", lambda role: boards)
    with pytest.raises(NoReader, match="several boards"):
        session.open_port("auto", None)
    opened = []
    monkeypatch.setattr(arc, "open_arc", lambda device: opened.append(("arc", device)))
    monkeypatch.setattr(usb, "UsbPort", lambda device: opened.append(("usb", device)))
    for kind, device in (("auto", "/dev/ttyACM1"), ("auto", "/dev/ttyUSB1"), ("arc", "/dev/ttyS4"), ("usb", "COM4")):
        session.open_port(kind, device)
    assert opened == [("arc", "/dev/ttyACM1"), ("usb", "/dev/ttyUSB1"), ("arc", "/dev/ttyS4"), ("usb", "COM4")]


def test_b109_a_port_in_use_and_one_that_is_not_there(monkeypatch, tmp_path):
    ours, theirs = os.openpty()
    name = os.ttyname(theirs)
    first = usb.open_serial(name)
    with pytest.raises(PortBusy):
        usb.open_serial(name)
    first.close()
    with pytest.raises(NoReader, match="no serial port"):
        usb.open_serial(str(tmp_path / "ttyUSB9"))
    for handle in (ours, theirs):
        os.close(handle)


class PtyReader:
    """The simulated chip behind a pseudo-terminal, in real time, for pyserial as it is."""

    def __init__(self):
        self.chip = Pn532Chip(lambda: time.monotonic() * 1000, sleeps_at_power_up=True)
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.name = os.ttyname(self._theirs)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)

    def _serve(self):
        port = HsuPort(self.chip)
        while not self._stop.wait(0.001):
            with contextlib.suppress(BlockingIOError):
                port.write(os.read(self._ours, 512))
            if port.waiting:
                os.write(self._ours, port.read(512))


@pytest.mark.timeout(60)
def test_the_command_writes_two_pieces_over_a_real_serial_port(tmp_path, monkeypatch, capsys):
    """`colony tags write decree/1-2 --reader usb --port ...` from its arguments to the table, pyserial unmodified."""
    from test_tag_check import run

    tags = [Ntag213(bytes([4, 1, 2, 3, 4, 5, n])) for n in (1, 2)]
    into, outof = os.pipe()
    monkeypatch.setattr("sys.stdin", os.fdopen(into))
    with PtyReader() as reader:
        reader.chip.field = [tags[0]]

        def swap():
            while find_piece(tags[0].user) is None and not reader._stop.wait(0.01):
                pass
            time.sleep(0.5)
            reader.chip.field = []
            looks = reader.chip.looks
            while reader.chip.looks < looks + 4 and not reader._stop.wait(0.01):
                pass
            reader.chip.field = [tags[1]]

        hand = threading.Thread(target=swap, daemon=True)
        hand.start()
        assert run("write", "decree/1-2", "--reader", "usb", "--port", reader.name, "--data", tmp_path) == 0
        hand.join()
    os.close(outof)
    assert [find_piece(tag.user) for tag in tags] == ["decree/1", "decree/2"]
    assert run("list", "--data", tmp_path) == 0
    out = capsys.readouterr().out
    assert "written and read back." in out
    assert "2 of 80 pieces" in out


# -- the ARC's own ---------------------------------------------------------------------------------------------------


@pytest.fixture
def board():
    from micro_board import MicroBoard

    made = MicroBoard()
    yield made
    made.end()


@needs_micropython
@pytest.mark.parametrize("tag", [Ntag215(), Classic1K()], ids=["ntag", "classic"])
async def test_the_arcs_driver_under_micropython_writes_and_reads_a_piece(board, tag):
    port = arc.ArcPort(board)
    reader = PortReader(port)
    await reader.start()
    assert reader.firmware == (0x32, 1, 6, 7)
    assert board.chip.retries == 2
    board.chip.field = [tag]
    (target,) = await reader.poll()
    assert (target.uid, target.sak) == (tag.uid, tag.sak)
    await write(reader, target, Wish("directive/9"))
    assert await read_piece(reader, target) == "directive/9"
    board.chip.field = []
    with pytest.raises(TagRemoved):
        await read_piece(reader, target)
    assert await reader.poll() == []
    port.close()
    assert board.restarted == 1


@needs_micropython
async def test_errors_of_the_boards_driver_come_over_by_name(board):
    reader = PortReader(arc.ArcPort(board))
    board.chip.faults.hung = True
    board.chip.faults.reset_not_wired = True
    with pytest.raises(ReaderError) as found:
        await reader.start()
    assert type(found.value) in (ReaderNoAck, ReaderTimeout)
    board.chip.faults.absent = True
    with pytest.raises(ReaderError):
        await reader.start()
    board.pulled = True
    with pytest.raises(ReaderGone, match="cable"):
        await reader.poll()


class Words:
    """A board that only says what it is told to say."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.restarted = 0

    def run(self, code):
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def keep_alive(self):
        pass

    def restart(self):
        self.restarted += 1


def test_a_board_without_the_arcs_program_is_named_and_let_go():
    board = Words(TransportExecError(1, "ImportError: no module named 'firmware'"))
    with pytest.raises(NoReader, match="colony flash arc"):
        arc.ArcPort(board)
    assert board.restarted == 1
    board = Words(TransportError("gone"))
    with pytest.raises(ReaderGone, match="cable"):
        arc.ArcPort(board)
    assert board.restarted == 1


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("! ReaderTimeout no answer to command 4a\n", ReaderTimeout),
        ("! BusStuck reader bus: SCL held low\n", ReaderError),
        ("! MemoryError memory allocation failed\n", ReaderError),
        ("! getattr\n", ReaderError),
        ("Traceback\n", ReaderProtocolError),
        ("\n", ReaderProtocolError),
        (TransportError("timeout"), ReaderGone),
        (OSError(5, "EIO"), ReaderGone),
    ],
)
def test_what_the_board_says_is_an_error_of_that_kind(line, kind):
    port = arc.ArcPort(Words("", "", line))
    with pytest.raises(kind):
        port.command(LIST, b"\x02\x00", 80, 250)


def test_a_watchdog_that_runs_is_fed_while_a_person_thinks(monkeypatch):
    board = Words("", "", "= 01\n", "= 02\n")
    fed = []
    board.keep_alive = lambda: fed.append(1)
    port = arc.ArcPort(board)
    port.command(VERSION, b"", 4, 100)
    assert len(fed) == 1
    port._fed_s -= 3
    assert port.command(VERSION, b"", 4, 100) == b"\x02"
    assert len(fed) == 2

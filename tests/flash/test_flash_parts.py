"""The parts of flashing that need no chip: what is plugged in, MicroPython's files, the checklist, the words."""

import argparse
import asyncio
import contextlib
import hashlib
import http.server
import json
import os
import re
import select
import struct
import threading
import time
import tomllib
import tty

import pytest
from mpremote.transport import TransportError

from boards import arc_pico
from host.errors import UserError
from host.link.errors import LinkLost
from tools.flash import batch, command, console, copying, finding, firmware, line, process
from tools.flash.errors import BoardSilent, BoardTooOld, CheckFailed, ImageUntrusted, NoBoard
from tools.images import compiled, filesystem

PICO, PICO_2 = 0xE48BFF56, 0xE48BFF59


def uf2(family, fill=b"x"):
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, family)
    return (head + fill * 476)[:508] + struct.pack("<I", 0x0AB16F30)


def boot_drive(folder, name):
    folder.mkdir()
    (folder / finding.BOOT_FILE).write_text(f"UF2 Bootloader v3.0\nModel: Raspberry Pi\nBoard-ID: {name}\n")
    return folder


# -- what is plugged in ---------------------------------------------------------------------------------------------


def test_boot_drives_are_known_by_their_file(tmp_path):
    old, new = boot_drive(tmp_path / "a", "RPI-RP2"), boot_drive(tmp_path / "b", "RP2350")
    (tmp_path / "stick").mkdir()
    found = finding.drives([tmp_path / "stick", old, new, tmp_path / "gone"])
    assert found == [finding.Drive(old, PICO), finding.Drive(new, PICO_2)]


class Plugged:
    """A serial port as pyserial lists it."""

    def __init__(self, device, vid, pid, serial="E66"):
        self.device, self.vid, self.pid, self.serial_number = device, vid, pid, serial


@pytest.fixture
def plugless(monkeypatch):
    plug(monkeypatch)
    monkeypatch.setattr(finding, "drives", list)


def plug(monkeypatch, *devices):
    monkeypatch.setattr(finding.list_ports, "comports", lambda: list(devices))
    monkeypatch.setattr(finding.psutil, "disk_partitions", list)


def test_only_boards_of_ours_count(monkeypatch):
    vid, pid = arc_pico.USB_IDS[0]
    plug(monkeypatch, Plugged("/dev/ttyACM1", vid, pid), Plugged("/dev/ttyUSB0", 0x1A86, 0x7523))
    assert finding.ports("arc") == [finding.Port("/dev/ttyACM1", "E66")]


def test_nothing_plugged_in_says_what_to_do(monkeypatch, tmp_path):
    plug(monkeypatch)
    with pytest.raises(NoBoard, match="hold its BOOT button"):
        process.flash(process.Job(compiled.Image("arc", {}, "x"), {}))


def test_two_boards_are_not_guessed_between(monkeypatch):
    ids = arc_pico.USB_IDS[0]
    plug(monkeypatch, Plugged("/dev/a", *ids), Plugged("/dev/b", *ids))
    with pytest.raises(NoBoard, match=r"/dev/a, /dev/b\. Leave one"):
        process.flash(process.Job(compiled.Image("arc", {}, "x"), {}))


def test_a_bare_board_gets_micropython_first(monkeypatch, tmp_path):
    drive = boot_drive(tmp_path / "drive", "RPI-RP2")
    path = tmp_path / "micropython.uf2"
    path.write_bytes(uf2(PICO))
    plug(monkeypatch)
    monkeypatch.setattr(finding, "drives", lambda: [finding.Drive(drive, PICO)])
    monkeypatch.setattr(process, "RETURN_S", 0.0)
    said = []
    job = process.Job(compiled.Image("arc", {}, "x"), {}, uf2=path, say=said.append)
    with pytest.raises(NoBoard, match="did not come back"):
        process.flash(job)
    assert (drive / "micropython.uf2").read_bytes() == uf2(PICO)
    assert "without MicroPython" in said[0]


# -- MicroPython's files --------------------------------------------------------------------------------------------


@pytest.fixture
def web(tmp_path):
    """A server with one file; its URL and what it gives."""
    data = uf2(PICO, b"release ")

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            return

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/pico.uf2", data
    server.shutdown()
    server.server_close()


def test_a_pinned_release_is_fetched_once_and_checked(web, tmp_path):
    url, data = web
    release = firmware.Release(PICO, url, hashlib.sha256(data).hexdigest())
    path = firmware.fetch(release, tmp_path / "cache")
    assert path.read_bytes() == data
    offline = firmware.Release(PICO, "http://127.0.0.1:9/pico.uf2", release.sha256)
    assert firmware.fetch(offline, tmp_path / "cache") == path


def test_a_wrong_file_is_removed_and_named(web, tmp_path):
    url, _ = web
    with pytest.raises(ImageUntrusted, match=r"pico\.uf2 is not the file"):
        firmware.fetch(firmware.Release(PICO, url, "0" * 64), tmp_path)
    assert not (tmp_path / "pico.uf2").exists()


def test_without_a_network_the_message_says_how(tmp_path):
    with pytest.raises(ImageUntrusted, match="another computer and give it with --uf2"):
        firmware.fetch(firmware.Release(PICO, "http://127.0.0.1:9/p.uf2", "0" * 64), tmp_path)


def test_without_a_pin_the_users_file_is_asked_for(tmp_path):
    with pytest.raises(ImageUntrusted, match="--uf2 FILE"):
        firmware.choose(finding.Drive(tmp_path, 0x1234), None, tmp_path)
    assert firmware.choose(finding.Drive(tmp_path, PICO), tmp_path / "mine", tmp_path) == tmp_path / "mine"


def test_pins_are_read_from_their_table(tmp_path):
    table = tmp_path / "pins.toml"
    table.write_text(f'[[release]]\nfamily = {PICO}\nurl = "u"\nsha256 = "s"\n')
    assert firmware.pinned(PICO, table) == firmware.Release(PICO, "u", "s")
    assert firmware.pinned(PICO_2, table) is None


def test_every_board_has_a_pinned_release_that_two_others_have_seen():
    for flash in filesystem.FLASH.values():
        assert firmware.pinned(flash.family) is not None
    for entry in tomllib.loads(firmware.PINS.read_text())["release"]:
        assert re.fullmatch(r"[0-9a-f]{64}", entry["sha256"])
        name = entry["url"].removeprefix("https://micropython.org/resources/firmware/")
        board, version = re.fullmatch(r"(RPI_PICO2?)-\d{8}-v([\d.]+)\.uf2", name).groups()
        assert (board == "RPI_PICO2", version) == (entry["family"] == PICO_2, entry["version"])
        assert tuple(map(int, version.split(".")[:2])) >= console.OLDEST
        assert len(set(entry["seen"])) >= 2


def test_a_file_that_begins_with_a_block_for_any_chip_is_known_by_the_next(tmp_path):
    path = tmp_path / "pico2.uf2"
    path.write_bytes(uf2(0xE48BFF57) + uf2(PICO_2))
    assert firmware.family_of(path) == PICO_2
    path.write_bytes(uf2(0xE48BFF57))
    with pytest.raises(ImageUntrusted, match="no UF2"):
        firmware.family_of(path)


@pytest.mark.parametrize(("content", "words"), [(uf2(PICO_2), "another chip"), (b"PK\x03\x04" + bytes(600), "no UF2")])
def test_a_file_that_the_board_would_ignore_is_refused(tmp_path, content, words):
    path = tmp_path / "x.uf2"
    path.write_bytes(content)
    drive = boot_drive(tmp_path / "drive", "RPI-RP2")
    with pytest.raises(ImageUntrusted, match=words):
        firmware.put(finding.Drive(drive, PICO), path)
    assert not (drive / "x.uf2").exists()


# -- prompt and copying ---------------------------------------------------------------------------------------------


class Old:
    """A transport to a board with old MicroPython, or one that never answers."""

    def __init__(self, version="(1, 22)"):
        self.version = version
        self.closed = 0

    def enter_raw_repl(self, **_):
        if not self.version:
            raise TransportError("could not enter raw repl")

    def exec(self, code):
        return f"{self.version}|Raspberry Pi Pico with RP2040\n".encode()

    def close(self):
        self.closed += 1


def test_old_micropython_is_named_with_the_way_to_a_newer_one():
    with pytest.raises(BoardTooOld, match=r"MicroPython 1\.22\. Hold its BOOT button"):
        console.reach("/dev/x", lambda device: Old())


def test_b81_b86_a_silent_board_is_tried_with_pauses_never_bursts_and_let_go(monkeypatch):
    pauses, asked = [], []
    monkeypatch.setattr(console.time, "sleep", pauses.append)
    monkeypatch.setattr(console, "ask_for_service", asked.append)
    silent = Old(version="")
    with pytest.raises(BoardSilent, match="Press its reset button"):
        console.reach("/dev/x", lambda device: silent)
    assert asked == ["/dev/x"]
    assert pauses == [console.PAUSE_S] * (console.TRIES - 1)
    assert silent.closed == console.TRIES + 1


@pytest.fixture
def quick(monkeypatch):
    """The waits of the flasher, a hundredth of them."""
    monkeypatch.setattr(console, "TIMING", console.TIMING.scaled(0.01))
    for module, names in ((console, ("GREETING_S", "PROMPT_S", "PAUSE_S")), (line, ("READ_S", "WRITE_S", "ANSWER_S"))):
        for name in names:
            monkeypatch.setattr(module, name, getattr(module, name) * 0.01)


@pytest.fixture
def make_wire():
    """Pseudo-terminals with a program of `talk` at the other end: its handle is given again and again until the end."""
    stop, threads, handles = threading.Event(), [], []

    def make(talk):
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        handles.extend((ours, theirs))

        def serve():
            while not stop.is_set():
                with contextlib.suppress(BlockingIOError):
                    talk(ours)

        threads.append(threading.Thread(target=serve))
        threads[-1].start()
        return os.ttyname(theirs)

    yield make
    stop.set()
    for thread in threads:
        thread.join()
    for handle in handles:
        os.close(handle)


def dumb(handle):
    """Takes everything and says nothing."""
    select.select([handle], [], [], 0.01)
    os.read(handle, 4096)


def chattering(handle):
    """A foreign program that no Ctrl-C ends."""
    select.select([], [handle], [], 0.01)
    os.write(handle, b"temperature 21\r\n" * 20)


def breaking_off(handle):
    """A prompt, and then only half of the length that raw paste mode begins with."""
    select.select([handle], [], [], 0.01)
    keys = os.read(handle, 4096)
    os.write(handle, b"R\x01\x80" if b"\x05A\x01" in keys else b"raw REPL; CTRL-B to exit\r\n>")


@pytest.mark.parametrize("talk", [dumb, chattering, breaking_off])
def test_whatever_a_board_does_the_flasher_ends_and_says_what_to_do(make_wire, quick, talk):
    port = make_wire(talk)
    begun = time.monotonic()
    with pytest.raises(BoardSilent, match="Press its reset button"):
        console.reach(port)
    assert time.monotonic() - begun < 10


def test_a_board_that_takes_no_bytes_is_an_error(make_wire, quick):
    port = make_wire(lambda handle: time.sleep(0.01))
    transport = console.open_serial(port)
    with pytest.raises(OSError, match="timeout"):
        transport.serial.write(bytes(100_000))
    transport.close()


def test_a_request_whose_session_breaks_is_made_again(quick, monkeypatch):
    asked = []

    class Breaking:
        def __init__(self, *_, **__):
            pass

        async def run(self):
            await asyncio.Event().wait()

        async def wait_connected(self, timeout_s):
            return None

        async def command(self, name):
            asked.append(name)
            raise LinkLost("The connection ended before the ARC answered.")

    monkeypatch.setattr(console, "ArcClient", Breaking)
    assert not console.ask_for_service("/dev/x")
    assert asked == ["SERVICE"] * console.ASKS


class Damaging:
    """Writes a wrong byte."""

    def exec(self, code):
        return b""

    def fs_writefile(self, path, data, chunk_size):
        self.written = path

    def fs_hashfile(self, path, algorithm):
        return bytes(32)


def test_a_file_that_came_over_damaged_is_not_put_in_place():
    transport = Damaging()
    with pytest.raises(CheckFailed, match="another cable"):
        copying.copy(console.Console(transport), compiled.Image("arc", {"lib/a.mpy": b"M"}, "x"), {}, lambda *_: None)
    assert transport.written == "/lib/a.mpy.part"


# -- the checklist of a box -----------------------------------------------------------------------------------------


def test_a_checklist_is_resumed_and_belongs_to_an_image(tmp_path):
    checklist = batch.Checklist(tmp_path, "module 1")
    assert checklist.left == list(range(1, 33))
    checklist.done(1, "unit 1, address 0x10, chip aabb")
    checklist.done(2, "unit 2, address 0x11, chip ccdd")
    assert batch.Checklist(tmp_path, "module 1").left[0] == 3
    assert batch.Checklist(tmp_path, "module 2").left == list(range(1, 33))


def test_the_same_board_twice_is_noticed(tmp_path):
    checklist = batch.Checklist(tmp_path, "x")
    checklist.done(1, "unit 1, address 0x10, chip aabb")
    assert checklist.same_chip(2, "unit 2, address 0x11, chip aabb") == 1
    assert checklist.same_chip(2, "unit 2, address 0x11, chip ccdd") is None
    assert checklist.same_chip(2, "unit 2, address 0x11, chip 0000") is None, "an emulated chip has no number"


@pytest.mark.parametrize("text", ["{", "[]", json.dumps({"1": {}})])
def test_a_damaged_checklist_is_named(tmp_path, text):
    (tmp_path / batch.FILE).write_text(text)
    with pytest.raises(UserError, match="damaged"):
        batch.Checklist(tmp_path, "x")


def test_without_a_board_no_bar_stands_before_the_error(plugless, tmp_path, capsys):
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    args = parser.parse_args(["flash", "arc", "--data", str(tmp_path)])
    with pytest.raises(NoBoard, match="No board was found"):
        args.run(args)
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "")


@pytest.mark.parametrize(
    "words", [["module"], ["module", "--unit", "33"], ["module", "--unit", "x"], ["arc", "--reader", "usb"]]
)
def test_a_wrong_command_is_refused_with_what_is_allowed(words, capsys):
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    with pytest.raises(SystemExit):
        parser.parse_args(["flash", *words])
    told = capsys.readouterr().err
    assert any(hint in told for hint in ("--unit", "1 to 32", "i2c"))

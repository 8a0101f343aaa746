"""Where the companion looks: USB ids, the virtual ARC's file, names and addresses."""

import json
import os
import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
import serialx

from boards import arc_pico
from host.link.discovery import PLUG_IN, AutoOpener, find_boards, open_named, read_virtual
from host.link.errors import LinkMisuse


def port(device, vid=0x2E8A, pid=0x0005, serial="E660", link=None):
    return serialx.SerialPortInfo(
        device=link or device, resolved_device=device, vid=vid, pid=pid, serial_number=serial, manufacturer=None,
        product="Board in FS mode", bcd_device=None, interface_description=None, interface_num=0,
    )  # fmt: skip


def listing(*ports):
    async def list_ports():
        return list(ports)

    return list_ports


def write_virtual(folder: Path, **changes):
    facts = {"pid": os.getpid(), "port": "/dev/pts/4", "control": "127.0.0.1:4001", "level": 2, **changes}
    (folder / "virtual.json").write_text(json.dumps(facts))


async def names(opener):
    return [candidate.name for candidate in (await opener.find()).candidates]


async def test_boards_are_known_by_usb_ids_not_by_name():
    ports = listing(
        port("/dev/ttyACM7", serial="B"),
        port("/dev/ttyACM0", vid=0x1D50, pid=0x6018),
        port("/dev/ttyS0", vid=None, pid=None),
        port("/dev/ttyACM3", serial="A", link="/dev/serial/by-id/usb-A"),
        port("/dev/ttyACM3", serial="A"),
    )
    assert [(board.port, board.serial) for board in await find_boards(ports)] == [
        ("/dev/ttyACM3", "A"),
        ("/dev/ttyACM7", "B"),
    ]


async def test_this_computer_can_be_asked_for_its_ports():
    assert isinstance(await find_boards(), list)


async def test_auto_prefers_a_real_board_to_a_virtual_one(tmp_path):
    write_virtual(tmp_path)
    assert await names(AutoOpener(tmp_path, listing(port("/dev/ttyACM0")))) == ["/dev/ttyACM0"]
    assert await names(AutoOpener(tmp_path, listing())) == ["/dev/pts/4"]


async def test_auto_says_what_to_do_when_nothing_is_there(tmp_path):
    found = await AutoOpener(tmp_path, listing()).find()
    assert not found.candidates
    assert found.words == PLUG_IN == "Looking for the ARC: plug its USB cable in."


async def test_the_virtual_arc_is_read_anew_each_time(tmp_path):
    opener = open_named("virtual", tmp_path)
    found = await opener.find()
    assert (list(found.candidates), found.words) == ([], "Waiting for the virtual ARC to start.")
    write_virtual(tmp_path)
    assert await names(opener) == ["/dev/pts/4"]
    write_virtual(tmp_path, port="tcp://127.0.0.1:4000")
    assert await names(opener) == ["tcp://127.0.0.1:4000"]


async def test_a_pulled_virtual_cable_is_said(tmp_path):
    facts = {"pid": os.getpid(), "control": "127.0.0.1:4001", "level": 2}
    (tmp_path / "virtual.json").write_text(json.dumps(facts))
    found = await open_named("virtual", tmp_path).find()
    assert (list(found.candidates), found.words) == ([], "The virtual ARC's cable is pulled.")
    assert read_virtual(tmp_path).control_port == 4001


def test_the_virtual_arcs_facts(tmp_path):
    write_virtual(tmp_path)
    arc = read_virtual(tmp_path)
    assert (arc.control_host, arc.control_port, arc.level) == ("127.0.0.1", 4001, 2)


def test_the_file_of_a_dead_virtual_arc_does_not_count(tmp_path):
    """Its /dev/pts/4 may be somebody's shell by now."""
    child = subprocess.Popen(["true"])
    child.wait()
    write_virtual(tmp_path, pid=child.pid)
    assert read_virtual(tmp_path) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"pid": OURS, "level": 1}', '{"pid": "x", "control": "a:b", "level": 1}']
)
def test_a_damaged_file_is_no_virtual_arc(tmp_path, text):
    (tmp_path / "virtual.json").write_text(text.replace("OURS", str(os.getpid())))
    assert read_virtual(tmp_path) is None


@pytest.mark.parametrize("name", ["/dev/ttyACM0", "COM4", "/dev/pts/3", "tcp://127.0.0.1:4000", "tcp://[::1]:4000"])
async def test_a_port_or_address_is_taken_as_it_is(name):
    assert await names(open_named(name)) == [name]


@pytest.mark.parametrize("name", ["tcp://", "tcp://here", "tcp://here:many", "tcp://:4000", "tcp://here:99999"])
def test_an_impossible_address_is_refused_at_once(name):
    with pytest.raises(LinkMisuse, match=r"write it like tcp://127\.0\.0\.1:4000"):
        open_named(name)


def test_the_virtual_arc_needs_a_data_folder():
    with pytest.raises(LinkMisuse):
        open_named("virtual")


def test_the_udev_rule_names_the_same_usb_ids():
    """B110, B120: and its number is low enough for the tag that gives access to whoever sits there."""
    (rule,) = [file for file in files("host.link").iterdir() if file.name.endswith(".rules")]
    text = rule.read_text()
    ids = set(zip(re.findall(r'idVendor}=="(\w+)"', text), re.findall(r'idProduct}=="(\w+)"', text), strict=True))
    assert ids == {(f"{vendor:04x}", f"{product:04x}") for vendor, product in arc_pico.USB_IDS}
    assert int(rule.name.split("-")[0]) < 73
    assert "ID_MM_DEVICE_IGNORE" in text

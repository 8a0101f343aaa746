"""An update from the companion: the port is released and comes back, progress is told, every end is said."""

import sys

import pytest

from host.errors import UserError
from host.firmware_update import FLASHER, FirmwareUpdate
from host.link.state import LinkPhase, LinkState, Welcome
from tools.flash.__main__ import on_a_page
from tools.images import compiled

OLD = Welcome(1, 0, 1, 1, 7, "arc 0.0.9 old", "arc_pico", bytes(8), "power on", 1)
UP = LinkState(LinkPhase.CONNECTED, "connected", "/dev/ttyACM0", OLD)


IMPATIENT = """
import sys
from tools.flash import __main__ as flasher, console
console.TRIES, console.PAUSE_S, console.GREETING_S = 1, 0, 0.1
sys.exit(flasher.main(sys.argv[1:]))
"""


class Link:
    def __init__(self, state=UP):
        self.state = state
        self.did = []

    async def release(self):
        self.did.append("release")

    def resume(self):
        self.did.append("resume")


def flasher(*lines, code=0):
    """A program that prints these lines."""
    text = "".join(f"print({line!r})\n" for line in lines)
    return (sys.executable, "-c", f"{text}raise SystemExit({code})")


async def test_progress_is_told_and_the_port_comes_back():
    link, seen = Link(), []
    update = FirmwareUpdate(link, lambda: seen.append(update.progress), flasher(
        "mpremote says hello", '{"done": 0, "total": 200, "path": "lib/a.mpy"}',
        '{"done": 50, "total": 200, "path": "b"}',
        '{"told": "arc 0.1.0 new on arc_pico"}',
    ))  # fmt: skip
    ended = await update.run()
    assert (ended.told, ended.running, ended.error) == ("arc 0.1.0 new on arc_pico", False, "")
    assert [(each.percent, each.path) for each in seen] == [(0, ""), (0, "lib/a.mpy"), (25, "b"), (100, "")]
    assert link.did == ["release", "resume"]


@pytest.mark.parametrize(
    ("lines", "words"), [(('{"error": "Press its reset button."}',), "reset button"), (('{"done": 1',), "broke off")]
)
async def test_every_bad_end_is_said_and_the_port_comes_back(lines, words):
    link = Link()
    ended = await FirmwareUpdate(link, flasher=flasher(*lines, code=1)).run()
    assert words in ended.error
    assert not ended.running
    assert link.did == ["release", "resume"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (LinkState(LinkPhase.LOOKING, "Looking."), "Connect the ARC"),
        (LinkState(LinkPhase.CONNECTED, "up", "/dev/pts/4", OLD), "virtual ARC"),
    ],
)
async def test_nothing_to_update_says_why_and_touches_nothing(state, words):
    link = Link(state)
    update = FirmwareUpdate(link, flasher=flasher())
    with pytest.raises(UserError, match=words):
        await update.run()
    assert link.did == []
    assert not update.due


STOPPED = LinkState(LinkPhase.WAITING, "The board shows its console.", stopped="/dev/ttyACM0")
ECHO = """
import json, os, sys
words = sys.argv[1:]
if words[0] == "image":
    print(json.dumps({"image": "arc 0.1.0 new"}))
else:
    print(json.dumps({os.environ.get("ENDS", "told"): " ".join(words)}))
"""


async def test_an_arc_that_can_not_be_talked_to_for_its_program_can_be_updated():
    link = Link(STOPPED)
    update = FirmwareUpdate(link, flasher=(sys.executable, "-c", ECHO))
    assert not update.due
    await update.look()
    assert update.due
    link.state = LinkState(LinkPhase.WAITING, "The virtual ARC has stopped.", stopped="/dev/pts/4")
    assert "virtual ARC" in update.why_not


async def test_an_update_that_broke_off_can_be_pressed_again_where_the_board_is_now(tmp_path, monkeypatch):
    port = tmp_path / "ttyACM0"
    port.touch()
    link = Link(LinkState(LinkPhase.CONNECTED, "up", str(port), OLD))
    update = FirmwareUpdate(link, flasher=(sys.executable, "-c", ECHO))
    await update.look()
    monkeypatch.setenv("ENDS", "error")
    assert (await update.run()).error == f"arc --port {port}"
    link.state = LinkState(LinkPhase.LOOKING, "Looking for the ARC.")  # silent at its prompt, or not plugged in
    assert update.due
    assert (await update.run()).error == f"arc --port {port}"
    port.unlink()
    monkeypatch.setenv("ENDS", "told")
    assert (await update.run()).told == "arc"  # maybe under another name: the flasher looks by USB ids
    assert "Connect the ARC first" in update.why_not


def test_the_page_is_told_to_press_where_a_terminal_is_told_to_type():
    at_page = on_a_page("Plug it in again and run the same command. Run the command again. Never run this again twice.")
    assert at_page == "Plug it in again and press Update again. Press Update again. Never press Update again twice."


async def test_the_real_flasher_names_the_image_and_an_older_arc_is_due():
    link = Link()
    update = FirmwareUpdate(link, flasher=FLASHER)
    assert await update.look() == compiled.build("arc").name
    assert update.due
    new = Welcome(**{**vars(OLD), "firmware": update.newest})
    link.state = LinkState(LinkPhase.CONNECTED, "up", "/dev/ttyACM0", new)
    assert not update.due


async def test_the_real_flasher_says_what_is_wrong_in_one_line(tmp_path):
    port = tmp_path / "ttyACM0"  # no board, not even a terminal
    port.touch()
    link = Link(LinkState(LinkPhase.CONNECTED, "up", str(port), OLD))
    ended = await FirmwareUpdate(link, flasher=(sys.executable, "-c", IMPATIENT)).run()
    assert "does not come to its prompt" in ended.error
    assert link.did == ["release", "resume"]

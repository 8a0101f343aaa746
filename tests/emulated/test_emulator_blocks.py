"""The emulator's own tests: its I2C block against the datasheet, run by Node's test runner."""

import subprocess

import pytest

from tools.emulator import install
from tools.emulator.errors import EmulatorMissing


def test_the_i2c_block_does_what_the_datasheet_says():
    try:
        node, _ = install.ensure()
    except EmulatorMissing as missing:
        pytest.skip(str(missing))
    command = [node, "--test", "i2c_block.test.mjs"]
    done = subprocess.run(command, cwd=install.JS, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "# fail 0" in done.stdout
    assert "# pass 1" in done.stdout


@pytest.mark.parametrize(
    ("name", "words"), [("", "Set COLONY_RP2_IMAGE"), ("/nowhere", "no UF2"), ("RPI_PICO-1.22.uf2", "older than 1.26")]
)
def test_what_is_missing_is_said_with_what_to_do(monkeypatch, tmp_path, name, words):
    if name.endswith("uf2"):
        (tmp_path / name).write_bytes(b"")
        name = str(tmp_path / name)
    monkeypatch.setenv(install.IMAGE_VARIABLE, name)
    with pytest.raises(EmulatorMissing, match=words):
        install.image()


def test_without_node_it_says_so(monkeypatch):
    monkeypatch.setattr(install.shutil, "which", lambda name: None)
    with pytest.raises(EmulatorMissing, match=r"needs Node\.js"):
        install.ensure()

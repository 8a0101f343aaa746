"""How a life of the ARC begins and ends: boot ids, safe mode, the way back to the REPL, the manifest."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.arc import start
from firmware.arc.snapshot import Files, Store
from shared_rules.wire import frames, messages
from tools.virtual.micro_arc import micropython_command

ROOT = Path(__file__).resolve().parents[2]
needs_micropython = pytest.mark.skipif(micropython_command() is None, reason="no MicroPython here")


class Typed:
    """USB on which bytes arrive at given times; the clock moves by sleeping."""

    def __init__(self, *arrivals):
        self.clock_ms = 0
        self.arrivals = [(at_ms, byte) for at_ms, data in arrivals for byte in data]
        self.back = []

    def now(self):
        return self.clock_ms

    def sleep_s(self, duration_s):
        self.clock_ms += round(duration_s * 1000)

    def read_into(self, buf):
        if not self.arrivals or self.arrivals[0][0] > self.clock_ms:
            return 0
        buf[0] = self.arrivals.pop(0)[1]
        return 1

    def unread(self, byte):
        self.back.append(byte)


def escapes(usb):
    return start.escape_wanted(usb, now=usb.now, sleep_s=usb.sleep_s)


def test_b82_window_without_input_ends_in_the_program():
    usb = Typed()
    assert not escapes(usb)
    assert usb.clock_ms == pytest.approx(start.ESCAPE_MS, abs=20)


@pytest.mark.parametrize("keys", [b"\x03", b"\r\x03", b"\x03\x03\x03", b"help\r\n\x03"])
def test_b82_ctrl_c_leads_to_the_repl(keys):
    assert escapes(Typed((300, keys)))


def test_b82_mpremote_needs_no_quiet_and_what_it_sends_next_is_left_for_the_repl():
    usb = Typed((300, b"\r\x03\r\x01"))
    assert escapes(usb)
    assert bytes(byte for _, byte in usb.arrivals) == b"\r\x01"


@given(session=st.integers(0, 2**32 - 1), cut=st.integers(0, 40))
def test_b70_frames_with_03_in_them_never_lead_to_the_repl(session, cut):
    hello = frames.encode_frame(messages.pack("HELLO", protocol=3, table=0x03030303, session=session, catalogue=3))
    beat = frames.encode_frame(messages.pack("BEAT", session=session, uptime_ms=3))
    stream = (beat + hello)[min(cut, len(beat) - 1) :]
    if stream.startswith(b"\r\x03"):
        return  # the one ambiguous start: mpremote's own
    usb = Typed((100, stream))
    assert not escapes(usb)
    assert usb.back == [0]
    assert usb.clock_ms < 200


def test_boot_ids_differ_even_when_chance_or_flash_fails(tmp_path):
    store = Store(Files(str(tmp_path)))
    stuck = [start.Life(store, start.POWER_ON, bytes).boot for _ in range(50)]
    assert len(set(stuck)) == 50
    chance = iter(range(1, 99))
    unwritable = Store(Files(str(tmp_path / "absent")))
    random = [
        start.Life(unwritable, start.POWER_ON, lambda n: next(chance).to_bytes(n, "little")).boot for _ in range(50)
    ]
    assert len(set(random)) == 50
    assert 0 not in stuck + random


def test_b83_three_bad_ends_are_safe_mode_and_a_healthy_minute_ends_it(tmp_path):
    store = Store(Files(str(tmp_path)))
    lives = [start.Life(store, start.WATCHDOG, bytes) for _ in range(3)]
    assert [life.safe for life in lives] == [False, False, True]
    lives[-1].healthy()
    assert not start.Life(store, start.CRASHED, bytes).safe
    assert not start.Life(store, start.POWER_ON, bytes).safe
    assert not start.Life(store, start.WATCHDOG, bytes).safe


def test_reset_reason_tells_an_intended_restart_from_the_watchdog(tmp_path):
    store = Store(Files(str(tmp_path)))
    assert start.reset_reason(store, watchdog=False) == start.POWER_ON
    assert start.reset_reason(store, watchdog=True) == start.WATCHDOG
    store.write_text(start.PLANNED, "soft")
    assert start.reset_reason(store, watchdog=True) == start.SOFT
    assert start.reset_reason(store, watchdog=True) == start.WATCHDOG
    start.record_crash(store, "x" * 1000 + "ValueError")
    assert start.reset_reason(store, watchdog=True) == start.CRASHED
    assert store.read_text(start.CRASH).endswith("ValueError")


def micropython(tmp_path, program):
    """Run `program` with a `machine` that only knows how to restart."""
    (tmp_path / "machine.py").write_text("class Reset(BaseException):\n    pass\ndef reset():\n    raise Reset\n")
    (tmp_path / "program.py").write_text(program)
    path = f"import sys; sys.path[:] = ['{tmp_path}', '{ROOT}', '.frozen']\n"
    return subprocess.run(
        [*micropython_command(), "-c", path + "import program"], capture_output=True, text=True, timeout=20, check=False
    )


@needs_micropython
@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit", "ValueError", "MemoryError"])
def test_b70_every_end_leaves_a_record_and_a_restart(tmp_path, error):
    ended = micropython(tmp_path, f"""
import machine
from firmware.arc import main
main.board.FLASH = "{tmp_path}"
def live(usb, store):
    raise {error}("by hand")
main.live = live
try:
    main.main()
except machine.Reset:
    print("restarted")
""")
    assert "restarted" in ended.stdout, ended.stderr
    assert error in (tmp_path / start.CRASH).read_text()


# What main.py takes in only where a board or a reader of that kind is there.
CHOICES = (
    "import boards.arc_pico_w, boards.arc_pico_2\n"
    "from firmware.drivers import pn532_hsu, pn532_i2c, pn532_spi\n"
)


@needs_micropython
def test_manifest_lists_exactly_what_the_program_imports(tmp_path):
    listed = set()

    def package(name, files, base_path):
        assert base_path == "../.."
        listed.update(f"{name}/{file}" for file in files)

    exec((ROOT / "firmware/arc/manifest.py").read_text(), {"package": package})
    assert all((ROOT / file).exists() for file in listed)
    ended = micropython(tmp_path, CHOICES + "import sys\nfrom firmware.arc import main\nprint('\\n'.join(sys.modules))")
    imported = {name for name in ended.stdout.split() if name.split(".")[0] in ("boards", "firmware", "shared_rules")}
    assert "firmware.arc.main" in imported, ended.stderr
    files = {name.replace(".", "/") + ("/__init__.py" if (ROOT / name.replace(".", "/")).is_dir() else ".py")
             for name in imported}
    assert files == listed

"""docs/protocol.md and docs/protocol.cddl are what the code gives now."""

import subprocess
import sys

from dual.harness import ROOT

from shared_rules.wire import cbor, frames, messages
from tools.docs import protocol
from tools.docs.__main__ import PAGES, stale


def test_the_pages_are_up_to_date():
    assert stale() == []


def test_check_names_what_is_out_of_date(tmp_path):
    (tmp_path / "docs/build").mkdir(parents=True)
    for path, make in PAGES.items():
        (tmp_path / path).write_text(make(), encoding="utf-8")
    assert stale(tmp_path) == []
    (tmp_path / "docs/protocol.cddl").write_text("packet = any\n")
    (tmp_path / "docs/protocol.md").unlink()
    assert stale(tmp_path) == ["docs/protocol.md", "docs/protocol.cddl"]


def test_the_command_for_people_and_ci_agrees():
    done = subprocess.run([sys.executable, "-m", "tools.docs", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_page_gives_the_crc_in_full_and_every_message_and_refusal():
    page = protocol.page()
    for words in ("CRC-32/ISO-HDLC", "04C11DB7", "EDB88320", "FFFFFFFF", "CBF43926", "least significant byte first"):
        assert words in page
    for name, number, *_ in messages.TABLE:
        assert f"### {number} {name}\n" in page
    for reason in (*cbor.REASONS, *frames.DROPPED, *messages.RESULT_NAMES):
        assert reason in page

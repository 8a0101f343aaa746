"""The command as a person has it: a terminal, keys, Ctrl-C. The reader is the simulated chip on a pseudo-terminal."""

import fcntl
import os
import select
import signal
import subprocess
import sys
import termios
import time

import pytest
from test_tag_readers import PtyReader

from tools.virtual.tags import Ntag213

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


class Terminal:
    """A `colony` in a terminal of its own."""

    def __init__(self, *words):
        self._ours, theirs = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "import sys; from host.cli import main; sys.exit(main())", *map(str, words)],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=self._be_a_terminals,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    @staticmethod
    def _be_a_terminals():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it, and so would this

    def until(self, words, seconds=40):
        """Wait until it shows these words (or, without any, ends)."""
        deadline_s = time.monotonic() + seconds
        while words is None or words not in self.shown:
            assert time.monotonic() < deadline_s, self.shown
            if select.select([self._ours], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self._ours, 4096).decode(errors="replace")
                except OSError:  # it has ended
                    break
        assert words is None or words in self.shown, self.shown
        self.shown = self.shown.partition(words)[2] if words else self.shown

    def types(self, text):
        os.write(self._ours, text.encode())


def test_keys_work_while_the_reader_waits_and_ctrl_c_keeps_what_is_done(tmp_path):
    tag = Ntag213()
    with PtyReader() as reader:
        at = Terminal("tags", "learn", "manager", "--reader", "usb", "--port", reader.name, "--data", tmp_path)
        at.until("Lay Manager 1")
        reader.chip.field = [tag]
        at.until("learnt.")
        at.types("u\n")
        at.until("Undone: Manager 1")
        reader.chip.field = []
        time.sleep(1)
        reader.chip.field = [tag]
        at.until("learnt.")
        at.until("Lay Manager 2")
        at.types("\x03")
        at.until("What was done is kept")
        at.until(None)
        assert at.process.wait(20) == 130
        assert "Traceback" not in at.shown
        assert "Fatal" not in at.shown
    listed = Terminal("tags", "list", "--data", tmp_path)
    listed.until("Manager 1, ")
    listed.until("1 of 80 pieces")
    assert listed.process.wait(20) == 0

"""An ARC at its prompt: the firmware's reader driver under real MicroPython, on the simulated chip."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from dual.harness import ROOT
from mpremote.transport import TransportError, TransportExecError

from boards import READERS, arc_pico
from tools.virtual.micro_arc import micropython_command
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.pn532_ports import ADDRESS, I2cPort

WIRING = arc_pico.READERS[READERS[0]]


class MicroBoard:
    """As tools.tags.arc.Prompt. `pulled`: the cable is out."""

    def __init__(self) -> None:
        self.chip = Pn532Chip(lambda: time.monotonic() * 1000)
        self.port = I2cPort(self.chip)
        self.pulled = False
        self.fed = 0
        self.restarted = 0
        path = f"import sys; sys.path[:] = {[str(Path(__file__).parent), str(ROOT), '.frozen']}\n"
        self._process = subprocess.Popen(
            [*(micropython_command() or []), "-c", path + "import micro_prompt"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def run(self, code: str) -> str:
        """As mpremote's transport runs it."""
        if self.pulled:
            raise TransportError("no more")
        printed, failed = [], ""
        self._send(repr(code))
        while (line := self._receive()) != ".":
            mark, _, words = line.partition(" ")
            if mark == "?":
                self._send(self._serve(*words.split()))
            elif mark == "=":
                printed.append(words)
            else:
                failed = words
        if failed:
            raise TransportExecError(1, failed)
        return "\n".join(printed)

    def keep_alive(self) -> None:
        """Fed."""
        self.fed += 1

    def restart(self) -> None:
        """Back to its own program."""
        self.restarted += 1

    def _serve(self, what: str, where: str, value: str) -> str:
        if what == "pin":
            return self._pin(int(where), int(value))
        try:
            assert int(where) == ADDRESS
            if what == "read":
                return self.port.read(int(value)).hex()
            self.port.write(bytes.fromhex(value))
            return "ok"
        except OSError:
            return "error"

    def _pin(self, number: int, level: int) -> str:
        if number == WIRING["reset"] and level >= 0:
            self.chip.reset_level(level)
        return str(int(not self.chip.ready)) if number == WIRING["irq"] else "1"

    def _send(self, line: str) -> None:
        self._process.stdin.write(line + "\n")

    def _receive(self) -> str:
        line = self._process.stdout.readline()
        assert line, "MicroPython has ended"
        return line.rstrip("\n")

"""MicroPython's raw REPL of an emulated chip, in emulated time: no terminal, no threads, so runs are repeatable."""

from tools.emulator.errors import EmulatorError
from tools.emulator.process import Emulator

_READY = b"raw REPL; CTRL-B to exit\r\n>"
_END = b"\x04"
_PROMPT_S = 3.0


class Repl:
    """The prompt of one chip."""

    def __init__(self, emulator: Emulator, chip: str) -> None:
        self._emulator, self._chip = emulator, chip
        self._heard = b""

    def enter(self) -> None:
        """Stop what runs and get to the prompt. EmulatorError if it does not come."""
        self._heard = b""
        self._emulator.send(self._chip, b"\r\x03\x01")
        self._until(_READY, _PROMPT_S)

    def run(self, code: str, seconds: float = 30.0) -> str:
        """What `code` prints. EmulatorError with the traceback if it fails, or when it takes too long."""
        self._heard = b""
        self._emulator.send(self._chip, code.encode() + _END)
        self._until(_END, seconds, times=2)
        out, error, _ = self._heard.removeprefix(b"OK").split(_END, 2)
        if error:
            raise EmulatorError(error.decode(errors="replace"))
        return out.decode().replace("\r\n", "\n")

    def start(self, code: str) -> None:
        """Start `code` and do not wait for it."""
        self._emulator.send(self._chip, code.encode() + _END)

    def _until(self, ending: bytes, seconds: float, times: int = 1) -> None:
        end = self._emulator.micros + seconds * 1e6
        while self._heard.count(ending) < times:
            left = end - self._emulator.micros
            if left <= 0:
                raise EmulatorError(f"the prompt of {self._chip} did not answer: {self._heard!r}")
            self._heard += self._emulator.run(left, until=[self._chip]).serial.get(self._chip, b"")

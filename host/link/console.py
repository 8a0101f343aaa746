"""Notices that the board shows the MicroPython console in place of frames (field fault B70).

A frame ends in 0x00 and COBS keeps 0x00 out of it, so console text is whatever stands after the last 0x00. The prompt
counts only as the very last thing printed: a frame under way holds these five bytes with a chance of 2**-40.
"""

from __future__ import annotations

TAIL_BYTES = 2048
PROMPT = b"\n>>> "
RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
# Leaves a raw REPL, then restarts the program from its prompt. Never Ctrl-C: a burst of it during start-up can cost the
# board its file system (B81).
RESTART_KEYS = b"\x02\x04"
# Makes an idle prompt show itself; the ARC's framer drops it with the bytes before the next delimiter.
PROBE_KEYS = b"\r"


class ConsoleWatch:
    """Feed it all bytes from the port."""

    def __init__(self) -> None:
        self._tail = bytearray()

    def feed(self, data: bytes) -> str | None:
        """The console's text once its prompt stands there, else None."""
        self._tail += data
        del self._tail[: self._tail.rfind(0) + 1]
        del self._tail[:-TAIL_BYTES]
        if self._tail.endswith((PROMPT, RAW_PROMPT)):
            text = self._tail.decode("utf-8", "replace").strip()
            self._tail.clear()
            return text
        return None

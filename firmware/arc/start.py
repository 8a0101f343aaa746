"""What happens before the tasks run: a new boot id, the tale of the last life, safe mode, the way back to the REPL.

Rule 1: the boot id differs from every earlier one: half of it counts in flash, half is random. Either alone may fail
(a flash that cannot be written; a generator that repeats).
Rule 2: three bad ends in a row (crash, watchdog) lead to safe mode: link and lights only, no reader, no bus (B83).
A life of `HEALTHY_MS`, or a RESET asked for by the companion, starts the count anew.
Rule 3: a board that goes on ending badly stops writing: after `QUIET_ENDS` its records stay as they are (wear).
Rule 4: for `ESCAPE_MS` after the start a Ctrl-C leads to the REPL (B82). Ctrl-C is looked for in the bytes, not left to
the interpreter: a 0x00 means that frames flow, in which 03 is data, and ends the window (B70). A host that talked on
through a restart may send the tail of a frame first: 03 counts when no 0x00 follows within `QUIET_MS`, or at once when
it is how mpremote begins.
"""

import time

from shared_rules.compat import const, ticks_diff, ticks_ms

FIRMWARE = "0.1.0"
ESCAPE_MS = const(1500)
HEALTHY_MS = const(60_000)
BAD_ENDS = const(3)
QUIET_ENDS = const(8)
QUIET_MS = const(100)
_CTRL_C = const(3)
_MPREMOTE = b"\r\x03"
_TEXT_BYTES = const(400)
IMAGE_FILE = "/lib/image.txt"  # written with the image (tools/images)
_NAME_LETTERS = const(24)

# Small records in flash.
BOOTS, BAD, CRASH, SERVICE, PLANNED = "boots", "bad_ends", "crash.txt", "service", "planned"
POWER_ON, WATCHDOG, SOFT, CRASHED = "power on", "watchdog", "soft", "crash"


def firmware_name(path=IMAGE_FILE):
    """Firmware build as the wire names it: what the image says of itself, or the version of code that has no image.
    Code that is frozen into MicroPython comes before files, so its name does too."""
    try:
        from colony_image import NAME

        return NAME[:_NAME_LETTERS]
    except ImportError:
        pass  # not frozen: the usual board
    try:
        with open(path) as file:
            return file.read(_NAME_LETTERS)
    except OSError:
        return "arc " + FIRMWARE


class Life:
    """One start of the board. `store` keeps the records; `reset` says why it started, by one of the words above;
    `urandom(n)` gives n bytes."""

    def __init__(self, store, reset, urandom):
        self._store = store
        self.reset = reset
        bad = reset in (WATCHDOG, CRASHED)
        self._quiet = bad and store.number(BAD) >= QUIET_ENDS
        self.bad_ends = 0
        if self._quiet:
            self.bad_ends, self.boot = QUIET_ENDS, int.from_bytes(urandom(4), "little") or 1
        else:
            number = store.count(BOOTS)
            self.boot = (int.from_bytes(urandom(2), "little") << 16 | number & 0xFFFF) or 1
        if bad and not self._quiet:
            self.bad_ends = store.count(BAD)
        if not bad:
            self.healthy()
        self.safe = self.bad_ends >= BAD_ENDS
        self.crash = store.read_text(CRASH)

    def identity(self, board, chip):
        """What WELCOME tells of this start."""
        return {"firmware": firmware_name(), "board": board, "chip": chip, "reset": self.reset, "boot": self.boot}

    def healthy(self):
        """The count of bad ends starts anew."""
        self._store.forget(BAD)
        if self._quiet:
            self._quiet = False
            self.told()

    def told(self):
        """The crash record has been taken over into the journal."""
        if not self._quiet:
            self._store.forget(CRASH)


def record_crash(store, text):
    """Keep the end of a traceback for the next life; of many bad ends in a row, the last few are lost."""
    if store.number(BAD) < QUIET_ENDS or not store.read_text(CRASH):
        store.write_text(CRASH, text[-_TEXT_BYTES:])


def reset_reason(store, watchdog):
    """Why this life started. The RP2040 restarts itself by its watchdog, so an intended restart has to leave a note."""
    planned = store.forget(PLANNED)
    if store.read_text(CRASH):
        return CRASHED
    if planned:
        return SOFT
    return WATCHDOG if watchdog else POWER_ON


def escape_wanted(usb, window_ms=ESCAPE_MS, now=ticks_ms, sleep_s=time.sleep):
    """Wait for the window; True when somebody wants the REPL. Blocks, and is the only thing that does."""
    started = now()
    byte = bytearray(1)
    first = b""
    asked = None
    while ticks_diff(now(), started) < window_ms or asked is not None:
        if asked is not None and ticks_diff(now(), asked) >= QUIET_MS:
            return True
        if not usb.read_into(byte):
            sleep_s(0.01)
            continue
        if byte[0] == 0:
            usb.unread(0)
            return False
        first += bytes(byte) if len(first) < len(_MPREMOTE) else b""
        if byte[0] == _CTRL_C:
            asked = now()
        if first == _MPREMOTE:
            return True
    return False

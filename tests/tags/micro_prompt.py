"""Runs under MicroPython: a prompt on pipes, and a `machine` whose reader bus is served by the test (micro_board.py).

Lines from the test: the repr of a program to run, or a reply. Lines to it: `?` and a request, `=` and what was printed,
`!` and an error's class, `.` at the end of a program.
"""

import builtins
import sys


def ask(*words):
    """A request to the test, and its reply."""
    _print("?", *words)
    return sys.stdin.readline().strip()


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        if value is not None:
            self.value(value)

    def init(self, *modes, value=None):
        pass

    def value(self, level=None):
        return int(ask("pin", self.number, -1 if level is None else level))

    __call__ = value


class I2C:
    def __init__(self, block, sda, scl, freq, timeout):
        self.place = (block, sda.number, scl.number)

    def writeto(self, address, data):
        if ask("write", address, bytes(data).hex() or "-") == "error":
            raise OSError(5, "EIO")
        return len(data)

    def readfrom_into(self, address, buffer):
        reply = ask("read", address, len(buffer))
        if reply == "error":
            raise OSError(5, "EIO")
        buffer[:] = bytes.fromhex(reply)


class Machine:
    pass


machine = Machine()
machine.Pin, machine.I2C = Pin, I2C
sys.modules["machine"] = machine
_print = print
_out = []


def keep(*words, sep=" ", end="\n"):
    """What a program prints."""
    _out.append(sep.join(str(word) for word in words) + end)


names = {"__name__": "__main__"}
while True:
    line = sys.stdin.readline()
    if not line:
        break
    del _out[:]
    builtins.print = keep
    try:
        exec(eval(line), names)
        failed = ""
    except Exception as error:
        failed = type(error).__name__
    builtins.print = _print
    for text in "".join(_out).split("\n"):
        _print("=", text)
    if failed:
        _print("!", failed)
    _print(".")

"""As much of MicroPython's `machine` as a module board uses; keeps what was asked of it. No hardware behind it."""

made = []  # every target and watchdog, in order


def unique_id():
    return b"\x01\x02\x03\x04\x05\x06\x07\x08"


def bitstream(pin, encoding, timing, buffer):
    made.append(("bits", pin.number, encoding, timing, bytes(buffer)))


class Pin:
    OUT, OPEN_DRAIN, PULL_UP = 1, 2, 3

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number
        self.mode = mode
        self.level = value

    def value(self, level=None):
        if level is not None:
            self.level = level
        return self.level


class I2CTarget:
    IRQ_END_READ, IRQ_END_WRITE = 16, 32

    def __init__(self, number, address, mem, sda, scl):
        self.memory = mem
        self.handler = None
        made.append(("target", number, address, len(mem), sda.number, scl.number))
        made.append(self)

    def irq(self, handler, trigger):
        self.handler = handler
        made.append(("irq", trigger))

    def deinit(self):
        made.append(("deinit",))


class WDT:
    def __init__(self, timeout):
        self.fed = 0
        made.append(("watchdog", timeout))
        made.append(self)

    def feed(self):
        self.fed += 1

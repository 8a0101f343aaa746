"""Runs under CPython and under MicroPython: the driver on a small scripted transport, the tap tracker, NDEF.

What it prints must be the same under both (test_reader_dual.py).
"""

import asyncio

from firmware.drivers.pn532 import Pn532
from firmware.drivers.pn532_errors import ReaderError
from firmware.drivers.pn532_frame import FrameFinder
from firmware.drivers.pn532_tags import read_piece
from firmware.drivers.pn532_target import Target
from firmware.drivers.pn532_watch import ReaderWatch
from firmware.drivers.pn532_write import write_message
from firmware.drivers.taps import TAP, TapTracker
from shared_rules.ndef import NdefError, find_piece, message_in, needed, piece_in, piece_message, records, walk
from shared_rules.ndef_text import text_of, uri_of
from shared_rules.ndef_write import rewrite

ACK = bytes.fromhex("0000FF00FF00")


def frame(data):
    n = len(data)
    return bytes((0, 0, 0xFF, n, -n & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


class Clock:
    def __init__(self):
        self.ms = 0

    def now(self):
        return self.ms

    async def sleep(self, duration_ms):
        self.ms += duration_ms
        await asyncio.sleep(0)


class Script:
    """A transport with a chip of a few lines behind it: `answers` by command code, lists are used up in order."""

    stream = False
    restarts = False
    tells_absence = True

    def __init__(self, clock):
        self.clock = clock
        self.pages = bytearray(180)
        self.pages[12:16] = b"\xe1\x10\x12\x00"
        self.pages[16:24] = bytes.fromhex("0103A00C340300FE")
        self.listed = []
        self.output = []
        self.mute = 0
        self.broken = False
        self.sent = []

    def check(self):
        pass

    async def wake(self, sleep):
        await sleep(1)

    def waiting(self):
        return bool(self.output)

    def missed(self):
        return False

    def write(self, data):
        if self.broken:
            raise OSError(5, "EIO")
        data = bytes(data)
        self.sent.append(data)
        if data == ACK:
            self.output.clear()
            return
        if self.mute:
            self.mute -= 1
            return
        answer = self.answer(data[6], data[7:-2])
        self.output += [ACK, frame(bytes((0xD5, data[6] + 1)) + answer)]

    def read_into(self, buf, count):
        data = self.output.pop(0)
        buf[: len(data)] = data
        return len(data)

    def answer(self, code, params):
        if code == 0x02:
            return b"\x32\x01\x06\x07"
        if code == 0x4A:
            return self.listed.pop(0) if self.listed else b"\x00"
        if code == 0x42:
            return b"\x00\x00\x04\x04\x02\x01\x00\x0f\x03"
        if code == 0x40 and params[1] == 0x30:
            at = params[2] * 4
            return b"\x00" + bytes(self.pages[at : at + 16]) + bytes(max(0, at + 16 - 180))
        if code == 0x40 and params[1] == 0xA2:
            self.pages[params[2] * 4 : params[2] * 4 + 4] = params[3:]
            return b"\x00"
        return b""


def shown(targets):
    return None if targets is None else [(t.uid.hex(), t.atqa, t.sak, t.kind, t.bindable) for t in targets]


async def driver():
    clock = Clock()
    script = Script(clock)
    reader = Pn532(script, None, clock.now, clock.sleep)
    watch = ReaderWatch(reader, clock.now)
    ntag = bytes.fromhex("010100440007" + "04112233445566")
    both = bytes.fromhex("0201000420040DADBEEF" + "050102030402004400" + "07" + "04112233445566")
    phone = bytes.fromhex("01010004200408A1B2C3")
    script.listed = [b"\x00", ntag, both, phone, b"\x03", b"\x01\x01"]
    for _ in range(6):
        print("poll", shown(await watch.step()), watch.fault, watch.words, clock.ms)
    script.listed = [ntag]
    (target,) = await watch.step()
    print("pages", await write_message(reader, target, piece_message("decree/17")), script.pages.hex())
    print("piece", await read_piece(reader, target))
    script.mute = 1
    print("resent", shown(await watch.step()), reader.resends)
    script.mute = 6
    print("mute", shown(await watch.step()), watch.fault, shown(await watch.step()), clock.ms)
    script.broken = True
    print("broken", shown(await watch.step()), watch.fault, watch.words)
    script.broken = False
    clock.ms += 200
    print("back", shown(await watch.step()), watch.fault, watch.starts, len(script.sent))
    reader = Pn532(script, None, clock.now, clock.sleep)
    script.mute = 100
    script.tells_absence = False
    try:
        await reader.start()
    except ReaderError as error:
        print("never there", error.__class__.__name__, error.fault, error)


def chance(state):
    return (state * 1103515245 + 12345) & 0x7FFFFFFF


def taps():
    tags = [Target(bytes((n, 1, 2, 3)), 4, 8) for n in range(3)]
    tracker, state, total = TapTracker(), 1, 0
    for number in range(4000):
        state = chance(state)
        pick = state >> 16 & 7
        poll = (None, [], [], [tags[0]], [tags[0]], [tags[1]], [tags[0], tags[2]], [tags[1], tags[0]])[pick]
        for kind, what in tracker.update(poll):
            uids = [what.uid] if kind == TAP else [what] if isinstance(what, bytes) else what
            for uid in uids:
                total = (total * 31 + number * 7 + kind * 5 + uid[0]) & 0xFFFFFFFF
    print("taps", total, [uid.hex() for uid in tracker.present])


def attempt(read, data):
    try:
        return str(read(data) is None)
    except NdefError as error:
        return error.__class__.__name__


def ndef():
    state, tally = 7, {}
    finder = FrameFinder()
    for _ in range(1500):
        data = bytearray()
        state = chance(state)
        for _ in range(state >> 16 & 31):
            state = chance(state)
            data.append(b"\x00\x01\x02\x03\x04\x05\xd1\x91\x51\x54\x55\xfe\xff\xfd\xb1\x16"[state >> 16 & 15])
        data = bytes(data)
        for read in (message_in, records, text_of, uri_of, piece_in, walk, needed, find_piece):
            result = attempt(read, data)
            tally[result] = tally.get(result, 0) + 1
        kind = "frame " + str(finder.scan(data, len(data)))
        tally[kind] = tally.get(kind, 0) + 1
    print("ndef", sorted(tally.items()))
    for piece in ("governor", "decree/17", "manager/3"):
        area = rewrite(bytes.fromhex("0103A00C340300FE") + bytes(136), piece_message(piece))
        print(piece, area.hex(), find_piece(area))


asyncio.run(driver())
taps()
ndef()

"""PN532 frames: building a command in a buffer, finding a frame in what a bus delivered. No I/O.

Rule 1: a frame counts when its length and data checksums hold; lengths come from its LEN field and are bounded.
Rule 2: any run of bytes before `00 FF` is skipped: preambles, status bytes, noise.
Rule 3: a wrong postamble does not spoil a frame; it is counted and the search goes on from there.

Layout (NXP UM0701-02, 6.2.1): 00 00 FF LEN LCS [TFI data..] DCS 00, LEN + LCS = 0 and TFI + data + DCS = 0 modulo 256;
`LEN LCS` = `00 FF` is ACK, `FF 00` is NACK, `FF FF` starts an extended frame with a 16-bit length.
"""

from shared_rules.compat import const

ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"
PARAMS = const(7)  # where a command's parameters lie in the transmit buffer
DATA_MAX = const(262)  # TFI, code and data of the longest answer that the chip gives

NOTHING = const(0)  # no frame here
MORE = const(1)  # a frame has begun; `need` bytes complete it
IS_ACK = const(2)
IS_NACK = const(3)
IS_ERROR = const(4)  # the chip did not understand the command
IS_ANSWER = const(5)  # `code`, and data at `start`, `length` bytes


def build(buf, code, length):
    """Frame command `code` around the `length` parameter bytes at `buf[PARAMS:]`; returns the frame's size."""
    count = length + 2
    buf[0] = 0
    buf[1] = 0
    buf[2] = 0xFF
    buf[3] = count
    buf[4] = -count & 0xFF
    buf[5] = 0xD4
    buf[6] = code
    total = 0
    for i in range(5, PARAMS + length):
        total += buf[i]
    buf[PARAMS + length] = -total & 0xFF
    buf[PARAMS + length + 1] = 0
    return PARAMS + length + 2


class FrameFinder:
    """Finds the first frame in a buffer; the results stay in the object, so that a search allocates nothing."""

    def __init__(self):
        self.code = 0
        self.start = 0
        self.length = 0
        self.end = 0  # first byte after the frame
        self.need = 0  # bytes that the buffer must hold before another search makes sense
        self.bad_postambles = 0

    def scan(self, buf, fill):
        """Look through `buf[:fill]`; returns NOTHING, MORE or one of the IS_ kinds."""
        i = 0
        while i + 1 < fill:
            if buf[i] == 0 and buf[i + 1] == 0xFF:
                kind = self._at(buf, i + 2, fill)
                if kind != NOTHING:
                    return kind
            i += 1
        return NOTHING

    def _at(self, buf, at, fill):
        """The frame whose LEN byte is at `at`."""
        if at + 1 >= fill:
            return self._more(at + 3)
        length = buf[at]
        check = buf[at + 1]
        at += 2
        if length == 0 and check == 0xFF:
            return self._ends(buf, at, fill, IS_ACK)
        if length == 0xFF and check == 0:
            return self._ends(buf, at, fill, IS_NACK)
        if length == 0xFF and check == 0xFF:
            if at + 2 >= fill:
                return self._more(at + 4)
            length = buf[at] << 8 | buf[at + 1]
            check = buf[at + 2] + buf[at] + buf[at + 1] - length
            at += 3
        if (length + check) & 0xFF or not 0 < length <= DATA_MAX:
            return NOTHING
        if at + length >= fill:
            return self._more(at + length + 2)
        return self._data(buf, at, length, fill)

    def _data(self, buf, at, length, fill):
        total = 0
        for i in range(at, at + length + 1):
            total += buf[i]
        if total & 0xFF:
            return NOTHING
        if length == 1 and buf[at] == 0x7F:
            return self._ends(buf, at + 2, fill, IS_ERROR)
        if length < 2 or buf[at] != 0xD5:
            return NOTHING
        self.code = buf[at + 1]
        self.start = at + 2
        self.length = length - 2
        return self._ends(buf, at + length + 1, fill, IS_ANSWER)

    def _ends(self, buf, at, fill, kind):
        if at < fill and buf[at]:
            self.bad_postambles += 1
            self.end = at
        else:
            self.end = at + 1
        return kind

    def _more(self, need):
        self.need = need
        return MORE

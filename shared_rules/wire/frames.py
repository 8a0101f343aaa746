"""Frames: COBS( packet, CRC-32 little endian ), each ended by one 0x00. No I/O; CPython and MicroPython.

The CRC is CRC-32/ISO-HDLC, the one of zlib, Ethernet and PNG: polynomial 04C11DB7, start FFFFFFFF, input and output
reflected, final XOR FFFFFFFF; "123456789" gives CBF43926. COBS is Cheshire and Baker's (IEEE/ACM ToN 7(2), 1999).

Rule 1: a sender puts one 0x00 before its first frame. A receiver drops everything before its first delimiter.
Rule 2: any 0x00 resets the decoder fully, so damage costs the frame that it hit and nothing else.
Rule 3: one buffer, reserved at the start. A frame that outgrows it is dropped up to the next delimiter and counted.
Rule 4: nothing between two delimiters is an empty frame and no error: senders may pad with 0x00.
"""

from binascii import crc32 as _crc32

from shared_rules.compat import const

DELIMITER = b"\x00"
CRC_BYTES = const(4)
_FULL_BLOCK = const(0xFF)  # 254 bytes without an implied zero behind them

# Why a frame was dropped.
UNSYNCED = "before the first delimiter"
TOO_LONG = "too long"
BAD_COBS = "bad COBS"
TOO_SHORT = "too short"
BAD_CRC = "bad CRC"
DROPPED = (UNSYNCED, TOO_LONG, BAD_COBS, TOO_SHORT, BAD_CRC)


def crc32(data, crc=0):
    """CRC-32/ISO-HDLC of `data`, continued from `crc`."""
    return _crc32(data, crc) & 0xFFFFFFFF


def stuffed_bytes(length):
    """The most bytes that COBS makes of `length` bytes, without the delimiter."""
    return length + length // 254 + 1


def frame_bytes(length):
    """The most bytes on the wire for a packet of `length` bytes, delimiter included."""
    return stuffed_bytes(length + CRC_BYTES) + 1


def encode_frame(packet):
    """`packet` (bytes-like) as one frame with its delimiter."""
    buf = bytearray(frame_bytes(len(packet)))
    return bytes(memoryview(buf)[: encode_frame_into(packet, buf)])


def encode_frame_into(packet, buf):
    """Write the frame of `packet` to the start of `buf` (a bytearray), return its length. Raises ValueError when it
    might not fit."""
    end = len(packet) + 1
    if len(buf) < frame_bytes(len(packet)):
        raise ValueError("frame buffer too small")
    buf[1:end] = packet
    crc = crc32(packet)
    for _ in range(CRC_BYTES):
        buf[end] = crc & 0xFF
        crc >>= 8
        end += 1
    return _stuff(buf, end)


def _stuff(buf, end):
    """COBS in place over buf[1:end], its first code into buf[0], a delimiter behind it; the length.

    Each zero becomes the code of the block that follows it. Only a block of 254 bytes has no zero behind it to use, so
    the rest moves on by one byte.
    """
    code_at = 0
    while True:
        at = buf.find(DELIMITER, code_at + 1, end)
        if at < 0:
            at = end
        if at - code_at < _FULL_BLOCK:
            buf[code_at] = at - code_at
        else:
            buf[code_at] = _FULL_BLOCK
            at = code_at + _FULL_BLOCK
            if at < end:
                buf[at + 1 : end + 1] = buf[at:end]
                end += 1
        if at >= end:
            buf[end] = 0
            return end + 1
        code_at = at


class FrameDecoder:
    """Bytes in, packets out.

    `limit` is the longest packet in bytes. `errors` counts dropped frames by reason, from the start; `take_errors()`
    gives what is new. `on_drop(reason, head)`, where given, gets the first bytes of each dropped frame: a host finds
    the text of a stopped program there.
    """

    HEAD_BYTES = 96

    def __init__(self, limit, on_drop=None):
        self._limit = limit
        self._buf = bytearray(stuffed_bytes(limit + CRC_BYTES))
        self._view = memoryview(self._buf)
        self._used = 0
        self._fault = UNSYNCED
        self._on_drop = on_drop
        self._taken = {}
        self.errors = {}

    def feed(self, data):
        """The packets (bytes) that `data` (bytes-like) completes. Never raises for bad data."""
        if not isinstance(data, (bytes, bytearray)):
            data = bytes(data)  # a memoryview cannot be searched
        packets = []
        start = 0
        while True:
            end = data.find(DELIMITER, start)
            if end < 0:
                self._keep(data, start, len(data))
                return packets
            self._keep(data, start, end)
            packet = self._close()
            if packet is not None:
                packets.append(packet)
            start = end + 1

    def pending(self):
        """The first bytes after the last delimiter: no frame yet, perhaps text that will never become one."""
        return bytes(self._view[: min(self._used, self.HEAD_BYTES)])

    def take_errors(self):
        """Dropped frames by reason since the last call."""
        fresh = {}
        for reason, count in self.errors.items():
            if count != self._taken.get(reason, 0):
                fresh[reason] = count - self._taken.get(reason, 0)
        self._taken = dict(self.errors)
        return fresh

    def _keep(self, data, start, end):
        room = len(self._buf) - self._used
        if end - start > room:
            end = start + room
            self._fault = self._fault or TOO_LONG
        if end > start:
            self._view[self._used : self._used + end - start] = memoryview(data)[start:end]
            self._used += end - start

    def _close(self):
        """The packet before a delimiter, or None. The decoder is as new afterwards, but in step."""
        used, fault = self._used, self._fault
        self._used = 0
        self._fault = None
        if not used:
            return None
        head = bytes(self._view[: min(used, self.HEAD_BYTES)]) if self._on_drop else None
        if fault is None:
            length = _unstuff(self._view, used)
            fault = self._judge(length)
            if fault is None:
                return bytes(self._view[: length - CRC_BYTES])
        self.errors[fault] = self.errors.get(fault, 0) + 1
        if self._on_drop:
            self._on_drop(fault, head)
        return None

    def _judge(self, length):
        if length < 0:
            return BAD_COBS
        if length <= CRC_BYTES:
            return TOO_SHORT
        body = length - CRC_BYTES
        if body > self._limit:  # few zeros: stuffed, it still fitted the buffer
            return TOO_LONG
        view = self._view
        sent = view[body] | view[body + 1] << 8 | view[body + 2] << 16 | view[body + 3] << 24
        return None if crc32(view[:body]) == sent else BAD_CRC


def _unstuff(view, used):
    """Undo COBS in place in view[:used]; the length, or -1 where a block runs over the end."""
    read = write = 0
    while read < used:
        code = view[read]
        after = read + code
        if not code or after > used:
            return -1
        view[write : write + code - 1] = view[read + 1 : after]
        write += code - 1
        read = after
        if code != _FULL_BLOCK and read < used:
            view[write] = 0
            write += 1
    return write

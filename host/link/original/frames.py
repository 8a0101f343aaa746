"""Frames of the published hub: 0x55, a flag byte, the length of the whole frame, the payload, a CRC-8 over all that.

CRC-8: polynomial 0x07, start 0, no reflection, no final XOR; check value of "123456789" is 0xF4. What the flag means is
not known; frames of ours carry 0.
"""

from dataclasses import dataclass

START = 0x55
OVERHEAD = 4  # start, flag, length, CRC
MOST_BYTES = 255


def crc8(data: bytes) -> int:
    """CRC-8 of `data`."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07 if crc & 0x80 else crc << 1) & 0xFF
    return crc


@dataclass(frozen=True)
class Frame:
    """One whole frame."""

    flag: int
    payload: bytes


def encode(payload: bytes, flag: int = 0) -> bytes:
    """The frame of a payload. ValueError: longer than the length byte can say."""
    length = len(payload) + OVERHEAD
    if length > MOST_BYTES:
        raise ValueError(f"a payload of {len(payload)} bytes does not fit a frame")
    head = bytes((START, flag, length)) + payload
    return head + bytes((crc8(head),))


class Decoder:
    """Cuts frames out of a stream; what fits no frame costs a byte at a time, so the next good one is found."""

    def __init__(self) -> None:
        self.skipped = 0  # bytes that belonged to no frame
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """Frames that `data` completes."""
        self._held += data
        found = []
        while self._held:
            length = self._length()
            if length is None:
                self._skip()
            elif len(self._held) < length:
                break
            elif self._held[length - 1] != crc8(bytes(self._held[: length - 1])):
                self._skip()
            else:
                found.append(Frame(self._held[1], bytes(self._held[3 : length - 1])))
                del self._held[:length]
        return found

    def _length(self) -> int | None:
        """Length of the frame that begins here, as far as can be told; None when none does."""
        if self._held[0] != START:
            return None
        if len(self._held) < 3:
            return OVERHEAD
        return self._held[2] if self._held[2] >= OVERHEAD else None

    def _skip(self) -> None:
        del self._held[0]
        self.skipped += 1

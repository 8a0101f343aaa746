"""Tags as the reader's field sees them: NTAG213, NTAG215, MIFARE Classic 1K, a phone with a random UID.

Rule 1: a tag speaks the bytes of its data sheet (NXP NTAG213/215/216 rev. 3.2, MF1S50YYX rev. 3.2); what the PN532
        makes of them (status bytes, framing) belongs to `pn532_chip.py`.
Rule 2: a command that a tag refuses makes it silent until it is selected again, as ISO 14443-3 demands.
Rule 3: memory outlives selection; selection and authentication do not.

Theory: `exchange` takes what arrives over the air and returns the tag's answer, `NAK` for a refusal, or None when the
tag is not there or does not listen. Anticollision goes by cascade levels: a 7-byte UID is sent as `88 u0 u1 u2` and
`u3 u4 u5 u6`, and the reader has to take the `88` out again.
"""

from __future__ import annotations

NAK = b"\x00"  # stands for the 4-bit refusal, which has no byte form
ACK = b"\x0a"
CASCADE = 0x88

READ, WRITE_PAGE, WRITE_BLOCK, FAST_READ, GET_VERSION, HALT = 0x30, 0xA2, 0xA0, 0x3A, 0x60, 0x50
AUTH_A, AUTH_B = 0x60, 0x61
DECREMENT, INCREMENT, RESTORE, TRANSFER = 0xC0, 0xC1, 0xC2, 0xB0


class Tag:
    """One tag; `pull_after` counts exchanges until somebody takes it away in mid read (None: it stays)."""

    atqa = 0x0004
    sak = 0x00
    ats = b""

    def __init__(self, uid: bytes, *, pull_after: int | None = None) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
        self.uid = bytes(uid)
        self.pull_after = pull_after
        self.listening = False
        self.exchanges = 0
        self.height_mm = 0  # over the reader's antenna

    @property
    def gone(self) -> bool:
        """True once `pull_after` exchanges have been made."""
        return self.pull_after is not None and self.exchanges >= self.pull_after

    def cascade(self) -> list[bytes]:
        """What the tag answers at each cascade level of anticollision, without the check byte."""
        rest, levels = self.uid, []
        while len(rest) > 4:
            levels.append(bytes([CASCADE]) + rest[:3])
            rest = rest[3:]
        return [*levels, rest]

    def select(self) -> None:
        """The reader has chosen this tag."""
        self.listening = True

    def power_off(self) -> None:
        """The field is gone: everything but memory is forgotten."""
        self.listening = False

    def exchange(self, data: bytes) -> bytes | None:
        """Answer `data` sent to the selected tag; None when nothing comes back."""
        if self.gone or not self.listening:
            return None
        self.exchanges += 1
        answer = self.answer(data)
        if answer is None or answer == NAK:
            self.listening = False
        return answer

    def answer(self, data: bytes) -> bytes | None:
        """The tag's own command set."""
        raise NotImplementedError


class Phone(Tag):
    """A phone: ISO-DEP, and another 4-byte UID beginning with 08 each time it is laid down."""

    sak = 0x20

    def __init__(self, uid: bytes = b"\x08\xa1\xb2\xc3", *, ats: bytes = b"\x05\x78\x80\x70\x02") -> None:
        super().__init__(uid)
        self.ats = ats

    def answer(self, data: bytes) -> bytes | None:
        """A phone knows files by name only; it has nothing for a card reader that asks for pages."""
        return b"\x6d\x00"


class Ntag(Tag):
    """NTAG21x: pages of 4 bytes, one-way lock bits, a read that rolls over at the last page."""

    pages = 45
    user_end = 0x28  # first page after the user area
    capability = 0x12
    storage_code = 0x0F  # GET_VERSION's size byte
    lock_step = 2  # pages for each dynamic lock bit
    factory = bytes.fromhex("0103A00C340300FE")
    atqa = 0x0044

    def __init__(self, uid: bytes = b"\x04\x11\x22\x33\x44\x55\x66", *, pull_after: int | None = None) -> None:
        super().__init__(uid, pull_after=pull_after)
        if len(uid) != 7:
            raise ValueError("an NTAG has a 7-byte UID")
        self.memory = bytearray(self.pages * 4)
        self.memory[0:3] = uid[:3]
        self.memory[3] = CASCADE ^ uid[0] ^ uid[1] ^ uid[2]
        self.memory[4:8] = uid[3:]
        self.memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.memory[9] = 0x48
        self.memory[12:16] = bytes([0xE1, 0x10, self.capability, 0x00])
        self.memory[16 : 16 + len(self.factory)] = self.factory
        self.writes: list[int] = []

    @property
    def user(self) -> bytes:
        """The user area, pages 4 and up."""
        return bytes(self.memory[16 : self.user_end * 4])

    def fill(self, data: bytes) -> None:
        """Put `data` at the start of the user area, as if written elsewhere."""
        self.memory[16 : 16 + len(data)] = data

    def answer(self, data: bytes) -> bytes | None:
        """READ, FAST_READ, WRITE and GET_VERSION; everything else is refused."""
        command = data[0] if data else 0
        if command == READ and len(data) == 2:
            return self._read(data[1])
        if command == FAST_READ and len(data) == 3:
            return self._fast_read(data[1], data[2])
        if command == WRITE_PAGE and len(data) == 6:
            return self._write(data[1], data[2:])
        if command == WRITE_BLOCK and len(data) == 18:  # compatibility write: 16 bytes sent, 4 kept
            return self._write(data[1], data[2:6])
        if command == GET_VERSION and len(data) == 1:
            return bytes([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, self.storage_code, 0x03])
        return NAK

    def _read(self, page: int) -> bytes:
        if page >= self.pages:
            return NAK
        twice = self._visible() * 2
        return twice[page * 4 : page * 4 + 16]

    def _fast_read(self, first: int, last: int) -> bytes:
        if first > last or last >= self.pages:
            return NAK
        return self._visible()[first * 4 : last * 4 + 4]

    def _visible(self) -> bytes:
        """Password and its acknowledge, the last two pages, always read as zero."""
        return bytes(self.memory[:-8]) + bytes(8)

    def _write(self, page: int, data: bytes) -> bytes:
        if page < 2 or page >= self.pages or self._locked(page):
            return NAK
        old = self.memory[page * 4 : page * 4 + 4]
        if page == 2:  # the serial number's end stays, lock bits only ever go on
            data = bytes(old[:2]) + bytes(a | b for a, b in zip(old[2:], data[2:], strict=True))
        elif page in (3, self.user_end):
            data = bytes(a | b for a, b in zip(old, data, strict=True))
        self.memory[page * 4 : page * 4 + 4] = data
        self.writes.append(page)
        return ACK

    def _locked(self, page: int) -> bool:
        if 3 <= page <= 15:
            bits = self.memory[10] | self.memory[11] << 8
            return bool(bits >> page & 1)
        if 16 <= page < self.user_end:
            at = self.user_end * 4
            bits = self.memory[at] | self.memory[at + 1] << 8
            return bool(bits >> ((page - 16) // self.lock_step) & 1)
        return False


class Ntag213(Ntag):
    """144 user bytes, pages 04h..27h; comes with a lock TLV before the empty message."""


class Ntag215(Ntag):
    """504 user bytes, pages 04h..81h; the capability container admits to 496 of them."""

    pages = 135
    user_end = 0x82
    capability = 0x3E
    storage_code = 0x11
    lock_step = 16
    factory = bytes.fromhex("0300FE00")


class Classic1K(Tag):
    """MIFARE Classic 1K: 16 sectors of 4 blocks of 16 bytes; each sector opens with key A or key B."""

    sak = 0x08
    blocks = 64

    def __init__(self, uid: bytes = b"\xde\xad\xbe\xef", *, pull_after: int | None = None) -> None:
        super().__init__(uid, pull_after=pull_after)
        self.memory = bytearray(self.blocks * 16)
        self.memory[0:4] = uid[:4]
        self.open_sector: int | None = None
        self._value = 0  # the register between INCREMENT or DECREMENT and TRANSFER
        for sector in range(16):
            self.set_keys(sector, b"\xff" * 6, b"\xff" * 6)

    def set_keys(self, sector: int, key_a: bytes, key_b: bytes) -> None:
        """Write the trailer of `sector` with transport access bits."""
        self.memory[sector * 64 + 48 : sector * 64 + 64] = key_a + b"\xff\x07\x80\x69" + key_b

    def select(self) -> None:
        """A selected card has no sector open."""
        super().select()
        self.open_sector = None

    def power_off(self) -> None:
        """Authentication is lost with the field."""
        super().power_off()
        self.open_sector = None

    def authenticate(self, which: int, block: int, key: bytes, uid: bytes) -> bool:
        """The three-pass check, which the reader chip does by itself."""
        if self.gone or not self.listening:
            return False
        self.exchanges += 1
        at = block // 4 * 64 + (48 if which == AUTH_A else 58)
        good = block < self.blocks and uid == self.uid[-4:] and key == self.memory[at : at + 6]
        self.open_sector = block // 4 if good else None
        self.listening = good
        return good

    def answer(self, data: bytes) -> bytes | None:
        """READ and WRITE of blocks in the open sector."""
        if len(data) < 2 or data[1] >= self.blocks or self.open_sector != data[1] // 4:
            return NAK
        at = data[1] * 16
        if data[0] == READ and len(data) == 2:
            return self._seen(data[1])
        if data[0] == WRITE_BLOCK and len(data) == 18 and data[1] != 0:
            self.memory[at : at + 16] = data[2:]
            return ACK
        return self._count(data, at)

    def _count(self, data: bytes, at: int) -> bytes:
        """Value blocks: value, its inverse, value again, and an address four times."""
        if data[0] == TRANSFER and len(data) == 2:
            value = self._value.to_bytes(4, "little", signed=True)
            self.memory[at : at + 12] = value + bytes(b ^ 0xFF for b in value) + value
            return ACK
        if data[0] in (DECREMENT, INCREMENT, RESTORE) and len(data) == 6:
            amount = int.from_bytes(data[2:], "little", signed=True)
            sign = {DECREMENT: -1, INCREMENT: 1, RESTORE: 0}[data[0]]
            self._value = int.from_bytes(self.memory[at : at + 4], "little", signed=True) + sign * amount
            return ACK
        return NAK

    def _seen(self, block: int) -> bytes:
        """Key A never reads back."""
        data = bytes(self.memory[block * 16 : block * 16 + 16])
        return bytes(6) + data[6:] if block % 4 == 3 else data


KINDS = {"ntag213": Ntag213, "ntag215": Ntag215, "classic1k": Classic1K, "phone": Phone}

"""The antenna side of the simulated PN532: which tags lie there, which are selected, what passes through the air.

Rule 1: a selected tag does not answer a call to idle tags; the call makes it idle, and the next one finds it.
Rule 2: a tag that is gone, or silent since its last refusal, gives status 01; a refusal gives status 14.
Rule 3: tags with the same UID answer as one.
Rule 4: the field carries `REACH_MM` and no farther: nothing may count on more (BHC-2.5-3).
"""

from __future__ import annotations

from tools.virtual.tags import ACK as TAG_ACK
from tools.virtual.tags import AUTH_A, AUTH_B, NAK, Classic1K, Tag

REACH_MM = 20
OK, NO_ANSWER, REFUSED, WRONG_CONTEXT = 0x00, 0x01, 0x14, 0x27


class RfField:
    """`tags` lie there, `targets` are those that the chip has numbered. Handlers return an answer's body or None."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.targets: dict[int, Tag] = {}
        self.on = False
        self.sticky_selection = False  # a selected tag stays silent until the field was off

    def switch(self, on: bool) -> None:
        """The field; without it every tag forgets that it was selected."""
        self.on = on
        if not on:
            for tag in (*self.tags, *self.targets.values()):
                tag.power_off()
            self.targets = {}

    def look(self, most: int) -> list[Tag]:
        """One call to idle tags and the choice of up to `most` of those that answer."""
        self.on = True
        for tag in self.targets.values():
            if tag not in self.tags:  # taken away: it has had no power since
                tag.power_off()
        self.targets = {}
        found: dict[bytes, Tag] = {}
        for tag in self.tags:
            if tag.gone or tag.height_mm > REACH_MM:
                continue
            if tag.listening:  # a selected tag does not answer a call to idle ones; the call makes it idle
                if not self.sticky_selection:
                    tag.power_off()
                continue
            found.setdefault(self._anticollision(tag), tag)
        chosen = [found[uid] for uid in sorted(found, reverse=True)][:most]
        for number, tag in enumerate(chosen, 1):
            tag.select()
            self.targets[number] = tag
        return chosen

    @staticmethod
    def _anticollision(tag: Tag) -> bytes:
        """The UID without the cascade bytes that the tag sent in between."""
        levels = tag.cascade()
        return b"".join(level[1:] for level in levels[:-1]) + levels[-1]

    def describe(self, found: list[Tag]) -> bytes:
        """The body of an InListPassiveTarget answer."""
        out = bytearray([len(found)])
        for number, tag in enumerate(found, 1):
            uid = self._anticollision(tag)
            out += bytes([number, tag.atqa >> 8, tag.atqa & 0xFF, tag.sak, len(uid)]) + uid
            if tag.ats:
                out += bytes([len(tag.ats) + 1]) + tag.ats
        return bytes(out)

    def _reachable(self, number: int) -> Tag | None:
        tag = self.targets.get(number)
        return tag if tag in self.tags and tag.height_mm <= REACH_MM else None

    def data_exchange(self, params: bytes) -> bytes | None:
        """InDataExchange: target number, then bytes for the tag; the chip does a Classic's key check by itself."""
        if not params:
            return None
        if params[0] & 0x3F not in self.targets:
            return bytes([WRONG_CONTEXT])
        tag, data = self._reachable(params[0] & 0x3F), params[1:]
        if tag is None or tag.gone:
            return bytes([NO_ANSWER])
        if data and data[0] in (AUTH_A, AUTH_B):
            good = (
                isinstance(tag, Classic1K)
                and len(data) >= 12
                and tag.authenticate(data[0], data[1], data[2:8], data[-4:])
            )
            return bytes([OK if good else REFUSED])
        return self._air(tag.exchange(data))

    @staticmethod
    def _air(answer: bytes | None) -> bytes:
        if answer is None:
            return bytes([NO_ANSWER])
        if answer == NAK:
            return bytes([REFUSED])
        return bytes([OK]) + (b"" if answer == TAG_ACK else answer)

    def communicate_thru(self, params: bytes) -> bytes:
        """InCommunicateThru: raw bytes to the tag selected last."""
        tag = self._reachable(max(self.targets, default=0))
        return self._air(tag.exchange(params) if tag else None)

    def release(self, params: bytes) -> bytes | None:
        """InRelease: forget one target or all (0)."""
        if not params:
            return None
        for number in list(self.targets) if params[0] == 0 else [params[0]]:
            if tag := self.targets.pop(number, None):
                tag.power_off()
        return bytes([OK])

    def deselect(self, params: bytes) -> bytes | None:
        """InDeselect: let a target go and remember it."""
        if not params:
            return None
        for number in list(self.targets) if params[0] == 0 else [params[0]]:
            if number not in self.targets:
                return bytes([WRONG_CONTEXT])
            self.targets[number].power_off()
        return bytes([OK])

    def select(self, params: bytes) -> bytes | None:
        """InSelect: call a remembered target again."""
        if not params or params[0] not in self.targets:
            return bytes([WRONG_CONTEXT])
        tag = self._reachable(params[0])
        if tag is None or tag.gone:
            return bytes([NO_ANSWER])
        tag.select()
        return bytes([OK])

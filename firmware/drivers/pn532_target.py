"""Tags as the PN532 lists them.

Rule 1: a UID is as long as the answer's length field says, 4, 7 or 10 bytes, and is taken as it is given.
Rule 2: history bytes of an ISO-DEP tag (ATS) may follow or not; they are skipped.
Rule 3: the same UID twice is one tag.
"""

from firmware.drivers.pn532_errors import ReaderProtocolError
from shared_rules.catalog import TAG_CLASSIC, TAG_NTAG, TAG_PHONE, TAG_UNKNOWN


class Target:
    """One tag in the field: `uid` (4, 7 or 10 bytes), `atqa`, `sak`, and `tg`, its number in the chip."""

    def __init__(self, uid, atqa, sak, tg=1):
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.tg = tg

    @property
    def kind(self):
        """TAG_NTAG, TAG_CLASSIC, TAG_PHONE or TAG_UNKNOWN of the catalogue, by SAK; a random UID makes it a phone."""
        if self.sak & 0x20 or (len(self.uid) == 4 and self.uid[0] == 0x08):
            return TAG_PHONE
        if self.sak == 0x00:
            return TAG_NTAG
        return TAG_CLASSIC if self.sak in (0x08, 0x09, 0x18) else TAG_UNKNOWN

    @property
    def bindable(self):
        """False for tags that cannot stand for a piece: their UID changes from tap to tap."""
        return self.kind != TAG_PHONE

    def __eq__(self, other):
        return isinstance(other, Target) and self.uid == other.uid

    def __hash__(self):
        return hash(self.uid)

    def __repr__(self):
        return "Target(%s, sak=%02x)" % ("".join("%02x" % b for b in self.uid), self.sak)


def parse_list(rx, at, end):
    """Targets of the InListPassiveTarget answer in `rx[at:end]`, by UID. Raises ReaderProtocolError."""
    count = rx[at] if at < end else 255
    if count > 2:
        raise ReaderProtocolError("list of %d tags" % count)
    found = _parse(rx, at + 1, end, count, True)
    if found is None:
        found = _parse(rx, at + 1, end, count, False)
    if found is None:
        raise ReaderProtocolError("list of tags cut short")
    if len(found) == 2:
        if found[0].uid == found[1].uid:
            found.pop()
        elif found[0].uid > found[1].uid:
            found.reverse()
    return found


def _parse(rx, at, end, count, with_ats):
    """`count` Targets from `rx[at:end]`, or None when they do not fill it exactly."""
    found = []
    for _ in range(count):
        if at + 5 > end:
            return None
        size = rx[at + 4]
        stop = at + 5 + size
        if size not in (4, 7, 10) or stop > end:
            return None
        found.append(Target(bytes(rx[at + 5 : stop]), rx[at + 1] << 8 | rx[at + 2], rx[at + 3], rx[at]))
        at = stop
        if found[-1].sak & 0x20 and with_ats and at < end:
            at += rx[at] if rx[at] else 1
    return found if at == end else None

"""Writing NTAG21x tags, and reading their user area as a whole.

Rule 1: a write is checked as a whole before its first page, and stays inside the user pages 04h to 27h (NTAG213),
        81h (NTAG215), E1h (NTAG216): behind them lie lock bits and passwords that would spoil a tag for good.
Rule 2: only pages that change are written.
Rule 3: a tag pulled away in mid write holds an empty message, never a mixture.
"""

from firmware.drivers.pn532_errors import ReaderMisuse, TagTooSmall
from firmware.drivers.pn532_tags import CHUNK, FIRST_PAGE, NtagPages, fill, user_bytes
from shared_rules.catalog import TAG_NTAG
from shared_rules.ndef_write import NdefTooLong, message_length_at, rewrite


async def read_user(reader, target, count):
    """The first `count` bytes of an NTAG's user area. Raises ReaderMisuse past its end, TagRemoved."""
    if not 0 <= count <= await user_bytes(reader, target):
        raise ReaderMisuse("the tag has no %d user bytes" % count)
    area = bytearray(count + -count % CHUNK)
    await fill(NtagPages(reader, target), area, 0)
    return bytes(area[:count])


async def write_message(reader, target, message):
    """Write an NDEF message to an NTAG213/215/216, other TLV blocks left alone; returns the number of pages written.

    The old message is made empty first and the new length is written last, so that a tag pulled away in between
    holds an empty message and no mixture. Raises TagTooSmall before anything is written, TagRemoved, TagRefused,
    ReaderMisuse, NdefError.
    """
    if target.kind != TAG_NTAG:
        raise ReaderMisuse("only NTAG pieces are written")
    capacity = await user_bytes(reader, target)
    area = await read_user(reader, target, capacity)
    try:
        new = rewrite(area, message)
    except NdefTooLong as error:
        raise TagTooSmall(str(error))
    plan = write_plan(area, new)
    for at, page in plan:
        await reader.ntag_write(FIRST_PAGE + at // 4, page, target)
    return len(plan)


def write_plan(area, new, unit=4):
    """Writes [(offset, `unit` bytes)] that make `area` begin with `new`; what stays as it is is left out.

    First the old message is made empty, last comes the new length.
    """
    ends = len(new) - unit
    plan = [(at, new[at : at + unit]) for at in range(ends, -1, -unit) if new[at : at + unit] != area[at : at + unit]]
    length_at = message_length_at(area)
    if plan and length_at >= 0 and area[length_at]:
        at = length_at - length_at % unit
        part = bytearray(area[at : at + unit])
        part[length_at - at] = 0
        plan.insert(0, (at, bytes(part)))
        if plan[-1][0] != at:
            plan.append((at, new[at : at + unit]))
    return plan

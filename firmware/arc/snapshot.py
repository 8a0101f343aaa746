"""What the ARC keeps through a power cut: the game's snapshot in two slots, the boot counter, the crash record.

Rule 1: a snapshot is written to the slot that does not hold the newest one, data first, trailer last. Until the
trailer stands, the slot is void: after a cut at any byte the old or the new snapshot is there, never neither (B84).
Rule 2: the trailer carries generation, length and CRC of the data and a CRC of itself; a slot counts only if all hold.
Rule 3: small files are written to a new name and renamed. Unreadable ones are defaults and a message, never a loop.

The file system is injected: `open(path, mode)`, `remove(path)`, `rename(old, new)` raising OSError.
"""

import struct

from shared_rules.catalog import FAULT_UNREADABLE
from shared_rules.wire.frames import crc32
from shared_rules.wire.messages import CHUNK_BYTES, NOTHING_STORED, OK, OUT_OF_ORDER, STORE_FAILED

_TRAILER = "<4sIIII"  # magic, generation, length, CRC of the data, CRC of the fields before
_TRAILER_BYTES = struct.calcsize(_TRAILER)
_MAGIC = b"ARC1"
_BLOCK_BYTES = 256
_SLOTS = ("snapshot.0", "snapshot.1")


class Files:
    """The file system below `root` of the interpreter that runs this."""

    def __init__(self, root):
        import os

        self._os = os
        self._root = root if root.endswith("/") else root + "/"

    def open(self, path, mode):
        """As the built-in."""
        return open(self._root + path, mode)

    def remove(self, path):
        """Delete; OSError when absent."""
        self._os.remove(self._root + path)

    def rename(self, old, new):
        """Replace `new` by `old` at once."""
        self._os.rename(self._root + old, self._root + new)


class Slot:
    """A valid slot: file name, generation, length and CRC of its data."""

    def __init__(self, path, generation, length, crc):
        self.path = path
        self.generation = generation
        self.length = length
        self.crc = crc


class Store:
    """Snapshots and small records on `files`. Methods answer with RESULT codes of the wire table; `fault` is the
    catalogue code of the last trouble, 0 for none."""

    def __init__(self, files):
        self._files = files
        self._buf = bytearray(_BLOCK_BYTES)
        self._out = None
        self.fault = 0
        self.newest = None
        for path in _SLOTS:
            slot = self._check(path)
            if slot and (self.newest is None or _newer(slot.generation, self.newest.generation)):
                self.newest = slot
        if self.newest is None and any(self._size(path) for path in _SLOTS):
            self.fault = FAULT_UNREADABLE  # something was stored and nothing can be read

    # -- snapshots -----------------------------------------------------------------------------------------------

    def begin(self, length, crc):
        """Start a snapshot of `length` bytes; an unfinished one is given up."""
        self._abandon()
        path = _SLOTS[0] if self.newest is None or self.newest.path != _SLOTS[0] else _SLOTS[1]
        generation = self.newest.generation + 1 & 0xFFFFFFFF if self.newest else 1
        try:
            self._out = self._files.open(path, "wb")
        except OSError:
            return STORE_FAILED
        self._plan = Slot(path, generation, length, crc)
        self._written, self._crc = 0, 0
        return OK

    def data(self, offset, data):
        """The bytes at `offset`; they must follow what came before."""
        if self._out is None or offset != self._written or offset + len(data) > self._plan.length:
            return OUT_OF_ORDER
        try:
            self._out.write(data)
        except OSError:
            self._abandon()
            return STORE_FAILED
        self._written += len(data)
        self._crc = crc32(data, self._crc)
        return OK

    def commit(self):
        """Make it the newest snapshot, or fail whole."""
        plan = self._plan if self._out is not None else None
        if plan is None or self._written != plan.length or self._crc != plan.crc:
            self._abandon()
            return OUT_OF_ORDER
        fields = struct.pack("<4sIII", _MAGIC, plan.generation, plan.length, plan.crc)
        try:
            self._out.write(fields + struct.pack("<I", crc32(fields)))
            self._out.close()
        except OSError:
            self._abandon()
            return STORE_FAILED
        self._out = None
        self.newest = plan  # not read back: littlefs verifies what it programs, and 256 KB would hold up the lights
        return OK

    def info(self):
        """(code, length and CRC as two u32 little endian)."""
        if self.newest is None:
            return NOTHING_STORED, b""
        return OK, struct.pack("<II", self.newest.length, self.newest.crc)

    def read(self, offset):
        """(code, up to one chunk from `offset`)."""
        if self.newest is None:
            return NOTHING_STORED, b""
        count = max(0, min(CHUNK_BYTES, self.newest.length - offset))
        try:
            with self._files.open(self.newest.path, "rb") as source:
                source.seek(min(offset, self.newest.length))
                return OK, source.read(count)
        except OSError:
            self.fault = FAULT_UNREADABLE
            return STORE_FAILED, b""

    def _abandon(self):
        out, self._out = self._out, None
        if out is not None:
            try:
                out.close()
            except OSError:
                self.fault = FAULT_UNREADABLE

    def _check(self, path):
        """The slot at `path` if every check holds, else None."""
        try:
            with self._files.open(path, "rb") as source:
                size = source.seek(0, 2)
                if size < _TRAILER_BYTES:
                    return None
                source.seek(size - _TRAILER_BYTES)
                trailer = source.read(_TRAILER_BYTES)
                magic, generation, length, crc, own = struct.unpack(_TRAILER, trailer)
                if magic != _MAGIC or own != crc32(trailer[:-4]) or length != size - _TRAILER_BYTES:
                    return None
                source.seek(0)
                return Slot(path, generation, length, crc) if self._sum(source, length) == crc else None
        except OSError:
            return None  # not written yet, or unreadable: the other slot counts

    def _size(self, path):
        try:
            with self._files.open(path, "rb") as source:
                return source.seek(0, 2)
        except OSError:
            return 0

    def _sum(self, source, length):
        crc, view = 0, memoryview(self._buf)
        while length > 0:
            count = source.readinto(view[: min(length, _BLOCK_BYTES)])
            if not count:
                return -1
            crc = crc32(view[:count], crc)
            length -= count
        return crc

    # -- small records -------------------------------------------------------------------------------------------

    def read_text(self, name):
        """A small record, or "" when there is none that can be read."""
        try:
            with self._files.open(name, "r") as source:
                return source.read(512)
        except (OSError, ValueError):
            return ""

    def write_text(self, name, text):
        """Replace a small record; False when the flash refuses."""
        try:
            with self._files.open(name + ".new", "w") as out:
                out.write(text)
            self._files.rename(name + ".new", name)
            return True
        except OSError:
            self.fault = FAULT_UNREADABLE
            return False

    def forget(self, name):
        """Remove a small record; whether there was one."""
        try:
            self._files.remove(name)
            return True
        except OSError:
            return False

    def number(self, name):
        """The counter `name`; damage counts as zero."""
        text = self.read_text(name).strip()
        return int(text) if text.isdigit() else 0

    def count(self, name):
        """Raise the counter `name` by one and return it."""
        value = self.number(name) + 1
        self.write_text(name, str(value))
        return value


def _newer(one, other):
    """Serial-number compare: generations may wrap."""
    return 0 < (one - other & 0xFFFFFFFF) < 0x80000000

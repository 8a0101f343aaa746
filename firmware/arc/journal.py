"""The bounded journal of events: each stays here, byte for byte, until the companion has committed it.

Rule 1: an event is encoded once. A resend is the same bytes, with the same (boot, seq) (B94).
Rule 2: `seq` counts from 1 without gaps; acknowledgements are cumulative and compared as serial numbers (B95).
Rule 3: a full journal takes nothing more and counts in `lost`. Nothing that was taken is thrown away. Once it is empty
the caller sets `lost` back and announces the state of the table anew.
Rule 4: `boot` is new at each start, so a peer can never confuse two lives of the board.
"""

from shared_rules.compat import const
from shared_rules.wire.messages import pack

CAPACITY_EVENTS = const(64)
CAPACITY_BYTES = const(6144)
_EVENT_BYTES = const(96)  # the longest TAP with some reserve
_SEQ_MASK = const(0xFFFFFFFF)
_HALF = const(0x80000000)


class Journal:
    """Events of one boot, oldest first."""

    def __init__(self, boot, capacity=CAPACITY_EVENTS, capacity_bytes=CAPACITY_BYTES):
        self.boot = boot
        self.lost = 0
        self._capacity = capacity
        self._room = capacity_bytes
        self._packets = []
        self._next = 1

    def __len__(self):
        return len(self._packets)

    @property
    def first(self):
        """`seq` of the oldest event not acknowledged, or of the next one."""
        return (self._next - len(self._packets)) & _SEQ_MASK

    def has_room(self):
        """Whether a player's act fits; never while something was lost and is not told yet."""
        return not self.lost and len(self._packets) < self._capacity and self._room >= _EVENT_BYTES

    def add(self, name, fields):
        """Take one event; its `seq`, or None when the journal is full, or was and the caller has not told it yet."""
        seq = self._next
        packet = pack(name, boot=self.boot, seq=seq, **fields)
        if self.lost or len(self._packets) >= self._capacity or len(packet) > self._room:
            self.lost += 1
            return None
        self._room -= len(packet)
        self._packets.append(packet)
        self._next = (seq + 1) & _SEQ_MASK
        return seq

    def packet(self, index):
        """The event `index` places after the oldest, as the bytes to send."""
        return self._packets[index]

    def acknowledge(self, boot, seq):
        """Forget every event up to `seq`; how many that were. Another boot's and impossible numbers are ignored."""
        if boot != self.boot:
            return 0
        count = (seq - self.first + 1) & _SEQ_MASK
        if not 0 < count <= len(self._packets):
            return 0
        for packet in self._packets[:count]:
            self._room += len(packet)
        del self._packets[:count]
        return count

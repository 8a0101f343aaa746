"""What the ARC knows about one module address: counters, identity, the order it should carry out."""

from firmware.module import registers
from shared_rules.catalog import ATTACHED

# Where a module stands. ABSENT also covers "never seen"; SUSPECT answered, but never with a whole identity.
ABSENT, SUSPECT, PRESENT, CONFLICT = 0, 1, 2, 3


class Module:
    """Record of one unit. Attributes are plain on purpose: there are 32 of these on a small heap."""

    def __init__(self, unit):
        self.unit = unit
        self.standing = ABSENT
        self.pattern = ATTACHED
        self.over = None  # a pattern laid over for a while
        self.over_from = 0
        self.over_ms = 0
        self.drive = 0
        self.forget()

    def forget(self):
        """Back to nothing known about the board; the wished pattern stays."""
        self.standing = ABSENT
        self.kind = self.ports = self.firmware = self.tag = 0
        self.chip = None
        self.code = 0  # why it is in conflict
        self.misses = 0  # clean ones in a row
        self.hung = 0  # timeouts in a row
        self.frozen = 0  # polls in a row without progress of the board's clock
        self.uptime_ms = 0
        self.bad = 0  # damaged answers in a row
        self.strange = 0  # answers in a row with another board's tag
        self.flips = 0  # times that the tag went to and fro
        self.calm = 0  # answers in a row with the same tag while in conflict
        self.sequence = 0
        self.applied = 0
        self.sense = 0
        self.drive = 0
        self.dirty = False  # the order must be written

    def adopt(self, block):
        """Take over a sealed identity."""
        _, _, _, self.kind, self.ports, self.firmware, chip = registers.unpack_identity(block)
        self.chip = bytes(chip)
        self.tag = registers.identity_tag(block)
        self.misses = self.hung = self.frozen = self.bad = self.strange = self.flips = self.calm = self.code = 0
        self.sequence = 0  # the board's own is not known yet
        self.standing = PRESENT
        self.dirty = True

    def wobbles(self):
        """Missed or damaged just now: soon to be lost or well again."""
        return self.misses or self.bad or self.strange

    def hangs(self):
        """Times out, or answers from its registers while its program stands still."""
        return self.hung or self.frozen

    def order(self, block):
        """Fill `block` with the CONTROL order that is wished."""
        registers.pack_control(block, self.sequence, self.pattern if self.over is None else self.over, self.drive)

    def renew(self):
        """The order changed: give it a new sequence number and ask for it to be written."""
        self.sequence = self.sequence % 255 + 1
        self.dirty = True

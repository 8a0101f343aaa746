"""What can go wrong between the ARC and its reader. `fault` is the catalogue's code; 0: no fault of the reader.

ReaderMisuse is our own bug; every other error is the reader's, the wiring's or the tag's doing.
"""

from shared_rules.catalog import FAULT_ABSENT, FAULT_HUNG, FAULT_SCL_STUCK, FAULT_SDA_STUCK


class ReaderError(Exception):
    """Root of the tree."""

    fault = FAULT_HUNG


class ReaderMisuse(ReaderError):
    """The driver was called in a way that it does not allow."""


class ReaderTimeout(ReaderError):
    """The command was acknowledged, its answer never came."""


class ReaderNoAck(ReaderError):
    """The command was not acknowledged, sent three times."""


class ReaderProtocolError(ReaderError):
    """Bytes came that make no sense."""


class ReaderBusError(ReaderError):
    """The bus reported that nothing is there, or failed."""

    fault = FAULT_ABSENT


class BusStuck(ReaderBusError):
    """A bus line is held low: `line` is "SCL" or "SDA"."""

    def __init__(self, line):
        super().__init__("reader bus: %s held low" % line)
        self.fault = FAULT_SCL_STUCK if line == "SCL" else FAULT_SDA_STUCK


class TagRemoved(ReaderError):
    """The tag was taken away while it was being read or written."""

    fault = 0


class TagRefused(ReaderError):
    """The tag is there and said no: wrong key, locked page, unknown command."""

    fault = 0


class TagTooSmall(ReaderError):
    """The message does not fit the tag; nothing was written."""

    fault = 0

"""The error tree of the wire, for both interpreters.

    WireError                   anything below; a ValueError
      CborError                 bytes outside the CBOR profile: the other end's fault
        CborEncodeError         a value that the profile cannot carry: our bug
      MessageError              well-formed CBOR that is no message of the table: the other end's fault
        MessageFieldError       a message that we ourselves would send wrongly: our bug

Frames raise nothing: a damaged frame is normal on a cable, and `FrameDecoder` counts it.
"""


class WireError(ValueError):
    """What the wire refuses. `reason` is a constant that a program can compare."""

    def __init__(self, reason, text=None):
        super().__init__(text or reason)
        self.reason = reason


class CborError(WireError):
    """Bytes outside the profile. `reason` is a constant of `cbor`, `offset` the byte where it showed, or -1."""

    def __init__(self, reason, offset=-1):
        super().__init__(reason, reason if offset < 0 else "%s at byte %d" % (reason, offset))
        self.offset = offset


class CborEncodeError(CborError):
    """A value that the profile cannot carry, or a buffer too small for it."""


class MessageError(WireError):
    """No message of the table. `message` and `field` are names, empty where they are not known."""

    def __init__(self, message, field, reason):
        where = ".".join([part for part in (message, field) if part])
        super().__init__(reason, "%s: %s" % (where, reason) if where else reason)
        self.message = message
        self.field = field


class MessageFieldError(MessageError):
    """Our own mistake: a message, field or value that the table does not allow us to send."""

"""Errors of `colony tags` that a person can mend; those of tag and reader: firmware.drivers.pn532_errors."""

from host.errors import UserError


class TagsError(UserError):
    """Root of the tree."""


class NoReader(TagsError):
    """No reader was found, or nothing answers like one."""


class ReaderGone(TagsError):
    """The reader was there and does not answer any more."""


class TableInUse(TagsError):
    """A companion uses the tag table and the ARC."""


class BadTable(TagsError):
    """A file with a tag table that cannot be taken."""


class UnknownPiece(TagsError):
    """No piece of the box is called that."""


class TagUnfit(TagsError):
    """This tag cannot be written or locked; the text says why, and nothing on it was changed."""


class WriteUnproved(TagsError):
    """What was read back is not what was written."""

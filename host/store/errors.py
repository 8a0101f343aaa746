"""Errors of the store. Each text says what is wrong and what to do; none carries a hidden value.

`LocalStoreError` is a mistake of ours; every other branch is the fault of the disk, of a file or of another program.
"""


class StoreError(Exception):
    """Anything that keeps a game from being stored or read."""


class LocalStoreError(StoreError):
    """Our bug: the store was used against its contract."""


class StoreLocked(StoreError):
    """Another program held the save longer than the store waits. Nothing was lost: try again."""


class StoreUnavailable(StoreError):
    """The disk refused: full, read-only or gone."""


class StoreConflict(StoreError):
    """The log has grown under our hands: a second companion writes to the same game."""


class NewerSave(StoreError):
    """The save has a schema or format that only a newer companion knows."""


class ForeignFile(StoreError):
    """The file is not ours, or is damaged beyond what can be told."""


class StoreTampered(StoreError):
    """The log does not match its own hashes from entry `seq` on."""

    def __init__(self, text: str, seq: int) -> None:
        super().__init__(text)
        self.seq = seq


class WrongPassphrase(StoreError):
    """The sealed part of a save does not open: its passphrase is missing or wrong (or the part is damaged as well)."""


class SealDamaged(StoreError):
    """The sealed part of a save is damaged: no passphrase would open it."""


class TagTaken(StoreError):
    """A UID is bound already; the text names the earlier piece."""


class TagRefused(StoreError):
    """This tag can never be a piece (a phone or a bank card)."""

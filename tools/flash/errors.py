"""Errors of flashing: each says in which state the board is and what brings it back."""

from host.errors import UserError


class FlashError(UserError):
    """A board could not be flashed."""


class NoBoard(FlashError):
    """Nothing to flash is plugged in."""


class BoardSilent(FlashError):
    """A board is there and does not come to its prompt."""


class BoardTooOld(FlashError):
    """Its MicroPython lacks what the program needs."""


class CheckFailed(FlashError):
    """What was read back is not what was written."""


class ImageUntrusted(FlashError):
    """A MicroPython file is not the one that its checksum names, or can not be had."""

"""Errors of the emulated table."""

from host.errors import UserError


class EmulatorError(Exception):
    """The emulator refused a request, or died: a fault of ours."""


class EmulatorMissing(UserError):
    """Something that the emulator needs is not on this machine; the text says what and how to get it."""

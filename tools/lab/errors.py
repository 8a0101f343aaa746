"""Errors of the lab: sentences for the person at the keyboard."""

from host.errors import UserError


class LabError(UserError):
    """What was asked for cannot be played or shown."""

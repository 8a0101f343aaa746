"""Errors of Exogen: each text is a sentence for the person at the screen."""

from host.errors import UserError


class ExogenError(UserError):
    """Something that a profile can not do now."""


class NoProfile(ExogenError):
    """This game set is bound to no profile."""


class Parted(ExogenError):
    """A profile in a file went on differently from the one here; it can be taken as a second one."""

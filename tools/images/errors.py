"""Errors of building images."""

from host.errors import UserError


class ImageError(UserError):
    """An image can not be built; the text says why and what to do."""

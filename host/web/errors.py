"""One error tree of the companion's pages: our own mistakes apart from what a browser sent wrongly."""

from host.errors import UserError


class WebError(UserError):
    """Base of everything that the pages raise; its text is a sentence for players."""


class LocalWebError(WebError):
    """Our side cannot do it: for example, the address to listen on is taken."""


class ListenError(LocalWebError):
    """The address given with --listen cannot be used."""


class RemoteWebError(WebError):
    """A browser asked for something that it may not do or that makes no sense."""


class NotPaired(RemoteWebError):
    """The browser may watch but not take part."""


class BadPress(RemoteWebError):
    """A press that no page of ours can have sent."""

"""Everything that can go wrong between the companion and the ARC.

Rule 1: `LocalLinkError` is for this side (computer or program), `RemoteLinkError` for the other end or the cable.
Rule 2: every message is a sentence for players that ends in what to do, if there is something to do.
"""

from __future__ import annotations


class LinkError(Exception):
    """Base of all errors of `host.link`. `str(error)` is a sentence for players."""


# -- this side ---------------------------------------------------------------------------------------------------


class LocalLinkError(LinkError):
    """This computer or this program is the cause."""


class LinkMisuse(LocalLinkError):
    """Our bug: a call with wrong fields, or in the wrong order."""


class NotConnected(LocalLinkError):
    """A command was given while no ARC is connected."""

    def __init__(self) -> None:
        super().__init__("The ARC is not connected.")


class CommandQueueFull(LocalLinkError):
    """More commands wait than the bound allows."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"Already {limit} commands wait for the ARC.")


class CommitFailed(LocalLinkError):
    """The event callback raised or took too long; the event is not acknowledged and will come again."""


class PortError(LocalLinkError):
    """The operating system does not give us the port. `port` is its name."""

    def __init__(self, port: str, message: str) -> None:
        super().__init__(message)
        self.port = port


class PortMissing(PortError):
    """There is no such port now (the cable is out, or the board came back under another name)."""


class PortBusy(PortError):
    """Another program holds the port."""


class PortPermission(PortError):
    """The user may not open the port."""


class PortUnusable(PortError):
    """The name is no serial port, or the system refused it for another reason."""


# -- the other end -------------------------------------------------------------------------------------------------


class RemoteLinkError(LinkError):
    """The ARC, the cable, or the program at the other end is the cause."""


class TransportClosed(RemoteLinkError):
    """The byte stream ended: cable pulled, board gone, socket closed."""


class NoAnswer(RemoteLinkError):
    """Nothing at the other end answers HELLO."""


class ArcSilent(RemoteLinkError):
    """Three heartbeats in a row were missed."""


class ArcRestarted(RemoteLinkError):
    """The ARC started anew inside a session."""


class ArcDeaf(RemoteLinkError):
    """The other end takes no bytes any more."""


class EventsMissing(RemoteLinkError):
    """Later events come, an earlier one does not; a new session asks the ARC where its journal starts."""


class ProtocolMismatch(RemoteLinkError):
    """ARC and companion do not speak the same protocol, message table or catalogue."""


class ConsoleNoticed(RemoteLinkError):
    """The board shows the MicroPython console in place of frames. `text` is what it printed."""

    def __init__(self, port: str, text: str, words: str = "") -> None:
        super().__init__(
            words
            or f"The program of the ARC on {port} has stopped and the board shows its console. Press its reset button;"
            " if that does not help run `colony flash arc`."
        )
        self.text = text


class LinkLost(RemoteLinkError):
    """The session ended before the command was answered: it may or may not have been carried out."""


class CommandTimeout(RemoteLinkError):
    """The ARC did not answer a command in time, although it was repeated."""


# -- the virtual ARC -----------------------------------------------------------------------------------------------


class VirtualError(RemoteLinkError):
    """The virtual ARC's control socket refused a request, or cannot be reached."""

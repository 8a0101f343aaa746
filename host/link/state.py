"""What the companion tells players about the connection: one frozen value, replaced whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Welcome:
    """What the ARC says of itself in WELCOME."""

    protocol: int
    table: int
    session: int
    catalogue: int
    boot: int
    firmware: str
    board: str
    chip: bytes
    reset: str
    first: int


class LinkPhase(Enum):
    """Where the supervisor is."""

    LOOKING = "looking"  # no port to try; asks again after a pause
    TRYING = "trying"  # a port is being opened and greeted
    CONNECTED = "connected"  # a session is open
    WAITING = "waiting"  # something went wrong; words say what, the next try follows by itself
    RELEASED = "released"  # by wish: the port is left to another program until `resume`
    STOPPED = "stopped"  # `run` has ended


@dataclass(frozen=True)
class LinkState:
    """`words` is for players. `port` is the port tried or used; `arc` is known while connected.

    `stopped`: port of a board that can not be talked to until it gets another program, or its own again.
    """

    phase: LinkPhase
    words: str
    port: str | None = None
    arc: Welcome | None = None
    stopped: str | None = None

    @property
    def connected(self) -> bool:
        """Whether commands can be given now."""
        return self.phase is LinkPhase.CONNECTED


START = LinkState(LinkPhase.LOOKING, "Looking for the ARC.")

"""Errors of the session. A refusal of the rules is no error: it is an Outcome with a sentence."""


class SessionError(Exception):
    """Anything that keeps a game from being played on; the text is for players."""


class LocalSessionError(SessionError):
    """Our bug: the session was used against its contract."""


class WrongRules(SessionError):
    """The save belongs to another title than this session plays."""


class ReplayMismatch(SessionError):
    """The log replays to another state than was recorded at entry `seq`."""

    def __init__(self, text: str, seq: int) -> None:
        super().__init__(text)
        self.seq = seq


class NoSnapshot(SessionError):
    """The ARC holds no game, or one that cannot be read."""

"""A minimal host: just enough of the other end to try an ARC. No reconnects, no store; the companion has host/link.

No I/O: bytes in by `feed`, bytes out by the return values. Whoever holds the pipe moves them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shared_rules.catalog import CATALOGUE
from shared_rules.wire import frames, messages
from shared_rules.wire.version import PROTOCOL

Fields = dict[str, Any]
Message = tuple[str, Fields]
EVENTS = tuple(name for name, row in messages.BY_NAME.items() if row[3][0][0] == "boot")


class Probe:
    """One session's worth of a host. `seen` holds every message in order; `raw` every packet."""

    def __init__(self, session: int = 7, check: Callable[[bytes], object] | None = None) -> None:
        self.session = session
        self.seen: list[Message] = []
        self.raw: list[bytes] = []
        self._check = check
        self._decoder = frames.FrameDecoder(messages.PACKET_BYTES)
        self._command = 0

    @property
    def dropped(self) -> dict[str, int]:
        """Frames that the decoder dropped, by reason."""
        return dict(self._decoder.errors)

    def feed(self, data: bytes) -> list[Message]:
        """Messages that `data` completes; each is checked by the codec and by `check`."""
        fresh = []
        for packet in self._decoder.feed(data):
            if self._check:
                self._check(packet)
            self.raw.append(packet)
            fresh.append(messages.unpack(packet, messages.TO_HOST))
        self.seen += fresh
        return fresh

    @staticmethod
    def send(name: str, **fields: Any) -> bytes:
        """Any message as a frame."""
        frame: bytes = frames.encode_frame(messages.pack(name, **fields))
        return frame

    def hello(self, session: int | None = None, **other: int) -> bytes:
        """Delimiter and HELLO; `other` replaces fields."""
        self.session = self.session if session is None else session
        fields = {"protocol": PROTOCOL, "table": messages.table_crc(), "session": self.session, "catalogue": CATALOGUE}
        return frames.DELIMITER + self.send("HELLO", **{**fields, **other})

    def beat(self) -> bytes:
        """A heartbeat."""
        return self.send("BEAT", session=self.session, uptime_ms=0)

    def ack(self, event: Fields) -> bytes:
        """Acknowledge everything up to `event`."""
        return self.send("EVENT_ACK", session=self.session, boot=event["boot"], seq=event["seq"])

    def command(self, name: str, **fields: Any) -> bytes:
        """The next command; its id is `last_command`."""
        self._command += 1
        return self.send(name, session=self.session, command=self._command, **fields)

    @property
    def last_command(self) -> int:
        """Id of the newest command."""
        return self._command

    def events(self, *names: str) -> list[Message]:
        """Events seen so far, each (boot, seq) once."""
        found: dict[tuple[int, int], Message] = {}
        for name, fields in self.seen:
            if name in (names or EVENTS):
                found.setdefault((fields["boot"], fields["seq"]), (name, fields))
        return list(found.values())

    def results(self) -> dict[int, Message]:
        """RESULT by command id."""
        return {fields["command"]: (name, fields) for name, fields in self.seen if name == "RESULT"}

"""HELLO and the checks of WELCOME: a mismatch ends here, in words, and never as a strange failure later."""

from __future__ import annotations

import secrets

from host.link.errors import ProtocolMismatch
from host.link.state import Welcome
from shared_rules.catalog import CATALOGUE
from shared_rules.wire.frames import encode_frame
from shared_rules.wire.messages import BY_NAME, pack, peek, table_crc
from shared_rules.wire.version import PROTOCOL

TABLE_CRC = table_crc()
_WELCOME_ID = BY_NAME["WELCOME"][1]
_CURE = "run `colony flash arc`"
_CTRL_C = 3
_DRAWS = 64  # one in thirty holds a Ctrl-C; all would if a fixed field held one


def new_session() -> int:
    """A random number for a session whose HELLO holds no Ctrl-C.

    MicroPython obeys Ctrl-C until the ARC's program has begun to load, and a HELLO may wait in the port that early.
    """
    for _ in range(_DRAWS):
        session = secrets.randbelow(0xFFFFFFFF) + 1
        if _CTRL_C not in encode_frame(hello_packet(session)):
            break
    return session


def hello_packet(session: int) -> bytes:
    """The packet that opens `session`."""
    return bytes(pack("HELLO", protocol=PROTOCOL, table=TABLE_CRC, session=session, catalogue=CATALOGUE))


def check_versions(packet: bytes) -> None:
    """Raises ProtocolMismatch for the WELCOME of an ARC with another protocol or message table, of any session.

    It works on the part of WELCOME that never changes, because the rest cannot be read then.
    """
    seen = peek(packet)
    if seen is None or seen[0] != _WELCOME_ID:
        return
    _, protocol, table = seen
    if protocol != PROTOCOL:
        raise ProtocolMismatch(f"The ARC speaks protocol {protocol}, this companion {PROTOCOL}: {_CURE}.")
    if table != TABLE_CRC:
        raise ProtocolMismatch(
            f"ARC and companion both speak protocol {PROTOCOL}, but their message tables differ"
            f" ({table:08x} and {TABLE_CRC:08x}): {_CURE}."
        )


def check_catalogue(welcome: Welcome) -> None:
    """Raises ProtocolMismatch where both would mean different modules, tags or lights by the same number."""
    if welcome.catalogue != CATALOGUE:
        raise ProtocolMismatch(f"The ARC has catalogue {welcome.catalogue}, this companion {CATALOGUE}: {_CURE}.")

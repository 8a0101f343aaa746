"""What the ARC's tests share: a pipe whose host may stall, and the message definitions as the other judge."""

import sys
from pathlib import Path

import pytest
from arc_pipe import Pipe

from shared_rules.wire import messages

sys.path.append(str(Path(__file__).resolve().parents[1]))

from wire.cddl_judge import violation


@pytest.fixture
def pipe():
    return Pipe()


@pytest.fixture(scope="session")
def cddl():
    """Checks that a packet to the host fits docs/protocol.cddl."""

    def check(packet):
        assert not violation(packet, messages.TO_HOST)

    return check

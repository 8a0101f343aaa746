"""Fixtures of the link tests; the rig itself is in `link_rig.py`."""

import asyncio

import pytest
from link_rig import VirtualLoop


@pytest.fixture
def run_virtual():
    """run_virtual(coroutine) -> its result, on virtual time."""

    def run(coroutine):
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            return runner.run(coroutine)

    return run

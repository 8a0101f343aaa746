"""Helpers for every folder of tests."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

from dual import harness

# A busy machine is no failure: how long things take is measured by `colony bench`.
settings.register_profile("colony", deadline=None)
settings.load_profile("colony")


@pytest.fixture(scope="session")
def run_micropython():
    """run_micropython(script, *args, heap_bytes=..., path=...) -> stdout. See tests/dual/harness.py."""
    return harness.run_micropython


@pytest.fixture(scope="session")
def run_both():
    """run_both(script, *args, heap_bytes=...) -> the output that both interpreters gave."""
    return harness.run_both

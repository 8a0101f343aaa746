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


USUAL_S = 8.0  # of a slow test whose mark says nothing


@pytest.hookimpl(trylast=True)  # after the folders have marked theirs
def pytest_collection_modifyitems(items):
    """Long tests first, so that all workers end at about the same time."""
    items.sort(key=_seconds, reverse=True)


def _seconds(item):
    mark = item.get_closest_marker("slow")
    return (*mark.args, USUAL_S)[0] if mark else 0.0


@pytest.fixture(scope="session")
def run_micropython():
    """run_micropython(script, *args, heap_bytes=..., path=...) -> stdout. See tests/dual/harness.py."""
    return harness.run_micropython


@pytest.fixture(scope="session")
def run_both():
    """run_both(script, *args, heap_bytes=...) -> the output that both interpreters gave."""
    return harness.run_both

"""Helpers for the lab's tests: the command as a player types it, in a folder of its own."""

import argparse
import re

import pytest

from tools.lab import cli


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """lab("--games", "3") -> exit code; reports go into the test's folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        parser = argparse.ArgumentParser()
        cli.register(parser.add_subparsers())
        arguments = parser.parse_args(["lab", *words])
        return arguments.run(arguments)

    return run


@pytest.fixture
def outside():
    """outside(html) -> addresses in a page that lead out of it."""
    links = re.compile(
        r"""(?:\b(?:src|href|srcset|data|action)\s*=\s*["']?|url\(\s*["']?|@import\s*["']?)([^"'\s)>]+)"""
    )
    return lambda page: (
        [word for word in links.findall(page) if not word.startswith("#")] + re.findall(r"\w+://[^\s\"'<]+", page)
    )

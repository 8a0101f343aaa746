"""Plays one game of a series from setup to result, with a bot at every seat."""

from __future__ import annotations

from shared_rules.beyond_humanity.bots import driver
from tools.lab import rows
from tools.lab.series import Game


def play(played: Game) -> rows.Row:
    """The row of one game."""
    return rows.of(played, driver.play(played.options, played.seed, played.bots).record)

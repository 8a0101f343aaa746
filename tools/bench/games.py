"""Whole games of Beyond Humanity: Colonies between four greedy bots: how many a core plays, what memory they leave.

Times are processor time, and the best of several for each game: other programs only ever add. The games are different
ones (planets, Managers, chance), of the length that they come to by themselves.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import psutil

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots import driver

GAMES, QUICK_GAMES = 20, 10
REPEATS, QUICK_REPEATS = 7, 4
WARM_UP = 100  # games after which everything that is kept has been kept


def setup(number: int) -> dict[str, Any]:
    """Options of one of the games: four Managers in semi-coop."""
    dice = random.Random(number)
    planets = [planet["id"] for planet in content.get()["planets"]]
    return {"mode": "semi", "managers": dice.sample(range(1, 10), 4), "planet": planets[number % len(planets)]}


def play(number: int) -> int:
    """Play one of the games; its length in Rounds."""
    rounds: int = driver.play(setup(number), number, "greedy").record["rounds"]
    return rounds


def full_referee_game(quick: bool) -> float:
    """Games a second."""
    count, repeats = (QUICK_GAMES, QUICK_REPEATS) if quick else (GAMES, REPEATS)
    best = [float("inf")] * count
    play(0)
    for _ in range(repeats):
        for number in range(count):
            begun = time.process_time()
            play(number)
            best[number] = min(best[number], time.process_time() - begun)
    return count / sum(best)


def grown(count: int) -> int:
    """Bytes by which `count` games make the process larger, after a warm-up."""
    for number in range(WARM_UP):
        play(number)
    before = psutil.Process().memory_info().rss
    for number in range(WARM_UP, WARM_UP + count):
        play(number)
    return int(psutil.Process().memory_info().rss - before)


def main() -> None:
    """`python -m tools.bench.games [COUNT]`: memory over many games, a line each tenth of them."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    step, begun, rounds = max(1, count // 10), time.process_time(), 0
    for number in range(count):
        rounds += play(number)
        if number in (0, WARM_UP) or number % step == step - 1:
            used = psutil.Process().memory_info().rss / 1e6
            took = time.process_time() - begun
            print(f"{number + 1:6d} games: {used:6.1f} MB, {(number + 1) / took:5.1f} games/s", flush=True)
    print(f"mean length {rounds / count:.1f} Rounds")


if __name__ == "__main__":
    main()

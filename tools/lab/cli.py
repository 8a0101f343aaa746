"""`colony lab`: plays many games with bots and writes a report; `--check` judges the balance by its targets."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host.errors import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK

GAMES = 200


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "lab",
        help="let bots play many games and report on the balance",
        description="Bots play many games over all cores; then a report with plots and the figures are written.",
        epilog="Ctrl-C stops the games and reports on those that were played.",
    )
    add = parser.add_argument
    add(
        "--games",
        type=_above_zero,
        metavar="N",
        help=f"how many games (default {GAMES}; with --check of the main series)",
    )
    add("--mode", default="semi", choices=("semi", "coop", "solo", "all"), help="mode of the games (default semi)")
    add("--players", type=_players, default=(4,), metavar="2,3,4,5", help="numbers of Managers, in turn (default 4)")
    add("--planet", type=_words, default=(), metavar="ID,...", help="planets, in turn; 'all' for the whole catalogue")
    add("--bots", type=_bots, default=("greedy",), metavar="NAME,...",
        help="random, greedy, lookahead: one, or a list that goes round the table (default greedy)")  # fmt: skip
    add("--seed", type=int, default=1, help="equal seeds give equal figures (default 1)")
    add("--out", type=Path, default=Path("artifacts/lab"), metavar="DIR", help="folder for report and figures")
    add("--workers", type=_above_zero, metavar="N", help="processes (default: one for each core)")
    add("--check", action="store_true", help="play the series of the balance targets and print pass or fail")
    add("--doc", type=Path, metavar="FILE", help="with --check: write the figures into this Markdown file as well")
    parser.set_defaults(run=run)


def _above_zero(text: str) -> int:
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return int(text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in text.split(",") if word)


def _chosen(allowed: tuple[Any, ...], what: str) -> Callable[[str], tuple[Any, ...]]:
    kind = type(allowed[0])

    def parse(text: str) -> tuple[Any, ...]:
        found = tuple(kind(word) for word in _words(text))
        if not found or not set(found) <= set(allowed):
            raise argparse.ArgumentTypeError(f"{what}: {', '.join(str(one) for one in allowed)}")
        return found

    return parse


_players = _chosen((2, 3, 4, 5), "numbers of Managers are")
_bots = _chosen(("random", "greedy", "lookahead"), "bots are")


def run(arguments: argparse.Namespace) -> int:
    """Play, report, judge. Exit code 1 if a target is missed, 130 if it was interrupted."""
    from tools.lab import content_hash, doc, figures, pool, report, targets
    from tools.lab.series import Series, check_planets

    games = arguments.games or (targets.CHECK_GAMES if arguments.check else GAMES)
    modes = ("semi", "coop", "solo") if arguments.mode == "all" else (arguments.mode,)
    one = Series(
        "games", games, arguments.seed, modes, arguments.players, check_planets(arguments.planet), arguments.bots
    )
    made: dict[str, dict[str, Any]] = {}
    complete = True
    for series in targets.suite(games, arguments.seed) if arguments.check else [one]:
        if complete:
            rows, complete = pool.run(series, arguments.workers)
            made.update({series.name: figures.make(series, rows)} if rows else {})
    if not made:
        return EXIT_INTERRUPTED
    judged = targets.judge(made) if arguments.check else []
    digest = content_hash.digest()
    page = report.write(arguments.out, "check" if arguments.check else "lab", list(made.values()), judged, digest)
    for target in judged:
        print(targets.line(target))
    if arguments.check and arguments.doc and complete:
        doc.write(arguments.doc, made, judged, digest, games, arguments.seed)
    _summary(made)
    print(f"Report: {page.resolve()}", file=sys.stderr)
    if not complete:
        return EXIT_INTERRUPTED
    return EXIT_OK if all(target["good"] for target in judged) else EXIT_FAILED


def _summary(made: dict[str, dict[str, Any]]) -> None:
    for name, one in made.items():
        rate, median = one["survival"], one["rounds"]["median"]
        print(f"{name}: {one['games']} games, {rate['rate']:.0%} survived, median {median} Rounds", file=sys.stderr)

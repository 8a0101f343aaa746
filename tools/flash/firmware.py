"""MicroPython for a board without any: a UF2 file of the user's, or a pinned release from a cache or the network.

Rule 1: a file that was downloaded is used only if its SHA-256 is the pinned one; a wrong one is removed and named.
Rule 2: a UF2 of another chip's family is refused before it is copied: the boot ROM would ignore it without a word.
A file for the RP2350 may begin with a block for no chip at all (RP2350 data sheet, erratum E10); it says nothing.
"""

import hashlib
import shutil
import struct
import tomllib
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from tools.flash.errors import ImageUntrusted
from tools.flash.finding import Drive

PINS = Path(__file__).with_name("micropython.toml")
TIMEOUT_S = 30
_FIRST, _SECOND = 0x0A324655, 0x9E5D5157
_BLOCK_BYTES = 512
_ANY_CHIP = 0xE48BFF57


@dataclass(frozen=True)
class Release:
    """A pinned release for one UF2 family."""

    family: int
    url: str
    sha256: str


def pinned(family: int, path: Path = PINS) -> Release | None:
    """The release for chips of a family; None when none is pinned."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    for entry in table.get("release", []):
        if entry["family"] == family:
            return Release(family, entry["url"], entry["sha256"])
    return None


def fetch(release: Release, cache: Path) -> Path:
    """The file of a release, from the cache or the network. ImageUntrusted: not to be had, or not what was pinned."""
    path = cache / release.url.rsplit("/", 1)[-1]
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(release.url, timeout=TIMEOUT_S) as source:
                data = source.read()
        except OSError as error:
            raise ImageUntrusted(
                f"MicroPython could not be downloaded: {error}.",
                f"Without a network: get {release.url} on another computer and give it with --uf2 FILE.",
            ) from error
        path.write_bytes(data)
    if hashlib.sha256(path.read_bytes()).hexdigest() != release.sha256:
        path.unlink()
        raise ImageUntrusted(
            f"{path.name} is not the file that was pinned.",
            "Run the command again; if that does not help, give a file of your own with --uf2 FILE.",
        )
    return path


def family_of(path: Path) -> int:
    """The UF2 family that a file is for. ImageUntrusted: no UF2 file."""
    data = path.read_bytes() if path.is_file() else b""
    for at in range(0, min(len(data), 2 * _BLOCK_BYTES), _BLOCK_BYTES):
        block = data[at : at + _BLOCK_BYTES]
        if len(block) < 32 or struct.unpack_from("<II", block) != (_FIRST, _SECOND):
            break
        family = int(struct.unpack_from("<I", block, 28)[0])
        if family != _ANY_CHIP:
            return family
    raise ImageUntrusted(f"{path} is no UF2 file for a board.", "MicroPython for a board ends in .uf2.")


def put(drive: Drive, uf2: Path) -> None:
    """Copy a UF2 onto a boot drive; the board restarts by itself. ImageUntrusted: for another chip."""
    if family_of(uf2) != drive.family:
        raise ImageUntrusted(f"{uf2.name} is for another chip than the board's.", "Take the file for this board.")
    shutil.copyfile(uf2, drive.folder / uf2.name)


def choose(drive: Drive, uf2: Path | None, cache: Path) -> Path:
    """The user's file, or the pinned release. ImageUntrusted when there is neither."""
    if uf2 is not None:
        return uf2
    release = pinned(drive.family)
    if release is None:
        raise ImageUntrusted(
            "No MicroPython release is pinned for this chip yet.",
            "Download version 1.26 or newer for it from micropython.org and give it with --uf2 FILE.",
        )
    return fetch(release, cache)

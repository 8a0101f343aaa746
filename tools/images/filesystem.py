"""Packs files into the file system that MicroPython finds on a board's flash, and reads one back.

Geometry: ports/rp2 of MicroPython, board by board. A UF2 of the file system lets people without any tool drag it onto
the boot drive after MicroPython's own UF2.
"""

import struct
from dataclasses import dataclass

from littlefs import LittleFS, UserContext

SECTOR_BYTES = 4096
CACHE_BYTES = 1024  # as MicroPython has it: a file that it keeps inside its folder's block may be larger than a page
XIP_BASE = 0x1000_0000
ERASED = b"\xff"
_UF2_MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_UF2_FAMILY_FLAG = 0x2000
_UF2_PAYLOAD = 256


@dataclass(frozen=True)
class Flash:
    """Where a board keeps its file system; bytes from the start of its flash. `family`: the UF2 family of its chip."""

    start: int
    sectors: int
    family: int


# 2 MB flash with 1408 KB of files on RP2040 boards (a Pico W has 848 KB), 4 MB with 3072 KB on a Pico 2.
FLASH = {
    "pico": Flash(0xA0000, 352, 0xE48BFF56),
    "pico_w": Flash(0x12C000, 212, 0xE48BFF56),
    "pico_2": Flash(0x100000, 768, 0xE48BFF59),
    "rp2040_zero": Flash(0xA0000, 352, 0xE48BFF56),
}


def pack(files: dict[str, bytes], flash: Flash) -> bytes:
    """A littlefs image of the whole region with these files in it."""
    system = LittleFS(
        block_size=SECTOR_BYTES, block_count=flash.sectors, prog_size=256, read_size=256, lookahead_size=32,
        disk_version=0x0002_0000,
    )  # fmt: skip
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            system.makedirs("/" + folder, exist_ok=True)
        with system.open("/" + path, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


def unpack(image: bytes) -> dict[str, bytes]:
    """The files of an image by path. littlefs' LittleFSError if it is none."""
    context = UserContext(len(image))
    context.buffer[:] = image
    blocks = len(image) // SECTOR_BYTES
    system = LittleFS(
        context=context, mount=False, block_size=SECTOR_BYTES, block_count=blocks, prog_size=256, read_size=256,
        lookahead_size=32, cache_size=CACHE_BYTES,
    )  # fmt: skip
    system.mount()
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path.lstrip("/")] = file.read()
    return dict(sorted(found.items()))


def uf2(image: bytes, flash: Flash) -> bytes:
    """The image as UF2 (microsoft/uf2, file format): whole sectors, without those that are all erased."""
    blocks = []
    for at in range(0, len(image), SECTOR_BYTES):
        sector = image[at : at + SECTOR_BYTES]
        if sector.strip(ERASED):
            blocks += [(at + part, sector[part : part + _UF2_PAYLOAD]) for part in range(0, SECTOR_BYTES, _UF2_PAYLOAD)]
    return b"".join(
        struct.pack("<8I", *_UF2_MAGIC[:2], _UF2_FAMILY_FLAG, XIP_BASE + flash.start + at, _UF2_PAYLOAD, number,
                    len(blocks), flash.family) + data.ljust(476, b"\0") + struct.pack("<I", _UF2_MAGIC[2])
        for number, (at, data) in enumerate(blocks)
    )  # fmt: skip

"""The image as part of MicroPython itself: sources and a manifest for its freezing build. Code then takes no RAM.

Rule 1: the folder is whole. The manifest names its files one by one and nothing outside but what every MicroPython for
these chips holds, so a build needs MicroPython's sources alone, and the same sources give the same manifest anywhere.
Rule 2: frozen code comes before files of the same name, so the image tells its name by a frozen module as well. Files
that are copied later onto such a board can then not pass for what runs.
"""

from tools.images import compiled, manifest

FOLDER = "frozen"
NAME_MODULE = "colony_image.py"  # firmware/arc/start.py reads it
_OPTIMISED = compiled.OPTIMISE


def sources(image: compiled.Image) -> dict[str, bytes]:
    """Path below the folder -> source, in order of the path."""
    found = {path: source.read_bytes() for path, source in manifest.sources(image.role).items()}
    found["main.py"] = compiled.boot_file(image.role)
    found[NAME_MODULE] = f'NAME = "{image.name}"\n'.encode()
    return dict(sorted(found.items()))


def manifest_text(image: compiled.Image) -> str:
    """For `make BOARD=RPI_PICO FROZEN_MANIFEST=...` in ports/rp2 of MicroPython. It lies beside the folder."""
    lines = [
        f"# Freezes Colony ARC's {image.role} image into MicroPython. Made by `colony build {image.role}`.",
        'freeze("$(PORT_DIR)/modules")',
        'include("$(MPY_DIR)/extmod/asyncio")',
    ]
    for path in sources(image):
        package, _, file = path.partition("/")
        if file:
            lines.append(f'package("{package}", files=("{file}",), base_path="{FOLDER}", opt={_OPTIMISED})')
        else:
            lines.append(f'module("{path}", base_path="{FOLDER}", opt={_OPTIMISED})')
    return "\n".join(lines) + "\n"

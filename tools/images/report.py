"""How much an image takes, against what there is: flash as it is, RAM as it was measured on an emulated chip.

Rule 1: RAM can not be read off an image. The report gives what tests/emulated measured and says of which image; when
the sources have changed since, it says that too.
Rule 2: the budget of RAM counts on code that is frozen into MicroPython (architecture: 32 modules, a game running).
"""

from collections.abc import Mapping

from tools.emulator import figures
from tools.images.compiled import Image
from tools.images.filesystem import SECTOR_BYTES

FLASH_BUDGET_BYTES = {"arc": 256 * 1024, "module": 96 * 1024}  # of the 1408 KB that a Pico has for files
RAM_BUDGET_BYTES = {"arc": 96 * 1024, "module": 64 * 1024}  # of the 240 KB that MicroPython has for objects
# Figure that the budget is for: the ARC's with all modules, the module's as it runs.
HIGHEST = {"arc": "arc_frozen_heap_bytes", "module": "module_frozen_ram_bytes"}
Figures = Mapping[str, figures.Figure]


def sectors(image: Image) -> int:
    """Flash sectors that the files take: each file has its own, littlefs inlines none of ours."""
    return sum(-(-len(data) // SECTOR_BYTES) for data in image.files.values())


def by_folder(image: Image) -> dict[str, int]:
    """Bytes by the folder that a file lies in."""
    sizes: dict[str, int] = {}
    for path, data in image.files.items():
        folder = path.rpartition("/")[0] or "/"
        sizes[folder] = sizes.get(folder, 0) + len(data)
    return sizes


def within_budget(image: Image) -> bool:
    """Whether the flash that the image takes is within its budget."""
    return sectors(image) * SECTOR_BYTES <= FLASH_BUDGET_BYTES[image.role]


def _kept(is_kept: bool) -> str:
    return "kept" if is_kept else "MISSED"


def ram_lines(image: Image, measured: Figures) -> list[str]:
    """RAM after boot and at its highest, each with the image that was measured."""
    role = image.role
    lines = []
    for how, name, figure in (
        ("as files", f"{role}_image", f"{role}_ram_bytes"),
        ("frozen into MicroPython", f"{role}_frozen_image", f"{role}_frozen_ram_bytes"),
    ):
        which = "this image" if measured[name] == image.name else f"not this image but {measured[name]}"
        lines.append(f"RAM after boot, {how}: {_kb(measured[figure])} KB (emulated RP2040, {which})")
    highest, budget = int(measured[HIGHEST[role]]), RAM_BUDGET_BYTES[role]
    most = "with 32 modules and a game" if role == "arc" else "as it runs"
    lines.append(f"RAM, frozen, {most}: {_kb(highest)} KB; budget: {budget // 1024} KB; {_kept(highest <= budget)}")
    return lines


def _kb(value: figures.Figure) -> int:
    """Whole KB, rounded up: a report never makes less of it."""
    return -(-int(value) // 1024)


def text(image: Image, measured: Figures | None = None) -> str:
    """The report for people."""
    lines = [f"{folder:32} {size:7} bytes" for folder, size in by_folder(image).items()]
    flash = sectors(image) * SECTOR_BYTES
    lines.append(f"{len(image.files)} files, {image.size_bytes} bytes, {flash // 1024} KB of flash in whole sectors")
    lines.append(f"flash budget: {FLASH_BUDGET_BYTES[image.role] // 1024} KB; {_kept(within_budget(image))}")
    return "\n".join(lines + ram_lines(image, figures.kept() if measured is None else measured))

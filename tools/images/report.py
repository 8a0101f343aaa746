"""How much an image takes, against what there is."""

from tools.images.compiled import Image
from tools.images.filesystem import SECTOR_BYTES

FLASH_BUDGET_BYTES = {"arc": 256 * 1024, "module": 96 * 1024}  # of the 1408 KB that a Pico has for files


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


def text(image: Image) -> str:
    """The report for people."""
    lines = [f"{folder:32} {size:7} bytes" for folder, size in by_folder(image).items()]
    flash = sectors(image) * SECTOR_BYTES
    lines.append(f"{len(image.files)} files, {image.size_bytes} bytes, {flash // 1024} KB of flash in whole sectors")
    lines.append(f"budget: {FLASH_BUDGET_BYTES[image.role] // 1024} KB; {'kept' if within_budget(image) else 'MISSED'}")
    return "\n".join(lines)

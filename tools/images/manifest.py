"""Reads `firmware/ROLE/manifest.py`: which files a board carries, in a word of MicroPython's own manifests."""

from pathlib import Path
from typing import Any

from tools.images.errors import ImageError

ROOT = Path(__file__).resolve().parents[2]
ROLES = ("arc", "module")


def path_of(role: str) -> Path:
    """Where the manifest of a role is."""
    return ROOT / "firmware" / role / "manifest.py"


def sources(role: str) -> dict[str, Path]:
    """Path on the board (without a folder above the packages) -> source file, in order of the path."""
    found: dict[str, Path] = {}

    def package(name: str, files: tuple[str, ...], base_path: str = ".") -> None:
        base = (path_of(role).parent / base_path).resolve()
        found.update({f"{name}/{file}": base / name / file for file in files})

    words: dict[str, Any] = {"package": package}
    exec(compile(path_of(role).read_text(encoding="utf-8"), str(path_of(role)), "exec"), words)
    missing = [str(path.relative_to(ROOT)) for path in found.values() if not path.is_file()]
    if missing:
        raise ImageError(f"the manifest of {role} names files that are not there: {', '.join(missing)}")
    return dict(sorted(found.items()))

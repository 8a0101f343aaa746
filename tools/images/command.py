"""`colony build arc|module`: the files for a board, ready to flash, to drag or to freeze."""

import argparse
import json
import shutil
from pathlib import Path

from boards import chips
from host.errors import UserError
from tools.images import compiled, frozen, manifest, report

OURS = ("files", frozen.FOLDER, "manifest.py", "image.json")


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `colony build`."""
    parser = commands.add_parser("build", help="make the image of a board: files, file system, manifest to freeze")
    parser.add_argument("role", choices=manifest.ROLES, help="which board")
    parser.add_argument("--out", type=Path, default=Path("build"), metavar="DIR", help="where to (default: build)")
    parser.add_argument("--carrier", choices=sorted(chips.CARRIERS), help="bought board that the file system is for")
    parser.set_defaults(run=_build)


def _build(args: argparse.Namespace) -> int:
    image = compiled.build(args.role)
    carrier = args.carrier or {"arc": "pico", "module": "rp2040_zero"}[args.role]
    folder = args.out / args.role
    write(image, folder, carrier)
    print(report.text(image))
    print(f"{image.name}\nin {folder}: files/, {carrier}.littlefs, {carrier}.uf2, manifest.py (to freeze), image.json")
    return 0 if report.within_budget(image) else 1


def write(image: compiled.Image, folder: Path, carrier: str) -> None:
    """Everything that an image is good for, anew, into `folder`."""
    from tools.images import filesystem  # littlefs is not needed by any other command

    _check_ours(folder)
    shutil.rmtree(folder, ignore_errors=True)
    for path, data in image.files.items():
        _put(folder / "files" / path, data)
    flash = filesystem.FLASH[carrier]
    packed = filesystem.pack(image.files, flash)
    (folder / f"{carrier}.littlefs").write_bytes(packed)
    (folder / f"{carrier}.uf2").write_bytes(filesystem.uf2(packed, flash))
    for path, source in frozen.sources(image).items():
        _put(folder / frozen.FOLDER / path, source)
    _put(folder / "manifest.py", frozen.manifest_text(image).encode())
    about = {"name": image.name, "files": {path: len(data) for path, data in image.files.items()}}
    (folder / "image.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _check_ours(folder: Path) -> None:
    """A folder that is replaced holds nothing but an earlier image, perhaps half of one."""
    for path in folder.iterdir() if folder.exists() else ():
        if path.name not in OURS and path.suffix not in (".littlefs", ".uf2"):
            what = f"{folder} is there and holds something else than an image: {path.name}."
            raise UserError(what, "Choose another place: --out DIR.")

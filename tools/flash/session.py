"""What a person sees while flashing: a bar, a question for the next board, one line for each that is done."""

import argparse
from pathlib import Path
from typing import NoReturn

from tqdm import tqdm

from host import paths
from host.errors import UserError
from tools.flash import batch, finding
from tools.flash.process import Job, flash
from tools.images import compiled

UNIT_FILE, READER_FILE = "unit.txt", "reader.txt"  # in the root of a board; the board files name them


def run(args: argparse.Namespace) -> int:
    """Flash what was asked for. Interrupting is safe at any moment."""
    finding.check_named(args.port)
    image = compiled.build(args.role)
    folder = paths.data_dir(args.data)
    try:
        if args.role == "arc":
            _one(args, image, {READER_FILE: args.reader.encode()}, 0, folder, "ARC")
        elif args.batch:
            _box(args, image, folder)
        else:
            _module(args, image, args.unit, folder)
    except KeyboardInterrupt:
        print("\nStopped. A board that was being written waits at its prompt: run the same command again for it.")
        return 130
    return 0


def _module(args: argparse.Namespace, image: compiled.Image, unit: int, folder: Path) -> str:
    return _one(args, image, {UNIT_FILE: b"%d" % unit}, unit, folder, f"module {batch.name_of(unit)}")


def _one(
    args: argparse.Namespace, image: compiled.Image, own: dict[str, bytes], unit: int, folder: Path, title: str
) -> str:
    bar: tqdm[NoReturn] | None = None  # drawn when bytes go: what is said before stands alone

    def progress(done: int, total: int, path: str) -> None:
        nonlocal bar
        if bar is None:
            bar = tqdm(total=total, unit="B", unit_scale=True, desc=title, leave=False)
        bar.n = done
        bar.set_postfix_str(path.rpartition("/")[2], refresh=True)

    job = Job(image, own, unit, args.port, args.uf2, folder / "micropython", tqdm.write, progress)
    try:
        told = flash(job)
    finally:
        if bar is not None:
            bar.close()
    print(f"{title}: {told}")
    return told


def _box(args: argparse.Namespace, image: compiled.Image, folder: Path) -> None:
    checklist = batch.Checklist(folder, image.name)
    left = checklist.left
    if not left:
        print(f"All modules have this image. Delete {checklist.path} to flash them again.")
    for count, unit in enumerate(left):
        print(f"{len(left) - count} to go. Next: module {batch.name_of(unit)}.")
        if not _ready():
            return
        try:
            told = _module(args, image, unit, folder)
        except UserError as error:
            print(f"{error}\nThis one stays on the list.")
            continue
        twin = checklist.same_chip(unit, told)
        if twin is not None:
            print(f"This is the board that was unit {twin} before: unit {twin} is on the list again.")
        checklist.done(unit, told)


def _ready() -> bool:
    answer = input("Plug its board in and press Enter; s and Enter stops here and goes on another time: ")
    return answer.strip().lower() != "s"

"""What a person sees of `colony tags`: the reader is found, the table opened, a bar moves.

Rule 1: where the reader or the table is changed, no companion may run: it holds the ARC's port and the table's words.
Rule 2: Ctrl-C ends between two tags, never within a write: asyncio stops a task where it waits, and a write waits for
        nothing.
"""

import argparse
import asyncio
import contextlib
import datetime
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from tqdm import tqdm

from host import paths
from host.errors import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK
from host.plurals import counted
from host.store.store import Store
from tools.tags import arc, pieces, tablefile, usb
from tools.tags.checking import Check, spaced
from tools.tags.desk import Desk, Keyboard
from tools.tags.errors import BadTable, NoReader, TableInUse
from tools.tags.ledger import FIRST_BOX, Ledger
from tools.tags.reader import Port, PortReader
from tools.tags.teaching import Options, Walk

LOCKING = """\
Locking is for ever: nothing can be written on a locked tag again, not even by you. A tag that is locked with the wrong
piece stays wrong (it can still be learnt by its number). Type LOCK to lock each tag once it was read back: """


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    folder = paths.data_dir(args.data)
    box = tablefile.check_box(getattr(args, "box", None) or FIRST_BOX)
    if args.what in ("list", "export"):
        return _with_table(folder, box, lambda ledger: _KEEPING[args.what](args, ledger))
    with table_alone(folder):
        if args.what in _KEEPING:
            return _with_table(folder, box, lambda ledger: _KEEPING[args.what](args, ledger))
        return _at_reader(args, folder, box)


@contextlib.contextmanager
def table_alone(folder: Path) -> Iterator[None]:
    """Keep companions away. TableInUse: one is there."""
    lock = FileLock(folder / "companion.lock")  # the companion's own (host/companion.py)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        what = "The table is open (colony play), and holds the ARC and the tags."
        raise TableInUse(what, "Close it with Ctrl-C, then run this again; the game is kept.") from None
    try:
        yield
    finally:
        lock.release()


def _with_table(folder: Path, box: str, job: Callable[[Ledger], Coroutine[Any, Any, int]]) -> int:
    with contextlib.closing(Store.open(folder / paths.DATABASE)) as store:
        return asyncio.run(job(Ledger(store, box)))


# -- at the reader -----------------------------------------------------------------------------------------------------


def open_port(kind: str, device: str | None) -> Port:
    """The reader that is meant. NoReader: there is none. Opens no event loop that runs on."""
    if kind == "arc" or (kind == "auto" and arc.is_meant(device)):
        board = device or arc.find_port()
        if board is None:
            raise NoReader("There is no ARC.", "Plug its USB cable in.")
        return arc.open_arc(board)
    bridge = device or usb.find_port()
    if bridge is None:
        raise NoReader("There is no reader.", "Plug in the ARC, or a PN532 on a USB-serial cable.")
    return usb.UsbPort(bridge)


def _at_reader(args: argparse.Namespace, folder: Path, box: str) -> int:
    names = pieces.names()
    wanted = pieces.chosen(getattr(args, "pieces", ()), list(names))
    if getattr(args, "lock", False) and input(LOCKING) != "LOCK":
        print("Nothing was done.")
        return EXIT_FAILED
    with contextlib.closing(open_port(args.reader, args.port)) as port, _bar(args.what, len(wanted)) as (say, progress):

        async def job(ledger: Ledger) -> int:
            desk = Desk(PortReader(port), Keyboard(), say)
            await desk.start()
            if args.what == "check":
                return await _check(Check(desk, ledger, names))
            writes = args.what == "write"
            options = Options(writes, writes and args.over, writes and args.lock, args.more)
            left = await Walk(desk, ledger, names, options, progress).run(wanted)
            whole = "The box is whole." if len(wanted) == len(names) else "Done."
            say(f"{left} to go: the same command goes on there." if left else whole)
            return EXIT_OK

        try:
            return _with_table(folder, box, job)
        except KeyboardInterrupt:
            say("Stopped. What was done is kept; run the same command again to go on.")
            return EXIT_INTERRUPTED


async def _check(check: Check) -> int:
    try:
        await check.run()
    finally:
        check.desk.say(check.summary())
    return EXIT_OK


@contextlib.contextmanager
def _bar(what: str, total: int) -> Iterator[tuple[Callable[[str], None], Callable[[int, int], None]]]:
    if what == "check":
        yield print, lambda done, total: None
        return
    with tqdm(total=total, bar_format="{bar} {n_fmt} of {total_fmt} pieces ", leave=False) as bar:

        def progress(done: int, total: int) -> None:
            bar.n = done
            bar.refresh()

        yield bar.write, progress


# -- the table ---------------------------------------------------------------------------------------------------------


async def _list(args: argparse.Namespace, ledger: Ledger) -> int:
    names, rows = pieces.names(), await ledger.rows()
    for row in rows:
        print(f"{row.box:12} {spaced(row.uid):20} {names.get(row.piece, row.piece)}")
    for box in dict.fromkeys(row.box for row in rows):
        here = {row.piece for row in rows if row.box == box}
        print(f"Box {box}: {len(here)} of {len(names)} pieces have a tag.")
    if not rows:
        print("The table is empty. `colony tags learn` fills it.")
    return EXIT_OK


async def _export(args: argparse.Namespace, ledger: Ledger) -> int:
    rows = await ledger.rows()
    tablefile.write(args.file, rows)
    print(f"{args.file}: {counted(len(rows), 'tag')}.")
    return EXIT_OK


async def _import(args: argparse.Namespace, ledger: Ledger) -> int:
    names, here = pieces.names(), await ledger.rows()
    coming = tablefile.read(args.file, names)
    clashes = tablefile.conflicts(here, coming)
    if clashes and not args.replace:
        for mine, theirs in clashes:
            print(f"{spaced(mine.uid)} is {names.get(mine.piece, mine.piece)} here, {names[theirs.piece]} in the file.")
        raise BadTable("Nothing was changed.", "--replace takes the file's word; or forget these tags first.")
    if clashes:
        stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
        copy = paths.data_dir(args.data) / f"tags-before-{stamp}.toml"
        tablefile.write(copy, here)
        print(f"The table as it was: {copy}")
    await ledger.put_all(coming)
    new = len(coming) - len({row.uid for row in here} & {row.uid for row in coming})
    print(f"{counted(len(coming), 'tag')} taken: {new} new, {len(clashes)} changed.")
    return EXIT_OK


async def _forget(args: argparse.Namespace, ledger: Ledger) -> int:
    rows = await ledger.rows()
    if args.tag in pieces.names():
        gone = [row for row in rows if row.piece == args.tag and row.box == ledger.box]
    else:
        uid = tablefile.parse_uid(args.tag)
        gone = [row for row in rows if row.uid == uid]
    if not gone:
        raise BadTable(f"The table has no tag for {args.tag} in the box {ledger.box}.", "`colony tags list` shows all.")
    for row in gone:
        await ledger.free(row.uid)
        print(f"{spaced(row.uid)} is no longer {row.piece}.")
    return EXIT_OK


_KEEPING: dict[str, Callable[[argparse.Namespace, Ledger], Coroutine[Any, Any, int]]] = {
    "list": _list, "export": _export, "import": _import, "forget": _forget,
}  # fmt: skip

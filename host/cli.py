"""The `colony` command: finds its commands, runs one, and turns errors into sentences and exit codes.

Exit codes: 0 done, 1 failed with a sentence, 2 wrong usage, 70 our own mistake (a report is kept), 130 interrupted.
"""

import argparse
import contextlib
import datetime
import errno
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points, version
from pathlib import Path

from host import paths
from host.errors import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, EXIT_OUR_BUG, EXIT_USAGE, UserError

GROUP = "colony.commands"
# What a disk (or an output that leads to one) says no with; the person at the keyboard can mend each.
DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM})
# A file where a folder is wanted, or a folder where a file is: `--out` says where.
PLACE_TAKEN = frozenset({errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG})


def build_parser() -> argparse.ArgumentParser:
    """The whole command line, with every installed command in it."""
    parser = argparse.ArgumentParser(
        prog="colony",
        description="The open electronic board-game table. `colony play` is all that you need at the table.",
        epilog="Each command has its own help: colony COMMAND --help",
    )
    parser.add_argument("--version", action="version", version=f"colony {version('colony-arc')}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        point.load()(subparsers)
    return parser


def keep_report(error: BaseException, chosen: str | os.PathLike[str] | None = None) -> str:
    """Write the traceback of an unforeseen error to a file of the data folder (`chosen`: --data); says where it is."""
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    finders: tuple[Callable[[], Path], ...] = (lambda: paths.data_dir(chosen), lambda: Path(tempfile.gettempdir()))
    for find in finders:
        with contextlib.suppress(OSError, UserError):
            report = find() / f"crash-{stamp}-{os.getpid()}.txt"
            report.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
            return f"A report is in {report}"
    return "No report could be kept: is the disk full?"


def known_errors() -> tuple[type[BaseException], ...]:
    """The error trees whose texts are written for people."""
    from host.link.errors import LinkError
    from host.session.errors import SessionError
    from host.store.errors import StoreError

    return (LinkError, SessionError, StoreError)


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen command; every foreseen error becomes a sentence on standard error."""
    try:
        code = int(arguments.run(arguments))
        _flush()
        return code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_OK  # `colony log | head` closes our output; that is no fault
    except UserError as error:
        return _complain(str(error))
    except Exception as error:
        if isinstance(error, known_errors()):
            return _complain(str(error))
        if isinstance(error, OSError) and error.errno in DISK_TROUBLE:
            what = error.filename or "What this command says"
            return _complain(
                f"{what} cannot be written: {error.strerror}. Make room, or choose another place: --data DIR."
            )
        if isinstance(error, OSError) and error.errno in PLACE_TAKEN and error.filename:
            return _complain(f"{error.filename} cannot be written: {error.strerror}. Choose another place.")
        words = "this is a mistake of ours, not of yours. Your game is kept."
        return _complain(f"{words} {keep_report(error, getattr(arguments, 'data', None))}", EXIT_OUR_BUG)
    finally:
        _let_go_of_output()


def _complain(words: str, code: int = EXIT_FAILED) -> int:
    with contextlib.suppress(OSError):
        print(f"colony: {words}", file=sys.stderr)
    return code


def _flush() -> None:
    if sys.stdout is not None:  # closed by the caller: `colony version >&-`
        sys.stdout.flush()


def _let_go_of_output() -> None:
    """Python flushes once more when it exits, and complains in its own words about an output that is gone or full."""
    try:
        _flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of the console script. Returns the exit code."""
    parser = build_parser()
    try:
        arguments = parser.parse_args(argv)
        if arguments.command is None:
            parser.print_help()
            return EXIT_USAGE
    finally:
        _let_go_of_output()
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())

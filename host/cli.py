"""The `colony` command: finds its commands, runs one, and turns errors into sentences and exit codes.

Exit codes: 0 done, 1 failed with a sentence, 2 wrong usage, 70 our own mistake (a report is kept), 130 interrupted.
"""

import argparse
import datetime
import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import entry_points, version
from pathlib import Path

from host import paths
from host.errors import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, EXIT_OUR_BUG, EXIT_USAGE, UserError

GROUP = "colony.commands"


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


def keep_report(error: BaseException) -> Path:
    """Write the traceback of an unforeseen error to a file and return its path."""
    folder = paths.data_dir(None)
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    report = folder / f"crash-{stamp}-{os.getpid()}.txt"
    report.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    return report


def known_errors() -> tuple[type[BaseException], ...]:
    """The error trees whose texts are written for people."""
    from host.link.errors import LinkError
    from host.session.errors import SessionError
    from host.store.errors import StoreError

    return (LinkError, SessionError, StoreError)


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen command; every foreseen error becomes a sentence on standard error."""
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # `colony log | head` closes our output; that is no fault. Python would complain again while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except UserError as error:
        print(f"colony: {error}", file=sys.stderr)
        return EXIT_FAILED
    except Exception as error:
        if isinstance(error, known_errors()):
            print(f"colony: {error}", file=sys.stderr)
            return EXIT_FAILED
        print(
            f"colony: this is a mistake of ours, not of yours. Your game is kept. A report is in {keep_report(error)}",
            file=sys.stderr,
        )
        return EXIT_OUR_BUG


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of the console script. Returns the exit code."""
    parser = build_parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return EXIT_USAGE
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())

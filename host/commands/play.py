"""`colony play`: the one command that players need."""

import argparse
import asyncio
import contextlib

from host import paths


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "play",
        help="open the table in the browser",
        description="Finds the ARC, opens the companion's pages and continues the running game.",
        epilog="Without a real ARC a virtual one is started: the table is then in the browser as well.",
    )
    parser.add_argument(
        "--arc",
        default="auto",
        metavar="WHICH",
        help="auto (default), virtual, a serial port such as /dev/ttyACM0, tcp://HOST:PORT, "
        "or ble for the hub of the published box (experimental)",
    )
    parser.add_argument(
        "--listen",
        metavar="HOST:PORT",
        help="where the pages are served; 0.0.0.0:8080 lets tablets of the local network join "
        "(default: this computer only, port 8080 or the next free one)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--verbose", "-v", action="store_true", help="say what happens, in the words of the log")
    paths.add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the companion until it is interrupted."""
    from host import logs
    from host.companion import Options, play

    folder = paths.data_dir(arguments.data)
    logs.set_up(folder, arguments.verbose)
    options = Options(
        folder=folder,
        arc=arguments.arc,
        listen=arguments.listen,
        open_browser=not arguments.no_browser,
        tell=_tell,
    )
    asyncio.run(play(options))
    return 0


def _tell(text: str) -> None:
    # Whoever started us may have stopped to listen; that must not close the table.
    with contextlib.suppress(OSError):
        print(text, flush=True)

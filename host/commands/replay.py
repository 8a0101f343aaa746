"""`colony replay`: step through a saved game in the browser, or check every entry of it."""

import argparse
import asyncio
import getpass
from pathlib import Path
from typing import TYPE_CHECKING

from host.errors import EXIT_FAILED, EXIT_OK, UserError
from host.plurals import counted

if TYPE_CHECKING:
    from host.session.playback import Playback


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "replay",
        help="step through a saved game, every entry checked",
        description="Plays a game file again with this companion's rules, compares every entry, and shows it in the "
        "browser entry by entry. After the end every seat's cards can be seen; before it only the table.",
        epilog="Keys: arrows step, Page Up and Page Down go by Rounds, Home and End to either end, space plays.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a game file: Export on the companion's pages")
    parser.add_argument("--verify", action="store_true", help="only check it: exit code 0 if every entry fits, else 1")
    parser.add_argument("--passphrase", action="store_true", help="ask for the passphrase with which it was sealed")
    parser.add_argument("--listen", metavar="HOST:PORT", help="where the page is served (default: this computer only)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check the file; then show it until interrupted."""
    playback = load(arguments.file, arguments.passphrase)
    for line in report(playback, arguments.file.name):
        print(line, flush=True)
    if arguments.verify:
        return EXIT_OK if playback.difference is None else EXIT_FAILED
    if playback.first_difference == 0:
        raise UserError(str(playback.difference))
    from host.web.replay_server import serve

    asyncio.run(
        serve(
            playback,
            listen=arguments.listen,
            open_browser=not arguments.no_browser,
            on_ready=lambda here: print(f"The replay is open at {here}  (Ctrl-C closes it)", flush=True),
        )
    )
    return EXIT_OK


def load(path: Path, ask: bool) -> "Playback":
    """The file, folded. Raises StoreError, UserError."""
    from host.session.playback import Playback
    from host.store.errors import WrongPassphrase
    from host.store.gamefile import read_game_file
    from shared_rules.beyond_humanity import game

    try:
        passphrase = getpass.getpass("Passphrase: ") if ask else None
    except (EOFError, OSError):
        raise UserError("The passphrase is asked for at a terminal, and there is none.") from None
    try:
        playback = Playback(game, read_game_file(path, passphrase))
    except WrongPassphrase as error:
        raise UserError(str(error), "" if ask else f"Ask for it with: colony replay --passphrase {path}") from None
    playback.open_now()
    return playback


def report(playback: "Playback", name: str) -> list[str]:
    """What was found, in sentences."""
    found = playback.verdict
    state = "over" if playback.ended else "not over yet"
    title = f"{name}: {playback.file.game.title}, {counted(len(playback.file.entries), 'entry', 'entries')}"
    lines = [f"{title}; the game is {state}."]
    if playback.difference is not None:
        lines[0] = f"{title}."
    lines.append(str(found["words"]))
    if playback.difference is not None:
        lines.append(str(playback.difference))
    return lines + list(found["more"])

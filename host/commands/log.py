"""`colony log`: what was done in a game, in sentences: only what everybody saw (host/session/telling.py)."""

import argparse
import asyncio
import contextlib
import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING

from host import paths
from host.errors import UserError
from host.plurals import counted

if TYPE_CHECKING:
    from host.store.store import Store


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("log", help="print what was done in a game")
    parser.add_argument("--games", action="store_true", help="list the saved games instead")
    parser.add_argument("--game", metavar="ID", help="another game than the running one (first letters are enough)")
    paths.add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each action: number, time, who, what came of it."""
    for line in asyncio.run(lines(arguments)):
        print(line)
    return 0


async def lines(arguments: argparse.Namespace) -> Sequence[str]:
    """The lines to print. Raises UserError, StoreError."""
    from host.store.store import Store

    path = paths.data_dir(arguments.data) / paths.DATABASE
    if not path.exists():
        raise UserError(f"There are no games in {path.parent} yet.", "Start one: colony play")
    with contextlib.closing(Store.open(path)) as store:
        if arguments.games:
            return await _listed(store)
        games = await store.games()
        wanted = [game for game in games if _is_wanted(game.game_id, game.status, arguments.game)]
        if len(wanted) != 1:
            begin = f"{counted(len(wanted), 'game')} {'begins' if len(wanted) == 1 else 'begin'} with"
            what = "No game is running." if arguments.game is None else f"{begin} {arguments.game}."
            raise UserError(what, "See them all: colony log --games")
        return await _told(store, wanted[0].game_id)


async def _listed(store: "Store") -> list[str]:
    """One line for each game: what the page "Games played" says of it."""
    from host.session.summaries import Summaries
    from shared_rules.beyond_humanity import game

    found = []
    for told in await Summaries(store, game).all():
        record = told.record
        words = " · ".join([told.title, *filter(None, [", ".join(told.managers)]), told.stands(record.status)])
        found.append(f"{record.game_id[:8]}  {_time(record.created_utc_s)}  {words}")
    return found


def _is_wanted(game_id: str, status: str, prefix: str | None) -> bool:
    return status == "running" if prefix is None else game_id.startswith(prefix)


async def _told(store: "Store", game_id: str) -> list[str]:
    """One line for each entry; a last one where these rules tell another game than was recorded."""
    from host.session.playback import Playback
    from shared_rules.beyond_humanity import game

    playback = Playback(game, await store.game_file(game_id))
    playback.open_now()
    pairs = zip(playback.file.entries, playback.words, strict=True)
    found = [f"{entry.seq:5}  {_time(entry.at_utc_s)}  {entry.actor:<13} {words}" for entry, words in pairs]
    return found if playback.difference is None else [*found, str(playback.difference)]


def _time(utc_s: float) -> str:
    return datetime.datetime.fromtimestamp(utc_s).strftime("%Y-%m-%d %H:%M:%S")

"""`colony exogen`: the profile of this game set: what it knows, exploring, pioneers, moving it as a file."""

import argparse
import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host import paths
from host.errors import UserError

if TYPE_CHECKING:
    from host.exogen.profiles import Exogen

Lines = Sequence[str]


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "exogen",
        help="the star chart: range, explored planets, pioneers",
        description="The local meta-game: finished games extend the range; explored planets in range can be colonised.",
    )
    actions = parser.add_subparsers(metavar="WHAT", dest="what", required=True)
    for name, (words, run, fields) in _DOINGS.items():
        sub = actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        for flags, options in fields:
            sub.add_argument(*flags, **options)
        paths.add_data_option(sub)
        sub.set_defaults(run=_run(run))


def _run(doing: "Callable[[Exogen, argparse.Namespace], Awaitable[Lines]]") -> Callable[[argparse.Namespace], int]:
    async def opened(arguments: argparse.Namespace) -> Lines:
        from host.exogen.profiles import Exogen
        from host.store.store import Store

        folder = paths.data_dir(arguments.data)
        with contextlib.closing(Store.open(folder / paths.DATABASE)) as store:
            exogen = Exogen(store)
            await exogen.refresh()
            return await doing(exogen, arguments)

    def run(arguments: argparse.Namespace) -> int:
        for line in asyncio.run(opened(arguments)):
            print(line)
        return 0

    return run


# -- what can be done ----------------------------------------------------------------------------------------------


async def _create(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    made = await exogen.create(arguments.name)
    return [f"{made.name} has an Exogen profile now, and this game set ({exogen.set_id}) is bound to it."]


async def _show(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    from host.exogen.telling import card, overview, planet_lines

    if arguments.planet:
        from host.exogen.planets import find

        world = find(arguments.planet)
        return card(world, exogen.bound.state if exogen.bound else None)
    return [*overview(exogen), "", *planet_lines(exogen, arguments.all)]


async def _explore(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    from host.exogen.planets import find
    from host.exogen.telling import card

    world = find(arguments.planet)
    return card(world, await exogen.explore(world))


async def _pioneer(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    from host.exogen.planets import find
    from host.exogen.telling import card
    from shared_rules.beyond_humanity import exogen as rules

    if arguments.recall:
        return await _recall(exogen)
    if not arguments.planet or not arguments.mission:
        found = [f"{one['id']:<10} {one['gear']} points  {one['bonus']} {one['malus']}" for one in rules.MISSIONS]
        return ["Say where and what for: colony exogen pioneer PLANET MISSION", *found]
    world = find(arguments.planet)
    return card(world, await exogen.pioneer(world, arguments.mission))


async def _recall(exogen: "Exogen") -> Lines:
    from host.exogen.counting import mission_in_setup
    from shared_rules.beyond_humanity import game

    if await mission_in_setup(exogen, game):
        raise UserError(
            "A game that is being set up offers this planet as prepared.",
            "Recall the pioneers on the Exogen page: the setup then begins again without them.",
        )
    state = await exogen.recall()
    return [f"The pioneers are coming home. {state['points']} exploration points."]


async def _rename(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    await exogen.rename(arguments.name)
    return [f"The profile is called {exogen.the_bound().name} now."]


async def _bind(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    if arguments.none:
        await exogen.bind(None)
        return ["This game set is bound to no profile. Every planet is offered, and games do not count."]
    if not arguments.profile:
        raise UserError("Say which profile, or --none.", "See them: colony exogen show")
    found = [one for one in exogen.profiles if arguments.profile in (one.id, one.id[:8], one.name)]
    if len(found) != 1:
        many = f"{len(found)} profiles are called {arguments.profile}." if found else "There is no such profile here."
        raise UserError(many, "See them with their ids: colony exogen show")
    await exogen.bind(found[0].id)
    return [f"This game set ({exogen.set_id}) is bound to {found[0].name}."]


async def _export(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    name, data = await exogen.export()
    return [f"{exogen.the_bound().name} is in {_write(Path(arguments.file or name), name, data, arguments.force)}"]


def _write(target: Path, name: str, data: bytes, force: bool) -> Path:
    """Write a file whole or not at all; into a folder under the profile's own name."""
    from host.store.database import replace_durably

    target = target / name if target.is_dir() else target
    if target.exists() and not force:
        raise UserError(f"{target} is there already.", "Choose another name, or --force to write over it.")
    temporary = target.with_name(target.name + ".part")
    try:
        temporary.write_bytes(data)
        replace_durably(temporary, target)
    except OSError as error:
        raise UserError(f"{target} cannot be written: {error.strerror}.") from None
    return target


def _read(source: Path) -> bytes:
    try:
        return source.read_bytes()
    except OSError as error:
        raise UserError(f"{source} cannot be read: {error.strerror}.") from None


async def _import(exogen: "Exogen", arguments: argparse.Namespace) -> Lines:
    from host.exogen.errors import Parted

    source = Path(arguments.file)
    data = _read(source)
    try:
        return [await exogen.take(data, source.name, arguments.copy)]
    except Parted as error:
        raise UserError(error.what, f"To keep both: colony exogen import --copy {source}") from None


Field = tuple[tuple[str, ...], dict[str, Any]]
_PLANET: Field = (("planet",), {"metavar": "PLANET", "help": "its name, as on the star chart"})
_DOINGS: dict[str, tuple[str, Callable[..., Awaitable[Lines]], Sequence[Field]]] = {
    "show": (
        "tell the profile, its range and the planets, or all that is known of one planet",
        _show,
        [
            (("planet",), {"metavar": "PLANET", "nargs": "?", "help": "one planet"}),
            (("--all",), {"action": "store_true", "help": "planets beyond the telescopes as well"}),
        ],
    ),
    "new": ("make a profile and bind this game set to it", _create, [(("name",), {"metavar": "NAME"})]),
    "explore": ("spend points on one more step of knowledge of a planet", _explore, [_PLANET]),
    "pioneer": (
        "send pioneers who prepare a planet for its next game, or recall them",
        _pioneer,
        [
            (("planet",), {"metavar": "PLANET", "nargs": "?", "help": "where"}),
            (
                ("mission",),
                {"metavar": "MISSION", "nargs": "?", "help": "what for; without it the missions are listed"},
            ),
            (("--recall",), {"action": "store_true", "help": "take them back before their game begins"}),
        ],
    ),
    "rename": ("call the profile something else", _rename, [(("name",), {"metavar": "NAME"})]),
    "bind": (
        "bind this game set to another profile of this computer, or to none",
        _bind,
        [
            (("profile",), {"metavar": "PROFILE", "nargs": "?", "help": "its name or id"}),
            (("--none",), {"action": "store_true", "help": "play without a profile"}),
        ],
    ),
    "export": (
        "write the profile to one readable file",
        _export,
        [
            (("file",), {"metavar": "FILE", "nargs": "?"}),
            (("--force",), {"action": "store_true", "help": "write over a file that is there"}),
        ],
    ),
    "import": (
        "take a profile from a file; nothing that is here is lost",
        _import,
        [
            (("file",), {"metavar": "FILE"}),
            (("--copy",), {"action": "store_true", "help": "as a second profile, where both went on"}),
        ],
    ),
}

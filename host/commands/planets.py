"""`colony planets`: what can be colonised, and further planets out of exports of the NASA Exoplanet Archive."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from host import paths
from host.errors import UserError
from host.plurals import counted

FAULTS_SHOWN = 12
MOST_BYTES = 64 << 20  # the whole archive, all columns, is some 30 MB; bounds what an endless file can cost
Lines = Sequence[str]


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "planets",
        help="the planets that can be colonised; import more of them",
        description="The planets of the box and those that were imported from the NASA Exoplanet Archive.",
    )
    actions = parser.add_subparsers(metavar="WHAT", dest="what", required=True)
    for name, (words, doing, fields) in _DOINGS.items():
        sub = actions.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        for flags, options in fields:
            sub.add_argument(*flags, **options)
        paths.add_data_option(sub)
        sub.set_defaults(run=_run(doing))


def _run(doing: Callable[[Path, argparse.Namespace], Lines]) -> Callable[[argparse.Namespace], int]:
    def run(arguments: argparse.Namespace) -> int:
        for line in doing(paths.data_dir(arguments.data), arguments):
            print(line)
        return 0

    return run


def _import(folder: Path, arguments: argparse.Namespace) -> Lines:
    """Planets of an export; without --usable one faulty line stops everything, with its line and column."""
    from host import own_planets
    from shared_rules.beyond_humanity import exoplanets

    faults: list[str] = []
    try:
        facts = exoplanets.read_csv(_text(arguments.file), faults if arguments.usable else None)
    except exoplanets.TableError as error:
        raise UserError(f"{arguments.file.name}: {error}.", f"Export it with these columns: {_COLUMNS}.") from None
    except exoplanets.PlanetError as error:
        hint = "" if arguments.usable else "Correct it, or pass such lines over: --usable"
        raise UserError(f"{arguments.file.name}: {error}.", hint) from None
    wanted = [one for one in facts if _is_wanted(one, arguments)]
    added, changed, ours = own_planets.add(folder, wanted)
    told = [f"New: {', '.join(added)}."] if added else []
    told += [f"With other figures than before: {', '.join(changed)}."] if changed else []
    told += [f"In the box already: {', '.join(ours)}."] if ours else []
    told += [f"No planet of the game can be made of {counted(len(faults), 'line')}:"] if faults else []
    told += [f"  {fault}" for fault in faults[:FAULTS_SHOWN]] + (["  ..."] if len(faults) > FAULTS_SHOWN else [])
    read = f"{counted(len(facts), 'planet')} in the file"
    return told or [f"Nothing new: {read}, {len(wanted)} asked for."]


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise UserError(f"{path} is larger than {MOST_BYTES >> 20} MB.", "Export the table of planets only.")
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path.name} is no text in UTF-8.", "Export it as CSV.") from None
    except OSError as error:
        raise UserError(f"{path} can not be read: {error.strerror}.") from None


def _is_wanted(facts: dict[str, Any], arguments: argparse.Namespace) -> bool:
    near = arguments.within is None or facts["distance_ly"] <= arguments.within
    names = [name.lower() for name in arguments.name or ()]
    return near and (not names or any(name in facts["name"].lower() for name in names))


def _list(folder: Path, arguments: argparse.Namespace) -> Lines:
    from host import own_planets
    from shared_rules.beyond_humanity import planets

    own = own_planets.made(folder)
    found = own if arguments.own else planets.offered(own=own)
    if not found:
        return ["No planet has been imported yet: colony planets import FILE.csv"]
    mine = {planet["id"] for planet in own}
    return [f"{'planet':24} {'light years':>11} {'year, days':>10} {'VP needed':>9}"] + [
        f"{one['name']:24} {one['distance_ly']:>11,} {one['period_days']:>10,} {-one['vp'] + 1:>9}"
        + ("  imported" if one["id"] in mine else "")
        for one in found
    ]


def _show(folder: Path, arguments: argparse.Namespace) -> Lines:
    """What astronomers know, and what the table is told; the Colony's own figures stay hidden (BHC-A4.2-3)."""
    from host import own_planets
    from shared_rules.beyond_humanity import exogen, planets

    wanted = arguments.planet.lower()
    for one in planets.offered(own=own_planets.made(folder)):
        if wanted in (one["name"].lower(), one["id"]):
            ground = ", ".join(exogen.GROUND.get(tag, tag) for tag in one["tags"])
            return [
                f"{one['name']}, {one['distance_ly']:,} light years from Earth, star: {one['star']}",
                one["text"],
                f"Environment: {ground}.",
                f"In co-op and solo: more than {-one['vp']} VP to win.",
            ]
    raise UserError(f"There is no planet {arguments.planet}.", "See them all: colony planets list")


def _remove(folder: Path, arguments: argparse.Namespace) -> Lines:
    from host import own_planets

    return [f"{own_planets.remove(folder, arguments.planet)} is no longer offered. Games on it go on."]


_COLUMNS = "pl_name, hostname, st_spectype, sy_dist, pl_orbper, pl_rade, pl_bmasse, pl_insol"
_PLANET: tuple[tuple[str, ...], dict[str, Any]] = (("planet",), {"metavar": "NAME", "help": "name or id of a planet"})
_DOINGS: dict[str, tuple[str, Callable[[Path, argparse.Namespace], Lines], Sequence[Any]]] = {
    "import": (
        "take planets out of a CSV export of the NASA Exoplanet Archive",
        _import,
        [
            (("file",), {"metavar": "FILE.csv", "type": Path, "help": "pl_name, hostname, st_spectype, sy_dist, ..."}),
            (("--name",), {"action": "append", "metavar": "TEXT", "help": "only planets with TEXT in their name"}),
            (("--within",), {"type": int, "metavar": "LY", "help": "only planets at most so many light years away"}),
            (("--usable",), {"action": "store_true", "help": "pass over lines of which no planet can be made"}),
        ],
    ),
    "list": (
        "list all planets, the nearest first",
        _list,
        [(("--own",), {"action": "store_true", "help": "only those that were imported"})],
    ),
    "show": ("tell what is known of one planet", _show, [_PLANET]),
    "remove": ("forget an imported planet", _remove, [_PLANET]),
}

"""`colony virtual ...`: run a virtual ARC, and lend it hands.

All but `run` talk to the control socket of the one that runs in the data folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from host import paths
from host.errors import EXIT_OK, UserError
from tools.virtual.running import run_until_stopped
from tools.virtual.table import TableError, fault_kinds, parse_end

Request = dict[str, Any]
REPLY_S = 10.0
ENDING_S = 5.0


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `virtual` and its commands."""
    group = subparsers.add_parser(
        "virtual",
        help="a table without hardware: run it, lay cards, join modules, break things",
        description="A virtual ARC runs the real firmware. `colony play` starts one by itself when it finds no board.",
    )
    commands = group.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    run = commands.add_parser("run", help="run a virtual ARC until Ctrl-C")
    run.add_argument("--level", type=int, choices=(1, 2), help="2: firmware under MicroPython; 1: in memory")
    run.add_argument("--tcp", action="store_true", help="offer TCP in place of a pseudo-terminal (level 1)")
    # A companion started it and holds its input open; once that ends, another one has so many seconds to come.
    run.add_argument("--companion", type=float, metavar="SECONDS", help=argparse.SUPPRESS)
    paths.add_data_option(run)
    run.set_defaults(run=_run)
    for name, text, arguments, request in _COMMANDS:
        parser = commands.add_parser(name, help=text, description=text)
        for flags, options in arguments:
            parser.add_argument(*flags, **options)
        paths.add_data_option(parser)
        parser.set_defaults(run=_sender(request))


def _run(arguments: argparse.Namespace) -> int:
    folder = paths.data_dir(arguments.data)
    level = 1 if arguments.tcp else arguments.level
    with _only_one(folder):
        asyncio.run(run_until_stopped(folder, level, False if arguments.tcp else None, arguments.companion))
    return EXIT_OK


@contextlib.contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Hold the folder's table. One that is about to end is waited for."""
    lock = FileLock(folder / "virtual.lock")
    other = paths.read_live(folder / paths.VIRTUAL)
    try:
        lock.acquire(timeout=0 if other else ENDING_S)
    except Timeout:
        other = other or paths.read_live(folder / paths.VIRTUAL)
        process = f" (process {other['pid']})" if other else ""
        raise UserError(f"A virtual ARC runs in {folder} already{process}.", "Use it, or another --data.") from None
    try:
        yield
    finally:
        lock.release()


# -- one request -----------------------------------------------------------------------------------------------------


def _sender(request: Callable[[argparse.Namespace], Request]) -> Callable[[argparse.Namespace], int]:
    def send(arguments: argparse.Namespace) -> int:
        try:
            wanted = request(arguments)
        except TableError as error:
            raise UserError(f"{error}.") from None
        _show(arguments, ask(paths.data_dir(arguments.data), wanted))
        return EXIT_OK

    return send


def ask(folder: Path, request: Request) -> Request:
    """Send one request to the virtual ARC of `folder`; its answer. UserError when none runs, or it says no."""
    facts = paths.read_live(folder / paths.VIRTUAL)
    if facts is None:
        raise UserError(f"No virtual ARC runs in {folder}.", "Start one: colony virtual run, or colony play.")
    host, _, port = str(facts["control"]).rpartition(":")
    try:
        with socket.create_connection((host, int(port)), REPLY_S) as connection:
            connection.sendall(json.dumps(request).encode() + b"\n")
            with connection.makefile("rb") as lines:
                answer: Request = json.loads(lines.readline())
    except (OSError, ValueError) as error:
        raise UserError(f"The virtual ARC at {facts['control']} does not answer: {error}.") from None
    if not answer.get("ok"):
        raise UserError(f"{answer.get('error')}.")
    return answer


def _show(arguments: argparse.Namespace, answer: Request) -> None:
    if arguments.what != "state":
        to = answer.get("to")
        print(f"joined at {'ARC' if to[0] == 0 else to[0]}:{to[1]}" if to else "done")
        return
    answer.pop("ok")
    if arguments.json:
        print(json.dumps(answer))
        return
    arc = answer["arc"]
    print(f"ARC        {'on' if arc['on'] else 'off'}, light {arc['light']['pattern']}, {answer['battery_volts']:g} V")
    print(f"on it      {', '.join(answer['field']) or 'nothing'}")
    for unit, module in answer["modules"].items():
        if module["joined"]:
            print(f"unit {unit:<5} light {module['light']['pattern']}")
    ends = [f"{'ARC' if a == 0 else a}:{p} - {'ARC' if b == 0 else b}:{q}" for a, p, b, q in answer["corridors"]]
    print(f"corridors  {', '.join(ends) or 'none'}; {answer['corridors_left']} left")
    print(f"faults     {', '.join(answer['faults']) or 'none'}")


def _attach(arguments: argparse.Namespace) -> Request:
    request: Request = {"do": "attach", "unit": arguments.unit}
    if arguments.to:
        request["to"] = list(parse_end(arguments.to))
    return request


def _fault(arguments: argparse.Namespace) -> Request:
    return {"do": "fault", "kind": " ".join(arguments.kind), "on": not arguments.off}


def _ends(name: str) -> Callable[[argparse.Namespace], Request]:
    def request(arguments: argparse.Namespace) -> Request:
        return {"do": name, **{end: list(parse_end(getattr(arguments, end))) for end in ("a", "b") if end in arguments}}

    return request


_PIECE = (("piece",), {"metavar": "PIECE", "help": "manager/1, decree/17, directive/2, governor, ambassador"})
_SOME_PIECE = (("piece",), {**_PIECE[1], "nargs": "?", "help": "which; everything when left out"})
_UNIT = (("unit",), {"type": int, "metavar": "UNIT", "help": "unit number, 1 to 32"})
_A = (("a",), {"metavar": "UNIT:PORT", "help": "ARC:2, or 6:0"})
_B = (("b",), {"metavar": "UNIT:PORT"})

Arguments = tuple[tuple[tuple[str, ...], dict[str, Any]], ...]
_COMMANDS: tuple[tuple[str, str, Arguments, Callable[[argparse.Namespace], Request]], ...] = (
    ("tap", "lay a piece on the ARC", (_PIECE,), lambda a: {"do": "tap", "piece": a.piece}),
    ("lift", "take a piece away", (_SOME_PIECE,), lambda a: {"do": "lift", **({"piece": a.piece} if a.piece else {})}),
    ("attach", "join a module by a corridor",
     (_UNIT, (("--to",), {"metavar": "UNIT:PORT", "help": "where; the first free port when left out"})), _attach),
    ("detach", "take a module and its corridors away", (_UNIT,), lambda a: {"do": "detach", "unit": a.unit}),
    ("join", "lay a corridor between two ports", (_A, _B), _ends("join")),
    ("part", "take a corridor away", (_A,), _ends("part")),
    ("battery", "set the supply voltage", ((("volts",), {"type": float, "metavar": "VOLTS"}),),
     lambda a: {"do": "battery", "volts": a.volts}),
    ("fault", "break something, or mend it with --off",
     ((("kind",), {"nargs": "+", "metavar": "KIND", "help": ", ".join(fault_kinds()) + "; board_... take a unit"}),
      (("--off",), {"action": "store_true", "help": "mend it"})), _fault),
    ("reset", "press the ARC's reset button", (), lambda a: {"do": "reset"}),
    ("power-cut", "take the batteries out and put them in again", (), lambda a: {"do": "power_cut"}),
    ("state", "show the table", ((("--json",), {"action": "store_true", "help": "one JSON object"}),),
     lambda a: {"do": "state"}),
)  # fmt: skip

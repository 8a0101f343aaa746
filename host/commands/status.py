"""`colony status`: what the running companion says of itself, for people or (`--json`) for programs."""

import argparse
import json
import urllib.error
import urllib.request
from typing import Any

from host import paths
from host.errors import UserError

ANSWER_DEADLINE_S = 5.0
NOT_RUNNING = "No companion runs with the data folder {folder}."


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("status", help="say what the running companion does")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    paths.add_data_option(parser)
    parser.set_defaults(run=run)


def ask(folder: Any) -> dict[str, Any]:
    """The running companion's own account. Raises UserError when none runs or it does not answer."""
    live = paths.read_live(folder / paths.COMPANION)
    if live is None:
        raise UserError(NOT_RUNNING.format(folder=folder), "Start one: colony play")
    try:
        with urllib.request.urlopen(f"{live['url']}/status.json", timeout=ANSWER_DEADLINE_S) as answer:
            found: dict[str, Any] = json.load(answer)
    except (OSError, urllib.error.URLError, ValueError) as error:
        raise UserError(
            f"The companion at {live['url']} does not answer: {error}.", "Close it and start it again."
        ) from None
    return {"url": live["url"], "pid": live["pid"], **found}


def run(arguments: argparse.Namespace) -> int:
    """Print the account."""
    found = ask(paths.data_dir(arguments.data))
    if arguments.json:
        print(json.dumps(found))
        return 0
    for name, value in found.items():
        print(f"{name.replace('_', ' '):<16} {value if value is not None else '-'}")
    return 0

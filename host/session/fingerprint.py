"""A short name for a title's program and content, so that a save can say by which it was played.

Theory: one hash over the sources of the rules, one over the data files beside them. Equal names mean equal games from
equal actions; different names mean that they may differ, and only the digests of the entries say whether they do.
"""

import functools
import hashlib
from importlib import import_module
from pathlib import Path

from host.session.game import Game
from shared_rules import engine

HEX_DIGITS = 16
KINDS = {"rules": (".py",), "content": (".toml", ".csv", ".json")}


def fingerprint(game: Game) -> dict[str, str]:
    """{"rules": 16 hex digits, "content": 16 hex digits} of the title as it is installed here."""
    return dict(_of(getattr(game, "__name__", type(game).__module__)))


@functools.cache
def _of(module: str) -> tuple[tuple[str, str], ...]:
    return tuple((kind, _hash(_files(module), suffixes)) for kind, suffixes in KINDS.items())


def _files(module: str) -> list[tuple[str, Path]]:
    """(name, path) of the title's files and the engine's, in one order on every computer."""
    found = import_module(module)
    package = import_module(found.__package__) if found.__package__ else None
    roots = [Path(part) for part in [*(package.__path__ if package else ()), *engine.__path__]]
    names = [(path.relative_to(root.parent).as_posix(), path) for root in roots for path in root.rglob("*.*")]
    own = [] if package else [(f"{module}.py", Path(str(found.__file__)))]
    return sorted(own + [(name, path) for name, path in names if path.is_file()])


def _hash(files: list[tuple[str, Path]], suffixes: tuple[str, ...]) -> str:
    summed = hashlib.sha256()
    for name, path in files:
        if path.suffix in suffixes:
            summed.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return summed.hexdigest()[:HEX_DIGITS]


def differences(recorded: dict[str, str] | None, game: Game) -> list[str]:
    """What differs between the companion that wrote a save and this one, in sentences; empty when nothing is known."""
    here = fingerprint(game)
    recorded, found = recorded or here, list[str]()
    if recorded.get("content") != here["content"]:
        found.append("Its cards and numbers are not those of this companion.")
    if recorded.get("rules") != here["rules"]:
        found.append("Its rules are of another version than this companion's.")
    return found

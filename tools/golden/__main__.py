"""`python -m tools.golden` plays the golden games anew, writes them to tests/playthroughs and says what is missing.

`--check` only compares those that are there. Exit code 1 and a line for each name if what has to be shown is not shown.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from host.session.playback import Playback
from host.store.gamefile import GameFile, dump_brief, read_game_file
from shared_rules.beyond_humanity import game
from tools.golden.coverage import shown, wanted
from tools.golden.plan import SLOTS, TRIES, Slot
from tools.golden.played import file_of

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "playthroughs"
SUFFIX = ".colony"
Found = tuple[GameFile, set[str]]


def search(slot: Slot) -> Found | None:
    """The first game of a slot that shows what it has to, or None."""
    for seed in range(1, TRIES[slot.level] + 1):
        found = play(slot, seed)
        if found[1] >= set(slot.shows):
            return found
    return None


def play(slot: Slot, seed: int) -> Found:
    """One game of a slot and what it shows."""
    options, log = slot.play(seed)
    file, state = file_of(slot.name, options, seed, log)
    return file, shown(file, state)


def search_all(slots: Sequence[Slot]) -> dict[str, Found]:
    """A game for every slot by name; what they miss together is searched with the spare slots."""
    made: dict[str, Found] = {}
    for slot in slots:
        made[slot.name] = _told(slot, search(slot) or play(slot, 1))
    spare = [slot for slot in slots if not slot.shows]
    for name in sorted(missing(made.values())):
        for slot in spare:
            found = search(replace(slot, shows=(name,)))
            if found:
                made[slot.name] = _told(slot, found)
                spare.remove(slot)
                break
    return made


def _told(slot: Slot, found: Found) -> Found:
    file, shows = found
    print(f"{slot.name}: seed {file.game.seed}, {len(file.entries)} entries: {', '.join(sorted(shows))}", flush=True)
    return found


def missing(found: Iterable[Found]) -> set[str]:
    """What no game shows."""
    return wanted().difference(*[shows for _, shows in found])


def write(folder: Path, slots: Sequence[Slot]) -> list[str]:
    """Play and write all games; those of an earlier plan go. Returns what is missing, in sentences."""
    begun = time.monotonic()
    made = search_all(slots)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob(f"*{SUFFIX}"):
        path.unlink()
    for number, (name, (file, _)) in enumerate(made.items(), start=1):
        (folder / f"{number:02}-{name}{SUFFIX}").write_bytes(dump_brief(file))
    print(f"{len(made)} games in {time.monotonic() - begun:.0f} s")
    return [f"no game shows: {name}" for name in sorted(missing(made.values()))]


def check(folder: Path) -> list[str]:
    """Fold all games that are there and compare. Returns what went wrong, in sentences."""
    found: list[Found] = []
    wrong = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        playback = Playback(game, read_game_file(path, None))
        playback.open_now()
        if playback.difference is not None:
            wrong.append(f"{path.name}: {playback.difference}")
        elif not playback.ended:
            wrong.append(f"{path.name}: the game is not over")
        else:
            found.append((playback.file, shown(playback.file, playback.state(playback.length))))
    return wrong + [f"no game shows: {name}" for name in sorted(missing(found))]


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.golden", description="play the golden games anew")
    parser.add_argument("--check", action="store_true", help="write nothing; compare the games that are there")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the games are (default: tests/playthroughs)")
    arguments = parser.parse_args(argv)
    wrong = check(arguments.folder) if arguments.check else write(arguments.folder, SLOTS)
    for line in wrong:
        print(f"golden: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

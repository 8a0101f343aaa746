"""Golden games: twenty whole games as files. Folding one gives every digest again, and together they show everything.

After a change of rules or content on purpose: `make golden`, and look at what changed (docs/replays.md).
"""

from pathlib import Path

import pytest

from host.session.errors import ReplayMismatch
from host.session.replay import begin, check, step
from host.store.gamefile import BRIEF_DIGITS, read_game_file
from shared_rules.beyond_humanity import game
from tools.golden import __main__ as golden
from tools.golden.coverage import shown, wanted
from tools.golden.plan import SLOTS

FILES = sorted(golden.FOLDER.glob(f"*{golden.SUFFIX}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_gives_every_digest_again(path: Path) -> None:
    file = read_game_file(path, None)
    assert file.digits == BRIEF_DIGITS
    try:
        state = begin(game, file.game)
        for entry in file.entries:
            state = step(game, state, entry)
            check(game, state, entry, file.digits)
    except ReplayMismatch as error:
        pytest.fail(f"{error} Were rules or content changed on purpose? Then: make golden")
    assert game.result(state) is not None


def test_the_golden_games_are_those_of_the_plan() -> None:
    assert [path.stem for path in FILES] == [f"{number:02}-{slot.name}" for number, slot in enumerate(SLOTS, start=1)]
    assert len(FILES) == 20


def test_together_they_show_every_mode_ending_scenario_and_outcome() -> None:
    found: set[str] = set()
    for path in FILES:
        file = read_game_file(path, None)
        state = begin(game, file.game)
        for entry in file.entries:
            state = step(game, state, entry)
        found |= shown(file, state)
    assert sorted(wanted() - found) == []


def test_what_is_wanted_comes_from_rules_and_content() -> None:
    assert {"ending riot", "ending scenario", "scenario last_beacon", "referee solo", "companion coop"} <= wanted()
    assert {"goal missed", "goal lower level", "goal upper level", "undo at referee level"} <= wanted()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / FILES[1].name).write_bytes(FILES[1].read_bytes())
    wrong = golden.check(tmp_path)
    assert "no game shows: scenario last_beacon" in wrong
    assert not any("ending depopulation" in line for line in wrong)


def test_a_slot_gives_the_same_game_every_time() -> None:
    for name in ("companion-semi-empty", "referee-solo-catalogue"):
        slot = next(slot for slot in SLOTS if slot.name == name)
        first, second = golden.play(slot, 5), golden.play(slot, 5)
        assert first == second
        assert golden.play(slot, 6)[0].entries != first[0].entries

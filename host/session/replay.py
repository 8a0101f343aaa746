"""state = fold(log): replaying a log with the rules, and checking that it gives what was recorded.

Rule 1: UNDO is an entry like any other; the game goes back by itself (shared_rules/engine/undo.py).
Rule 2: a digest that differs is named by its entry; the log is never changed to fit the rules.
"""

from collections.abc import Sequence

from host.session.errors import ReplayMismatch, WrongRules
from host.session.fingerprint import differences
from host.session.game import TABLE, Game, State, rules_name
from host.store.entries import Entry, GameRecord
from host.store.errors import ForeignFile
from host.store.gamefile import DIGITS, GameFile
from shared_rules.engine.reasons import RulesError


def replay(game: Game, record: GameRecord, entries: Sequence[Entry]) -> State:
    """The state after a log, every digest checked. Raises WrongRules, ReplayMismatch."""
    state = begin(game, record)
    for entry in entries:
        state = step(game, state, entry)
        check(game, state, entry)
    return state


def begin(game: Game, record: GameRecord) -> State:
    """The state that a log starts from. Raises WrongRules."""
    if record.rules != rules_name(game):
        raise WrongRules(f"This save is a game of {record.title} ({record.rules}), not of {rules_name(game)}.")
    try:
        return game.setup(record.options, record.seed)
    except RulesError:
        raise ReplayMismatch("The rules of this companion refuse how this game was set up.", 0) from None
    except Exception as error:  # options that no companion wrote
        text = f"How this game was set up makes no sense to the rules ({type(error).__name__})."
        raise ReplayMismatch(text, 0) from None


def step(game: Game, state: State, entry: Entry) -> State:
    """The state after an entry. Raises ReplayMismatch where the rules do not take it."""
    try:
        return game.apply(state, entry.action)
    except RulesError:
        raise ReplayMismatch(f"The rules of this companion refuse entry {entry.seq} of the save.", entry.seq) from None
    except Exception as error:  # an entry that no companion wrote; the error's own text may quote hidden values
        text = f"Entry {entry.seq} of the save makes no sense to the rules ({type(error).__name__})."
        raise ReplayMismatch(text, entry.seq) from None


def check(game: Game, state: State, entry: Entry, digits: int = DIGITS) -> None:
    """Compare a state with the digest that was recorded for it. Raises ReplayMismatch."""
    if game.digest(state)[:digits] != entry.digest:
        text = f"Entry {entry.seq} of the save leads to another state with this companion's rules."
        raise ReplayMismatch(text, entry.seq)


def verifier(game: Game) -> "Verify":
    """A check for Store.import_game."""
    return Verify(game)


class Verify:
    """Called with a GameFile: raises when it is to be watched only, or folding does not give the recorded digests."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __call__(self, file: GameFile) -> None:
        if file.digits != DIGITS:
            raise ForeignFile("This file is a playthrough: it can be watched (colony replay), not played on.")
        try:
            replay(self._game, file.game, file.entries)
        except ReplayMismatch as error:
            named = " ".join([str(error), *differences(file.fingerprint, self._game)])
            raise ReplayMismatch(named, error.seq) from None


def validate(game: Game, state: State) -> None:
    """Look at a state in every way in which players will: whatever is broken raises here, before it is published."""
    seats = game.to_act(state)
    for audience in [TABLE, *(f"seat:{seat}" for seat in seats)]:
        game.view(state, audience)
    for seat in seats:
        game.legal(state, seat)
    game.result(state)

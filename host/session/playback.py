"""A whole game to step through: folded once, every digest checked, then shown at any entry to any audience.

Theory: folding gives a sentence for each entry and a snapshot after every few; a state is the nearest snapshot before
it and at most SNAPSHOT_EVERY - 1 actions. Position 0 is the game before its first entry.

Rule 1: hidden values are for nobody until the game is over: before that the table is the only audience.
Rule 2: where this companion's rules give another state than was recorded, the playback says at which entry. It goes on
by these rules as long as they take what was done: an old game can still be watched, and says what it is.
"""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

from host.session.errors import LocalSessionError, ReplayMismatch, SessionError
from host.session.fingerprint import differences
from host.session.game import TABLE, Game, State
from host.session.replay import begin, check, step
from host.session.telling import View, bare_sentence, sentence
from host.store.entries import OVER, Entry
from host.store.gamefile import GameFile

SNAPSHOT_EVERY = 20  # entries; a step back costs a few milliseconds, a game of 800 entries keeps 40 states
SLICE_S = 0.015  # folding in the companion's loop gives way this often, so that a tap does not wait for it


class Playback:
    """One game file and one title. Fold it first: `await open()` beside a running game, `open_now()` elsewhere."""

    def __init__(self, game: Game, file: GameFile) -> None:
        self.file = file
        self.words: list[str] = []  # a sentence for each entry
        self.rounds: list[tuple[int, int]] = []  # (Round, position of its first state)
        self.difference: SessionError | None = None  # where another state came out than was recorded, or none at all
        self.ended = False
        self.veiled = True  # whether choices are hidden from the table while the game goes on
        self.seats: list[str] = []  # the Managers' names
        self._game = game
        self._snapshots: list[State] = []

    @property
    def length(self) -> int:
        """The last position that can be shown."""
        return self._shown

    _shown = 0

    @property
    def audiences(self) -> list[str]:
        """Whose eyes may be chosen: the table, and every seat once the game is over."""
        return [TABLE, *(f"seat:{seat}" for seat in range(len(self.seats)) if self.ended)]

    @property
    def differences(self) -> list[str]:
        """What differs between the companion that wrote the file and this one, in sentences."""
        return differences(self.file.fingerprint, self._game)

    # -- folding -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Fold in slices."""
        until = time.monotonic() + SLICE_S
        for _ in self._fold():
            if time.monotonic() >= until:
                await asyncio.sleep(0)
                until = time.monotonic() + SLICE_S

    def open_now(self) -> None:
        """Fold in one go."""
        for _ in self._fold():
            pass

    def _fold(self) -> Iterator[None]:
        try:
            state = begin(self._game, self.file.game)
            view = self._keep(0, state)
            for entry in self.file.entries:
                state = step(self._game, state, entry)
                self._compare(state, entry)
                before, view = view, self._keep(entry.seq, state)
                self.words.append(sentence(before, view, entry.action))
                yield
            known = self.difference is None or self.file.game.status == OVER
            self.ended = known and self._game.result(state) is not None
        except SessionError as error:
            self.difference = self.difference or error
        self.words += [bare_sentence(entry.action) for entry in self.file.entries[len(self.words) :]]

    def _compare(self, state: State, entry: Entry) -> None:
        """Note the first entry that differs; after it nothing can fit any more."""
        if self.difference is None:
            try:
                check(self._game, state, entry, self.file.digits)
            except ReplayMismatch as error:
                self.difference = error

    def _keep(self, at: int, state: State) -> View:
        view = self._game.view(state, TABLE)
        if at % SNAPSHOT_EVERY == 0:
            self._snapshots.append(state)
        if "round" in view and (not self.rounds or self.rounds[-1][0] < view["round"]):
            self.rounds.append((view["round"], at))
        self.seats = [str(manager.get("name", "")) for manager in view.get("managers", ())]
        self.veiled = view.get("level") == "referee"
        self._shown = at
        return view

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def first_difference(self) -> int | None:
        """The entry at which this companion's rules first give something else, or None."""
        if self.difference is None:
            return None
        return self.difference.seq if isinstance(self.difference, ReplayMismatch) else 0

    @property
    def verdict(self) -> dict[str, Any]:
        """Whether the log gives here what was recorded: {"good", "words", "more"}; `more` holds sentences."""
        count, first = len(self.file.entries), self.first_difference
        if first is None:
            every = "The only entry" if count == 1 else f"Each of the {count} entries"
            words = f"{every} gives what was recorded."
            return {"good": True, "words": words, "more": self.differences}
        words = f"From entry {first} of {count} on, this companion's rules give another game than the one recorded."
        if self.file.fingerprint is None:
            cause = ["The file does not say by which rules and content it was played."]
        else:
            cause = self.differences or ["Rules and content are the same, so the log itself was changed."]
        return {"good": False, "words": words, "more": cause}

    def view(self, at: int, audience: str) -> View:
        """What `audience` may see after `at` entries. Raises LocalSessionError for who or what is not to be shown."""
        if audience not in self.audiences or not 0 <= at <= self.length or not self._snapshots:
            raise LocalSessionError(f"No picture {at} for {audience} in this playback.")
        if "seat" in audience and not self._seated(at):
            audience = TABLE
        return self._game.view(self.state(at), audience)

    def _seated(self, at: int) -> bool:
        return bool(self.rounds) and at >= self.rounds[0][1]

    def state(self, at: int) -> State:
        """The state after `at` entries. It holds what is hidden: only `view` may leave the session."""
        base = at // SNAPSHOT_EVERY
        state = self._snapshots[base]
        for entry in self.file.entries[base * SNAPSHOT_EVERY : at]:
            state = self._game.apply(state, entry.action)
        return state

    def round_at(self, at: int) -> int:
        """The Round to which a position belongs; 0 before the first."""
        return max((number for number, first in self.rounds if first <= at), default=0)

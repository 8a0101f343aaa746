"""One running game in memory: state, log and expected table, and the step from one to the next. No I/O, no waiting.

Rule 1: `propose` changes nothing; `accept` is called once the entry is on the disk. So memory never leads the disk.
Rule 2: a state is looked at as players will look at it before its entry is offered: nothing broken is ever published
        or stored (an UNDO is checked for every seat, other actions for the table).
Rule 3: revision = base + entries. It rises with every change and also across games, so a press of another game's
        screen is stale.
"""

import logging
import traceback
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from host.session.game import TABLE, Game, State
from host.session.lights import wished_lights
from host.session.replay import replay, validate
from host.session.table import Expected, expected_of
from host.session.telling import news_of, sentence
from host.session.words import action_words
from host.store.entries import Action, Entry, GameRecord, canonical, chained
from host.store.errors import LocalStoreError
from shared_rules.engine.reasons import Refusal

log = logging.getLogger(__name__)

HISTORY = 300  # events: some Rounds

OUR_BUG_WORDS = "This is a mistake of ours: the action was not done, and the game is as it was before."


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action that the rules accept: its entry and what follows from it."""

    entry: Entry
    state: State
    view: dict[str, Any]


@dataclass(slots=True)
class Asked:
    """What the rules said to several actions of one event."""

    proposals: list[Proposal] = field(default_factory=list)
    refused: list[tuple[Action, str]] = field(default_factory=list)  # action, sentence

    @property
    def entries(self) -> list[Entry]:
        """What is to be stored."""
        return [proposal.entry for proposal in self.proposals]


class Refused(Exception):
    """The action is not done: `code` for programs, `sentence` for players."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Core:
    """A loaded game. `base` is what the revision counts from."""

    def __init__(self, game: Game, record: GameRecord, entries: Sequence[Entry], base: int) -> None:
        self.game = game
        self.record = record
        self.base = base
        self.state = replay(game, record, entries)
        self.seq = len(entries)
        self.head = entries[-1].hash if entries else record.genesis
        self.expected: Expected = expected_of(entry.action for entry in entries)
        self.table_view: dict[str, Any] = game.view(self.state, TABLE)
        # What everybody saw, newest first; a game that was just loaded knows the last few events only.
        self.history: deque[dict[str, Any]] = deque(self.table_view.get("events") or (), HISTORY)
        self._asked_since = len(entries)  # entries when several seats were asked what they still are asked

    @property
    def revision(self) -> int:
        """Rises with every entry."""
        return self.base + self.seq

    @property
    def is_referee(self) -> bool:
        """Whether the rules know the whole table (docs/referee.md) and the setup is over."""
        return bool(self.table_view.get("level") == "referee" and self.table_view.get("stage") != "setup")

    @property
    def on_screens(self) -> bool:
        """Whether what hangs on the ARC is no part of this game; already while it is set up."""
        return bool(self.table_view.get("level") == "referee")

    def is_new(self, action: Action, revision: int) -> bool:
        """Whether a press made at `revision` still means what it meant.

        Where several seats are asked at the same time, the answer of one is no news to the others.
        """
        if revision == self.revision:
            return True
        if not self.is_referee or revision > self.revision or revision < self.base + self._asked_since:
            return False
        return action.get("seat") in self.table_view["turn"]["seats"] and action.get("kind") != "undo"

    def propose(self, actor: str, action: Action, at_utc_s: float, after: Proposal | None = None) -> Proposal:
        """What `action` would lead to, now or behind another proposal. Raises Refused."""
        before, seq, head = (
            (after.state, after.entry.seq, after.entry.hash) if after else (self.state, self.seq, self.head)
        )
        try:
            canonical(action)
        except LocalStoreError:
            raise Refused("bad_action", "This press could not be understood. Reload the page.") from None
        try:
            state = self.game.apply(before, action)
            view = self.game.view(state, TABLE)
            wished_lights(view.get("lights") or {}, ())
            if self._takes_back(action):
                validate(self.game, state)
            digest = self.game.digest(state)
        except Refusal as refusal:
            raise Refused(refusal.code, refusal.sentence) from None
        except Exception as error:
            # The rules must not bring the table down: whatever they raise, the state that was is still the state.
            # The error's own text may quote hidden values; where it happened does not.
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("the rules failed (%s) on %s:\n%s", type(error).__name__, action_words(action), where)
            raise Refused("our_bug", OUR_BUG_WORDS) from None
        return Proposal(chained(head, seq + 1, actor, action, digest, at_utc_s), state, view)

    def propose_all(self, actor: str, actions: Iterable[Action], at_utc_s: float) -> Asked:
        """Each action behind those before it; a refused one is left out."""
        asked = Asked()
        for action in actions:
            try:
                after = asked.proposals[-1] if asked.proposals else None
                asked.proposals.append(self.propose(actor, action, at_utc_s, after))
            except Refused as refused:
                asked.refused.append((action, refused.sentence))
        return asked

    def _takes_back(self, action: Action) -> bool:
        """Whether the action is an UNDO or answers the question whether to undo."""
        dialog = self.table_view.get("dialog") or {}
        return action.get("kind") == "undo" or (action.get("kind") == "answer" and dialog.get("id") == "undo")

    def accept(self, proposal: Proposal) -> None:
        """The entry is stored: it is the game now."""
        entry = proposal.entry
        assert entry.seq == self.seq + 1, "proposals are accepted in order"
        self.history.extendleft(_told(self.table_view, proposal.view, entry.action))
        if not _same_question(self.table_view, proposal.view):
            self._asked_since = entry.seq
        self.state, self.seq, self.head = proposal.state, entry.seq, entry.hash
        self.expected = self.expected.after(entry.action)
        self.table_view = proposal.view


def _same_question(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether some of the seats that were asked together are still asked the same."""
    was, now = before.get("turn"), after.get("turn")
    if not was or not now or was["do"] != now["do"] or before.get("round") != after.get("round"):
        return False
    return len(now["seats"]) > 0 and set(now["seats"]) < set(was["seats"])


def _told(before: dict[str, Any], after: dict[str, Any], action: Action) -> list[dict[str, Any]]:
    """What an entry adds to the history, oldest first: the game's events, or a sentence where it has none."""
    news = news_of(before.get("events") or [], after.get("events") or [])
    if news or not after.get("level"):
        return news[::-1]
    return [{"round": after.get("round", 1), "text": sentence(before, after, action), "tone": "info"}]

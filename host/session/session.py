"""The session: the one place where presses and ARC events become a game, and where the game becomes views.

Theory: everything that changes the game goes through one lock: read the event or press, ask the rules, store the entry
(and the event that caused it, in the same transaction), then take it over in memory and tell everybody. A crash at any
moment leaves a log whose fold is the game up to the last confirmed action.

Rule 1: what was confirmed is stored. An ARC event that could not be stored raises, so that it is not acknowledged.
Rule 2: a press names the revision that it saw; an older one is answered "already done" and changes nothing.
Rule 3: only `view` leaves the session, and log lines name what lay open on the table. The state and the seed never do.
Rule 4: work that was begun is finished even when the caller goes away: half-known is worse than late.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from host.session.arcside import ArcLike
from host.session.arctable import GRACE_S, NO_GAME_WORDS, ArcTable, LinkStateLike, SessionEvent
from host.session.core import Asked, Core, Proposal, Refused
from host.session.errors import LocalSessionError, SessionError
from host.session.game import Game
from host.session.library import Library
from host.session.outcome import NO_ARC, NO_GAME, NOT_STORED, STALE, Outcome
from host.session.pairing import NO_ARC_WORDS, as_onlooker, may_act
from host.session.playback import Playback
from host.session.reading import Reading, for_screens
from host.session.seats import players_of
from host.session.subscribers import Callback, Subscribers
from host.session.summaries import Summaries, Summary
from host.session.words import action_words
from host.store.entries import OVER, RUNNING, Action, GameRecord
from host.store.errors import StoreConflict, StoreError
from host.store.store import Store
from shared_rules.engine.reasons import Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")
STALE_WORDS = "Already done: the game has moved on since this was pressed."


def _closes_round(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a NEXT lies between two views, or the end: then nothing before can be taken back."""
    return any(before.get(name) != after.get(name) for name in ("stage", "round", "result"))


class Session:
    """One companion's session over one store and one title. Use it from one event loop."""

    def __init__(
        self, store: Store, game: Game, clock: Callable[[], float] = time.time, grace_s: float = GRACE_S
    ) -> None:
        self._store = store
        self._game = game
        self._clock = clock
        self._library = Library(store, game)
        self._summaries = Summaries(store, game)
        self._lock = asyncio.Lock()
        self._subscribers = Subscribers()
        self._table = ArcTable(self._subscribers.publish, grace_s)
        self._core: Core | None = None

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Rises with every change of the game, also across games and restarts."""
        return self._core.revision if self._core else 0

    @property
    def link_words(self) -> str:
        """What the companion says about the connection."""
        return self._table.words

    @property
    def notices(self) -> list[dict[str, Any]]:
        """Lines for players beside the game: refusals, faults, batteries. {"id", "kind", "text"}."""
        return self._table.notices.shown()

    @property
    def battery_mv(self) -> int | None:
        """What the ARC told last of its supply; None until it has."""
        return self._table.sensed.millivolts

    @property
    def running(self) -> bool:
        """Whether a game is loaded."""
        return self._core is not None

    @property
    def digest(self) -> str | None:
        """Digest of the state, to compare two ends; it gives nothing away."""
        return self._game.digest(self._core.state) if self._core else None

    @property
    def game_id(self) -> str | None:
        """The loaded game's id in the store."""
        return self._core.record.game_id if self._core else None

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, or None."""
        return self._game.result(self._core.state) if self._core else None

    @property
    def players(self) -> list[str]:
        """Who plays each seat at referee level ("person" or a bot's name); empty at companion level and in setup."""
        core = self._core
        return players_of(core.table_view, core.record.options) if core and core.is_referee else []

    @property
    def to_act(self) -> list[int]:
        """Seats that have to choose now, at referee level."""
        return list(self._core.table_view["turn"]["seats"]) if self._core and self._core.is_referee else []

    @property
    def history(self) -> list[dict[str, Any]]:
        """What everybody saw happen, newest first: {"round", "text", "tone"}; longer than the view's `events`."""
        return list(self._core.history) if self._core else []

    def view(self, audience: str) -> dict[str, Any] | None:
        """What `audience` ("table" or "seat:N") may see, with revision, link, notices and put_back; None: no game."""
        core = self._core
        if core is None:
            return None
        shown = dict(core.table_view if audience == "table" else self._game.view(core.state, audience))
        if not self._table.linked:
            shown = as_onlooker(shown)
        shown["revision"] = core.revision
        shown["link"] = self._table.words
        shown["notices"] = self.notices
        shown["put_back"] = [*shown.get("put_back", ()), *self._table.put_back(core)]
        return shown

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Call `callback()` (plain or async) after each change, newest only; returns what ends it."""
        return self._subscribers.add(callback)

    # -- playing -----------------------------------------------------------------------------------------------------

    async def act(self, action: Action, revision: int, actor: str) -> Outcome:
        """Do what was pressed on a screen that showed `revision`; without an ARC a running game stands still."""
        return await self._exclusively(self._press(action, revision, actor))

    async def _press(self, action: Action, revision: int, actor: str) -> Outcome:
        core = self._core
        if core and revision == core.revision and not may_act(core.table_view, action, self._table.linked):
            return self._refused(NO_ARC, NO_ARC_WORDS)
        return await self._act(action, revision, actor)

    async def _act(self, action: Action, revision: int, actor: str) -> Outcome:
        core = self._core
        if core is None:
            return self._refused(NO_GAME, NO_GAME_WORDS)
        if not core.is_new(action, revision):
            return self._refused(STALE, STALE_WORDS)
        try:
            proposal = core.propose(actor, action, self._clock())
            await self._store.append(core.record.game_id, [proposal.entry])
        except Refused as refused:
            return self._refused(refused.code, refused.sentence)
        except StoreConflict as error:
            await self._load(core.record)
            return self._refused(STALE, str(error))
        except StoreError as error:
            log.error("not stored: %s", error)
            return self._refused(NOT_STORED, str(error))
        self._table.moved_on = True
        self._take_over(core, proposal)
        return Outcome(True, "", "", self.revision)

    def _refused(self, code: str, sentence: str) -> Outcome:
        return Outcome(False, code, sentence, self.revision)

    def _take_over(self, core: Core, proposal: Proposal) -> None:
        entry, closed = proposal.entry, _closes_round(core.table_view, proposal.view)
        core.accept(proposal)
        log.info("entry %d by %s: %s", entry.seq, entry.actor, action_words(entry.action))
        self._table.notices.drop("refused")
        if closed:
            self._want_snapshot()
        self._publish()

    def _publish(self) -> None:
        self._table.show_lights(self._core)
        self._subscribers.publish()

    # -- the ARC -----------------------------------------------------------------------------------------------------

    def attach_arc(self, arc: ArcLike) -> None:
        """Tell this ARC about verdicts, lights and snapshots from now on. Needs a running loop."""
        self._table.attach(arc)
        self._publish()

    def on_link_state(self, state: LinkStateLike) -> None:
        """ArcClient's on_state."""
        if self._table.on_link_state(state):
            self._publish()

    async def on_arc_event(self, event: SessionEvent) -> None:
        """ArcClient's on_event: on return the event and what it caused are stored, once. Raises StoreError if not."""
        await self._exclusively(self._on_arc_event(event))

    async def _on_arc_event(self, event: SessionEvent) -> None:
        if await self._store.seen(event.boot, event.seq):
            return
        core = self._core
        bound = await self._store.piece_of(event.fields["uid"]) if event.name == "TAP" else None
        reading = self._table.read(event, core, bound)
        if core is not None and core.is_referee:
            reading = for_screens(reading)
        asked = core.propose_all("arc", reading.actions, self._clock()) if core else Asked()
        if core is None or not asked.proposals:
            await self._store.record_event(event, self.game_id)
        else:
            try:
                if not await self._store.append(core.record.game_id, asked.entries, event):
                    return
            except StoreConflict:
                await self._load(core.record)
                raise  # not acknowledged: the ARC sends it again, into the game as it is now
        self._answer(event, reading, asked)

    def _answer(self, event: SessionEvent, reading: Reading, asked: Asked) -> None:
        """Take over in memory, and tell players and ARC."""
        before = self._question()
        for proposal in asked.proposals:
            assert self._core is not None
            self._take_over(self._core, proposal)
        self._table.answer(event, reading, asked, self._question() not in (None, before))
        self._publish()

    def _question(self) -> Any:
        """The open question. During setup one always stands, and a tap that counts only makes it read anew."""
        view = self._core.table_view if self._core else {}
        return None if view.get("stage") == "setup" else view.get("dialog")

    # -- games -------------------------------------------------------------------------------------------------------

    async def new_game(self, options: dict[str, Any], seed: int | None = None) -> Outcome:
        """Start a game; the one that ran is parked, or closed when it has ended. `seed`: only tests give one."""
        return await self._exclusively(self._new_game(options, seed))

    async def _new_game(self, options: dict[str, Any], seed: int | None) -> Outcome:
        try:
            self._core = await self._library.start(options, seed, self._core, self.revision)
        except Refusal as refusal:
            return self._refused(refusal.code, refusal.sentence)
        except StoreError as error:
            return self._refused(NOT_STORED, str(error))
        await self._tell_sensed()
        self._begun()
        return Outcome(True, "", "", self.revision)

    def _begun(self) -> None:
        """Another game is on the table."""
        self._table.moved_on = True
        self._table.notices.drop("game")
        self._want_snapshot()
        self._publish()

    async def _tell_sensed(self) -> None:
        """A new game learns what stands on the table already; what it refuses is listed to be taken off."""
        assert self._core is not None
        for action in () if self._core.is_referee else self._table.standing():
            outcome = await self._act(action, self.revision, "arc")
            if not outcome.ok:
                self._table.refused(action, outcome.sentence)

    async def resume(self) -> bool:
        """Load the running game, if any. Raises StoreTampered, ReplayMismatch, WrongRules; players are told."""
        return await self._exclusively(self._resume())

    async def _resume(self) -> bool:
        # The ARC may hold the game of another computer: it keeps that until something is played here.
        try:
            running = await self._store.running_game()
            if running is None:
                return False
            await self._load(running)
        except (SessionError, StoreError) as error:
            self._table.notices.put("game", "game", f"The last game could not be continued. {error}")
            raise
        self._publish()
        return True

    async def play(self, game_id: str) -> None:
        """Load a parked or imported game; it becomes the running one."""
        await self._exclusively(self._play(await self._store.game(game_id)))

    async def _play(self, record: GameRecord) -> None:
        if self._core is not None and self.result is not None:
            await self._store.set_status(self._core.record.game_id, OVER)  # ended, not put aside
        await self._load(record)
        await self._store.set_status(record.game_id, RUNNING)
        self._begun()

    async def _load(self, record: GameRecord) -> None:
        self._core = await self._library.load(record, self.revision)

    # -- saves -------------------------------------------------------------------------------------------------------

    async def export(self, path: Path, passphrase: str | None = None, game_id: str | None = None) -> None:
        """Write the loaded game, or another of the store, to one file; hidden things are sealed until it has ended."""
        await self._library.export(self._named(game_id), path, passphrase)

    async def playback(self, game_id: str | None = None) -> Playback:
        """The loaded game so far, or another of the store, to be stepped through. Raises StoreError."""
        return await self._library.playback(self._named(game_id))

    def _named(self, game_id: str | None) -> str:
        wanted = game_id or self.game_id
        if wanted is None:
            raise LocalSessionError(NO_GAME_WORDS)
        return wanted

    async def games(self) -> list[GameRecord]:
        """All games of the store, newest first."""
        return await self._store.games()

    async def summaries(self) -> list[Summary]:
        """All games of the store, newest first, with what tells one from another. Raises StoreError."""
        return await self._summaries.all()

    async def import_game(self, path: Path, passphrase: str | None = None) -> None:
        """Take a game from a file, check it by folding, and play it on."""
        record = await self._library.take_file(path, passphrase)
        await self.play(record.game_id)

    async def restore_from_arc(self) -> None:
        """Pick up the game that the ARC keeps. Raises NoSnapshot, StoreConflict, LinkError."""
        record = await self._library.take_snapshot(self._table.arc)
        await self.play(record.game_id)

    def _want_snapshot(self) -> None:
        core = self._core
        if core is not None:
            self._table.keep(lambda: self._library.snapshot(core))

    # -- tags --------------------------------------------------------------------------------------------------------

    @property
    def unknown_uid(self) -> bytes | None:
        """The last tag that nobody knows: offered for teaching."""
        return self._table.unknown_uid

    async def teach_tag(self, uid: bytes, piece: str) -> None:
        """Bind a tag to a piece. Raises TagTaken (names the earlier piece), TagRefused (phones)."""
        await self._store.bind_tag(uid, piece)
        self._table.unknown_uid = None
        self._subscribers.publish()

    # -- running -----------------------------------------------------------------------------------------------------

    async def _exclusively(self, work: Coroutine[Any, Any, T]) -> T:
        async def locked() -> T:
            async with self._lock:
                return await work

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def settle(self) -> None:
        """Wait until the ARC and the pages have been told (tests, shutdown)."""
        await self._table.settle()
        await self._subscribers.settle()

    async def close(self) -> None:
        """End the task that talks to the ARC; the store is closed by its owner."""
        async with self._lock:
            self._table.close()

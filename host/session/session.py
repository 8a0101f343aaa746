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
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from host.session.arcside import ArcLike, ArcSide, wished_lights
from host.session.core import Asked, Core, Proposal, Refused
from host.session.errors import LocalSessionError
from host.session.game import Game
from host.session.library import Library
from host.session.outcome import NO_GAME, NOT_STORED, STALE, Notices, Outcome
from host.session.reading import LATE, READERS, SHOWN_BY_LIGHT, Reading, read_tap
from host.session.subscribers import Callback, Subscribers
from host.session.table import Expected, Sensed, put_back
from host.session.words import action_words
from host.store.entries import RUNNING, Action, EventLike, GameRecord
from host.store.errors import StoreConflict, StoreError
from host.store.store import Store
from shared_rules.catalog import VERDICT_ACCEPTED, VERDICT_ASKING, VERDICT_REFUSED
from shared_rules.engine.reasons import Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")
STALE_WORDS = "Already done: the game has moved on since this was pressed."
NO_GAME_WORDS = "No game is running: start one on the screen."
GRACE_S = 3.0  # an ARC that starts finds 32 modules in far less (MODULE_ATTACHED within 0.5 s)
NOBODY = Expected()


class SessionEvent(EventLike, Protocol):
    """host.link's ArcEvent."""

    @property
    def fields(self) -> dict[str, Any]: ...
    @property
    def stale(self) -> bool: ...


class LinkStateLike(Protocol):
    """host.link's LinkState."""

    @property
    def words(self) -> str: ...
    @property
    def connected(self) -> bool: ...


def _closes_round(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a NEXT lies between two views, or the end: then nothing before can be taken back."""
    return any(before.get(name) != after.get(name) for name in ("stage", "round", "result"))


class Session:
    """One companion's session over one store and one title. Use it from one event loop."""

    def __init__(
        self, store: Store, game: Game, clock: Callable[[], float] = time.time, grace_s: float = GRACE_S
    ) -> None:
        self._grace_s = grace_s
        self._store = store
        self._game = game
        self._library = Library(store, game)
        self._clock = clock
        self._lock = asyncio.Lock()
        self._subscribers = Subscribers()
        self._notices = Notices()
        self._sensed = Sensed()
        self._reasons: dict[int, str] = {}  # unit -> why the game refused it
        self._core: Core | None = None
        self._idle_revision = 0  # while no game is loaded
        self._link_words = "The ARC is not connected."
        self._linked = False
        self._looking = False  # the ARC will be asked once more
        self._moved_on = False  # a press since the link was lost: taps from before it no longer fit
        self._arc: ArcLike | None = None
        self._arc_side: ArcSide | None = None
        self._arc_task: asyncio.Task[None] | None = None
        self.unknown_uid: bytes | None = None  # the last tag that nobody knows: offered for teaching

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Rises with every change of the game, also across games and restarts."""
        return self._core.revision if self._core else self._idle_revision

    @property
    def link_words(self) -> str:
        """What the companion says about the connection."""
        return self._link_words

    @property
    def notices(self) -> list[dict[str, Any]]:
        """Lines for players beside the game: refusals, faults, batteries. {"id", "kind", "text"}."""
        return self._notices.shown()

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

    def view(self, audience: str) -> dict[str, Any] | None:
        """What `audience` ("table" or "seat:N") may see, with revision, link, notices and put_back; None: no game."""
        core = self._core
        if core is None:
            return None
        shown = dict(core.table_view if audience == "table" else self._game.view(core.state, audience))
        shown["revision"] = core.revision
        shown["link"] = self._link_words
        shown["notices"] = self.notices
        shown["put_back"] = [*shown.get("put_back", ()), *put_back(core.expected, self._sensed, self._reasons)]
        return shown

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Call `callback()` (plain or async) after each change, newest only; returns what ends it."""
        return self._subscribers.add(callback)

    # -- playing -----------------------------------------------------------------------------------------------------

    async def act(self, action: Action, revision: int, actor: str) -> Outcome:
        """Do what was pressed on a screen that showed `revision`."""
        return await self._exclusively(self._act(action, revision, actor))

    async def _act(self, action: Action, revision: int, actor: str) -> Outcome:
        core = self._core
        if core is None:
            return self._refused(NO_GAME, NO_GAME_WORDS)
        if revision != core.revision:
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
        self._moved_on = True
        self._take_over(core, proposal)
        return Outcome(True, "", "", self.revision)

    def _refused(self, code: str, sentence: str) -> Outcome:
        return Outcome(False, code, sentence, self.revision)

    def _take_over(self, core: Core, proposal: Proposal) -> None:
        entry, closed = proposal.entry, _closes_round(core.table_view, proposal.view)
        core.accept(proposal)
        log.info("entry %d by %s: %s", entry.seq, entry.actor, action_words(entry.action))
        self._notices.drop("refused")
        if closed:
            self._want_snapshot()
        self._publish()

    def _publish(self) -> None:
        if self._arc_side is not None:
            view, expected = (self._core.table_view, self._core.expected) if self._core else ({}, NOBODY)
            refused = {unit for unit in self._sensed.units - expected.units if unit in self._reasons}
            self._arc_side.lights(wished_lights(view.get("lights") or {}, refused))
        self._subscribers.publish()

    # -- the ARC -----------------------------------------------------------------------------------------------------

    def attach_arc(self, arc: ArcLike) -> None:
        """Tell this ARC about verdicts, lights and snapshots from now on. Needs a running loop."""
        if self._arc_task is not None:
            raise LocalSessionError("An ARC is attached already.")
        self._arc = arc
        self._arc_side = ArcSide(arc, self._arc_trouble)
        self._arc_side.connected(self._linked)
        self._arc_task = asyncio.get_running_loop().create_task(self._arc_side.run(), name="arc-side")
        self._publish()

    def _arc_trouble(self, text: str) -> None:
        log.warning("%s", text)
        self._notices.put("arc", "fault", text)
        self._subscribers.publish()

    def on_link_state(self, state: LinkStateLike) -> None:
        """ArcClient's on_state."""
        if state.words == self._link_words and state.connected == self._linked:
            return
        if self._linked and not state.connected:
            self._moved_on = False
        if state.connected and not self._linked:
            self._sensed.connected()
        self._link_words, self._linked = state.words, state.connected
        if self._arc_side is not None:
            self._arc_side.connected(state.connected)
        self._publish()

    async def on_arc_event(self, event: SessionEvent) -> None:
        """ArcClient's on_event: on return the event and what it caused are stored, once. Raises StoreError if not."""
        await self._exclusively(self._on_arc_event(event))

    async def _on_arc_event(self, event: SessionEvent) -> None:
        if await self._store.seen(event.boot, event.seq):
            return
        reading = await self._read(event)
        core = self._core
        done = core.propose_all("arc", reading.actions, self._clock()) if core else Asked()
        if core is None or not done.proposals:
            await self._store.record_event(event, self.game_id)
        else:
            try:
                await self._store.append(core.record.game_id, done.entries, event)
            except StoreConflict:
                await self._load(core.record)
                raise  # not acknowledged: the ARC sends it again, into the game as it is now
        self._answer(event, reading, done)

    async def _read(self, event: SessionEvent) -> Reading:
        """What the event means now."""
        if event.name == "TAP":
            reading = read_tap(event.fields, await self._store.piece_of(event.fields["uid"]))
            self.unknown_uid = None if reading.actions else event.fields["uid"]
            if self._core is None and reading.actions:
                return Reading(refusal=NO_GAME_WORDS)
            return Reading(refusal=LATE) if event.stale and self._moved_on else reading
        reader = READERS.get(event.name)
        if reader is None:
            return Reading()
        return reader(event.fields, self._sensed, self._core.expected if self._core else NOBODY, self._notices)

    def _answer(self, event: SessionEvent, reading: Reading, done: Asked) -> None:
        """Take over in memory, and tell players and ARC."""
        asked_before = self._dialog()
        for proposal in done.proposals:
            assert self._core is not None
            self._moved_on = self._moved_on or not event.stale
            self._reasons.pop(proposal.entry.action.get("unit", 0), None)
            self._take_over(self._core, proposal)
        self._reasons.update({action["unit"]: why for action, why in done.refused if "unit" in action})
        refusals = [reading.refusal] if reading.refusal else [why for _, why in done.refused]
        for why in refusals:
            log.info("%s refused: %s", event.name, why)
        if event.name in SHOWN_BY_LIGHT:
            self._show_verdict(event, refusals, self._dialog() not in (None, asked_before))
        if event.name == "TOPOLOGY":
            self._look_again()
        self._publish()

    def _show_verdict(self, event: SessionEvent, refusals: list[str], asking: bool) -> None:
        if refusals:
            self._notices.put("refused", "refused", refusals[0])
        if self._arc_side is not None:
            verdict = VERDICT_REFUSED if refusals else VERDICT_ASKING if asking else VERDICT_ACCEPTED
            self._arc_side.verdict(event.boot, event.seq, verdict)

    def _look_again(self) -> None:
        """Something is missing from the first report: ask once more, when the ARC has had time to find it."""
        core, arc_side = self._core, self._arc_side
        if core and arc_side and self._sensed.reports == 1 and not self._sensed.trusted and not self._looking:
            self._looking = True

            def ask() -> None:
                self._looking = False
                self._sensed.begin_report()
                arc_side.report()

            asyncio.get_running_loop().call_later(self._grace_s, ask)

    def _dialog(self) -> Any:
        return self._core.table_view.get("dialog") if self._core else None

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
        self._moved_on = True
        self._want_snapshot()
        self._publish()

    async def _tell_sensed(self) -> None:
        """A new game learns what stands on the table already; what it refuses is listed to be taken off."""
        self._reasons.clear()
        actions: list[Action] = [{"kind": "attach", "unit": unit} for unit in sorted(self._sensed.units)]
        if self._sensed.edges:
            actions.append({"kind": "topology", "edges": [list(edge) for edge in self._sensed.edges]})
        for action in actions:
            outcome = await self._act(action, self.revision, "arc")
            if not outcome.ok and "unit" in action:
                self._reasons[action["unit"]] = outcome.sentence

    async def resume(self) -> bool:
        """Load the running game, if there is one. Raises StoreTampered, ReplayMismatch, WrongRules."""
        return await self._exclusively(self._resume())

    async def _resume(self) -> bool:
        running = await self._store.running_game()
        if running is None:
            return False
        # The ARC may hold the game of another computer: it keeps that until something is played here.
        await self._load(running)
        self._publish()
        return True

    async def play(self, game_id: str) -> None:
        """Load a parked or imported game; it becomes the running one."""
        await self._exclusively(self._play(await self._store.game(game_id)))

    async def _play(self, record: GameRecord) -> None:
        await self._load(record)
        await self._store.set_status(record.game_id, RUNNING)
        self._begun()

    async def _load(self, record: GameRecord) -> None:
        self._core = await self._library.load(record, self.revision)

    # -- saves -------------------------------------------------------------------------------------------------------

    async def export(self, path: Path, passphrase: str | None = None) -> None:
        """Write the loaded game to one file. Its seed is sealed until the game has ended (docs/saves.md)."""
        if self._core is None:
            raise LocalSessionError(NO_GAME_WORDS)
        await self._library.export(self._core, path, passphrase)

    async def import_game(self, path: Path, passphrase: str | None = None) -> None:
        """Take a game from a file, check it by folding, and play it on."""
        record = await self._library.take_file(path, passphrase)
        await self.play(record.game_id)

    async def restore_from_arc(self) -> None:
        """Pick up the game that the ARC keeps. Raises NoSnapshot, StoreConflict, LinkError."""
        record = await self._library.take_snapshot(self._arc)
        await self.play(record.game_id)

    def _want_snapshot(self) -> None:
        core = self._core
        if self._arc_side is not None and core is not None:
            self._arc_side.snapshot(lambda: self._library.snapshot(core))

    # -- tags --------------------------------------------------------------------------------------------------------

    async def teach_tag(self, uid: bytes, piece: str) -> None:
        """Bind a tag to a piece. Raises TagTaken (names the earlier piece), TagRefused (phones)."""
        await self._store.bind_tag(uid, piece)
        self.unknown_uid = None
        self._subscribers.publish()

    # -- running -----------------------------------------------------------------------------------------------------

    async def _exclusively(self, work: Coroutine[Any, Any, T]) -> T:
        async def locked() -> T:
            async with self._lock:
                return await work

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def settle(self, waited: Sequence[str] = ("arc", "subscribers")) -> None:
        """Wait until the ARC and the pages have been told (tests, shutdown)."""
        if "arc" in waited and self._arc_side is not None:
            await self._arc_side.settle()
        if "subscribers" in waited:
            await self._subscribers.settle()

    async def close(self) -> None:
        """End the task; the store is closed by its owner."""
        async with self._lock:
            if self._arc_task is not None:
                self._arc_task.cancel()
                self._arc_task = None

"""Random play, undos, stale presses, repeated events and restarts: the state is always the fold of the log."""

import asyncio
import tempfile
from pathlib import Path

import toy_game
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from table_rig import DOWN, UP, Events

from host.session.session import Session
from host.store.entries import check_chain
from host.store.store import Store
from shared_rules.engine.log import fold

PIECES = ["governor", *(f"manager/{n}" for n in range(1, 5)), *(f"decree/{n}" for n in range(1, 6)), "directive/1", ""]
ACTIONS = [
    {"kind": "next"},
    {"kind": "undo"},
    {"kind": "answer", "choice": "undo"},
    {"kind": "answer", "choice": "keep"},
    {"kind": "break"},
    {"kind": "nonsense"},
]


class Table(RuleBasedStateMachine):
    """One save on a disk and the session of the companion that runs now."""

    def __init__(self):
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.events = Events()
        self.shown = -1
        self.past = []

    def run(self, work):
        return self.loop.run_until_complete(work)

    async def open(self):
        self.store = Store.open(Path(self.folder.name) / "colony.db")
        self.session = Session(self.store, toy_game)
        return await self.session.resume()

    @initialize(seed=st.integers(0, 1 << 64))
    def begin(self, seed):
        self.run(self.open())
        assert self.run(self.session.new_game({"seats": 2, "rounds": 4}, seed)).ok

    def teardown(self):
        self.store.close()
        self.loop.close()
        self.folder.cleanup()

    @rule(piece=st.sampled_from(PIECES))
    def tap(self, piece):
        self.past.append(self.events.tap(piece))
        self.run(self.session.on_arc_event(self.past[-1]))

    @rule(unit=st.sampled_from([2, 6, 13]), lost=st.booleans())
    def module(self, unit, lost):
        self.past.append(self.events.make("MODULE_LOST" if lost else "MODULE_ATTACHED", unit=unit))
        self.run(self.session.on_arc_event(self.past[-1]))

    @rule(edges=st.lists(st.sampled_from([(0, 3, 2, 1), (2, 2, 6, 1)]), unique=True))
    def corridors(self, edges):
        self.run(self.session.on_arc_event(self.events.make("TOPOLOGY", edges=edges)))

    @rule(action=st.sampled_from(ACTIONS))
    def press(self, action):
        before = self.session.revision
        outcome = self.run(self.session.act(action, before, "tablet:1"))
        assert outcome.revision == before + outcome.ok

    @rule(action=st.sampled_from(ACTIONS), late=st.integers(1, 5))
    def stale_press(self, action, late):
        before = (self.session.revision, self.session.digest)
        outcome = self.run(self.session.act(action, self.session.revision - late, "tablet:2"))
        assert outcome.code == "stale"
        assert (self.session.revision, self.session.digest) == before

    @rule(at=st.integers(0, 1000))
    def the_arc_repeats_an_event(self, at):
        if self.past:
            before = (self.session.revision, self.session.digest)
            self.run(self.session.on_arc_event(self.past[at % len(self.past)]))
            assert (self.session.revision, self.session.digest) == before

    @rule()
    def the_link_is_lost_and_found(self):
        async def blink():
            self.session.on_link_state(DOWN)
            self.session.on_link_state(UP)

        self.run(blink())

    @rule()
    def restart(self):
        before = (self.session.revision, self.session.digest, self.session.game_id)
        self.store.close()
        assert self.run(self.open())
        assert (self.session.revision, self.session.digest, self.session.game_id) == before

    @rule(seed=st.integers(0, 1 << 64))
    def another_game(self, seed):
        assert self.run(self.session.new_game({"seats": 3, "rounds": 4}, seed)).ok

    @invariant()
    def the_state_is_the_fold_of_the_log(self):
        game = self.run(self.store.game(self.session.game_id))
        entries = self.run(self.store.entries(game.game_id))
        check_chain(game, entries)
        plain = [{"action": e.action, "digest": e.digest, "seq": e.seq} for e in entries]
        state = fold(toy_game, game.options, game.seed, plain)
        assert toy_game.digest(state) == self.session.digest
        assert self.session.view("table")["revision"] == self.session.revision

    @invariant()
    def the_revision_never_falls(self):
        assert self.session.revision >= self.shown
        self.shown = self.session.revision


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

"""A game from its setup to a running colony: the unmodified companion in emulated time, real images on all chips.

The one test is long because its table takes a while to boot; it is one evening at one table, told in order.
"""

import asyncio
import contextlib
import secrets
import uuid

import pytest
from emulated_companion import AFTER, BEFORE, FIELD_KNOWN_EMPTY_S, Companion, Seen

from host.session.replay import replay
from host.session.session import Session
from host.store.store import Store
from shared_rules import catalog
from shared_rules.beyond_humanity import game
from tools.emulator.table import ARC
from tools.virtual.box import tag_of

pytestmark = [pytest.mark.slow(45), pytest.mark.timeout(180)]

SEED = 1  # the two Modules are built by Round 3 without a Catastrophe
PLANET = "teegarden-b"
LAST_ROUND = 6  # with room for another balance
CHIPS = SOLAR, LIFE_SUPPORT = 3, 11  # quickly built on that planet
STORAGE = 6  # a simulated board
PROPOSALS = (  # unit, Manager, corridor
    (SOLAR, 1, ((0, 0), (SOLAR, 0))),
    (LIFE_SUPPORT, 3, ((SOLAR, 1), (LIFE_SUPPORT, 0))),
    (STORAGE, 5, ((LIFE_SUPPORT, 1), (STORAGE, 0))),
)
RING = [[0, 0, SOLAR, 0], [0, 3, STORAGE, 1], [SOLAR, 1, LIFE_SUPPORT, 0], [STORAGE, 0, LIFE_SUPPORT, 1]]
ACCEPTED, ASKING = catalog.TAP_ACCEPTED, catalog.TAP_ASKING


class Evening:
    """Companions one after the other over one save, at one emulated table."""

    def __init__(self, rig, path):
        self.rig, self.path, self.seen = rig, path, Seen(rig)
        self.lives = []

    async def companion(self):
        """The next one, connected; whether it resumed a game."""
        self.lives.append(Companion(self.rig.loop, self.path))
        return self.lives[-1], await self.lives[-1].start()

    def play(self, job):
        """What the coroutine function `job(evening)` returns, in emulated time."""

        async def whole():
            try:
                return await job(self)
            finally:
                for companion in self.lives:
                    await companion.end()

        asyncio.set_event_loop(self.rig.loop)
        try:
            return self.rig.loop.run_until_complete(whole())
        finally:
            asyncio.set_event_loop(None)
            for companion in self.lives:
                companion.store.close()


async def join_managers(seen, companion, *numbers):
    """The setup of a game at companion level up to the Managers, who join by their tokens."""
    await companion.session.new_game({"level": "companion", "mode": "semi"}, seed=SEED)
    await asyncio.sleep(FIELD_KNOWN_EMPTY_S)
    for number in numbers:
        await seen.tap(companion, f"manager/{number}", ACCEPTED)
    joined = [manager["manager"] for manager in companion.view["setup"]["joined"]]
    assert joined == list(numbers)


async def begin(companion):
    """The rest of the setup; a third Manager joins on the screen."""
    await companion.press("answer", choice="manager/5")
    await companion.press("answer", choice="done")
    await companion.press("answer", choice=PLANET)
    await companion.press("answer", choice="begin")
    assert (companion.view["stage"], companion.view["round"]) == ("play", 1)


@pytest.mark.rule("BHC-4.5-5")
def test_a_campaign_on_chips_survives_two_deaths_of_its_companion(rig, tmp_path):
    for unit in CHIPS:
        rig.table.add_module(unit)
    rig.table.add_board(STORAGE)

    async def job(evening):
        first, resumed = await evening.companion()
        assert not resumed
        await join_managers(evening.seen, first, 1, 3)
        await begin(first)
        await build(evening.seen, first)
        second = await die_with_a_decree(evening, first)
        await second.close_round()
        third = await die_with_a_campaign(evening, second)
        while {third.view["modules"][unit]["state"] for unit in CHIPS} != {"operational"}:
            assert third.view["round"] < LAST_ROUND
            await third.close_round()
        storage = third.view["lights"][str(STORAGE)]
        await evening.seen.until_lights(third, {**dict.fromkeys(CHIPS, "operational"), STORAGE: storage})
        await third.session.settle()
        await check_log(third, evening.lives)
        await check_snapshot(third, tmp_path / "another.db")

    Evening(rig, tmp_path / "colony.db").play(job)
    assert rig.emulator.measure(ARC)["resets"] == 0


async def build(seen, companion):
    """Phase 5 of Round 1: three proposals, submitted by tokens, and a corridor that closes a loop."""
    await companion.to_phase(5)
    for unit, manager, corridor in PROPOSALS:
        seen.table.join(*corridor)
        await seen.until(lambda: companion.view["dialog"] is not None)
        assert companion.view["dialog"]["id"] == "submit"
        await seen.until_lights(companion, {unit: "attached"})
        await seen.tap(companion, f"manager/{manager}", ACCEPTED)
        assert companion.view["modules"][unit]["state"] == "construction"
    seen.table.join((STORAGE, 1), (0, 3))
    await seen.until(lambda: companion.view["corridors"] == RING)
    await seen.until_lights(companion, dict.fromkeys((*CHIPS, STORAGE), "construction"))


async def die_with_a_decree(evening, companion):
    """Killed with the Decree's owner stored and not acknowledged: the ARC sends it again, and it counts once."""
    await companion.to_phase(6)
    await evening.seen.tap(companion, "decree/7", ASKING)
    companion.strike("TAP", AFTER)
    evening.seen.table.lay(tag_of("manager/1"))
    await companion.struck()
    heir, resumed = await evening.companion()
    assert resumed
    again = companion.heard[-1]
    await evening.seen.until(lambda: again in heir.heard)
    await evening.seen.lift(heir)
    assert heir.view["managers"][0]["card"]["kind"] == "decree"
    return heir


async def die_with_a_campaign(evening, companion):
    """Killed with a Campaign's tap heard and not stored: it counts when the ARC sends it again."""
    await companion.to_phase(3)
    companion.strike("TAP", BEFORE)
    evening.seen.table.lay(tag_of("manager/3"))
    await companion.struck()
    assert companion.view["managers"][1]["campaigns"] == 0
    heir, _ = await evening.companion()
    await evening.seen.until(lambda: heir.view["managers"][1]["campaigns"] == 1)
    await evening.seen.lift(heir)
    return heir


async def check_log(companion, lives):
    """Each event of the ARC stands in the save once and without gaps; the game is the fold of its log."""
    session, save = companion.session, companion.store
    stored = await save.read(lambda db: db.execute("SELECT boot, seq, name FROM arc_events ORDER BY seq").fetchall())
    heard = [event for life in lives for event in life.heard]
    assert sorted(set(heard), key=lambda event: event[1]) == stored
    assert [seq for _, seq, _ in stored] == list(range(1, len(stored) + 1))
    assert len(heard) - len(set(heard)) == 2  # the two that the dead companions had heard
    record, entries = await save.game(session.game_id), await save.entries(session.game_id)
    assert game.digest(replay(game, record, entries)) == session.digest
    taps = [entry.action["piece"] for entry in entries if entry.action["kind"] == "tap"]
    submitted = [f"manager/{manager}" for _, manager, _ in PROPOSALS]
    assert taps == ["manager/1", "manager/3", *submitted, "decree/7", "manager/1", "manager/3"]


async def check_snapshot(companion, path):
    """Another computer picks the game up from the ARC alone."""
    with contextlib.closing(Store.open(path)) as save:
        other = Session(save, game)
        other.attach_arc(companion.client)
        await other.restore_from_arc()
        assert other.view("table")["round"] == companion.view["round"]
        assert other.digest == companion.session.digest
        await other.close()


def test_the_same_evening_is_the_same_to_the_cycle(make_rig, tmp_path, monkeypatch):
    """Given what the host draws by lot, two runs log the same actions at the same microsecond, in as many cycles."""
    told = []
    for run in ("one", "two"):
        lots = iter(range(0x2000, 0x2100))  # numbers of sessions
        monkeypatch.setattr(secrets, "randbelow", lambda most, lots=lots: next(lots))
        monkeypatch.setattr(secrets, "token_bytes", bytes)
        monkeypatch.setattr(uuid, "uuid4", lambda: uuid.UUID(int=SEED))
        told.append(Evening(make_rig(), tmp_path / f"{run}.db").play(short_evening))
    assert told[0] == told[1]
    assert [action["piece"] for _, action, _, _ in told[0][0]] == ["manager/1"]


async def short_evening(evening):
    """A game is opened and a Manager joins: what the log holds of it, and the chip's cycles."""
    companion, _ = await evening.companion()
    await join_managers(evening.seen, companion, 1)
    entries = await companion.store.entries(companion.session.game_id)
    logged = [(entry.seq, entry.action, entry.digest, entry.at_utc_s) for entry in entries]
    return logged, evening.rig.emulator.measure(ARC)["cycles"]

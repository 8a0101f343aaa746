"""What a table adds to every setup: imported planets, added scenarios, and which scenarios were played."""

import json
import random
import shutil

import pytest

from host import own_planets
from host.offering import Offering
from host.session.session import Session
from host.store.store import Store
from host.web.hub import Hub
from host.web.pairing import Pairing
from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content import box as host_content

SHORT = {
    "id": "short", "name": "A short one", "difficulty": 1, "mode": "coop", "planet": "tau-cet-e", "rules": ["rounds 1"],
    "progress": {"label": "Stores", "condition": "colony stock >= 1", "kind": "reach", "rounds": 1, "by_round": 1,
                 "missed": "lose"},
}  # fmt: skip

FACTS = {"name": "Alpha b", "star": "Alpha", "spectral": "G2 V", "distance_ly": 41, "period": 31000, "radius": 110,
         "mass": 0, "insolation": 95}  # fmt: skip


class Shown:
    """A session of which only the view counts here."""

    def __init__(self):
        self.state = game.setup({"managers": [1, 2], "scenario": "red_ledger"}, 1)

    def view(self, audience):
        return game.view(self.state, audience)


@pytest.fixture
def store(tmp_path):
    made = Store.open(tmp_path / "colony.db")
    yield made
    made.close()


@pytest.fixture
def offering(tmp_path, store):
    return Offering(tmp_path, store, Shown())


@pytest.mark.rule("BHC-A4.1-1")
async def test_a_finished_scenario_is_marked_as_played_for_the_next_setup(offering):
    await offering.changed()
    assert await offering.options({}) == {}
    session = offering._session
    session.state = dict(session.state, stage="over", ending=["dependence"])
    for _ in range(2):
        await offering.changed()
    options = await offering.options({})
    assert options == {"played": ["red_ledger"]}
    shown = game.view(game.setup(options, 1), "table")["setup"]["scenarios"]
    assert [one["id"] for one in shown if one["played"]] == ["red_ledger"]


@pytest.mark.rule("BHC-A4.1-2")
async def test_a_scenario_leaves_no_other_trace(offering, store, tmp_path):
    own_planets.save(tmp_path, [FACTS])
    before = (await offering.options({}))["planets"]
    session = offering._session
    session.state = dict(session.state, stage="over", ending=["dependence"])
    await offering.changed()
    after = await offering.options({})
    assert (after.pop("played"), after) == (["red_ledger"], {"planets": before})


@pytest.mark.rule("BHC-A4.2-1", "BHC-A4.2-2")
async def test_imported_planets_are_offered_with_and_without_a_profile(offering, tmp_path):
    own_planets.save(tmp_path, [FACTS])
    near = content.get()["planet"]["ross-128-b"]
    for others, count in (({}, 60), ({"exogen": True, "planets": [near]}, 7)):
        state = game.setup(await offering.options(others), 1)
        shown = game.view(state, "table")["setup"]["planets"]
        assert len(shown) == count
        assert "alpha-b" in [one["id"] for one in shown]


async def test_damaged_files_offer_nothing_and_stop_no_game(offering, tmp_path):
    (tmp_path / own_planets.FILE).write_text("{")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "bad.toml").write_text("nonsense")
    shutil.copy(content.__file__, tmp_path / "scenarios" / "worse.toml")
    assert await offering.options({}) == {}


class Link:
    words, connected = "", False


@pytest.mark.rule("BHC-A4.1-1", "BHC-A4.1-6")
async def test_a_table_plays_an_added_scenario_and_remembers_it(tmp_path, store):
    entry = dict(SHORT, story=host_content.get()["scenarios"][0]["story"])
    (tmp_path / "scenarios").mkdir()
    lines = [f"{name} = {json.dumps(value)}" for name, value in entry.items() if name != "progress"]
    bar = [f"{name} = {json.dumps(value)}" for name, value in entry["progress"].items()]
    text = "\n".join(["[[scenario]]", *lines, "[scenario.progress]", *bar])
    (tmp_path / "scenarios" / "short.toml").write_text(text)
    session = Session(store, game)
    hub = Hub(session, Link, Pairing())
    hub.offering = Offering(tmp_path, store, session)
    options = {"level": "referee", "managers": [1, 2], "mode": "coop", "planet": "tau-cet-e", "scenario": "short"}
    assert await hub.start_game(options) == ""
    dice = random.Random(4)
    while session.result is None:
        seat = session.to_act[0]
        actions = [one for one in session.view(f"seat:{seat}")["you"]["actions"] if one["kind"] != "undo"]
        assert (await session.act(dice.choice(actions), session.revision, "test")).ok
    await hub.offering.changed()
    assert await hub.start_game({"level": "companion"}) == ""
    shown = {one["id"]: one["played"] for one in session.view("table")["setup"]["scenarios"]}
    assert shown["short"]
    assert not shown["red_ledger"]
    await session.close()

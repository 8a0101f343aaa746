"""Profiles in the store: bound to the box, kept through restarts, moved as files; games count exactly once."""

import asyncio
import json
import random
import re

import pytest
from exogen_log import explore, game, named
from hypothesis import given, settings
from hypothesis import strategies as st

from host.exogen import planets, profilefile
from host.exogen.counting import Counting, counts, entry_of, mission_in_setup, watch
from host.exogen.errors import ExogenError, NoProfile, Parted
from host.exogen.profiles import Exogen
from host.session.session import Session
from host.store import exogen as kept
from host.store.errors import ForeignFile, NewerSave, StoreError, StoreTampered, StoreUnavailable
from host.store.store import Store
from shared_rules.beyond_humanity import exogen as rules
from shared_rules.beyond_humanity import game as title
from shared_rules.beyond_humanity.bots import driver
from shared_rules.beyond_humanity.content import box

PLAYED = {"mode": "semi", "managers": [1, 3, 8]}
SEED = 20261130
NEAR, AWAY = "gj-1061-c", 12  # explored in these tests; ships reach it from the beginning


@pytest.fixture
def path(tmp_path):
    return tmp_path / "colony.db"


@pytest.fixture
def store(path):
    opened = Store.open(path)
    yield opened
    opened.close()


@pytest.fixture
async def exogen(store):
    made = Exogen(store)
    await made.refresh()
    return made


@pytest.fixture
async def session(store):
    made = Session(store, title)
    made.on_link_state(type("Up", (), {"connected": True, "words": "The ARC is connected."})())
    yield made
    await made.close()


async def press(session, **action):
    outcome = await session.act(action, session.revision, "tablet:1")
    assert outcome.ok, outcome.sentence


async def play_to_the_end(session):
    """Through all Rounds without doing anything, and the points of whoever has survived."""
    while (view := session.view("table"))["stage"] == "play":
        if view["phase"] < 6:
            await press(session, kind="phase")
        else:
            await press(session, kind="next")
            await press(session, kind="answer", choice="yes")
    for seat in range(len(view["managers"]) if view["stage"] == "points" else 0):
        await press(session, kind="table_points", seat=seat, vp=30 + seat)
    assert session.result is not None


async def begin(session, exogen, **options):
    outcome = await session.new_game({**PLAYED, "planet": "trappist-1-e", **exogen.setup_options(), **options}, SEED)
    assert outcome.ok, outcome.sentence


# -- box and profiles ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A4.2-5")
async def test_a_game_set_keeps_its_id_and_is_bound_to_one_profile(path):
    store = Store.open(path)
    exogen = Exogen(store)
    await exogen.refresh()
    box = exogen.set_id
    assert exogen.bound is None
    ada = await exogen.create("Ada")
    grace = await exogen.create("Grace")
    assert exogen.bound == grace
    await exogen.bind(ada.id)
    store.close()
    store = Store.open(path)
    again = Exogen(store)
    await again.refresh()
    assert (again.set_id, again.the_bound().name) == (box, "Ada")
    assert [profile.name for profile in again.profiles] == ["Ada", "Grace"]
    await again.bind(None)
    assert again.bound is None
    store.close()


@pytest.mark.rule("BHC-A4.2-1", "BHC-A4.2-6")
async def test_every_mode_is_played_without_a_profile(exogen, session):
    assert exogen.setup_options() == {}
    for mode in ("semi", "coop", "solo"):
        assert (await session.new_game({**PLAYED, "mode": mode, "planet": "toi-700-d"}, SEED)).ok
        assert session.view("table")["mode"]["id"] == mode
        assert session.view("table")["stage"] == "play"
    with pytest.raises(NoProfile):
        await exogen.explore(planets.find(NEAR))


async def test_what_was_done_survives_and_refusals_change_nothing(exogen, store):
    await exogen.create("Ada")
    await exogen.explore(planets.find("GJ 1061 c"))
    before = exogen.the_bound()
    with pytest.raises(ExogenError, match="Telescopes see"):
        await exogen.explore(planets.find("Kepler-90 i"))
    with pytest.raises(ExogenError, match="letters"):
        await exogen.rename("x" * 60)
    again = Exogen(store)
    await again.refresh()
    assert again.the_bound() == before


async def test_what_an_entry_says_is_guarded_by_hashes(exogen, store):
    await exogen.create("Ada")

    def forge(db):
        db.execute("DROP TRIGGER exogen_entries_no_update")
        db.execute("UPDATE exogen_entries SET action = ?", (json.dumps(named("Eve")),))

    await store.write(forge)
    again = Exogen(store)
    await again.refresh()
    assert again.bound is None
    assert "Entry 1 of this profile was changed" in again.troubles[0]
    with pytest.raises(StoreTampered):
        await store.write(lambda db: kept.append(db, exogen.the_bound().id, [(named("Bob"), 1.0)], lambda log: None))


async def test_two_programs_write_to_one_profile_without_losing_anything(exogen, store):
    await exogen.create("Ada")
    other = Exogen(store)
    await other.refresh()
    await exogen.explore(planets.find("GJ 1061 c"))
    await other.rename("Augusta")
    await exogen.refresh()
    assert exogen.the_bound().state["known"] == {NEAR: 1}
    assert exogen.the_bound().name == "Augusta"


# -- games ---------------------------------------------------------------------------------------------------------


async def test_a_finished_game_counts_once_for_the_profile_of_its_beginning(exogen, session, store):
    ada = await exogen.create("Ada")
    counting = Counting(exogen, session, title)
    await begin(session, exogen)
    await exogen.create("Grace")  # the box is bound to her from now on; the game was begun for Ada
    await play_to_the_end(session)
    for _ in range(3):
        await counting.changed()
        await counting.catch_up()
    late = [Counting(exogen, session, title) for _ in range(3)]  # other companions, all at once
    await asyncio.gather(*(one.changed() for one in late))
    states = {profile.name: profile.state for profile in exogen.profiles}
    assert [one["game"] for one in states["Ada"]["games"]] == [session.game_id]
    assert states["Grace"]["games"] == []
    result, counted = session.result, states["Ada"]["games"][0]
    assert counted["positive"] == result["positive"]
    assert counted["vp"] == (max(seat["total"] for seat in result["seats"]) if result["positive"] else 0)
    assert await store.read(kept.begun_games) == []
    assert ada.id in {profile.id for profile in exogen.profiles}


async def test_a_game_that_ended_unseen_counts_at_the_next_start(path):
    store = Store.open(path)
    session, exogen = Session(store, title), Exogen(store)
    await exogen.refresh()
    await exogen.create("Ada")
    session.on_link_state(type("Up", (), {"connected": True, "words": ""})())
    await begin(session, exogen)
    await play_to_the_end(session)  # and the companion crashes before it has counted
    finished = session.game_id
    await session.new_game({}, SEED)
    await session.close()
    store.close()
    store = Store.open(path)
    exogen, session = Exogen(store), Session(store, title)
    await exogen.refresh()
    await session.resume()
    await Counting(exogen, session, title).changed()
    assert [one["game"] for one in exogen.the_bound().state["games"]] == [finished]
    await session.close()
    store.close()


async def test_a_game_without_a_profile_never_counts(exogen, session):
    await begin(session, exogen)
    await exogen.create("Ada")
    await play_to_the_end(session)
    await Counting(exogen, session, title).changed()
    assert exogen.the_bound().state["games"] == []


async def test_an_imported_game_does_not_count(exogen, session, tmp_path):
    await begin(session, exogen)
    await play_to_the_end(session)
    await session.export(tmp_path / "game.colony")
    elsewhere = Store.open(tmp_path / "other.db")
    other, there = Exogen(elsewhere), Session(elsewhere, title)
    await other.refresh()
    await other.create("Eve")
    await there.import_game(tmp_path / "game.colony")
    assert there.result is not None
    await Counting(other, there, title).changed()
    assert other.the_bound().state["games"] == []
    await there.close()
    elsewhere.close()


async def test_a_game_that_goes_on_is_folded_only_when_it_has_grown(exogen, session, store, monkeypatch):
    await exogen.create("Ada")
    await begin(session, exogen)
    await session.new_game({}, SEED)  # the first is put aside
    counting = Counting(exogen, session, title)
    await counting.changed()
    folded = []
    monkeypatch.setattr(counting, "_judge", lambda *_: folded.append(1))
    await counting.catch_up()
    assert folded == []


async def test_a_crash_while_a_game_is_counted_leaves_all_or_nothing(exogen, session, monkeypatch):
    await exogen.create("Ada")
    await begin(session, exogen)
    await play_to_the_end(session)
    real = kept.look

    def crash(*_):
        raise StoreUnavailable("The disk is full.")

    monkeypatch.setattr(kept, "look", crash)  # the last statement of the transaction
    await Counting(exogen, session, title).changed()
    await exogen.refresh()
    assert exogen.the_bound().state["games"] == []
    monkeypatch.setattr(kept, "look", real)
    for _ in range(2):
        await Counting(exogen, session, title).changed()
    assert len(exogen.the_bound().state["games"]) == 1


@pytest.mark.rule("BHC-A4.1-2")
async def test_a_scenario_leaves_the_profile_as_it_was(exogen, session, store):
    await exogen.create("Ada")
    before = exogen.the_bound()
    scenario = box.get()["scenarios"][0]["id"]
    outcome = await session.new_game({"scenario": scenario, "managers": [1, 3, 8], **exogen.setup_options()}, SEED)
    assert outcome.ok, outcome.sentence
    assert session.view("table")["scenario"]["id"] == scenario
    await play_to_the_end(session)
    await Counting(exogen, session, title).changed()
    await exogen.refresh()
    assert exogen.the_bound() == before
    assert await store.read(kept.begun_games) == [], "it is settled, and not looked at again"


@pytest.mark.rule("BHC-A4.1-2")
@pytest.mark.parametrize("field", ["scenario", "guide"])
def test_scenarios_and_tutorials_do_not_count(field):
    assert counts({"scenario": None, "guide": None, "players": None})
    assert counts({})
    assert not counts({field: {"id": "any"}})


def test_bots_alone_earn_nothing():
    assert counts({"players": {"0": "greedy", "1": "person"}})
    assert not counts({"players": {"0": "greedy", "1": "random"}})


@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_whole_games_at_referee_level_make_entries_that_a_profile_takes(mode):
    """Bots play; the entry is what a person at one of the seats would get."""
    options = {"level": "referee", "mode": mode, "planet": "teegarden-b"}
    if mode != "solo":
        options["managers"] = [2, 5]
    state = driver.play(options, SEED, "greedy").state
    view, result = title.view(state, "table"), title.result(state)
    assert counts(view), "the seats belong to persons"
    entry = entry_of("a" * 32, view, result)
    profile = rules.fold([named(), entry])
    assert (profile["games"][0]["mode"], profile["games"][0]["positive"]) == (mode, result["positive"])
    if result["positive"]:
        totals = [seat["total"] for seat in result["seats"]]
        assert entry["vp"] == (max(totals) if mode == "semi" else result["total"])


def test_games_that_only_bots_play_are_known_by_their_view():
    options = {"level": "referee", "mode": "semi", "managers": [2, 5], "planet": "teegarden-b"}
    for other, counted in (("greedy", False), ("person", True)):
        state = title.setup({**options, "seats": {"0": "greedy", "1": other}}, SEED)
        assert counts(title.view(state, "table")) == counted


async def test_the_companion_counts_by_itself(session, store):
    async with watch(store, session, title) as exogen:
        await exogen.create("Ada")
        await begin(session, exogen)
        await play_to_the_end(session)
        async with asyncio.timeout(5):
            while not exogen.the_bound().state["games"]:
                await asyncio.sleep(0)
                await session.settle()
        assert [one["game"] for one in exogen.the_bound().state["games"]] == [session.game_id]


def test_the_vp_of_a_mode_are_those_that_decide_it():
    view = {"planet": {"id": "p", "name": "P"}}
    end = {"positive": True, "winners": [1], "seats": [{"total": 20}, {"total": 44}]}
    assert entry_of("g", view, {**end, "mode": "semi"})["vp"] == 44
    assert entry_of("g", view, {**end, "mode": "coop", "total": 12})["vp"] == 12
    lost = {"positive": False, "winners": [], "seats": [], "mode": "semi"}
    assert entry_of("g", view, lost)["vp"] == 0
    for result in (end | {"mode": "solo", "total": 9}, lost):
        rules.fold([named(), entry_of("g", view, result)])


# -- pioneers ------------------------------------------------------------------------------------------------------


async def test_a_mission_is_used_up_by_the_game_that_begins_on_its_planet(exogen, session):
    await exogen.create("Ada")
    await exogen.pioneer(planets.find("Proxima Centauri b"), "heralds")
    counting = Counting(exogen, session, title)
    await begin(session, exogen)  # on another planet
    await counting.changed()
    assert exogen.the_bound().state["mission"] is not None
    await begin(session, exogen, planet="proxima-cen-b")
    for _ in range(2):
        await counting.changed()
    state = exogen.the_bound().state
    assert state["mission"] is None
    assert [one["game"] for one in state["landed"]] == [session.game_id]
    with pytest.raises(ExogenError, match="No pioneer mission"):
        await exogen.recall()


async def test_a_game_uses_up_no_other_mission_than_the_one_that_it_offered(exogen, session):
    await exogen.create("Ada")
    await exogen.do(game(1))
    await exogen.pioneer(planets.find("Proxima Centauri b"), "heralds")
    offered = exogen.setup_options()
    await exogen.recall()
    await exogen.pioneer(planets.find("Proxima Centauri b"), "masts")
    assert (await session.new_game({**PLAYED, **offered, "planet": "proxima-cen-b"}, SEED)).ok
    await Counting(exogen, session, title).changed()
    assert exogen.the_bound().state["mission"]["mission"] == "masts"


async def test_while_a_game_is_set_up_the_mission_that_it_offers_is_known(exogen, session):
    await exogen.create("Ada")
    await exogen.pioneer(planets.find("Proxima Centauri b"), "heralds")
    assert not await mission_in_setup(exogen, title)
    await session.new_game({**exogen.setup_options()}, SEED)
    assert await mission_in_setup(exogen, title)
    await session.new_game({**exogen.setup_options(recalled=True)}, SEED)
    assert not await mission_in_setup(exogen, title)
    await exogen.recall()
    assert exogen.the_bound().state["mission"] is None


async def test_the_setup_offers_what_the_profile_explored(exogen):
    await exogen.create("Ada")
    assert exogen.setup_options() == {"exogen": True, "planets": []}
    await exogen.explore(planets.find(NEAR))
    assert [planet["id"] for planet in exogen.setup_options()["planets"]] == [NEAR]


# -- files ---------------------------------------------------------------------------------------------------------


async def other_computer(tmp_path, name="other.db"):
    made = Exogen(Store.open(tmp_path / name))
    await made.refresh()
    return made


async def test_a_profile_moves_as_one_readable_file(exogen, tmp_path):
    await exogen.create("Ada L.")
    await exogen.explore(planets.find(NEAR))
    name, data = await exogen.export()
    assert name == "ada-l-.exogen"
    lines = [json.loads(line) for line in data.decode().splitlines()]
    assert lines[0]["name"] == "Ada L."
    assert lines[2]["words"] == "Explored gj-1061-c."
    there = await other_computer(tmp_path)
    assert "bound to it" in await there.take(data, name)
    assert there.the_bound() == exogen.the_bound()
    assert "nothing in the file is new" in await there.take(data, name)
    there.store.close()


async def test_an_import_never_replaces_the_profile_of_the_box(exogen, tmp_path):
    await exogen.create("Ada")
    there = await other_computer(tmp_path)
    await there.create("Grace")
    _, data = await there.export()
    assert "until you choose another" in await exogen.take(data, "grace.exogen")
    assert exogen.the_bound().name == "Ada"
    assert [profile.name for profile in exogen.profiles] == ["Ada", "Grace"]
    there.store.close()


async def test_a_profile_grows_by_a_file_and_never_shrinks(exogen, tmp_path):
    await exogen.create("Ada")
    _, old = await exogen.export()
    there = await other_computer(tmp_path)
    await there.take(old, "ada.exogen")
    await there.explore(planets.find(NEAR))
    _, newer = await there.export()
    assert "1 entry was added" in await exogen.take(newer, "ada.exogen")
    assert exogen.the_bound().log == there.the_bound().log
    with pytest.raises(ExogenError, match="newer here"):
        await exogen.take(old, "ada.exogen")
    await exogen.rename("Augusta")
    await there.rename("Countess")
    _, parted = await there.export()
    with pytest.raises(Parted, match="second profile"):
        await exogen.take(parted, "ada.exogen")
    before = exogen.the_bound()
    await exogen.take(parted, "ada.exogen", as_copy=True)
    assert exogen.the_bound() == before
    assert sorted(profile.name for profile in exogen.profiles) == ["Augusta", "Countess"]
    there.store.close()


GOOD = kept.ProfileLog("a" * 32, 5.0, kept.chain("a" * 32, [(named(), 1.0), (game(1), 2.0), (explore("x", 9), 3.0)]))


def resealed(change):
    """A file whose lines were changed by somebody who knows how to seal it again."""
    import hashlib

    lines = profilefile.dump(GOOD).decode().splitlines()[:-1]
    body = "".join(line + "\n" for line in change(lines)).encode()
    end = {"end": body.count(b"\n") - 1, "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end).encode() + b"\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not readable as a line"),
        (b"\xff\xfe photos", "not readable as a line"),
        (b'{"colony": "game", "format": 2}\n', "a saved game"),
        (b'{"colony": "cat"}\n', "no profile header"),
        (b"[" * 9000, "not readable as a line"),
        (b"x" * (profilefile.MOST_BYTES + 1), "too large"),
        (profilefile.dump(GOOD)[:-30], "cut short"),
        (profilefile.dump(GOOD).replace(b"Ada", b"Eve"), "changed or damaged"),
        (resealed(lambda lines: lines[:-1]), ""),
        (resealed(lambda lines: [lines[0].replace("a" * 32, "../etc"), *lines[1:]]), "id of the profile"),
        (resealed(lambda lines: [line.replace('"vp": 60', '"vp": 600') for line in lines]), "Entry 2"),
        (resealed(lambda lines: [line.replace('"seq": 2', '"seq": 7') for line in lines]), "Entry 2"),
        (resealed(lambda lines: [line.replace('"at_utc_s": 2.0', '"at_utc_s": null') for line in lines]), "the time"),
        (resealed(lambda lines: [line.replace('"at_utc_s": 2.0', '"at_utc_s": NaN') for line in lines]), "the time"),
        (resealed(lambda lines: lines[:1]), "empty profile"),
    ],
)
def test_a_file_that_is_not_sound_is_refused_by_name(data, words):
    if not words:
        assert len(profilefile.load(data, "ada.exogen").entries) == 2, "a shorter log is a sound one"
        return
    with pytest.raises(ForeignFile, match=f"ada.exogen.*{re.escape(words)}"):
        profilefile.load(data, "ada.exogen")


def test_a_newer_file_is_refused_by_name():
    data = profilefile.dump(GOOD).replace(b'"format": 1', b'"format": 9')
    with pytest.raises(NewerSave, match=r"format 9.*update the companion"):
        profilefile.load(data, "ada.exogen")


def test_a_file_can_not_say_more_than_the_rules_give():
    """Points that were never earned, though every hash is right."""
    actions = [(named(), 1.0), *((explore(f"p{n}", 99), 2.0) for n in range(9))]
    log = kept.ProfileLog("b" * 32, 1.0, kept.chain("b" * 32, actions))
    with pytest.raises(ForeignFile, match=r"line 6: no profile can have this entry\. This costs"):
        profilefile.judge(log, "ada.exogen")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_file_is_refused_or_says_the_same(data):
    """Any byte changed, any part cut out: a sentence, never a crash, never another profile."""
    whole = profilefile.dump(GOOD)
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        damaged = whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :]
    else:
        damaged = whole[:at] + whole[at + data.draw(st.integers(1, 200)) :]
    try:
        loaded = profilefile.load(damaged, "ada.exogen")
    except StoreError:
        return
    assert loaded.entries == GOOD.entries


# -- the sky -------------------------------------------------------------------------------------------------------


def test_every_star_of_the_table_has_its_place_in_the_sky():
    assert [world.name for world in planets.worlds().values() if world.direction is None] == []
    for world in planets.worlds().values():
        ascension, declination = world.direction
        assert 0 <= ascension < 360
        assert -90 <= declination <= 90


def test_planets_of_one_star_stand_together_and_charted_ones_come_first():
    worlds = list(planets.worlds().values())
    places = {}
    for world in worlds:
        assert places.setdefault(world.planet["star"], world.direction) == world.direction
    assert sorted(worlds, key=lambda world: not world.charted) == worlds
    assert sum(world.charted for world in worlds) < len(worlds)


@pytest.mark.parametrize("typed", ["gj-1061-c", "GJ 1061 c", "gj1061C", " GJ 1061 c "])
def test_a_planet_is_found_as_people_type_it(typed):
    assert planets.find(typed).id == NEAR


def test_a_planet_that_is_not_there_is_answered_with_those_that_are_like_it():
    with pytest.raises(ExogenError, match="Did you mean TRAPPIST-1"):
        planets.find("trappist")
    with pytest.raises(ExogenError, match="show --all"):
        planets.find(str(random.Random(1).random()))

"""Beyond Humanity through the session: taps, NEXT, UNDO by the Governor's token, restarts, saves, and secrecy."""

import json
import logging
import random
import re
import time

import pytest
from table_rig import UP, press, texts

from host.session.replay import Verify
from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import content, game
from shared_rules.catalog import VERDICT_ACCEPTED

OPTIONS = {"mode": "semi", "managers": [1, 2, 3]}
SEED = 27182818284590452353602874713526624977
HIDDEN_KEYS = ("support", "h", "s", "t", "chance", "immigration")


@pytest.fixture
async def colony(store):
    """A game of three Managers, begun."""
    made = Session(store, game)
    outcome = await made.new_game({**OPTIONS, "planet": content.get()["planets"][0]["id"]}, seed=SEED)
    assert outcome.ok, outcome
    made.on_link_state(UP)
    yield made
    await made.close()


async def to_phase(colony, number):
    """Press Continue until the phase is reached."""
    while colony.view("table")["phase"] < number:
        await press(colony, "phase")


async def close_round(colony):
    """NEXT, and yes."""
    await to_phase(colony, 6)
    await press(colony, "next")
    await press(colony, "answer", choice="yes")


async def play_rounds(colony, events, rounds, chance):
    """Random taps and presses for some Rounds."""
    last = colony.view("table")["round"] + rounds
    while colony.view("table")["stage"] == "play" and colony.view("table")["round"] < last:
        for _ in range(6):
            kind = chance.choice(["decree", "manager", "manager", "ambassador", "governor"])
            number = f"/{chance.randint(1, 60 if kind == 'decree' else 3)}" if kind in ("decree", "manager") else ""
            await colony.on_arc_event(events.tap(kind + number))
            dialog = colony.view("table")["dialog"]
            if dialog and dialog["choices"]:
                choice = chance.choice(dialog["choices"])["choice"]
                await colony.act({"kind": "answer", "choice": choice}, colony.revision, "tablet:1")
        await colony.act({"kind": "phase"}, colony.revision, "tablet:1")
        if colony.view("table")["phase"] == 6:
            await close_round(colony)


@pytest.mark.rule("BHC-2.3-4")
async def test_the_governors_token_asks_and_takes_a_campaign_back_and_never_reaches_behind_next(colony, events):
    await close_round(colony)
    before = colony.view("table")
    await to_phase(colony, 3)
    await colony.on_arc_event(events.tap("manager/2"))
    assert colony.view("table")["undo"] is not None
    await colony.on_arc_event(events.tap("governor"))
    dialog = colony.view("table")["dialog"]
    assert dialog["id"] == "undo"
    assert colony.view("table")["managers"][1]["name"] in dialog["text"]
    assert colony.view("table")["managers"][1]["campaigns"] == 1  # nothing is undone without a yes
    await press(colony, "answer", choice="yes")
    assert colony.view("table")["managers"][1]["campaigns"] == before["managers"][1]["campaigns"] == 0
    await colony.on_arc_event(events.tap("governor"))
    assert "taken back" in texts(colony)[0]


async def test_a_manager_who_joins_by_token_is_registered_not_asked(store, desk_arc, events):
    setup = Session(store, game)
    assert (await setup.new_game({"level": "companion", "mode": "semi"}, seed=SEED)).ok
    setup.attach_arc(desk_arc)
    setup.on_link_state(UP)
    for piece in ("manager/1", "manager/3"):
        await setup.on_arc_event(events.tap(piece))
    await setup.settle()
    assert len(setup.view("table")["setup"]["joined"]) == 2
    assert desk_arc.verdicts == [(1, VERDICT_ACCEPTED), (2, VERDICT_ACCEPTED)]
    await setup.close()


@pytest.mark.rule("BHC-4.5-5")
async def test_a_module_is_submitted_by_its_managers_token_and_comes_off_again_by_undo(colony, events):
    await to_phase(colony, 5)
    pool = [module["unit"] for module in colony.view("table")["modules"] if module["state"] == "pool"]
    await colony.on_arc_event(events.make("MODULE_ATTACHED", unit=pool[0]))
    assert colony.view("table")["dialog"]["id"] == "submit"
    await colony.on_arc_event(events.tap("manager/1"))
    assert colony.view("table")["modules"][pool[0]]["state"] == "construction"
    await colony.on_arc_event(events.tap("governor"))
    await press(colony, "answer", choice="yes")
    assert colony.view("table")["modules"][pool[0]]["state"] == "waiting"
    assert any("take the Module off" in line for line in colony.view("table")["put_back"])
    await colony.on_arc_event(events.make("MODULE_LOST", unit=pool[0]))
    assert colony.view("table")["modules"][pool[0]]["state"] == "pool"


async def test_the_arc_gets_the_lights_of_the_title_and_its_snapshot_after_each_round(colony, desk_arc, events):
    colony.attach_arc(desk_arc)
    await colony.settle()
    before = len(desk_arc.named("SNAPSHOT_COMMIT"))
    await close_round(colony)
    await colony.settle()
    assert len(desk_arc.named("SNAPSHOT_COMMIT")) == before + 1
    await to_phase(colony, 5)
    pool = [module["unit"] for module in colony.view("table")["modules"] if module["state"] == "pool"]
    await colony.on_arc_event(events.make("MODULE_ATTACHED", unit=pool[0]))
    await colony.on_arc_event(events.tap("manager/1"))
    await colony.settle()
    assert desk_arc.lights[pool[0]] == "construction"


@pytest.mark.rule("BHC-5-1")
async def test_another_computer_picks_the_game_up_from_the_arc_alone(tmp_path, colony, desk_arc, events):
    colony.attach_arc(desk_arc)
    await play_rounds(colony, events, 2, random.Random(1))
    await colony.settle()
    elsewhere = Store.open(tmp_path / "elsewhere.db")
    there = Session(elsewhere, game)
    there.attach_arc(desk_arc)
    await there.restore_from_arc()
    assert (there.view("table")["round"], there.digest) == (colony.view("table")["round"], colony.digest)
    await there.close()
    elsewhere.close()


def hidden_numbers(state):
    """Every integer under a hidden name in the state that is long enough to be looked for as text."""
    found = set()

    def walk(value, hidden):
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, hidden or key in HIDDEN_KEYS)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, hidden)
        elif hidden and type(value) is int and abs(value) >= 10_000:
            found.add(value)

    walk(state, False)
    return found


async def test_nothing_hidden_leaves_a_session_of_the_real_title(tmp_path, colony, desk_arc, events, caplog):
    caplog.set_level(logging.DEBUG)
    colony.attach_arc(desk_arc)
    hidden, shown = {SEED}, []
    for turn in range(4):
        await play_rounds(colony, events, 1, random.Random(turn))
        hidden |= hidden_numbers(colony._core.state)
        shown.append(json.dumps([colony.view(who) for who in ("table", "seat:0", "seat:2")]))
    await colony.settle()
    await colony.export(tmp_path / "running.colony")
    out = "\n".join([caplog.text, *shown, repr(colony.notices)]).encode() + (tmp_path / "running.colony").read_bytes()
    assert len(hidden) > 8
    # Digests, hashes and the sealed part are digits by accident; they are taken out, and what is left has no such word.
    words = set(re.findall(rb"\d+", re.sub(rb"[0-9a-f]{32,}|\"data\": \"[^\"]+\"", b"", out)))
    assert [number for number in hidden if str(abs(number)).encode() in words] == []


async def test_a_whole_game_is_resumed_within_its_budget_and_moves_as_a_file(tmp_path, colony, store, events):
    await play_rounds(colony, events, 20, random.Random(3))
    again = Session(store, game)
    began_s = time.perf_counter()
    assert await again.resume()
    resume_s = time.perf_counter() - began_s
    assert (again.digest, again.revision) == (colony.digest, colony.revision)
    assert resume_s < 5  # architecture section 9: cold start to usable page, and resume of a 20-round game
    await colony.export(tmp_path / "whole.colony")
    elsewhere = Store.open(tmp_path / "elsewhere.db")
    record = await elsewhere.import_game(tmp_path / "whole.colony", Verify(game))
    assert record.seed == SEED
    elsewhere.close()

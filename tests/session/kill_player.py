"""The process that is killed: plays a title through a session and says each action that was confirmed.

Sends one message per confirmed action: game, revision, digest. It is sent after the action was confirmed and before the
next begins, so the last message names a state that must survive.
"""

import asyncio
import random

import toy_game
from table_rig import UP, Events

from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import content, game

TITLES = {"toy": toy_game, "beyond_humanity": game}


def options(title, chance):
    """How a game of the title begins."""
    if title == "toy":
        return {"seats": 3, "rounds": 1_000_000}
    planet = chance.choice(content.get()["planets"])["id"]
    return {"mode": "semi", "managers": chance.sample(range(1, 10), 3), "planet": planet}


def choose(title, state, chance):
    """A legal action of anybody; None at the end of the game."""
    if title == "toy":
        return chance.choice(toy_game.legal(state, chance.randrange(state["seats"])))
    found = game.legal(state, None)
    kind = chance.choice(sorted({action["kind"] for action in found})) if found else None
    return chance.choice([action for action in found if action["kind"] == kind]) if found else None


async def one_action(session, events, action):
    """As a press of a tablet or as an event of the ARC."""
    if action["kind"] == "tap":
        await session.on_arc_event(events.tap(action["piece"]))
    elif action["kind"] in ("attach", "detach"):
        name = "MODULE_ATTACHED" if action["kind"] == "attach" else "MODULE_LOST"
        await session.on_arc_event(events.make(name, unit=action["unit"]))
    else:
        await session.act(action, session.revision, "tablet:1")


async def play(title, path, seed, confirmed):
    chance = random.Random(seed)
    session = Session(Store.open(path), TITLES[title])
    session.on_link_state(UP)
    if not await session.resume():
        await session.new_game(options(title, chance))
    # A new boot each time, as the ARC's journal would number it.
    events = Events(boot=seed & 0xFFFFFFFF)
    while True:
        confirmed.send((session.game_id, session.revision, session.digest))
        action = choose(title, session._core.state, chance)
        if action is None:
            await session.new_game(options(title, chance))
        else:
            await one_action(session, events, action)


def main(title, path, seed, confirmed):
    """Until killed; `confirmed` is the sending end of a pipe."""
    asyncio.run(play(title, path, seed, confirmed))

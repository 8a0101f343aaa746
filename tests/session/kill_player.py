"""The process that is killed: plays the toy title through a session and says each action that was confirmed.

Sends one message per confirmed action: game, revision, digest. It is sent after the action was confirmed and before the
next begins, so the last message names a state that must survive.
"""

import asyncio
import random

import toy_game
from table_rig import Events

from host.session.session import Session
from host.store.store import Store


async def one_action(session, events, chance):
    """A random press or event; some are refused."""
    state = session._core.state
    seat = chance.randrange(state["seats"])
    action = chance.choice(toy_game.legal(state, seat))
    if chance.random() < 0.1:
        await session.on_arc_event(events.make("MODULE_ATTACHED", unit=chance.randrange(1, 13)))
    elif action["kind"] == "tap":
        await session.on_arc_event(events.tap(action["piece"]))
    else:
        await session.act(action, session.revision, f"seat:{seat}")


async def play(path, seed, confirmed):
    chance = random.Random(seed)
    session = Session(Store.open(path), toy_game)
    if not await session.resume():
        await session.new_game({"seats": 3, "rounds": 1_000_000})
    # A new boot each time, as the ARC's journal would number it.
    events = Events(boot=seed & 0xFFFFFFFF)
    while True:
        confirmed.send((session.game_id, session.revision, session.digest))
        await one_action(session, events, chance)


def main(path, seed, confirmed):
    """Until killed; `confirmed` is the sending end of a pipe."""
    asyncio.run(play(path, seed, confirmed))

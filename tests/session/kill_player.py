"""The process that is killed: plays the toy title through a session and says each action that was confirmed.

    python kill_player.py DATABASE SEED

Prints one line per confirmed action: revision, digest. A line is printed after the action was confirmed and before the
next begins, so the last whole line names a state that must survive.
"""

import asyncio
import os
import random
import sys

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


async def play(path, seed):
    chance = random.Random(seed)
    session = Session(Store.open(path), toy_game)
    if not await session.resume():
        await session.new_game({"seats": 3, "rounds": 1_000_000})
    # A new boot each time, as the ARC's journal would number it.
    events = Events(boot=seed & 0xFFFFFFFF)
    while True:
        os.write(1, f"{session.game_id} {session.revision} {session.digest}\n".encode())
        await one_action(session, events, chance)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2])))

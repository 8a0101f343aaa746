"""An ARC that spares its flash gets the newest snapshot later, without a word to players."""

import asyncio

from host.session.arcside import ArcSide
from shared_rules.wire.messages import FLASH_RESTS


async def test_a_snapshot_that_comes_too_soon_waits_and_the_newest_is_kept(desk_arc):
    told, rests = [], [FLASH_RESTS, FLASH_RESTS]
    real = desk_arc._answer

    def answer(name, fields):
        return (rests.pop(), b"") if name == "SNAPSHOT_BEGIN" and rests else real(name, fields)

    desk_arc._answer = answer
    side = ArcSide(desk_arc, told.append, rest_s=0.01)
    task = asyncio.ensure_future(side.run())
    side.connected(True)

    async def older():
        return b"older"

    async def newer():
        return b"the newer game"

    side.snapshot(older)
    await side.settle()
    side.snapshot(newer)
    async with asyncio.timeout(5):
        while desk_arc.snapshots.newest is None:  # noqa: ASYNC110 - the timer is the real one
            await asyncio.sleep(0.005)
    assert desk_arc.snapshots.newest.length == len(b"the newer game")
    assert told == []
    assert [fields["length"] for fields in desk_arc.named("SNAPSHOT_BEGIN")] == [5, 14, 14]
    task.cancel()

"""The game record: every card, token and module event of the ARC, each with its Round and phase."""

import pytest
from table_rig import UP, press

from host.session.game import TABLE
from host.session.playback import Playback
from host.session.session import Session
from shared_rules.beyond_humanity import content, game


@pytest.mark.rule("BHC-A1.2-3")
async def test_every_card_token_and_module_event_is_on_record_with_round_and_phase(store, events):
    colony = Session(store, game)
    planet = content.get()["planets"][0]["id"]
    assert (await colony.new_game({"mode": "semi", "managers": [1, 2, 3], "planet": planet}, seed=7)).ok
    colony.on_link_state(UP)
    happened = []

    async def arc(event, **action):
        view = colony.view(TABLE)
        happened.append((view["round"], view["phase"], action))
        await colony.on_arc_event(event)

    async def phase(number):
        while colony.view(TABLE)["phase"] < number:
            await press(colony, "phase")

    # When two Rounds are played with everything that the ARC can tell
    for unit, cards in ((6, ("decree/5", "directive/2")), (8, ("directive/1", "decree/13"))):
        await phase(3)
        await arc(events.tap("manager/2"), kind="tap", piece="manager/2")
        await phase(4)
        await arc(events.tap("ambassador"), kind="tap", piece="ambassador")
        await arc(events.tap("manager/1"), kind="tap", piece="manager/1")
        await phase(5)
        await arc(events.make("MODULE_ATTACHED", unit=unit), kind="attach", unit=unit)
        await arc(events.make("TOPOLOGY", edges=[[0, 1, unit, 2]]), kind="topology", edges=[[0, 1, unit, 2]])
        await arc(events.tap("manager/3"), kind="tap", piece="manager/3")
        await arc(events.make("MODULE_LOST", unit=unit), kind="detach", unit=unit)
        await arc(events.make("MODULE_ATTACHED", unit=unit), kind="attach", unit=unit)
        await phase(6)
        for number, card in enumerate(cards, 1):
            await arc(events.tap(card), kind="tap", piece=card)
            await arc(events.tap(f"manager/{number}"), kind="tap", piece=f"manager/{number}")
        await arc(events.tap("governor"), kind="tap", piece="governor")
        await press(colony, "answer", choice="no")
        await press(colony, "next")
        await press(colony, "answer", choice="yes")
    # Then the record holds each of them at its place, and tells Round and phase
    playback = Playback(game, await store.game_file((await store.games())[0].game_id))
    playback.open_now()
    recorded = []
    for entry in playback.file.entries:
        if entry.action["kind"] in ("tap", "attach", "detach", "topology"):
            view = playback.view(entry.seq - 1, TABLE)
            recorded.append((view["round"], view["phase"], entry.action))
    assert playback.first_difference is None
    assert recorded == happened
    await colony.close()

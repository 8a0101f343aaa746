"""Three Rounds of Beyond Humanity, played only by dragging on the virtual table and pressing buttons."""

import pytest
from chromium import PHONE, TABLET, Companion, Watched
from hands import Hands, new_game, shown
from playwright.async_api import Page, expect


async def follows(phone: Page, round_: int, phase: int) -> None:
    """The second tablet shows the same place in the game."""
    await expect(phone.locator(".round b")).to_have_text(str(round_))
    await expect(phone.locator(f".phases li:nth-child({phase}).now")).to_have_count(1)


async def set_up(hands: Hands, managers: tuple[int, ...]) -> None:
    """Through the setup guide, with tokens on the ARC."""
    panel = hands.page.locator(".panel")
    await hands.press('[data-choice="semi"]')
    for count, number in enumerate(managers, 1):
        await hands.lay(f"manager/{number}")
        await expect(panel).to_contain_text(f"Registered: {count}.")
    await shown(hands.page, "table-setup")
    await hands.press('[data-choice="done"]')
    await hands.press('[data-choice="trappist-1-e"]')
    await hands.press('[data-choice="begin"]')
    await expect(panel.locator(".round b")).to_have_text("1")


async def close_round(hands: Hands, round_: int) -> None:
    """NEXT, confirmed, and the summary read."""
    await hands.press('[data-key="next"]')
    await hands.press('[data-choice="yes"]')
    await expect(hands.page.locator(".panel .round b")).to_have_text(str(round_ + 1))
    await hands.read_summary()


@pytest.mark.slow(25)
@pytest.mark.timeout(180)
@pytest.mark.rule("BHC-4.5-3", "BHC-4.6-3", "BHC-2.3-4", "BHC-4.1-1")
async def test_three_rounds_by_hand(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    table = await watched.open(TABLET, address)
    hands, panel = Hands(table), table.locator(".panel")

    # given a new game, set up with tokens
    await expect(table.locator(".facts")).to_contain_text("virtual")
    await shown(table, "start")
    await new_game(table)
    await table.goto(f"{address}/table")
    await set_up(hands, (1, 3, 8))
    phone = await watched.open(PHONE, f"{address}/play")
    await follows(phone, 1, 3)

    # Round 1: a Campaign, a Module, a Decree
    await hands.lay("manager/1")
    await expect(panel).to_contain_text("Campaign of Paul Bloch")
    await expect(phone.locator(".side, .play")).to_contain_text(["Campaign of Paul Bloch"] * 2)
    await hands.go_on(4)
    await hands.go_on(5)
    solar = await hands.connect("solar_power_plant", "0:0")
    await expect(panel.locator(".ask")).to_contain_text("is connected")
    await shown(table, "table-module-asks")
    await hands.lay("manager/3")
    await expect(panel).to_contain_text("Athena Gore submits")
    await hands.go_on(6)
    await hands.lay("decree/2")
    await expect(panel.locator(".ask")).to_contain_text("Festival of First Light")
    await expect(phone.locator(".ask")).to_contain_text("Festival of First Light")
    await shown(phone, "play-decree-asks")
    await hands.lay("manager/8")
    await expect(panel.locator(".ask")).to_have_count(0)
    await shown(table, "table-round-1")
    await close_round(hands, 1)
    await follows(phone, 2, 1)

    # Round 2: UNDO by the Governor's token, then a Module at the Module
    await Hands(phone).read_summary()
    await hands.go_on(2)
    await hands.go_on(3)
    await hands.lay("manager/8")
    await expect(panel).to_contain_text("Campaign of Mac McCain")
    await hands.lay("governor")
    await hands.press('[data-choice="yes"]')
    await expect(panel).to_contain_text("Taken back: Campaign of Mac McCain")
    await expect(phone.locator(".putback")).to_contain_text("Mac McCain takes the token off")
    await shown(phone, "play-put-back")
    await hands.go_on(4)
    await hands.go_on(5)
    await hands.connect("residential_dome", f"{solar}:2")
    await hands.lay("manager/1")
    await expect(panel).to_contain_text("Paul Bloch submits")
    await hands.go_on(6)
    await close_round(hands, 2)
    await follows(phone, 3, 1)

    # Round 3: a Module that comes off is missed, and is put back
    await Hands(phone).read_summary()
    await hands.go_on(2)
    await hands.take_off(solar)
    await expect(panel.locator(".putback")).to_contain_text("Solar Power Plant")
    await shown(table, "table-module-missing")
    for phase in (3, 4, 5, 6):
        await hands.go_on(phase)
    await close_round(hands, 3)
    await follows(phone, 4, 1)
    await shown(table, "table-round-4")
    assert companion.stop() in (0, 130)

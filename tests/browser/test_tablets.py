"""Several tablets: pairing, stale presses, lost connections, fingers."""

import re
import socket
from pathlib import Path

import pytest
from chromium import PHONE, TABLET, Companion, Watched
from hands import Hands, new_game, quick_game, shown
from playwright.async_api import Page, expect

from host.web.server import lan_host


async def test_joining_is_read_only_until_paired_and_a_tablet_can_be_sent_away(
    open_companion: Companion, watched: Watched
) -> None:
    lan = lan_host()
    if lan is None:
        pytest.skip("this machine has no network address beside loopback")
    watched.local.add(lan)
    address = await open_companion.address()
    outside = address.replace("127.0.0.1", lan)
    home = await watched.open(TABLET, address)
    await quick_game(home, address)

    # given a stranger, who sees the game but no buttons for it
    guest = await watched.open(PHONE, f"{outside}/play")
    await expect(guest.locator(".watching")).to_be_visible()
    await expect(guest.locator(".round b")).to_have_text("1")
    assert await guest.locator('[data-key="continue"], [data-key="next"], [data-key="undo"]').count() == 0
    await shown(guest, "watching")
    await guest.goto(f"{outside}/pair")
    assert await guest.locator(".qr").count() == 0
    await shown(guest, "pair-stranger")
    await guest.goto(f"{outside}/join?token=guessed")
    await expect(guest.locator(".note-bad")).to_contain_text("used up or too old")

    # when the code of the home screen is scanned
    await home.goto(f"{address}/pair")
    await expect(home.locator(".qr svg")).to_be_visible()
    await shown(home, "pair-code")
    link = re.search(r"http://\S+/join\?token=\S+", await home.locator("[data-rev]").inner_text())
    assert link is not None
    assert lan in link.group()
    await guest.goto(link.group())

    # then the stranger takes part
    await guest.locator('[data-key="continue"]').click()
    await expect(guest.locator(".phases li:nth-child(4).now")).to_have_count(1)

    # and the code is used up, while the home screen shows a new one
    await expect(home.locator("[data-rev]")).not_to_contain_text(link.group())
    late = await watched.open(PHONE, link.group())
    await expect(late.locator(".note-bad")).to_be_visible()

    # and when it is sent away, it watches again, on the page that it has open
    await home.locator(".btn-danger").click()
    await expect(guest.locator(".watching")).to_be_visible()
    assert await guest.locator('[data-key="continue"]').count() == 0


async def test_a_stale_press_is_refused_in_words(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    one = await watched.open(TABLET, address)
    await quick_game(one, address)
    two = await watched.open(PHONE, f"{address}/play")
    seen = await two.locator("[data-rev]").get_attribute("data-rev")
    await one.locator('[data-key="continue"]').click()
    await expect(two.locator(".phases li:nth-child(4).now")).to_have_count(1)
    # when a finger comes down on what the second tablet showed before
    await two.evaluate("old => { document.querySelector('[data-rev]').dataset.rev = old; }", seen)
    await two.locator('[data-key="continue"]').click()
    await expect(two.locator(".toast")).to_contain_text("Already done")
    await expect(one.locator(".phases li:nth-child(4).now")).to_have_count(1)


async def test_a_double_tap_is_one_press_and_quick_presses_both_count(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, address)
    await new_game(page)
    await page.goto(f"{address}/play")
    await page.locator('[data-choice="semi"]').click()
    await expect(page.locator('[data-key="manager/2"]')).to_be_visible()
    await page.evaluate("""() => {
      for (const key of ["manager/2", "manager/5"]) document.querySelector(`[data-key="${key}"]`).click();
    }""")
    await expect(page.locator('.pick[aria-pressed="true"]')).to_have_count(2)
    for choice in ("done", "teegarden-b", "begin"):
        await page.locator(f'[data-choice="{choice}"]').click()
    await expect(page.locator(".phases li:nth-child(3).now")).to_have_count(1)
    await page.locator('[data-key="continue"]').dblclick()
    await expect(page.locator(".phases li:nth-child(4).now")).to_have_count(1)
    await page.wait_for_timeout(600)
    await expect(page.locator(".phases li:nth-child(4).now")).to_have_count(1)


async def test_an_unknown_piece_is_taught_on_the_start_page(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, f"{address}/table")
    await page.locator(".vt-counts button").click()
    await page.locator(".vt-tools label", has_text="An unknown tag").click()
    await shown(page, "table-hardware")
    start = await watched.open(TABLET, address)
    await expect(start.locator("form select")).to_be_visible()
    await start.locator("form select").select_option("decree/60")
    await shown(start, "start-teach")
    await start.locator("form button").click()
    await expect(start.locator(".toast")).to_contain_text("The piece is known now")
    await expect(start.locator("form")).to_have_count(0)


async def test_a_game_is_saved_to_a_file_and_loaded_from_it(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, address)
    await quick_game(page, address)
    await page.goto(address)
    async with page.expect_download() as download:
        await page.locator('a[href="/game/save"]').click()
    path = await (await download.value).path()
    # where a game runs, the page asks first, as for a new game
    await expect(page.locator("input[data-upload]")).to_have_count(0)
    await page.locator('[data-key="load"]').click()
    await shown(page, "start-load")
    upload = page.locator("input[data-upload]")
    await upload.set_input_files({"name": "junk.txt", "mimeType": "application/octet-stream", "buffer": b"no game"})
    await expect(page.locator(".toast-bad")).to_contain_text("junk.txt, line 1")
    await upload.set_input_files(path)
    # then the loaded game's page says what was done
    await expect(page).to_have_url(f"{address}/table")
    await expect(page.locator(".toast")).to_contain_text("The game is loaded")
    await page.goto(f"{address}/play")
    await expect(page.locator(".round b")).to_have_text("1")


@pytest.mark.timeout(180)
async def test_the_companion_comes_back_with_the_game(tmp_path: Path, watched: Watched) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        listen = f"127.0.0.1:{free.getsockname()[1]}"
    first = Companion(tmp_path, listen)
    address = await first.address()
    page = await watched.open(TABLET, address)
    await quick_game(page, address)
    await page.locator('[data-key="continue"]').click()
    await expect(page.locator(".phases li:nth-child(4).now")).to_have_count(1)
    # when the companion goes away
    assert first.stop() in (0, 130)
    await expect(page.locator("#popup")).to_have_attribute("aria-hidden", "false")
    await expect(page.locator("#popup")).to_have_css("opacity", "1")
    await shown(page, "connection-lost")
    # then the page comes back by itself with the game as it was
    second = Companion(tmp_path, listen)
    try:
        await second.address()
        await expect(page.locator("#popup")).to_have_attribute("aria-hidden", "true", timeout=30_000)
        await expect(page.locator(".phases li:nth-child(4).now")).to_have_count(1)
        await page.locator('[data-key="continue"]').click()
        await expect(page.locator(".phases li:nth-child(5).now")).to_have_count(1)
    finally:
        second.stop()


async def touch(page: Page, source: str, target: str) -> None:
    """Drag with a finger, by way of Chromium's own touch input."""
    input_ = await page.context.new_cdp_session(page)
    boxes = [await page.locator(selector).first.bounding_box() for selector in (source, target)]
    start, end = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    await input_.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]}
    )
    for step in range(1, 9):
        x, y = (start[i] + (end[i] - start[i]) * min(1.0, (step + (0.8 if i else 0)) / 8) for i in (0, 1))
        await input_.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    await input_.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_a_finger_lays_a_token_and_joins_a_module(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, address, touch=True)
    await new_game(page)
    await page.goto(f"{address}/table")
    await page.locator('[data-choice="semi"]').click()
    await expect(page.locator('[data-dock="tokens"]')).to_have_attribute("aria-selected", "true")
    await touch(page, '.vt-dock [data-piece="manager/1"]', ".vt-arc-roof")
    await expect(page.locator(".panel")).to_contain_text("Registered: 1.")
    await page.locator('[data-dock="modules"]').click()
    await touch(page, '.vt-dock [data-type="automatic_well"]', '[data-port="0:3"]')
    await expect(page.locator('.vt-stage [data-unit="2"]')).to_have_count(1)


async def test_the_table_works_without_dragging(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, f"{address}/table")
    await page.locator('[data-dock="modules"]').click()
    await page.locator('.vt-dock [data-type="storage"]').focus()
    await page.keyboard.press("Enter")
    await page.locator(".vt-selection select").select_option("0:2")
    await page.locator(".vt-selection .btn-main").click()
    await expect(page.locator('.vt-stage [data-unit="6"]')).to_have_count(1)
    await page.locator('.vt-stage [data-unit="6"]').focus()
    await page.keyboard.press("Enter")
    await shown(page, "table-selected")
    await page.locator(".vt-selection .btn", has_text="Take off").click()
    await expect(page.locator('.vt-stage [data-unit="6"]')).to_have_count(0)


# Counts how often a lamp goes on and off, until both were seen twice.
BLINKS = """() => new Promise((done) => {
  const lamp = document.getElementById("lamp-6"), seen = { true: 0, false: 0 };
  const told = () => done([seen.true, seen.false]);
  setTimeout(told, 10000);
  new MutationObserver(() => {
    seen[lamp.classList.contains("lit")] += 1;
    if (seen.true > 1 && seen.false > 1) told();
  }).observe(lamp, { attributeFilter: ["class"] });
})"""


async def test_lights_blink_as_the_firmware_sets_them(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, f"{address}/table")
    # given a module in a game that has not begun: the firmware is told "must not be connected"
    await Hands(page).connect("storage", "0:1")
    await page.goto(address)
    await new_game(page)
    await page.goto(f"{address}/table")
    lamp = page.locator("#lamp-6")
    await expect(lamp).to_have_attribute("data-drawn", re.compile("module_refused"))
    # where the browser asks for less motion (as it does in these tests), the lamp stands still and a word says it
    await expect(lamp).to_have_class(re.compile(r"\blit\b"))
    on, off = await page.evaluate(BLINKS.replace("10000", "1500"))
    assert (on, off) == (0, 0)
    await expect(page.locator('.vt-stage [data-unit="6"] .vt-says')).to_have_text("take it off")
    await page.emulate_media(reduced_motion="no-preference")
    # then its lamp goes on and off, in the colour of the pattern; a look now and then could always meet the same moment
    on, off = await page.evaluate(BLINKS)
    assert min(on, off) >= 2, f"seen going on {on} times and off {off} times"
    red, green, blue = await lamp.evaluate("lamp => lamp.style.getPropertyValue('--lamp').match(/\\d+/g).map(Number)")
    assert red > green > blue, "orange"
    await expect(page.locator('.vt-stage [data-unit="6"] title')).to_contain_text("take it off")


async def test_modules_never_lie_on_each_other(companion: Companion, watched: Watched) -> None:
    """The layout of the virtual table, over many random trees of 17 corridors."""
    page = await watched.open(TABLET, await companion.address())
    closest = await page.evaluate(
        """async () => {
          const geo = await import("/colony/assets/geometry.js");
          let seed = 1, closest = 1e9;
          const random = n => (seed = (seed * 48271) % 2147483647) % n;
          for (let game = 0; game < 300; game++) {
            const corridors = [];
            for (let unit = 1; unit <= 17; unit++) {
              const free = geo.freePorts(geo.layout(corridors), corridors);
              const port = free[random(free.length)];
              corridors.push([port.unit, port.port, unit, 0]);
            }
            const spots = [...geo.layout(corridors).values()];
            for (const a of spots) for (const b of spots) {
              const room = (a.unit ? geo.UNIT_R : geo.ARC_R) + (b.unit ? geo.UNIT_R : geo.ARC_R);
              if (a.unit < b.unit) closest = Math.min(closest, Math.hypot(a.x - b.x, a.y - b.y) - room);
            }
          }
          return closest;
        }"""
    )
    assert closest > 0

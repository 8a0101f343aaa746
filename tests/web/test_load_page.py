"""Loading a saved game: asked for where one runs, told in words what became of it, and led to the game."""

import asyncio
import urllib.error
import urllib.request
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI
from web_games import Canvas, Link, Table, played

from host.session.session import Session
from host.store.store import Store
from host.web import app, files, server
from host.web.hub import STALE_WORDS, Hub
from host.web.pages import StartPage
from host.web.pairing import LOCAL, Pairing
from shared_rules.beyond_humanity import game

OPTIONS = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e"}


@pytest.fixture
async def session(tmp_path):
    store = Store.open(tmp_path / "colony.db")
    made = Session(store, game)
    made.on_link_state(SimpleNamespace(words="The ARC is connected.", connected=True))
    yield made
    await made.close()
    store.close()


@pytest.fixture
def real(session) -> Hub:
    return Hub(session, Link, Pairing())


@pytest.fixture
def api(real) -> FastAPI:
    made = FastAPI()
    app.add_files(made, real)
    return made


@pytest.fixture
async def browser(api):
    transport = httpx.ASGITransport(app=api, client=("127.0.0.1", 5))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as made:
        yield made


async def saved(session) -> bytes:
    """A game as a file, while another one runs."""
    assert (await session.new_game(OPTIONS, seed=7)).ok
    _, content = await files.save(session)
    assert (await session.new_game({**OPTIONS, "mode": "coop"}, seed=8)).ok
    return content


def start_page(hub: Hub) -> StartPage:
    made = StartPage(hub, Canvas(), LOCAL)
    made.open()
    return made


async def sheet(page: StartPage, name: str) -> str:
    page.shown(page.serial)
    await page.press({"do": {"ui": "sheet", "sheet": name}, "rev": 5, "form": {}})
    return page.canvas.drawn[-1][0]


async def test_where_a_game_runs_loading_asks_as_a_new_game_does() -> None:
    page = start_page(Hub(Table(played()), Link, Pairing()))
    assert "data-upload" not in page.canvas.drawn[-1][0], "no file is taken before the question"
    asked = await sheet(page, "load")
    assert "The running game is put aside." in asked
    assert "Keep the running one" in asked
    assert 'data-upload="/game/load?rev=5"' in asked


async def test_without_a_running_game_a_file_is_chosen_at_once() -> None:
    page = start_page(Hub(Table(None), Link, Pairing()))
    assert 'data-upload="/game/load?rev=5"' in page.canvas.drawn[-1][0]


async def test_the_answer_says_what_became_of_the_running_game_and_leads_to_the_loaded_one(session, browser) -> None:
    content = await saved(session)
    ran = session.game_id
    reply = await browser.post("/game/load", content=content)
    assert reply.status_code == 200
    assert reply.text == "The game is loaded. The game that ran was put aside (Games played)."
    assert reply.headers["X-Leads-To"] == "/play"
    assert {record.status for record in await session.games() if record.game_id == ran} == {"parked"}
    # and the running game taken in once more puts nothing aside
    reply = await browser.post("/game/load", content=content)
    assert reply.text == "The game is loaded."


async def test_a_loaded_setup_leads_to_its_guide(session, browser) -> None:
    assert (await session.new_game({"mode": "semi"}, seed=7)).ok
    _, content = await files.save(session)
    reply = await browser.post("/game/load", content=content)
    assert reply.headers["X-Leads-To"] == "/setup"


async def test_a_game_that_began_on_another_screen_meanwhile_is_not_put_aside_unasked(session, browser, real) -> None:
    content = await saved(session)
    seen = real.view()[0]
    assert (await session.new_game(OPTIONS, seed=9)).ok
    now = session.game_id
    reply = await browser.post(f"/game/load?rev={seen}", content=content)
    assert (reply.status_code, reply.text) == (409, STALE_WORDS)
    assert session.game_id == now


@pytest.mark.parametrize(
    ("chosen", "named"),
    [
        ("junk.txt", "junk.txt"),
        ("Spiel%20f%C3%BCr%20drei.colony", "Spiel für drei.colony"),
        ("..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("C%3A%5Cgames%5Cold.colony", "old.colony"),
        ("..", "game.colony"),
        ("%00%0A" + "x" * 500, "x" * 60),
        ("", "game.colony"),
    ],
)
async def test_a_file_that_is_no_game_is_named_as_the_player_knows_it(browser, chosen: str, named: str) -> None:
    reply = await browser.post("/game/load", content=b"no game", headers={files.NAME: chosen})
    assert reply.status_code == 400
    assert reply.text.startswith(f"{named}")
    assert "X-Leads-To" not in reply.headers


def post(address: str, content: bytes) -> tuple[int, str]:
    request = urllib.request.Request(address, content, {files.NAME: "film.mkv"}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


async def test_a_file_that_is_too_large_is_answered_in_words_and_not_with_a_broken_connection(api) -> None:
    sock, ready = server.open_socket("127.0.0.1:0"), asyncio.Event()
    address = f"{server.addresses(sock)[0]}/game/load"
    serving = asyncio.create_task(server.serve(api, sock, ready.set))
    async with asyncio.timeout(30):
        await ready.wait()
        told = await asyncio.to_thread(post, address, bytes(files.MOST_BYTES + (8 << 20)))
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert told == (400, "film.mkv is too large to be a saved game.")

"""The companion's pages on one NiceGUI server: who may ask for what, and which page shows it.

/ start page, /setup guide, /play round screen, /table virtual table beside the round, /pair QR code, /join its address,
/arc what is connected and its update.
Everything is served from this computer; no page asks any other address for anything (tested in Chromium).
"""

import asyncio
import contextlib
import logging
import webbrowser
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from nicegui import Client, background_tasks, context, ui
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from host.session.errors import SessionError
from host.store.errors import StoreError
from host.web import arc as arc_page
from host.web import exogen as exogen_page
from host.web import files, lost, pieces, referee, replay, replay_games, server, sockets
from host.web.elements import Screen, Table, box_script
from host.web.hub import STALE_WORDS, Hub, follow
from host.web.pages import PAGES, Page, PairPage, TablePage, way_on
from host.web.pairing import COOKIE, COOKIE_AGE_S, Access, OwnBrowsers, Pairing
from host.web.referee_desk import make_desk
from host.web.status import status

log = logging.getLogger(__name__)

ASSETS = Path(__file__).parent / "assets"
ICONS, MINIS = (  # our own drawings: icons inline in every page, miniatures on the virtual table
    (ASSETS / name).read_text(encoding="utf-8") for name in ("icons.svg", "minis.svg")
)
DEVICES = "web.tablets"  # setting: the paired tablets
RECONNECT_S = 10.0  # a tablet that was away for longer loads its page anew
FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="4.5" fill="#ffb454"/>'
    '<path fill="none" stroke="#7db2ff" stroke-width="2" d="M12 1l9.5 5.500v11L12 23l-9.5-5.500v-11z"/></svg>'
)
HEAD = """
<link rel="stylesheet" href="/colony/assets/colony.css">
<link rel="stylesheet" href="/colony/assets/table.css">
<link rel="stylesheet" href="/colony/assets/referee.css">
<meta name="theme-color" content="#080d17">
<script src="/colony/assets/battery.js" defer></script>
"""


class Assets(StaticFiles):
    """Static files that a browser asks for again after an update instead of keeping them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def access_of(hub: Hub, request: Request) -> Access:
    """What the browser behind a request may do."""
    peer = request.client.host if request.client else ""
    return hub.pairing.access(peer, request.headers.get("host", ""), request.cookies.get(COOKIE))


def same_origin(request: Request) -> bool:
    """Whether a request comes from one of our own pages (a page elsewhere can post to 127.0.0.1 as well)."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def add_join(api: FastAPI, hub: Hub) -> None:
    """The address in the QR code: swaps an invitation for this tablet's cookie."""

    @api.get("/join")
    async def join(request: Request, token: str = "") -> Response:
        secret = hub.pairing.accept(token, request.headers.get("user-agent", "")) if token else None
        reply = RedirectResponse("/play" if secret else "/pair?old=1" if token else "/pair", status_code=303)
        if secret:
            reply.set_cookie(COOKIE, secret, max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
            hub.changed()
        return reply


def add_status(api: FastAPI, hub: Hub) -> None:
    """Facts for `colony status`; the table's view and less, so every browser may ask."""

    @api.get("/status.json")
    async def told() -> dict[str, Any]:
        return status(hub)


def add_files(api: FastAPI, hub: Hub) -> None:
    """Saving a game to a file and loading one."""

    @api.get("/game/save")
    async def save(request: Request, game: str = "") -> Response:
        if not access_of(hub, request).may_act:
            return PlainTextResponse("Only a paired tablet may save the game.", status_code=403)
        try:
            name, content = await files.save(hub.session, game)
        except (SessionError, StoreError) as error:
            return PlainTextResponse(str(error), status_code=409)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    @api.post("/game/load")
    async def load(request: Request, rev: int | None = None) -> Response:
        access = access_of(hub, request)
        if not access.may_act or not same_origin(request):
            return PlainTextResponse("Only a paired tablet may load a game.", status_code=403)
        if rev not in (None, hub.view()[0]):  # another screen was quicker: its game must not be put aside unasked
            await files.read_body(request, 0)
            return PlainTextResponse(STALE_WORDS, status_code=409)
        done, words = await files.load(hub.session, request)
        hub.changed()
        leads = {"X-Leads-To": way_on(hub, access)} if done else {}
        return PlainTextResponse(words, status_code=200 if done else 400, headers=leads)


def open_page(hub: Hub, request: Request, kind: type[Page], title: str) -> Page:
    """Build one browser's page and bind it to the hub for as long as that browser has it open."""
    ui.page_title(f"{title} · Colony ARC")
    ui.add_head_html(HEAD)
    ui.add_body_html(ICONS)
    screen = Screen()
    page = kind(hub, screen, access_of(hub, request))
    page.address = str(request.base_url).rstrip("/")
    page.looks.read = request.cookies.get("colony_read", "")
    if isinstance(page, PairPage):
        page.old = "old" in request.query_params
    screen.on("press", lambda event: page.press(event.args))
    screen.on("whole", lambda _: screen.update())
    screen.on("shown", lambda event: page.shown(event.args))
    page.poke()  # the first picture comes with the page
    bind(page, context.client)
    return page


def bind(page: Page, client: Client) -> None:
    """Let a page know whether its browser is connected. A page that no browser ever asks for more is forgotten too."""

    def away(client: Client) -> None:
        if not client.has_socket_connection:  # else its next connection was here before this one ended
            page.away()

    client.on_connect(page.open)
    client.on_disconnect(away)
    client.on_delete(page.close)


def add_pages(hub: Hub) -> None:
    """Register the pages that are a picture only."""
    for path, (kind, title) in {**PAGES, **referee.PAGES, **arc_page.PAGES}.items():

        def show(request: Request, kind: type[Page] = kind, title: str = title) -> None:
            open_page(hub, request, kind, title)

        ui.page(path, reconnect_timeout=RECONNECT_S)(show)


def add_table_page(hub: Hub) -> None:
    """The virtual table beside the round screen."""
    box = box_script({"units": pieces.units(), "pieces": hub.pieces, "rhythms": pieces.rhythms()})

    @ui.page("/table", reconnect_timeout=RECONNECT_S)
    def table_page(request: Request) -> None:
        ui.query("body").classes("with-table")
        ui.add_head_html(box)
        ui.add_body_html(MINIS)
        page = open_page(hub, request, referee.RefereeTablePage, "Virtual table")
        assert isinstance(page, TablePage)
        page.table = Table()
        page.table.on("doing", lambda event: page.on_doing(event.args))
        page.table.on("hint", lambda event: page.canvas.toast(str(event.args)[:200], "plain"))
        page.table.on("drawn", lambda event: page.states.shown(event.args))
        page.poke()


def build(hub: Hub) -> FastAPI:
    """The web application over a hub."""
    api = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    api.add_middleware(OwnBrowsers)
    api.add_middleware(sockets.OddSockets)
    api.mount("/colony/assets", Assets(directory=ASSETS), name="assets")
    add_join(api, hub)
    add_files(api, hub)
    add_status(api, hub)
    add_pages(hub)
    if hub.exogen is not None:
        exogen_page.add_page(api, hub, open_page, access_of, same_origin, RECONNECT_S)
    if hub.has_virtual:
        add_table_page(hub)
    replay.add_page(hub, open_page, RECONNECT_S)
    replay_games.add_page(hub, open_page, RECONNECT_S)
    lost.add_lost(api)
    run_pages(api)
    return api


def run_pages(api: FastAPI) -> None:
    """Put the pages that are registered behind the addresses of `api`."""
    sockets.guard()
    ui.run_with(
        api, title="Colony ARC", favicon=FAVICON, dark=True, tailwind=False, show_welcome_message=False,
        binding_refresh_interval=None, reconnect_timeout=RECONNECT_S,
    )  # fmt: skip


async def make_hub(session: Any, arc: Any, virtual: Any, store: Any) -> Hub:
    """The hub over the companion's parts; paired tablets are kept in the store's settings."""
    pairing = Pairing()
    pairing.load(await store.setting(DEVICES, []))
    keeping: set[asyncio.Task[None]] = set()

    def keep(devices: list[dict[str, Any]]) -> None:
        task = asyncio.get_running_loop().create_task(store.set_setting(DEVICES, devices), name="keep tablets")
        keeping.add(task)
        task.add_done_callback(keeping.discard)

    pairing.keep = keep
    hub = Hub(session, lambda: arc.state, pairing, virtual, pieces=pieces.pieces(pieces.content()))
    hub.health = lambda: getattr(arc, "status", {})
    return hub


async def run(
    session: Any,
    arc: Any,
    virtual: Any,
    store: Any,
    *,
    listen: str | None = None,
    open_browser: bool = True,
    on_ready: Callable[[str, str | None], None] = lambda here, outside: None,
    exogen: Any = None,
    offering: Any = None,
    update: Any = None,
) -> None:
    """Serve the pages until cancelled, in the loop of session, ArcClient and (where there is one) VirtualClient.

    `on_ready` gets the addresses (of this computer, of tablets or None) once pages can be asked for. Raises ListenError
    when --listen cannot be used.
    """
    sock = server.open_socket(listen)
    hub = await make_hub(session, arc, virtual, store)
    hub.desk = await make_desk(hub, store)
    join_parts(hub, exogen, offering, update)
    here, hub.outside = server.addresses(sock)

    def ready() -> None:
        on_ready(here, hub.outside)
        if open_browser:
            background_tasks.create(asyncio.to_thread(webbrowser.open, here), name="open browser")

    async with listening(hub):
        await server.serve(build(hub), sock, ready)


def join_parts(hub: Hub, exogen: Any, offering: Any, update: Any) -> None:
    """Give the pages what the companion has beside the game; each tells them when it has changed."""
    hub.exogen, hub.offering = exogen, offering
    if exogen is not None:
        exogen.on_change = hub.changed
    if update is not None:
        update.on_change = hub.changed
        hub.updating = arc_page.Updating(update, hub.changed)


@contextlib.asynccontextmanager
async def listening(hub: Hub) -> AsyncIterator[None]:
    """The pages hear of every change, and bots play, for as long as this lasts."""
    listeners = [hub.changed, *([hub.offering.changed] if hub.offering is not None else [])]
    ends = [hub.session.subscribe(listener) for listener in listeners]
    works = [asyncio.create_task(hub.desk.bots.run(), name="bots")]
    if hub.virtual:
        works.append(asyncio.create_task(follow(hub.virtual, hub), name="virtual table stream"))
    try:
        yield
    finally:
        for end in (*ends, *(work.cancel for work in works)):
            end()
        if hub.updating is not None:
            await hub.updating.close()

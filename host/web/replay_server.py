"""A server for one game file: `colony replay FILE`. No ARC, no store, no game that goes on; it changes nothing."""

import asyncio
import webbrowser
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from fastapi import FastAPI, Request
from nicegui import background_tasks, ui

from host.session.playback import Playback
from host.web import app, lost, replay, server
from host.web.pages import PAGES
from host.web.pairing import Pairing

HELP = "/help"


def build(playback: Playback) -> FastAPI:
    """The web application: the replay at / and /replay, and the help page."""
    api = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    api.mount("/colony/assets", app.Assets(directory=app.ASSETS), name="assets")
    hub: Any = SimpleNamespace(pairing=Pairing(), watchers=set(), session=SimpleNamespace(notices=[], revision=0))
    hub.view = lambda: (0, None)

    def show(request: Request) -> None:
        ui.add_head_html(replay.HEAD)
        page = app.open_page(hub, request, replay.ReplayPage, "Replay")
        assert isinstance(page, replay.ReplayPage)
        page.show(playback)
        page.poke()

    for path in ("/", replay.PATH, "/play"):
        ui.page(path, reconnect_timeout=app.RECONNECT_S)(show)
    if HELP in PAGES:
        ui.page(HELP)(lambda request: _help(hub, request))
    lost.add_lost(api)
    app.run_pages(api)
    return api


def _help(hub: Any, request: Request) -> None:
    kind, title = PAGES[HELP]
    app.open_page(hub, request, kind, title)


async def serve(
    playback: Playback,
    *,
    listen: str | None = None,
    open_browser: bool = True,
    on_ready: Callable[[str], None] = lambda here: None,
) -> None:
    """Serve until cancelled. `on_ready` gets the address. Raises ListenError."""
    sock = server.open_socket(listen)
    here, _ = server.addresses(sock)

    def ready() -> None:
        on_ready(here)
        if open_browser:
            background_tasks.create(asyncio.to_thread(webbrowser.open, here), name="open browser")

    await server.serve(build(playback), sock, ready)

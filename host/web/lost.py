"""What a browser reads where an address leads nowhere or something went wrong on our side: a sentence and a way back.

Rule: no page tells how the companion is built; what went wrong is in its log.
"""

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from nicegui import app as pages_app
from starlette.exceptions import HTTPException

from host.web import views

TABLE = ("No virtual table here", "A real ARC is in use: the table is the one in front of you.")
NOWHERE = ("This address leads nowhere", "Perhaps it was mistyped, or it is from an earlier game.")
REFUSED = ("This cannot be asked for", "Go back to the start page and try it from there.")
OURS = ("Something went wrong here", "The game is safe. Load the page again; what happened is in the companion's log.")


def page(status: int, title: str, words: str) -> Response:
    """A page without a connection to the game, so that it also works where the pages themselves do not."""
    html = views.render("lost.html", title=title, words=words)
    return HTMLResponse(html, status_code=status, headers={"Cache-Control": "no-store"})


async def on_refusal(request: Request, error: Exception) -> Response:
    """Unknown addresses, wrong methods and the like."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status != 404:
        return page(status, *REFUSED)
    return page(404, *(TABLE if request.url.path.rstrip("/") == "/table" else NOWHERE))


async def on_mistake(request: Request, error: Exception) -> Response:
    """Our own mistake; the server logs it with its traceback."""
    return page(500, *OURS)


def add_lost(api: FastAPI) -> None:
    """Answer in our words, on the addresses of the api and on those of the pages mounted in it."""
    for app in (api, pages_app):
        app.add_exception_handler(404, on_refusal)
        app.add_exception_handler(HTTPException, on_refusal)
        app.add_exception_handler(Exception, on_mistake)

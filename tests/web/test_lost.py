"""Addresses that lead nowhere, and our own mistakes: a sentence and a way back, never how the companion is built."""

import re

import httpx
import pytest
from fastapi import FastAPI

from host.web.lost import NOWHERE, OURS, REFUSED, TABLE, add_lost

INTERNAL = re.compile(r"Traceback|Error|Exception|NiceGUI|uvicorn|detail|secret|\.py", re.IGNORECASE)


@pytest.fixture
async def browser() -> httpx.AsyncClient:
    api = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    add_lost(api)

    @api.get("/broken")
    async def broken() -> None:
        raise RuntimeError("a secret of ours")

    transport = httpx.ASGITransport(app=api, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/table", 404, TABLE),
        ("GET", "/table/", 404, TABLE),
        ("GET", "/rounds", 404, NOWHERE),
        ("GET", "/colony/assets/../app.py", 404, NOWHERE),
        ("GET", "/<script>alert(1)</script>", 404, NOWHERE),
        ("POST", "/broken", 405, REFUSED),
        ("GET", "/broken", 500, OURS),
    ],
)
async def test_every_wrong_way_ends_in_words(
    browser: httpx.AsyncClient, method: str, path: str, status: int, words: tuple[str, str]
) -> None:
    reply = await browser.request(method, path)
    assert reply.status_code == status
    assert words[0] in reply.text
    assert 'href="/"' in reply.text, "there is a way back"
    assert not INTERNAL.search(reply.text)
    assert "<script" not in reply.text

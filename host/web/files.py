"""A game as a file in the browser's hands: saving it and taking one in."""

import re
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fastapi import Request

from host.session.errors import SessionError
from host.store.errors import StoreError

SUFFIX = ".colony"
MOST_BYTES = 16 << 20  # a game of 20 Rounds is well under 1 MB
# What is too large is read to its end all the same: a browser hears no answer while it is still sending.
PATIENCE_BYTES = 1 << 30
NAME = "X-File-Name"  # request header: what the player's computer calls the file, percent-encoded
ODD = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')  # no file name on one system or another
LOADED = "The game is loaded."
PUT_ASIDE = "The game is loaded. The game that ran was put aside (Games played)."


async def save(session: Any, game_id: str = "") -> tuple[str, bytes]:
    """(file name, content) of the running game, or of another one that is kept. Raises SessionError, StoreError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"game{SUFFIX}"
        await session.export(path, game_id=game_id or None)
        return f"colony-{(game_id or session.game_id or 'game')[:8]}{SUFFIX}", path.read_bytes()


def name_of(request: Request) -> str:
    """What the player calls the file, for our words about it; safe as the name of a file of ours."""
    told = unquote(request.headers.get(NAME, ""), errors="replace")
    last = ODD.sub("_", re.split(r"[/\\]", told)[-1])[-60:].strip()
    return last if last.strip("._ ") else f"game{SUFFIX}"


async def read_body(request: Request, most_bytes: int) -> bytes | None:
    """A request's body, or None where it is too large."""
    content, size = bytearray(), 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= most_bytes:
            content += chunk
        elif size > PATIENCE_BYTES:
            break
    return bytes(content) if size <= most_bytes else None


async def load(session: Any, request: Request) -> tuple[bool, str]:
    """Take in the file in a request's body and play it on. Returns (done, sentence for the player)."""
    content = await read_body(request, MOST_BYTES)
    name = name_of(request)
    if content is None:
        return False, f"{name} is too large to be a saved game."
    running = session.game_id if session.result is None else None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            await session.import_game(path)
        except (SessionError, StoreError) as error:
            return False, str(error)
    return True, LOADED if running in (None, session.game_id) else PUT_ASIDE

"""A game as a file in the browser's hands: saving it and taking one in."""

import tempfile
from pathlib import Path
from typing import Any

from fastapi import Request

from host.session.errors import SessionError
from host.store.errors import StoreError

SUFFIX = ".colony"
MOST_BYTES = 16 << 20  # a game of 20 Rounds is well under 1 MB


async def save(session: Any, game_id: str = "") -> tuple[str, bytes]:
    """(file name, content) of the running game, or of another one that is kept. Raises SessionError, StoreError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"game{SUFFIX}"
        await session.export(path, game_id=game_id or None)
        return f"colony-{(game_id or session.game_id or 'game')[:8]}{SUFFIX}", path.read_bytes()


async def load(session: Any, request: Request) -> str:
    """Take in the file in a request's body and play it on. Returns a sentence where it cannot be, else ""."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > MOST_BYTES:
            return "This file is too large to be a saved game."
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"game{SUFFIX}"
        path.write_bytes(content)
        try:
            await session.import_game(path)
        except (SessionError, StoreError) as error:
            return str(error)
    return ""

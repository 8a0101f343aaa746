"""A page that was closed is out of the count at once, and forgotten when it could no longer come back."""

import asyncio
import json
import re
import signal
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

LIMIT_S = 30
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket&implicit_handshake=true&next_message_id=0"
# The companion itself, with a reconnect time that a test can wait for, and a word when a page is forgotten.
COMPANION = """
import sys
from host.web import app, client
app.RECONNECT_S = 0.2
close = client.PageClient.close
client.PageClient.close = lambda page: (close(page), print("forgotten"))
from host.cli import main
sys.exit(main(sys.argv[1:]))
"""


async def asked(address: str) -> str:
    with await asyncio.to_thread(urllib.request.urlopen, address) as reply:
        return str(reply.read().decode())


async def open_pages(address: str) -> int:
    told: dict[str, Any] = json.loads(await asked(f"{address}/status.json"))
    return int(told["open_pages"])


async def test_a_closed_page_is_not_counted_and_is_forgotten(tmp_path) -> None:
    words = ("play", "--arc", "tcp://127.0.0.1:9", "--no-browser", "--listen", "127.0.0.1:0", "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-c", COMPANION, *words), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(LIMIT_S):
            found = re.search(r"open at (\S+)", (await process.stdout.readline()).decode())
            assert found is not None
            here = found[1]
            # given a page that was asked for, then one whose browser is connected
            client = re.search(r"'client_id': '([^']+)'", await asked(here))
            assert client is not None
            assert await open_pages(here) == 0, "nobody has it open yet"
            page = f"&client_id={client[1]}&tab_id=tab&document_id=document"
            async with connect(here.replace("http", "ws") + SOCKET + page) as socket:
                await socket.recv()
                await socket.send("40")
                assert (await socket.recv()).startswith("40"), "the page's browser is taken in"
                assert await open_pages(here) == 1
            # when the browser is closed, then the page is forgotten after the reconnect time
            while (line := (await process.stdout.readline()).decode()) != "forgotten\n":
                assert line, "the companion ended"
            assert await open_pages(here) == 0
            process.send_signal(signal.SIGINT)
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()

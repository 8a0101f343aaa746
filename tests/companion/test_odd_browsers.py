"""A browser that is none of ours talks to the companion: nothing of it reaches the terminal, and the table goes on."""

import asyncio
import contextlib
import re
import signal
import sys
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

LIMIT_S = 30
NO_ARC = "tcp://127.0.0.1:9"
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
AS_PAGE = "&implicit_handshake=true&client_id=CLIENT&tab_id=tab&document_id=document&next_message_id=0"
PAGE = '{"client_id":"CLIENT","id":4,"listener_id":"x","args":'
ODD = (
    *(
        '42["event", {bad',
        '42["event","x"]',
        '42["event"]',
        "42[]",
        "42[5]",
        "42",
        "4",
        "9",
        "",
        "b!!!",
        "41",
        "40/admin",
    ),
    *('42["handshake",5]', '42["javascript_response",{"client_id":"CLIENT"}]', '42["ack",5]', '42["log",5]'),
    *(f'42["event",{PAGE}"{{bad"}}]', f'42["event",{PAGE}["{{bad"]}}]', f'42["event",{PAGE}5}}]'),
    *('451-["event",{"_placeholder":true,"num":7}]', "42" + "[" * 5000, "4" + "1" * 500),
)


async def fetched(address: str) -> str:
    """The start page."""
    with await asyncio.to_thread(urllib.request.urlopen, address) as reply:
        return str(reply.read().decode())


async def send(address: str, client: str, odd: str) -> None:
    """One message on a web socket of its own, as the page that is `client` or as nobody's."""
    with contextlib.suppress(ConnectionClosed):
        async with connect(address.replace("http", "ws") + SOCKET + AS_PAGE.replace("CLIENT", client)) as socket:
            await socket.recv()
            await socket.send("40")
            await socket.recv()
            await socket.send(odd.replace("CLIENT", client))
            await socket.send("3")  # and whatever it is, it is taken before this is looked at


async def test_nothing_that_a_browser_sends_makes_the_companion_complain(tmp_path) -> None:
    words = ("play", "--arc", NO_ARC, "--no-browser", "--listen", "127.0.0.1:0", "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-m", "host.cli", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with asyncio.timeout(LIMIT_S):
        found = re.search(r"open at (\S+)", (await process.stdout.readline()).decode())
        assert found is not None
        page = await fetched(found[1])
        client = re.search(r"'client_id': '([^']+)'", page)
        assert client is not None
        for odd in ODD:
            await send(found[1], client[1], odd)
        assert "Start" in await fetched(found[1]), "the table is open still"
        process.send_signal(signal.SIGINT)
        _, errors = await process.communicate()
    assert errors.decode() == ""
    assert process.returncode == 0

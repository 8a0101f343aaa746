"""The typed client of the virtual ARC's control socket, against a server that keeps the contract."""

import asyncio
import contextlib
import json

import pytest

from host.link import control
from host.link.control import VirtualClient
from host.link.errors import VirtualError


class Server:
    """Answers each request with what `answer(request)` gives; None = nothing. `watch` streams `states`."""

    def __init__(self, answer):
        self.answer = answer
        self.requests = []
        self.states = asyncio.Queue()
        self.writers = []

    async def serve(self, reader, writer):
        self.writers.append(writer)
        while line := await reader.readline():
            request = json.loads(line)
            self.requests.append(request)
            if request["do"] == "watch":
                while state := await self.states.get():
                    writer.write(json.dumps(state).encode() + b"\n")
                writer.close()
                return
            reply = self.answer(request)
            if reply is not None:
                writer.write(reply if isinstance(reply, bytes) else json.dumps(reply).encode() + b"\n")


@contextlib.asynccontextmanager
async def control_socket(answer=lambda request: {"ok": True}):
    server = Server(answer)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    client = await VirtualClient.connect(*listening.sockets[0].getsockname())
    yield server, client
    await client.close()
    for writer in server.writers:
        writer.close()
    listening.close()


async def test_each_call_sends_the_contracts_request():
    async with control_socket() as (server, client):
        await client.tap("decree/17")
        await client.lift("decree/17")
        assert await client.attach(6, (0, 1)) == (0, 1)
        await client.attach(7, (6, 2), port=3)
        await client.detach(6)
        await client.lift()
        await client.join((6, 1), (7, 2))
        await client.part((6, 1))
        await client.battery(4.3)
        await client.fault("reader_hung")
        await client.fault("reader_hung", on=False)
        await client.reset()
        await client.power_cut()
        assert server.requests == [
            {"do": "tap", "piece": "decree/17"},
            {"do": "lift", "piece": "decree/17"},
            {"do": "attach", "unit": 6, "to": [0, 1]},
            {"do": "attach", "unit": 7, "to": [6, 2], "port": 3},
            {"do": "detach", "unit": 6},
            {"do": "lift"},
            {"do": "join", "a": [6, 1], "b": [7, 2]},
            {"do": "part", "a": [6, 1]},
            {"do": "battery", "volts": 4.3},
            {"do": "fault", "kind": "reader_hung", "on": True},
            {"do": "fault", "kind": "reader_hung", "on": False},
            {"do": "reset"},
            {"do": "power_cut"},
        ]


async def test_attach_tells_which_port_the_table_chose():
    async with control_socket(lambda request: {"ok": True, "to": [6, 2]}) as (server, client):
        assert await client.attach(7) == (6, 2)
        assert server.requests == [{"do": "attach", "unit": 7}]


async def test_a_refusal_is_raised_as_its_sentence():
    async with control_socket(lambda request: {"ok": False, "error": "Module 6 stands on the table."}) as (_, client):
        with pytest.raises(VirtualError, match=r"^Module 6 stands on the table\.$"):
            await client.attach(6, (0, 1))


async def test_the_state_comes_without_the_envelope():
    async with control_socket(lambda request: {"ok": True, "field": ["governor"]}) as (_, client):
        assert await client.state() == {"field": ["governor"]}


async def test_watch_streams_states_while_requests_go_on():
    async with control_socket() as (server, client):
        states = client.watch()
        for field in ([], ["governor"]):
            server.states.put_nowait({"field": field})
            assert await anext(states) == {"field": field}
            await client.lift("governor")
        server.states.put_nowait(None)
        with pytest.raises(VirtualError, match="gone"):
            await anext(states)


async def test_requests_of_several_tasks_take_turns():
    async with control_socket(lambda request: {"ok": True, "field": [request["do"]]}) as (_, client):
        states = await asyncio.gather(*(client.state() for _ in range(20)))
        assert states == [{"field": ["state"]}] * 20


async def test_a_late_reply_is_not_taken_for_the_next_one(monkeypatch):
    """B118: given a request without an answer, when it times out, then the next one has a connection of its own."""
    monkeypatch.setattr(control, "REPLY_S", 0.05)
    async with control_socket(lambda request: None if request["do"] == "tap" else {"ok": True}) as (server, client):
        with pytest.raises(VirtualError, match=r"did not answer tap within 0\.05 s"):
            await client.tap("decree/1")
        await client.lift("decree/1")
        assert len(server.writers) == 2


async def test_a_cancelled_request_leaves_the_client_usable():
    async with control_socket(lambda request: None if request["do"] == "tap" else {"ok": True}) as (_, client):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.tap("decree/1"), 0.05)
        await client.lift("decree/1")


@pytest.mark.parametrize("reply", [b"no json\n", b"[1]\n", b"\xff\n"])
async def test_an_unreadable_reply_is_named(reply):
    async with control_socket(lambda request: reply) as (_, client):
        with pytest.raises(VirtualError, match="cannot be read"):
            await client.state()


async def test_no_number_that_json_does_not_know_is_sent():
    async with control_socket() as (server, client):
        with pytest.raises(VirtualError, match="battery"):
            await client.battery(float("nan"))
        assert server.requests == []


async def test_nobody_there():
    listening = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    address = listening.sockets[0].getsockname()
    listening.close()
    await listening.wait_closed()
    with pytest.raises(VirtualError, match=f"No virtual ARC runs at {address[0]}:{address[1]}"):
        await VirtualClient.connect(*address)

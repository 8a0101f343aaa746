"""Where the pages are served: the wish of the user, or the first free port."""

import pytest

from host.web import server
from host.web.errors import ListenError


def test_without_a_wish_a_taken_port_is_passed_over():
    first = server.open_socket(None)
    second = server.open_socket(None)
    with first, second:
        ports = [sock.getsockname()[1] for sock in (first, second)]
        assert ports[0] < ports[1]
        assert set(ports) <= set(server.PORTS)
        assert first.getsockname()[0] == "127.0.0.1"


def test_with_a_wish_a_taken_port_is_named():
    with server.open_socket("127.0.0.1:0") as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ListenError, match=str(port)):
            server.open_socket(f"127.0.0.1:{port}")


def test_with_all_ports_taken_the_cure_is_named(monkeypatch):
    with server.open_socket("127.0.0.1:0") as taken:
        monkeypatch.setattr(server, "PORTS", range(taken.getsockname()[1], taken.getsockname()[1] + 1))
        with pytest.raises(ListenError, match="--listen"):
            server.open_socket(None)


@pytest.mark.parametrize("listen", ["here", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:eighty"])
def test_nonsense_is_refused_with_an_example(listen):
    with pytest.raises(ListenError, match="For example"):
        server.open_socket(listen)

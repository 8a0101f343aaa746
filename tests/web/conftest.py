"""A hub over a game of three Managers."""

import pytest
from web_games import Canvas, Link, Table, played

from host.web.hub import Hub
from host.web.pairing import Pairing
from host.web.pieces import content, pieces


@pytest.fixture
def table() -> Table:
    return Table(played())


@pytest.fixture
def hub(table: Table) -> Hub:
    return Hub(table, Link, Pairing(), pieces=pieces(content()))


@pytest.fixture
def canvas() -> Canvas:
    return Canvas()

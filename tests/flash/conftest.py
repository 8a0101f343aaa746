"""An emulated board behind a pseudo-terminal, or the reason why there is none here."""

import pytest

from tools.emulator import install
from tools.emulator.errors import EmulatorMissing
from tools.emulator.pseudo import PseudoBoard
from tools.images import compiled


@pytest.fixture
def make_board():
    """Makes boards behind a pseudo-terminal and ends them."""
    try:
        install.ensure()
        install.image()
    except EmulatorMissing as missing:
        pytest.skip(str(missing))
    made = []

    def make(files=None):
        board = PseudoBoard(files)
        made.append(board)
        return board.__enter__()

    yield make
    for board in made:
        board.__exit__()


@pytest.fixture(scope="session")
def images():
    """The images of both roles."""
    return {role: compiled.build(role) for role in ("arc", "module")}

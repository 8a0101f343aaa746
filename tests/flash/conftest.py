"""An emulated board behind a pseudo-terminal, or the reason why there is none here."""

import pytest

from tools.emulator import install
from tools.emulator.errors import EmulatorMissing
from tools.emulator.pseudo import PseudoBoard
from tools.flash import console
from tools.images import compiled

SLOWER = 10  # an emulated second takes as many on a busy machine


@pytest.fixture
def make_board(monkeypatch):
    """Makes boards behind a pseudo-terminal and ends them; the waits of the flasher fit their pace."""
    monkeypatch.setattr(console, "TIMING", console.TIMING.scaled(SLOWER))
    for name in ("GREETING_S", "RESTART_S", "PROMPT_S"):
        monkeypatch.setattr(console, name, getattr(console, name) * SLOWER)
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

"""Given a chip with nothing but MicroPython, unmodified mpremote makes it a board; a cut never makes a brick."""

import hashlib

import pytest

from tools.flash import console, copying
from tools.flash.errors import FlashError
from tools.flash.process import Job, flash

pytestmark = [pytest.mark.slow(20), pytest.mark.timeout(180)]
UNIT = {"unit.txt": b"6"}


def module_job(images, board, **given):
    return Job(images["module"], UNIT, 6, port=board.port, say=lambda words: None, **given)


def test_a_bare_chip_becomes_module_6_and_the_second_time_nothing_is_written(make_board, images):
    board = make_board()
    seen = []
    told = flash(module_job(images, board, progress=lambda done, total, path: seen.append((done, total))))
    assert told.startswith("unit 6, address 0x15")
    assert board.files() == {**images["module"].files, **UNIT}
    assert seen[-1][0] == seen[-1][1] > 10_000
    # It runs now, and is reached and found unchanged.
    at = console.reach(board.port)
    assert copying.copy(at, images["module"], UNIT, lambda *_: None) == 0
    at.close()


def test_a_bare_chip_becomes_an_arc_that_greets_by_the_images_name(make_board, images):
    board = make_board()
    files = images["arc"].files
    told = flash(Job(images["arc"], {"reader.txt": b"i2c"}, port=board.port, say=lambda words: None))
    assert told == f"{images['arc'].name} on arc_pico"
    assert board.files().items() >= files.items()


def test_an_older_arc_that_runs_is_asked_for_its_prompt_and_updated(make_board, images):
    old = {**images["arc"].files, "lib/image.txt": b"arc 0.0.9 old", "lib/firmware/gone.mpy": b"M"}
    board = make_board({**old, "snapshot.a": b"kept"})
    assert console.identity(board.port)["firmware"] == "arc 0.0.9 old"
    flash(Job(images["arc"], {"reader.txt": b"i2c"}, port=board.port, say=lambda words: None))
    files = board.files()
    assert files["snapshot.a"] == b"kept"
    assert "lib/firmware/gone.mpy" not in files
    assert files["lib/image.txt"] == images["arc"].name.encode()


@pytest.mark.parametrize("at_file", ["lib/firmware/drivers/lights.mpy", "unit.txt"])
def test_power_that_fails_while_copying_leaves_a_board_that_can_be_flashed_again(make_board, images, at_file):
    old = {path: b"old " + hashlib.sha256(data).digest() for path, data in images["module"].files.items()}
    board = make_board({**old, "main.py": b"while True: pass\n"})

    def cut(done, total, path):
        if path == at_file:
            board.power_cut()

    with pytest.raises(FlashError, match="run the same command"):
        flash(module_job(images, board, progress=cut))
    assert "main.py" not in board.files(), "a half-written board must not start its program"
    assert flash(module_job(images, board)).startswith("unit 6")
    assert board.files() == {**images["module"].files, **UNIT}

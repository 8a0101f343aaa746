"""What went wrong: a sentence on the terminal, the whole of it in the data folder."""

import logging
import sys

import pytest

from host import logs


@pytest.fixture(autouse=True)
def loggers_as_before():
    root = logging.getLogger()
    before = root.handlers[:], root.level, logging.raiseExceptions
    yield
    for handler in root.handlers:
        if handler not in before[0]:
            handler.close()
    root.handlers[:], root.level, logging.raiseExceptions = before


def fail():
    try:
        raise ZeroDivisionError("inside")
    except ZeroDivisionError:
        logging.getLogger("host.part").exception("the part failed")


def test_no_traceback_reaches_the_terminal_and_the_file_has_it(tmp_path, capsys):
    logs.set_up(tmp_path, verbose=False)
    fail()
    errors = capsys.readouterr().err
    assert "the part failed" in errors
    assert logs.LOG_FILE in errors
    assert "Traceback" not in errors
    assert "ZeroDivisionError: inside" in (tmp_path / logs.LOG_FILE).read_text()


def test_of_a_text_of_several_lines_the_terminal_shows_the_first(tmp_path, capsys):
    logs.set_up(tmp_path, verbose=False)
    logging.getLogger("host.part").error("the rules failed:\n%s", '  File "rules.py", line 7, in apply')
    errors = capsys.readouterr().err
    assert errors.endswith(f"the rules failed: (more in {logs.LOG_FILE})\n")
    assert "rules.py" in (tmp_path / logs.LOG_FILE).read_text()


def test_a_file_that_cannot_be_written_is_no_second_fault(tmp_path, capsys):
    (tmp_path / logs.LOG_FILE).mkdir()
    logs.set_up(tmp_path, verbose=False)
    fail()
    errors = capsys.readouterr().err
    assert "the part failed" in errors
    assert "Traceback" not in errors


def test_a_terminal_that_went_away_is_none_either(tmp_path, monkeypatch):
    class Gone:
        def write(self, text):
            raise BrokenPipeError

        def flush(self):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    logs.set_up(tmp_path, verbose=True)
    fail()
    assert "the part failed" in (tmp_path / logs.LOG_FILE).read_text()


def test_the_file_is_bounded(tmp_path):
    logs.set_up(tmp_path, verbose=True)
    line = "x" * 10_000
    for _ in range(3 * logs.FILE_BYTES // len(line)):
        logging.getLogger("host.part").info(line)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 2.1 * logs.FILE_BYTES

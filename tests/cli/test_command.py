"""The `colony` command: sentences and exit codes, never a traceback."""

import argparse
import asyncio
import contextlib
import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host import cli, paths
from host.commands import planets
from host.errors import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, EXIT_OUR_BUG, EXIT_USAGE, UserError
from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import game


@pytest.fixture
def colony(tmp_path, capsys, monkeypatch):
    """Run `colony ARGUMENTS` in this process; gives (exit code, output, errors)."""
    monkeypatch.setenv("COLONY_DATA", str(tmp_path))

    def run(*arguments):
        code = cli.main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def failing(monkeypatch):
    """A command `colony fail` that raises what it is given."""

    def install(error):
        def raise_it(_arguments):
            raise error

        def parser():
            made = argparse.ArgumentParser(prog="colony")
            made.add_subparsers(dest="command").add_parser("fail").set_defaults(run=raise_it)
            return made

        monkeypatch.setattr(cli, "build_parser", parser)

    return install


def test_help_lists_every_command_of_the_design(colony, capsys):
    with pytest.raises(SystemExit) as ended:
        colony("--help")
    assert ended.value.code == EXIT_OK
    said = capsys.readouterr().out
    for command in ("play", "virtual", "status", "log", "doctor", "bench", "version", "rules"):
        assert f"    {command} " in said


@pytest.mark.parametrize("command", ["play", "virtual", "status", "log", "doctor", "bench", "version", "rules"])
def test_each_command_has_help_of_its_own(colony, capsys, command):
    with pytest.raises(SystemExit) as ended:
        colony(command, "--help")
    assert ended.value.code == EXIT_OK
    assert f"usage: colony {command}" in capsys.readouterr().out


def test_no_command_shows_the_help_and_counts_as_wrong_usage(colony):
    code, said, _ = colony()
    assert code == EXIT_USAGE
    assert "commands:" in said


def test_version_names_what_a_bug_report_needs(colony):
    code, said, _ = colony("version")
    assert code == EXIT_OK
    assert {line.split("  ")[0] for line in said.splitlines()} >= {"colony", "protocol", "message table", "python"}


def test_a_users_fault_is_one_sentence_with_a_cure(colony, failing):
    failing(UserError("The cable is blue.", "Take the red one."))
    assert colony("fail") == (EXIT_FAILED, "", "colony: The cable is blue. Take the red one.\n")


def test_our_fault_leaves_a_report_and_no_traceback(colony, failing, tmp_path):
    failing(ZeroDivisionError("hidden words"))
    code, _, errors = colony("fail")
    assert code == EXIT_OUR_BUG
    assert "Traceback" not in errors
    assert "hidden words" not in errors
    (report,) = tmp_path.glob("crash-*.txt")
    assert "hidden words" in report.read_text()


def test_the_report_lies_in_the_data_folder_that_was_named(colony, monkeypatch, tmp_path):
    def fail(*_arguments):
        raise ZeroDivisionError("hidden words")

    monkeypatch.setitem(planets._DOINGS, "list", ("list", fail, planets._DOINGS["list"][2]))
    assert colony("planets", "list", "--data", str(tmp_path / "named"))[0] == EXIT_OUR_BUG
    assert len(list((tmp_path / "named").glob("crash-*.txt"))) == 1


def test_ctrl_c_ends_quietly(colony, failing):
    failing(KeyboardInterrupt())
    assert colony("fail") == (EXIT_INTERRUPTED, "", "")


@pytest.mark.skipif(os.name != "posix", reason="pipes and full devices of Unix")
class TestOutputThatFails:
    """given `colony ... | head -0`, `>&-` or a full disk"""

    COMMANDS = (["--help"], ["version"], ["log", "--games"])

    @staticmethod
    def run(arguments, output, tmp_path, buffered):
        environment = {**os.environ, "COLONY_DATA": str(tmp_path), "PYTHONUNBUFFERED": "" if buffered else "1"}
        command = [sys.executable, "-m", "host.cli", *arguments]
        return subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, env=environment)

    @pytest.mark.parametrize("buffered", [True, False])
    @pytest.mark.parametrize("arguments", COMMANDS)
    def test_a_reader_that_goes_away_is_no_fault(self, tmp_path, played, arguments, buffered):
        reads, writes = os.pipe()
        os.close(reads)
        done = self.run(arguments, writes, tmp_path, buffered)
        os.close(writes)
        assert (done.returncode, done.stderr) == (EXIT_OK, "")

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has it")
    @pytest.mark.parametrize("buffered", [True, False])
    def test_a_full_disk_is_said(self, tmp_path, buffered):
        with open("/dev/full", "w") as full:
            done = self.run(["version"], full, tmp_path, buffered)
        assert done.returncode == EXIT_FAILED
        assert "No space left" in done.stderr
        assert done.stderr.count("\n") == 1

    def test_no_output_at_all_is_no_fault(self, tmp_path):
        command = f'"{sys.executable}" -m host.cli version >&-'
        done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True)
        assert (done.returncode, done.stderr) == (EXIT_OK, "")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_refuses_is_no_mistake_of_ours(colony, failing, code):
    failing(OSError(code, os.strerror(code), "/data/flash"))
    ended, _, errors = colony("fail")
    assert ended == EXIT_FAILED
    assert "/data/flash cannot be written" in errors
    assert "--data" in errors


@pytest.mark.parametrize("code", [errno.EEXIST, errno.ENOTDIR, errno.EISDIR])
def test_a_place_that_is_taken_is_no_mistake_of_ours(colony, failing, code):
    failing(OSError(code, os.strerror(code), "/home/ann/cards"))
    ended, _, errors = colony("fail")
    assert ended == EXIT_FAILED
    assert "/home/ann/cards cannot be written" in errors
    assert "another place" in errors


def test_a_report_that_cannot_be_kept_is_no_second_fault(colony, failing, monkeypatch):
    def full(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    failing(ZeroDivisionError())
    code, _, errors = colony("fail")
    assert code == EXIT_OUR_BUG
    assert "No report could be kept" in errors


def test_status_says_that_nothing_runs_and_how_to_start(colony):
    code, _, errors = colony("status")
    assert code == EXIT_FAILED
    assert "No companion runs" in errors
    assert "colony play" in errors


def test_status_does_not_trust_the_file_of_a_dead_companion(colony, tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (tmp_path / paths.COMPANION).write_text(json.dumps({"pid": gone.pid, "url": "http://127.0.0.1:1"}))
    code, _, errors = colony("status")
    assert code == EXIT_FAILED
    assert "No companion runs" in errors


def test_an_impossible_data_folder_is_named(colony, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, errors = colony("status", "--data", str(tmp_path / "file" / "under"))
    assert code == EXIT_FAILED
    assert "cannot be made" in errors
    assert "--data" in errors


def test_log_without_games_says_how_to_begin(colony):
    code, _, errors = colony("log")
    assert code == EXIT_FAILED
    assert "colony play" in errors


@pytest.fixture
def played(tmp_path):
    """A save with a game in which a token was laid."""

    async def play():
        with contextlib.closing(Store.open(tmp_path / paths.DATABASE)) as store:
            session = Session(store, game)
            await session.new_game({"mode": "semi"}, seed=424242)
            await session.act({"kind": "setup", "arc": True}, session.revision, "tablet 1")
            await session.act({"kind": "tap", "piece": "manager/3"}, session.revision, "tablet 1")
            await session.close()

    asyncio.run(play())


def test_log_prints_who_did_what_and_nothing_hidden(colony, played):
    code, said, _ = colony("log")
    assert code == EXIT_OK
    assert "tablet 1      Registered: Athena Gore" in said
    assert "424242" not in said


def test_log_lists_games_and_finds_one_by_its_first_letters(colony, played):
    _, listed, _ = colony("log", "--games")
    first = listed.split()[0]
    assert "Semi-Cooperative · a table with pieces · Athena Gore · on the table · being set up" in listed
    assert colony("log", "--game", first[:4])[1] == colony("log")[1]
    code, _, errors = colony("log", "--game", "zz")
    assert code == EXIT_FAILED
    assert "--games" in errors

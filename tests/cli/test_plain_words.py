"""What went wrong in words that help: one thing is "1 game", and the advice is about the fault that is there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from host import cli
from host.commands import planets
from host.plurals import counted
from host.store.entries import GameRecord
from host.store.gamefile import GameFile, dump_game
from host.store.store import Store
from host.web import server
from host.web.errors import ListenError

HEADER = "pl_name,hostname,st_spectype,sy_dist,pl_orbper,pl_rade,pl_bmasse,pl_insol"
RUNNING = GameFile(GameRecord("ab" * 16, "A game", "rules", {}, 77, "running", 1.0), [])


@pytest.fixture
def colony(tmp_path, capsys, monkeypatch):
    """Run `colony ARGUMENTS` in this process; gives (exit code, output, errors)."""
    monkeypatch.setenv("COLONY_DATA", str(tmp_path))

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 entries"), (1, "1 entry"), (2, "2 entries"), (1200, "1,200 entries")]
)
def test_a_number_has_the_word_that_fits_it(count: int, words: str) -> None:
    assert counted(count, "entry", "entries") == words
    assert counted(1, "game") == "1 game"
    assert counted(3, "game") == "3 games"


async def test_the_doctor_counts_one_game_as_one(tmp_path: Path) -> None:
    from host.commands.doctor import _save

    store = Store.open(tmp_path / "colony.db")
    await store.create_game({}, 1, "A game")
    store.close()
    assert (await _save(tmp_path)).what.startswith("1 game in ")


def test_an_endless_file_of_planets_is_not_read_to_its_end(colony, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(planets, "MOST_BYTES", 1 << 20)
    code, _, errors = colony("planets", "import", "/dev/zero")
    assert code == 1
    assert "/dev/zero is larger than 1 MB" in errors
    large = tmp_path / "large.csv"
    large.write_text(HEADER + "\n" + "x" * (1 << 20))
    assert "larger than 1 MB" in colony("planets", "import", large)[2]


@pytest.mark.parametrize("usable", [(), ("--usable",)])
def test_a_table_without_a_column_is_not_mended_by_passing_lines_over(colony, tmp_path, usable) -> None:
    file = tmp_path / "export.csv"
    file.write_text(HEADER.replace(",sy_dist,pl_orbper", "") + "\n")
    code, _, errors = colony("planets", "import", file, *usable)
    assert code == 1
    assert "columns sy_dist, pl_orbper are missing" in errors
    assert HEADER.replace(",", ", ") in errors, "it says what to export"
    assert "--usable" not in errors


def damaged(data: bytes) -> bytes:
    """The same file with one letter of its seal changed, its closing hash made to fit."""
    import hashlib

    head, rest = data.split(b"\n", 1)
    line = json.loads(head)
    sealed = line["secret"]["data"]
    line["secret"]["data"] = sealed[:20] + ("a" if sealed[20] != "a" else "b") + sealed[21:]
    body = json.dumps(line, ensure_ascii=False).encode() + b"\n" + rest[: rest.rindex(b'{"end"')]
    end = {**json.loads(rest[rest.rindex(b'{"end"') :]), "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end).encode() + b"\n"


@pytest.mark.parametrize(
    ("passphrase", "change", "said", "not_said"),
    [
        (None, damaged, "it is damaged", "passphrase"),
        ("the well is dry", lambda data: data, "colony replay --passphrase", "damaged"),
    ],
)
def test_a_seal_that_does_not_open_says_why(colony, tmp_path, passphrase, change, said, not_said) -> None:
    file = tmp_path / "game.colony"
    file.write_bytes(change(dump_game(RUNNING, open_secret=False, passphrase=passphrase)))
    code, _, errors = colony("replay", "--verify", file)
    assert code == 1
    assert said in errors
    assert not_said not in errors


@pytest.mark.parametrize(
    ("listen", "said"),
    [
        ("1.2.3.4:80", r"1\.2\.3\.4 is no address of this computer.*0\.0\.0\.0:8080.*127\.0\.0\.1"),
        ("nobody.invalid:8080", r"the name nobody\.invalid is not known.*0\.0\.0\.0:8080"),
    ],
)
def test_an_address_of_another_computer_is_named_as_such(listen: str, said: str) -> None:
    with pytest.raises(ListenError) as refused:
        server.open_socket(listen)
    assert re.search(said, str(refused.value))


def test_a_port_of_the_system_is_named_as_such(monkeypatch) -> None:
    def refuse(*_arguments, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(server.socket, "create_server", refuse)
    with pytest.raises(ListenError, match=r"ports below 1024 are for the system.*--listen 0\.0\.0\.0:8080"):
        server.open_socket("0.0.0.0:80")


def test_flashing_at_a_port_that_is_not_there_says_so(tmp_path: Path) -> None:
    words = (sys.executable, "-m", "host.cli", "flash", "arc", "--port", "/nonsense", "--data", str(tmp_path))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "There is no port /nonsense." in done.stderr
    assert "ound" in done.stderr, "and which ports there are"

"""`colony replay --verify FILE`: a sentence and an exit code for whole, changed, foreign, damaged and newer files."""

import json
from dataclasses import replace

import pytest

from host import cli
from host.errors import EXIT_FAILED, EXIT_OK
from host.store.gamefile import dump_brief, dump_game


@pytest.fixture
def verify(capsys):
    def run(path, *more):
        code = cli.main(["replay", "--verify", str(path), *more])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_a_whole_file_fits(verify, path, whole):
    code, said, complained = verify(path)
    assert (code, complained) == (EXIT_OK, "")
    assert said.splitlines() == [
        f"evening.colony: Beyond Humanity: Colonies, {len(whole.entries)} entries; the game is over.",
        f"Each of the {len(whole.entries)} entries gives what was recorded.",
    ]


def test_a_playthrough_fits(verify, path, part):
    path.write_bytes(dump_brief(part))
    code, said, _ = verify(path)
    assert code == EXIT_OK
    assert "60 entries; the game is not over yet." in said


def test_an_entry_that_differs_is_named(verify, path, part):
    entries = [replace(entry, digest="0" * 64) if entry.seq == 44 else entry for entry in part.entries]
    path.write_bytes(dump_brief(replace(part, entries=entries)))
    code, said, _ = verify(path)
    assert code == EXIT_FAILED
    assert f"From entry 44 of {len(part.entries)} on" in said


def test_other_rules_are_named_though_every_entry_fits(verify, path, part):
    path.write_bytes(dump_game(replace(part, fingerprint={"rules": "old", "content": "old"}), True, None))
    code, said, _ = verify(path)
    assert code == EXIT_OK
    assert "Its rules are of another version than this companion's." in said
    assert "Its cards and numbers are not those of this companion." in said


def changed(data, what):
    lines = data.splitlines(keepends=True)
    header = json.loads(lines[0])
    header.update(what)
    return b"".join([json.dumps(header).encode() + b"\n", *lines[1:]])


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: data[: len(data) // 2], "evening.colony is cut short: the closing line is missing"),
        (lambda data: data.replace(b"chose Goals", b"chose goats", 1), "evening.colony was changed or damaged"),
        (lambda data: b"\x89PNG\r\n" + data, "evening.colony, line 1: not readable as a line of a Colony game file"),
        (lambda data: b'{"name": "package"}\n', "evening.colony is not a Colony game file"),
        (lambda data: changed(data, {"format": 3}), "made by a newer companion (format 3): update the companion"),
        (lambda data: b"", "evening.colony, line 1"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(verify, path, damage, words):
    path.write_bytes(damage(path.read_bytes()))
    code, said, complained = verify(path)
    assert (code, said) == (EXIT_FAILED, "")
    assert words in complained
    assert "Traceback" not in complained


def test_a_file_that_is_not_there_is_named(verify, tmp_path):
    code, _, complained = verify(tmp_path / "nowhere.colony")
    assert code == EXIT_FAILED
    assert "nowhere.colony cannot be read" in complained


def test_a_save_with_a_passphrase_asks_for_it(verify, path, part, monkeypatch):
    path.write_bytes(dump_game(part, open_secret=False, passphrase="the well is dry", veiled=True))
    code, _, complained = verify(path)
    assert code == EXIT_FAILED
    assert "--passphrase" in complained
    monkeypatch.setattr("getpass.getpass", lambda prompt: "the well is dry")
    assert verify(path, "--passphrase")[0] == EXIT_OK

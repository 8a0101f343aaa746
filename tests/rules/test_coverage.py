"""`colony rules coverage`: finds marks in source, sorts statements, fails on ids that do not exist."""

import argparse
import ast

import pytest

from tools.rules import command, coverage, enforced

TABLE = """
[[rule]]
id = "X-1"
who = "rules"
[[rule]]
id = "X-2"
who = "table"
reason = "Only people see it."
[[rule]]
id = "X-3"
who = "app"
[[rule]]
id = "X-4"
who = "sim"
"""
TEST = """
import pytest

@pytest.mark.rule("X-1", "X-9")
def test_one(): ...

@pytest.mark.rule(*[f"X-{n}" for n in (4,)])
def test_two(): ...
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "rules" / "game.toml").write_text(TABLE)
    (tmp_path / "tests" / "test_it.py").write_text(TEST)
    return tmp_path


def test_statements_are_sorted_and_unknown_ids_found(project):
    (table,), unknown = coverage.compare(project / "rules", project / "tests")
    assert table.cited == {"X-1": ["tests/test_it.py:4"], "X-4": ["tests/test_it.py:7"]}
    assert (table.table, table.missing) == ({"X-2": "Only people see it."}, ["X-3"])
    assert unknown == [("X-9", "tests/test_it.py:4")]


@pytest.mark.parametrize("source", ["pytest.mark.rule(NAME)", "pytest.mark.rule(*IDS)", "pytest.mark.rule(1)"])
def test_marks_that_can_not_be_read_are_errors(source):
    call = ast.parse(source, mode="eval").body
    with pytest.raises(ValueError, match="rule mark"):
        coverage.ids_of(call)


def test_no_test_of_this_project_cites_an_unknown_id():
    tables, unknown = coverage.compare(coverage.ROOT / "docs" / "rules", coverage.ROOT / "tests")
    assert unknown == []
    counts = {table.game: table.total for table in tables}
    assert counts["beyond_humanity"] == 612


def test_every_statement_of_beyond_humanity_has_a_test_or_is_for_the_table():
    tables, _ = coverage.compare(coverage.ROOT / "docs" / "rules", coverage.ROOT / "tests")
    (table,) = [one for one in tables if one.game == "beyond_humanity"]
    assert table.missing == []
    assert len(table.table) < 5
    assert all(table.table.values())
    assert enforced.compare(coverage.ROOT).uncited == {}


def run(*words, action="coverage"):
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    arguments = parser.parse_args(["rules", action, *words])
    return arguments.run(arguments)


def test_the_command_prints_and_ends_well(capsys):
    assert run("--game", "beyond_humanity") == 0
    assert "beyond_humanity: 612 statements" in capsys.readouterr().out
    assert run("--title", "colonise", "--strict") == 1
    assert "CO-1" in capsys.readouterr().out.split()  # what is missing is listed
    assert run("--game", "nothing") == 2


# -- what code names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("XY-4.3-2", ["XY-4.3-2"]),
        ("(XY-4.3-2 to 4.3-4, 4.7-1)", ["XY-4.3-2", "XY-4.3-3", "XY-4.3-4", "XY-4.7-1"]),
        ("(XY-4.8.1-1, -2 and -5).", ["XY-4.8.1-1", "XY-4.8.1-2", "XY-4.8.1-5"]),
        ("XY-4.2-1 and XY-A2.2-10", ["XY-4.2-1", "XY-A2.2-10"]),
        ("(XY-4.5, 4.7-3)", ["XY-4.5", "XY-4.7-3"]),
        ("a text without any, 3-4 of them", []),
    ],
)
def test_ids_are_read_from_comments(text, ids):
    assert enforced.ids_in(text) == ids


def test_what_code_names_is_compared_with_tests_and_tables(tmp_path):
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "host").mkdir()
    table = "".join(f'[[rule]]\nid = "AB-1.1-{number}"\nwho = "rules"\n' for number in range(1, 6))
    (tmp_path / "docs" / "rules" / "game.toml").write_text(table)
    (tmp_path / "tests" / "test_it.py").write_text("import pytest\n@pytest.mark.rule('AB-1.1-1')\ndef test_a(): ...\n")
    source = '"""Serves AB-1.1-1 to 1.1-3,\nAB-1.1-9 and section AB-1.1."""\nID = 1  # AB-1.1-5, ZZ-1.1-1\n'
    (tmp_path / "host" / "code.py").write_text(source)
    found = enforced.compare(tmp_path)
    assert list(found.cited) == ["AB-1.1-1"]
    assert list(found.uncited) == ["AB-1.1-2", "AB-1.1-3", "AB-1.1-5"]
    assert list(found.unknown) == ["AB-1.1-9"]
    assert found.uncited["AB-1.1-5"] == ["host/code.py:3"]


def test_no_code_of_this_project_names_an_unknown_statement(capsys):
    assert run(action="enforced") == 0
    out = capsys.readouterr().out
    assert out.startswith("code names ")

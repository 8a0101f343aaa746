"""`colony rules coverage`: finds marks in source, sorts statements, fails on ids that do not exist."""

import argparse
import ast

import pytest

from tools.rules import command, coverage

TABLE = """
[[rule]]
id = "X-1"
who = "rules"
[[rule]]
id = "X-2"
who = "table"
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
    assert (table.table, table.missing) == (["X-2"], ["X-3"])
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


def run(*words):
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    arguments = parser.parse_args(["rules", "coverage", *words])
    return arguments.run(arguments)


def test_the_command_prints_and_ends_well(capsys):
    assert run("--game", "beyond_humanity") == 0
    assert "beyond_humanity: 612 statements" in capsys.readouterr().out
    assert run("--game", "beyond_humanity", "--strict") == 1
    assert run("--game", "nothing") == 2

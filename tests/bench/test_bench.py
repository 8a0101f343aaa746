"""`colony bench`: every budget has its measurement, and a line says all that a machine needs to judge it."""

import json
import subprocess
import sys

import psutil
import pytest

from host import cli
from tools.bench import cli as bench
from tools.bench import press
from tools.bench.budgets import BUDGETS


def test_every_budget_has_a_measurement():
    assert set(bench.measurements()) == {budget.name for budget in BUDGETS}


def test_a_line_holds_name_value_unit_budget_and_better(capsys):
    assert cli.main(["bench", "--quick", "bus_enumerate_32"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line.keys() == {"name", "value", "unit", "budget", "better"}
    assert line["value"] <= line["budget"]


def test_a_broken_budget_shows_in_the_exit_code(capsys, monkeypatch):
    monkeypatch.setattr(bench, "measurements", lambda: {"bus_enumerate_32": lambda quick: 2.0})
    assert cli.main(["bench", "bus_enumerate_32"]) == 1


def test_what_cannot_be_measured_is_said(capsys, monkeypatch):
    def cannot(_quick):
        raise bench.CannotMeasure("there is no Chromium here")

    monkeypatch.setattr(bench, "measurements", lambda: {"cold_start": cannot})
    assert cli.main(["bench", "cold_start"]) == 1
    assert "no Chromium" in capsys.readouterr().err


def test_an_unknown_name_is_refused(capsys):
    assert cli.main(["bench", "speed"]) == 2
    assert "colony bench --help" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.name)
def test_each_measurement_runs(budget):
    """Whether the value keeps its budget depends on the machine and is for `colony bench` to say."""
    try:
        value = bench.measurements()[budget.name](True)
    except bench.CannotMeasure as error:
        pytest.skip(str(error))
    assert value > 0


def test_a_helper_of_the_browser_that_ends_between_two_presses_is_left_out():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as helper:
        gone, here = psutil.Process(helper.pid), psutil.Process()
        assert set(press._spent_s([here, gone])) == {here, gone}
        helper.communicate(b"\n")
    assert set(press._spent_s([here, gone])) == {here}

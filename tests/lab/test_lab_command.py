"""`colony lab` from the command line to the report, with few games."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tools.lab import plots, pool
from tools.lab.errors import LabError
from tools.lab.series import Series, check_planets

ROOT = Path(__file__).parents[2]


def test_a_report_is_one_page_without_an_address_outside_and_figures_as_json(lab, outside, capsys):
    assert lab("--games", "6", "--mode", "all", "--bots", "random", "--players", "2,3", "--workers", "1") == 0
    page = Path("artifacts/lab/lab.html").read_text()
    assert outside(page) == []
    assert page.count("<svg") >= 6
    for title in ("Who survives", "How long, and how it ends", "Emergencies", "Modules", "Decrees", "Abilities"):
        assert f"<h3>{title}</h3>" in page
    made = json.loads(Path("artifacts/lab/lab.json").read_text())
    (series,) = made["series"]
    assert series["games"] == 6
    assert set(series["by_mode"]) == {"semi", "coop", "solo"}
    assert len(made["content"]) == 16
    told = capsys.readouterr().err
    assert "6 games" in told
    assert f"Report: {Path('artifacts/lab/lab.html').resolve()}" in told


def test_planets_have_names_and_what_is_wide_scrolls_by_itself(lab):
    lab("--games", "5", "--bots", "random", "--players", "2", "--workers", "1", "--out", "out")
    page = Path("out/lab.html").read_text()
    assert "planet</td><td>LHS 1140 b</td>" in page
    assert "lhs-1140-b" not in page
    assert page.count('<div class="wide" tabindex="0"><table>') == page.count("<table>") > 5
    assert page.count('<figure class="wide" tabindex="0"><svg') == page.count("<svg") > 2


def test_the_figure_behind_the_longest_bar_is_inside_of_the_plot():
    part = {"rate": 1.0, "of": 10000, "low": 0.9, "high": 1.0}
    drawn = plots.shares("a", [("LHS 1140 b", part)], "games")
    width_pt = float(re.search(r'width="([\d.]+)pt"', drawn)[1])
    words, left = "100% of 10000", float(re.search(r'x="([\d.]+)"[^>]*> 100% of 10000', drawn)[1])
    assert left + 4.5 * len(words) < width_pt  # a digit of 7.5 pt is 4.2 to 4.8 pt wide, a space less


def test_equal_seeds_give_equal_reports_and_other_seeds_other_games(lab):
    for folder in "ab":
        lab("--games", "3", "--bots", "random", "--seed", "4", "--out", folder, "--workers", "1")
    assert Path("a", "lab.html").read_bytes() == Path("b", "lab.html").read_bytes()
    four, five = (Series("games", 3, seed=seed, bots=("random",)) for seed in (4, 5))
    assert [four.game(index).seed for index in range(3)] != [five.game(index).seed for index in range(3)]


def test_rows_do_not_depend_on_the_number_of_workers():
    series = Series("games", 7, seed=3, modes=("semi", "solo"), players=(2,), bots=("random",))
    alone, together = pool.run(series, 1, quiet=True), pool.run(series, 2, quiet=True)
    assert alone == together
    assert [row["index"] for row in alone[0]] == list(range(7))


def test_bots_go_round_the_table_and_every_planet_has_its_turn():
    series = Series("games", 20, bots=("random", "greedy"), planets=("trappist-1-e", "toi-700-d"))
    games = [series.game(index) for index in range(4)]
    assert [game.bots[0] for game in games] == ["random", "greedy"] * 2
    assert [game.options["planet"] for game in games] == ["trappist-1-e", "toi-700-d"] * 2
    assert series.game(2) == games[2]


def test_an_unknown_planet_is_refused_with_the_known_ones():
    with pytest.raises(LabError, match=r"no planet 'vulcan'.*trappist-1-e"):
        check_planets(("vulcan",))


@pytest.mark.parametrize("words", [["--bots", "clever"], ["--players", "6"], ["--games", "0"], ["--mode", "chess"]])
def test_wrong_options_are_usage_errors(lab, words, capsys):
    with pytest.raises(SystemExit) as caught:
        lab(*words)
    assert caught.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_reports_on_the_games_that_were_played(tmp_path, workers):
    program = "import sys; from host.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["lab", "--games", "900", "--bots", "random", "--workers", workers, "--out", str(tmp_path)]
    command = [sys.executable, "-c", program, *words]
    ours, theirs = pty.openpty()  # the bar is shown at a terminal only
    termios.tcsetwinsize(theirs, (25, 80))
    started = subprocess.Popen(command, cwd=ROOT, stderr=theirs, start_new_session=True)
    os.close(theirs)
    said = b""
    while not re.search(rb"[1-9]%", said):  # the bar says how much is done
        said += os.read(ours, 4096)
    started.send_signal(signal.SIGINT)
    while started.poll() is None:
        with contextlib.suppress(OSError):  # the other end of the terminal is gone
            said += os.read(ours, 4096)
    os.close(ours)
    assert started.returncode == 130
    assert b"Traceback" not in said
    (series,) = json.loads((tmp_path / "lab.json").read_text())["series"]
    assert 0 < series["games"] < series["planned"] == 900
    assert "stopped early" in (tmp_path / "lab.html").read_text()


@pytest.mark.slow
def test_a_check_judges_every_target_and_writes_its_page(lab, capsys):
    page = Path("balance.md")
    page.write_text(
        "# Balance\n\n<!-- figures: made by colony lab --check --doc -->\n<!-- end of figures -->\n\nNotes.\n"
    )
    assert lab("--check", "--games", "10", "--doc", str(page)) in (0, 1)
    printed = capsys.readouterr().out.splitlines()
    assert len([line for line in printed if line.startswith(("pass", "FAIL"))]) == 11
    text = page.read_text()
    assert text.startswith("# Balance")
    assert text.endswith("Notes.\n")
    for title in ("## Targets", "## Series", "## Co-op by planet", "## Managers"):
        assert title in text

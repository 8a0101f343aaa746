"""`colony planets` and `colony scenarios`: more to choose from, out of files; errors that name row and column."""

import json

import pytest

from host import cli, own_planets
from host.errors import EXIT_FAILED, EXIT_OK, UserError
from shared_rules.beyond_humanity import exoplanets, game

HEADER = "pl_name,hostname,st_spectype,sy_dist,pl_orbper,pl_rade,pl_bmasse,pl_insol\n"
NEAR = "Alpha b,Alpha,G2 V,12.5,310,1.1,,0.95\n"
FAR = "Beta c,Beta,M3 V,400,12,,2.5,\n"
BAD = "Gamma d,Gamma,M,ten,1,1,,1\n"
SCENARIO = """
[[scenario]]
id = "home_run"
name = "Home Run"
difficulty = 2
mode = "coop"
planet = "tau-cet-e"
rules = ["rounds 10"]
story = "STORY."
[scenario.progress]
label = "Homes"
condition = "colony population >= 3000"
kind = "reach"
rounds = 1
by_round = 9
missed = "lose"
""".replace("STORY", " ".join(["Word"] * 90))


@pytest.fixture
def colony(tmp_path, capsys):
    def run(*arguments):
        code = cli.main([*arguments, "--data", str(tmp_path)])
        said = capsys.readouterr()
        return code, said.out, said.err

    run.folder = tmp_path
    return run


@pytest.fixture
def csv(tmp_path):
    def write(*rows):
        path = tmp_path / "export.csv"
        path.write_text("# from the archive\n" + HEADER + "".join(rows), encoding="utf-8")
        return str(path)

    return write


def test_planets_are_imported_listed_shown_and_removed(colony, csv):
    code, said, _ = colony("planets", "import", csv(NEAR, FAR))
    assert (code, said) == (EXIT_OK, "New: Alpha b, Beta c.\n")
    _, said, _ = colony("planets", "list", "--own")
    assert [line.split("  ")[0] for line in said.splitlines()] == ["planet", "Alpha b", "Beta c"]
    code, said, _ = colony("planets", "show", "alpha B")
    assert code == EXIT_OK
    assert said.startswith("Alpha b, 41 light years from Earth, star: Alpha\n")
    assert "VP to win" in said
    assert colony("planets", "remove", "Alpha b")[0] == EXIT_OK
    assert [one["name"] for one in own_planets.made(colony.folder)] == ["Beta c"]
    code, _, said = colony("planets", "remove", "Alpha b")
    assert (code, said.count("\n")) == (EXIT_FAILED, 1)


def test_a_line_with_a_fault_is_named_with_row_and_column_and_nothing_is_kept(colony, csv):
    code, _, said = colony("planets", "import", csv(NEAR, BAD))
    assert code == EXIT_FAILED
    assert "export.csv: line 4: Gamma d: sy_dist 'ten' is not a number." in said
    assert own_planets.load(colony.folder) == []
    code, said, _ = colony("planets", "import", "--usable", csv(NEAR, BAD))
    assert code == EXIT_OK
    assert "New: Alpha b." in said
    assert "1 line:\n  line 4: Gamma d" in said


def test_an_import_takes_what_is_asked_for(colony, csv):
    path = csv(NEAR, FAR, "TRAPPIST-1 b,TRAPPIST-1,M8 V,12.43,1.51,1.116,1.374,4.15\n")
    assert (
        colony("planets", "import", path, "--within", "100")[1] == "New: Alpha b.\nIn the box already: TRAPPIST-1 b.\n"
    )
    assert colony("planets", "import", path, "--name", "BETA")[1] == "New: Beta c.\n"
    assert "Nothing new" in colony("planets", "import", path, "--name", "beta")[1]
    changed = csv(NEAR.replace("310", "311"))
    assert colony("planets", "import", changed)[1] == "With other figures than before: Alpha b.\n"


def test_of_several_publications_of_a_planet_the_default_one_counts(tmp_path):
    rows = [("1", "1.0"), ("0", "9.0"), ("0", "none")]
    text = HEADER.replace("\n", ",default_flag\n")
    text += "".join(f"Alpha b,Alpha,G2 V,12.5,310,{radius},,0.95,{flag}\n" for flag, radius in rows)
    (facts,) = exoplanets.read_csv("\ufeff" + text)
    assert facts["radius"] == 100


def test_too_many_planets_are_refused_and_the_old_ones_stay(colony, csv):
    colony("planets", "import", csv(FAR))
    rows = [f"Many {n} b,Many,G,10,100,1,,1\n" for n in range(own_planets.MOST)]
    code, _, said = colony("planets", "import", csv(*rows))
    assert code == EXIT_FAILED
    assert "--within" in said
    assert [one["name"] for one in own_planets.load(colony.folder)] == ["Beta c"]


def test_files_that_are_no_export_are_refused_in_a_sentence(colony, tmp_path):
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "photo.csv").write_bytes(b"\xff\xd8\xff\x00")
    for name in ("empty.csv", "photo.csv", "nowhere.csv", "."):
        code, _, said = colony("planets", "import", str(tmp_path / name))
        assert (code, said.count("\n")) == (EXIT_FAILED, 1)
        assert "Traceback" not in said


@pytest.mark.parametrize(
    "damage", ["{", "[]", "[" * 100_000, '{"format": 2, "planets": []}', '{"format": 1, "planets": [{"name": 3}]}']
)
def test_a_damaged_file_of_planets_is_named(colony, damage):
    (colony.folder / own_planets.FILE).write_text(damage)
    with pytest.raises(UserError, match="can not be read"):
        own_planets.made(colony.folder)
    assert colony("planets", "list")[0] == EXIT_FAILED


def test_an_imported_planet_can_be_played_and_its_figures_are_in_the_save(colony, csv):
    colony("planets", "import", csv(NEAR))
    (planet,) = own_planets.made(colony.folder)
    options = json.loads(json.dumps({"mode": "coop", "managers": [1, 2], "planets": [planet], "planet": "alpha-b"}))
    state = game.setup(options, 1)
    assert (state["planet"], state["world"]["colony"]) == ("alpha-b", planet["colony"])


@pytest.mark.rule("BHC-A4.1-6")
def test_a_file_of_scenarios_is_checked_kept_and_listed(colony, tmp_path):
    path = tmp_path / "home.toml"
    path.write_text(SCENARIO)
    code, said, _ = colony("scenarios", "add", str(path))
    assert (code, said) == (EXIT_OK, "Every new game offers: Home Run.\n")
    lines = colony("scenarios", "list")[1].splitlines()
    assert len(lines) == 7
    assert lines[-1].endswith("added")
    other = tmp_path / "other.toml"
    other.write_text(SCENARIO)
    code, _, said = colony("scenarios", "add", str(other))
    assert code == EXIT_FAILED
    assert "already" in said
    other.write_text(SCENARIO.replace("rounds 10", "rounds ten"))
    code, _, said = colony("scenarios", "add", str(other))
    assert (code, said.count("\n")) == (EXIT_FAILED, 1)
    assert "other.toml: Scenario home_run: 'ten' is not a whole number." in said
    other.write_text("scenario = " + "[" * 100_000)
    code, _, said = colony("scenarios", "add", str(other))
    assert (code, said.count("\n")) == (EXIT_FAILED, 1)
    assert "other.toml is no TOML" in said

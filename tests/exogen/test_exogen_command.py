"""`colony exogen`: everything that the page can do, in sentences, with exit codes."""

import asyncio

import pytest

from host.cli import main
from host.exogen.profiles import Exogen
from host.store.store import Store
from shared_rules.beyond_humanity import game as title


@pytest.fixture
def colony(tmp_path, capsys):
    """Run the command; (exit code, what it said)."""

    def run(*words):
        code = main(["exogen", *words, "--data", str(tmp_path)])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return code, said.out + said.err

    return run


def test_from_nothing_to_a_prepared_planet_and_back(colony):
    code, said = colony("show")
    assert (code, "bound to no Exogen profile: every planet is offered" in said) == (0, True)
    assert colony("explore", "Ross 128 b")[0] == 1
    assert "is bound to it" in colony("new", "Ada")[1]
    assert "Surveyed: its environment is known." in colony("explore", "ross128b")[1]
    assert "5 points left." in colony("show", "Ross 128 b")[1]
    code, said = colony("pioneer")
    assert all(words in said for words in ("depot", "shelters", "masts", "wells", "heralds"))
    code, said = colony("pioneer", "Proxima Centauri b", "heralds")
    assert (code, "Pioneers (Heralds): More Citizens want to come." in said) == (0, True)
    assert "Pioneers prepare Proxima Centauri b (Heralds)" in colony("show")[1]
    assert "2 exploration points" in colony("pioneer", "--recall")[1]
    assert colony("pioneer", "--recall") == (1, "colony: No pioneer mission is under way.\n")
    assert "is called Augusta now" in colony("rename", "Augusta")[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("explore", "Kepler-90 i"), "Telescopes see 100 light years far; this planet is 2789 away."),
        (("explore", "Tatooine"), "There is no planet Tatooine in the catalogue."),
        (("pioneer", "Ross 128 b", "depot"), "Explore the planet before pioneers are sent there."),
        (("pioneer", "Proxima Centauri b", "canals"), "There is no pioneer mission of that kind."),
        (("rename", " "), "A profile's name has 1 to 40 letters."),
        (("bind", "Eve"), "There is no such profile here."),
        (("bind",), "Say which profile, or --none."),
        (("import", "/nowhere/ada.exogen"), "/nowhere/ada.exogen cannot be read"),
    ],
)
def test_what_can_not_be_done_is_said_in_a_sentence(colony, words, sentence):
    colony("new", "Ada")
    code, said = colony(*words)
    assert code == 1
    assert sentence in said


def test_files_are_never_written_over_and_profiles_never_lost(colony, tmp_path):
    colony("new", "Ada")
    code, said = colony("export", str(tmp_path))
    assert (code, f"Ada is in {tmp_path / 'ada.exogen'}" in said) == (0, True)
    assert "is there already" in colony("export", str(tmp_path))[1]
    assert colony("export", str(tmp_path / "ada.exogen"), "--force")[0] == 0
    assert not list(tmp_path.glob("*.part"))
    colony("new", "Grace")
    assert "nothing in the file is new" in colony("import", str(tmp_path / "ada.exogen"))[1]
    said = colony("show")[1]
    assert "Grace, the profile of this game set" in said
    assert "Also on this computer: Ada" in said
    assert "is bound to Ada" in colony("bind", "Ada")[1]
    assert "bound to no profile" in colony("bind", "--none")[1]
    (tmp_path / "cat.exogen").write_text("meow")
    assert "not readable as a line of an Exogen profile" in colony("import", str(tmp_path / "cat.exogen"))[1]


def test_a_profile_that_parted_ways_is_kept_beside_the_other(colony, tmp_path):
    colony("new", "Ada")
    colony("export", str(tmp_path / "old.exogen"))
    colony("rename", "Augusta")

    async def elsewhere():
        other = Exogen(Store.open(tmp_path / "other.db"))
        await other.refresh()
        await other.take((tmp_path / "old.exogen").read_bytes(), "old")
        await other.rename("Countess")
        (tmp_path / "parted.exogen").write_bytes((await other.export())[1])
        other.store.close()

    asyncio.run(elsewhere())
    code, said = colony("import", str(tmp_path / "parted.exogen"))
    assert (code, "To keep both: colony exogen import --copy" in said) == (1, True)
    assert "kept beside" in colony("import", str(tmp_path / "parted.exogen"), "--copy")[1]
    said = colony("show")[1]
    assert "Augusta, the profile of this game set" in said
    assert "Also on this computer: Countess" in said


def test_pioneers_that_a_setup_counts_on_are_recalled_on_the_page(colony, tmp_path):
    colony("new", "Ada")
    colony("pioneer", "Proxima Centauri b", "heralds")

    async def set_up():
        from host.session.session import Session

        store = Store.open(tmp_path / "colony.db")
        exogen, session = Exogen(store), Session(store, title)
        await session.new_game(await exogen.fresh_options())
        await session.close()
        store.close()

    asyncio.run(set_up())
    code, said = colony("pioneer", "--recall")
    assert (code, "A game that is being set up offers this planet as prepared." in said) == (1, True)


def test_a_damaged_profile_is_told_and_keeps_nobody_from_going_on(colony, tmp_path):
    import sqlite3

    colony("new", "Ada")
    with sqlite3.connect(tmp_path / "colony.db") as db:
        db.execute("DROP TRIGGER exogen_entries_no_update")
        db.execute("UPDATE exogen_entries SET hash = 'x'")
    db.close()
    code, said = colony("show")
    assert (code, "can not be read: Entry 1" in said) == (0, True)
    assert colony("new", "Grace")[0] == 0

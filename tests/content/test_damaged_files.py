"""A damaged file of the host's content is refused with file, line, entry and what is wrong."""

import pytest

from shared_rules.beyond_humanity.content import box as host_content
from shared_rules.beyond_humanity.content.schema import FOLDER, ContentError, lines_of

FAULTS = [
    ("abilities.toml", 'kind = "active"', 'kind = "passive"', "Voice of the People: kind must be active"),
    ("abilities.toml", "after draw dec 1", "after draw gold 1", "unknown effect 'gold'"),
    ("abilities.toml", "number = 20", "number = 21", "number must be a whole number 1..20"),
    ("assistants.toml", 'price = "xp 1"', 'price = ""', "Pilot: the price must not be empty"),
    ("assistants.toml", 'socket = "finish"', 'socket = "finish all"', "Strong AI: 'all' is not one of: research"),
    ("assistants.toml", 'id = "proxy"', 'id = "deputy"', "advisors are ambassador, proxy, trainer in order"),
    ("assistants.toml", 'name = "Kingpin"', 'name = "Pilot"', "name 'Pilot' stands twice"),
    ("artifacts.toml", 'later = "module"', 'later = "sunday"', "Uranium Ore: later 'sunday' is not one of"),
    ("artifacts.toml", "vp = 5", "vp = 6", "vp must be a whole number 0..5"),
    ("artifacts.toml", "a single fault.", "a single fault", "Ribbed Shell: text must end in a full stop"),
    ("artifacts.toml", 'research = ["xp 3", "pa 1"]', 'research = ["xp 3"]', "research must be a list of 2 to 2"),
    ("artifacts.toml", "\n[back]", "\n[front]", "holds one [back] and [[artifact]] entries"),
    ("goals.toml", "own cr >= 8", "own cr > 8", "Treasure Chest: a condition is"),
    ("goals.toml", "team cr >= 5 each", "own cr >= 5", "a yellow Goal has no condition of 'own'"),
    ("goals.toml", "built/obelisk", "built/pyramid", "'pyramid' is no Module"),
    ("goals.toml", "vp = 8, when = [\"team cr", "vp = 19, when = [\"team cr", "a higher level must be worth more"),
    ("solo.toml", "cr = 26", "cr = 20", "24 Credits must fit"),
    ("solo.toml", 'columns = [""', 'columns = ["cr 1"', "the first one is free"),
    ("solo.toml", "players = 3", "", "'players' is missing"),
    ("fleets.toml", "cr = 2, tg = 1", "cr = 5, tg = 1", "the first fleet is 'neutral'"),
    ("fleets.toml", "population = [300, 0, 0, 0, 0]", "population = [300]", "population must be a list of 5 to 5"),
    ("scenarios.toml", 'planet = "kepler-1649-c"', 'planet = "vulcan"', "there is no planet 'vulcan'"),
    ("scenarios.toml", "every 4 cold_snap", "every 4 snow", "'snow' is not one of"),
    ("scenarios.toml", 'missed = "lose"', 'missed = "cry"', "missed is 'lose' or 'vp' and a number"),
    ("scenarios.toml", 'kind = "hold"', 'kind = "wish"', "kind is one of: reach, hold"),
    ("tutorials.toml", 'check = "phase 4"', 'check = "phase four"', "step 4: 'four' is not a whole number"),
    ("tutorials.toml", '"attach 3"', '"attach 40"', "there is no Module number 40"),
    ("tutorials.toml", "decree/1", "decree/99", "'tap' takes a piece of the box"),
    ("occurrences.toml", "for {thing}.", "for long.", "stuck_door: the text does not use the slot 'thing'"),
    ("occurrences.toml", "A pressure door in {place}", "A {colour} door in {place}", "names a slot that is not there"),
    ("planets.toml", '"flares", "cold"', '"flares", "haunted"', "proxima-cen-b: unknown tag 'haunted'"),
    ("modules.toml", 'socket = "copy"', 'socket = "copy it"', "consulate: 'it' is not one of: socket"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS, ids=[f"{f[0]}-{f[3][:30]}" for f in FAULTS])
def test_a_fault_is_named_with_its_file(damaged, file, old, new, message):
    complaint = damaged(file, old, new)
    assert complaint.startswith(file)
    assert message in complaint


def test_the_line_is_that_of_the_entry(damaged):
    text = (FOLDER / "artifacts.toml").read_text(encoding="utf-8")
    line = lines_of(text, "artifact")[0]
    assert text.splitlines()[line - 1] == "[[artifact]]"
    complaint = damaged("artifacts.toml", 'later = "module"', 'later = "sunday"')
    assert complaint.startswith(f"artifacts.toml, line {line}: Uranium Ore:")


def test_a_planet_that_can_not_be_is_named_with_its_line(damaged):
    complaint = damaged("exoplanets.csv", "TRAPPIST-1 c,TRAPPIST-1,M8 V,12.43,2.42,1.097", "TRAPPIST-1 c,,M8 V,1,1,1")
    assert complaint.startswith("exoplanets.csv: line 3: TRAPPIST-1 c: hostname is empty")


@pytest.mark.parametrize("file", ["abilities.toml", "goals.toml", "tutorials.toml", "exoplanets.csv", "solo.toml"])
def test_a_missing_file_is_named(tmp_path, file):
    for path in [*FOLDER.glob("*.toml"), *FOLDER.glob("*.csv")]:
        if path.name != file:
            (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ContentError, match=f"{file}: file is missing"):
        host_content.load(tmp_path)

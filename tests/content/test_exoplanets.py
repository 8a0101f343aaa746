"""Planets made from measured figures, and exports of the NASA Exoplanet Archive."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.beyond_humanity import content, exoplanets, game
from shared_rules.beyond_humanity.content import loader
from shared_rules.beyond_humanity.content.schema import check_table

HEADER = "pl_name,hostname,st_spectype,sy_dist,pl_orbper,pl_rade,pl_bmasse,pl_insol\n"
EARTH = {
    "name": "Earth",
    "star": "Sun",
    "spectral": "G2 V",
    "distance_ly": 1,
    "period": 36525,
    "radius": 100,
    "mass": 100,
    "insolation": 100,
}


def of(**changes):
    return exoplanets.derive(dict(EARTH, **changes))


def test_the_catalogue_holds_forty_real_planets_or_more_beside_the_charted_ones(box):
    ids = [planet["id"] for planet in box["catalogue"] + content.get()["planets"]]
    assert len(box["catalogue"]) >= 40
    assert len(set(ids)) == len(ids)


@pytest.mark.rule("BHC-A2.2-9", "BHC-3.3-3")
def test_every_planet_can_be_played_and_has_a_negative_modifier(box):
    for planet in box["catalogue"]:
        assert planet["vp"] < 0
        state = game.setup({"mode": "coop", "managers": [1, 2], "planet": planet["id"]}, 1)
        assert (state["stage"], state["planet"]) == ("play", planet["id"])


def test_a_second_earth_is_the_easiest_place():
    earth = of()
    for changes in ({"insolation": 20}, {"insolation": 5000}, {"mass": 400}, {"distance_ly": 900}):
        harder = of(**changes)
        assert harder["vp"] < earth["vp"]
        assert harder["colony"]["h"] <= earth["colony"]["h"]
        assert harder["colony"]["t"] <= earth["colony"]["t"]
        assert harder["colony"]["immigration"] <= earth["colony"]["immigration"]
        assert harder["colony"]["hazard"] >= earth["colony"]["hazard"]


def test_the_environment_follows_from_the_figures():
    assert "ice" in of(insolation=20)["tags"]
    assert "lava" in of(insolation=240000)["tags"]
    assert "heavy" in of(mass=300)["tags"]
    assert "light" in of(mass=40)["tags"]
    assert {"flares", "tides"} <= set(of(spectral="M5 V", period=500)["tags"])
    assert "far" in of(distance_ly=1200)["tags"]
    assert of(insolation=20)["colony"]["production"][3] > of(insolation=250)["colony"]["production"][3]


def test_what_is_not_measured_is_taken_from_what_is():
    assert exoplanets.environment(dict(EARTH, radius=0, mass=1600))["radius"] == 200  # fourth root
    assert exoplanets.environment(dict(EARTH, radius=150, mass=0))["gravity"] == 150
    light = exoplanets.environment(dict(EARTH, insolation=0))["light"]
    assert 80 <= light <= 100  # a middling yellow star at one year


@given(
    spectral=st.sampled_from(["", "F5 V", "G", "K7", "M8 V", "D"]),
    distance_ly=st.integers(1, 30000),
    period=st.integers(1, 5_000_000),
    radius=st.one_of(st.just(0), st.integers(20, 1200)),
    mass=st.integers(1, 400_000),
    insolation=st.integers(0, 10_000_000),
)
def test_any_figures_give_a_planet_that_fits_the_schema(**figures):
    planet = of(**figures)
    check_table(planet, *loader.SCHEMAS["planets"], "planet")
    assert set(planet["tags"]) <= set(exoplanets.TAGS)


def test_an_export_of_the_archive_is_read_as_it_is():
    text = (
        "# This file was produced by the archive\n#\nrowid,pl_name,hostname,st_spectype,sy_dist,pl_orbper,pl_rade,"
        "pl_bmasse,pl_insol,disc_year\n1,Test b,Test,M4 V,10.00,11.186,1.07,,0.65,2016\n"
    )
    assert exoplanets.read_csv(text) == [
        {
            "name": "Test b",
            "star": "Test",
            "spectral": "M4 V",
            "distance_ly": 33,
            "period": 1118,
            "radius": 107,
            "mass": 0,
            "insolation": 65,
        }
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("Test b,Test,M,ten,1,1,,1", "line 2: Test b: sy_dist 'ten' is not a number"),
        ("Test b,Test,M,10,,1,,1", "line 2: Test b: pl_orbper '' is not a number"),
        ("Test b,Test,M,10,1,,,1", "line 2: Test b: needs pl_rade or pl_bmasse"),
        ("Test b,Test,M,10,1,99,,1", "line 2: Test b: pl_rade leaves"),
        ("Test b,Test,M,10,-1,1,,1", "line 2: Test b: pl_orbper must be above zero"),
        ("Test b,Test,M,10,NaN,1,,1", "line 2: Test b: pl_orbper 'NaN' is not a number"),
        (",Test,M,10,1,1,,1", "line 2: planet without a name: pl_name is empty"),
        ("Test b,Test,M,1e5000,1,1,,1", "line 2: Test b: sy_dist '1e5000' is far too large"),
        ("Test b,Test,M,10,1,1,,1e99999999", "line 2: Test b: pl_insol '1e99999999' is far too large"),
        ('"Test\nb",Test,M,10,1,1,,1', "line 3: Test b: pl_name is no name"),
        (f"{'N' * 61},Test,M,10,1,1,,1", f"line 2: {'N' * 60}: pl_name is no name"),
        ("Test b,Test,M,10,1,1,,1\nTest b,Test,M,10,1,1,,1", "line 3: Test b: stands twice"),
        ("Test b,Test", "line 2: Test b:"),
    ],
)
def test_a_line_that_makes_no_planet_is_named(row, message):
    with pytest.raises(exoplanets.PlanetError) as caught:
        exoplanets.read_csv(HEADER + row + "\n")
    assert str(caught.value).startswith(message)


def test_a_missing_column_or_an_empty_table_is_named():
    with pytest.raises(exoplanets.PlanetError, match="column 'pl_insol' is missing"):
        exoplanets.read_csv(HEADER.replace(",pl_insol", ""))
    with pytest.raises(exoplanets.PlanetError, match="empty"):
        exoplanets.read_csv("# nothing\n")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_words(text):
    with contextlib.suppress(exoplanets.PlanetError):
        for facts in exoplanets.read_csv(HEADER + text):
            assert exoplanets.derive(facts)["id"]

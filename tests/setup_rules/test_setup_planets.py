"""Planets at setup: the whole catalogue, a profile's range, planets from outside; figures that travel with the game."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.beyond_humanity import content, exogen, game, planets
from shared_rules.engine.reasons import Refusal

PAIR = {"mode": "coop", "managers": [1, 2]}


def own_planet(**changes):
    made = copy.deepcopy(content.get()["planet"]["tau-cet-e"])
    return dict(made, id="new-b", name="New b", distance_ly=60, **changes)


@pytest.mark.rule("BHC-3.3-3", "BHC-A2.2-11")
def test_every_planet_of_the_catalogue_is_offered_with_what_it_takes_to_win(new_setup):
    shown = new_setup(**PAIR).made["planets"]
    known = content.get()["planet"]
    assert sorted(one["id"] for one in shown) == sorted(known)
    assert len(shown) >= 59
    for one in shown:
        assert one["coop_needs"] == f"more than {-known[one['id']]['vp']} VP"
        assert "colony" not in one
        assert "vp" not in one
    assert sorted(one["id"] for one in planets.offered()) == sorted(known)


def test_planets_stand_in_groups_the_nearest_first(new_setup):
    shown = new_setup(planets=[own_planet()], **PAIR).made["planets"]
    groups = [one["group"] for one in shown]
    order = list(dict.fromkeys(groups))
    assert order[:2] == ["Charted planets", "Your own planets"]
    assert len(order) == 5
    assert groups == sorted(groups, key=order.index)
    for group in order:
        away = [one["distance_ly"] for one in shown if one["group"] == group]
        assert away == sorted(away)


@pytest.mark.rule("BHC-3.3-3")
def test_the_chosen_planet_is_in_the_game_with_all_its_figures(new_setup, monkeypatch):
    for level in ("companion", "referee"):
        state = game.setup(dict(PAIR, level=level, planet="kepler-442-b"), 3)
        assert state["world"]["colony"] == content.get()["planet"]["kepler-442-b"]["colony"]
    # so the game goes on where nobody has the catalogue
    state = game.setup(dict(PAIR, planet=own_planet()), 3)
    monkeypatch.setitem(content.get(), "planet", {})
    for action in ({"kind": "phase"}, {"kind": "phase"}, {"kind": "phase"}, {"kind": "next"}):
        state = game.apply(state, action)
    state = game.apply(state, {"kind": "answer", "choice": "yes"})
    assert (state["round"], game.view(state, "table")["planet"]["name"]) == (2, "New b")


def test_a_planet_given_whole_plays_like_the_same_planet_by_name():
    whole = dict(content.get()["planet"]["ross-128-b"])
    by_name, given_whole = (game.setup(dict(PAIR, planet=one), 4) for one in ("ross-128-b", whole))
    assert by_name["colony"] == given_whole["colony"]
    assert by_name["world"]["colony"] == given_whole["world"]["colony"]


@pytest.mark.rule("BHC-A4.2-2")
def test_with_a_profile_only_charted_planets_and_those_in_its_range_are_offered(new_setup):
    near = dict(content.get()["planet"]["ross-128-b"], details=["Environment: rock."])
    setup = new_setup(exogen=True, planets=[near], **PAIR)
    assert [one["id"] for one in setup.made["planets"]][-1] == "ross-128-b"
    assert len(setup.made["planets"]) == 1 + len(content.get()["planets"])
    assert setup.made["planets"][-1]["details"] == ["Environment: rock."]
    assert setup.refusal(kind="answer", choice="kepler-442-b") == "unknown_planet"
    assert setup.press("ross-128-b", "begin").view["planet"]["details"] == ["Environment: rock."]


def test_one_function_lists_what_can_be_colonised():
    profile = exogen.fold([{"kind": "name", "name": "Ada"}])
    everything, in_range = planets.offered(), planets.offered(profile)
    assert [one["id"] for one in in_range] == [one["id"] for one in everything[: len(in_range)]]
    assert len(in_range) == len(content.get()["planets"])
    own = planets.offered(own=[own_planet(), dict(own_planet(), id="tau-cet-e")])
    assert [one["id"] for one in own].count("tau-cet-e") == 1  # a planet of the box keeps its figures
    assert len(own) == len(everything) + 1
    for planet in own[:8]:
        assert game.setup(dict(PAIR, planet=planet), 1)["stage"] == "play"


JUNK = st.sampled_from([None, -1, 10**9, "", "x" * 500, [], [0] * 9, {}, True, 1.5])


@given(field=st.sampled_from(["id", "name", "distance_ly", "period_days", "vp", "tags", "colony", "text"]), value=JUNK)
def test_a_planet_with_a_wrong_field_is_refused_by_name(field, value):
    planet = own_planet()
    if (field, value) in (("tags", []), ("vp", -1)):
        return  # these are fine
    planet[field] = value
    with pytest.raises(Refusal) as caught:
        game.setup(dict(PAIR, planet=planet), 1)
    assert caught.value.code in ("bad_planet", "unknown_planet")
    assert field in caught.value.sentence or field == "colony"


@given(field=st.sampled_from(["h", "hazard", "stock", "production", "population"]), value=JUNK)
def test_a_colony_with_a_wrong_figure_is_refused_by_name(field, value):
    planet = own_planet()
    planet["colony"] = dict(planet["colony"])
    if value == -1 and field in ("h", "hazard", "stock"):
        return
    planet["colony"][field] = value
    with pytest.raises(Refusal, match=field):
        game.setup(dict(PAIR, planet=planet), 1)

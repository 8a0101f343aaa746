"""The profile's rules: what finished games earn, what exploring tells, and what pioneers do and undo."""

from itertools import pairwise

import pytest
from exogen_log import CHARTED, FARTHER, explore, game, ids, named, pioneer, profile
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.beyond_humanity import exogen
from shared_rules.beyond_humanity import game as title
from shared_rules.beyond_humanity.content import loader
from shared_rules.beyond_humanity.content.schema import check_table
from shared_rules.engine.reasons import Refusal

RICH = [game(number) for number in range(1, 9)]  # eight games won: nothing near is too far or too dear


def refused(state, action, code):
    with pytest.raises(Refusal) as caught:
        exogen.apply(state, action)
    assert caught.value.code == code


# -- planets on offer ------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A4.2-2")
def test_an_explored_planet_in_range_is_offered_and_one_outside_is_not():
    state = profile()
    inside = next(p for p in FARTHER if p["distance_ly"] <= exogen.range_ly(state))
    outside = next(p for p in FARTHER if exogen.range_ly(state) < p["distance_ly"] <= exogen.sight_ly(state))
    assert inside["id"] not in ids(state)
    for planet in (inside, outside):
        state = exogen.apply(state, explore(planet["id"], planet["distance_ly"]))
    assert inside["id"] in ids(state)
    assert outside["id"] not in ids(state)


@pytest.mark.rule("BHC-A4.2-4")
def test_range_that_grows_keeps_the_former_list_and_adds_the_explored_planets_in_it():
    state = profile()
    outside = next(p for p in FARTHER if exogen.range_ly(state) < p["distance_ly"] <= exogen.sight_ly(state))
    state = exogen.apply(state, explore(outside["id"], outside["distance_ly"]))
    before, reached = ids(state), exogen.range_ly(state)
    for number in range(1, 100):
        if exogen.range_ly(state) < outside["distance_ly"]:
            state = exogen.apply(state, game(number))
    assert exogen.range_ly(state) > reached
    assert set(ids(state)) == {*before, outside["id"]}


def test_charted_planets_are_offered_to_every_profile():
    assert ids(profile()) == [planet["id"] for planet in CHARTED]


def test_a_planet_beyond_the_telescopes_is_not_explored():
    far = max(FARTHER, key=lambda planet: planet["distance_ly"])
    refused(profile(), explore(far["id"], far["distance_ly"]), "out_of_sight")


# -- what is known ---------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A4.2-3")
def test_only_pioneers_tell_all_parameters_of_a_planet(near):
    state = profile(*RICH)
    told = [exogen.notes(near, exogen.level(state, near["id"]))]
    for action in (explore(near["id"], near["distance_ly"]),) * 2 + (pioneer(near["id"], near["distance_ly"]),):
        state = exogen.apply(state, action)
        told.append(exogen.notes(near, exogen.level(state, near["id"])))
    assert told[0] == []
    assert all(set(less) < set(more) for less, more in pairwise(told))
    hidden = ("Happiness", "Security", "Technical", "Immigration", "Catastrophes")
    assert [any(word in " ".join(notes) for word in hidden) for notes in told] == [False, False, False, True]
    assert all(word in " ".join(told[3]) for word in hidden)


def test_notes_never_show_a_figure_that_players_must_not_see():
    for planet in CHARTED + FARTHER:
        hidden = exogen.notes(planet, exogen.INVESTIGATED)[-2:]
        assert all(f"{name}: " in " ".join(hidden) for _, name, _ in exogen.SCALES)
        assert not any(letter.isdigit() for note in hidden for letter in note)


def test_a_scale_tells_planets_apart_and_in_the_right_order():
    for key, name, words in exogen.SCALES:
        told = {}
        for planet in CHARTED + FARTHER:
            line = next(one for one in exogen.notes(planet, exogen.INVESTIGATED) if f"{name}: " in one)
            word = line.split(f"{name}: ")[1].split(".")[0]
            told.setdefault(word, []).append(planet["colony"][key])
        assert len(told) >= 2, f"{key} says the same of every planet"
        assert set(told) <= set(words)
        ranges = [(min(told[word]), max(told[word])) for word in words if word in told]
        assert all(higher[0] > lower[1] for higher, lower in pairwise(ranges)), key


def test_every_step_of_knowledge_costs_more_and_a_far_planet_as_well():
    for to in (exogen.SURVEYED, exogen.MAPPED):
        costs = [exogen.step_cost(away, to) for away in range(1, 3000)]
        assert costs == sorted(costs)
        assert all(exogen.step_cost(away, to) < exogen.step_cost(away, to + 1) for away in (1, 40, 400, 2800))


def test_from_afar_a_planet_is_only_mapped(near):
    step = explore(near["id"], near["distance_ly"])
    refused(profile(*RICH, step, step), step, "mapped_already")
    refused(profile(), explore("trappist-1-e", 41, charted=True), "mapped_already")


# -- pioneers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [one["id"] for one in exogen.MISSIONS])
def test_a_prepared_planet_is_still_a_planet_of_the_game_and_says_what_changed(kind):
    for planet in CHARTED + FARTHER:
        made = exogen.prepared(planet, kind)
        words = made.pop("prepared")
        check_table(made, *loader.SCHEMAS["planets"], f"{planet['id']} {kind}")
        assert words["bonus"]
        assert words["malus"]
        changed = {name for name in planet["colony"] if made["colony"][name] != planet["colony"][name]}
        assert changed == set(exogen.mission(kind)["adds"])
        assert {name: made[name] for name in made if name != "colony"} == {
            name: planet[name] for name in planet if name != "colony"
        }


@pytest.mark.rule("BHC-A4.2-3")
def test_the_mission_is_spelled_out_where_the_planet_is_offered(near):
    away = near["distance_ly"]
    state = profile(*RICH, explore(near["id"], away), pioneer(near["id"], away, "masts"))
    offer = next(planet for planet in exogen.offered(state, CHARTED, FARTHER) if planet["id"] == near["id"])
    assert offer["colony"]["production"][0] == near["colony"]["production"][0] + 1
    what = exogen.mission("masts")
    assert what["bonus"] in offer["details"][-1]
    assert what["malus"] in offer["details"][-1]
    others = [planet for planet in exogen.offered(state, CHARTED, FARTHER) if planet["id"] != near["id"]]
    assert all("prepared" not in planet for planet in others)
    assert offer["details"] == exogen.notes(offer, exogen.INVESTIGATED)[1:]
    assert all(planet["details"] == [] for planet in others), "what was not investigated hides its parameters"


def test_the_log_of_a_profile_holds_no_planet_of_the_catalogue(near):
    before = dict(near["colony"], production=list(near["colony"]["production"]))
    exogen.prepared(near, "masts")
    assert near["colony"] == before


def test_one_mission_at_a_time_and_it_serves_one_game(near):
    away = near["distance_ly"]
    state = profile(*RICH, explore(near["id"], away), pioneer(near["id"], away))
    refused(state, pioneer(near["id"], away, "wells"), "under_way")
    refused(state, {"kind": "land", "planet": "trappist-1-e", "game": "a"}, "no_mission")
    state = exogen.apply(state, {"kind": "land", "planet": near["id"], "game": "a"})
    assert state["mission"] is None
    assert state["landed"][0]["game"] == "a"
    refused(state, {"kind": "recall"}, "no_mission")
    refused(state, {"kind": "land", "planet": near["id"], "game": "a"}, "no_mission")
    assert exogen.apply(state, pioneer(near["id"], away, "wells"))["mission"]["number"] == 2


def test_a_recalled_mission_brings_its_gear_home_but_not_what_it_has_told(near):
    away = near["distance_ly"]
    before = profile(*RICH, explore(near["id"], away))
    sent = exogen.apply(before, pioneer(near["id"], away))
    back = exogen.apply(sent, {"kind": "recall"})
    assert back["points"] == before["points"] - exogen.study_cost(before, near["id"], away)
    assert exogen.level(back, near["id"]) == exogen.INVESTIGATED
    again = exogen.apply(exogen.apply(back, pioneer(near["id"], away)), {"kind": "recall"})
    assert again["points"] == back["points"], "where nothing is new the way back is whole"


def test_pioneers_go_where_ships_reach_and_only_to_explored_planets(near):
    refused(profile(*RICH), pioneer(near["id"], near["distance_ly"]), "not_explored")
    charted = max(CHARTED, key=lambda planet: planet["distance_ly"])
    refused(profile(), pioneer(charted["id"], charted["distance_ly"], charted=True), "out_of_range")
    refused(profile(), pioneer("proxima-cen-b", 4, "canals", charted=True), "unknown_mission")
    assert profile(pioneer("proxima-cen-b", 4, "heralds", charted=True))["mission"]["planet"] == "proxima-cen-b"


# -- games -----------------------------------------------------------------------------------------------


def test_a_game_counts_once():
    state = profile(game(1))
    refused(state, game(1), "counted_already")
    refused(state, game(1, mode="coop", vp=3), "counted_already")


@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_better_ends_earn_more(mode):
    ends = [
        {"positive": False, "won": False, "vp": 0},
        {"positive": True, "won": False, "vp": -3},
        {"positive": True, "won": True, "vp": 1},
        {"positive": True, "won": True, "vp": 60},
    ]
    earned = [exogen.earnings({**end, "mode": mode}) for end in ends]
    assert earned == sorted(earned)
    assert len(set(earned)) == len(ends)
    assert all(reach > 0 and points > 0 for reach, points in earned), "a lost Colony has taught something as well"


@given(vp=st.integers(-9999, 9999), mode=st.sampled_from(["semi", "coop", "solo"]), won=st.booleans())
def test_no_game_earns_without_measure(vp, mode, won):
    reach, points = exogen.earnings({"positive": True, "won": won, "vp": vp, "mode": mode})
    assert 16 <= reach <= 40
    assert 4 <= points <= 10


@given(
    order=st.permutations(
        [game(n, vp=7 * n, positive=n % 3 > 0, mode=("semi", "coop", "solo")[n % 3]) for n in range(6)]
    )
)
def test_the_order_of_games_does_not_matter(order):
    first, other = profile(*sorted(order, key=lambda one: one["game"])), profile(*order)
    assert (exogen.range_ly(first), first["points"]) == (exogen.range_ly(other), other["points"])


# -- the fold --------------------------------------------------------------------------------------------

ACTIONS = st.one_of(
    st.builds(game, st.integers(1, 6), mode=st.sampled_from(["semi", "coop", "solo"]), positive=st.booleans(),
              vp=st.integers(-20, 120)),
    st.builds(explore, st.sampled_from("abcd"), st.sampled_from([4, 60, 99, 700])),
    st.builds(pioneer, st.sampled_from("abcd"), st.sampled_from([4, 60, 99]), st.sampled_from(["depot", "wells"])),
    st.just({"kind": "recall"}),
    st.builds(lambda planet, number: {"kind": "land", "planet": planet, "game": str(number)}, st.sampled_from("abcd"),
              st.integers(1, 9)),
    st.builds(named, st.sampled_from(["Ada", "Grace"])),
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(ACTIONS, max_size=30))
def test_points_range_and_knowledge_are_what_the_log_says(actions):
    state, log = profile(), [named()]
    for action in actions:
        before = repr(state)
        try:
            after = exogen.apply(state, action)
        except Refusal:
            assert repr(state) == before, "a refusal changes nothing"
            continue
        assert repr(state) == before, "the state before stays as it was"
        assert exogen.range_ly(after) >= exogen.range_ly(state)
        assert all(after["known"].get(planet, 0) >= level for planet, level in state["known"].items())
        state = after
        log.append(action)
    assert state == exogen.fold(log)
    assert state["points"] >= 0
    assert len({one["game"] for one in state["games"]}) == len(state["games"])
    assert state["reach"] == sum(one["reach"] for one in state["games"])
    assert len(state["landed"]) + (state["mission"] is not None) <= state["missions"]


@pytest.mark.parametrize(
    "action",
    [
        {},
        [],
        {"kind": "gift", "points": 99},
        {"kind": ["name"]},
        {"kind": "name"},
        {"kind": "name", "name": ""},
        {"kind": "name", "name": 3},
        {"kind": "name", "name": "a\nb"},
        {"kind": "recall", "points": 99},
        explore("a", 0),
        explore("a", True),
        explore("a", 1.5),
        game(1, vp="60"),
        game(1, mode="chess"),
        game(1, positive=1),
        {**game(1), "points": 99},
    ],
)
def test_what_is_no_entry_is_refused_in_words(action):
    with pytest.raises(Refusal, match=r"\.$"):
        exogen.apply(profile(), action)


def test_a_profile_begins_with_its_name():
    refused(exogen.new(), game(1), "no_name")
    assert exogen.fold([named(" Ada "), named("Grace")])["name"] == "Grace"


# -- at the setup of a game ----------------------------------------------------------------------------------------


def setup_of(state):
    """The setup's view of a game for a profile."""
    planets = [planet for planet in exogen.offered(state, CHARTED, FARTHER) if planet["id"] not in
               [one["id"] for one in CHARTED] or planet["details"]]  # fmt: skip
    begun = title.setup({"exogen": True, "planets": planets, "mode": "coop", "managers": [1, 2]}, 7)
    return begun, title.view(begun, "table")["setup"]


@pytest.mark.rule("BHC-A4.2-2", "BHC-A4.2-3")
def test_the_setup_offers_what_was_explored_in_range_and_tells_only_what_was_investigated(near):
    away = near["distance_ly"]
    state = profile(*RICH, explore(near["id"], away), pioneer("proxima-cen-b", 4, "masts", charted=True))
    begun, shown = setup_of(state)
    names = [planet["id"] for planet in shown["planets"]]
    assert sorted(names) == sorted([near["id"], *(planet["id"] for planet in CHARTED)])
    details = {planet["id"]: planet["details"] for planet in shown["planets"]}
    assert {name for name in names if details[name]} == {"proxima-cen-b"}
    assert "1 more Power" in details["proxima-cen-b"][-1]
    hidden = next(planet for planet in FARTHER if planet["id"] not in names)
    with pytest.raises(Refusal) as caught:
        title.apply(begun, {"kind": "setup", "planet": hidden["id"]})
    assert caught.value.code == "unknown_planet"
    for name in ("proxima-cen-b", near["id"]):
        begun = title.apply(begun, {"kind": "setup", "planet": name})
    begun = title.apply(begun, {"kind": "setup", "begin": True})
    assert title.view(begun, "table")["planet"]["id"] == near["id"]


@pytest.mark.rule("BHC-A4.2-1")
@pytest.mark.parametrize("options", [{"mode": "semi", "managers": [1, 2]}, {"mode": "coop"}, {"mode": "solo"}])
def test_without_a_profile_the_whole_catalogue_is_offered(options):
    begun = title.setup(options, 7)
    assert len(title.view(begun, "table")["setup"]["planets"]) == len(CHARTED) + len(FARTHER)


def test_the_mission_changes_the_colony_of_its_game():
    state = profile(*RICH, pioneer("proxima-cen-b", 4, "depot", charted=True))
    plain = title.setup({"mode": "semi", "managers": [1, 2], "planet": "proxima-cen-b"}, 7)
    begun, _ = setup_of(state)
    for field in ({"planet": "proxima-cen-b"}, {"begin": True}):
        begun = title.apply(begun, {"kind": "setup", **field})
    assert begun["colony"]["stock"] == plain["colony"]["stock"] + 10
    assert sum(begun["colony"]["pop"]) == sum(plain["colony"]["pop"]) - 60

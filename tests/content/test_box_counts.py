"""What lies in the box: counts, names and the parts of every card, as the rulebook lists them."""

import pytest

from shared_rules.beyond_humanity import content, modifiers
from shared_rules.beyond_humanity.content.schema import FOLDER


@pytest.mark.rule("BHC-1.1-12", "BHC-4.10.2-3")
def test_there_are_40_artifacts_worth_0_to_5_points(box):
    assert len(box["artifacts"]) == 40
    assert {card["vp"] for card in box["artifacts"]} == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("BHC-4.10-1", "BHC-4.10.1-1", "BHC-4.10.1-12")
def test_an_artifact_has_currencies_commands_and_points_in_front_and_four_fields_behind(box):
    for card in box["artifacts"]:
        assert {"gain", "commands", "vp"} <= card.keys()
        assert card["gain"] or card["commands"] or card["vp"]
    assert box["artifact_back"] == {"expedition": [{"cr": 2}, {"tg": 2}], "research": [{"xp": 3}, {"pa": 1}]}


@pytest.mark.rule("BHC-4.10.2-4")
def test_some_artifacts_wait_for_their_occasion(box):
    waiting = {card["name"]: card for card in box["artifacts"] if card["later"]}
    assert {"Uranium Ore", "Dried Proto Plants"} <= waiting.keys()
    for card in waiting.values():
        assert card["commands"]
        assert "Keep this card" in card["words"]


@pytest.mark.rule("BHC-1.1-13", "BHC-1.1-14", "BHC-1.1-15", "BHC-A2.2-4", "BHC-2.2-5", "BHC-2.2-2")
def test_goals_have_their_counts_a_reward_and_a_penalty(box):
    goals = box["goals"]
    assert {colour: len(cards) for colour, cards in goals.items()} == {"blue": 25, "green": 9, "yellow": 15}
    for colour, levels in (("blue", 1), ("green", 1), ("yellow", 2)):
        for goal in goals[colour]:
            assert len(goal["levels"]) == levels
            assert goal["miss"] > 0
            assert all(level["vp"] > 0 for level in goal["levels"])


@pytest.mark.rule("BHC-1.1-17", "BHC-4.4-2", "BHC-4.4-9")
def test_nine_assistants_have_18_faces_with_a_socket_of_their_own_and_a_price(box):
    faces = [face for card in box["assistants"] for face in card["faces"]]
    assert (len(box["assistants"]), len(faces)) == (9, 18)
    assert len({face["name"] for face in faces}) == 18
    assert len({str(face["socket"]) for face in faces + box["advisors"]}) == 21
    assert all(face["price"] for face in faces + box["advisors"])
    assert sum("tg" in face["price"] for face in faces) > 9


NAMED = {
    "Special Operative": ["copy", "socket"],
    "Kingpin": ["flip", "assistant"],
    "Pilot": ["reshuffle", "artifacts"],
    "Sergeant": ["exchange", "dec", 2, "dec", 4],
    "Strong AI": ["finish", "research"],
}


@pytest.mark.rule("BHC-4.7.5-1", "BHC-4.7.5-2", "BHC-4.7.5-3", "BHC-4.7.5-8", "BHC-4.7.5-9")
@pytest.mark.parametrize("name", NAMED)
def test_the_named_assistants_do_what_the_rulebook_says(box, name):
    face = next(face for card in box["assistants"] for face in card["faces"] if face["name"] == name)
    assert face["socket"]["actions"] == [["owner", *NAMED[name]]]


@pytest.mark.rule("BHC-1.1-18", "BHC-4.7.5-4", "BHC-4.7.5-5", "BHC-4.7.5-6", "BHC-3.2-15")
def test_the_three_advisors(box):
    found = {card["name"]: card["socket"]["actions"] for card in box["advisors"]}
    assert found == {
        "Ambassador": [["owner", "ambassador"]],
        "Board Proxy": [["owner", "change", "governor"]],
        "SimStim Trainer": [["owner", "goals", 3, 1]],
    }
    assert all("pa" in card["price"] for card in box["advisors"])


@pytest.mark.rule("BHC-4.11-1", "BHC-4.11-11", "BHC-4.11-12")
def test_twenty_abilities_with_those_that_the_rulebook_names(box):
    abilities = {tile["name"]: tile for tile in box["abilities"]}
    assert len(abilities) == 20
    assert abilities["Voice of the People"]["rules"] == [["after", "draw", ["owner", "gain", "dec", 1]]]
    assert abilities["Build Permit Bureau"]["rules"] == [["cheaper", "upkeep", 1]]
    kinds = {rule[0] for tile in abilities.values() for rule in tile["rules"]}
    assert kinds >= {"capacity", "cheaper", "score", "after"}


@pytest.mark.rule("BHC-A3.4-6", "BHC-A3.4-7")
def test_abilities_tied_to_actions_are_active_and_the_others_passive(box):
    kinds = {tile["name"]: tile["kind"] for tile in box["abilities"]}
    assert kinds["Celebrity Salary"] == kinds["Patented Methodology"] == "active"
    assert kinds["Deep Vaults"] == kinds["Curators' Prize"] == "passive"
    for tile in box["abilities"]:
        assert {modifiers.active(rule) for rule in tile["rules"]} == {tile["kind"] == "active"}


@pytest.mark.rule("BHC-1.1-9", "BHC-A3.1-3", "BHC-A3.2-3", "BHC-A3.3-7", "BHC-A3.3-5")
def test_the_solo_board_has_its_parts(box):
    solo = box["solo"]
    assert (solo["tokens"], len(solo["columns"]), solo["bank_pa"], solo["assistants"]) == (9, 3, 6, 3)
    assert (len(solo["row_xp"]), len(solo["column_xp"])) == (3, 3)
    assert set(solo["capacity"]) == {"cr", "tg", "pa", "xp"}


@pytest.mark.rule("BHC-A3.4-10", "BHC-A3.4-15")
def test_the_columns_of_the_solo_board_cost_what_the_example_says(box):
    assert box["solo"]["columns"] == [{}, {"pa": 1, "cr": 2}, {"pa": 1, "tg": 2}]


@pytest.mark.rule("BHC-3.1-22", "BHC-A3.2-2", "BHC-4.11-4")
def test_repositories_hold_what_the_rules_ask_for(box):
    for manager in content.get()["managers"]:
        capacity = manager["capacity"]
        assert capacity["cr"] >= 8
        assert capacity["tg"] >= 2
        assert capacity["pa"] >= 1
        assert capacity["xp"] >= 15
    assert box["solo"]["capacity"]["cr"] >= 24


@pytest.mark.rule("BHC-3.1-9")
def test_fleets_change_the_start_and_the_neutral_one_does_not(box):
    fleets = {fleet["id"]: fleet for fleet in box["fleets"]}
    assert len(fleets) >= 4
    assert fleets["neutral"]["start"] == {"dec": 2, "cr": 2, "tg": 1}
    for fleet in box["fleets"][1:]:
        changed = (fleet["start"], fleet["stock"], fleet["population"])
        assert changed != (fleets["neutral"]["start"], 0, [0] * 5)


def test_devices_are_not_burdened_with_what_only_a_host_needs():
    text = (FOLDER / "content.json").read_text(encoding="utf-8")
    assert len(text) < 64000
    for word in ("Millionaires", "Uranium Ore", "Voice of the People", "The Long Night", "TRAPPIST-1 h"):
        assert word not in text

"""The vocabularies are closed, and no word of them is left without a use."""

import pytest

from shared_rules.beyond_humanity import content, effects, goals, modifiers, scenarios, tutorials
from shared_rules.beyond_humanity.sockets import parse_socket, sockets_of
from shared_rules.beyond_humanity.tables import GROUPS
from shared_rules.beyond_humanity.vocabulary import VocabularyError


def table_effects(box):
    known = content.get()
    for card in known["decrees"] + known["directives"] + known["occurrences"]:
        yield from card["table"]
    for card in box["artifacts"]:
        yield from card["commands"]
    for face in [face for card in box["assistants"] for face in card["faces"]] + box["advisors"]:
        yield from face["socket"]["actions"]
    for tile in known["modules"]:
        for side in (tile["tier1"], tile["tier2"]):
            for text in sockets_of(side):
                yield from parse_socket(text)["actions"]


def test_every_table_effect_is_used(box):
    used = list(table_effects(box))
    assert {effect[1] for effect in used} | {"large"} == set(effects.TABLE)
    assert {effect[0] for effect in used} == set(effects.WHO)


def test_every_app_effect_is_used():
    known = content.get()
    cards = known["decrees"] + known["directives"] + known["occurrences"]
    assert {effect[0] for card in cards for effect in card["app"]} == set(effects.APP)


def test_every_modifier_and_occasion_is_used(box):
    rules = [rule for tile in box["abilities"] for rule in tile["rules"]]
    assert {rule[0] for rule in rules} == {*modifiers.MODIFIERS, "after"}
    assert {rule[1] for rule in rules if rule[0] == "cheaper"} == set(modifiers.COSTS)
    assert {rule[1] for rule in rules if rule[0] == "score"} == set(modifiers.SCORES)
    waited = {rule[1] for rule in rules if rule[0] == "after"} | {card["later"] for card in box["artifacts"]}
    assert waited - {""} == {*modifiers.OCCASIONS, modifiers.TURN}


def conditions(box):
    for cards in box["goals"].values():
        for goal in cards:
            for level in goal["levels"]:
                yield from level["when"]


@pytest.mark.rule("BHC-5.3-7", "BHC-2.2-7")
def test_goals_ask_for_every_measure_of_the_final_state(box):
    asked = {(scope, measure) for scope, measure, *_rest in conditions(box)}
    groups = {"scientists", "secforce", "marines", "prisoners"}
    assert groups <= {measure for scope, measure in asked if scope == "colony"}
    own = {measure for scope, measure in asked if scope == "own"}
    team = {measure for scope, measure in asked if scope == "team"}
    assert own | team == set(goals.MEASURES["own"])
    colony = {measure for scope, measure in asked if scope == "colony" and not measure.startswith(goals.BUILT)}
    assert set(goals.MEASURES["colony"]) - colony == {"colonists"}


@pytest.mark.rule("BHC-5.3-7")
def test_blue_goals_ask_for_groups_and_are_met_by_their_number_alone(box):
    asked = [
        (goal, when)
        for goal in box["goals"]["blue"]
        for when in goal["levels"][0]["when"]
        if when[:1] == ["colony"] and when[1] in GROUPS
    ]
    assert {when[1] for _, when in asked} >= {"scientists", "secforce", "marines", "prisoners"}
    for _, (scope, group, op, number, each) in asked:
        held = [goals.holds([scope, group, op, number, each], {"colony": {group: number + by}}) for by in (-1, 0, 1)]
        assert held == ([False, True, True] if op == ">=" else [True, True, False])


def test_every_rule_of_scenarios_and_every_check_of_tutorials_is_used(box):
    assert {rule[0] for entry in box["scenarios"] for rule in entry["rules"]} == set(scenarios.RULES)
    assert {entry["progress"]["kind"] for entry in box["scenarios"]} == set(scenarios.KINDS)
    steps = [step for entry in box["tutorials"] for step in entry["steps"]]
    screen = [step for entry in box["tutorials"] for step in entry.get("screen", [])]
    assert {step["check"][0] for step in steps + screen} == set(tutorials.CHECKS)
    assert {action["kind"] for step in steps for action in step["do"]} == set(tutorials.DO)
    assert {action[0] for step in screen for action in step["do"]} == set(tutorials.SCREEN_DO)


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (effects.parse_action, "steal cr 1", "unknown effect 'steal'"),
        (effects.parse_action, "exchange cr 1 gold 2", "'gold' is not one of"),
        (effects.parse_table, "nobody gain cr 1", "starts with one of"),
        (modifiers.parse_rule, "after dinner cr 1", "'after' takes one of"),
        (modifiers.parse_rule, "cheaper taxes 1", "'taxes' is not one of"),
        (lambda text: goals.parse_condition(text, ()), "colony luck >= 1", "'luck' is not one of"),
        (lambda text: goals.parse_condition(text, ()), "own cr >= 8 each", "only a condition of the team"),
        (lambda text: goals.parse_condition(text, ()), "colony happiness >= 3", "'3' is not one of: critical"),
        (lambda text: scenarios.parse_rule(text, {}), "weather bad", "unknown effect 'weather'"),
        (lambda text: scenarios.parse_rule(text, {"add": ["hangar"]}), "add hanger", "'hanger' is not one of"),
        (tutorials.parse_check, "screen weather", "'weather' is not one of"),
        (lambda text: tutorials.parse_do(text, bool), "tap", "'tap' takes a piece"),
    ],
)
def test_what_is_not_in_a_vocabulary_is_refused_in_words(parse, text, message):
    with pytest.raises(VocabularyError) as caught:
        parse(text)
    assert message in str(caught.value)

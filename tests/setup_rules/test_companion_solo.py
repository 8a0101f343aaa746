"""Solo at a table with pieces: any ID token speaks for the player (annex 3)."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.rules import endings
from shared_rules.engine.reasons import Refusal

OPTIONS = {"mode": "solo", "planet": "trappist-1-e"}


class Solo:
    def __init__(self, seed=7, **options):
        self.state = game.setup(dict(OPTIONS, **options), seed)

    def do(self, **action):
        self.state = game.apply(self.state, action)
        return self

    def tap(self, *pieces):
        for piece in pieces:
            self.do(kind="tap", piece=piece)
        return self

    def phase(self, number):
        while self.state["phase"] != number:
            self.do(kind="phase")
        return self

    def next(self):
        return self.phase(6).do(kind="next").do(kind="answer", choice="yes")

    def refusal(self, **action):
        with pytest.raises(Refusal) as caught:
            game.apply(self.state, action)
        assert caught.value.sentence.endswith(".")
        return caught.value.code

    @property
    def seat(self):
        return self.state["desk"]["managers"][0]


@pytest.fixture
def solo():
    return Solo()


@pytest.mark.rule("BHC-A3.1-2", "BHC-A3.2-8", "BHC-A3.3-3", "BHC-A3.3-4")
def test_the_solo_table_is_told_to_lay_nine_tokens_and_has_the_whole_box(solo):
    told = game.view(solo.state, "table")["put_back"]
    assert any("all nine ID tokens" in sentence for sentence in told)
    assert any("three Assistants" in sentence for sentence in told)
    assert solo.state["pool"] == list(range(1, 33))
    assert game.view(solo.state, "table")["mode"]["name"] == "Solo"


@pytest.mark.rule("BHC-A3.2-12", "BHC-A3.4-16")
def test_campaigns_with_different_tokens_raise_the_same_support(solo):
    solo.tap("manager/4")
    once = solo.seat["support"]
    solo.tap("manager/9")
    assert solo.seat["support"] == 2 * once > 0
    for number in (1, 2, 3, 5, 6, 7, 8):
        solo.tap(f"manager/{number}")
    assert solo.refusal(kind="tap", piece="manager/1") == "no_action_left"


@pytest.mark.rule("BHC-A3.4-18")
def test_at_most_three_assistants_act_in_a_round(solo):
    solo.phase(4).tap("ambassador", "manager/6", "manager/1", "manager/2")
    assert (solo.seat["ambassador"], solo.seat["campaigns"]) == (1, 0)
    assert game.view(solo.state, "table")["managers"][0]["assistant_used"]
    assert solo.refusal(kind="tap", piece="manager/3") == "assistant_used"
    assert not solo.next().seat["assistant"]


@pytest.mark.rule("BHC-A3.4-19", "BHC-A3.2-1", "BHC-4.9.1-3")
def test_any_token_submits_a_module_that_needs_what_three_managers_need(solo):
    solo.phase(5).do(kind="attach", unit=28).tap("manager/7")
    assert solo.seat["modules"] == [28]
    tile = content.get()["tile"][28]
    assert game.view(solo.state, "table")["modules"][28]["endorsements"] == 2 + tile["endorse"]


@pytest.mark.rule("BHC-A3.4-20", "BHC-A3.3-6")
def test_one_decree_a_round_with_any_token_and_no_directive(solo):
    solo.phase(6)
    assert solo.refusal(kind="tap", piece="directive/3") == "no_directives"
    solo.tap("decree/3", "manager/5").tap("decree/4")
    assert solo.refusal(kind="tap", piece="manager/6") == "one_card"


@pytest.mark.rule("BHC-A3.2-11")
def test_the_governors_token_only_takes_back(solo):
    assert solo.refusal(kind="claim_governor", seat=0) == "no_governor"
    solo.tap("manager/4", "governor")
    assert game.view(solo.state, "table")["dialog"]["id"] == "undo"
    solo.do(kind="answer", choice="yes")
    assert solo.seat["support"] == 0


@pytest.mark.rule("BHC-A3.5-1", "BHC-A3.5-2", "BHC-A2.2-10", "BHC-A2.2-15", "BHC-A2.2-16")
def test_the_points_of_the_table_are_asked_for_and_judged_as_in_co_op():
    solo, dice = Solo(seed=4), 0
    while solo.state["stage"] == "play":
        strong = dict(solo.state["colony"], h=900, s=900, t=900, stock=300)
        solo.state = dict(solo.state, colony=strong)
        solo.next()
        dice += 1
    assert (solo.state["stage"], dice) == ("points", 20)
    common = 20 + content.get()["planet"]["trappist-1-e"]["vp"]
    solo.do(kind="table_points", seat=0, vp=1 - common)
    result = game.result(solo.state)
    assert (result["total"], result["won"], result["president"]) == (1, True, None)
    assert "presidency" not in result["seats"][0]["points"]
    assert "order_of_command" not in result["seats"][0]["points"]


@pytest.mark.rule("BHC-A3.5-1", "BHC-2.1-8")
@pytest.mark.parametrize(
    ("more", "points"), [({}, 0), ({"modules": [2, 6]}, 4), ({"greens": 3}, 3), ({"ambassador": 1}, 2)]
)
def test_after_a_good_end_table_points_are_asked_for_and_the_own_ones_added(solo, more, points):
    desk = solo.state["desk"]
    state = dict(solo.state, desk=dict(desk, managers=[dict(desk["managers"][0], **more)]), round=20)
    solo.state = endings.close(state, ["rounds"])
    asked = game.view(solo.state, "table")["dialog"]
    assert asked["id"] == "points"
    assert [field["seat"] for field in asked["fields"]] == [0]
    assert "Goals, Artifacts and Abilities" in asked["text"]
    assert game.result(solo.state) is None
    needed = -20 - solo.state["world"]["vp"]  # with the Rounds it outweighs the planet
    result = game.result(solo.do(kind="table_points", seat=0, vp=needed).state)
    assert (result["total"], result["won"]) == (points, points > 0)


def test_the_help_speaks_to_one_player(solo):
    told = []
    for _ in range(6):
        told.append(game.view(solo.state, "table")["phase_help"])
        solo = solo.next() if solo.state["phase"] == 6 else solo.do(kind="phase")
    assert not [words for words in told if "each Manager" in words.lower() or "Governor" in words]


@pytest.mark.parametrize("seed", range(4))
def test_every_action_that_is_offered_in_solo_is_accepted(seed):
    solo = Solo(seed)
    for step in range(60):
        if solo.state["stage"] != "play":
            break
        legal = game.legal(solo.state)
        assert legal
        solo.state = game.apply(solo.state, legal[(seed * 31 + step * 7) % len(legal)])

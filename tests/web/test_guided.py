"""Scenarios and lessons during play: how far, what to do next, and a way out."""

import pytest
from test_views import INTERNAL, picture, read
from web_games import Canvas, Link, Table, with_session

from host.web.hub import Hub
from host.web.pages import RoundPage, TablePage
from host.web.pairing import LOCAL, WATCHER, Pairing
from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.rules import offers

LESSONS = [one["id"] for one in offers.tutorials("companion")]


def begun(**options):
    return game.setup({"mode": "coop", "managers": [1, 3], **options}, 5)


def shown(state):
    return with_session(game.view(state, "table"))


@pytest.mark.rule("BHC-A4.1-11")
@pytest.mark.parametrize("kind", [RoundPage, TablePage])
@pytest.mark.parametrize("scenario", [one["id"] for one in offers.scenarios()])
def test_a_scenario_shows_its_bar_and_its_deadline(scenario: str, kind: type) -> None:
    view = shown(begun(scenario=scenario))
    words = read(picture(kind, view))
    bar = view["scenario"]["bars"][0]
    assert bar["label"] in words
    assert f"by Round {bar['deadline_round']}" in words
    sheet = read(picture(kind, view, sheet="scenario"))
    assert view["scenario"]["text"][:60] in sheet
    for rule in view["scenario"]["rules"]:
        assert rule.split(".")[0].split()[0] in sheet
    assert not INTERNAL.search(words + sheet)


@pytest.mark.parametrize(
    ("value", "most", "state", "share"),
    [(0, False, "open", 0), (2, False, "open", 50), (9, False, "open", 100), (3, True, "open", 100),
     (8, True, "open", 50), (0, False, "filled", 100)],
)  # fmt: skip
def test_the_bar_is_as_full_as_the_goal_is_near(value: int, most: bool, state: str, share: int) -> None:
    view = shown(begun(scenario="long_night"))
    view["scenario"]["bars"][0].update(value=value, needed=4, most=most, state=state)
    assert f"width: {share}%" in picture(RoundPage, view)


@pytest.mark.parametrize("lesson", LESSONS)
def test_each_step_of_a_lesson_is_shown_until_the_last(lesson: str) -> None:
    state = game.setup({"tutorial": lesson}, 1)
    seen = 0
    while state["guide"]:
        view = shown(state)
        words = read(picture(TablePage, view))
        assert f"Step {view['guide']['step']} of {view['guide']['steps']}" in words
        assert view["guide"]["what"] in words
        assert ("Go on" if view["guide"]["read"] else "Skip this step") in words
        state = game.apply(state, {"kind": "guide"})
        seen += 1
    assert seen >= 5
    assert "Step " not in read(picture(RoundPage, shown(state)))


def test_who_only_watches_a_lesson_can_not_press_on() -> None:
    html = picture(RoundPage, shown(game.setup({"tutorial": LESSONS[0]}, 1)), WATCHER)
    assert "data-key=guide-on" not in html
    assert "Step 1 of" in read(html)


def test_the_end_of_a_lesson_is_told_once() -> None:
    state, canvas = game.setup({"tutorial": LESSONS[0]}, 1), Canvas()
    table = Table(shown(state))
    page = RoundPage(Hub(table, Link, Pairing(), pieces=[]), canvas, LOCAL)
    page.draw = lambda page: ""
    page.poke()
    assert canvas.toasts == []
    table.shown, table.revision = shown(game.apply(state, {"kind": "guide", "stop": True})), 6
    page.poke()
    page.poke()
    assert [words for words, _ in canvas.toasts] == ["The lesson is over. The game goes on, if you like."]


def test_the_end_of_a_lesson_is_asked_for_once_more() -> None:
    view = shown(game.setup({"tutorial": LESSONS[0]}, 1))
    assert "End the lesson?" in read(picture(RoundPage, view, sheet="lesson"))

"""The setup on the pages: every step of both levels in words, planets that can be told apart, and ways that lead on."""

import re
from pathlib import Path

import pytest
from test_views import INTERNAL, picture, read
from web_games import Canvas, Link, Table, with_session

from host.web import planets
from host.web.client import Press
from host.web.hub import Hub
from host.web.pages import RoundPage, SetupPage, StartPage, TablePage, tutorials
from host.web.pairing import LOCAL, WATCHER, Pairing
from host.web.pieces import content, pieces
from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.rules import offers

WALKS = {
    "table": ("companion", "coop", "connected", "manager/2", "manager/9", "done", "proxima-cen-b", "extras",
              "fleet/academy", "scenario/long_night", "on", "on"),
    "screens": ("referee", "semi", "manager/2", "manager/9", "done", "1/greedy", "done", "gj-1002-b", "extras"),
    "alone": ("referee", "solo", "done", "gj-1002-b"),
}  # fmt: skip


def walk(name: str):
    """Views of a setup after each press of its dialogs."""
    state = game.setup({}, 1)
    yield "start", with_session(game.view(state, "table"))
    for choice in WALKS[name]:
        state = game.apply(state, {"kind": "answer", "choice": choice})
        yield choice, with_session(game.view(state, "table"))


@pytest.mark.parametrize("kind", [RoundPage, TablePage])
@pytest.mark.parametrize("name", WALKS)
def test_every_step_is_shown_in_words_and_offers_all_answers(name: str, kind: type) -> None:
    for choice, view in walk(name):
        html = picture(kind, view)
        assert not INTERNAL.search(read(html)), choice
        for item in view["dialog"]["choices"]:
            known = f'data-choice="{item["choice"]}"' in html or f"data-choice={item['choice']}" in html
            assert known or f'data-key="{item["choice"]}"' in html, (choice, item)


def test_who_only_watches_can_choose_nothing() -> None:
    for choice, view in walk("table"):
        html = picture(RoundPage, view, WATCHER)
        acting = re.findall(r"<(?:button|a)[^>]*&#34;act&#34;[^>]*>", html)
        assert all(" disabled" in button for button in acting), choice
        assert acting or view["setup"]["step"] in ("arc", "story", "rules", "begin"), choice


def test_a_step_keeps_its_number_whatever_extras_are_opened() -> None:
    shown = {}
    for choice, view in walk("table"):
        if view["setup"]["planet"]:
            shown[view["setup"]["step"], choice] = re.findall(r"\d\. \w+", read(picture(RoundPage, view)))[:6]
    assert {name for name, _ in shown} == {"begin", "extras", "story", "rules"}
    numbers = ["1. Table", "2. Mode", "3. ARC", "4. Managers", "5. Planet", "6. Ready"]
    assert all(found == numbers for found in shown.values()), shown


def test_a_scenario_says_that_its_planet_takes_the_place_of_the_chosen_one() -> None:
    seen = {view["setup"]["step"]: read(picture(RoundPage, view)) for _, view in walk("table")}
    assert "on Teegarden's Star b, instead of the planet that is chosen" in seen["extras"]
    for step in ("story", "rules"):
        assert "It is played on Teegarden's Star b in the Cooperative mode, whatever was chosen before." in seen[step]


def test_what_a_fleet_costs_is_told_apart_from_what_it_brings() -> None:
    view = next(view for _, view in walk("table") if view["setup"]["step"] == "extras")
    html = picture(RoundPage, view)
    changes = [change for fleet in view["setup"]["fleets"] for change in fleet["changes"]]
    costs = re.findall(r'<small class="tone-orange"><span class="toned">([^<]+)', html)
    assert costs == [change for change in changes if "less" in change or "fewer" in change]
    assert 0 < len(costs) < len(changes)


def planet_step() -> dict:
    return next(view for choice, view in walk("table") if view["setup"]["step"] == "planet")


def test_all_planets_can_be_chosen_and_searched() -> None:
    view = planet_step()
    html = picture(RoundPage, view)
    assert len(view["setup"]["planets"]) >= 59
    for planet in view["setup"]["planets"]:
        assert f'data-choice="{planet["id"]}"' in html
    assert 'data-filter="planet"' in html


@pytest.mark.rule("BHC-A2.2-16")
def test_the_points_that_a_planet_needs_are_shown_when_it_is_chosen() -> None:
    view = planet_step()
    words = read(picture(RoundPage, view))
    for planet in view["setup"]["planets"][:5]:
        assert planet["coop_needs"] in words


@pytest.mark.parametrize("order", [name for name in planets.ORDERS if name != "group"])
def test_planets_can_be_sorted(order: str) -> None:
    listed = planet_step()["setup"]["planets"]
    key = planets.ORDERS[order][1]
    assert key is not None
    values = [key(planet) for planet in planets.ordered(listed, order)]
    assert values == sorted(values)
    assert len(values) == len(listed)


def test_an_order_that_nobody_knows_is_the_usual_one() -> None:
    page = RoundPage(Hub(Table(planet_step()), Link, Pairing(), pieces=pieces(content())), Canvas(), LOCAL)
    page.on_ui("order", {"by": "distance"})
    assert page.order == "distance"
    for forged in ("nonsense", ["distance"], {"by": 1}, None):
        page.on_ui("order", {"by": forged})
        assert page.order == "group"


def test_no_two_planets_look_the_same_and_each_looks_the_same_again() -> None:
    listed = planet_step()["setup"]["planets"]
    pictures = [str(planets.art(planet)) for planet in listed]
    assert len(set(pictures)) == len(listed)
    assert pictures == [str(planets.art(planet)) for planet in listed]
    assert all(len(drawn) < 2600 for drawn in pictures), "60 of them go to a tablet at once"


def test_a_planet_tells_what_astronomers_see_and_no_figure_of_the_game() -> None:
    for planet in planet_step()["setup"]["planets"]:
        told = dict(planets.told(planet))
        assert told["Distance"] == f"{planet['distance_ly']:,} ly"
        assert set(told) == {"Distance", "Year", "Size", "Gravity", "Light", "With Earth's air"}
        assert 1 <= planets.difficulty(planet) <= 5


def test_planets_of_which_bots_win_more_are_never_called_harder() -> None:
    """The words go with the measured order: docs/balance.md, "Co-op by planet", from the easiest on."""
    page = (Path(__file__).parents[2] / "docs" / "balance.md").read_text(encoding="utf-8")
    table = page.split("## Co-op by planet")[1].split("##")[0]
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (\d+)% ", table, re.MULTILINE)
    won = sorted(((int(share), name) for name, share in rows), reverse=True)
    assert len(won) == 5
    level = {planet["id"]: planets.difficulty(planet) for planet in planet_step()["setup"]["planets"]}
    levels = [level[name] for _, name in won]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (1, 5)
    assert set(level.values()) == {1, 2, 3, 4, 5}


def test_the_climate_in_a_word_agrees_with_the_temperature() -> None:
    """Where water stays liquid it is mild: no frozen world above zero, no hot one below what people stand."""
    between = {"frozen": (-273, -31), "cold": (-32, -2), "mild": (-4, 32), "hot": (32, 122)}
    for planet in planet_step()["setup"]["planets"]:
        seen = planets.figures(planet)
        least, most = between.get(seen.climate_word, (121, 10000))
        assert least <= seen.celsius <= most, (planet["id"], seen.celsius)


def test_hot_worlds_are_warmer_than_frozen_ones() -> None:
    celsius = {p["id"]: planets.figures(p).celsius for p in planet_step()["setup"]["planets"]}
    assert celsius["trappist-1-h"] < celsius["trappist-1-e"] < celsius["gliese-12-b"] < celsius["kepler-10-b"]


class Starting(Table):
    """A session that begins games."""

    def __init__(self) -> None:
        super().__init__(None)
        self.began: list[dict] = []

    async def new_game(self, options: dict) -> None:
        self.began.append(options)
        self.shown = with_session(game.view(game.setup(options, 1), "table"))
        self.revision += 1


async def start(own: str, **fields: str) -> tuple[Starting, Canvas]:
    session, canvas = Starting(), Canvas()
    page = StartPage(Hub(session, Link, Pairing(), object(), pieces=pieces(content())), canvas, LOCAL)
    await page.on_own(own, Press({"own": own, **fields}, session.revision, 1, {}))
    return session, canvas


@pytest.mark.parametrize("level", ["companion", "referee"])
async def test_the_two_ways_lead_to_the_setup_of_their_level(level: str) -> None:
    session, canvas = await start("new", level=level)
    assert session.began[0]["level"] == level
    assert canvas.left == ["/setup"]
    assert session.shown is not None
    assert session.shown["setup"]["step"] == "mode"


async def test_a_lesson_begins_at_once_at_its_table() -> None:
    for lesson in tutorials():
        session, canvas = await start("learn", tutorial=lesson["id"], level=lesson["level"])
        assert session.shown is not None
        assert session.shown["stage"] == "play"
        assert session.shown["guide"]["step"] == 1
        assert canvas.left == ["/table" if lesson["level"] == "companion" else "/play"]


async def test_a_lesson_that_nobody_knows_begins_nothing() -> None:
    session, canvas = await start("learn", tutorial="x", level="companion")
    assert session.began == []
    assert canvas.toasts[0][1] == "bad"


def test_every_lesson_is_offered() -> None:
    assert {one["id"] for one in tutorials()} == {
        one["id"] for level in ("companion", "referee") for one in offers.tutorials(level)
    }


@pytest.mark.parametrize(("level", "way"), [("companion", "/table"), ("referee", "/play")])
def test_the_setup_leads_on_once_when_the_game_has_begun(level: str, way: str) -> None:
    canvas = Canvas()
    options = {"level": level, "mode": "semi", "managers": [1, 3], "planet": "toi-700-d"}
    view = with_session(game.view(game.setup(options, 1), "table"))
    page = SetupPage(Hub(Table(view), Link, Pairing(), object(), pieces=pieces(content())), canvas, LOCAL)
    assert f'href="{way}"' in page.picture()
    page.picture()
    assert canvas.left == [way]


def test_the_setup_page_stays_while_the_game_is_set_up() -> None:
    canvas = Canvas()
    page = SetupPage(Hub(Table(planet_step()), Link, Pairing(), object(), pieces=pieces(content())), canvas, LOCAL)
    assert "Which planet do you colonise?" in page.picture()
    assert canvas.left == []

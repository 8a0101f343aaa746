"""The star chart's page: in words, for whoever may act, and never twice by accident."""

import re
from html.parser import HTMLParser
from itertools import combinations
from math import hypot

import pytest
from exogen_log import FARTHER, explore, game

from host.exogen import planets
from host.exogen.counting import Counting
from host.exogen.profiles import Exogen
from host.session.session import Session
from host.store.store import Store
from host.web import exogen_chart
from host.web.exogen import SECTIONS, ExogenPage, take_file
from host.web.hub import STALE_WORDS, Hub
from host.web.pages import RoundPage
from host.web.pairing import LOCAL, WATCHER, Pairing
from shared_rules.beyond_humanity import exogen as rules
from shared_rules.beyond_humanity import game as title

INTERNAL = re.compile(r"\b(None|True|False|undefined|null|NaN|revision|dict|Traceback|Undefined)\b|[{}]")
VOID = {"input", "path", "circle", "rect", "use", "stop", "br", "ellipse"}
NEAR = "gj-1061-c"


class Words(HTMLParser):
    """The words of a page; every tag must be closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.words += [str(value) for name, value in attrs if name in ("aria-label", "title", "placeholder")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.words += [str(value) for name, value in attrs if name == "aria-label"]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def read(html):
    parser = Words()
    parser.feed(html)
    assert parser.open == []
    words = re.sub(r"\s+", " ", " ".join(parser.words))
    assert not INTERNAL.search(words), INTERNAL.search(words)
    return words


class Canvas:
    def __init__(self):
        self.toasts = []

    def show(self, html, serial, answered):
        pass

    def toast(self, text, kind):
        self.toasts.append((text, kind))


class Link:
    words, connected = "The ARC is connected.", True


@pytest.fixture
async def hub(tmp_path):
    store = Store.open(tmp_path / "colony.db")
    session = Session(store, title)
    made = Hub(session, Link, Pairing(), exogen=Exogen(store))
    await made.exogen.refresh()
    made.exogen.on_change = made.changed
    yield made
    await session.close()
    store.close()


@pytest.fixture
def page(hub):
    return ExogenPage(hub, Canvas(), LOCAL)


async def press(page, own, form=None, rev=None, **others):
    """A press as the browser sends it; the sentence that was shown."""
    sent = {"do": {"own": own, **others}, "rev": page.revision if rev is None else rev, "form": form or {}}
    await page.press(sent)
    return page.canvas.toasts[-1]


async def rich(hub):
    """A profile that has finished eight games."""
    await hub.exogen.create("Ada")
    for number in range(8):
        await hub.exogen.do(game(number, positive=number != 3, won=number != 3))


# -- the picture ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A4.2-1", "BHC-A4.2-6")
async def test_without_a_profile_the_page_says_that_nothing_is_missing(hub, page):
    words = read(page.picture())
    assert "Without a profile every planet of the catalogue is offered" in words
    assert "nothing to pay" in words
    assert "Start a profile" in words
    assert "Explore:" not in words


@pytest.mark.rule("BHC-A4.2-5")
async def test_the_menu_offers_to_bind_this_game_set_to_a_profile(hub, page):
    await hub.exogen.create("Ada")
    await hub.exogen.create("Grace")
    page.looks.sheet = "profile"
    words = read(page.picture())
    assert f"This game set ({hub.exogen.set_id}) is bound to Grace" in words
    ada = hub.exogen.profiles[0].id
    assert await press(page, "bind", profile=ada) == ("This game set is bound to Ada.", "good")
    assert (await press(page, "bind"))[0] == "This game set is bound to no profile."
    assert (await press(page, "bind", profile="nobody")) == ("That profile is not on this computer.", "bad")


@pytest.mark.parametrize(
    ("access", "sheet"),
    [(LOCAL, ""), (LOCAL, "profile"), (LOCAL, "pioneers"), (LOCAL, "recall"), (WATCHER, "recall")],
)
async def test_every_state_of_the_page_is_told_in_words(hub, access, sheet):
    page = ExogenPage(hub, Canvas(), access)
    page.looks.sheet = sheet
    read(page.picture())
    await rich(hub)
    for listed in SECTIONS:
        page.listed = listed
        read(page.picture())
    for world in list(planets.worlds().values())[:: 5 if sheet == "recall" and access is LOCAL else 25]:
        page.picked = world.id
        assert world.name in read(page.picture())
    page.picked = NEAR
    await hub.exogen.explore(planets.find(NEAR))
    await hub.exogen.pioneer(planets.find(NEAR), "wells")
    words = read(page.picture())
    assert "Pioneers prepare GJ 1061 c: First wells." in words
    assert ("Recall the pioneers" in words) == (access is LOCAL)


async def test_a_watching_screen_changes_nothing(hub):
    await rich(hub)
    page = ExogenPage(hub, Canvas(), WATCHER)
    assert "watching" in (await press(page, "explore", planet=NEAR))[0]
    assert hub.exogen.the_bound().state["known"] == {}


async def test_a_profiles_name_stays_text(hub, page):
    await press(page, "create", form={"name": "<b>Ada</b>"})
    assert "<b>Ada" not in page.picture()
    assert "<b>Ada</b>" in read(page.picture())


# -- presses -------------------------------------------------------------------------------------------------------


async def test_from_a_name_to_a_prepared_planet_and_back(hub, page):
    assert (await press(page, "create", form={"name": " "}))[1] == "bad"
    assert (await press(page, "create", form={"name": "Ada"}))[1] == "good"
    assert (await press(page, "explore", planet=NEAR)) == (
        "GJ 1061 c: Surveyed: its environment is known.",
        "good",
    )
    assert (await press(page, "pioneer", planet="proxima-cen-b", mission="heralds"))[1] == "good"
    assert "This costs" in (await press(page, "explore", planet=NEAR))[0]
    before = hub.exogen.the_bound().state["points"]
    assert (await press(page, "recall")) == ("The pioneers are coming home.", "good")
    assert hub.exogen.the_bound().state["points"] == before + rules.mission("heralds")["gear"]
    assert (await press(page, "rename", form={"name": "Augusta"}))[1] == "good"
    assert hub.exogen.the_bound().name == "Augusta"


async def test_what_was_pressed_on_an_old_picture_is_not_paid_twice(hub, page):
    await rich(hub)
    seen = page.revision
    await press(page, "explore", planet=NEAR, rev=seen)
    assert await press(page, "explore", planet=NEAR, rev=seen) == (STALE_WORDS, "bad")
    assert hub.exogen.the_bound().state["known"] == {NEAR: 1}


@pytest.mark.parametrize(
    "sent",
    [
        {"own": "explore"},
        {"own": "explore", "planet": "nowhere"},
        {"own": "explore", "planet": ["gj-1061-c"]},
        {"own": "pioneer", "planet": "proxima-cen-b"},
        {"own": "pioneer", "planet": "proxima-cen-b", "mission": "canals"},
        {"own": "destroy"},
        {"own": "create"},
        {"own": "bind", "profile": {"x": 1}},
        {"own": "keep_both"},
    ],
)
async def test_what_no_page_sends_is_answered_in_words(hub, page, sent):
    await hub.exogen.create("Ada")
    before = hub.exogen.the_bound()
    words, _ = await press(page, **sent)
    assert words.endswith(".")
    assert hub.exogen.the_bound() == before


async def test_the_list_opens_one_part_at_a_time(hub, page):
    await rich(hub)
    for part in (*SECTIONS, "elsewhere"):
        page.listed = ""
        await page.press({"do": {"ui": "list", "part": part}, "rev": 0})
        assert page.picture().count('class="xg-rows"') == (part in SECTIONS)


# -- the setup of a game -------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A4.2-2")
async def test_a_new_game_offers_the_planets_of_the_profile(hub, page):
    await hub.start_game({"mode": "semi", "managers": [1, 3]})
    everything = len(hub.session.view("table")["setup"]["planets"])
    await press(page, "create", form={"name": "Ada"})
    await press(page, "explore", planet=NEAR)
    assert "A game is being set up" in read(page.picture())
    assert (await press(page, "again"))[1] == "good"
    offered = [planet["id"] for planet in hub.session.view("table")["setup"]["planets"]]
    assert NEAR in offered
    assert len(offered) < everything
    assert not set(offered) & {planet["id"] for planet in FARTHER if planet["id"] != NEAR}


async def test_pioneers_who_are_recalled_during_a_setup_are_taken_out_of_it(hub, page):
    await press(page, "create", form={"name": "Ada"})
    await press(page, "pioneer", planet="proxima-cen-b", mission="heralds")
    await hub.start_game({})
    first = hub.session.game_id
    assert "setup of the game begins again" in (await press(page, "recall"))[0]
    assert hub.session.game_id != first
    planet = next(one for one in hub.session.view("table")["setup"]["planets"] if one["id"] == "proxima-cen-b")
    assert not any("Pioneers" in detail for detail in planet["details"])
    assert hub.exogen.the_bound().state["mission"] is None


# -- files ---------------------------------------------------------------------------------------------------------


class Upload:
    """A request's body."""

    def __init__(self, content):
        self.content = content

    async def stream(self):
        for at in range(0, len(self.content), 1 << 20):
            yield self.content[at : at + (1 << 20)]


async def test_a_file_that_parted_ways_is_asked_about(hub, page):
    await hub.exogen.create("Ada")
    _, old = await hub.exogen.export()
    await hub.exogen.bind(None)
    words, status = await take_file(hub, Upload(old))
    assert (status, "nothing in the file is new" in words) == (200, True)
    await hub.exogen.bind(hub.exogen.profiles[0].id)
    other = Exogen(Store.open(hub.exogen.store.path.with_name("other.db")))
    await other.refresh()
    await other.take(old, "ada")
    await other.rename("Countess")
    _, parted = await other.export()
    other.store.close()
    await hub.exogen.rename("Augusta")
    words, status = await take_file(hub, Upload(parted))
    assert status == 409
    assert "Keep both" in read(page.picture())
    assert (await press(page, "keep_both"))[1] == "good"
    assert sorted(one.name for one in hub.exogen.profiles) == ["Augusta", "Countess"]
    assert hub.exogen.the_bound().name == "Augusta"
    assert "Keep both" not in read(page.picture())
    assert (await take_file(hub, Upload(b"x" * (9 << 20))))[1] == 400
    assert (await take_file(hub, Upload(b"cat")))[1] == 400


# -- the chart -----------------------------------------------------------------------------------------------------


def test_every_star_is_on_the_sheet_at_its_true_distance():
    stars = exogen_chart.chart()
    assert sum(len(star.worlds) for star in stars) == len(planets.worlds())
    for star in stars:
        away = hypot(star.x - 50, star.y - 50)
        assert away == pytest.approx(50 * exogen_chart.radius(star.distance_ly), abs=0.05)
        assert away < 50


def test_no_star_covers_another():
    for one, other in combinations(exogen_chart.chart(), 2):
        assert hypot(one.x - other.x, one.y - other.y) >= 50 * exogen_chart.APART * 0.98, (one.name, other.name)


def test_directions_are_those_of_the_sky():
    places = {star.name: star for star in exogen_chart.chart()}
    tau_ceti, wolf = places["tau Cet"], places["Wolf 1061"]
    assert tau_ceti.y < 50, "RA 1 h 44 m is near the top, where 0 h is"
    assert tau_ceti.x < 50, "and on the left: right ascension runs counter-clockwise"
    assert wolf.y > 50
    assert wolf.x > 50
    assert tau_ceti.south
    assert not places["Kepler-186"].south


def test_explored_planets_change_the_mark_of_their_star(hub):
    state = rules.fold([{"kind": "name", "name": "Ada"}, explore(NEAR, 12)])
    page = ExogenPage(hub, Canvas(), LOCAL)
    stars = page._chart(state, planets.find(NEAR))["stars"]
    marks = {one["star"].name: one["section"] for one in stars}
    assert marks["GJ 1061"] == "open"
    assert marks["GJ 1002"] == "sight"
    assert marks["Kepler-90"] == "beyond"


async def test_the_end_of_a_game_says_what_it_has_brought(hub):
    session = hub.session
    session.on_link_state(Link)
    await hub.exogen.create("Ada")
    assert await hub.start_game({"mode": "semi", "managers": [1, 3], "planet": "toi-700-d"}) == ""
    while (view := session.view("table"))["stage"] == "play":
        steps = [{"kind": "phase"}] if view["phase"] < 6 else [{"kind": "next"}, {"kind": "answer", "choice": "yes"}]
        for action in steps:
            assert (await session.act(action, session.revision, "tablet")).ok
    for seat in range(2 if view["stage"] == "points" else 0):
        await session.act({"kind": "table_points", "seat": seat, "vp": 9}, session.revision, "tablet")
    end = RoundPage(hub, Canvas(), LOCAL)
    assert "Exogen:" not in read(end.picture()), "it has not counted yet"
    await Counting(hub.exogen, session, title).changed()
    earned = hub.exogen.the_bound().state["games"][0]["reach"]
    assert f"Exogen: this game brought Ada {earned} reach" in read(end.picture())
    assert 'href="/exogen"' in end.picture()

"""What players see at every stage of real games: whole, in words, and nothing internal."""

import re
from html.parser import HTMLParser

import pytest
from web_games import Canvas, Link, Table, ended, played, round_trip, thriving, with_session

from host.web import views
from host.web.hub import Hub
from host.web.pages import TABS, PairPage, RoundPage, StartPage, TablePage
from host.web.pairing import LOCAL, WATCHER, Pairing
from host.web.pieces import content, pieces
from shared_rules.beyond_humanity import game

INTERNAL = re.compile(r"\b(None|True|False|undefined|null|NaN|revision|seq|dict|Traceback|Undefined)\b|[{}]")
VOID = {"input", "path", "circle", "rect", "use", "stop", "br", "img", "link", "meta"}


class Words(HTMLParser):
    """The words of a page, and whether every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.labels: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.labels += [str(value) for name, value in attrs if name in ("aria-label", "title", "placeholder")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(html: str) -> str:
    """The text of a page, after checking its tags."""
    parser = Words()
    parser.feed(html)
    assert parser.open == [], "a tag stays open"
    return re.sub(r"\s+", " ", " ".join(parser.words + parser.labels))


def picture(kind: type, view: dict | None, access=LOCAL, **looks) -> str:
    hub = Hub(Table(view), Link, Pairing(), pieces=pieces(content()))
    page = kind(hub, Canvas(), access)
    for name, value in looks.items():
        setattr(page.looks, name, value)
    return page.picture()


def setup_steps():
    state = game.setup({}, 1)
    yield "mode", with_session(game.view(state, "table"))
    for choice in ("coop", "connected", "manager/2", "manager/9", "done", "proxima-cen-b"):
        state = game.apply(state, {"kind": "answer", "choice": choice})
        yield choice, with_session(game.view(state, "table"))


def places():
    """Views of a game at all its kinds of places."""
    yield "no game", None
    yield from ((f"setup {name}", view) for name, view in setup_steps())
    yield "phase 3", played()
    tap = {"kind": "tap", "piece": "manager/1"}
    phase = {"kind": "phase"}
    yield "campaign", played(tap)
    yield "undo asks", played(tap, {"kind": "tap", "piece": "governor"})
    yield "undone", played(tap, {"kind": "undo"})
    yield "ambassador asks", played(phase, {"kind": "tap", "piece": "ambassador"})
    yield "module asks", played(phase, phase, {"kind": "attach", "unit": 3})
    yield "module refused", played({"kind": "attach", "unit": 3})
    yield "decree asks", played(phase, phase, phase, {"kind": "tap", "piece": "decree/9"})
    yield "next asks", played(phase, phase, phase, {"kind": "next"})
    state = game.setup({"mode": "semi", "managers": [1, 3], "planet": "trappist-1-e"}, 3)
    for _ in range(7):
        state = round_trip(thriving(state))
    yield "round 8", with_session(game.view(state, "table"))


PLACES = dict(places())
ENDED = {mode: ended(mode) for mode in ("semi", "coop")}


@pytest.mark.parametrize("access", [LOCAL, WATCHER], ids=["paired", "watching"])
@pytest.mark.parametrize("kind", [StartPage, RoundPage, TablePage, PairPage])
@pytest.mark.parametrize("place", PLACES)
def test_every_page_shows_every_place_in_words(place: str, kind: type, access) -> None:
    words = read(picture(kind, PLACES[place], access))
    assert not INTERNAL.search(words), INTERNAL.search(words)


@pytest.mark.parametrize("sheet", ["menu", "undo", "summary", "governor", "new"])
@pytest.mark.parametrize("place", ["campaign", "round 8", "phase 3"])
def test_every_sheet_opens_in_words(place: str, sheet: str) -> None:
    words = read(picture(RoundPage, PLACES[place], sheet=sheet))
    assert not INTERNAL.search(words)


@pytest.mark.parametrize("mode", ENDED)
def test_the_end_is_shown_and_points_are_asked_for(mode: str) -> None:
    state = ENDED[mode]
    words = read(picture(RoundPage, with_session(game.view(state, "table"))))
    assert not INTERNAL.search(words)
    while state["stage"] == "points":
        seat = len(state["points"])
        state = game.apply(state, {"kind": "table_points", "seat": seat, "vp": 10 + seat})
    words = read(picture(RoundPage, with_session(game.view(state, "table"))))
    assert state["stage"] == "over"
    assert game.result(state)["title"] in words
    assert not INTERNAL.search(words)


@pytest.mark.rule("BHC-5-4", "BHC-5.7.2-1", "BHC-5.7.2-2")
def test_the_round_screen_has_counter_next_menu_and_five_tabs() -> None:
    html = picture(RoundPage, PLACES["phase 3"])
    assert "1 of 20" in read(html)
    assert 'data-key="next"' in html
    assert 'data-key="menu"' in html
    for tab in ("status", "resources", "population", "special", "economy"):
        assert html.count(f'data-tab="{tab}"') == 1
        assert f'data-key="more-{tab}"' in html


@pytest.mark.rule("BHC-5.7.1-1")
def test_each_tab_opens_with_details() -> None:
    closed = len(read(picture(RoundPage, PLACES["round 8"])))
    for tab in ("status", "resources", "population", "special", "economy"):
        assert len(read(picture(RoundPage, PLACES["round 8"], opened=tab))) > closed + 60


def test_undo_says_what_it_would_take_back() -> None:
    assert "Campaign of Paul Bloch." in picture(RoundPage, PLACES["campaign"])
    assert "Nothing to take back" in picture(RoundPage, PLACES["phase 3"])


@pytest.mark.rule("BHC-4.1-3")
def test_a_new_round_opens_with_its_summary_until_it_was_read() -> None:
    view = dict(PLACES["round 8"])
    assert 'data-key="summary"' in picture(RoundPage, view)
    assert 'data-key="summary"' not in picture(RoundPage, view, read="game-one.8")
    assert 'data-key="summary"' in picture(RoundPage, view, read="game-one.8", sheet="summary")


def test_names_stay_text() -> None:
    view = dict(PLACES["campaign"])
    view["events"] = [{"round": 1, "text": "<script>alert(1)</script>", "tone": "good"}]
    html = picture(RoundPage, view)
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_the_table_lights_the_tokens_that_the_game_asks_for() -> None:
    assert views.asked(PLACES["decree asks"])["pieces"] == ["manager/1", "manager/3", "manager/8"]
    assert views.asked(PLACES["phase 3"])["pieces"] == []
    assert views.asked(played(*[{"kind": "phase"}] * 2))["tab"] == "modules"
    assert views.asked(None)["pieces"] == []


def test_numbers_are_written_for_people() -> None:
    assert views.signed(-3) == "−3"
    assert views.signed("-1118") == "−1,118"
    assert views.signed(0) == "0"
    assert views.signed("3 made") == "3 made"
    assert views.thousands(15000) == "15,000"


# -- nothing hidden, nothing by colour alone -----------------------------------------------------------------------


def hidden_otherwise(state: dict) -> dict:
    """The same table with other hidden values: chance, and H, S, T and Support within what is shown of them."""
    colony = state["colony"] | {
        "h": state["colony"]["h"] + 1,
        "s": state["colony"]["s"] + 2,
        "t": state["colony"]["t"] + 3,
    }
    managers = [manager | {"support": manager["support"] + 1} for manager in state["desk"]["managers"]]
    chance = [word ^ 1 for word in state["chance"]]
    return state | {"colony": colony, "desk": state["desk"] | {"managers": managers}, "chance": chance}


@pytest.mark.rule("BHC-2.4-8", "BHC-5.1-11")
@pytest.mark.parametrize("kind", [StartPage, RoundPage, TablePage])
def test_pages_do_not_change_with_what_is_hidden(kind: type) -> None:
    state = game.setup({"mode": "semi", "managers": [1, 3, 8], "planet": "trappist-1-e"}, 3)
    for _ in range(3):
        views_of = [with_session(game.view(made, "table")) for made in (state, hidden_otherwise(state))]
        for sheet in ("", "summary", *(f"tab-{tab}" for tab in TABS)):
            one, other = (picture(kind, view, sheet=sheet, opened=sheet[4:]) for view in views_of)
            assert one == other
        state = round_trip(state)


class Coloured(HTMLParser):
    """For each element that has a colour of its own (tone-*): whether a word or a sign stands in it."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[tuple[str, bool, list[str]]] = []
        self.bare: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag in VOID:
            return self.says("sign" if tag in ("use", "path") else "")
        toned = bool(re.search(r"\btone-(green|yellow|orange|red)", names.get("class") or ""))
        self.says(names.get("aria-label") or "")
        self.stack.append((str(names.get("class")), toned, []))
        return None

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.says("sign" if tag == "use" else "")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        name, toned, said = self.stack.pop()
        if toned and not said and "pips" not in name:  # pips are filled or empty beside their word
            self.bare.append(name)

    def handle_data(self, data: str) -> None:
        self.says(data.strip())

    def says(self, words: str) -> None:
        if words:
            for _, _, said in self.stack:
                said.append(words)


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_told_by_colour_alone(place: str) -> None:
    for kind in (StartPage, RoundPage, TablePage):
        parser = Coloured()
        parser.feed(picture(kind, PLACES[place]))
        assert parser.bare == [], "a colour without a word or a sign"


@pytest.mark.parametrize("status", ["happiness", "security", "technical"])
def test_a_status_has_another_sign_for_each_word(status: str) -> None:
    view = dict(PLACES["round 8"])
    signs = set()
    for colour, word in (("green", "Good"), ("yellow", "Poor"), ("orange", "Alarming"), ("red", "Critical")):
        rows = [row | {"now": {"word": word, "colour": colour}} for row in view["tabs"]["status"]["rows"]]
        html = picture(RoundPage, view | {"tabs": view["tabs"] | {"status": {"rows": rows}}})
        assert f"#i-{status}_{colour}" in html
        signs.add((f"{status}_{colour}", html.count('<i class="on"></i>')))
    assert len({filled for _, filled in signs}) == 4, "the gauge is filled differently for each word"


@pytest.mark.rule("BHC-5-4")
def test_the_panel_beside_the_table_has_all_five_tabs_and_opens_them_in_place() -> None:
    view = PLACES["round 8"]
    html = picture(TablePage, view)
    assert 'href="/play"' not in html, "nobody has to leave the table in a Round"
    for tab in TABS:
        assert html.count(f'data-key="more-{tab}"') == 1
        opened = picture(TablePage, view, sheet=f"tab-{tab}")
        assert f'data-tab="{tab}"' in opened
        assert opened.count('data-key="sheet-') == 5


def test_an_open_tab_gives_way_to_a_question() -> None:
    html = picture(TablePage, PLACES["next asks"], sheet="tab-economy")
    assert 'data-key="dialog-next"' in html
    assert 'data-key="tabs"' not in html


def test_a_forged_name_of_a_sheet_shows_a_tab_that_there_is() -> None:
    assert 'data-tab="status"' in picture(TablePage, PLACES["round 8"], sheet="tab-{{7*7}}")


def test_a_refused_module_is_named_once_and_no_longer_than_it_hangs_there() -> None:
    on = {"kind": "attach", "unit": 1}  # not yet phase 5
    sentence = played(on)["put_back"][0]
    for kind in (RoundPage, TablePage):
        assert sentence.endswith(views.TAKE_OFF)
        assert read(picture(kind, played(on))).count(sentence) == 1
        assert "Take it off" not in read(picture(kind, played(on, {"kind": "detach", "unit": 1})))

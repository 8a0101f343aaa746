"""What a newcomer stumbled over, and does no longer."""

import pytest
from test_views import PLACES, picture, read
from web_games import Canvas, Link, Table, played, with_session

from host.web.hub import Hub
from host.web.pages import RoundPage, SetupPage, StartPage
from host.web.pairing import LOCAL, WATCHER, Pairing
from host.web.pieces import CARD_LETTERS, content, pieces
from shared_rules.beyond_humanity import game


class Pulled(Link):
    words, connected = "No ARC is connected.", False


def start_page(view=None, link=Link, access=LOCAL, virtual=None) -> StartPage:
    return StartPage(Hub(Table(view), link, Pairing(), virtual, pieces=pieces(content())), Canvas(), access)


def test_an_arc_that_is_connected_is_not_asked_for() -> None:
    assert start_page().options("companion") == {"level": "companion", "arc": True}
    assert start_page(link=Pulled).options("companion") == {"level": "companion"}


async def test_the_question_for_the_arc_goes_by_itself_when_one_is_connected() -> None:
    view = with_session(game.view(game.setup({"level": "companion"}, 1), "table"))
    state = game.apply(game.setup({"level": "companion"}, 1), {"kind": "answer", "choice": "semi"})
    assert state["stage"] == "setup"
    asking = with_session(game.view(state, "table"))
    assert asking["setup"]["step"] == "arc"
    for shown, link, access, told in (
        (asking, Link, LOCAL, 1),
        (asking, Pulled, LOCAL, 0),
        (asking, Link, WATCHER, 0),
        (view, Link, LOCAL, 0),
    ):
        session = Table(shown)
        page = SetupPage(Hub(session, link, Pairing(), pieces=pieces(content())), Canvas(), access)
        page.poke()
        if page.telling:
            await page.telling
        page.close()
        assert len(session.pressed) == told
        assert session.pressed in ([], [{"kind": "answer", "choice": "connected"}])


def test_a_game_on_screens_needs_no_arc() -> None:
    assert start_page().options("referee") == {"level": "referee"}


def test_a_level_that_nobody_knows_is_left_to_the_dialog() -> None:
    assert start_page(link=Pulled).options("x" * 50) == {}


@pytest.mark.parametrize(
    ("virtual", "access", "first"), [(object(), LOCAL, "/table"), (None, LOCAL, "/play"), (object(), WATCHER, "/play")]
)
def test_continue_leads_to_where_this_screen_plays(virtual, access, first: str) -> None:
    page = start_page(played(), access=access, virtual=virtual)
    assert f'<a class="btn btn-main btn-big" href="{first}">' in page.picture()


def test_a_game_on_screens_is_continued_on_the_round_screen() -> None:
    page = start_page({**played(), "level": "referee"}, virtual=object())
    assert not page.table_first(page.hub.view()[1])


def test_names_are_whole_on_a_card_that_lies_on_the_arc() -> None:
    for piece in pieces(content()):
        assert " ".join(piece["lines"]) == piece["name"]
        assert all(len(line) <= CARD_LETTERS for line in piece["lines"])
        assert len(piece["lines"]) <= 3


def test_the_status_tab_says_what_moved_the_statuses() -> None:
    words = read(picture(RoundPage, PLACES["round 8"], opened="status"))
    assert "What moved them last month" in words
    assert "Up: " in words


def test_phase_4_says_what_a_token_alone_means() -> None:
    words = read(picture(RoundPage, played({"kind": "phase"})))
    assert "token alone is a Campaign" in words

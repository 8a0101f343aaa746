"""The help page and the explained words: every page leads to it, each word is said once, marking changes nothing."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_views import PLACES, picture, read

from host.web import glossary, views
from host.web.pages import HelpPage, PairPage, RoundPage, StartPage, TablePage
from shared_rules import catalog

TAG = re.compile(r"<[^>]*>")


@pytest.mark.parametrize("kind", [StartPage, RoundPage, TablePage, PairPage])
@pytest.mark.parametrize("place", PLACES)
def test_every_page_leads_to_the_help(place: str, kind: type) -> None:
    if kind is TablePage and place in ("undo asks", "next asks"):
        return  # the narrow panel shows the question only, and its words explain themselves
    pages = [picture(kind, PLACES[place]), picture(kind, PLACES[place], sheet="menu")]
    assert any('href="/help"' in html for html in pages)


def test_a_lost_visitor_finds_the_help_as_well() -> None:
    assert 'href="/help"' in views.render("lost.html", title="t", words="w")


def test_the_help_page_names_modes_lights_and_words() -> None:
    words = read(picture(HelpPage, None))
    for shown in ("Semi-Cooperative", "Play on screens", "Terran Dependence", "being rebuilt after a Catastrophe"):
        assert shown in words
    assert picture(HelpPage, None).count('class="blink"') == len(catalog.LIGHTS) - 1  # no light has no rhythm


def test_every_word_is_explained_once_and_shortly() -> None:
    forms = [form for word in glossary.read()["word"] for form in (word["word"], *word.get("forms", ()))]
    assert len(forms) == len(set(forms))
    for word in glossary.read()["word"]:
        assert 10 < len(word["text"]) <= 190, word["word"]
        assert word["text"][-1] == ".", word["word"]
    ids = [word["id"] for word in glossary.read()["word"]]
    assert len(ids) == len(set(ids))


def test_a_word_in_a_text_explains_itself_the_first_time() -> None:
    html = glossary.marked("A Campaign raises Support; a second Campaign raises it again.")
    assert html.count('class="term"') == 2
    assert "Campaign: An action for more Support" in html


def test_the_longest_form_wins_and_parts_of_words_are_left_alone() -> None:
    assert glossary.marked("Terran Dependence").count('class="term"') == 1
    assert "term" not in glossary.marked("SUPPORTERS of MODULESQUE art")


def test_no_word_is_cut_out_of_the_name_of_a_card_or_a_module() -> None:
    html = str(glossary.marked("“Green Corridors” brings a Solar Power Plant."))
    assert "term" not in html
    assert glossary.marked("The Solar Power Plant makes Power.").count('class="term"') == 1


@given(st.text(max_size=60) | st.sampled_from(["<b>Support</b> & 'Goals'", "ARC ARC Decree<", 'Terran Goods"x']))
def test_marking_changes_no_text(text: str) -> None:
    assert unescape(TAG.sub("", str(glossary.marked(text)))) == text


def test_phase_help_is_marked_on_the_round_screen() -> None:
    assert 'data-say="Campaign: ' in picture(RoundPage, PLACES["phase 3"])

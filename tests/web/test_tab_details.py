"""What the five tabs show of each variable when they are opened, and by which icons (BHC-5.7.1-1, 5.2-11, A5.2-21)."""

import re
from pathlib import Path

import pytest
from test_views import PLACES, picture, read

from host.web import pages
from host.web.pages import RoundPage

VIEW = PLACES["round 8"]
ICONS = (Path(pages.__file__).parent / "assets" / "icons.svg").read_text(encoding="utf-8")
SIGNED = {True: "+", False: "−"}


def rows(html: str) -> list[str]:
    """The words of each row of each table."""
    return [read(row) for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL)]


def more(tab: str) -> list[str]:
    """The rows that only the opened tab has."""
    closed = rows(picture(RoundPage, VIEW))
    return [row for row in rows(picture(RoundPage, VIEW, opened=tab)) if row not in closed]


@pytest.mark.rule("BHC-5.7.1-1")
def test_opened_statuses_are_compared_with_those_of_last_round() -> None:
    found = more("status")
    for row in VIEW["tabs"]["status"]["rows"]:
        (shown,) = [words for words in found if row["label"] in words]
        assert shown.count(row["now"]["word"]) + shown.count(row["last"]["word"]) >= 2


@pytest.mark.rule("BHC-5.7.1-1")
def test_opened_resources_show_what_is_made_used_imported_and_stored() -> None:
    found = more("resources")
    for row in VIEW["tabs"]["resources"]["rows"]:
        (shown,) = [words for words in found if row["label"] in words]
        now = row["now"]
        for detail in (now["production"], now["consumption"], now["imported"], now["accumulator"]["capacity"]):
            assert str(detail) in shown.split()
        assert now["balance"]["word"] in shown
        assert f"{now['accumulator']['word']} of" in shown
        assert f"{row['last']['production']} / {row['last']['consumption']}" in shown


@pytest.mark.rule("BHC-5.7.1-1")
def test_opened_groups_show_how_they_changed() -> None:
    found = more("population")
    for group in VIEW["tabs"]["population"]["groups"]:
        (shown,) = [words for words in found if words.strip().startswith(group["label"])]
        assert f"{abs(group['change']):,}" in re.sub(r"[^\d, ]", " ", shown).split()


@pytest.mark.rule("BHC-5.7.1-1")
def test_opened_special_states_and_economy_explain_themselves_and_the_month() -> None:
    closed, special = read(picture(RoundPage, VIEW)), read(picture(RoundPage, VIEW, opened="special"))
    for state in ("RIOT:", "Terran Dependence:", "Overcrowded:", "Catastrophe:"):
        assert state in special.replace(" :", ":")
        assert state not in closed.replace(" :", ":")
    found = more("economy")
    ledger = VIEW["tabs"]["economy"]["rows"]
    assert len(ledger) >= 7
    for row in ledger:
        (shown,) = [words for words in found if words.strip().startswith(row["label"])]
        assert str(abs(row["value"])) in shown
    assert f"Fully built: {VIEW['tabs']['economy']['fully_built']} of the" in read(
        picture(RoundPage, VIEW, opened="economy")
    )


DRAWN = {  # variable: its icon; the annex has a happy face, a shield and a gear for the statuses
    "status": {"Happiness": "happiness", "Security": "security", "Technical": "technical"},
    "resources": {"Power": "power", "Life Support": "life", "Gas": "gas", "Liquids": "liquid"},
}


@pytest.mark.rule("BHC-A5.2-21", "BHC-A5.2-19")
@pytest.mark.parametrize("tab", DRAWN)
def test_each_status_and_resource_has_an_icon_of_its_own(tab: str) -> None:
    drawings = dict(re.findall(r'<symbol id="i-([a-z_]+)"[^>]*>(.*?)</symbol>', ICONS, re.DOTALL))
    html = picture(RoundPage, VIEW, opened=tab)
    found = [row for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL) if "<td>" in row]
    for label, name in DRAWN[tab].items():
        (row,) = [row for row in found if label in read_part(row)]
        assert re.findall(r"#i-([a-z]+)\"", row)[0] == name
        assert list(drawings.values()).count(drawings[name]) == 1


@pytest.mark.rule("BHC-A5.2-20")
def test_stock_has_an_icon_of_its_own_on_the_economy_tab() -> None:
    drawings = dict(re.findall(r'<symbol id="i-([a-z_]+)"[^>]*>(.*?)</symbol>', ICONS, re.DOTALL))
    assert list(drawings.values()).count(drawings["stock"]) == 1
    html = picture(RoundPage, VIEW)
    assert "#i-stock" in html[html.index('data-tab="economy"') :][:300]


@pytest.mark.rule("BHC-5.4.2-2")
@pytest.mark.parametrize("stock", [5, 0, -3])
def test_stock_below_zero_is_told_in_words_and_in_red(stock: int) -> None:
    economy = dict(VIEW["tabs"]["economy"], stock=stock, above_zero=stock >= 0)
    html = picture(RoundPage, dict(VIEW, tabs=dict(VIEW["tabs"], economy=economy)))
    tab = html[html.index('data-tab="economy"') :]
    assert ("below zero" in read_part(tab)) == (stock < 0)
    assert ("tone-red toned" in tab.partition(f">{stock}<")[0]) == (stock < 0)
    queue = VIEW["tabs"]["economy"]["queue"]
    assert f"{len(queue) or 'No'} Module" in " ".join(read_part(tab).split())


@pytest.mark.rule("BHC-5.3.3-1")
@pytest.mark.parametrize("place", [name for name, view in PLACES.items() if view and "tabs" in view])
def test_the_housing_capacity_is_shown_at_every_place_with_all_tabs_closed(place: str) -> None:
    view = PLACES[place]
    html = picture(
        RoundPage, dict(view, tabs=dict(view["tabs"], population=dict(view["tabs"]["population"], beds=4321)))
    )
    assert "4 321 beds" in re.sub(r"[^0-9a-z]+", " ", read(html))


@pytest.mark.rule("BHC-5.5-1", "BHC-5.5.1-14", "BHC-5.5.2-5", "BHC-5.5.3-4")
@pytest.mark.parametrize(
    ("name", "key", "states"),
    [("riot", "stage", (0, 1, 2)), ("td", "count", (0, 1, 2)), ("overcrowded", "on", (False, True))],
)
def test_an_emergency_is_lit_while_it_lasts_and_dim_otherwise(name: str, key: str, states: tuple[int, ...]) -> None:
    for value in states:
        special = dict(VIEW["tabs"]["special"], **{name: dict(VIEW["tabs"]["special"][name], **{key: value})})
        html = picture(RoundPage, dict(VIEW, tabs=dict(VIEW["tabs"], special=special)))
        tab = html[html.index('data-tab="special"') :]
        state = tab[tab.index(f"#i-{name}") :].partition("</div>")[0] if name != "riot" else riot(tab)
        assert state.count('class="on"') == int(value)


def riot(tab: str) -> str:
    """The line of the RIOT: its icon also heads the tab."""
    return tab[tab.index('<div class="state">') :].partition("</div>")[0]


@pytest.mark.rule("BHC-5.2-11")
@pytest.mark.parametrize(("word", "width"), [("full", 100), ("incomplete", 50), ("empty", 4)])
def test_an_accumulator_is_drawn_full_incomplete_or_empty_beside_the_balance(word: str, width: int) -> None:
    view = dict(VIEW, tabs=dict(VIEW["tabs"]))
    first, *others = view["tabs"]["resources"]["rows"]
    for made, used in ((9, 4), (4, 9)):
        now = dict(first["now"], accumulator=dict(first["now"]["accumulator"], word=word), production=made)
        now.update(consumption=used)
        view["tabs"]["resources"] = {"rows": [dict(first, now=now), *others]}
        html = picture(RoundPage, view)
        section = html[html.index('data-tab="resources"') :]
        meter = section[: section.index("</div></div>") + 600]
        assert f'aria-label="Accumulator {word}"' in meter
        assert f"width: {width}%" in meter
        assert f"{SIGNED[made > used]}5" in read_part(meter)


def read_part(html: str) -> str:
    """The words of a part of a page, whose tags need not match."""
    return re.sub(r"<[^>]*>", " ", html)

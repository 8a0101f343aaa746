"""Colours, icons and pieces: readable for everybody, complete for everything in the box."""

import re
from pathlib import Path

import pytest

from host.web import app, pieces, views
from host.web.errors import ListenError
from host.web.server import open_socket, parse_listen
from shared_rules import catalog

CSS = (app.ASSETS / "colony.css").read_text()
ROOT = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", CSS))
TEMPLATES = "".join(path.read_text() for path in views.FOLDER.glob("*.html"))
SCRIPTS = "".join(path.read_text() for path in [*app.ASSETS.glob("*.js"), *Path(app.__file__).parent.glob("*.js")])


def luminance(colour: str) -> float:
    """WCAG relative luminance of #rrggbb."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["sky", "deck", "raised"])
@pytest.mark.parametrize("text", ["ink", "soft", "amber", "teal", "blue", "good", "poor", "alarming", "critical"])
def test_text_is_readable_on_every_ground(text: str, ground: str) -> None:
    assert contrast(ROOT[text], ROOT[ground]) >= 4.5


def test_text_on_the_main_button_is_readable() -> None:
    assert contrast(ROOT["amber"], ROOT["amber-ink"]) >= 7


def test_every_icon_that_is_used_is_drawn() -> None:
    drawn = set(re.findall(r'id="i-([\w]+)"', app.ICONS))
    named = set(re.findall(r'icon\("([\w]+)"', TEMPLATES)) | set(re.findall(r"#i-([\w]+)\"", SCRIPTS))
    needed = named | set(views.RESOURCE_ICONS.values()) | set(views.TONE_ICONS.values())
    states = {f"{status}_{colour}" for status in ("happiness", "security", "technical") for colour in views.LEVELS}
    groups = {"colonists", "secforce", "scientists", "marines", "prisoners", "happiness", "security", "technical"}
    assert needed | groups | states | {f"phase_{n}" for n in range(1, 7)} <= drawn


def test_every_module_type_has_a_miniature_of_its_own() -> None:
    drawn = dict(re.findall(r'<symbol id="m-(\w+)"[^>]*>(.*)</symbol>', app.MINIS))
    assert set(drawn) == set(pieces.MODULE_LOOKS)
    assert len(set(drawn.values())) == len(pieces.MODULE_LOOKS)
    assert all('class="mg"' in picture for picture in drawn.values()), "its lamp shines in each"


def test_each_colour_has_its_own_shape() -> None:
    shapes = [views.tone_icon(colour) for colour in ("green", "yellow", "orange", "red")]
    assert len(set(shapes)) == 4


def test_nothing_in_our_files_names_an_outside_address() -> None:
    for text in (CSS, TEMPLATES, SCRIPTS, app.ICONS, app.MINIS, app.HEAD):
        addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text))
        assert addresses <= {"http://www.w3.org"}, addresses


def test_the_tray_holds_all_32_units_by_type() -> None:
    units = pieces.units()
    assert sorted(unit["unit"] for unit in units) == list(range(1, 33))
    assert all(unit["type"] == catalog.UNIT_TYPES[unit["unit"]] for unit in units)


def test_all_80_pieces_have_names_and_a_sign_without_colour() -> None:
    made = pieces.pieces(pieces.content())
    assert len(made) == 80
    assert len({piece["name"] for piece in made if piece["kind"] == "manager"}) == 9
    assert {piece["letter"] for piece in made if piece["tone"] == "red"} == {"☹"}
    assert {piece["letter"] for piece in made if piece["tone"] == "green"} == {"☺"}
    letters = [piece["letter"] + piece["mark"] for piece in made if piece["kind"] == "manager"]
    assert len(set(letters)) == 9


def test_the_browser_gets_the_firmwares_light_table() -> None:
    table = pieces.rhythms()
    assert {name: tuple(light["rhythm"]) for name, light in table.items()} == {
        name: rhythm for name, _, rhythm, _ in catalog.LIGHTS
    }


@pytest.mark.parametrize(
    ("listen", "meant"),
    [
        ("0.0.0.0:8080", ("0.0.0.0", 8080)),
        (":9000", ("127.0.0.1", 9000)),
        ("8081", ("127.0.0.1", 8081)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_listen_is_read(listen: str, meant: tuple[str, int]) -> None:
    assert parse_listen(listen) == meant


@pytest.mark.parametrize("listen", ["here", "1.2.3.4:", "1.2.3.4:99999", ""])
def test_a_wrong_listen_is_a_sentence(listen: str) -> None:
    with pytest.raises(ListenError, match="HOST:PORT"):
        parse_listen(listen)


def test_a_taken_address_is_a_sentence_with_a_cure() -> None:
    with open_socket("127.0.0.1:0") as taken, pytest.raises(ListenError, match="--listen"):
        open_socket(f"127.0.0.1:{taken.getsockname()[1]}")


def test_what_a_rhythm_says_a_word_says_where_lights_stand_still() -> None:
    table = pieces.rhythms()
    quiet = {name for name, light in table.items() if light["rhythm"] and not light["still"]}
    assert quiet == {"dark", "connected"}, "dark is no light, and a connected ARC that waits wants nothing"
    assert all(light["still"] for light in table.values() if light["short"])
    assert max(len(light["still"]) for light in table.values()) <= len("in construction") + 3

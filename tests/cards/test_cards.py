"""Every piece of the content is printed once, nothing is cut off, backs lie behind fronts, no page is blank."""

import pypdfium2
import pytest
from reportlab.lib.units import mm
from reportlab.pdfbase.ttfonts import TTFontFile

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.content import box
from tools.cards import command, deck, face, sheet

COUNTS = {
    "decrees": 60, "directives": 9, "artifacts": 40, "goals": 49, "abilities": 20, "assistants": 9, "advisors": 3,
    "tiles": 33, "tokens": 11, "boards": 9,
}  # fmt: skip


@pytest.fixture(scope="module")
def decks():
    return {name: make() for name, make in deck.DECKS.items()}


def test_all_kinds_are_there_and_complete(decks):
    assert {name: len(made.fronts) for name, made in decks.items()} == COUNTS
    assert tuple(decks) == command.DECKS
    assert tuple(sheet.PAPERS) == command.PAPERS


def test_texts_are_those_of_the_rules(decks):
    artifacts = {card["name"]: card["words"] for card in box.get()["artifacts"]}
    assert {piece.title: piece.text for piece in decks["artifacts"].fronts} == artifacts
    titles = {card["title"] for card in content.get()["decrees"]}
    assert {piece.title for piece in decks["decrees"].fronts} == titles


def test_every_letter_has_a_glyph(decks):
    face.load_fonts()
    from reportlab.pdfbase import pdfmetrics

    glyphs = set(pdfmetrics.getFont(face.FONT).face.charToGlyph)
    assert isinstance(pdfmetrics.getFont(face.FONT).face, TTFontFile)
    for made in decks.values():
        for piece in (*made.fronts, *made.backs):
            words = "".join((piece.title, piece.band, piece.corner, piece.price, piece.text, piece.story, piece.foot))
            words += "".join(label + value for label, value in piece.rows)
            assert {letter for letter in words if ord(letter) not in glyphs} == set(), piece.title


@pytest.mark.parametrize("paper", sheet.PAPERS)
def test_every_page_of_every_deck_is_drawn(decks, paper, tmp_path):
    path = tmp_path / "all.pdf"
    pages = sheet.write(list(decks.values()), path, paper)
    document = pypdfium2.PdfDocument(path)
    assert len(document) == pages
    for page in document:
        picture = page.render(scale=0.2).to_pil().convert("L")
        dark, light = picture.getextrema()
        assert (dark < 120, light > 240) == (True, True)


def test_text_of_a_page_is_text(decks, tmp_path):
    path = tmp_path / "decrees.pdf"
    sheet.write([decks["decrees"]], path, "a4")
    words = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()
    for card in content.get()["decrees"][:9]:
        assert card["title"] in words
        assert f"decree/{card['number']}" in words


def test_a_back_lies_behind_its_front(decks):
    made = decks["tiles"]
    columns, rows, page = sheet.grid(made, sheet.PAPERS["a4"])
    at = sheet.places(made, columns, rows, page)
    for index, (x, y) in enumerate(at):
        row, column = divmod(index, columns)
        behind = at[row * columns + columns - 1 - column]
        assert behind[1] == pytest.approx(y)
        assert page[0] - behind[0] - made.width_mm * mm == pytest.approx(x)


def test_pieces_keep_off_the_edge_and_off_each_other(decks):
    for made in decks.values():
        columns, rows, page = sheet.grid(made, sheet.PAPERS["letter"])
        at = sheet.places(made, columns, rows, page)
        assert len(set(at)) == columns * rows > 0
        assert min(x for x, _ in at) >= sheet.MARGIN - 0.01
        assert max(y for _, y in at) + made.height_mm * mm <= page[1] - sheet.MARGIN + 0.01


def test_too_much_text_is_named_and_not_cut(tmp_path):
    long = deck.Piece("Endless", "Decree", deck.GREEN, text="word " * 900, foot="decree/99")
    with pytest.raises(face.DoesNotFit, match=r"Endless \(decree/99\)"):
        sheet.write([deck.Deck("x", *deck.CARD_MM, (long,))], tmp_path / "x.pdf", "a4")


def test_the_same_content_gives_the_same_file(decks, tmp_path):
    for name in ("a", "b"):
        sheet.write([decks["advisors"]], tmp_path / name, "a4")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_pieces_with_a_tag_say_where(decks, tmp_path):
    path = tmp_path / "backs.pdf"
    sheet.write([decks["decrees"]], path, "a4")
    assert pypdfium2.PdfDocument(path)[1].get_textpage().get_text_range().count("tag here") == 9
    assert all(piece.tag for piece in decks["tokens"].fronts)

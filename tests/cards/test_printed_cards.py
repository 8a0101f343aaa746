"""Every piece of the content is printed once, nothing is cut off, backs lie behind fronts, no page is blank."""

import pypdfium2
import pytest
from reportlab.lib.units import mm
from reportlab.pdfbase.ttfonts import TTFontFile

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.content import box
from shared_rules.beyond_humanity.referee.work import BANK, PA_EXTRA
from tools.cards import board, command, deck, drawings, emblems, face, marks, nature, pen, piece, pieces, sheet

COUNTS = {
    "decrees": 60, "directives": 9, "artifacts": 40, "goals": 49, "abilities": 20, "assistants": 9, "advisors": 3,
    "tiles": 32, "arc": 1, "tokens": 11, "currency": 168, "endorsements": 2, "boards": 9, "solo": 1, "reference": 5,
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
    assert {each.title: each.text for each in decks["artifacts"].fronts} == artifacts
    titles = {card["title"] for card in content.get()["decrees"]}
    assert {each.title for each in decks["decrees"].fronts} == titles


def test_every_letter_has_a_glyph(decks):
    face.load_fonts()
    from reportlab.pdfbase import pdfmetrics

    glyphs = set(pdfmetrics.getFont(face.FONT).face.charToGlyph)
    assert isinstance(pdfmetrics.getFont(face.FONT).face, TTFontFile)
    for made in decks.values():
        for each in (*made.fronts, *made.backs):
            words = "".join((each.title, each.band, each.corner, each.text, each.story, each.foot))
            words += "".join(label for _, label, _ in each.levels) + "".join(label for _, label in each.extras)
            words += "".join(socket.words for socket in each.sockets)
            assert {letter for letter in words if ord(letter) not in glyphs} == set(), each.title


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


def sizes_pt(page):
    """The size of every letter of a page."""
    text = page.get_textpage()
    return [
        pypdfium2.raw.FPDFText_GetFontSize(text, index)
        for index in range(text.count_chars())
        if text.get_text_range(index, 1).strip()
    ]


@pytest.mark.parametrize("name", ["tiles", "boards", "arc", "solo", "reference", "tokens", "abilities", "goals"])
def test_no_letter_is_too_small_to_read_at_the_table(decks, name, tmp_path):
    sheet.write([decks[name]], tmp_path / "x.pdf", "a4")
    pages = pypdfium2.PdfDocument(tmp_path / "x.pdf")
    assert min(size for page in list(pages)[:2] for size in sizes_pt(page)) >= pen.SMALLEST_PT - 0.02


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
    long = piece.Piece("Endless", "Decree", piece.GREEN, text="word " * 900, foot="decree/99", emblem=("glyph:hub",))
    with pytest.raises(face.DoesNotFit, match=r"Endless \(decree/99\)"):
        sheet.write([piece.Deck("x", *piece.CARD_MM, (long,))], tmp_path / "x.pdf", "a4")


def test_the_same_content_gives_the_same_file(decks, tmp_path):
    for name in ("a", "b"):
        sheet.write([decks["advisors"]], tmp_path / name, "a4")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_pieces_with_a_tag_say_where(decks, tmp_path):
    path = tmp_path / "backs.pdf"
    sheet.write([decks["decrees"]], path, "a4")
    assert pypdfium2.PdfDocument(path)[1].get_textpage().get_text_range().count("tag here") == 9
    assert all(each.tag for each in decks["tokens"].fronts)


def test_every_emblem_is_a_drawing_and_cards_of_a_deck_differ(decks):
    known = drawings.names() | {f"grown:{name}" for name in nature.GROWN}
    assert set(emblems.TITLES.values()) | set(emblems.EFFECTS.values()) | set(emblems.ARTIFACTS.values()) <= known
    for made in decks.values():
        for each in (*made.fronts, *made.backs):
            assert set(each.emblem) <= known, each.title
    emblem_of = [each.emblem for each in decks["decrees"].fronts]
    assert len(set(emblem_of)) > 45
    assert not any(names[0] == "glyph:gavel" and "Session" not in each.title
                   for names, each in zip(emblem_of, decks["decrees"].fronts, strict=True))  # fmt: skip


def drawn(each, width, height, tmp_path):
    sheet.write([piece.Deck("x", width, height, (each,))], tmp_path / "one.pdf", "a4")
    return pypdfium2.PdfDocument(tmp_path / "one.pdf")[0].render(scale=1).to_pil()


def test_a_picture_grows_from_the_number_of_its_piece(decks, tmp_path):
    first, second = (each for each in decks["artifacts"].fronts if each.title in ("Violet Quartz", "Blue Clay"))
    same = piece.Piece(**{**vars(first), "title": "X", "text": "", "story": ""})
    other = piece.Piece(**{**vars(same), "foot": second.foot})
    assert drawn(same, *piece.CARD_MM, tmp_path).tobytes() == drawn(same, *piece.CARD_MM, tmp_path).tobytes()
    assert drawn(same, *piece.CARD_MM, tmp_path).tobytes() != drawn(other, *piece.CARD_MM, tmp_path).tobytes()


@pytest.mark.rule("BHC-1.1-5", "BHC-3.2-14")
def test_the_bank_has_as_many_tokens_as_the_rules(decks):
    counts = {}
    for each in decks["currency"].fronts:
        counts[each.tracks[0][0]] = counts.get(each.tracks[0][0], 0) + 1
    assert counts == {**BANK, "pa": pieces.MOST_MANAGERS + PA_EXTRA}


@pytest.mark.rule("BHC-4.7.6-1", "BHC-4.7.6-2", "BHC-4.7.6-3", "BHC-4.7.7-1")
def test_sockets_are_of_their_kind_and_a_token_covers_them(decks):
    joins = {}
    for each in (*decks["arc"].fronts, *decks["tiles"].fronts, *decks["tiles"].backs):
        for socket in each.sockets:
            joins.setdefault(socket.join, []).append(each.title)
    assert set(joins) == {"one", "or", "and", "copy", "large"}
    assert joins["large"] == ["ARC"]
    assert "Consulate" in joins["copy"]
    assert piece.TOKEN_MM[0] >= 25 + 2  # the tag fits inside


@pytest.mark.rule("BHC-A5.2-24", "BHC-A5.2-28", "BHC-A5.2-36")
def test_a_tile_shows_all_that_its_module_does(decks):
    shown = {each.title: each for each in decks["tiles"].fronts}
    for tile in content.get()["modules"]:
        if tile["units"] == [0]:
            continue
        each, side = shown[tile["name"]], tile["tier1"]
        assert each.corner == f"+{tile['endorse']}"
        plain = [key for key, _, _ in pieces.LEVELS if side.get(key)]
        assert len(each.levels) == len(plain) + len(side.get("immigration", {}))
        counted = ("beds", "once_stock", "once_td", "prisoners_to_stock", "surplus_to_stock")
        others = sum(bool(side.get(key)) for key in counted)
        others += len(side.get("accumulators", {})) + len(side.get("convert", {}))
        assert len(each.extras) == others


@pytest.mark.rule("BHC-1.1-20")
def test_endorsement_tiles_have_a_face_for_each_number_of_managers(decks):
    faces = [*decks["endorsements"].fronts, *decks["endorsements"].backs]
    assert sorted((each.band[:15], each.corner) for each in faces) == [
        (f"with {count} Managers", str(count - 1)) for count in (2, 3, 4, 5)
    ]


@pytest.mark.rule("BHC-1.1-8", "BHC-4.11-4")
def test_a_board_has_a_slot_for_each_token_of_its_repository(decks, tmp_path):
    sheet.write([decks["boards"]], tmp_path / "b.pdf", "a4")
    words = pypdfium2.PdfDocument(tmp_path / "b.pdf")[0].get_textpage().get_text_range().split()
    first, second = content.get()["managers"][:2]
    for limit in (first["capacity"]["xp"], second["capacity"]["xp"]):
        assert str(limit) in words
    assert [each.tracks for each in decks["boards"].fronts] == [
        tuple(manager["capacity"].items()) for manager in content.get()["managers"]
    ]
    assert decks["boards"].fronts[0].slots == (("5 XP", "10 XP", "15 XP"),)


@pytest.mark.parametrize(
    "limits", [*(each["capacity"] for each in content.get()["managers"]), {"cr": 20, "tg": 12, "pa": 8, "xp": 30}]
)
def test_slots_of_a_board_lie_beside_each_other(limits):
    room, notes = piece.BOARD_MM[0] - 11.2, board.NOTES
    slots = [(name, *slot) for name, _, _, made in board.tracks_of(limits, 5.6, 72, room) for slot in made]
    assert len(slots) == sum(limits.values())
    for index, (_, x, y, side) in enumerate(slots):
        assert x + side <= 5.6 + room + 0.01
        assert y >= 2.6
        for _, other_x, other_y, _ in slots[:index]:
            assert abs(x - other_x) >= side - 0.01 or abs(y - other_y) >= side - 0.01
    lowest = min(y for _, _, y, _ in slots)
    if lowest < 72 - 2 * board.TRACK_STEP - 3.8 - slots[0][3] - 0.01:
        assert max(x + side for _, x, y, side in slots if y == lowest) <= 5.6 + room - notes + 0.01


@pytest.mark.parametrize("paper", sheet.PAPERS)
def test_a_print_shop_gets_its_bleed_as_far_as_the_paper_has_room(decks, paper, tmp_path):
    columns, rows, page = sheet.grid(decks["decrees"], sheet.PAPERS[paper], 3)
    at = sheet.places(decks["decrees"], columns, rows, page, 3)
    assert at[1][0] - at[0][0] == pytest.approx((63 + 6) * mm)
    for name in ("decrees", "boards", "solo"):
        assert sheet.write([decks[name]], tmp_path / "x.pdf", paper, 3) > 0


def test_colour_goes_on_beyond_the_cut(tmp_path):
    plain = piece.Piece("X", "Decree", piece.RED, text="x", emblem=("glyph:hub",))
    width, height = sheet.PAPERS["a4"]
    made = piece.Deck("x", *piece.CARD_MM, (plain,))
    sheet.write([made], tmp_path / "x.pdf", "a4", 2)
    picture = pypdfium2.PdfDocument(tmp_path / "x.pdf")[0].render(scale=4).to_pil().convert("RGB")
    columns, rows, page = sheet.grid(made, (width, height), 2)
    x, y = sheet.places(made, columns, rows, page, 2)[0]
    red = tuple(int(piece.RED[i : i + 2], 16) for i in (1, 3, 5))
    for off_mm, colour in ((-1.5, red), (-3, (255, 255, 255))):
        at = (int((x + off_mm * mm) * 4), int((page[1] - y - 20 * mm) * 4))
        assert picture.getpixel(at) == colour


def test_currencies_differ_in_shape_as_well_as_in_colour():
    shapes = [tuple(row[0]) for row in marks.CURRENCIES.values()]
    assert len(set(shapes)) == len(shapes) == 5

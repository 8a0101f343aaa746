"""Words that a newcomer stumbles over: one unit, one number format, one name for one thing."""

import pytest

from host.web import pieces, referee_words
from host.web.referee_board import CURRENCIES
from shared_rules.beyond_humanity import content, effects


@pytest.mark.parametrize("unit", [8, 0])
def test_beds_of_a_module_are_in_the_unit_of_the_header(unit: int) -> None:
    beds = 100 * content.get()["tile"][unit]["tier1"]["beds"]
    assert f"beds +{beds:,}" in referee_words.tile_words(unit, 1)[0]


def test_no_number_of_the_bank_stands_before_a_singular() -> None:
    assert [words for words, _ in CURRENCIES.values()] == [
        "Credits", "Terran Goods", "Political Advantages", "Experience",
    ]  # fmt: skip


def test_a_tile_says_what_its_card_does_with_a_true_minus() -> None:
    known = content.get()
    shown = {piece["piece"]: piece for piece in pieces.pieces(pieces.content())}
    for kind in ("decree", "directive"):
        for number, card in known[kind].items():
            piece = shown[f"{kind}/{number}"]
            assert "-" not in piece["note"]
            for name, value in zip(("Happiness", "Security", "Technical"), card["hst"], strict=True):
                assert (f"{name} {'+' if value > 0 else '−'}{abs(value)}" in piece["says"]) == bool(value)
            assert piece["says"].endswith(f"Fee: {effects.fee_words(card['fee'])}.")


def test_the_short_name_of_a_module_is_never_a_name_of_its_own() -> None:
    """Every word of it stands in the full name, so that a text about the Module finds its tile."""
    shortened = {"Cryo": "Cryogenic"}
    for unit in pieces.units():
        for word in unit["short"].split():
            assert shortened.get(word, word) in unit["name"].split(), unit

"""Words that a newcomer stumbles over: one unit, one number format, one name for one thing."""

import pytest

from host.web import referee_words
from host.web.referee_board import CURRENCIES
from shared_rules.beyond_humanity import content


@pytest.mark.parametrize("unit", [8, 0])
def test_beds_of_a_module_are_in_the_unit_of_the_header(unit: int) -> None:
    beds = 100 * content.get()["tile"][unit]["tier1"]["beds"]
    assert f"beds +{beds:,}" in referee_words.tile_words(unit, 1)[0]


def test_no_number_of_the_bank_stands_before_a_singular() -> None:
    assert [words for words, _ in CURRENCIES.values()] == [
        "Credits", "Terran Goods", "Political Advantages", "Experience",
    ]  # fmt: skip

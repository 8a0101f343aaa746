"""docs/balance.md: its figures are of the present content, and of the shape that the lab writes."""

import re
from pathlib import Path

import pytest

from tools.lab import content_hash, doc, targets
from tools.lab.errors import LabError

PAGE = Path(__file__).parents[2] / "docs" / "balance.md"


@pytest.fixture
def figures():
    text = PAGE.read_text(encoding="utf-8")
    return text.split(doc.BEGIN)[1].split(doc.END)[0]


def test_the_figures_are_of_the_present_content(figures):
    named = re.search(r"Content `([0-9a-f]{16})`, \d{4}-\d\d-\d\d, made by `(colony lab --check [^`]+)`", figures)
    assert named, "the page names content, day and command"
    assert named[1] == content_hash.digest(), f"the balance has changed: run `{named[2]}`"


def test_the_page_holds_every_table_with_numbers(figures):
    for title in ("Targets", "Series", "Co-op by planet", "Managers", "Endings by series", "VP by source"):
        assert f"## {title}" in figures
    judged = re.findall(r"^\| (yes|\*\*no\*\*) \| .* \| .*wanted .* \|", figures, flags=re.MULTILINE)
    assert len(judged) == 11
    for series in targets.suite(10, 1):
        assert re.search(rf"^\| {series.name} \| .+ \| \d+ \| \d+% ", figures, flags=re.MULTILINE), series.name


def test_the_hash_changes_with_a_number_and_not_with_a_word(monkeypatch):
    from shared_rules.beyond_humanity import content
    from shared_rules.beyond_humanity.content import box

    before = content_hash.digest()
    card = content.get()["decrees"][0]
    monkeypatch.setitem(card, "title", "Another title")
    monkeypatch.setitem(box.get()["goals"]["green"][0], "words", "Another text.")
    assert content_hash.digest() == before
    monkeypatch.setitem(card, "hst", [3, 3, 3])
    assert content_hash.digest() != before


def test_a_page_without_a_place_for_the_figures_is_refused(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Balance\n")
    with pytest.raises(LabError, match="no place for the figures"):
        doc.write(page, {}, [], "0" * 16, 10, 1)
    assert page.read_text() == "# Balance\n"

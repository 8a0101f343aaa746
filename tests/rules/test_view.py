"""The view: a sample for the pages, and the proof that nothing hidden leaves by it."""

import json
from pathlib import Path

SAMPLE = Path(__file__).with_name("sample_view.json")


def sample(new_table):
    """A lively moment of Round 3: a Module in construction, one waiting, a card read."""
    table = new_table()
    table.tap("manager/3").build(6, 8).next()
    table.phase(4).build(3, 3).build(7, 5).phase(6).tap("decree/2", "manager/8", "decree/34", "manager/3").next()
    table.do(kind="topology", edges=[[0, 1, 6, 2], [6, 0, 3, 1], [0, 2, 7, 0]])
    return table.phase(5).do(kind="attach", unit=15).view


def test_the_sample_view_is_current(new_table):
    made = json.dumps(sample(new_table), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if not SAMPLE.exists() or SAMPLE.read_text(encoding="utf-8") != made:
        SAMPLE.write_text(made, encoding="utf-8")
        raise AssertionError("sample_view.json was out of date and has been written anew: look at it and commit it")

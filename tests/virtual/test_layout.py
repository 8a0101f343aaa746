"""A table keeps what lies on it while its program is closed, whatever happens to the file."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tools.virtual.layout import TABLE_FILE, Layout
from tools.virtual.running import Running
from tools.virtual.table import VirtualTable


def laid(folder):
    """A table restored from `folder`."""
    table = VirtualTable()
    Layout(folder, table).restore()
    return table


def corridors(table):
    return table.state()["corridors"]


def joined(table):
    return [int(unit) for unit, module in table.state()["modules"].items() if module["joined"]]


async def test_modules_corridors_pieces_and_batteries_stay(tmp_path):
    """Given a table that was played on, when its program is started anew, then everything lies where it lay."""
    first = Running(tmp_path, level=1, pty=False)
    await first.start()
    first.table.attach(6, (0, 1))
    first.table.attach(7, (6, 1))
    first.table.join((7, 2), (0, 4))
    first.table.tap("decree/17")
    first.table.set_battery(4.5)
    was = first.table.state()
    await first.stop()

    second = Running(tmp_path, level=1, pty=False)
    await second.start()
    try:
        now = second.table.state()
        assert joined(second.table) == [6, 7]
        for name in ("corridors", "field", "battery_volts"):
            assert now[name] == was[name], name
    finally:
        await second.stop()


def test_each_change_is_kept_at_once(tmp_path):
    """A killed program has no time to say goodbye."""
    table = VirtualTable()
    layout = Layout(tmp_path, table)
    layout.restore()
    table.on_change = layout.look
    table.attach(6, (0, 1))
    assert joined(laid(tmp_path)) == [6]
    table.detach(6)
    assert joined(laid(tmp_path)) == []


def test_faults_are_mended_by_a_new_start(tmp_path):
    table = VirtualTable()
    layout = Layout(tmp_path, table)
    layout.restore()
    table.on_change = layout.look
    table.attach(6, (0, 1))
    table.fault("board_dead", unit=6)
    assert laid(tmp_path).state()["faults"] == []


def test_what_does_not_fit_is_left_out_and_the_rest_is_laid(tmp_path):
    edges = [[0, 1, 6, 0], [0, 1, 7, 0], [99, 0, 5, 0], [0, 9, 5, 0], "x", [0, 2], None, [0, "2", 8, 0], [0, 3, 9, 0]]
    facts = {"corridors": edges, "field": ["decree/99", 7, "decree/17"], "battery_volts": "much"}
    (tmp_path / TABLE_FILE).write_text(json.dumps(facts))
    table = laid(tmp_path)
    assert joined(table) == [6, 9]
    assert table.state()["field"] == ["decree/17"]
    assert table.state()["battery_volts"] == VirtualTable().battery_volts


def test_a_folder_that_cannot_be_written_costs_the_layout_only(tmp_path):
    table = VirtualTable()
    layout = Layout(tmp_path / "gone", table)
    layout.restore()
    table.on_change = layout.look
    table.attach(6, (0, 1))
    assert joined(table) == [6]


def test_a_disk_that_was_full_for_a_while_has_the_layout_in_the_end(tmp_path):
    folder = tmp_path / "later"
    table = VirtualTable()
    layout = Layout(folder, table)
    layout.restore()
    table.on_change = layout.look
    table.attach(6, (0, 1))
    folder.mkdir()
    layout.look()
    assert joined(laid(folder)) == [6]


async def test_one_that_ends_leaves_the_file_of_another(tmp_path):
    """Given a folder that was cleared under a running table, and another table started in it."""
    first, second = Running(tmp_path, level=1, pty=False), Running(tmp_path, level=1, pty=False)
    await first.start()
    await second.start()
    await first.stop()
    assert json.loads((tmp_path / "virtual.json").read_text())["control"] == second.control
    await second.stop()
    assert not (tmp_path / "virtual.json").exists()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FACTS = st.fixed_dictionaries({}, optional=dict.fromkeys(("corridors", "field", "battery_volts"), JSON))


@pytest.mark.filterwarnings("ignore")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(text=st.binary(max_size=40) | FACTS.map(lambda facts: json.dumps(facts).encode()))
def test_a_damaged_file_never_keeps_the_table_closed(tmp_path, text):
    (tmp_path / TABLE_FILE).write_bytes(text)
    assert len(corridors(laid(tmp_path))) <= 17

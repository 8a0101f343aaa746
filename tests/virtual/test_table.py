"""What hands can do to the virtual table, and what it says when they cannot."""

import pytest

from shared_rules import catalog, ndef
from tools.virtual import box
from tools.virtual.table import FULL_VOLTS, TableError, VirtualTable, parse_end


@pytest.fixture
def table():
    return VirtualTable()


def test_the_box_holds_80_pieces_with_their_own_uids_and_records():
    pieces = box.piece_ids()
    assert len(pieces) == len(set(pieces)) == len(box.uids()) == 80
    for piece in pieces:
        tag = box.tag_of(piece)
        assert tag.uid == box.uid_of(piece)
        assert ndef.find_piece(tag.user) == piece


@pytest.mark.parametrize(("act", "sentence"), [
    (lambda t: t.tap("decree/61"), "there is no decree 61: the box holds decree/1 to decree/60"),
    (lambda t: t.tap("decree"), "which decree? The box holds decree/1 to decree/60"),
    (lambda t: t.tap("governor/2"), 'there is one governor only: write "governor"'),
    (lambda t: t.tap("dragon/1"), 'there is no piece "dragon/1": the box holds '
                                  "manager, decree, directive, governor, ambassador"),
    (lambda t: t.lift("decree/1"), "decree/1 does not lie on the ARC"),
    (lambda t: t.attach(33), "there is no unit 33: the box holds units 1 to 32"),
    (lambda t: t.attach(6, (0, 6)), "the ARC has no port 6: its ports are 0 to 5"),
    (lambda t: t.attach(6, (7, 4)), "unit 7 has no port 4: its ports are 0 to 3"),
    (lambda t: t.detach(6), "unit 6 is not joined"),
    (lambda t: t.part((0, 0)), "there is no corridor at ARC port 0"),
    (lambda t: t.set_battery(230), "230 V is not what four AA cells give: 0 to 7 V"),
    (lambda t: t.fault("board_dead"), "board_dead needs a unit, as in: fault board_dead 6"),
    (lambda t: parse_end("six"), '"six" is no end of a corridor: write UNIT:PORT, as in ARC:2 or 6:0'),
])
def test_refusals_say_what_would_do(table, act, sentence):
    with pytest.raises((TableError, box.BoxError)) as refused:
        act(table)
    assert str(refused.value) == sentence


def test_unknown_fault_names_the_known_ones(table):
    with pytest.raises(TableError, match=r'there is no fault "fire": choose from reader_hung, reader_absent'):
        table.fault("fire")


def test_a_joined_unit_a_taken_port_and_a_lying_piece_are_named(table):
    table.attach(6, (0, 2))
    table.tap("governor")
    with pytest.raises(TableError, match="unit 6 is already joined at ARC port 2"):
        table.attach(6)
    with pytest.raises(TableError, match="ARC port 2 is taken by a corridor to unit 6 port 0"):
        table.attach(7, (0, 2))
    with pytest.raises(TableError, match="governor lies on the ARC already: lift it first"):
        table.tap("governor")


@pytest.mark.rule("BHC-1.1-4")
def test_17_corridors_and_no_more(table):
    for unit in range(1, 18):
        table.attach(unit)
    with pytest.raises(TableError, match="all 17 corridors are used"):
        table.attach(18)
    table.detach(17)
    table.attach(18)


def test_state_has_the_shape_of_the_control_protocol(table):
    table.attach(6, (0, 1), 2)
    table.tap("decree/17")
    table.fault("board_dead 6")
    state = table.state()
    shown = {"arc", "field", "found_ms", "pieces", "modules", "corridors", "corridors_left", "battery_volts", "faults"}
    assert set(state) == shown
    assert state["field"] == ["decree/17"]
    assert state["corridors"] == [[0, 1, 6, 2]]
    assert state["corridors_left"] == catalog.CORRIDORS - 1
    assert state["battery_volts"] == FULL_VOLTS
    assert state["faults"] == ["board_dead 6"]
    assert state["modules"]["6"]["joined"]
    assert not state["modules"]["7"]["joined"]
    assert state["arc"] == {"light": {"pattern": "dark", "rgb": [0, 0, 0]}, "on": False}


def test_every_fault_can_be_made_and_mended(table):
    from tools.virtual.table import FAULTS

    table.attach(6)
    for kind, (needs_unit, _) in FAULTS.items():
        table.fault(kind, True, 6 if needs_unit else None)
        table.fault(kind, False, 6 if needs_unit else None)
    assert table.state()["faults"] == []
    assert table.state()["field"] == []
    assert not table.bus.scl.held
    assert not table.bus.sda.held
    assert [target.address for target in table.bus.targets] == [catalog.BUS_BASE + 6]

"""The journal against a plain model: bounded, gapless, byte-identical, cumulative acknowledgements across the wrap."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.arc.journal import Journal
from shared_rules.wire import messages

BOOT = 77


@given(
    start=st.sampled_from([1, 0xFFFFFFF0, 0x7FFFFFFA]),
    steps=st.lists(st.one_of(st.just("add"), st.integers(-3, 12)), max_size=60),
)
def test_journal_behaves_like_a_list_with_a_bound(start, steps):
    journal, model, lost = Journal(BOOT, capacity=8), [], 0
    journal._next = start
    number = start
    for step in steps:
        if step == "add":
            seq = journal.add("MODULE_LOST", {"unit": number % 33})
            if lost or len(model) == 8:
                assert seq is None
                lost += 1
            else:
                assert seq == number & 0xFFFFFFFF
                model.append(number)
                number += 1
        else:
            first = model[0] if model else number
            gone = step + 1 if -1 <= step < len(model) else 0
            assert journal.acknowledge(BOOT, first + step & 0xFFFFFFFF) == gone
            del model[:gone]
        assert (len(journal), journal.lost) == (len(model), lost)
        assert journal.first == (model[0] if model else number) & 0xFFFFFFFF
        for index, expected in enumerate(model):
            _, fields = messages.unpack(journal.packet(index), messages.TO_HOST)
            assert (fields["boot"], fields["seq"], fields["unit"]) == (BOOT, expected & 0xFFFFFFFF, expected % 33)


def test_bytes_are_bounded_too_and_come_back_with_acknowledgements():
    journal = Journal(BOOT, capacity=100, capacity_bytes=400)
    edges = [(0, port, port + 1, 0) for port in range(6)]
    while journal.has_room():
        assert journal.add("TOPOLOGY", {"edges": edges})
    held = len(journal)
    assert 1 < held < 12
    journal.acknowledge(BOOT, held)
    assert journal.has_room()
    assert len(journal) == 0


def test_another_boot_acknowledges_nothing():
    journal = Journal(BOOT)
    journal.add("MODULE_LOST", {"unit": 1})
    assert journal.acknowledge(BOOT + 1, 1) == 0
    assert len(journal) == 1

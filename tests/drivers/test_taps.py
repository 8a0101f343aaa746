"""TapTracker: what a player did, out of what the reader saw."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.drivers.pn532_target import Target
from firmware.drivers.taps import LIFT, MANY, MISSES, RESTS, TAP, TapTracker

A, B, C = (Target(bytes([n, 1, 2, 3]), 0x0004, 0x08) for n in (1, 2, 3))


def told(*polls: list[Target] | None) -> list[tuple[int, object]]:
    """Events of these polls, targets shown by UID."""
    tracker = TapTracker()
    events = [event for poll in polls for event in tracker.update(poll)]
    return [(kind, what.uid if kind == TAP else what) for kind, what in events]


def test_a_resting_tag_is_one_tap() -> None:
    assert told(*[[A]] * 100) == [(TAP, A.uid)]


def test_a_lift_needs_three_clean_misses() -> None:
    assert told([A], [], []) == [(TAP, A.uid)]
    assert told([A], [], [], []) == [(TAP, A.uid), (LIFT, A.uid)]
    assert told([A], [], [], [A], [], []) == [(TAP, A.uid)]


def test_a_failed_poll_is_no_miss() -> None:
    assert told([A], [], None, None, None, []) == [(TAP, A.uid)]
    assert told([A], *[None] * 50) == [(TAP, A.uid)]


def test_three_lifts_are_three_taps() -> None:
    assert told(*[[A], [], [], []] * 3) == [(TAP, A.uid), (LIFT, A.uid)] * 3


def test_two_tags_laid_together_are_many_and_the_one_that_stays_is_tapped() -> None:
    assert told([A, B], [A, B], [A], [A], [A], [A]) == [(MANY, [A.uid, B.uid]), (LIFT, B.uid), (TAP, A.uid)]


def test_a_second_tag_beside_a_tapped_one_is_many_and_the_first_is_not_tapped_again() -> None:
    assert told([A], [B, A], [A], [A], [A]) == [(TAP, A.uid), (MANY, [A.uid, B.uid]), (LIFT, B.uid)]


def test_a_tag_swapped_for_another_is_a_lift_and_a_tap() -> None:
    assert told([A], [B], [B], [B]) == [(TAP, A.uid), (LIFT, A.uid), (TAP, B.uid)]


def test_another_pair_is_reported_anew() -> None:
    assert told([A, B], [A, C], [A, C]) == [(MANY, [A.uid, B.uid]), (MANY, [A.uid, C.uid])]


def settling(*polls: list[Target] | None) -> list[tuple[int, object]]:
    """The same for an ARC that has just started."""
    tracker = TapTracker(settle=MISSES)
    events = [event for poll in polls for event in tracker.update(poll)]
    return [(kind, what.uid if kind == TAP else what) for kind, what in events]


def test_what_lay_there_before_the_arc_started_rests_until_it_is_lifted() -> None:
    assert settling(*[[A]] * 100) == [(RESTS, A.uid)]
    assert settling([A], [], [], [], [A]) == [(RESTS, A.uid), (LIFT, A.uid), (TAP, A.uid)]


def test_a_resting_tag_that_the_first_looks_missed_is_no_tap() -> None:
    assert settling(None, [], [], [], [A], [A]) == [(TAP, A.uid)]
    assert settling(None, [], [A], None, [A]) == [(RESTS, A.uid)]


def test_of_two_tags_that_lay_there_neither_is_tapped_when_the_other_is_lifted() -> None:
    lying = [[A, B]] * 2 + [[A]] * 5
    assert settling(*lying) == [(RESTS, A.uid), (RESTS, B.uid), (MANY, [A.uid, B.uid]), (LIFT, B.uid)]


@given(st.lists(st.one_of(st.none(), st.sets(st.sampled_from([1, 2, 3]), max_size=2)), max_size=40))
def test_taps_and_lifts_alternate_for_each_tag(polls: list[set[int] | None]) -> None:
    tags = {1: A, 2: B, 3: C}
    tracker = TapTracker()
    lying: dict[bytes, bool] = {}
    seen_since_lift: set[bytes] = set()
    for poll in polls:
        targets = None if poll is None else [tags[n] for n in poll]
        seen_since_lift |= {target.uid for target in targets or []}
        for kind, what in tracker.update(targets):
            if kind == TAP:
                assert not lying.get(what.uid)
                assert targets == [what]
                lying[what.uid] = True
            elif kind == LIFT:
                assert what in seen_since_lift
                seen_since_lift.discard(what)
                lying[what] = False
            else:
                assert what == sorted(what)
                assert targets is not None
                assert len(targets) == 2
        assert tracker.present == sorted(seen_since_lift)
    for _ in range(MISSES):
        tracker.update([])
    assert tracker.present == []

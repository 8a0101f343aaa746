"""Who holds which seat of which game."""

from hypothesis import given
from hypothesis import strategies as st

from host.session.seats import GAMES_MAX, Seats, players_of


def test_a_seat_has_one_holder_until_it_is_freed():
    seats = Seats()
    assert seats.claim("game", 0, "ann")
    assert seats.claim("game", 0, "ann"), "sitting down twice is sitting down"
    assert not seats.claim("game", 0, "ben")
    assert seats.free("game", 0)
    assert not seats.free("game", 0)
    assert seats.claim("game", 0, "ben")
    assert (seats.held("game", "ann"), seats.held("game", "ben")) == ([], [0])


def test_a_browser_may_hold_several_seats_and_one_without_a_name_none():
    seats = Seats()
    assert all(seats.claim("game", seat, "tablet") for seat in (2, 0))
    assert seats.held("game", "tablet") == [0, 2]
    assert not seats.claim("game", 1, "")
    assert seats.held("game", "") == []


def test_seats_belong_to_their_game_and_old_games_are_forgotten():
    seats = Seats()
    for number in range(GAMES_MAX + 2):
        seats.claim(f"game {number}", 0, "ann")
    assert seats.held("game 0", "ann") == []
    assert seats.held("game 5", "ann") == [0]
    assert seats.held("another", "ann") == []


def test_what_is_kept_comes_back():
    kept = []
    seats = Seats(kept.append)
    seats.claim("game", 1, "ann")
    again = Seats()
    again.load(kept[-1])
    assert again.held("game", "ann") == [1]


@given(st.lists(st.tuples(st.sampled_from(["claim", "free"]), st.integers(0, 3), st.sampled_from("abc"))))
def test_nobody_ever_takes_a_seat_from_another(steps):
    seats, held = Seats(), {}
    for kind, seat, who in steps:
        if kind == "free":
            assert seats.free("game", seat) == (held.pop(seat, None) is not None)
        else:
            assert seats.claim("game", seat, who) == (held.get(seat, who) == who)
            held.setdefault(seat, who)
    for who in "abc":
        assert seats.held("game", who) == sorted(seat for seat, one in held.items() if one == who)


def test_who_plays_comes_from_the_view_or_from_what_the_game_started_from():
    managers = [{}, {}, {}]
    assert players_of({"managers": managers, "players": ["person", "greedy", "random"]}, {}) == [
        "person", "greedy", "random",
    ]  # fmt: skip
    assert players_of({"managers": managers}, {"seats": {"1": "random"}}) == ["person", "random", "person"]
    assert players_of({"managers": managers}, {}) == ["person"] * 3

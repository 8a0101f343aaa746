"""Who may take part in the game, and who only watches."""

import pytest

from host.web.pairing import DEVICES_MAX, INVITATION_AGE_S, INVITATIONS_OPEN, LOCAL, Pairing, device_name, is_loopback

IPAD = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)"


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(now_s=clock, ticks_s=clock)


def come(pairing: Pairing, cookie: str | None = None):
    """A tablet of the local network."""
    return pairing.access("192.168.1.20", "192.168.1.5:8080", cookie)


@pytest.mark.parametrize(
    ("peer", "host", "local"),
    [
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "localhost:8080", True),
        ("::1", "[::1]:8080", True),
        ("192.168.1.20", "127.0.0.1:8080", False),
        ("127.0.0.1", "evil.example:8080", False),  # a foreign name that points at this computer
        ("127.0.0.1", "", False),
        ("not an address", "localhost", False),
    ],
)
def test_this_computer_needs_a_loopback_peer_and_a_loopback_name(peer: str, host: str, local: bool) -> None:
    assert is_loopback(peer, host) is local


def test_a_browser_on_this_computer_takes_part_at_once(pairing: Pairing) -> None:
    assert pairing.access("127.0.0.1", "localhost:8080", None) == LOCAL


def test_a_stranger_only_watches(pairing: Pairing) -> None:
    assert not come(pairing).may_act
    assert not come(pairing, "made up").may_act


def test_a_scanned_code_lets_a_tablet_take_part(pairing: Pairing) -> None:
    secret = pairing.accept(pairing.invite(), IPAD)
    assert come(pairing, secret).may_act
    assert [device.name for device in pairing.devices.values()] == ["iPad"]


def test_a_code_works_once(pairing: Pairing) -> None:
    token = pairing.invite()
    assert pairing.accept(token, IPAD)
    assert pairing.accept(token, IPAD) is None


def test_a_code_grows_old(pairing: Pairing, clock: Clock) -> None:
    token = pairing.invite()
    clock.now_s += INVITATION_AGE_S
    assert not pairing.is_open(token)
    assert pairing.accept(token, IPAD) is None


@pytest.mark.parametrize("years", [-30, 30])
def test_a_clock_that_is_set_makes_no_code_old_or_young(clock: Clock, years: int) -> None:
    wall = Clock()
    pairing = Pairing(now_s=wall, ticks_s=clock)
    token = pairing.invite()
    wall.now_s += years * 365 * 86_400
    assert pairing.is_open(token)
    clock.now_s += INVITATION_AGE_S
    assert pairing.accept(token, IPAD) is None


def test_open_codes_are_bounded(pairing: Pairing, clock: Clock) -> None:
    tokens = []
    for _ in range(INVITATIONS_OPEN + 3):
        clock.now_s += 1
        tokens.append(pairing.invite())
    assert len(pairing.invitations) == INVITATIONS_OPEN
    assert not pairing.is_open(tokens[0])
    assert pairing.is_open(tokens[-1])


def test_tablets_are_bounded_and_the_oldest_goes(pairing: Pairing, clock: Clock) -> None:
    secrets = []
    for _ in range(DEVICES_MAX + 1):
        clock.now_s += 1
        secrets.append(pairing.accept(pairing.invite(), IPAD))
    assert not come(pairing, secrets[0]).may_act
    assert come(pairing, secrets[1]).may_act
    assert come(pairing, secrets[-1]).may_act


def test_a_tablet_that_was_sent_away_only_watches_though_its_page_is_open(pairing: Pairing) -> None:
    access = come(pairing, pairing.accept(pairing.invite(), IPAD))
    assert pairing.still(access).may_act
    assert pairing.revoke(access.device)
    assert not pairing.still(access).may_act
    assert not pairing.revoke(access.device)


def test_what_is_kept_lets_nobody_in_by_itself(pairing: Pairing) -> None:
    kept: list[list[dict]] = []
    pairing.keep = kept.append
    secret = pairing.accept(pairing.invite(), IPAD)
    assert secret is not None
    assert secret not in str(kept)
    again = Pairing()
    again.load(kept[-1])
    assert come(again, secret).may_act
    assert not come(again, kept[-1][0]["device"]).may_act


def test_every_tablet_gets_a_name() -> None:
    assert device_name("Mozilla/5.0 (Linux; Android 14)") == "Android tablet or phone"
    assert device_name("") == "Tablet"

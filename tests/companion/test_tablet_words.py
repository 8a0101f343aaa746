"""What `colony play --listen` says of the addresses for tablets."""

from host.companion import tablet_words


def test_tablets_are_told_an_address_of_this_network():
    assert "http://192.168.1.7:8080/pair" in tablet_words("http://127.0.0.1:8080", "http://192.168.1.7:8080")


def test_without_a_network_it_says_why_no_tablet_comes():
    assert "no network" in tablet_words("http://127.0.0.1:8080", None)

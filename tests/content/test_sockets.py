"""Action Sockets as data: one action, a choice, all of several, and the special ones."""

import pytest

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.sockets import parse_socket, socket_words, sockets_of
from shared_rules.beyond_humanity.vocabulary import VocabularyError

SIDES = [(tile["type"], tile[tier]) for tile in content.get()["modules"] for tier in ("tier1", "tier2")]


def on(kind):
    return [parse_socket(text) for made, side in SIDES if made == kind for text in sockets_of(side)]


@pytest.mark.rule("BHC-4.7.6-1", "BHC-4.7.6-2", "BHC-4.7.6-3")
def test_a_socket_is_one_action_a_choice_or_all_of_several():
    assert parse_socket("cr 2") == {"join": "one", "actions": [["owner", "gain", "cr", 2]], "large": False}
    assert parse_socket("cr 2 / campaign")["join"] == "or"
    assert parse_socket("xp 2 + dec 1")["join"] == "and"
    with pytest.raises(VocabularyError, match="one kind of divider"):
        parse_socket("cr 1 / tg 1 + pa 1")


@pytest.mark.rule("BHC-4.7-1")
def test_all_three_kinds_and_every_type_of_action_are_on_the_tiles():
    found = [parse_socket(text) for _kind, side in SIDES for text in sockets_of(side)]
    assert {socket["join"] for socket in found} == {"one", "or", "and"}
    kinds = {action[1] for socket in found for action in socket["actions"]}
    assert kinds == {"gain", "campaign", "endorse", "expedition", "research", "copy", "exchange"}
    gained = {action[2] for socket in found for action in socket["actions"] if action[1] == "gain"}
    assert gained == {"cr", "tg", "pa", "xp", "dec"}


@pytest.mark.rule("BHC-4.7.7-2")
def test_the_large_socket_is_the_arcs_and_draws_two_decrees_or_endorses():
    large = [(kind, text) for kind, side in SIDES for text in sockets_of(side) if parse_socket(text)["large"]]
    assert {kind for kind, _text in large} == {"arc"}
    socket = parse_socket("large")
    assert socket == {
        "join": "or",
        "actions": [["owner", "gain", "dec", 2], ["owner", "endorse", 1]],
        "large": True,
    }
    with pytest.raises(VocabularyError, match="stands alone"):
        parse_socket("large / cr 1")


@pytest.mark.rule("BHC-4.7.5-7", "BHC-A5.2-11")
def test_the_marketplace_exchanges_shown_amounts_only():
    for socket in on("galactic_marketplace"):
        assert all(action[1] == "exchange" and len(action) == 6 for action in socket["actions"])
        assert socket["join"] == "or"


def test_a_socket_reads_as_one_sentence():
    for _kind, side in SIDES:
        for text in sockets_of(side):
            words = socket_words(parse_socket(text))
            assert words[0].isupper()
            assert words.endswith(".")
            assert words.count(".") == 1
    assert socket_words(parse_socket("cr 2 / tg 1")) == "Gain 2 Credits or gain 1 Terran Good."


@pytest.mark.parametrize(
    "text", ["", "cr", "cr 0", "cr two", "gold 1", "copy that", "exchange cr 1", "endorse -1", "/"]
)
def test_other_texts_are_no_sockets(text):
    with pytest.raises(VocabularyError):
        parse_socket(text)

"""Seats in the browser: who sees what, who acts for whom, the curtain between two players of one tablet."""

import json
import random

import pytest
from referee_games import ONE, THREE, TWO, Place, hidden, newest, presses, readable

from host.web.pairing import WATCHER
from host.web.referee_desk import NOT_YOURS
from shared_rules.beyond_humanity import game


@pytest.fixture
async def place(tmp_path):
    made = await Place(tmp_path).begin()
    yield made
    await made.close()


async def press(page, do, rev=None):
    await page.press({"do": do, "rev": page.hub.session.revision if rev is None else rev, "number": 1})


def secrets_of(place):
    return {seat: hidden(place.state, seat) for seat in range(3)}


async def test_a_browser_without_a_seat_sees_the_table_only(place):
    page, canvas = place.page(ONE)
    await place.random_choices(9)
    picture = readable(newest(page, canvas))
    for words in secrets_of(place).values():
        assert words
        assert not [one for one in words if one in picture]
    assert presses(newest(page, canvas)) == []
    assert "Take a seat" in picture


async def test_each_seat_sees_its_own_secrets_and_no_others(place):
    pages = {}
    for seat, access in enumerate((ONE, TWO, THREE)):
        pages[seat] = place.page(access)
        await press(pages[seat][0], {"own": "sit", "seats": [seat]})
    for _ in range(6):
        await place.random_choices(7)
        pictures = {seat: readable(newest(*pair)) for seat, pair in pages.items()}
        for owner, words in secrets_of(place).items():
            for reader, picture in pictures.items():
                seen = {one for one in words if one in picture}
                assert seen == (words if reader == owner else set()), (owner, reader)


async def test_the_exact_values_behind_words_change_no_byte_of_any_page(place):
    """Support, Happiness, Security, Technical, the immigration factor and chance are known to the rules alone."""
    await place.random_choices(40)
    page, canvas = place.page(ONE)
    await press(page, {"own": "sit", "seats": [0]})
    before = newest(page, canvas)
    core = place.session._core
    state = core.state
    colony = dict(state["colony"], **{name: state["colony"][name] + 1 for name in ("h", "s", "t")})
    managers = [dict(manager, support=manager["support"] + 3) for manager in state["desk"]["managers"]]
    chance = [state["chance"][0] ^ 1, *state["chance"][1:]]
    core.state = dict(state, colony=colony, desk=dict(state["desk"], managers=managers), chance=chance)
    core.table_view = game.view(core.state, "table")
    place.hub.changed()
    place.desk.forget_views()
    page.picture()
    assert page.picture() == before


async def test_a_seat_that_is_taken_is_not_given_to_another_browser(place):
    first, second = place.page(ONE), place.page(TWO)
    await press(first[0], {"own": "sit", "seats": [1]})
    await press(second[0], {"own": "sit", "seats": [1]})
    assert second[1].toasts == [("Somebody else sits there.", "bad")]
    assert place.desk.held(ONE) == [1]
    assert place.desk.held(TWO) == []


async def test_a_browser_acts_for_no_seat_but_its_own(place):
    page, canvas = place.page(ONE)
    await press(page, {"own": "sit", "seats": [0]})
    foreign = game.legal(place.state, 1)[0]
    before = place.session.digest
    for do in (foreign, {**foreign, "seat": True}, {"kind": "next"}, {**foreign, "seat": "1"}):
        await press(page, {"act": do})
        assert canvas.toasts[-1] == (NOT_YOURS, "bad")
    assert place.session.digest == before
    with pytest.raises(Exception, match=NOT_YOURS):
        place.desk.view(ONE, 1)


async def test_an_onlooker_takes_no_seat(place):
    page, canvas = place.page(WATCHER)
    await press(page, {"own": "sit", "seats": [0]})
    assert "only watching" in canvas.toasts[-1][0]
    await press(page, {"ui": "open-seat", "seat": 0})
    assert canvas.toasts[-1] == (NOT_YOURS, "bad")
    assert place.desk.held(WATCHER) == []


async def test_a_curtain_hangs_between_two_players_of_one_tablet(place):
    page, canvas = place.page(ONE)
    await press(page, {"own": "sit", "seats": [0, 1, 2]})
    summaries = 0
    for _ in range(26):
        words = secrets_of(place)
        asked = page.opened if page.opened in place.session.to_act else place.session.to_act[0]
        name = place.session.view("table")["managers"][asked]["name"]
        if page.opened != asked:
            # given a tablet on its way to the next player, who sees nothing but the table
            picture = newest(page, canvas)
            if 'data-key="summary"' in picture:  # first all see together what the month brought, and once
                assert not [one for seat in words for one in words[seat] if one in readable(picture)]
                await press(page, {"ui": "read", "summary": page.summary_name(page.hub.view()[1])})
                summaries += 1
                picture = newest(page, canvas)
            assert f"Pass the tablet to {name}" in picture
            assert not [one for seat in words for one in words[seat] if one in readable(picture)]
            assert presses(picture) == [{"ui": "open-seat", "seat": asked}]
            await press(page, {"ui": "open-seat", "seat": asked})
        # then that player sees the own cards, and those of nobody else
        picture = readable(newest(page, canvas))
        assert {one for one in words[asked] if one in picture} == words[asked]
        assert not [one for seat in words if seat != asked for one in words[seat] if one in picture]
        action = next(a for a in place.session.view(f"seat:{asked}")["you"]["actions"] if a["kind"] != "undo")
        await press(page, {"act": action})
        assert canvas.toasts == []
    assert summaries == place.session.view("table")["round"] - 1


async def test_the_player_before_can_look_again_and_take_back(place):
    page, canvas = place.page(ONE)
    await press(page, {"own": "sit", "seats": [0, 1, 2]})
    while place.session.view("table")["turn"]["do"] != "assistant":
        await place.random_choices(1)
    first = place.session.to_act[0]
    await press(page, {"ui": "open-seat", "seat": first})
    await press(page, {"act": {"kind": "pass", "seat": first}})
    assert "Pass the tablet to" in newest(page, canvas)
    await press(page, {"ui": "open-seat", "seat": first})
    assert "Pass the tablet to" not in newest(page, canvas)
    await press(page, {"act": {"kind": "undo", "seat": first}})
    assert place.session.to_act == [first]
    assert "Pass the tablet to" not in newest(page, canvas)


async def test_answers_that_are_given_at_the_same_time_do_not_disturb_each_other(place):
    """Goals are chosen by all at once: the answer of one is no news to the others."""
    revision = place.session.revision
    for seat, access in enumerate((ONE, TWO, THREE)):
        page, canvas = place.page(access)
        await press(page, {"own": "sit", "seats": [seat]})
        await press(page, {"act": game.legal(place.state, seat)[0]}, rev=revision)
        assert canvas.toasts == []
    # but a press of that moment is too old for the step that follows
    do = place.session.view("table")["turn"]["do"]
    assert do == "face"
    seat = place.session.to_act[0]
    page, canvas = place.page((ONE, TWO, THREE)[seat])
    await press(page, {"act": {"kind": "face", "seat": seat, "face": 0}}, rev=revision)
    assert "Already done" in canvas.toasts[-1][0]


async def test_a_thing_that_cannot_be_used_says_why(place):
    page, canvas = place.page(ONE)
    await press(page, {"own": "sit", "seats": [0, 1, 2]})
    while place.session.view("table")["turn"]["do"] != "regular":
        await place.random_choices(1)
    seat = place.session.to_act[0]
    await press(page, {"act": {"kind": "assistant", "seat": seat, "socket": "advisor/trainer", "option": 0}})
    assert canvas.toasts[-1] == ("Assistants and Advisors are used in phase 4 only.", "bad")


async def test_nothing_is_sent_when_nothing_changed(place):
    page, canvas = place.page(ONE)
    count = len(canvas.drawn)
    place.hub.changed()
    place.hub.changed()
    newest(page, canvas)
    assert len(canvas.drawn) == count


async def test_seats_are_kept_with_the_game(place):
    kept = []
    place.desk.seats.keep = kept.append
    page, _ = place.page(ONE)
    await press(page, {"own": "sit", "seats": [2]})
    assert kept[-1] == {place.session.game_id: {"2": "here:one"}}
    assert json.loads(json.dumps(kept[-1])) == kept[-1]
    await place.begin(seed=6)
    assert place.desk.held(ONE) == [], "another game starts with free seats"


async def test_a_tablet_that_was_sent_away_loses_its_seat(place):
    pairing = place.hub.pairing
    secret = pairing.accept(pairing.invite(), "iPad")
    tablet = pairing.access("192.168.1.20", "192.168.1.5:8080", secret)
    page, canvas = place.page(tablet)
    await press(page, {"own": "sit", "seats": [1]})
    words = hidden(place.state, 1)
    assert [one for one in words if one in readable(newest(page, canvas))]
    assert place.desk.sitting(ONE)[1]["who"] == "iPad"
    pairing.revoke(tablet.device)
    place.hub.changed()
    assert not [one for one in words if one in readable(newest(page, canvas))]
    other, _ = place.page(ONE)
    await press(other, {"own": "sit", "seats": [1]})
    assert place.desk.held(ONE) == [1]


@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
async def test_a_game_goes_on_by_pressing_lit_things_only(tmp_path, mode):
    place = await Place(tmp_path).begin(mode, seed=3)
    page, canvas = place.page(ONE)
    people = place.desk.people()
    await press(page, {"own": "sit", "seats": people})
    dice = random.Random(4)
    for _ in range(36):
        found = presses(newest(page, canvas))
        assert found, newest(page, canvas)
        acts = [do for do in found if "act" in do]
        await press(page, dice.choice(acts if acts and dice.random() < 0.7 else found))
        assert canvas.toasts == []
    assert place.session.revision > 8
    await place.close()


async def test_the_table_is_in_sight_beside_a_long_question_when_it_is_asked_for(place):
    page, canvas = place.page(ONE)
    await press(page, {"own": "sit", "seats": [0]})
    assert "data-wide" in newest(page, canvas)  # five Goals
    for wish in ({"ui": "room"}, {"ui": "section", "section": "table"}):
        await press(page, wish)
        assert "data-wide" not in newest(page, canvas)
        await press(page, {"ui": "room"})
        assert "data-wide" in newest(page, canvas)
    await press(page, {"ui": "section", "section": "colony"})
    assert "data-wide" not in newest(page, canvas)

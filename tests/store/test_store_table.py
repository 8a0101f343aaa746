"""Tags, settings and pairing tokens."""

import sqlite3

import pytest

from host.store.errors import LocalStoreError, TagRefused, TagTaken
from host.store.store import Store

UID = bytes.fromhex("04112233445566")


async def test_a_tag_is_one_piece_and_the_refusal_names_the_earlier_one(store):
    await store.bind_tag(UID, "decree/17")
    await store.bind_tag(UID, "decree/17")  # again is no fault
    with pytest.raises(TagTaken, match="decree/17"):
        await store.bind_tag(UID, "decree/4")
    assert await store.piece_of(UID) == "decree/17"
    await store.free_tag(UID)
    await store.bind_tag(UID, "decree/4")
    assert await store.tags() == {UID.hex(): "decree/4"}


@pytest.mark.parametrize("uid", ["08a1b2c3", "08112233", "08000000"])
async def test_phones_and_bank_cards_are_never_bound(store, uid):
    with pytest.raises(TagRefused, match="Phones and bank cards"):
        await store.bind_tag(bytes.fromhex(uid), "decree/17")
    assert await store.tags() == {}


@pytest.mark.parametrize("uid", ["04a1b2c3", "0804112233445566aabb", "08112233445566"])
async def test_fixed_uids_of_every_length_are_bound(store, uid):
    await store.bind_tag(bytes.fromhex(uid), "decree/17")
    assert await store.piece_of(bytes.fromhex(uid)) == "decree/17"


async def test_a_piece_may_have_a_second_tag(store):
    await store.bind_tag(UID, "governor")
    await store.bind_tag(UID[::-1], "governor")
    assert len(await store.tags()) == 2


async def test_settings_survive_a_restart(tmp_path, store):
    assert await store.setting("places", {}) == {}
    await store.set_setting("places", {"6": [0.5, 0.25]})
    again = Store.open(tmp_path / "colony.db")
    assert await again.setting("places") == {"6": [0.5, 0.25]}
    again.close()


async def test_a_setting_that_no_browser_could_read_is_refused(store):
    with pytest.raises(LocalStoreError):
        await store.set_setting("x", float("nan"))


async def test_a_token_lets_its_tablet_in_until_it_is_revoked(store):
    token, other = await store.issue_token("iPad"), await store.issue_token("phone")
    assert (await store.verify_token(token), await store.verify_token(other)) == ("iPad", "phone")
    assert await store.verify_token(token + "x") is None
    assert await store.revoke_token(token)
    assert not await store.revoke_token(token)
    assert (await store.verify_token(token), await store.verify_token(other)) == (None, "phone")
    assert await store.revoke_all_tokens() == 1
    assert await store.verify_token(other) is None


async def test_the_file_alone_lets_nobody_in(tmp_path, store):
    token = await store.issue_token("iPad")
    await store.backup(tmp_path / "copy.db")
    assert token.encode() not in (tmp_path / "copy.db").read_bytes()
    tool = sqlite3.connect(tmp_path / "copy.db")
    (kept,) = tool.execute("SELECT token_hash FROM pairings").fetchone()
    tool.close()
    assert await store.verify_token(kept) is None

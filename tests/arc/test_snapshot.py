"""The snapshot store: old or new after a power cut at any byte, never neither (B84)."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.arc.snapshot import Files, Store
from shared_rules.wire.frames import crc32
from shared_rules.wire.messages import NOTHING_STORED, OK, OUT_OF_ORDER, STORE_FAILED


class PowerCut(Exception):
    """The flash lost its supply."""


class _Out(io.BytesIO):
    def __init__(self, flash, path):
        super().__init__()
        self.flash, self.path = flash, path
        flash.disk[path] = b""

    def write(self, data):
        data = data.encode() if isinstance(data, str) else bytes(data)
        for byte in data:
            self.flash.spend()
            self.flash.disk[self.path] += bytes([byte])
        return len(data)


class Flash:
    """A disk on which every byte lands at once; the supply ends after `budget` steps (bytes, openings, renames)."""

    def __init__(self):
        self.disk = {}
        self.budget = None

    def spend(self):
        if self.budget is not None:
            if not self.budget:
                raise PowerCut
            self.budget -= 1

    def open(self, path, mode):
        if "w" in mode:
            self.spend()
            return _Out(self, path)
        if path not in self.disk:
            raise OSError(2)
        data = self.disk[path]
        return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())

    def remove(self, path):
        self.spend()
        if path not in self.disk:
            raise OSError(2)
        del self.disk[path]

    def rename(self, old, new):
        self.spend()
        self.disk[new] = self.disk.pop(old)


def save(store, data, chunk=64):
    assert store.begin(len(data), crc32(data)) == OK
    for offset in range(0, len(data), chunk):
        assert store.data(offset, data[offset : offset + chunk]) == OK
    return store.commit()


def load(store):
    code, value = store.info()
    if code == NOTHING_STORED:
        return None
    length, crc = int.from_bytes(value[:4], "little"), int.from_bytes(value[4:], "little")
    data = b""
    while len(data) < length:
        code, chunk = store.read(len(data))
        assert code == OK
        assert chunk
        data += chunk
    assert crc32(data) == crc
    return data


@settings(max_examples=25, deadline=None)
@given(old=st.binary(max_size=150), new=st.binary(max_size=150), chunk=st.integers(1, 64))
def test_b84_power_cut_at_every_byte_leaves_old_or_new(old, new, chunk):
    whole = Flash()
    assert save(Store(whole), old) == OK
    for budget in range(len(new) + 40):
        flash = Flash()
        flash.disk = dict(whole.disk)
        flash.budget = budget
        try:
            finished = save(Store(flash), new, chunk) == OK
        except PowerCut:
            finished = False
        flash.budget = None
        assert load(Store(flash)) == (new if finished else old)
    assert finished


def test_b84_two_generations_back_is_overwritten_not_the_newest():
    flash = Flash()
    store = Store(flash)
    for game in (b"one", b"two", b"three", b"four"):
        assert save(store, game) == OK
        assert load(store) == game
        assert load(Store(flash)) == game


def test_b84_both_slots_damaged_is_empty_not_a_loop():
    flash = Flash()
    save(Store(flash), b"game")
    save(Store(flash), b"game two")
    for path in flash.disk:
        flash.disk[path] = flash.disk[path][:3] + b"\xff" + flash.disk[path][4:]
    store = Store(flash)
    assert store.info() == (NOTHING_STORED, b"")
    assert save(store, b"new game") == OK


def test_pieces_out_of_order_and_wrong_sums_are_refused_whole():
    store = Store(Flash())
    save(store, b"kept")
    assert store.data(0, b"x") == OUT_OF_ORDER
    assert store.begin(4, 0) == OK
    assert store.data(1, b"abc") == OUT_OF_ORDER
    assert store.data(0, b"abcde") == OUT_OF_ORDER
    assert store.data(0, b"abcd") == OK
    assert store.commit() == OUT_OF_ORDER  # the CRC that was promised is another
    assert load(store) == b"kept"


def test_full_flash_is_an_answer_and_keeps_the_old_game():
    flash = Flash()
    store = Store(flash)
    save(store, b"kept")

    def full(path, mode):
        if "w" in mode:
            raise OSError(28)
        return Flash.open(flash, path, mode)

    flash.open = full
    assert store.begin(3, 0) == STORE_FAILED
    assert load(Store(flash)) == b"kept"


def test_b84_small_records_survive_a_cut_and_damage():
    flash = Flash()
    store = Store(flash)
    assert [store.count("boots") for _ in range(3)] == [1, 2, 3]
    for budget in range(4):
        flash.budget = budget
        with pytest.raises(PowerCut):
            store.write_text("boots", "44")
        flash.budget = None
        assert store.read_text("boots") in ("3", "44")
        assert store.write_text("boots", "3")
    flash.disk["boots"] = b"\xff\xfe"
    assert store.count("boots") == 1


def test_real_files_keep_a_snapshot(tmp_path):
    save(Store(Files(str(tmp_path))), bytes(range(256)) * 40, 384)
    assert load(Store(Files(str(tmp_path)))) == bytes(range(256)) * 40
    assert Store(Files(str(tmp_path))).forget("snapshot.0")
    assert not Store(Files(str(tmp_path))).forget("snapshot.0")

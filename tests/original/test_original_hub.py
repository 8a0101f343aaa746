"""The published hub against a fake peripheral with bleak's methods: our reading of community notes is checked."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.errors import UserError
from host.link.errors import NotConnected
from host.link.original import frames, meaning
from host.link.original.bluetooth import RX, TX, BluetoothStream
from host.link.original.hub import OriginalHub
from host.link.state import LinkPhase
from host.link.timing import LinkTiming
from host.link.transport import Candidate, Found
from shared_rules import catalog
from shared_rules.wire.messages import NOTHING_STORED

# -- frames ---------------------------------------------------------------------------------------------------------


def test_crc_has_the_check_value_of_its_kind():
    assert frames.crc8(b"123456789") == 0xF4


def test_golden_bytes_of_a_request():
    assert frames.encode(meaning.ASK_BATTERY).hex(" ") == "55 00 06 03 02 5b"


@given(st.lists(st.binary(max_size=60), max_size=6), st.data())
def test_frames_come_out_of_any_cutting(payloads, data):
    stream = b"".join(map(frames.encode, payloads))
    decoder, found = frames.Decoder(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += decoder.feed(stream[:size])
        stream = stream[size:]
    assert [frame.payload for frame in found] == payloads
    assert decoder.skipped == 0


@given(st.binary(max_size=80))
def test_after_any_garbage_two_good_frames_bring_the_decoder_back(garbage):
    decoder = frames.Decoder()
    decoder.feed(garbage)
    found = []
    for _ in range(70):  # a length byte of garbage may claim up to 255 bytes
        found += decoder.feed(frames.encode(meaning.ASK_DEVICE))
    assert frames.Frame(0, meaning.ASK_DEVICE) in found


def test_a_payload_that_fits_no_frame_is_refused():
    with pytest.raises(ValueError, match="252 bytes"):
        frames.encode(bytes(252))


# -- meaning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payload", "piece"),
    [
        ("02 01 02 01 03", "manager/3"), ("02 01 02 02 11", "decree/17"), ("02 01 02 02 c9", "directive/1"),
        ("02 01 02 02 d1", "directive/9"), ("02 01 02 03 01", "governor"), ("02 01 02 03 02", "ambassador"),
        ("02 01 02 04 07", ""), ("02 01 02 01 0a", ""),
    ],
)  # fmt: skip
def test_taps(payload, piece):
    read = meaning.read(bytes.fromhex(payload), {})
    assert isinstance(read, meaning.Tap)
    assert read.piece == piece


def test_the_owners_table_comes_before_the_plain_number():
    assert meaning.read(bytes.fromhex("02 01 02 04 07"), {(4, 7): "decree/9"}).piece == "decree/9"


def test_buildings_battery_and_refusals():
    assert meaning.read(bytes.fromhex("02 01 01 06 aa bb"), {}) == meaning.Building(6, b"\xaa\xbb")
    assert meaning.read(bytes.fromhex("03 02 90 2d"), {}) == meaning.Battery(round(0x2D90 * 0.4615))
    assert meaning.read(bytes.fromhex("00 ff 05"), {}) == meaning.Refused(5)


@given(st.binary(max_size=12))
def test_no_payload_is_an_error(payload):
    assert isinstance(meaning.read(payload, {}), meaning.Meaning)


@pytest.mark.parametrize("line", ["2,17", "x,17,decree/5", "2,17,decree/61", "2,17,governor/1", "2,,decree/5"])
def test_a_line_that_can_not_be_read_is_named(tmp_path, line):
    path = tmp_path / meaning.TABLE
    path.write_text(f"# class,id,piece\n4,1,governor\n{line}\n")
    with pytest.raises(UserError, match=r"line 3 .*decree/5"):
        meaning.load_pieces(path)


def test_a_table_is_read(tmp_path):
    path = tmp_path / meaning.TABLE
    assert meaning.load_pieces(path) == {}
    path.write_text("# mine\n\n4, 1, governor\n2,40,directive/2\n")
    assert meaning.load_pieces(path) == {(4, 1): "governor", (2, 40): "directive/2"}


# -- hub ------------------------------------------------------------------------------------------------------------


class Peripheral:
    """A hub as bleak shows it. `answers`: payloads by request."""

    def __init__(self, answers=()):
        self.answers = dict(answers)
        self.heard = []
        self.connected = True
        self._decoder = frames.Decoder()
        self._notify = None

    async def start_notify(self, uuid, callback):
        assert uuid == TX
        self._notify = callback

    async def write_gatt_char(self, uuid, data):
        assert uuid == RX
        if not self.connected:
            raise OSError("not connected")
        for frame in self._decoder.feed(data):
            self.heard.append(frame.payload)
            self.send(self.answers.get(frame.payload, b"\x00\xff\x01"))

    async def disconnect(self):
        self.connected = False

    def send(self, payload, cut=0):
        """A notification; `cut` splits it in two."""
        data = frames.encode(payload)
        for part in (data[:cut], data[cut:]) if cut else (data,):
            self._notify(None, bytearray(part))


class Air:
    """Gives each peripheral once, then nothing is in reach."""

    def __init__(self, *peripherals):
        self.waiting = list(peripherals)
        self.streams = []

    async def find(self):
        places = (Candidate("ble:test", self._open),) if self.waiting else ()
        return Found(places, "Looking.")

    async def _open(self):
        stream = BluetoothStream(self.waiting.pop(0), "ble:test")
        await stream.begin()
        self.streams.append(stream)
        return stream


class Table:
    def __init__(self, *peripherals, pieces=None):
        self.air = Air(*peripherals)
        self.events, self.states = [], []
        self.hub = OriginalHub(self.air, self._keep, self.states.append, pieces or {}, LinkTiming().scaled(0.001))
        self.arrived = asyncio.Event()

    async def _keep(self, event):
        self.events.append(event)
        self.arrived.set()

    async def wait_for(self, name, count=1):
        async with asyncio.timeout(5):
            while sum(event.name == name for event in self.events) < count:
                self.arrived.clear()
                await self.arrived.wait()
        return [event for event in self.events if event.name == name][-1]


@pytest.fixture
async def play():
    running = []

    async def start(*peripherals, **given):
        table = Table(*peripherals, **given)
        running.append(asyncio.create_task(table.hub.run()))
        return table

    yield start
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


BATTERY = {meaning.ASK_BATTERY: bytes.fromhex("03 02 90 2d")}


async def test_it_asks_what_it_may_and_hears_taps_and_modules(play):
    peripheral = Peripheral(BATTERY)
    table = await play(peripheral)
    battery = await table.wait_for("BATTERY")
    assert battery.fields["millivolts"] == 5383
    peripheral.send(bytes.fromhex("02 01 02 02 11"), cut=4)
    peripheral.send(bytes.fromhex("02 01 01 06 00"))
    assert (await table.wait_for("TAP")).fields["piece"] == "decree/17"
    assert (await table.wait_for("MODULE_ATTACHED")).fields["unit"] == 6
    assert peripheral.heard == [
        meaning.ASK_DEVICE, meaning.ASK_FIRMWARE, meaning.ASK_BATTERY, meaning.ASK_MODULES,
    ]  # fmt: skip
    assert table.hub.state.connected
    assert len({(event.boot, event.seq) for event in table.events}) == len(table.events)


async def test_only_the_end_of_a_game_is_shown(play):
    peripheral = Peripheral(BATTERY)
    table = await play(peripheral)
    await table.wait_for("BATTERY")
    patterns = [(catalog.ARC_UNIT, catalog.OPERATIONAL), (6, catalog.WIN), (catalog.ARC_UNIT, catalog.LOSE)]
    assert (await table.hub.command("LIGHTS", patterns=patterns)).ok
    assert peripheral.heard[4:] == [meaning.SHOW_LOSS]
    assert (await table.hub.command("SNAPSHOT_INFO")).code == NOTHING_STORED
    assert (await table.hub.command("VERDICT", boot=1, seq=1, verdict=0)).ok


async def test_what_is_not_understood_is_kept_for_reports_once(play, caplog):
    peripheral = Peripheral({**BATTERY, meaning.ASK_DEVICE: b"\x03\x01secret"})
    table = await play(peripheral)
    await table.wait_for("BATTERY")
    for _ in range(3):
        peripheral.send(b"\x09\x09")
    peripheral.send(bytes.fromhex("02 01 02 03 01"))
    await table.wait_for("TAP")
    assert table.hub.unknown == {b"\x03\x01secret", b"\x09\x09"}
    assert caplog.text.count("09 09") == 1


async def test_a_hub_out_of_reach_is_looked_for_again(play):
    first, second = Peripheral(BATTERY), Peripheral(BATTERY)
    table = await play(first, second)
    await table.wait_for("BATTERY")
    table.air.streams[0].lost()
    await table.wait_for("BATTERY", count=2)
    assert not first.connected
    assert LinkPhase.WAITING in [state.phase for state in table.states]


async def test_without_a_hub_a_command_says_so(play):
    table = await play()
    with pytest.raises(NotConnected):
        await table.hub.command("SENSE")

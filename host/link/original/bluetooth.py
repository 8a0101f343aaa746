"""The radio: the hub's Nordic UART service through bleak, as a byte stream. bleak is loaded only when it is wanted.

UUIDs: Nordic UART Service. RX is what the hub receives, TX is what it sends.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from host.link.errors import LinkError, TransportClosed
from host.link.transport import Candidate, Found, Transport

if TYPE_CHECKING:
    from bleak.backends.device import BLEDevice

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
RX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
TX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
SCAN_S = 8.0
LOOKING = "Looking for the published hub by Bluetooth. Switch it on and keep it near."


class BluetoothTrouble(LinkError):
    """The radio is missing, off, or not allowed."""


class BluetoothStream:
    """A connected bleak client (or anything with its methods) as a Transport."""

    def __init__(self, client: Any, name: str) -> None:
        self.name = name
        self._client = client
        self._arrived: asyncio.Queue[bytes] = asyncio.Queue()

    async def begin(self) -> None:
        """Subscribe to what the hub sends."""
        await self._client.start_notify(TX, lambda _sender, data: self._arrived.put_nowait(bytes(data)))

    def lost(self, _client: Any = None) -> None:
        """bleak says that the connection is gone."""
        self._arrived.put_nowait(b"")

    async def read(self) -> bytes:
        """Bytes of at least one notification."""
        data = await self._arrived.get()
        if not data:
            self.lost()
            raise TransportClosed("the hub is out of reach")
        return data

    async def write(self, data: bytes) -> None:
        """Into RX."""
        try:
            await self._client.write_gatt_char(RX, data)
        except Exception as error:  # bleak's errors differ by platform
            raise TransportClosed(str(error)) from error

    async def close(self) -> None:
        """Let go of the hub; a radio that is gone already is no trouble."""
        try:
            await self._client.disconnect()
        except Exception as error:  # Rule 3 of Transport: close never raises
            self.lost(error)


class BluetoothOpener:
    """Hubs in reach that offer the service, or the one with `address`."""

    def __init__(self, address: str = "") -> None:
        self._address = address

    async def find(self) -> Found:
        """Scan once. Raises BluetoothTrouble when there is no radio."""
        from bleak import BleakScanner

        try:
            devices = await BleakScanner.discover(timeout=SCAN_S, service_uuids=[SERVICE])
        except Exception as error:  # no adapter, switched off, no permission: bleak raises what the system raises
            return Found((), f"Bluetooth can not be used: {error}. Is it there, and switched on?")
        wanted = [device for device in devices if self._address in ("", device.address)]
        return Found(tuple(self._candidate(device) for device in wanted), LOOKING)

    def _candidate(self, device: BLEDevice) -> Candidate:
        name = f"ble:{device.address}"

        async def open_() -> Transport:
            from bleak import BleakClient

            stream: BluetoothStream | None = None
            client = BleakClient(device, lambda gone: stream.lost(gone) if stream else None)
            try:
                await client.connect()
                stream = BluetoothStream(client, name)
                await stream.begin()
            except Exception as error:
                raise BluetoothTrouble(f"The hub {device.address} does not answer: {error}") from error
            return stream

        return Candidate(name, open_)

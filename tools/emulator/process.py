"""The emulator as a child process: requests out, reports in, and devices of ours answered in between."""

import base64
import json
import struct
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from tools.emulator import install
from tools.emulator.errors import EmulatorError

_HEAD = struct.Struct("<I")


class Device(Protocol):
    """A device on an emulated bus. `now_us` is emulated time."""

    def select(self, read: bool, now_us: float) -> bool:
        """Addressed; False is no acknowledge."""

    def write(self, data: bytes, now_us: float) -> None:
        """All bytes of one write."""

    def read(self, count: int, now_us: float) -> bytes:
        """The next `count` bytes."""

    def taken(self, count: int, now_us: float) -> None:
        """The controller took only so many of the last `read`."""

    def level(self, wire: str, low: bool, now_us: float) -> None:
        """A wire that this device hears has changed."""

    def tick(self, now_us: float) -> None:
        """Time has passed."""


@dataclass
class Report:
    """What came out of a run: when it ended, whether what was waited for came, what chips sent and showed."""

    met: bool
    micros: float
    serial: dict[str, bytes] = field(default_factory=dict)
    frames: list[tuple[str, float, bytes]] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


class Emulator:
    """One simulation. Closing it, or leaving the `with` block, ends the process."""

    def __init__(self) -> None:
        node, bootrom = install.ensure()
        self.devices: dict[str, Device] = {}
        self.levels: dict[str, bool] = {}  # watched wires: True when low
        self.pulls: dict[str, bool] = {}  # wires that devices changed since the last answer
        self.micros = 0.0
        self.on_report: Callable[[Report], None] = lambda report: None
        self._process = subprocess.Popen(
            [node, "server.mjs", str(bootrom)], cwd=install.JS, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> "Emulator":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    # -- requests -------------------------------------------------------------------------------------------------

    def do(self, what: str, **fields: Any) -> Any:
        """One request and its answer. EmulatorError: refused, or the process died."""
        self._send({"do": what, **fields})
        while True:
            message = self._receive()
            if "ask" not in message:
                break
            self._send({"answer": self._answer(message), "pulls": list(self.pulls.items())})
            self.pulls.clear()
        if "error" in message:
            raise EmulatorError(f"{what}: {message['error']}")
        return message["ok"]

    def run(self, micros: float, until: Iterable[str] = ()) -> Report:
        """Let time pass until a chip in `until` has sent something, a chip was reset, or `micros` are over."""
        return self._reported(self.do("run", micros=micros, until=list(until)))

    def boot(self, chip: str, seconds: float = 5) -> Report:
        """Let time pass until the chip's USB is up. EmulatorError if it does not come."""
        report = self._reported(self.do("boot", chip=chip, seconds=seconds))
        if not report.met:
            raise EmulatorError(f"the USB of {chip} did not come up within {seconds} s")
        return report

    def device(
        self, name: str, device: Device, bus: str, addresses: list[int], chunk: int, tick_micros: float = 0
    ) -> None:
        """Put a device of ours on a bus. `chunk`: bytes that are read ahead at a time; 1 for what can not be unread.

        `tick_micros`: how often the device is told the time, 0 for never.
        """
        self.devices[name] = device
        self.do("device", name=name, bus=bus, addresses=addresses, chunk=chunk, tickMicros=tick_micros)

    def send(self, chip: str, data: bytes) -> None:
        """Bytes to the chip's USB."""
        self.do("send", chip=chip, hex=data.hex())

    def flash(self, chip: str, start: int, count: int) -> bytes:
        """What is in the chip's flash."""
        return base64.b64decode(self.do("flash", chip=chip, start=start, count=count))

    def measure(self, chip: str, stack_limit: int = 8192) -> dict[str, Any]:
        """Cycles, resets, flash operations and stack of a chip, bits on the buses."""
        measured: dict[str, Any] = self.do("measure", chip=chip, stackLimit=stack_limit)
        return measured

    # -- inside ---------------------------------------------------------------------------------------------------

    def _reported(self, told: dict[str, Any]) -> Report:
        self.micros = told["micros"]
        report = Report(
            told["met"], told["micros"], {name: bytes.fromhex(data) for name, data in told["serial"].items()},
            [(chip, at, bytes.fromhex(data)) for chip, at, data in told["frames"]], told["lost"],
        )  # fmt: skip
        self.on_report(report)
        return report

    def _answer(self, message: dict[str, Any]) -> Any:
        device, now_us = self.devices[message["device"]], message["micros"]
        self.micros = now_us
        self.levels.update(message["levels"])
        match message["ask"]:
            case "select":
                return device.select(message["read"], now_us)
            case "write":
                return device.write(bytes.fromhex(message["hex"]), now_us)
            case "read":
                return device.read(message["count"], now_us).hex()
            case "taken":
                return device.taken(message["count"], now_us)
            case "level":
                return device.level(message["name"], message["low"], now_us)
            case _:
                return device.tick(now_us)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(_HEAD.pack(len(body)) + body)
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise EmulatorError("the emulator has ended") from error

    def _receive(self) -> dict[str, Any]:
        (count,) = _HEAD.unpack(self._read(_HEAD.size))
        message: dict[str, Any] = json.loads(self._read(count))
        return message

    def _read(self, count: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(count)
        if len(data) < count:
            raise EmulatorError("the emulator has ended")
        return data

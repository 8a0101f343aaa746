"""A session at a table without wires: events as the link delivers them, and an ARC that keeps to the message table.

`DeskArc` answers commands with the firmware's own snapshot store; each command must pack by the real message table.
"""

import re
from types import SimpleNamespace

from host.link.commands import Result
from host.link.errors import NotConnected
from host.link.events import ArcEvent
from shared_rules.catalog import LIGHTS, TAG_NTAG
from shared_rules.wire.messages import pack

UID = bytes.fromhex("04112233445566")
TAP = {"at_ms": 5, "uid": UID, "tag": TAG_NTAG, "piece": ""}
MODULE = {"kind": 6, "chip": bytes(8), "ports": 4, "firmware": 1}
UP = SimpleNamespace(words="The ARC is connected.", connected=True)
DOWN = SimpleNamespace(words="The ARC is away: plug it in.", connected=False)


class Events:
    """Makes events with rising numbers, as one boot of the ARC does. `session` is the link session of now."""

    def __init__(self, boot=77):
        self.boot, self.seq, self.session = boot, 0, 9

    def make(self, name, tapped_in=None, **fields):
        """One event; `tapped_in`: the link session in which a tap was made, if another than now."""
        self.seq += 1
        if name == "TAP":
            fields = {**TAP, "session": tapped_in or self.session, **fields}
        if name == "MODULE_ATTACHED":
            fields = {**MODULE, **fields}
        fields = {"boot": self.boot, "seq": self.seq, **fields}
        return ArcEvent(name, self.boot, self.seq, self.session, fields, pack(name, **fields))

    def tap(self, piece, **fields):
        """A tag with an NDEF piece record."""
        return self.make("TAP", piece=piece, **fields)


class DeskArc:
    """Keeps what it was told. `broken` raises on every command, `fail_next` on one."""

    def __init__(self, snapshots):
        self.snapshots = snapshots
        self.broken = False
        self.fail_at = None  # command count at which the link is lost once
        self.commands = []
        self.lights = {}
        self.verdicts = []

    def named(self, name):
        """Fields of all commands of one name."""
        return [fields for found, fields in self.commands if found == name]

    async def command(self, name, deadline_s=None, **fields):
        """As ArcClient.command."""
        pack(name, session=1, command=len(self.commands) + 1, **fields)
        if self.broken or self.fail_at == len(self.commands):
            self.fail_at = None
            raise NotConnected
        self.commands.append((name, fields))
        code, value = self._answer(name, fields)
        return Result(name, code, value)

    def _answer(self, name, fields):
        store = self.snapshots
        if name == "LIGHTS":
            self.lights.update({unit: LIGHTS[code][0] for unit, code in fields["patterns"]})
        if name == "VERDICT":
            self.verdicts.append((fields["seq"], fields["verdict"]))
        actions = {
            "SNAPSHOT_BEGIN": lambda: (store.begin(fields["length"], fields["crc"]), b""),
            "SNAPSHOT_DATA": lambda: (store.data(fields["offset"], fields["data"]), b""),
            "SNAPSHOT_COMMIT": lambda: (store.commit(), b""),
            "SNAPSHOT_INFO": store.info,
            "SNAPSHOT_READ": lambda: store.read(fields["offset"]),
        }
        return actions.get(name, lambda: (0, b""))()


async def press(session, kind, **fields):
    """Press what the screen shows now; must succeed."""
    outcome = await session.act({"kind": kind, **fields}, session.revision, "tablet:1")
    assert outcome.ok, outcome
    return outcome


async def register(session, events, decree, manager):
    """Lay a Decree, then its owner's token."""
    await session.on_arc_event(events.tap(f"decree/{decree}"))
    await session.on_arc_event(events.tap(f"manager/{manager}"))


def texts(session):
    """What players read beside the game."""
    return [notice["text"] for notice in session.notices]


def to_do(session):
    """The put-back list: ("off" or "on", unit) for modules, the line itself for everything else."""
    return [_short(line) for line in session.view("table")["put_back"]]


def _short(line):
    found = re.match(r"(Take|Connect) the .*\(module (\d+)\)", line)
    return ({"Take": "off", "Connect": "on"}[found[1]] + ":" + found[2]) if found else line

"""What the companion may ask of the ARC: one handler per command of the message table.

A handler gets the fields and returns (RESULT code, value bytes). It does bounded work and never waits.
"""

from firmware.arc.wear import Wear
from shared_rules.catalog import FAULT_UNREADABLE, IDENTIFY, LIGHTS, PART_STORE, UNIT_COUNT
from shared_rules.compat import const
from shared_rules.wire.messages import BAD_COMMAND, FLASH_RESTS, OK, STORE_FAILED

IDENTIFY_MS = const(5000)


class Commands:
    """`table` maps message name to handler. `app` is the ArcApp, `store` the snapshots."""

    def __init__(self, app, store):
        self._app = app
        self._store = store
        self._wear = Wear()
        self.table = {
            "LIGHTS": self._lights,
            "VERDICT": self._verdict,
            "IDENTIFY": self._identify,
            "SENSE": self._sense,
            "SNAPSHOT_BEGIN": self._begin,
            "SNAPSHOT_DATA": lambda fields: self._told(store.data(fields["offset"], fields["data"])),
            "SNAPSHOT_COMMIT": self._commit,
            "SNAPSHOT_INFO": lambda fields: store.info(),
            "SNAPSHOT_READ": lambda fields: store.read(fields["offset"]),
            "SERVICE": lambda fields: self._leave("service"),
            "RESET": lambda fields: self._leave("reset"),
        }

    def _lights(self, fields):
        patterns = fields["patterns"]
        for unit, pattern in patterns:
            if unit > UNIT_COUNT or pattern >= len(LIGHTS):
                return BAD_COMMAND, b""
        for unit, pattern in patterns:
            self._app.set_light(unit, pattern)
        return OK, b""

    def _verdict(self, fields):
        if fields["boot"] != self._app.journal.boot:
            return OK, b""  # a verdict on a tap of an earlier life: its light is long gone
        return (OK if self._app.signals.verdict(fields["verdict"]) else BAD_COMMAND), b""

    def _identify(self, fields):
        return (OK if self._app.identify(fields["unit"], IDENTIFY, IDENTIFY_MS) else BAD_COMMAND), b""

    def _sense(self, fields):
        self._app.announce()
        return OK, b""

    def _told(self, code):
        """A flash that refuses is a fault, whoever asked."""
        if code == STORE_FAILED:
            self._app.fault(PART_STORE, FAULT_UNREADABLE, "the flash cannot be written")
        return code, b""

    def _begin(self, fields):
        if not self._wear.spend(fields["length"], self._app.link.uptime_ms):
            return FLASH_RESTS, b""
        return self._told(self._store.begin(fields["length"], fields["crc"]))

    def _commit(self, fields):
        code = self._store.commit()
        if code == OK:
            self._app.cleared(PART_STORE, FAULT_UNREADABLE)
        return self._told(code)

    def _leave(self, how):
        self._app.leaving = how
        self._app.link.deaf = True
        return OK, b""

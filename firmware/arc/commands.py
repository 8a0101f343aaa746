"""What the companion may ask of the ARC: one handler per command of the message table.

A handler gets the fields and returns (RESULT code, value bytes). It does bounded work and never waits.
"""

from shared_rules.catalog import ARC_UNIT, IDENTIFY, LIGHTS, UNIT_COUNT
from shared_rules.compat import const, ticks_diff
from shared_rules.wire.messages import BAD_COMMAND, OK

IDENTIFY_MS = const(5000)


class Commands:
    """`table` maps message name to handler. `app` is the ArcApp, `store` the snapshots, `now` millisecond ticks."""

    def __init__(self, app, store, now):
        self._app = app
        self._now = now
        self.identifying = {}
        self.table = {
            "LIGHTS": self._lights,
            "VERDICT": self._verdict,
            "IDENTIFY": self._identify,
            "SENSE": self._sense,
            "SNAPSHOT_BEGIN": lambda fields: (store.begin(fields["length"], fields["crc"]), b""),
            "SNAPSHOT_DATA": lambda fields: (store.data(fields["offset"], fields["data"]), b""),
            "SNAPSHOT_COMMIT": lambda fields: (store.commit(), b""),
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
        unit = fields["unit"]
        if unit == ARC_UNIT:
            self._app.signals.flash(IDENTIFY, IDENTIFY_MS)
        elif unit in self._app.registry.modules:
            self.identifying[unit] = self._now()
            self._app.show(unit, IDENTIFY)
        else:
            return BAD_COMMAND, b""
        return OK, b""

    def _sense(self, fields):
        self._app.announce()
        self._app.sense()
        return OK, b""

    def _leave(self, how):
        self._app.leaving = how
        return OK, b""

    def step(self):
        """Give modules that blinked long enough their own light back."""
        for unit in list(self.identifying):
            if ticks_diff(self._now(), self.identifying[unit]) >= IDENTIFY_MS:
                del self.identifying[unit]
                self._app.show(unit, self._app.registry.light_of(unit))

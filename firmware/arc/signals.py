"""The ARC's light language: which pattern of the catalogue the hull shows.

Resting state, highest first: no companion, the game's own pattern, a fault of reader or bus, low battery, connected.
Over it lies a flash for what became of a tap. State is never shown by one flash alone (B85): each pattern repeats.
"""

from shared_rules.catalog import (
    BATTERY_LOW,
    CONNECTED,
    DARK,
    FAULT,
    NO_HOST,
    TAP_ACCEPTED,
    TAP_ASKING,
    TAP_REFUSED,
    VERDICT_ACCEPTED,
    VERDICT_ASKING,
    VERDICT_REFUSED,
)

# verdict: pattern, how long it lies over the resting state. A question stands until the next verdict answers it.
VERDICTS = {
    VERDICT_ACCEPTED: (TAP_ACCEPTED, 2000),
    VERDICT_REFUSED: (TAP_REFUSED, 2100),
    VERDICT_ASKING: (TAP_ASKING, 30_000),
}


class Signals:
    """Drives one `Light` from the facts that the app sets."""

    def __init__(self, light):
        self._light = light
        self.game = CONNECTED
        self.host = False
        self.fault = False
        self.battery_low = False

    def resting(self):
        """The pattern under any flash."""
        if not self.host:
            return NO_HOST
        if self.game not in (CONNECTED, DARK):
            return self.game
        if self.fault:
            return FAULT
        return BATTERY_LOW if self.battery_low else self.game

    def update(self, **facts):
        """Set any of game, host, fault, battery_low and show the result."""
        for name in facts:
            setattr(self, name, facts[name])
        if facts.get("host") is False:
            self._light.flash(NO_HOST, 0)  # a question of a companion that is gone must not stand
        self._light.set(self.resting())

    def verdict(self, verdict):
        """Show what became of a tap; False for a verdict that is none."""
        if verdict not in VERDICTS:
            return False
        pattern, duration_ms = VERDICTS[verdict]
        self._light.flash(pattern, duration_ms)
        return True

    def flash(self, pattern, duration_ms):
        """Lay a pattern over the resting state for a while."""
        self._light.flash(pattern, duration_ms)

"""Every time of the link, with its reason. Tests scale them as one."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True)
class LinkTiming:
    """All in seconds, by the running event loop's clock.

    Waits for the ARC are counted in tries, never as one long timeout: when this computer slept or stalled for ten
    seconds only the try under way is lost, and the answers that came meanwhile are still read.
    """

    beat_s: float = 1.0  # both ways
    hello_retry_s: float = 0.5  # a board that boots, or whose first HELLO was cut, gets the next one
    hello_deadline_s: float = 4.0  # the ARC boots and listens 1.5 s for Ctrl-C before it answers
    command_retry_s: float = 0.5  # longer than the slowest sector erase of a Pico's flash (W25Q16JV data sheet: 400 ms)
    command_deadline_s: float = 5.0
    write_deadline_s: float = 3.0  # three beats that the other end did not take
    commit_deadline_s: float = 30.0  # a store behind a slow disk and a busy lock (5 s), with room
    gap_deadline_s: float = 5.0  # the ARC resends its journal each second
    look_pause_s: float = 1.0  # nothing plugged in: how soon a new cable is seen, at next to no CPU
    retry_first_s: float = 0.25  # pause after a failure, doubled up to `retry_most_s`
    retry_most_s: float = 4.0
    retry_mismatch_s: float = 10.0  # only another firmware helps

    def scaled(self, factor: float) -> LinkTiming:
        """All times multiplied by `factor`."""
        return replace(self, **{field.name: getattr(self, field.name) * factor for field in fields(self)})


MISSED_BEATS = 3
EVENT_QUEUE = 64  # as many as the ARC's journal holds
COMMAND_QUEUE = 32
CONSOLE_RESTARTS = 2  # then the players are asked to press reset

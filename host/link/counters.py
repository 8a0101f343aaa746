"""What went wrong on the way and was healed or dropped, counted for `colony doctor` and the tests."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Counters:
    """Of one session."""

    frames: int = 0
    refused: int = 0  # whole frames that hold no message of the table
    foreign: int = 0  # frames of another session or boot
    late: int = 0  # answers that nobody waits for any more
    duplicates: int = 0
    gaps: int = 0
    dropped: dict[str, int] = field(default_factory=dict)  # damaged frames by reason

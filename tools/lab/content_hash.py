"""A hash of everything that the figures depend on and a designer may change: content without its words, and the kernel.

Rule 1: words (titles, stories, colours, sentences on cards) do not count: mending a text leaves the figures true.
Rule 2: constants of the kernel count by what they do: the hash holds one month of a few hundred colonies.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from shared_rules.beyond_humanity import colony, content, votes
from shared_rules.beyond_humanity.bots import plans, worths
from shared_rules.beyond_humanity.content import box
from shared_rules.beyond_humanity.referee import work
from shared_rules.beyond_humanity.rules import endings, start, taps
from tools import colony_samples

WORDS = {"name", "title", "text", "words", "story", "profile", "colour_name", "mark", "star", "slots", "label", "theme"}
PLAYED = ("modules", "managers", "planets", "decrees", "directives", "occurrences")
PLAYED_BOX = ("abilities", "assistants", "advisors", "artifacts", "artifact_back", "goals", "solo", "fleets")
SAMPLES = 300


def digest() -> str:
    """Sixteen hex digits."""
    played: dict[str, Any] = {name: content.get()[name] for name in PLAYED}
    played |= {name: box.get()[name] for name in PLAYED_BOX}
    played["catalogue"] = {name: planet["colony"] for name, planet in content.get()["planet"].items()}
    numbers = {module.__name__: _constants(module) for module in (votes, endings, start, taps, work)}
    bare = json.dumps(
        [_bare(played), numbers, _months(), worths.WORTHS, plans.PLANS], sort_keys=True, ensure_ascii=True, default=str
    )
    return hashlib.sha256(bare.encode()).hexdigest()[:16]


def _bare(value: Any) -> Any:
    """Without words; a Manager's colour is a word as well, a card's is not."""
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if key not in WORDS and str(item)[:1] != "#"}
    return [_bare(item) for item in value] if isinstance(value, list | tuple) else value


def _constants(module: Any) -> dict[str, Any]:
    """Numbers, and tables of numbers, that are named in capitals."""
    named = {name: value for name, value in vars(module).items() if name.isupper() and name[0] != "_"}
    return {name: value for name, value in named.items() if isinstance(value, int) or _numbers(value)}


def _numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, int) for one in value.values())


def _months() -> str:
    """What the kernel makes of some colonies."""
    dice, made = colony_samples.Dice(1), hashlib.sha256()
    for _ in range(SAMPLES):
        begun = colony_samples.colony(dice)
        planet, roll = colony_samples.planet(dice), colony_samples.roll(dice)
        adjacent = colony_samples.masks(dice)
        after, report = colony.month(colony.Ints, content.get()["tables"], planet, begun, roll, adjacent)
        made.update(json.dumps([after, report], sort_keys=True).encode())
    return made.hexdigest()

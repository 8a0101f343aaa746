"""Content that only a host with the whole table needs: `get()`. Devices do without it (content.json does not hold it).

How content is split: `content.get()` is what a settlement of the colony reads, the same on host and ARC; this module is
what a referee, a scenario or a tutorial reads beside it. Each list is checked when it is loaded for the first time.
"""

from functools import cache
from pathlib import Path
from typing import Any

from shared_rules.beyond_humanity.content import check_cards, check_goals, check_modes, check_planets, loader
from shared_rules.beyond_humanity.content.schema import FOLDER


def load(folder: Path | str = FOLDER) -> dict[str, Any]:
    """All host-only content as plain data; ContentError if a file is not as it should be."""
    core = loader.load(folder)
    catalogue = check_planets.catalogue(folder)
    known = check_modes.names_of(core, core["planets"] + catalogue)
    tiles = known["tiles"]
    cards, advisors = check_cards.assistants(folder)
    artifacts, back = check_cards.artifacts(folder)
    return {
        "abilities": list(check_cards.abilities(folder)),
        "assistants": list(cards),
        "advisors": list(advisors),
        "artifacts": list(artifacts),
        "artifact_back": back,
        "goals": check_goals.all_goals(folder, tiles),
        "solo": check_goals.solo(folder),
        "fleets": list(check_goals.fleets(folder)),
        "catalogue": catalogue,
        "scenarios": list(check_modes.all_scenarios(folder, known)),
        "tutorials": list(check_modes.all_tutorials(folder, known["planets"])),
    }


@cache
def get() -> dict[str, Any]:
    """The content of the box, loaded once. Do not change what it returns."""
    return load()

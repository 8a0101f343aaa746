"""What this table adds to the setup of every new game: imported planets, added scenarios, which ones were played.

Rule 1: a scenario counts as played once a game of it has ended, however it ended (BHC-A4.1-1). It can be played again:
the setup only says so.
Rule 2: nothing here stops a game: a damaged file of planets offers none and is named in the log.
"""

import logging
from pathlib import Path
from typing import Any

from host import own_planets, own_scenarios
from host.errors import UserError
from host.store.errors import StoreError
from host.store.store import Store

log = logging.getLogger(__name__)

PLAYED = "scenarios_played"  # setting: ids in the order in which they were finished


class Offering:
    """For one companion. `changed` is a subscriber of the session."""

    def __init__(self, folder: Path, store: Store, session: Any) -> None:
        self._folder = folder
        self._store = store
        self._session = session

    async def options(self, others: dict[str, Any]) -> dict[str, Any]:
        """`others` (options of an Exogen profile, or none) with what this table adds."""
        try:
            own = own_planets.made(self._folder)
        except UserError as error:
            log.warning("%s", error)
            own = []
        played = await self._store.setting(PLAYED, [])
        made = dict(others)
        if own:
            made["planets"] = [*others.get("planets", ()), *own]
        scenarios = own_scenarios.load(self._folder)
        made.update({"scenarios": scenarios} if scenarios else {})
        return {**made, "played": played} if played else made

    async def changed(self) -> None:
        """The session moved on: a scenario that has ended is remembered."""
        view = self._session.view("table")
        scenario = view.get("scenario") if view else None
        if not scenario or view["stage"] != "over":
            return
        try:
            played = await self._store.setting(PLAYED, [])
            if scenario["id"] not in played:
                await self._store.set_setting(PLAYED, [*played, scenario["id"]])
        except StoreError as error:
            log.warning("A played scenario could not be kept: %s", error)

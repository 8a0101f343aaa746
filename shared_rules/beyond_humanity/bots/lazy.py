"""A seat's view that is made when it is read: what a bot in a game in memory is given.

It equals `game.view(state, "seat:N")` (tested), and costs nothing as long as the bot is content with `sight`.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.bots import sight as sights


class LazyView(Mapping[str, Any]):
    """The view of one seat; `sight` is the quick way to its numbers."""

    def __init__(self, state: Any, seat: int) -> None:
        self.__state, self.__seat = state, seat

    @property
    def sight(self) -> sights.StateSight:
        """A new sight."""
        return sights.StateSight(self.__state, self.__seat)

    @cached_property
    def _whole(self) -> dict[str, Any]:
        made: dict[str, Any] = game.view(self.__state, "seat:%d" % self.__seat)
        return made

    def __getitem__(self, name: str) -> Any:
        return self._whole[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole)

    def __len__(self) -> int:
        return len(self._whole)

"""What the Colony needs, as one bot's sight shows it: the worth of Modules, icons, STOCK, people and Resources.

Theory: the Colony is looked at as it will be when all that is under construction or proposed stands. Each Resource,
beds and status then has a margin, and what widens a thin margin is worth much, what widens a wide one little. The
model's equations are public (docs/colony-model.md); the hidden values are not, so a status is guessed from the word shown and
from what the tiles on the table lead it to.

Rule 1: findings hold for one colony; a `Needs` is made anew when the sight shows another one.
"""

from typing import Any

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.tables import (
    A_ACC,
    A_BEDS,
    A_CONS,
    A_CONVERT,
    A_GROUP,
    A_IMMIGRATION,
    A_PRISONERS,
    A_PROD,
    A_STATUS,
    A_STOCK,
    A_SURPLUS,
    ATTRIBUTES,
    GROUPS,
    RESOURCES,
)

UNIT_OF_LEVEL = model.FULL >> 5  # units of a Resource that one level of a Module at full capacity makes or uses
GUESSED_LOCAL = (190, 205, 175)  # status targets of a planet that is in no list


class Needs:
    """Margins of the Colony and what changes of them are worth."""

    def __init__(self, sight: Any, worths: dict[str, Any]) -> None:
        self.worths, self.sight = worths, sight
        tables = content.get()["tables"]
        self._tables = tables
        now, then = [0.0] * ATTRIBUTES, [0.0] * ATTRIBUTES
        self.queue = 0
        for unit, percent in enumerate(sight.percent):
            if percent:
                self.queue += percent < 100
                share = percent / 100
                sides = tables.tier1[unit] + (tables.tier2[unit] if sight.tier[unit] else ())
                for attribute, level in sides:
                    then[attribute] += level
                    now[attribute] += level * share
        for unit in [one for one in sight.proposed if one is not None]:
            for attribute, level in tables.tier1[unit]:
                then[attribute] += level
        self.population = sum(sight.groups)
        self._resources(sight, now, then)
        self._statuses(sight, then)
        self.free_beds = then[A_BEDS] - self.population / 100 - 1
        self.poor = worths["stock_poor"] if sight.stock < worths["stock_low"] else 1.0
        self._units: dict[int, float] = {}

    def _resources(self, sight: Any, now: list[float], then: list[float]) -> None:
        self.margin = []
        for index in range(4):
            local = sight.production[index] - UNIT_OF_LEVEL * now[A_PROD + index]
            used = sight.consumption[index] - UNIT_OF_LEVEL * now[A_CONS + index]
            made = UNIT_OF_LEVEL * then[A_PROD + index] + local
            self.margin.append(made - UNIT_OF_LEVEL * then[A_CONS + index] - used - (1 if index == 1 else 0))

    def _statuses(self, sight: Any, then: list[float]) -> None:
        planet = content.get()["planet"].get(sight.planet)
        local = [planet["colony"][name] for name in ("h", "s", "t")] if planet else GUESSED_LOCAL
        people = self.population
        guarded = max(-80, min(100, (sight.groups[1] * 24 - people) / 32)) - min(120, sight.groups[4] / 8)
        presence = (-people / 256, guarded, min(60, sight.groups[0] / 128))
        self.target = [64 * then[A_STATUS + index] + local[index] + presence[index] for index in range(3)]
        worths = self.worths
        self.level = [_between(worths["level"], value) for value in self.target]
        self.icon = [
            max(worths["icon"][band], 0.4 * _between(worths["icon"], value))
            for band, value in zip(sight.bands, self.target)
        ]
        if sight.riot:
            self.icon = [2.0 * self.icon[0], 2.0 * self.icon[1], self.icon[2]]

    # -- worths ----------------------------------------------------------------------------------------------------

    def resource(self, index: int, change: float) -> float:
        """Worth of so many units a month more of a Resource."""
        before = self.margin[index]
        return self._margin(index, before + change) - self._margin(index, before)

    def _margin(self, index: int, units: float) -> float:
        worths = self.worths
        reserve = worths["reserve"]
        if units < 0:
            return units * worths["missing"][index] - 0.0
        if units < reserve:
            return units * worths["thin"]
        return reserve * worths["thin"] + (units - reserve) * worths["spare"]

    def beds(self, hundreds: float) -> float:
        """Worth of so many hundred beds more."""
        return self._beds(self.free_beds + hundreds) - self._beds(self.free_beds)

    def _beds(self, free: float) -> float:
        worths = self.worths
        most = worths["free_beds"]
        if free < 0:
            return free * worths["bed_missing"]
        return min(free, most) * worths["bed_thin"] + max(0.0, free - most) * worths["bed_spare"]

    def stock(self, amount: float) -> float:
        """Worth of STOCK that comes once."""
        return amount * self.worths["stock"] * self.poor

    def people(self, group: int, count: float) -> float:
        """Worth of so many more people in a group."""
        worths = self.worths
        made = count * (worths[GROUPS[group]] if group else 0.0)
        return made + count * (worths["people"] if self.free_beds > 0 else -worths["crowding"])

    def unit(self, unit: int) -> float:
        """Worth of a Module to the whole Colony once it stands."""
        if unit not in self._units:
            self._units[unit] = self._unit(unit)
        return self._units[unit]

    def _unit(self, unit: int) -> float:
        worths = self.worths
        side = [0.0] * ATTRIBUTES
        for attribute, level in self._tables.tier1[unit]:
            side[attribute] += level
        for attribute, change in self._tables.tier2[unit]:
            side[attribute] += change * worths["tier"]
        worth = worths["built"]
        for index in range(4):
            units = UNIT_OF_LEVEL * (side[A_PROD + index] - side[A_CONS + index])
            worth += self.resource(index, units) + side[A_ACC + index] * worths["accumulator"]
        for index in range(3):
            worth += self._status(index, side[A_STATUS + index])
            worth += side[A_CONVERT + index] * 25 * worths[GROUPS[index + 1]] * 2
        worth += self.beds(side[A_BEDS]) + side[A_STOCK] * worths["stock_month"] * self.poor
        worth += side[A_SURPLUS] * 1.0 + side[A_PRISONERS] * 0.5
        worth += side[A_IMMIGRATION] * worths["immigration"] * (1 if self.free_beds > 4 else 0.3)
        worth += side[A_GROUP + 1] * 0.6 + side[A_GROUP + 2] * 0.5 - side[A_GROUP + 4] * 0.4
        for one, name, amount in self._tables.once:
            if one == unit:
                worth += self.stock(amount) if name == "stock" else self.dependence()
        return worth

    def _status(self, index: int, levels: float) -> float:
        if not levels:
            return 0.0
        after = _between(self.worths["level"], self.target[index] + 64 * levels)
        return levels * (self.level[index] + after) / 2

    def dependence(self) -> float:
        """Worth of one Terran Dependence fewer."""
        worth: float = self.worths["td"][min(2, self.sight.td)]
        return worth if self.sight.td else worth * 0.3

    # -- cards -----------------------------------------------------------------------------------------------------

    def icons(self, icons: list[int]) -> float:
        """Worth of the three status icons of a card."""
        return sum(step * worth for step, worth in zip(icons, self.icon))

    def app(self, effects: list[list[Any]]) -> float:
        """Worth of the effects that a card has on the Colony."""
        return sum(_APP[effect[0]](self, *effect[1:]) for effect in effects)


def _between(by_band: tuple[float, ...], value: float) -> float:
    """The number of the band that a status value lies in, sliding over to the next one."""
    points = (0, 250, 430, 640)
    if value >= points[3]:
        return by_band[0]
    for index in (2, 1, 0):
        if value >= points[index]:
            share = (value - points[index]) / (points[index + 1] - points[index])
            return by_band[3 - index] + (by_band[2 - index] - by_band[3 - index]) * share
    return by_band[3]


def _fill(needs: Needs, resource: str, units: int) -> float:
    index = RESOURCES.index(resource)
    short = needs.margin[index] < 0 or needs.sight.production[index] < needs.sight.consumption[index]
    return units * (0.35 if short else 0.02)


def _accumulator(needs: Needs, resource: str, units: int) -> float:
    return units * needs.worths["accumulator"] * (2 if needs.margin[RESOURCES.index(resource)] < 1 else 1)


def _convert(needs: Needs, source: str, target: str, count: int) -> float:
    worth = {name: needs.worths[name] if name != "colonists" else 0.0 for name in GROUPS}
    moved = min(count, needs.sight.groups[GROUPS.index(source)])
    made: float = moved * (worth[target] - worth[source])
    return made


_APP = {
    "stock": lambda needs, amount: needs.stock(amount),
    "convert": _convert,
    "invite": lambda needs, group, count: needs.people(GROUPS.index(group), count),
    "expel": lambda needs, group, count: -needs.people(GROUPS.index(group), count),
    "boost": lambda needs, points: points * needs.worths["boost"] * (1 if needs.free_beds > 2 else -0.5),
    "group": lambda needs, group, points: points * 0.03 * (1 if group != "prisoners" else -1),
    "accumulator": _accumulator,
    "fill": _fill,
    "td": lambda needs, markers: -markers * needs.dependence(),
    "riot": lambda needs, _word: needs.worths["riot"] if needs.sight.riot else 0.0,
    "progress": lambda needs, points: needs.queue * points * needs.worths["progress"],
    "catastrophe": lambda needs: -3.0,
    "governor": lambda needs: needs.worths["governor"],
}

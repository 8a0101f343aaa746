"""What the Colony needs, as one bot's sight shows it: the worth of Modules, icons, STOCK, people and Resources.

Theory: the Colony is looked at as it will be when all that is under construction or proposed stands. Each Resource,
beds and status then has a margin, and what widens a thin margin is worth much, what widens a wide one little. The
model's equations are public (docs/colony-model.md); the hidden values are not, so a status is guessed from the word
shown and from what the tiles on the table lead it to.

Rule 1: findings hold for one colony and its proposals; a `Needs` is made anew when the sight shows others. All of it is
public, so what is found for one seat is kept for the others (`sight.key` tells whether it is the same colony).
"""

from typing import Any

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots.cards import compiled, parts_of
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
)

UNIT_OF_LEVEL = model.FULL >> 5  # units of a Resource that one level of a Module at full capacity makes or uses
CONVERTED_IN_TIME = 150  # people by one level of a Module that converts them, in half a year
GUESSED_LOCAL = (190, 205, 175)  # status targets of a planet that is in no list


class Land:
    """What is read of one colony, proposals apart: sums over its Modules, and what does not come from Modules."""

    def __init__(self, sight: Any) -> None:
        tables, percents, tiers = content.get()["tables"], sight.percent, sight.tier
        then = [0] * ATTRIBUTES
        makes, uses, self.queue = [0.0] * 4, [0.0] * 4, 0
        for unit, percent in enumerate(percents):
            if percent:
                for attribute, level in tables.tier1[unit]:
                    then[attribute] += level
                if tiers[unit]:
                    for attribute, level in tables.tier2[unit]:
                        then[attribute] += level
                if percent < 100:
                    self.queue += 1
                    for attribute, level in tables.tier1[unit] + (tables.tier2[unit] if tiers[unit] else ()):
                        if attribute < A_PROD + 4:
                            makes[attribute - A_PROD] -= level * (100 - percent) / 100
                        elif attribute < A_CONS + 4:
                            uses[attribute - A_CONS] -= level * (100 - percent) / 100
        self.then = then
        # What comes from the planet and goes to the people: the flows shown less those of the Modules.
        made, used = sight.production, sight.consumption
        self.local = [
            made[i] - used[i] - UNIT_OF_LEVEL * (then[A_PROD + i] + makes[i] - then[A_CONS + i] - uses[i])
            for i in range(4)
        ]
        self.local[1] -= 1  # more people to come
        planet = content.get()["planet"].get(sight.planet)
        base = [planet["colony"][name] for name in ("h", "s", "t")] if planet else GUESSED_LOCAL
        self.population = sum(sight.groups)
        guarded = max(-80, min(100, (sight.groups[1] * 24 - self.population) / 32)) - min(120, sight.groups[4] / 8)
        presence = (-self.population / 256, guarded, min(60, sight.groups[0] / 128))
        self.status = [base[index] + presence[index] for index in range(3)]


class Tile:
    """One Module's first side, with a part of what its second adds, sorted by how it is judged."""

    def __init__(self, unit: int, worths: dict[str, Any]) -> None:
        tables = content.get()["tables"]
        side = [0.0] * ATTRIBUTES
        for attribute, level in tables.tier1[unit]:
            side[attribute] += level
        for attribute, change in tables.tier2[unit]:
            side[attribute] += change * worths["tier"]
        flows = [UNIT_OF_LEVEL * (side[A_PROD + index] - side[A_CONS + index]) for index in range(4)]
        # (place, change): places 0..3 are flows of Resources in units, 4..6 statuses in levels
        self.changes = [(index, units) for index, units in enumerate(flows) if units]
        self.changes += [(4 + index, side[A_STATUS + index]) for index in range(3) if side[A_STATUS + index]]
        self.endorse, self.kind = content.get()["tile"][unit]["endorse"], content.get()["tile"][unit]["type"]
        self.beds, self.stock, self.immigration = side[A_BEDS], side[A_STOCK], side[A_IMMIGRATION]
        self.once = [(name, amount) for one, name, amount in tables.once if one == unit]
        self.steady = worths["built"] + sum(side[A_ACC : A_ACC + 4]) * worths["accumulator"]
        for index in range(3):
            self.steady += side[A_CONVERT + index] * CONVERTED_IN_TIME * worths[GROUPS[index + 1]]
        self.steady += side[A_SURPLUS] * 1.0 + side[A_PRISONERS] * 0.5
        self.steady += side[A_GROUP + 1] * 0.6 + side[A_GROUP + 2] * 0.5 - side[A_GROUP + 4] * 0.4


_LAND: list[Any] = [None, None]  # the last colony, and its land
_TILES: dict[int, tuple[Any, dict[int, Tile]]] = {}  # by id of the worths, which are kept beside them


def _land_of(sight: Any) -> Land:
    if sight.key is None:
        return Land(sight)
    if _LAND[0] is not sight.key:
        _LAND[:] = [sight.key, Land(sight)]
    return _LAND[1]  # type: ignore[no-any-return]


def _tiles_of(worths: dict[str, Any]) -> dict[int, Tile]:
    found = _TILES.get(id(worths))
    if found is None:
        if len(_TILES) > 16:
            _TILES.clear()
        found = _TILES[id(worths)] = (worths, {unit: Tile(unit, worths) for unit in range(1, 33)})
    return found[1]


class Needs:
    """Margins of the Colony and what changes of them are worth."""

    def __init__(self, sight: Any, worths: dict[str, Any]) -> None:
        self.worths, self.sight = worths, sight
        land = _land_of(sight)
        then = land.then
        proposed = [unit for unit in sight.proposed if unit is not None]
        if proposed:
            tables, then = content.get()["tables"], list(then)
            for unit in proposed:
                for attribute, level in tables.tier1[unit]:
                    then[attribute] += level
        self.queue, self.population = land.queue, land.population
        self.margin = [
            land.local[index] + UNIT_OF_LEVEL * (then[A_PROD + index] - then[A_CONS + index]) for index in range(4)
        ]
        self.target = [64 * then[A_STATUS + index] + land.status[index] for index in range(3)]
        self._now = [self._margin(index, self.margin[index]) for index in range(4)]
        self.level = [_between(worths["level"], value) for value in self.target]
        self.icon = [
            max(worths["icon"][band], 0.4 * _between(worths["icon"], value))
            for band, value in zip(sight.bands, self.target)
        ]
        if sight.riot:
            self.icon = [2.0 * self.icon[0], 2.0 * self.icon[1], self.icon[2]]
        self.free_beds = then[A_BEDS] - self.population / 100 - 1
        self._beds_now = self._beds(self.free_beds)
        self.poor = worths["stock_poor"] if sight.stock < worths["stock_low"] else 1.0
        self._tiles = _tiles_of(worths)
        self._units: dict[int, float] = {}
        self._parts: dict[str, float] | None = None
        self._per_head = [0.0] + [worths[name] for name in GROUPS[1:]]
        self._free: list[tuple[int, float, int, str]] | None = None
        self._changes: dict[tuple[int, float], float] = {}  # worths of `Tile.changes`

    # -- worths ----------------------------------------------------------------------------------------------------

    def _margin(self, index: int, units: float) -> float:
        worths = self.worths
        reserve = worths["reserve"]
        if units < 0:
            return float(units * worths["missing"][index])
        if units < reserve:
            return float(units * worths["thin"])
        return float(reserve * worths["thin"] + (units - reserve) * worths["spare"])

    def beds(self, hundreds: float) -> float:
        """Worth of so many hundred beds more."""
        return self._beds(self.free_beds + hundreds) - self._beds_now

    def _beds(self, free: float) -> float:
        worths = self.worths
        most = worths["free_beds"]
        if free < 0:
            return float(free * worths["bed_missing"])
        return float(min(free, most) * worths["bed_thin"] + max(0.0, free - most) * worths["bed_spare"])

    def stock(self, amount: float) -> float:
        """Worth of STOCK that comes once."""
        return float(amount * self.worths["stock"] * self.poor)

    def people(self, group: int, count: float) -> float:
        """Worth of so many more people in a group."""
        worths = self.worths
        made = count * (worths[GROUPS[group]] if group else 0.0)
        return float(made + count * (worths["people"] if self.free_beds > 0 else -worths["crowding"]))

    def unit(self, unit: int) -> float:
        """Worth of a Module to the whole Colony once it stands."""
        if unit not in self._units:
            self._units[unit] = self._unit(self._tiles[unit])
        return self._units[unit]

    def free_units(self) -> list[tuple[int, float, int, str]]:
        """(unit, worth, endorsements on its tile, type) of all that are neither built nor proposed."""
        if self._free is None:
            percent, proposed, tiles, found = self.sight.percent, self.sight.proposed, self._tiles, []
            for unit in self.sight.pool:
                if not percent[unit] and unit not in proposed:
                    tile = tiles[unit]
                    worth = self._units[unit] = self._unit(tile)
                    found.append((unit, worth, tile.endorse, tile.kind))
            self._free = found
        return self._free

    def _change(self, change: tuple[int, float]) -> float:
        """Worth of one of a tile's changes."""
        index, size = change
        if index < 4:
            worth = self._margin(index, self.margin[index] + size) - self._now[index]
        else:
            after = _between(self.worths["level"], self.target[index - 4] + 64 * size)
            worth = size * (self.level[index - 4] + after) / 2
        self._changes[change] = worth
        return worth

    def _unit(self, tile: Tile) -> float:
        worths, known = self.worths, self._changes
        worth = tile.steady
        for change in tile.changes:
            worth += known[change] if change in known else self._change(change)
        if tile.beds:
            worth += self.beds(tile.beds)
        if tile.stock:
            worth += tile.stock * worths["stock_month"] * self.poor
        if tile.immigration:
            worth += tile.immigration * worths["immigration"] * (1 if self.free_beds > 4 else 0.3)
        for name, amount in tile.once:
            worth += self.stock(amount) if name == "stock" else self.dependence()
        return float(worth)

    def dependence(self) -> float:
        """Worth of one Terran Dependence fewer."""
        worth: float = self.worths["td"][min(2, self.sight.td)]
        return worth if self.sight.td else worth * 0.3

    # -- cards -----------------------------------------------------------------------------------------------------

    def card(self, card: dict[str, Any]) -> float:
        """Worth to the Colony of a Decree or Directive that passes."""
        if self._parts is None:
            self._parts = parts_of(self)
        parts, moved = compiled(card)
        worth, known = 0.0, self._parts
        for name, times in parts:
            worth += known[name] * times
        for source, target, count in moved:
            worth += min(count, self.sight.groups[source]) * (self._per_head[target] - self._per_head[source])
        return worth


def _between(by_band: tuple[float, ...], value: float) -> float:
    """The number of the band that a status value lies in, sliding over to the next one."""
    best, poor, alarming, critical = by_band
    if value >= 640:
        return best
    if value >= 430:
        return poor + (best - poor) * ((value - 430) / 210)
    if value >= 250:
        return alarming + (poor - alarming) * ((value - 250) / 180)
    if value >= 0:
        return critical + (alarming - critical) * (value / 250)
    return critical

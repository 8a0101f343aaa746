"""Profiles and planets in sentences, the same for the command line and for the page."""

from typing import Any

from host.exogen.planets import World, worlds
from host.exogen.profiles import Exogen, Profile
from host.plurals import counted
from shared_rules.beyond_humanity import exogen as rules

State = dict[str, Any]
MODES = {"semi": "Semi-Cooperative", "coop": "Cooperative", "solo": "Solo"}
LEVEL_WORDS = {
    rules.DETECTED: "Detected: only catalogue figures.",
    rules.SURVEYED: "Surveyed: its environment is known.",
    rules.MAPPED: "Mapped: what a Colony would land with is known.",
    rules.INVESTIGATED: "Investigated: pioneers were there, all is known.",
}


def points_words(count: int) -> str:
    """ "1 point", "2 points"."""
    return counted(count, "point")


def direction_words(world: World) -> str:
    """Right ascension and declination as astronomers write them."""
    if world.direction is None:
        return "unknown"
    ascension, declination = world.direction
    minutes = round(ascension * 4)
    arc = round(abs(declination) * 60)
    sign = "+" if declination >= 0 else "\u2212"
    return f"RA {minutes // 60 % 24:02} h {minutes % 60:02} m, Dec {sign}{arc // 60:02}° {arc % 60:02}′"


def measured(world: World) -> list[str]:
    """What the catalogue says of a planet: figures that nobody has to explore."""
    planet, facts = world.planet, world.facts
    told = [
        f"Star: {planet['star']}, {world.distance_ly} light years away.",
        f"Direction: {direction_words(world)}.",
        f"Year: {counted(planet['period_days'], 'day')}.",
    ]
    if facts:
        for name, what in (("radius", "Radius"), ("mass", "Mass"), ("insolation", "Light")):
            if facts[name]:
                told.append(f"{what}: {hundredths(facts[name])} of Earth's.")
    return told


def hundredths(value: int) -> str:
    """138 -> "1.38", 400000 -> "4,000"."""
    return f"{value // 100:,}" if value >= 10000 or value % 100 == 0 else f"{value / 100:.2f}".rstrip("0")


def known(world: World, state: State | None) -> int:
    """The level of knowledge of a planet; without a profile, that of the catalogue."""
    return int(rules.level(state or rules.new(), world.id, world.charted))


def notes(world: World, state: State | None) -> list[str]:
    """What was explored of a planet, and what pioneers have prepared."""
    planet = world.planet
    if state is not None:
        planet = {**rules.offer(state, planet, world.charted), "details": []}
    return list(rules.notes(planet, known(world, state)))


def standing(world: World, state: State) -> str:
    """Whether a planet can be colonised, and if not, why."""
    reach = rules.range_ly(state)
    if rules.available(state, world.planet, world.charted):
        return "Can be colonised." if not world.charted else "Can be colonised: a charted planet, open to everybody."
    if world.distance_ly > rules.sight_ly(state):
        return f"Beyond the telescopes, which see {rules.sight_ly(state)} light years far."
    if world.distance_ly > reach:
        return f"Out of range: ships reach {reach} light years."
    return "In range, but not explored yet."


def card(world: World, state: State | None) -> list[str]:
    """Everything that is known of a planet."""
    lines = [world.name, *measured(world), LEVEL_WORDS[known(world, state)], *notes(world, state)]
    if state is not None:
        lines += [standing(world, state), f"{points_words(state['points'])} left."]
    return lines


def overview(exogen: Exogen) -> list[str]:
    """The profiles of this computer, and the one of this game set in some words."""
    if exogen.bound is None:
        lines = [
            *exogen.troubles,
            f"This game set ({exogen.set_id}) is bound to no Exogen profile: every planet is offered.",
        ]
        way = "Choose one: colony exogen bind NAME" if exogen.profiles else "Make one: colony exogen new NAME"
        return [*lines, *_others(exogen.profiles), way]
    state = exogen.bound.state
    lines = [
        f"{exogen.bound.name}, the profile of this game set ({exogen.set_id})",
        f"Range {rules.range_ly(state)} light years, telescopes {rules.sight_ly(state)}, "
        f"{points_words(state['points'])} for exploring, finished games: {len(state['games'])}.",
    ]
    if state["mission"]:
        what = rules.mission(state["mission"]["mission"])
        where = worlds().get(state["mission"]["planet"])
        name = where.name if where else state["mission"]["planet"]
        lines.append(f"Pioneers prepare {name} ({what['name']}): {what['bonus']} {what['malus']}")
    return lines + _others([one for one in exogen.profiles if one != exogen.bound])


def _others(profiles: list[Profile]) -> list[str]:
    return [f"Also on this computer: {one.name} ({one.id[:8]})" for one in profiles]


def planet_lines(exogen: Exogen, everything: bool) -> list[str]:
    """A line for each planet that the telescopes see."""
    state = exogen.bound.state if exogen.bound else None
    sight = rules.sight_ly(state) if state else 0
    lines = []
    for world in worlds().values():
        if everything or state is None or world.charted or world.distance_ly <= sight:
            word = rules.LEVELS[known(world, state)]
            mark = "*" if state is None or rules.available(state, world.planet, world.charted) else " "
            lines.append(f"{mark} {world.name:<22} {world.distance_ly:>5} ly  {word}")
    return [*lines, "", "* can be colonised"]


def counted_words(exogen: Exogen | None, game_id: str | None) -> str:
    """What a game has brought to the profile of this game set; "" where it did not count."""
    bound = exogen.bound if exogen is not None else None
    for game in bound.state["games"] if bound else ():
        if bound and game["game"] == game_id:
            return (
                f"Exogen: this game brought {bound.name} {game['reach']} reach and {points_words(game['points'])}. "
                f"The range is {rules.range_ly(bound.state):,} light years now."
            )
    return ""


def game_words(game: dict[str, Any]) -> str:
    """A finished game in the history."""
    end = "a Colony lost" if not game["positive"] else "won" if game["won"] else "survived"
    points = f", {game['vp']} VP".replace("-", "\u2212") if game["positive"] else ""
    return f"{MODES[game['mode']]}, {end}{points}: +{game['reach']} reach, +{points_words(game['points'])}"

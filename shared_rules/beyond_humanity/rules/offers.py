"""What the setup of a game can choose from: levels, modes, planets, fleets, scenarios, tutorials, who plays a seat.

Planets, fleets and so on are content of a host (content/box.py). A device knows the charted planets only and takes
everything else from the options as it is.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import changes
from shared_rules.beyond_humanity.table_effects import amount
from shared_rules.beyond_humanity.tables import GROUPS
from shared_rules.beyond_humanity.words import GROUP_LABELS, listing
from shared_rules.compat import MICROPYTHON
from shared_rules.engine.reasons import Refusal

LEVELS = (
    ("companion", "A table with pieces", "The pieces lie on a table. The companion reads tokens, cards and Modules."),
    ("referee", "A table on the screens", "Everything is on the screens: hands, tokens and cards. Bots can take part."),
)
MODES = (
    ("semi", "Semi-Cooperative", "Keep the Colony alive together. The Manager with most Victory Points wins."),
    ("coop", "Cooperative", "All Victory Points are common. The planet says how many are needed."),
    ("solo", "Solo", "One player with nine tokens, and the points of the Cooperative mode."),
)
PLAYERS = (
    ("person", "A person", "Plays on a screen."),
    ("random", "Random bot", "Does anything that is allowed."),
    ("greedy", "Greedy bot", "Takes what looks best at once."),
    ("lookahead", "Look-ahead bot", "Thinks some steps ahead, and takes its time."),
)
NEUTRAL = {
    "id": "neutral",
    "name": "No fleet",
    "text": "The Managers land alone with what the ships carry.",
    "start": {"dec": 2, "cr": 2, "tg": 1},
    "stock": 0,
    "population": [0, 0, 0, 0, 0],
}
CHARTED, OWN = "Charted planets", "Your own planets"
GROUPS_LY = ((20, "Up to 20 light years"), (100, "20 to 100 light years"), (1 << 30, "Beyond 100 light years"))


def _box():
    if MICROPYTHON:
        return {"fleets": [NEUTRAL], "scenarios": [], "tutorials": []}
    from shared_rules.beyond_humanity.content import box

    return box.get()


def fleets():
    """All Auxiliary Fleets, "neutral" first."""
    return _box()["fleets"]


def scenarios(made=None):
    """The scenarios of the box, then those that a setup has beside them."""
    return _box()["scenarios"] + (made["scenarios"] if made else [])


def own_scenarios(given):
    """Scenarios from outside, written as in scenarios.toml; refused if the content's checks find a fault (A4.1-6)."""
    if not given:
        return []
    if MICROPYTHON:
        raise Refusal("unknown_scenario", "Only a computer can read scenarios from a file.")
    from shared_rules.beyond_humanity.content import check_modes

    return check_modes.own_scenarios(given, content.get(), [entry["id"] for entry in _box()["scenarios"]])


def tutorials(level="companion"):
    """The tutorials of a level, with its steps."""
    found = [entry for entry in _box()["tutorials"] if level in entry["levels"]]
    return found if level == "companion" else [dict(entry, steps=entry["screen"]) for entry in found]


def place_words(entry):
    """What a scenario puts in the place of the planet and mode that were chosen before it."""
    mode = next(title for name, title, _ in MODES if name == entry["mode"])
    planet = content.get()["planet"][entry["planet"]]["name"]
    return "It is played on %s in the %s mode, whatever was chosen before." % (planet, mode)


def find(entries, name, what):
    """The entry with that id, or a refusal."""
    for entry in entries:
        if entry["id"] == name:
            return entry
    raise Refusal("unknown_" + what, _UNKNOWN[what])


_UNKNOWN = {
    "fleet": "That Auxiliary Fleet is not in the list.",
    "scenario": "That scenario is not in the list.",
    "tutorial": "That tutorial is not in the list.",
    "planet": "That planet is not in the list.",
}


# -- planets -------------------------------------------------------------------------------------------------------


def planets(made):
    """[(planet, group)] for a setup: the charted ones, then its own, then the catalogue; the nearest of each first.

    With `range` a profile says what is in reach: its planets take the place of the catalogue (BHC-A4.2-2).
    """
    known, more, ranged = content.get(), made["planets"], made["range"]
    charted = [planet["id"] for planet in known["planets"]]
    own = {planet["id"]: planet for planet in more}
    rows = [(0, planet, CHARTED) for planet in known["planets"] if planet["id"] not in own]
    rows += [_own_row(planet, charted, known["planet"]) for planet in own.values()]
    for planet in () if ranged else known["planet"].values():
        if planet["id"] not in charted and planet["id"] not in own:
            rows.append((2, planet, _distance_words(planet)))
    rows.sort(key=lambda row: (row[0], row[1]["distance_ly"], row[1]["id"]))
    return [(planet, group) for _, planet, group in rows]


def _own_row(planet, charted, catalogue):
    """A planet of the options stands where its namesake would; one that the catalogue lacks is somebody's own."""
    if planet["id"] in charted:
        return 0, planet, CHARTED
    return (2, planet, _distance_words(planet)) if planet["id"] in catalogue else (1, planet, OWN)


def _distance_words(planet):
    return next(words for limit, words in GROUPS_LY if planet["distance_ly"] <= limit)


def planet(choice, made):
    """The planet of an id, or the planet itself if one was given with all its figures; refused if it is neither."""
    if isinstance(choice, dict):
        return checked_planet(choice)
    return find([planet for planet, _ in planets(made)], choice, "planet")


_NUMBERS = {"h": 1000, "s": 1000, "t": 1000, "immigration": 200, "hazard": 1024, "stock": 1000}
_TEXTS = {"id": 80, "name": 80, "star": 80, "text": 400}


def checked_planet(given):
    """A planet from outside, with those fields that the game reads; refused if a figure is missing or beyond reason."""
    made = {}
    _require(isinstance(given, dict), "planet")
    for name, most in _TEXTS.items():
        made[name] = given.get(name)
        _require(isinstance(made[name], str) and 0 < len(made[name]) <= most, name)
    for name, least, most in (("distance_ly", 0, 100000), ("period_days", 0, 10000000), ("vp", -150, -1)):
        made[name] = _whole(given, name, least, most)
    for name, most in (("tags", 6), ("details", 12)):
        words = given.get(name, [])
        _require(isinstance(words, (list, tuple)) and len(words) <= most, name)
        _require(all(isinstance(word, str) and len(word) <= 200 for word in words), name)
        made[name] = list(words)
    words = given.get("prepared")  # what pioneers did there: for the screens
    if words is not None:
        _require(isinstance(words, dict) and len(words) <= 8, "prepared")
        _require(all(isinstance(word, (str, int)) and len(str(word)) <= 200 for word in words.values()), "prepared")
        made["prepared"] = dict(words)
    colony = given.get("colony")
    _require(isinstance(colony, dict), "colony")
    made["colony"] = {name: _whole(colony, name, -most, most) for name, most in _NUMBERS.items()}
    made["colony"]["production"] = _row(colony, "production", 4, -12, 12)
    made["colony"]["population"] = _row(colony, "population", 5, 0, 5000)
    return made


def _require(holds, name):
    if not holds:
        raise Refusal("bad_planet", "That is no planet of the game: '%s' is missing or wrong." % name)


def _whole(given, name, least, most):
    value = given.get(name)
    _require(type(value) is int and least <= value <= most, name)
    return value


def _row(given, name, count, least, most):
    values = given.get(name)
    _require(isinstance(values, (list, tuple)) and len(values) == count, name)
    _require(all(type(value) is int and least <= value <= most for value in values), name)
    return list(values)


# -- what a fleet brings -------------------------------------------------------------------------------------------


def given(state, fleet):
    """Cards and currencies that each Manager begins with (BHC-3.1-7 to 3.1-9), a scenario's changes with them."""
    made = {}
    for currency in ("dec", "cr", "tg", "pa", "xp"):
        count = fleet["start"].get(currency, 0) + changes.more(state, "start", currency)
        if count > 0:
            made[currency] = count
    return made


def given_words(start):
    """ "2 Decrees, 2 Credits and 1 Terran Good"."""
    found = [amount(currency, start[currency]) for currency in ("dec", "cr", "tg", "pa", "xp") if currency in start]
    return listing(found) or "nothing"


def fleet_words(fleet):
    """What a fleet changes, as sentences; none for the neutral one."""
    made = []
    if fleet["start"] != NEUTRAL["start"]:
        made.append("Each Manager begins with %s." % given_words(fleet["start"]))
    if fleet["stock"]:
        made.append("%d %s STOCK at the start." % (abs(fleet["stock"]), "more" if fleet["stock"] > 0 else "less"))
    for index in range(len(GROUPS)):
        people = fleet["population"][index]
        if people:
            made.append("%d %s %s." % (abs(people), "more" if people > 0 else "fewer", GROUP_LABELS[index]))
    return made

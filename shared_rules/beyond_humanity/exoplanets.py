"""Planets of the game from measured figures: the one place where nature becomes parameters, in integers.

Figures come as a CSV with the column names of the NASA Exoplanet Archive (its exports can be read as they are, further
columns and lines that begin with "#" are passed over): planet, host star, spectral type, distance in parsec, period in
days, radius and mass in Earth's (a minimum mass where no better is known), insolation in Earth's.

What is missing is taken from what is there: radius = mass^(1/4), gravity = mass / radius^2 or, without a mass, equal to
the radius; insolation from the star's class and the period by Kepler's third law (`_insolation`). All in hundredths.

Rule 1: `derive` is pure and uses no floats, so a planet has the same game on every machine.
Rule 2: the further from Earth's light and weight, the less people and machines stand; the further away, the fewer come.
"""

import csv
import io
from decimal import Decimal, InvalidOperation
from math import isqrt

from shared_rules.engine.reasons import RulesError

COLUMNS = ("pl_name", "hostname", "st_spectype", "sy_dist", "pl_orbper", "pl_rade", "pl_bmasse", "pl_insol")
LY_PER_PARSEC = Decimal("3.26156")
CLASSES = "FGKM"
# By class: luminosity in 1/1000 of the Sun's, mass in 1/100 of the Sun's; middle values of the main sequence.
STARS = {"F": (2500, 130), "G": (900, 97), "K": (300, 75), "M": (12, 25)}
STAR_WORDS = {"F": "a white star", "G": "a yellow star", "K": "an orange star", "M": "a red dwarf"}
RADII = (20, 1200)  # hundredths: what a Colony can be thought of on, and what a table may hold at all
INSOLATION_MOST = 1000000
NUMBER_MOST = 10**10  # above all that was ever measured, in any column
NAME_LONGEST = 60
TAGS = (
    "deep_sky",
    "rocky",
    "lava",
    "hot",
    "ice",
    "cold",
    "flares",
    "heavy",
    "light",
    "tides",
    "storms",
    "dust",
    "far",
)


class PlanetError(RulesError):
    """A line of the table that no planet can be made of: the message names line, planet and column."""


class TableError(PlanetError):
    """The whole table is of no use: it is empty, or lacks columns. Leaving lines out would not help."""


def read_csv(text, faults=None):
    """[facts] of every planet in a CSV; PlanetError names line and column.

    facts: name, star, spectral, distance_ly, period, radius, mass, insolation (hundredths; 0 where not known).
    With a list of `faults` a line of which no planet can be made is passed over, and what is wrong goes in there.
    Of exports with several lines for a planet (column default_flag) the one with flag 1 counts.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    first = next((number for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")), 0)
    if not first:
        raise TableError("the table of planets is empty")
    reader = csv.DictReader(io.StringIO("\n".join(lines[first - 1 :])))
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or [])]
    if missing:
        several = f"columns {', '.join(missing)} are" if len(missing) > 1 else f"column '{missing[0]}' is"
        raise TableError(f"line {first}: {several} missing")
    made, names = [], set()
    for row in _rows(reader):
        named = " ".join((row["pl_name"] or "planet without a name").split())[:NAME_LONGEST]
        where = f"line {first - 1 + reader.line_num}: {named}"
        if row.get("default_flag") == "0":
            continue
        try:
            facts = _facts(where, row)
            if facts["name"] in names:
                raise PlanetError(f"{where}: stands twice")
        except PlanetError as error:
            if faults is None:
                raise
            faults.append(str(error))
            continue
        made.append(facts)
        names.add(facts["name"])
    return made


def _rows(reader):
    try:
        yield from reader
    except csv.Error as error:
        raise PlanetError(f"line {reader.line_num}: {error}") from error


def _facts(where, row):
    for column in ("pl_name", "hostname"):
        if not row[column]:
            raise PlanetError(f"{where}: {column} is empty")
        if len(row[column]) > NAME_LONGEST or not row[column].isprintable():
            raise PlanetError(f"{where}: {column} is no name")
    distance = _number(where, row, "sy_dist", 100, True)
    facts = {
        "name": row["pl_name"],
        "star": row["hostname"],
        "spectral": (row["st_spectype"] or "").strip(),
        "distance_ly": max(1, int(Decimal(distance) * LY_PER_PARSEC + 50) // 100),
        "period": max(1, _number(where, row, "pl_orbper", 100, True)),
        "radius": _number(where, row, "pl_rade", 100),
        "mass": _number(where, row, "pl_bmasse", 100),
        "insolation": _number(where, row, "pl_insol", 100),
    }
    if not facts["radius"] and not facts["mass"]:
        raise PlanetError(f"{where}: needs pl_rade or pl_bmasse")
    if facts["radius"] and not RADII[0] <= facts["radius"] <= RADII[1]:
        raise PlanetError(f"{where}: pl_rade leaves {RADII[0] / 100}..{RADII[1] / 100}")
    return facts


def _number(where, row, column, scale, needed=False):
    word = (row[column] or "").strip()
    if not word and not needed:
        return 0
    try:
        number = Decimal(word)
        if number > NUMBER_MOST:
            raise PlanetError(f"{where}: {column} '{word}' is far too large")
        value = int(number * scale)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise PlanetError(f"{where}: {column} '{word}' is not a number") from error
    if value < 0 or (needed and not value and Decimal(word) <= 0):
        raise PlanetError(f"{where}: {column} must be above zero")
    return value


def _class(facts):
    letter = facts["spectral"][:1].upper()
    return letter if letter in STARS else "K"


def _insolation(facts):
    """Hundredths of Earth's light: luminosity / (M^(2/3) years^(4/3)), by integer cube roots."""
    if facts["insolation"]:
        return min(INSOLATION_MOST, facts["insolation"])
    luminosity, mass = STARS[_class(facts)]
    # a^3 = M * P^2 in units of AU; a in 1/1000 with P in 1/100 days
    cube = mass * 10**9 * facts["period"] ** 2 // (100 * 36525**2)
    axis = max(1, _cube_root(cube))
    return min(INSOLATION_MOST, luminosity * 10**5 // axis**2)


def _cube_root(value):
    low, high = 0, 1 << ((value.bit_length() + 2) // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**3 <= value:
            low = middle
        else:
            high = middle - 1
    return low


def environment(facts):
    """What counts for a game: radius, gravity, light, the strain of climate and weight (0..100), and the tags."""
    radius = facts["radius"] or isqrt(isqrt(facts["mass"] * 10**6))
    gravity = facts["mass"] * 10000 // radius**2 if facts["mass"] and facts["radius"] else radius
    light = _insolation(facts)
    made = {
        "radius": radius,
        "gravity": gravity,
        "light": light,
        "climate": min(100, 100 - light if light < 100 else (light - 100) // 2),
        "weight": min(100, abs(gravity - 100)),
    }
    made["tags"] = _tags(facts, made)
    return made


def _tags(facts, made):
    """At most six of the words that Occurrences ask for; the ground comes first."""
    light, period = made["light"], facts["period"]
    red = _class(facts) == "M"
    tests = (
        ("deep_sky" if made["radius"] >= 180 else "rocky", True),
        ("lava", light >= 1500),
        ("hot", 150 <= light < 1500),
        ("ice", light < 45),
        ("cold", light < 75),
        ("flares", red and period < 1600),
        ("heavy", made["gravity"] > 130),
        ("light", made["gravity"] < 85),
        ("tides", period < 1000),
        ("storms", 75 <= light < 150 and made["radius"] >= 130),
        ("dust", 60 <= light < 400 and made["radius"] < 130),
        ("far", facts["distance_ly"] >= 300),
    )
    return [tag for tag, holds in tests if holds][:6]


def identity(facts):
    """The id of a planet in the game."""
    return facts["name"].lower().replace("'", "").replace(" ", "-")


def derive(facts):
    """A planet of the game (an entry like those of planets.toml) from measured figures.

    Status targets fall with the strain of climate (H most) and weight (T most) from what a mild world gives; hazard
    rises with a restless star and with tides; distance takes immigrants, but ships bring more STOCK.
    """
    made = environment(facts)
    climate, weight, away, tags = made["climate"], made["weight"], facts["distance_ly"], made["tags"]
    restless = "flares" in tags
    return {
        "id": identity(facts),
        "name": facts["name"],
        "star": facts["star"],
        "distance_ly": away,
        "period_days": max(1, (facts["period"] + 50) // 100),
        "tags": tags,
        "text": _text(facts, made),
        "vp": -(50 + climate * 2 // 5 + weight // 5 + min(20, away // 25)),
        "colony": {
            "h": 170 - climate * 2 // 5 - weight // 5,
            "s": 175 - min(25, away // 20) - 10 * restless,
            "t": 190 - weight * 2 // 5 - climate // 5,
            "immigration": 14 - min(14, away // 50),
            "hazard": 18 + climate // 6 + 8 * restless + 4 * ("tides" in tags),
            "stock": 75 + min(15, away // 40),
            "production": _production(made),
            "population": [1500 - min(300, away // 4), 120, 120, 60, 60],
        },
    }


def _production(made):
    """Light gives Power, a mild world Life Support, a deep sky Gas, ice Liquids; each takes elsewhere."""
    light, mild = made["light"], made["climate"] < 30 and made["weight"] < 30
    return [
        2 if light >= 150 else 1 if light >= 90 else 0 if light >= 50 else -1,
        1 if mild else 0,
        1 if made["radius"] >= 150 else -1 if made["gravity"] < 85 else 0,
        2 if light < 45 else 1 if light < 75 else 0 if light < 200 else -1,
    ]


def _text(facts, made):
    size = "A small" if made["radius"] < 90 else "An Earth-sized" if made["radius"] < 125 else "A large"
    if made["radius"] >= 200:
        size = "A huge"
    air = next(word for limit, word in _CLIMATES if made["light"] < limit)
    days = max(1, (facts["period"] + 50) // 100)
    year = "its year lasts a single day" if days == 1 else f"its year lasts {days} days"
    return f"{size}, {air} world of {STAR_WORDS[_class(facts)]}; {year}."


_CLIMATES = (
    (45, "frozen"),
    (75, "cold"),
    (130, "mild"),
    (400, "hot"),
    (1500, "scorched"),
    (INSOLATION_MOST + 1, "molten"),
)

"""Exogen, the astrocartography meta-game beside the board game: profile = fold(log) (BHC-A4.2-1 to A4.2-6).

Theory: finished games earn reach and exploration points. Reach makes the range within which planets can be colonised;
points buy what is known of a planet, step by step, and one pioneer mission, which prepares a planet for its next game.

Rule 1: every figure that an action needs is in the action (a planet's distance, a game's VP), so that a log says the
same when the catalogue or the balance has changed.
Rule 2: a game counts once. Scenarios and tutorials never count (BHC-A4.1-2).
Rule 3: nothing is lost: reach and knowledge only grow, so the planets on offer do too (BHC-A4.2-4).
Rule 4: a mission can be recalled until its game begins. Gear comes home; what pioneers saw stays known and paid.
docs/exogen.md explains the figures.
"""

from math import isqrt

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.words import grouped
from shared_rules.engine.reasons import Refusal

RANGE_LY = 50  # what ships reach before the first game
REACH_SQUARE = 250  # range = RANGE_LY + reach + reach^2 / REACH_SQUARE
SIGHT = 2  # telescopes see this many times as far as ships reach
POINTS_AT_START = 6
LOST_REACH, LOST_POINTS = 4, 2
KEPT_REACH, KEPT_POINTS = 16, 4  # a positive ending
WON_REACH, WON_POINTS = 8, 2  # and the victory of the mode: in co-op and solo more than 0 VP
VP_REACH_MOST, VP_POINTS_MOST = 16, 4
VP_PER_REACH = {"semi": 6, "coop": 5, "solo": 4}  # VP for one more of reach; semi counts the best Manager
REACH_PER_POINT = 4  # of the reach that came from VP
DETECTED, SURVEYED, MAPPED, INVESTIGATED = 0, 1, 2, 3
LEVELS = ("detected", "surveyed", "mapped", "investigated")
NAME_MOST = 40
LY_MOST = 30000

# mission -> gear (points), name, bonus and malus in words, what is added to the planet's figures
MISSIONS = (
    {
        "id": "depot",
        "name": "Supply depot",
        "gear": 3,
        "bonus": "The Colony begins with 10 more STOCK.",
        "malus": "60 fewer Colonists land: they fly the freighters home.",
        "adds": {"stock": 10, "population": [-60, 0, 0, 0, 0]},
    },
    {
        "id": "shelters",
        "name": "Storm shelters",
        "gear": 4,
        "bonus": "Catastrophes are less likely.",
        "malus": "The Colony begins with 6 less STOCK.",
        "adds": {"hazard": -8, "stock": -6},
    },
    {
        "id": "masts",
        "name": "Power masts",
        "gear": 4,
        "bonus": "1 more Power is produced every Round.",
        "malus": "Lines in the open: Catastrophes are a little more likely.",
        "adds": {"production": [1, 0, 0, 0], "hazard": 4},
    },
    {
        "id": "wells",
        "name": "First wells",
        "gear": 3,
        "bonus": "1 more Liquids is produced every Round.",
        "malus": "Mud and noise: fewer Citizens want to come.",
        "adds": {"production": [0, 0, 0, 1], "immigration": -2},
    },
    {
        "id": "heralds",
        "name": "Heralds",
        "gear": 2,
        "bonus": "More Citizens want to come.",
        "malus": "So do troublemakers: Security is a little harder to keep.",
        "adds": {"immigration": 2, "s": -6},
    },
)


def mission(kind):
    """The mission of that id. Raises Refusal."""
    for one in MISSIONS:
        if one["id"] == kind:
            return one
    raise Refusal("unknown_mission", "There is no pioneer mission of that kind.")


# -- the profile -----------------------------------------------------------------------------------------------------


def new():
    """A profile before its first entry."""
    return {
        "name": "",
        "reach": 0,
        "points": POINTS_AT_START,
        "games": [],
        "known": {},
        "mission": None,
        "missions": 0,
        "landed": [],
    }


def fold(actions):
    """The profile after a log."""
    state = new()
    for action in actions:
        state = apply(state, action)
    return state


def apply(state, action):
    """The profile after one action; the one before is left as it is. Raises Refusal."""
    kind = action.get("kind") if isinstance(action, dict) else None
    if not isinstance(kind, str) or kind not in _DO:
        raise Refusal("bad_entry", "A profile knows no entry of that kind.")
    do, fields = _DO[kind]
    if set(action) != set(fields) | {"kind"}:
        raise Refusal("bad_entry", "An entry '%s' of a profile has other fields." % kind)
    for name in fields:
        _check(kind, name, action[name])
    if not state["name"] and kind != "name":
        raise Refusal("no_name", "A profile begins with its name.")
    return do(dict(state), action)


def _check(kind, name, value):
    """Texts are short, numbers are whole and have limits: a log may come from anywhere."""
    if name in ("positive", "won", "charted"):
        good = isinstance(value, bool)
    elif name in _LIMITS:
        least, most = _LIMITS[name]
        good = type(value) is int and least <= value <= most
    else:
        good = isinstance(value, str) and 0 < len(value) <= 80
    if not good:
        raise Refusal("bad_entry", "The field '%s' of an entry '%s' is not as it should be." % (name, kind))


_LIMITS = {"distance_ly": (1, LY_MOST), "vp": (-9999, 9999)}


def range_ly(state):
    """How far ships go, in light years."""
    reach = state["reach"]
    return RANGE_LY + reach + reach * reach // REACH_SQUARE


def sight_ly(state):
    """How far telescopes see."""
    return SIGHT * range_ly(state)


def level(state, planet, charted=False):
    """What is known of a planet, 0..3; charted ones are mapped from the beginning."""
    return max(MAPPED if charted else DETECTED, state["known"].get(planet, DETECTED))


def earnings(facts):
    """(reach, points) of a finished game: {"mode", "positive", "won", "vp"}."""
    if not facts["positive"]:
        return LOST_REACH, LOST_POINTS
    won = 1 if facts["won"] else 0
    extra = min(VP_REACH_MOST, max(0, facts["vp"]) // VP_PER_REACH[facts["mode"]])
    reach = KEPT_REACH + WON_REACH * won + extra
    return reach, KEPT_POINTS + WON_POINTS * won + min(VP_POINTS_MOST, extra // REACH_PER_POINT)


def step_cost(distance_ly, to):
    """Points for the step of knowledge that leads to level `to`: far planets cost more, and so does detail."""
    return to + min(6, isqrt(distance_ly) // 8)


def study_cost(state, planet, distance_ly, charted=False):
    """Points that pioneers need for everything that is not known yet."""
    return sum([step_cost(distance_ly, to) for to in range(level(state, planet, charted) + 1, INVESTIGATED + 1)])


# -- entries ---------------------------------------------------------------------------------------------------------


def _name(state, action):
    name = action["name"].strip()
    if not name or len(name) > NAME_MOST or not name.isprintable():
        raise Refusal("bad_name", "A profile's name has 1 to %d letters." % NAME_MOST)
    state["name"] = name
    return state


def _game(state, action):
    if action["mode"] not in VP_PER_REACH:
        raise Refusal("bad_entry", "There is no mode of that name.")
    if action["game"] in [game["game"] for game in state["games"]]:
        raise Refusal("counted_already", "This game has counted already: each counts once.")
    reach, points = earnings(action)
    kept = {name: action[name] for name in ("game", "mode", "positive", "won", "vp", "planet", "title")}
    state["games"] = state["games"] + [dict(kept, reach=reach, points=points)]
    state["reach"] += reach
    state["points"] += points
    return state


def _explore(state, action):
    planet, away = action["planet"], action["distance_ly"]
    if away > sight_ly(state):
        raise Refusal(
            "out_of_sight", "Telescopes see %d light years far; this planet is %d away." % (sight_ly(state), away)
        )
    to = level(state, planet, action["charted"]) + 1
    if to > MAPPED:
        raise Refusal("mapped_already", "From afar there is no more to learn. Pioneers can tell the rest.")
    state = _pay(state, step_cost(away, to))
    state["known"] = dict(state["known"])
    state["known"][planet] = to
    return state


def _pioneer(state, action):
    planet, away, charted = action["planet"], action["distance_ly"], action["charted"]
    gear = mission(action["mission"])["gear"]
    if state["mission"]:
        raise Refusal("under_way", "A pioneer mission is under way already. Recall it first, or play its game.")
    if level(state, planet, charted) < SURVEYED:
        raise Refusal("not_explored", "Explore the planet before pioneers are sent there.")
    if away > range_ly(state):
        raise Refusal("out_of_range", "Ships reach %d light years; this planet is %d away." % (range_ly(state), away))
    state = _pay(state, gear + study_cost(state, planet, away, charted))
    state["known"] = dict(state["known"])
    state["known"][planet] = INVESTIGATED
    state["missions"] += 1
    state["mission"] = {"number": state["missions"], "planet": planet, "mission": action["mission"], "gear": gear}
    return state


def _recall(state, _action):
    if not state["mission"]:
        raise Refusal("no_mission", "No pioneer mission is under way.")
    state["points"] += state["mission"]["gear"]
    state["mission"] = None
    return state


def _land(state, action):
    under_way = state["mission"]
    if not under_way or under_way["planet"] != action["planet"]:
        raise Refusal("no_mission", "No pioneer mission prepares this planet.")
    state["landed"] = state["landed"] + [dict(under_way, game=action["game"])]
    state["mission"] = None
    return state


def _pay(state, cost):
    if cost > state["points"]:
        raise Refusal("too_dear", "This costs %d exploration points; there are %d." % (cost, state["points"]))
    state["points"] -= cost
    return state


_DO = {
    "name": (_name, ("name",)),
    "game": (_game, ("game", "mode", "positive", "won", "vp", "planet", "title")),
    "explore": (_explore, ("planet", "distance_ly", "charted")),
    "pioneer": (_pioneer, ("planet", "distance_ly", "charted", "mission")),
    "recall": (_recall, ()),
    "land": (_land, ("planet", "game")),
}


# -- planets ---------------------------------------------------------------------------------------------------------


def available(state, planet, charted):
    """Whether a planet can be colonised: charted ones always, others when they are explored and in range."""
    known = level(state, planet["id"], charted) >= SURVEYED
    return charted or (known and planet["distance_ly"] <= range_ly(state))


def prepared(planet, kind):
    """A planet as pioneers left it: other figures, and `prepared` in words."""
    what = mission(kind)
    colony = dict(planet["colony"])
    for name, more in what["adds"].items():
        if isinstance(more, list):
            colony[name] = [have + add for have, add in zip(colony[name], more)]
        else:
            colony[name] = colony[name] + more
    words = {"mission": kind, "name": what["name"], "bonus": what["bonus"], "malus": what["malus"]}
    return dict(planet, colony=colony, prepared=words)


def offered(state, charted, catalogue):
    """Planets for the setup, charted ones first; only investigated ones say their parameters (`details`)."""
    found = [(planet, True) for planet in charted] + [(planet, False) for planet in catalogue]
    return [offer(state, planet, known) for planet, known in found if available(state, planet, known)]


def offer(state, planet, charted):
    """One planet as it is offered: prepared where pioneers wait, with its parameters once it was investigated."""
    under_way = state["mission"]
    if under_way and under_way["planet"] == planet["id"]:
        planet = prepared(planet, under_way["mission"])
        planet["prepared"]["number"] = under_way["number"]
    known = level(state, planet["id"], charted)
    return dict(planet, details=notes(planet, known)[1:] if known == INVESTIGATED else [])  # the VP are told anyway


RESOURCES = ("Power", "Life Support", "Gas", "Liquids")
GROUPS = ("Colonists", "SecForce", "Scientists", "Marines", "Prisoners")
GROUND = {
    "deep_sky": "a deep sky without solid ground", "rocky": "rock", "lava": "lava", "hot": "heat", "ice": "ice",
    "cold": "cold", "flares": "a star that flares", "heavy": "heavy gravity", "light": "light gravity",
    "tides": "strong tides", "storms": "storms", "dust": "dust", "far": "months of travel",
}  # fmt: skip
# figure -> (name, word for the upper third of all planets, for the middle one, for the lower one): how a figure that
# players never see is told
SCALES = (
    ("h", "Happiness", ("easy to keep", "takes some care", "hard to keep")),
    ("s", "Security", ("easy to keep", "takes some care", "hard to keep")),
    ("t", "Technical", ("easy to keep", "takes some care", "hard to keep")),
    ("immigration", "Immigration", ("many want to come", "some want to come", "few want to come")),
    ("hazard", "Catastrophes", ("likely", "possible", "rare")),
)
_THIRDS = {}


def thirds(key):
    """From which value on a planet is in the upper third of all, and in the middle one."""
    if key not in _THIRDS:
        values = sorted([planet["colony"][key] for planet in content.get()["planet"].values()])
        _THIRDS[key] = (values[len(values) * 2 // 3], values[len(values) // 3])
    return _THIRDS[key]


def notes(planet, known):
    """Sentences on what is known of a planet at a level, in words and figures that players may see."""
    told = []
    if known >= SURVEYED:
        told.append("VP modifier in co-op and solo: \u2212%d." % -planet["vp"])
        told.append("Environment: %s." % ", ".join([GROUND.get(tag, tag) for tag in planet["tags"]]))
    if known >= MAPPED:
        told += _mapped(planet["colony"])
    if known >= INVESTIGATED:
        words = ["%s: %s." % (name, _word(planet, key, words)) for key, name, words in SCALES]
        told += [" ".join(words[:3]), " ".join(words[3:])]
    if "prepared" in planet:
        words = planet["prepared"]
        told.append("Pioneers (%s): %s %s" % (words["name"], words["bonus"], words["malus"]))
    return told


def _mapped(colony):
    flows = ["%s %s%d" % (name, "+" if more > 0 else "\u2212", abs(more))
             for name, more in zip(RESOURCES, colony["production"]) if more]  # fmt: skip
    people = ", ".join(["%s %s" % (grouped(count), name) for name, count in zip(GROUPS, colony["population"])])
    return [
        "Landing with %d STOCK: %s." % (colony["stock"], people),
        "Every Round: %s." % ", ".join(flows) if flows else "No Resource is richer or poorer than elsewhere.",
    ]


def _word(planet, key, words):
    value, (upper, middle) = planet["colony"][key], thirds(key)
    return words[0] if value >= upper else words[1] if value >= middle else words[2]

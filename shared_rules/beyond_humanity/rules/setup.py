"""Setup, step by step or in one go: level, mode, ARC, Managers, seats, planet, extras, begin (BHC-3.3-1).

Rule 1: every step is an action {"kind": "setup", field: value}; dialog answers and Manager tokens become one.
Rule 2: with options that fill every step the game begins at once.
Rule 3: fleets, scenarios and tutorials are extras: who presses straight through is never asked about them.
Rule 4: a scenario brings its mode and planet, a tutorial its Managers too; another choice of these takes it back.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import building, offers, start
from shared_rules.engine import chance as chances
from shared_rules.engine.reasons import Refusal

SEATS_LEAST, SEATS_MOST = 2, 5
PAGES = ("extras", "story", "rules")
NONE = "none"  # no scenario, no tutorial


def new(options, chance):
    """The state before the first step; docs/views.md says what `options` may hold."""
    state = {
        "stage": "setup",
        "chance": chance,
        "setup": {
            "level": None, "mode": None, "arc": False, "managers": [], "closed": False, "seats": {}, "seated": False,
            "planet": None, "world": None, "fleet": "neutral", "scenario": None, "tutorial": None, "page": "",
            "planets": [offers.checked_planet(one) for one in _listed(options, "planets")],
            "scenarios": offers.own_scenarios(options.get("scenarios")),
            "range": options.get("exogen") is True,
            "played": [name for name in _listed(options, "played") if isinstance(name, str)],
        },
        "table": {"units": [], "edges": [], "seen": []},
        "events": [],
        "notice": None,
        "asked": None,
    }  # fmt: skip
    for field, value in _given(options):
        state = choose(state, value if field == "player" else {field: value})
    state["setup"]["page"] = ""
    if options.get("begin", True) is True and step(state) == "begin":
        state = choose(state, {"begin": True})
    return state


def _listed(options, name):
    """A list among the options; they may come from a file of others."""
    value = options.get(name)
    if value is not None and not isinstance(value, (list, tuple)):
        raise Refusal("bad_setup", "That is no answer to this step of the setup.")
    return value or ()


def _given(options):
    """(field, value) of the steps that the options answer, in the order of the setup."""
    made = []
    ready = "mode" in options or "scenario" in options or "tutorial" in options
    level = options.get("level", "companion" if ready else None)
    if level is not None:
        made.append(("level", level))
    if options.get("mode"):
        made.append(("mode", options["mode"]))
    if ready or "arc" in options:
        made.append(("arc", bool(options.get("arc", True))))
    made += [("manager", number) for number in _listed(options, "managers")]
    if options.get("planet"):
        made.append(("planet", options["planet"]))
    made += [(name, options[name]) for name in ("fleet", "scenario", "tutorial") if options.get(name)]
    if options.get("managers"):
        made.append(("closed", True))
    seats = options.get("seats") or {}
    if not isinstance(seats, dict):
        raise Refusal("unknown_player", "Each seat is played by a person or by a bot of the list.")
    made += [("player", {"seat": seat, "player": seats[seat]}) for seat in sorted(seats)]
    if seats or options.get("managers") or options.get("mode") == "solo":
        made.append(("seated", True))
    return made


def steps(state):
    """All steps of this setup in order; pages only while they are open."""
    made = state["setup"]
    found = ["level", "mode"]
    found += ["arc"] if made["level"] != "referee" else []
    found += ["managers"] if made["mode"] != "solo" else []
    found += ["seats"] if made["level"] == "referee" else []
    return found + ["planet"] + ([made["page"]] if made["page"] else []) + ["begin"]


def step(state):
    """The step that waits for an answer."""
    made = state["setup"]
    done = {
        "level": made["level"] is not None,
        "mode": made["mode"] is not None,
        "arc": made["arc"],
        "managers": made["closed"],
        "seats": made["seated"],
        "planet": made["planet"] is not None,
    }
    for name in steps(state):
        if not done.get(name, False):
            return name
    return "begin"


def seats_of(made):
    """How many seats there are."""
    return 1 if made["mode"] == "solo" else len(made["managers"])


def players(made):
    """Who plays each seat, as shown and as kept: {"0": "person"}."""
    return {str(seat): made["seats"].get(str(seat), "person") for seat in range(seats_of(made))}


def choose(state, fields):
    """One setup step: exactly one field of `_KINDS`; `player` comes with its `seat`."""
    name = "player" if "player" in fields else next(iter(fields), None)
    if len(fields) != (2 if name == "player" else 1):
        raise Refusal("bad_setup", "One step of the setup at a time, please.")
    if name not in _KINDS:
        raise Refusal("bad_setup", "The setup has no step of that name.")
    value = fields if name == "player" else fields[name]
    if not isinstance(value, _KINDS[name]) or (isinstance(value, bool) != (_KINDS[name] == (bool,))):
        raise Refusal("bad_setup", "That is no answer to this step of the setup.")
    if name == "begin":
        return _begin(state)
    made = dict(state["setup"])
    made["managers"], made["seats"] = list(made["managers"]), dict(made["seats"])
    words = _DO[name](made, value)  # what the list of events says, if anything
    state = dict(state, setup=made)
    if words:
        state["events"] = state["events"] + [{"round": 0, "text": words, "tone": "info"}]
    return building.level_chosen(state) if name == "level" else state


def _level(made, value):
    names = {name: title for name, title, _ in offers.LEVELS}
    if value not in names:
        raise Refusal("unknown_level", "A game is played at companion level or at referee level.")
    if made["tutorial"] and made["tutorial"] not in [one["id"] for one in offers.tutorials(value)]:
        made["tutorial"] = None
    made["level"] = value
    return "Level: " + names[value]


def _mode(made, value):
    names = {name: title for name, title, _ in offers.MODES}
    if value not in names:
        raise Refusal("unknown_mode", "That mode is not in the list.")
    made["mode"] = value
    _keep_together(made)
    return "Mode: " + names[value]


def _arc(made, value):
    made["arc"] = value
    return "The ARC is connected." if value else "The ARC is not connected."


def _manager(made, number):
    name = _name(number)
    if number in made["managers"]:
        raise Refusal("joined_already", "%s is in the game already." % name)
    if len(made["managers"]) == SEATS_MOST:
        raise Refusal("table_full", "At most five Managers play.")
    made["managers"].append(number)
    made["closed"] = False
    _keep_together(made)
    return "Registered: " + name


def _leave(made, number):
    if number not in made["managers"]:
        raise Refusal("not_joined", "%s is not in the game." % _name(number))
    gone = made["managers"].index(number)
    left = [player for seat, player in sorted(players(made).items()) if seat != str(gone)]
    made["managers"].remove(number)
    made["seats"] = {str(seat): player for seat, player in enumerate(left) if player != "person"}
    made["closed"] = False
    _keep_together(made)
    return "Left the game: " + _name(number)


def _closed(made, value):
    if value and len(made["managers"]) < SEATS_LEAST:
        raise Refusal("too_few", "At least two Managers play.")
    made["closed"] = value
    return "%d Managers play." % len(made["managers"]) if value else "More Managers may join."


def _player(made, fields):
    seat, player = str(fields.get("seat")), fields["player"]
    names = {name: title for name, title, _ in offers.PLAYERS}
    if player not in names:
        raise Refusal("unknown_player", "Each seat is played by a person or by a bot of the list.")
    if made["level"] != "referee" and player != "person":
        raise Refusal("no_bots", "At a table with pieces only persons play: a bot can not move them.")
    if seat not in players(made):
        raise Refusal("unknown_seat", "Nobody sits there.")
    made["seats"][seat] = player
    who = "The Director" if made["mode"] == "solo" else _name(made["managers"][int(seat)])
    return "%s: %s" % (who, names[player])


def _seated(made, value):
    made["seated"] = value


def _planet(made, value):
    world = offers.planet(value, made)
    made["planet"], made["world"] = world["id"], world
    made["seated"] = True
    _keep_together(made)
    return "Planet: " + world["name"]


def _fleet(made, value):
    fleet = offers.find(offers.fleets(), value, "fleet")
    made["fleet"] = fleet["id"]
    return "Fleet: " + fleet["name"]


def _scenario(made, value):
    made["scenario"], made["page"] = None, ""
    if value == NONE:
        return None
    scenario = offers.find(offers.scenarios(made), value, "scenario")
    _place(made, scenario)
    made["scenario"], made["tutorial"], made["page"] = value, None, "story"
    return "Scenario: " + scenario["name"]


def _tutorial(made, value):
    made["tutorial"], made["page"] = None, ""
    if value == NONE:
        return None
    tutorial = offers.find(offers.tutorials(made["level"] or "companion"), value, "tutorial")
    _place(made, tutorial)
    made["managers"], made["closed"], made["seats"] = list(tutorial["managers"]), True, {}
    made["scenario"], made["tutorial"], made["fleet"], made["seated"] = None, value, "neutral", True
    return "Tutorial: " + tutorial["name"]


def _place(made, entry):
    """The mode and planet that a scenario or tutorial brings."""
    made["mode"] = entry["mode"]
    made["world"] = content.get()["planet"][entry["planet"]]  # in range or not: a story has its own rules
    made["planet"] = entry["planet"]


def _keep_together(made):
    """A scenario or tutorial whose place was changed is off."""
    scenario = [one for one in offers.scenarios(made) if one["id"] == made["scenario"]] if made["scenario"] else []
    tutorial = [one for one in offers.tutorials() if one["id"] == made["tutorial"]] if made["tutorial"] else []
    for entry in scenario + tutorial:
        if [entry["mode"], entry["planet"]] != [made["mode"], made["planet"]]:
            made["scenario"], made["tutorial"], made["page"] = None, None, ""
    for entry in tutorial:
        if list(entry["managers"]) != made["managers"]:
            made["tutorial"] = None


def _page(made, value):
    if value not in PAGES and value != "":
        raise Refusal("bad_setup", "The setup has no step of that name.")
    if value in ("story", "rules") and not made["scenario"]:
        raise Refusal("bad_setup", "First choose a scenario.")
    made["page"] = value


_DO = {
    "level": _level,
    "mode": _mode,
    "arc": _arc,
    "manager": _manager,
    "leave": _leave,
    "closed": _closed,
    "player": _player,
    "seated": _seated,
    "planet": _planet,
    "fleet": _fleet,
    "scenario": _scenario,
    "tutorial": _tutorial,
    "page": _page,
}
_KINDS = {
    "level": (str,), "mode": (str,), "arc": (bool,), "manager": (int,), "leave": (int,), "closed": (bool,),
    "player": (dict,), "seated": (bool,), "planet": (str, dict), "fleet": (str,), "scenario": (str,),
    "tutorial": (str,), "page": (str,), "begin": (bool,),
}  # fmt: skip


def _name(number):
    managers = content.get()["manager"]
    if number not in managers:
        raise Refusal("unknown_manager", "There is no Manager with that number.")
    return managers[number]["name"]


def _begin(state):
    at = step(dict(state, setup=dict(state["setup"], page="")))
    if at != "begin":
        raise Refusal("setup_open", MISSING[at])
    made = state["setup"]
    state = dict(state, seats=players(made) if made["level"] == "referee" else None, scenario=None, guide=None)
    if made["scenario"]:
        entry = offers.find(offers.scenarios(made), made["scenario"], "scenario")
        names = ("id", "name", "difficulty", "story", "words", "rules", "progress")
        state["scenario"] = {name: entry[name] for name in names}
    if made["tutorial"]:
        entry = offers.find(offers.tutorials(made["level"]), made["tutorial"], "tutorial")
        state["guide"] = {"id": entry["id"], "name": entry["name"], "at": 0, "steps": entry["steps"]}
        state["chance"] = chances.seeded(entry["seed"])
    return start.play(state, offers.find(offers.fleets(), made["fleet"], "fleet"))


MISSING = {
    "level": "First choose how you play: with pieces on a table, or on the screens.",
    "mode": "First choose the mode.",
    "arc": "First connect the ARC: without it the game can only be looked at.",
    "managers": "First register all Managers, then close the list.",
    "seats": "First say who plays each Manager.",
    "planet": "First choose a planet.",
}


def tap(state, piece):
    """A token on the ARC during setup: a Manager joins; the Governor's token takes the last one back."""
    kind, _, number = piece.partition("/")
    at = step(state)
    if at in ("level", "mode", "arc"):
        raise Refusal("setup_order", MISSING[at])
    if kind == "manager":
        if state["setup"]["mode"] == "solo":
            raise Refusal("setup_solo", "A solo game needs no Manager: lay all nine tokens on the solo board.")
        return choose(state, {"manager": int(number)})
    if kind == "governor":
        if not state["setup"]["managers"]:
            raise Refusal("nothing_to_undo", "Nobody has registered yet.")
        return choose(state, {"leave": state["setup"]["managers"][-1]})
    raise Refusal("setup_only", "The game has not begun: only Manager tokens register now.")

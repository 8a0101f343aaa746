"""Setup, step by step or in one go: mode, ARC, Managers, planet, begin (BHC-3.3-1).

Rule 1: every step is an action {"kind": "setup", field: value}; dialog answers and Manager tokens become one.
Rule 2: with options that fill every step the game begins at once.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import start
from shared_rules.engine.reasons import Refusal

MODES = (("semi", "Semi-Cooperative"), ("coop", "Cooperative"))
STEPS = ("mode", "arc", "managers", "planet", "begin")
SEATS_LEAST, SEATS_MOST = 2, 5


def new(options, chance):
    """The state before the first step; options: mode, arc (default true), managers (numbers in seat order), planet."""
    state = {
        "stage": "setup",
        "chance": chance,
        "setup": {"mode": None, "arc": False, "managers": [], "planet": None, "closed": False},
        "table": {"units": [], "edges": [], "seen": []},
        "events": [],
        "notice": None,
        "asked": None,
    }
    if "mode" in options:
        state = choose(state, {"mode": options["mode"]})
    if "mode" in options or "arc" in options:
        state = choose(state, {"arc": bool(options.get("arc", True))})
    for number in options.get("managers", ()):
        state = choose(state, {"manager": number})
    if options.get("managers"):
        state = choose(state, {"closed": True})
    if options.get("planet"):
        state = choose(state, {"planet": options["planet"]})
    if step(state) == "begin":
        state = choose(state, {"begin": True})
    return state


def step(state):
    """The step that waits for an answer."""
    made = state["setup"]
    if made["mode"] is None:
        return "mode"
    if not made["arc"]:
        return "arc"
    if not made["closed"]:
        return "managers"
    return "planet" if made["planet"] is None else "begin"


def choose(state, fields):
    """One setup step: exactly one of mode, arc, manager, leave, closed, planet, begin."""
    if len(fields) != 1:
        raise Refusal("bad_setup", "One step of the setup at a time, please.")
    name = next(iter(fields))
    if name not in _DO:
        raise Refusal("bad_setup", "The setup has no step of that name.")
    if not isinstance(fields[name], _KINDS[name]) or (isinstance(fields[name], bool) != (_KINDS[name] is bool)):
        raise Refusal("bad_setup", "That is no answer to this step of the setup.")
    made = dict(state["setup"])
    made["managers"] = list(made["managers"])
    if name == "begin":
        return _begin(state)
    words = _DO[name](made, fields[name])
    state = dict(state)
    state["setup"] = made
    state["events"] = state["events"] + [{"round": 0, "text": words, "tone": "info"}]
    return state


def _mode(made, value):
    names = dict(MODES)
    if value not in names:
        raise Refusal("unknown_mode", "That mode cannot be played yet. Choose Semi-Cooperative or Cooperative.")
    made["mode"] = value
    return "Mode: " + names[value]


def _arc(made, value):
    made["arc"] = bool(value)
    return "The ARC is connected." if value else "The ARC is not connected."


def _manager(made, number):
    name = _name(number)
    if number in made["managers"]:
        raise Refusal("joined_already", "%s is in the game already." % name)
    if len(made["managers"]) == SEATS_MOST:
        raise Refusal("table_full", "At most five Managers play.")
    made["managers"].append(number)
    made["closed"] = False
    return "Registered: " + name


def _leave(made, number):
    if number not in made["managers"]:
        raise Refusal("not_joined", "%s is not in the game." % _name(number))
    made["managers"].remove(number)
    made["closed"] = False
    return "Left the game: " + _name(number)


def _closed(made, value):
    if value and len(made["managers"]) < SEATS_LEAST:
        raise Refusal("too_few", "At least two Managers play.")
    made["closed"] = bool(value)
    return "%d Managers play." % len(made["managers"]) if value else "More Managers may join."


def _planet(made, value):
    planets = content.get()["planet"]
    if value not in planets:
        raise Refusal("unknown_planet", "That planet is not in the list.")
    made["planet"] = value
    return "Planet: " + planets[value]["name"]


_DO = {
    "mode": _mode,
    "arc": _arc,
    "manager": _manager,
    "leave": _leave,
    "closed": _closed,
    "planet": _planet,
    "begin": None,
}


_KINDS = {"mode": str, "arc": bool, "manager": int, "leave": int, "closed": bool, "planet": str, "begin": bool}


def _name(number):
    managers = content.get()["manager"]
    if number not in managers:
        raise Refusal("unknown_manager", "There is no Manager with that number.")
    return managers[number]["name"]


def _begin(state):
    at = step(state)
    if at != "begin":
        raise Refusal("setup_open", _MISSING[at])
    return start.play(state)


_MISSING = {
    "mode": "First choose the mode.",
    "arc": "First connect the ARC: without it the game can only be looked at.",
    "managers": "First register all Managers, then close the list.",
    "planet": "First choose a planet.",
}


# -- dialog --------------------------------------------------------------------------------------------------------


def tap(state, piece):
    """A token on the ARC during setup: a Manager joins; the Governor's token takes the last one back."""
    kind, _, number = piece.partition("/")
    if step(state) not in ("managers", "planet", "begin"):
        raise Refusal("setup_order", _MISSING[step(state)])
    if kind == "manager":
        return choose(state, {"manager": int(number)})
    if kind == "governor":
        if not state["setup"]["managers"]:
            raise Refusal("nothing_to_undo", "Nobody has registered yet.")
        return choose(state, {"leave": state["setup"]["managers"][-1]})
    raise Refusal("setup_only", "The game has not begun: only Manager tokens register now.")


def answer(state, choice):
    """The press of one button of the setup dialog: the same steps by name."""
    at = step(state)
    if at == "mode":
        return choose(state, {"mode": choice})
    if at == "arc":
        return choose(state, {"arc": True})
    if at == "managers":
        return choose(state, {"closed": True}) if choice == "done" else choose(state, {"manager": _number(choice)})
    if at == "planet":
        return choose(state, {"closed": False}) if choice == "back" else choose(state, {"planet": choice})
    if choice == "back":
        made = dict(state["setup"])
        made["planet"] = None
        return dict(state, setup=made)
    if choice != "begin":
        raise Refusal("unknown_choice", "That choice is not offered.")
    return choose(state, {"begin": True})


def _number(choice):
    kind, _, number = str(choice).partition("/")
    if kind != "manager" or not number.isdigit():
        raise Refusal("unknown_choice", "That choice is not offered.")
    return int(number)


def dialog(state):
    """The generic dialog of the step that waits."""
    at = step(state)
    title, text, choices = _DIALOGS[at](state)
    return {
        "id": "setup_" + at,
        "title": title,
        "text": text,
        "choices": [{"choice": choice, "label": label, "style": style} for choice, label, style in choices],
    }


def _ask_mode(_state):
    return "Mode", "How do you want to play?", [(key, label, "primary") for key, label in MODES]


def _ask_arc(_state):
    return (
        "ARC",
        "Connect the ARC and wait until its light is white.",
        [("connected", "The ARC is connected", "primary")],
    )


def _ask_managers(state):
    joined = state["setup"]["managers"]
    managers = content.get()["managers"]
    choices = [("manager/%d" % m["number"], m["name"], "plain") for m in managers if m["number"] not in joined]
    if len(joined) == SEATS_MOST:
        choices = []
    if len(joined) >= SEATS_LEAST:
        choices.append(("done", "Everybody is here", "primary"))
    text = "Clockwise from any seat, each player lays their Manager token on the ARC. Registered: %d." % len(joined)
    return "Managers", text, choices


def _ask_planet(state):
    coop = state["setup"]["mode"] == "coop"
    choices = []
    for planet in content.get()["planets"]:
        label = planet["name"] + (" (more than %d VP needed)" % -planet["vp"] if coop else "")
        choices.append((planet["id"], label, "plain"))
    return "Planet", "Which planet do you colonise?", choices + [("back", "Back to the Managers", "quiet")]


def _ask_begin(state):
    made = state["setup"]
    planet = content.get()["planet"][made["planet"]]
    text = "%d Managers on %s." % (len(made["managers"]), planet["name"])
    return "Ready", text, [("begin", "Begin Round 1", "primary"), ("back", "Another planet", "quiet")]


_DIALOGS = {"mode": _ask_mode, "arc": _ask_arc, "managers": _ask_managers, "planet": _ask_planet, "begin": _ask_begin}

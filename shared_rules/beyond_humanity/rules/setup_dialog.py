"""The questions of the setup as generic dialogs, and what their buttons do (docs/views.md lists the choices)."""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import offers, setup
from shared_rules.engine.reasons import Refusal

FIRST = ("greedy", "lookahead", "random", "person")  # in which order players are offered for a seat


def dialog(state):
    """The question of the step that waits: {"id", "title", "text", "choices"}."""
    at = setup.step(state)
    title, text, choices = _ASK[at](state)
    return {
        "id": "setup_" + at,
        "title": title,
        "text": text,
        "choices": [{"choice": choice, "label": label, "style": style} for choice, label, style in choices],
    }


def answer(state, choice):
    """The press of one button: the same steps by name."""
    if not isinstance(choice, str):
        raise Refusal("unknown_choice", "That choice is not offered.")
    return _ANSWER[setup.step(state)](state, choice)


def _set(state, **fields):
    return setup.choose(state, fields)


def _back(state, **fields):
    return dict(state, setup=dict(state["setup"], **fields))


def _not_offered():
    raise Refusal("unknown_choice", "That choice is not offered.")


# -- level, mode, ARC ----------------------------------------------------------------------------------------------


def _ask_level(_state):
    return "A new game", "Where do you play?", [(name, title, "primary") for name, title, _ in offers.LEVELS]


def _answer_level(state, choice):
    if choice in [name for name, _, _ in offers.MODES]:  # whoever names a mode at once has pieces on a table
        return _set(_set(state, level="companion"), mode=choice)
    return _set(state, level=choice)


def _ask_mode(_state):
    choices = [(name, title, "primary") for name, title, _ in offers.MODES]
    return "Mode", "How do you want to play?", choices + [("back", "Back", "quiet")]


def _answer_mode(state, choice):
    return _back(state, level=None) if choice == "back" else _set(state, mode=choice)


def _ask_arc(_state):
    text = "Connect the ARC and wait until its light is white."
    return "ARC", text, [("connected", "The ARC is connected", "primary")]


def _answer_arc(state, _choice):
    return _set(state, arc=True)


# -- Managers and seats --------------------------------------------------------------------------------------------


def _ask_managers(state):
    made = state["setup"]
    choices = [
        ("manager/%d" % one["number"], one["name"], "plain")
        for one in content.get()["managers"]
        if one["number"] not in made["managers"]
    ]
    if len(made["managers"]) == setup.SEATS_MOST:
        choices = []
    if len(made["managers"]) >= setup.SEATS_LEAST:
        choices.append(("done", "Everybody is here", "primary"))
    text = "Clockwise from any seat, each player lays their Manager token on the ARC. Registered: %d."
    if made["level"] == "referee":
        text = "Choose two to five Managers, clockwise from any seat. Chosen: %d."
    return "Managers", text % len(made["managers"]), choices


def _answer_managers(state, choice):
    if choice == "done":
        return _set(state, closed=True)
    kind, _, number = choice.partition("/")
    if kind != "manager" or not number.isdigit():
        _not_offered()
    return _set(state, manager=int(number))


def _ask_seats(state):
    made, choices = state["setup"], [("done", "That is right", "primary")]
    labels = {name: title for name, title, _ in offers.PLAYERS}
    names = _seat_names(made)
    for seat, player in sorted(setup.players(made).items()):
        for other in FIRST:
            if other != player:
                choices.append((seat + "/" + other, "%s: %s" % (names[int(seat)], labels[other]), "plain"))
    told = ["%s: %s" % (names[int(seat)], labels[player]) for seat, player in sorted(setup.players(made).items())]
    return "Who plays?", ". ".join(told) + ".", choices + [("back", "Back", "quiet")]


def _seat_names(made):
    if made["mode"] == "solo":
        return ["You"]
    return [content.get()["manager"][number]["name"] for number in made["managers"]]


def _answer_seats(state, choice):
    if choice == "done":
        return _set(state, seated=True)
    if choice == "back":
        return _back(state, closed=False) if state["setup"]["mode"] != "solo" else _back(state, mode=None)
    seat, _, player = choice.partition("/")
    return _set(state, seat=seat, player=player)


# -- planet --------------------------------------------------------------------------------------------------------


def _ask_planet(state):
    made, choices = state["setup"], []
    for planet, _group in offers.planets(made):
        label = planet["name"]
        if made["mode"] != "semi":
            label += " (more than %d VP needed)" % -planet["vp"]
        choices.append((planet["id"], label, "plain"))
    words = "Back to the Managers" if made["mode"] != "solo" else "Back"
    return "Planet", "Which planet do you colonise?", choices + [("back", words, "quiet")]


def _answer_planet(state, choice):
    if choice != "back":
        return _set(state, planet=choice)
    if state["setup"]["level"] == "referee":
        return _back(state, seated=False)
    return _back(state, closed=False) if state["setup"]["mode"] != "solo" else _back(state, mode=None)


# -- extras: fleet, scenario, tutorial -----------------------------------------------------------------------------


def _ask_extras(state):
    made, choices = state["setup"], [("done", "That is all", "primary")]
    for entry in offers.fleets():
        if entry["id"] != made["fleet"]:
            label = "Fleet: %s" % entry["name"] if entry["id"] != "neutral" else entry["name"]
            choices.append(("fleet/" + entry["id"], label, "plain"))
    for kind, word, entries in (
        ("scenario", "Scenario", offers.scenarios(made)),
        ("tutorial", "Tutorial", offers.tutorials(made["level"])),
    ):
        if made[kind]:
            choices.append((kind + "/" + setup.NONE, "No %s" % kind, "plain"))
        for entry in entries:
            if entry["id"] != made[kind]:
                choices.append(("%s/%s" % (kind, entry["id"]), "%s: %s" % (word, entry["name"]), "plain"))
    text = "All of this may be left out. A fleet changes the start, a scenario the rules; a tutorial shows the way."
    return "Extras", text, choices


def _answer_extras(state, choice):
    if choice == "done":
        return _set(state, page="")
    kind, _, name = choice.partition("/")
    if kind not in ("fleet", "scenario", "tutorial"):
        _not_offered()
    return setup.choose(state, {kind: name})


def _scenario(state):
    return offers.find(offers.scenarios(state["setup"]), state["setup"]["scenario"], "scenario")


def _ask_story(state):
    entry, text = _scenario(state), ""
    if entry["id"] in state["setup"]["played"]:
        text = "You have played this scenario: what it holds is known to you. "
    text += entry["story"]
    return entry["name"], text, [("on", "What is different?", "primary"), ("back", "Not this one", "quiet")]


def _answer_story(state, choice):
    if choice == "back":
        return _set(_set(state, scenario=setup.NONE), page="extras")
    return _set(state, page="rules") if choice == "on" else _not_offered()


SPOILER = "Please do not tell others what happens: a scenario is played for the first time only once."


def _ask_rules(state):
    entry = _scenario(state)
    text = " ".join([offers.place_words(entry)] + entry["words"] + [entry["progress"]["words"], SPOILER])
    return entry["name"], text, [("on", "We play it", "primary"), ("back", "Not this one", "quiet")]


def _answer_rules(state, choice):
    if choice == "back":
        return _set(_set(state, scenario=setup.NONE), page="extras")
    return _set(state, page="") if choice == "on" else _not_offered()


# -- begin ---------------------------------------------------------------------------------------------------------


def _ask_begin(state):
    made = state["setup"]
    who = "One player" if made["mode"] == "solo" else "%d Managers" % len(made["managers"])
    text = ["%s on %s." % (who, made["world"]["name"])]
    if made["fleet"] != "neutral":
        text.append("Fleet: %s." % offers.find(offers.fleets(), made["fleet"], "fleet")["name"])
    if made["scenario"]:
        text.append("Scenario: %s." % _scenario(state)["name"])
    if made["tutorial"]:
        known = offers.tutorials(made["level"])
        text.append("Tutorial: %s." % offers.find(known, made["tutorial"], "tutorial")["name"])
    choices = [("begin", "Begin Round 1", "primary")]
    if len(offers.fleets()) > 1 or offers.scenarios(made) or offers.tutorials(made["level"]):
        choices.append(("extras", "Fleet, scenario, tutorial", "plain"))
    return "Ready", " ".join(text), choices + [("back", "Another planet", "quiet")]


def _answer_begin(state, choice):
    if choice == "back":
        return _back(state, planet=None, world=None, scenario=None, tutorial=None)
    if choice == "extras":
        return _set(state, page="extras")
    return _set(state, begin=True) if choice == "begin" else _not_offered()


_ASK = {
    "level": _ask_level, "mode": _ask_mode, "arc": _ask_arc, "managers": _ask_managers, "seats": _ask_seats,
    "planet": _ask_planet, "extras": _ask_extras, "story": _ask_story, "rules": _ask_rules, "begin": _ask_begin,
}  # fmt: skip
_ANSWER = {
    "level": _answer_level, "mode": _answer_mode, "arc": _answer_arc, "managers": _answer_managers,
    "seats": _answer_seats, "planet": _answer_planet, "extras": _answer_extras, "story": _answer_story,
    "rules": _answer_rules, "begin": _answer_begin,
}  # fmt: skip

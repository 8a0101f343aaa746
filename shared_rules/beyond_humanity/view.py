"""What an audience may see: words, colours and public numbers (docs/views.md describes every field).

Rule 1: the exact Happiness, Security, Technical, Support, immigration factor and chance never get in here by any way.
Rule 2: the view is plain data without floats, so that every client and every language can draw it.
"""

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, tutorials, view_setup
from shared_rules.beyond_humanity.rules import (
    bars,
    building,
    cards,
    changes,
    endings,
    people,
    phases,
    settlement,
    setup_dialog,
    summary,
    undoing,
)
from shared_rules.beyond_humanity.rules.common import actions_each, manager_of, name_of, unit_name
from shared_rules.beyond_humanity.words import (
    GROUP_LABELS,
    PHASES,
    RESOURCE_LABELS,
    RIOT_WORDS,
    STATUS_LABELS,
    TD_WORDS,
    accumulator,
    balance,
    status,
    trend,
)
from shared_rules.engine.reasons import Refusal

EVENTS_SHOWN = 12
MODE_WORDS = {"semi": "Semi-Cooperative", "coop": "Cooperative", "solo": "Solo"}


def view(state, audience):
    """The whole public picture for "table" or "seat:N" (companion level keeps no hands, so both see the same)."""
    _audience(state, audience)
    shown = {
        "game": "beyond_humanity",
        "title": "Beyond Humanity: Colonies",
        "level": (state["setup"]["level"] or "companion") if state["stage"] == "setup" else state["level"],
        "stage": state["stage"],
        "dialog": dialog(state),
        "notice": state["notice"],
        "lights": lights(state),
        "put_back": put_back(state),
        "events": list(reversed(state["events"][-EVENTS_SHOWN:])),
        "undo": undoing.undoable(state),
        "result": endings.result(state),
    }
    if state["stage"] == "setup":
        shown["setup"] = view_setup.setup_view(state)
        return shown
    shown.update(_play(state))
    return shown


def _audience(state, audience):
    if audience == "table":
        return
    kind, _, seat = str(audience).partition(":")
    seats = len(state["desk"]["managers"]) if "desk" in state else 0
    if kind != "seat" or not seat.isdigit() or int(seat) >= seats:
        raise Refusal("unknown_audience", "Nobody sits there.")


def _play(state):
    return {
        "mode": {"id": state["mode"], "name": MODE_WORDS[state["mode"]]},
        "planet": view_setup.planet(state["world"]),
        "players": state["seats"],
        "fleet": state["fleet"],
        "scenario": _scenario(state),
        "guide": tutorials.shown(state["guide"]) if state["guide"] else None,
        "round": state["round"],
        "rounds": state["rounds"],
        "last_round": state["round"] == state["rounds"],
        "phase": state["phase"],
        "phases": _phases(state),
        "phase_help": phases.help_words(state),
        "continue": _button(
            "Continue to phase %d" % min(6, state["phase"] + 1), _why_not(state, phases.advance_reason)
        ),
        "next": _button("NEXT", _why_not(state, settlement.next_enabled)),
        "governor": state["desk"]["governor"],
        "turn_order": phases.turn_order(state),
        "managers": [_seat(state, seat) for seat in range(len(state["desk"]["managers"]))],
        "tabs": {
            "status": _status_tab(state),
            "resources": _resources_tab(state),
            "population": _population_tab(state),
            "special": _special_tab(state),
            "economy": _economy_tab(state),
        },
        "modules": [_module(state, unit) for unit in range(33)],
        "corridors": [list(edge) for edge in state["table"]["edges"]],
        "summary": people.told(state),
        "points": _points(state),
        "ending": _ending(state),
    }


def _scenario(state):
    """The scenario with its rule changes and its bars; how the story goes on is in its text."""
    scenario = state["scenario"]
    if not scenario:
        return None
    return {
        "id": scenario["id"],
        "name": scenario["name"],
        "text": scenario["story"],
        "rules": list(scenario["words"]),
        "bars": bars.shown(state),
    }


def _why_not(state, reason):
    if state["stage"] != "play":
        return "The game is over."
    return "First answer the question on the screen." if state["asked"] else reason(state)


def _button(label, why_not):
    return {"label": label, "enabled": why_not is None, "why_not": why_not}


def _phases(state):
    made = []
    for number in range(1, 7):
        when = "done" if number < state["phase"] else "now" if number == state["phase"] else "later"
        if state["round"] == 1 and number < 3:
            when = "omitted"
        made.append({"number": number, "name": PHASES[number], "state": when})
    return made


def _seat(state, seat):
    manager = state["desk"]["managers"][seat]
    shown = view_setup.manager_card(manager_of(state, seat))
    shown.update(
        seat=seat,
        governor=seat == state["desk"]["governor"],
        next_governor=seat == state["desk"]["claim"],
        actions=actions_each(state),
        campaigns=manager["campaigns"],
        assistant_used=manager["assistant"],
        submitted=manager["submitted"],
        built=[unit_name(unit) for unit in manager["modules"]],
        card=_card(state, seat),
    )
    return shown


def _card(state, seat):
    """The Decree or Directive of this seat in this Round, or None."""
    for entry in state["desk"]["cards"]:
        if entry["seat"] == seat:
            card = cards.card_of(entry)
            colour = card["colour"] if entry["kind"] == "decree" else "blue"
            face = {"green": "happy", "red": "sad", "blue": None}[colour]
            return {
                "kind": entry["kind"],
                "title": card["title"],
                "colour": colour,
                "face": face,
                "stopped": entry["stopped"],
            }
    return None


# -- tabs ----------------------------------------------------------------------------------------------------------


def _status_tab(state):
    rows = []
    for label, name in zip(STATUS_LABELS, ("h", "s", "t")):
        last = status(state["last"][name]) if state["last"] else None
        rows.append({"id": label.lower(), "label": label, "now": status(state["colony"][name]), "last": last})
    return {"rows": rows}


def _resource(report, acc, index):
    made, used = report["production"][index], report["consumption"][index]
    return {
        "production": made,
        "consumption": used,
        "imported": report["imported"][index],
        "balance": balance(made, used),
        "accumulator": {"word": accumulator(acc[index], report["limit"][index]), "capacity": report["limit"][index]},
    }


def _resources_tab(state):
    rows = []
    for index, label in enumerate(RESOURCE_LABELS):
        last = _resource(state["last_report"], state["last"]["acc"], index) if state["last"] else None
        now = _resource(state["report"], state["colony"]["acc"], index)
        rows.append({"id": label.lower().replace(" ", "_"), "label": label, "now": now, "last": last})
    return {"rows": rows}


def _population_tab(state):
    colony, report, last = state["colony"], state["report"], state["last"]
    groups = []
    for index, label in enumerate(GROUP_LABELS):
        groups.append(
            {
                "label": label,
                "count": colony["pop"][index],
                "change": colony["pop"][index] - last["pop"][index] if last else 0,
            }
        )
    return {
        "total": sum(colony["pop"]),
        "last_total": sum(last["pop"]) if last else None,
        "beds": report["beds"],
        "overcrowded": bool(report["crowded"]),
        "trend": trend(report["arrivals"]),
        "groups": groups,
    }


def _special_tab(state):
    colony, report = state["colony"], state["report"]
    riot, td = min(3, colony["riot"]), min(3, colony["td"])
    struck = [unit_name(unit) for unit in summary.units_in(report["struck"])] if state["last"] else []
    return {
        "riot": {"stage": riot, "word": RIOT_WORDS[riot][0], "colour": RIOT_WORDS[riot][1]},
        "td": {"count": td, "word": TD_WORDS[td], "colour": ("green", "orange", "red", "red")[td]},
        "overcrowded": {
            "on": bool(report["crowded"]),
            "word": "Overcrowded" if report["crowded"] else "Room for everybody",
            "colour": "orange" if report["crowded"] else "green",
        },
        "catastrophe": {
            "modules": struck,
            "word": "Catastrophe" if struck else "No Catastrophe",
            "colour": "red" if struck else "green",
        },
    }


def _economy_tab(state):
    colony = state["colony"]
    rows = [{"label": label, "value": value} for label, value in summary.ledger(state)] if state["last"] else []
    return {
        "stock": colony["stock"],
        "last_stock": state["last"]["stock"] if state["last"] else None,
        "above_zero": colony["stock"] >= 0,
        "rows": rows,
        "queue": [_module(state, unit) for unit in range(1, 33) if colony["rate"][unit]],
        "fully_built": endings.fully_built(colony),
        "needed": changes.instead(state, endings.MODULES_TO_WIN, "win", "modules"),
    }


# -- modules, lights, table ----------------------------------------------------------------------------------------


def unit_state(state, unit):
    """box, pool, refused, waiting, construction, rebuilding, operational."""
    if state["stage"] == "setup":
        return "refused" if unit in building.refused(state) else "box"
    colony = state["colony"]
    if colony["progress"][unit]:
        if not colony["rate"][unit]:
            return "operational"
        return "rebuilding" if colony["damaged"][unit] else "construction"
    if unit in state["table"]["units"]:
        return "waiting" if unit in building.waiting(state) else "refused"
    return "pool" if unit in state["pool"] else "box"


def endorsements(state, unit):
    """Endorsements that a proposal of this module needs: Managers - 1, and what its tile adds (BHC-4.9.1-3)."""
    counted = 3 if state["mode"] == "solo" else len(state["desk"]["managers"])  # BHC-A3.2-1
    return counted - 1 + content.get()["tile"][unit]["endorse"] if unit else 0


def _module(state, unit):
    tile, colony = content.get()["tile"][unit], state["colony"]
    owner = [seat for seat, manager in enumerate(state["desk"]["managers"]) if unit in manager["modules"]]
    return {
        "unit": unit,
        "type": tile["type"],
        "name": unit_name(unit),
        "state": unit_state(state, unit),
        "tier": 2 if colony["tier"][unit] else 1,
        "percent": colony["progress"][unit] * 100 // model.FULL,
        "endorsements": endorsements(state, unit),
        "seat": owner[0] if owner else None,
        "connected": unit == 0 or unit in state["table"]["units"],
    }


def lights(state):
    """Wished pattern name by unit as text; unit "0" is the ARC's resting pattern."""
    wished = {"0": _arc_light(state)}
    for unit in range(1, 33):
        if state["stage"] == "setup" or unit in state["table"]["units"] or state["colony"]["progress"][unit]:
            wished[str(unit)] = _light(state, unit)
    return wished


def _arc_light(state):
    if state["stage"] in ("points", "over"):
        return "win" if endings.TEXTS[state["ending"][0]][0] else "lose"
    if state["stage"] == "setup":
        return "connected"
    return "tier_2" if state["colony"]["tier"][0] else "operational"


def _light(state, unit):
    kind = unit_state(state, unit)
    if state["stage"] in ("points", "over") and kind not in ("refused", "box", "pool"):
        return _arc_light(state)
    if kind == "operational":
        return "tier_2" if state["colony"]["tier"][unit] else "operational"
    if kind == "rebuilding":
        return "catastrophe" if state["report"]["struck"] >> (unit - 1) & 1 else "reconstruction"
    return _LIGHTS[kind]


_LIGHTS = {
    "box": "dark",
    "pool": "dark",
    "refused": "module_refused",
    "waiting": "attached",
    "construction": "construction",
}


def put_back(state):
    """What the table must do by hand: after an undo, and where expected and sensed table differ."""
    made = list(state["put_back"]) if state["stage"] == "play" else []
    if state["stage"] in ("setup", "play"):
        made += [building.why_refused(state, unit) for unit in building.refused(state)]
    made += [
        "Connect %s again: a connected Module stays until the end of the game." % unit_name(u)
        for u in building.missing(state)
    ]
    return made


# -- questions -----------------------------------------------------------------------------------------------------


def _choices(*rows):
    return [{"choice": choice, "label": label, "style": style} for choice, label, style in rows]


def dialog(state):
    """The question on the screen, or None: {"id", "title", "text", "choices"}."""
    if state["stage"] == "setup":
        return setup_dialog.dialog(state)
    if state["stage"] == "points":
        return _ask_points(state)
    if state["stage"] == "over":
        return None
    if state["asked"] == "undo":
        text = "Take this back? " + undoing.undoable(state)
        return _question(
            "undo", "UNDO", text, _choices(("yes", "Take it back", "danger"), ("no", "Keep it", "primary"))
        )
    if state["asked"] == "next":
        text = "Close Round %d? Nothing of it can be taken back afterwards." % state["round"]
        if state["round"] == state["rounds"]:
            text += " The game ends with it."
        return _question(
            "next", "NEXT", text, _choices(("yes", "Close the Round", "primary"), ("no", "Not yet", "quiet"))
        )
    if state["desk"]["pending"]:
        return _ask_owner(state)
    if building.waiting(state):
        return _ask_submitter(state)
    return None


def _question(name, title, text, choices):
    return {"id": name, "title": title, "text": text, "choices": choices}


def _ask_owner(state):
    pending = state["desk"]["pending"]
    choices = _choices(("cancel", "Take it back", "quiet"))
    if pending["kind"] == "ambassador":
        return _question(
            "ambassador", "Ambassador", "Lay the token of the Manager who uses the Ambassador on the ARC.", choices
        )
    card = cards.card_of(pending)
    kind, who = "Decree", "its owner"
    if pending["kind"] == "directive":
        kind, who = "Directive", content.get()["manager"][pending["number"]]["name"]
    text = "Lay the token of %s on the ARC. Only then does it count." % who
    return _question("owner", "%s: %s" % (kind, card["title"]), text, choices)


def _ask_submitter(state):
    unit = building.waiting(state)[0]
    text = "Lay the token of the Manager who proposed it on the ARC, or take the Module off again."
    return _question("submit", "%s is connected" % unit_name(unit), text, [])


def _points(state):
    if state["stage"] not in ("points", "over") or not endings.TEXTS[state["ending"][0]][0]:
        return None
    seats = range(len(state["desk"]["managers"]))
    return [
        {
            "seat": seat,
            "name": name_of(state, seat),
            "app": endings.app_points(state, seat),
            "table": state["points"].get(str(seat)),
        }
        for seat in seats
    ]


def _ask_points(state):
    made = _question("points", "Points on the table", "Each Manager counts Goals, Artifacts and Abilities.", [])
    missing = [seat for seat in range(len(state["desk"]["managers"])) if str(seat) not in state["points"]]
    made["fields"] = [{"seat": seat, "label": name_of(state, seat)} for seat in missing]
    return made


def _ending(state):
    if not state["ending"]:
        return None
    positive, title, text = endings.TEXTS[state["ending"][0]]
    return {"ids": list(state["ending"]), "positive": positive, "title": title, "text": text}

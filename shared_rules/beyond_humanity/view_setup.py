"""What the setup of a game shows: everything that can be chosen, and what is chosen (docs/views.md)."""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import offers, setup

EASE = (500, 450, 410, 370)  # ease from which a difficulty of 1, 2, 3, 4 holds; below them it is 5


def setup_view(state):
    """The field `setup` of the view."""
    made, known = state["setup"], content.get()
    level = made["level"] or "companion"
    return {
        "step": setup.step(state),
        "steps": setup.steps(state),
        "level": made["level"],
        "levels": _named(offers.LEVELS),
        "mode": made["mode"],
        "modes": _named(offers.MODES),
        "arc": made["arc"],
        "joined": [manager_card(known["manager"][number]) for number in made["managers"]],
        "free": [manager_card(one) for one in known["managers"] if one["number"] not in made["managers"]],
        "seats": setup.players(made),
        "players": _named(offers.PLAYERS),
        "planet": made["planet"],
        "planets": [dict(planet(one), group=group) for one, group in offers.planets(made)],
        "fleet": made["fleet"],
        "fleets": [_fleet(one) for one in offers.fleets()],
        "scenario": made["scenario"],
        "scenarios": [_scenario(one, made) for one in offers.scenarios(made)],
        "tutorial": made["tutorial"],
        "tutorials": [_tutorial(one) for one in offers.tutorials(level)],
    }


def _named(rows):
    return [{"id": name, "name": title, "text": text} for name, title, text in rows]


def manager_card(manager):
    """A Manager as on a card."""
    tiles = {tile["type"]: tile["name"] for tile in content.get()["modules"]}
    return {
        "manager": manager["number"],
        "piece": "manager/%d" % manager["number"],
        "name": manager["name"],
        "colour": manager["colour"],
        "mark": manager["mark"],
        "order": manager["order"],
        "modules": [tiles[kind] for kind in manager["modules"]],
        "profile": manager["profile"],
    }


def planet(world):
    """A planet as the table knows it: its figures for the game stay hidden (BHC-A4.2-3)."""
    return {
        "id": world["id"],
        "name": world["name"],
        "star": world["star"],
        "distance_ly": world["distance_ly"],
        "period_days": world["period_days"],
        "text": world["text"],
        "coop_needs": "more than %d VP" % -world["vp"],
        "difficulty": difficulty(world["colony"]),
        "details": list(world.get("details", ())),
        "prepared": world.get("prepared"),
    }


def difficulty(figures):
    """1 (gentle) to 5 (extreme): how long tables stand on a planet. One of five words, so its figures stay hidden.

    What the statuses come to counts most, then who comes, accidents and Resources; the weights put the charted planets
    in the order in which bots win on them (docs/balance.md).
    """
    ease = figures["h"] + figures["s"] + figures["t"] - figures["hazard"]
    ease += 3 * figures["immigration"] + 4 * sum(figures["production"])
    return 1 + len([least for least in EASE if ease < least])


def _fleet(fleet):
    return {"id": fleet["id"], "name": fleet["name"], "text": fleet["text"], "changes": offers.fleet_words(fleet)}


def _scenario(entry, made):
    known = content.get()["planet"]
    return {
        "id": entry["id"],
        "name": entry["name"],
        "difficulty": entry["difficulty"],
        "mode": entry["mode"],
        "planet": known[entry["planet"]]["name"],
        "place": offers.place_words(entry),
        "text": entry["story"],
        "rules": list(entry["words"]),
        "goal": entry["progress"]["words"],
        "played": entry["id"] in made["played"],
    }


def _tutorial(entry):
    return {
        "id": entry["id"],
        "name": entry["name"],
        "text": entry["text"],
        "mode": entry["mode"],
        "steps": len(entry["steps"]),
    }

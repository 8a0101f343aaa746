"""The first state of play: colony, desk and table (docs/colony-model.md section 1)."""

from shared_rules.beyond_humanity import colony, content
from shared_rules.beyond_humanity.rules import bars, changes, offers
from shared_rules.beyond_humanity.tables import PACES
from shared_rules.catalog import UNIT_COUNT
from shared_rules.compat import const

ROUNDS = const(20)  # of a normal game (BHC-4-1)
ROUND_BEGINS = "Round %d begins. It is month %d of the Colony."  # a Round is a month (BHC-2.1-9)
STATUS_AT_START = const(620)  # points at landing: Good, close to Poor, so that the first months decide
EVENTS_KEPT = const(40)
NOBODY = const(0)  # the number of the player at the solo board, who has no Manager (BHC-A3.1-2)


def new_colony(planet):
    """The colony on the day of landing, with the ARC in operation."""
    units = UNIT_COUNT + 1
    start = planet["colony"]
    return {
        "h": STATUS_AT_START,
        "s": STATUS_AT_START,
        "t": STATUS_AT_START,
        "stock": start["stock"],
        "td": 0,
        "loans": 0,
        "riot": 0,
        "red": 0,
        "boost": 0,
        "standing": 0,
        "pop": list(start["population"]),
        "acc": [8, 8, 8, 8],
        "acc_extra": [0, 0, 0, 0],
        "group_boost": [0, 0, 0, 0, 0],
        "progress": [colony.FULL] + [0] * UNIT_COUNT,
        "rate": [0] * units,
        "tier": [0] * units,
        "age": [0] * units,
        "damaged": [0] * units,
    }


def no_roll():
    """A roll under which chance does nothing."""
    return {"riot": 1023, "catastrophe": 1023, "unit": 0, "spread": 0, "build": 0, "forced": 0}


def first_report(tables, planet, begun):
    """What the tabs show before the first settlement: the flows as they are on the day of landing."""
    still = dict(planet["colony"], hazard=0)
    return colony.month(colony.Ints, tables, still, begun, no_roll(), [0] * (UNIT_COUNT + 1))[1]


def manager(number):
    """One seat's part of the desk."""
    return {
        "manager": number,
        "support": 0,
        "modules": [],
        "greens": 0,
        "ambassador": 0,
        "campaigns": 0,
        "assistants": 0,
        "assistant": False,
        "submitted": False,
        "card": None,
    }


def pool(numbers, rules=()):
    """Units of the game: base modules and those of the Managers at the table, each once (BHC-3.1-5, 3.1-6).

    The solo pool is everything in the box (BHC-A3.2-8); `rules` of a scenario add and remove Modules.
    """
    known = content.get()
    added = {kind for number in numbers for kind in known["manager"].get(number, _WHOLE_BOX)["modules"]}
    added |= {rule[1] for rule in rules if rule[0] == "add"}
    removed = {rule[1] for rule in rules if rule[0] == "remove"}
    whole = NOBODY in numbers
    tiles = [
        tile
        for tile in known["modules"]
        if (tile["pool"] == "base" or tile["type"] in added or (whole and tile["pool"] == "additional"))
        and tile["type"] not in removed
    ]
    return sorted([unit for tile in tiles for unit in tile["units"]])


_WHOLE_BOX = {"modules": ()}


def play(state, fleet):
    """The first state of Round 1, which opens with phase 3 (BHC-4-4).

    `state` is that of a complete setup, with `seats`, `scenario` and `guide`; `fleet` is the Auxiliary Fleet.
    """
    made = state["setup"]
    managers = [NOBODY] if made["mode"] == "solo" else made["managers"]
    planet = _with_fleet(changes.world(state, made["world"]), fleet)
    begun = new_colony(planet)
    begun["td"] = max(0, changes.more(state, "colony", "td"))
    given = offers.given(state, fleet)
    state = dict(
        state,
        stage="play",
        level=made["level"],
        mode=made["mode"],
        planet=made["planet"],
        world=planet,
        fleet=fleet["id"],
        given=given,
        rounds=changes.instead(state, ROUNDS, "rounds"),
        colony=begun,
        report=first_report(content.get()["tables"], planet, begun),
        pool=pool(managers, changes.rules(state)),
        desk=_desk(managers),
        put_back=_by_hand(state, fleet, given),
        **_FRESH,
    )
    state["bars"] = bars.new(state)
    state["events"] = state["events"] + _first_events(state)
    state.update(undo=[], summary=[], points={})
    # What was chosen stands in the state itself; the lists that were chosen from would only weigh it down.
    state["setup"] = {name: made[name] for name in ("level", "mode", "managers", "planet", "scenario", "tutorial")}
    return state


_FRESH = {  # of a game in which no Round was closed yet
    "round": 1,
    "phase": 3,
    "last": None,
    "last_report": None,
    "riot_rounds": 0,
    "asked": None,
    "ending": None,
}


def _desk(managers):
    """The seats, and what is registered with the Colony."""
    return {
        "managers": [manager(number) for number in managers],
        "governor": _first_governor(managers),
        "claim": None,
        "cards": [],
        "spent": [],
        "ambassador": False,
        "pending": None,
    }


def _first_events(state):
    """What is told when Round 1 begins."""
    text, desk = ROUND_BEGINS % (1, 1), state["desk"]
    if state["mode"] != "solo":
        governor = desk["managers"][desk["governor"]]["manager"]
        text += " Governor: %s." % content.get()["manager"][governor]["name"]
    told = [(text, "info")]
    if state["level"] != "referee":  # put_back goes with the first registration; the list of events keeps it
        told = [(sentence, "warn") for sentence in state["put_back"]] + told
    return [{"round": 1, "text": words, "tone": tone} for words, tone in told]


def _first_governor(managers):
    """The seat with the highest Order of Command (BHC-3.1-13)."""
    known = content.get()["manager"]
    orders = [known[number]["order"] if number else 0 for number in managers]
    return orders.index(max(orders))


def _with_fleet(planet, fleet):
    """The planet with what the Auxiliary Fleet brings to the first Colony."""
    colony = dict(planet["colony"], stock=planet["colony"]["stock"] + fleet["stock"])
    colony["population"] = [max(0, here + more) for here, more in zip(colony["population"], fleet["population"])]
    return dict(planet, colony=colony)


SOLO_TABLE = (
    "The solo board takes the place of the Manager boards. Lay all nine ID tokens on it, in any order.",
    "Choose three Assistants. The others and all Directives stay in the box. The bank holds 6 Political Advantages.",
)


def _by_hand(state, fleet, given):
    """What the table does at the start beside the usual: cards and currencies, and what a scenario leaves out."""
    made = list(SOLO_TABLE) if state["setup"]["mode"] == "solo" else []
    if given != offers.NEUTRAL["start"]:
        who = "You begin" if state["setup"]["mode"] == "solo" else "Each Manager begins"
        made.append("%s with %s." % (who, offers.given_words(given)))
    rules = changes.rules(state)
    for index in range(len(rules)):
        if rules[index][0] in ("no", "remove", "add", "upkeep"):
            made.append(state["scenario"]["words"][index])
    return made


def new_round_of(seat):
    """The seat's part of the desk when a Round begins."""
    return dict(seat, campaigns=0, assistants=0, assistant=False, submitted=False, card=None)


def pace(unit):
    """Capacity per Round, in 1/128, that construction of this unit starts with."""
    return PACES[content.get()["tile"][unit]["clock"]]

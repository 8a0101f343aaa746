"""The first state of play: colony, desk and table (docs/colony-model.md section 1)."""

from shared_rules.beyond_humanity import colony, content
from shared_rules.beyond_humanity.tables import PACES
from shared_rules.catalog import UNIT_COUNT
from shared_rules.compat import const

ROUNDS = const(20)
STATUS_AT_START = const(620)  # Good, close to Poor: the first months decide
EVENTS_KEPT = const(40)


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
        "assistant": False,
        "submitted": False,
        "card": None,
    }


def pool(numbers):
    """Units of the game: base modules and those of the Managers at the table, each once (BHC-3.1-5, 3.1-6)."""
    known = content.get()
    added = {kind for number in numbers for kind in known["manager"][number]["modules"]}
    units = [u for t in known["modules"] if t["pool"] == "base" or t["type"] in added for u in t["units"]]
    return sorted(units)


def play(state):
    """The first state of Round 1, which opens with phase 3 (BHC-4-4)."""
    known = content.get()
    made = state["setup"]
    planet = known["planet"][made["planet"]]
    begun = new_colony(planet)
    orders = [known["manager"][number]["order"] for number in made["managers"]]
    report = first_report(known["tables"], planet, begun)
    state = dict(state)
    state.update(
        stage="play",
        mode=made["mode"],
        planet=made["planet"],
        rounds=ROUNDS,
        round=1,
        phase=3,
        colony=begun,
        last=None,
        report=report,
        last_report=None,
        pool=pool(made["managers"]),
        desk={
            "managers": [manager(number) for number in made["managers"]],
            "governor": orders.index(max(orders)),
            "claim": None,
            "cards": [],
            "spent": [],
            "ambassador": False,
            "pending": None,
        },
        undo=[],
        put_back=[],
        summary=[],
        riot_rounds=0,
        asked=None,
        ending=None,
        points={},
    )
    names = [known["manager"][number]["name"] for number in made["managers"]]
    first = names[state["desk"]["governor"]]
    state["events"] = state["events"] + [{"round": 1, "text": "Round 1 begins. Governor: %s." % first, "tone": "info"}]
    return state


def new_round_of(seat):
    """The seat's part of the desk when a Round begins."""
    return dict(seat, campaigns=0, assistant=False, submitted=False, card=None)


def pace(unit):
    """Capacity per Round, in 1/128, that construction of this unit starts with."""
    return PACES[content.get()["tile"][unit]["clock"]]

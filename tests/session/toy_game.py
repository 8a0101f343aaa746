"""A small title with the same contract as the real ones, for tests of the session: quick, and every hidden value known.

Each Manager has a hidden purse (an exact number that no view may show). A Decree is registered by its card and then
its owner's token; that draws a hidden die into the purse. NEXT closes the Round. UNDO takes the last registration of
the Round back, after a question. After `rounds` Rounds the game ends and the purses are shown.
"""

from shared_rules.engine import canonical, chance
from shared_rules.engine.reasons import Refusal
from shared_rules.engine.undo import inverse, revert

NAME = "toy 1"
TITLE = "Toy Colony"
DIE = 60000
PURSE = 5_000_000_000_000  # hidden numbers are long: a text search for them finds no accidents
VP_REGISTERED = 2
OPEN_KEYS = ("units", "edges", "chance", "undo")  # not taken back by UNDO


def setup(options, seed):
    seats = options["seats"]
    if not 2 <= seats <= 5:
        raise Refusal("seats", "This game is for 2 to 5 Managers.")
    draw = chance.seeded(seed)
    purses = []
    for _ in range(seats):
        number, draw = chance.below(draw, DIE)
        purses.append(PURSE + number)
    return {
        "seats": seats,
        "rounds": options.get("rounds", 3),
        "round": 1,
        "chance": draw,
        "purses": purses,
        "vp": [0] * seats,
        "decrees": {},
        "asked": None,
        "units": [],
        "edges": [],
        "undo": [],
        "put_back": [],
    }


def to_act(state):
    return [] if result(state) else list(range(state["seats"]))


def legal(state, seat):
    if result(state):
        return []
    asked = state["asked"]
    if asked and asked["id"] == "undo":
        return [{"kind": "answer", "choice": "undo"}, {"kind": "answer", "choice": "keep"}]
    if asked:
        return [{"kind": "tap", "piece": f"manager/{seat + 1}"}]
    taps = [{"kind": "tap", "piece": f"decree/{n}"} for n in range(1, 10) if str(n) not in state["decrees"]]
    return [*taps[:3], {"kind": "tap", "piece": "governor"}, {"kind": "next"}]


def apply(state, action):
    if result(state):
        raise Refusal("over", "The game is over.")
    handler = HANDLERS.get(action.get("kind"))
    if handler is None:
        raise Refusal("unknown", "That is not possible here.")
    return handler(state, action)


def _tap(state, action):
    piece = action["piece"]
    kind, _, number = piece.partition("/")
    if kind == "governor":
        return _ask_undo(state)
    if kind == "decree":
        if state["asked"]:
            raise Refusal("asked", "Answer the question on the screen first.")
        if number in state["decrees"]:
            raise Refusal("registered", f"Decree {number} is registered already.")
        return dict(state, asked={"id": "owner", "decree": number}, put_back=[])
    if kind == "manager" and state["asked"] and state["asked"]["id"] == "owner":
        return _register(state, int(number) - 1)
    raise Refusal("not_now", "This piece means nothing now.")


def _register(state, seat):
    if not 0 <= seat < state["seats"]:
        raise Refusal("nobody", "This Manager does not take part.")
    number, draw = chance.below(state["chance"], DIE)
    decree = state["asked"]["decree"]
    purses = list(state["purses"])
    purses[seat] += number
    vp = list(state["vp"])
    vp[seat] += VP_REGISTERED
    done = dict(state, asked=None, purses=purses, vp=vp, decrees=dict(state["decrees"], **{decree: seat}))
    before = {key: value for key, value in dict(state, asked=None).items() if key not in OPEN_KEYS}
    after = {key: value for key, value in done.items() if key not in OPEN_KEYS}
    words = f"Decree {decree} by Manager {seat + 1}"
    undo = [*state["undo"], {"words": words, "piece": "decree/" + decree, "record": inverse(before, after)}]
    return dict(done, undo=undo, chance=draw)


def _ask_undo(state):
    if not state["undo"]:
        raise Refusal("nothing_to_undo", "Nothing was registered in this Round.")
    return dict(state, asked={"id": "undo", "words": state["undo"][-1]["words"]})


def _answer(state, action):
    if not state["asked"] or state["asked"]["id"] != "undo":
        raise Refusal("no_question", "There is no question open.")
    if action["choice"] == "undo":
        return _undo(state, action)
    return dict(state, asked=None)


def _undo(state, action):
    if not state["asked"] or state["asked"]["id"] != "undo":
        return _ask_undo(state)
    last = state["undo"][-1]
    # The question was opened after the registration; it is closed first, so that the record fits.
    part = {key: value for key, value in dict(state, asked=None).items() if key not in OPEN_KEYS}
    back = revert(part, last["record"])
    line = "Put " + last["piece"] + " back."
    return dict(state, **dict(back, asked=None, undo=state["undo"][:-1], put_back=[line]))


def _next(state, action):
    if state["asked"]:
        raise Refusal("asked", "Answer the question on the screen first.")
    return dict(state, round=state["round"] + 1, undo=[], put_back=[])


def _attach(state, action):
    if action["unit"] == 13:
        raise Refusal("not_in_play", "it is not part of this game.")
    return dict(state, units=sorted({*state["units"], action["unit"]}))


def _detach(state, action):
    if action["unit"] == 6:
        raise Refusal("needed", "The Storage cannot be taken away.")
    return dict(state, units=[unit for unit in state["units"] if unit != action["unit"]])


def _topology(state, action):
    return dict(state, edges=[list(edge) for edge in action["edges"]])


def _leak(state, action):
    raise ValueError(state)


HANDLERS = {
    "tap": _tap,
    "answer": _answer,
    "undo": _undo,
    "next": _next,
    "attach": _attach,
    "detach": _detach,
    "topology": _topology,
    "leak": _leak,
    "break": lambda state, action: dict(state, vp=None),
    "odd_light": lambda state, action: dict(state, light="sparkling"),
}


def view(state, audience):
    asked = state["asked"]
    dialog = None
    if asked and asked["id"] == "undo":
        choices = [{"choice": "undo", "label": "Undo"}, {"choice": "keep", "label": "Keep"}]
        dialog = {"id": "undo", "title": "Undo", "text": "Take back: " + asked["words"] + "?", "choices": choices}
    elif asked:
        dialog = {"id": "owner", "title": "Whose?", "text": "Lay the owner's token on the ARC.", "choices": []}
    return {
        "title": TITLE,
        "round": state["round"],
        "rounds": state["rounds"],
        "managers": [{"seat": seat, "vp": vp} for seat, vp in enumerate(state["vp"])],
        "dialog": dialog,
        "put_back": state["put_back"],
        "lights": {str(unit): state.get("light", "operational") for unit in state["units"]},
        "result": result(state),
    }


def result(state):
    if state["round"] <= state["rounds"]:
        return None
    return {"winner": max(range(state["seats"]), key=lambda seat: state["purses"][seat]), "purses": state["purses"]}


def digest(state):
    return canonical.digest(state)

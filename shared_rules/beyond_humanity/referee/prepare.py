"""Setup of the table (BHC-3.1, 3.2): bank, decks, hands, Goals, Assistants; then the choices that the seats make.

Rule 1: the companion's setup comes first and is the same code; this adds the table to its first state of Round 1.
The Modules that the ARC senses are no part of it: the table begins empty.
Rule 2: Goals are chosen in secret and at the same time; nobody else's choice is in any view (BHC-3.1-11). In co-op each
Manager openly names three, and what most have named is kept: together, and without one who decides (BHC-A2.2-2).
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.referee import pieces, proposals, sockets, solo
from shared_rules.beyond_humanity.referee.work import BANK, PA_EXTRA, TOKENS, Work
from shared_rules.beyond_humanity.rules import changes
from shared_rules.beyond_humanity.rules.common import name_of, turn_order
from shared_rules.beyond_humanity.words import listing

GOALS_DRAWN, GOALS_KEPT, COMMON_DRAWN = 4, 3, 5


def new_seat():
    """A Manager's part of the table before anything is dealt."""
    return {
        "cr": 0, "tg": 0, "pa": 0, "xp": 0, "hand": [], "goals": [], "offered": [], "drawn": [], "expedition": None,
        "research": None, "trophies": [], "later": [], "abilities": [None, None, None], "proposal": None,
        "secret": None, "shared": False, "laid": None,
    }  # fmt: skip


def deal(state):
    """The first state with a table: everything dealt, Goals and Assistants to be chosen."""
    given = state["given"]
    count = len(state["desk"]["managers"])
    seats = range(count)
    alone = state["mode"] == "solo"
    board = {
        "bank": dict(BANK, pa=proposals.managers_counted(state) + PA_EXTRA),
        "seats": {str(seat): new_seat() for seat in seats},
        "decrees": [], "discard": [], "artifacts": [], "public": [], "goals": [], "common": [], "offered": [],
        "assistants": {}, "abilities": sorted(pieces.box()["by_abilities"]),
        "tokens": {str(seat): sockets.OFF for seat in seats}, "todo": [], "solo": alone,
    }  # fmt: skip
    table = {"units": [], "edges": [], "seen": []}  # whatever hangs on the ARC: this table is on the screens
    work = Work(dict(state, board=board, table=table, notice=None, undo=[], put_back=[]))
    work.board["decrees"] = work.shuffled([card["number"] for card in content.get()["decrees"]])
    if not changes.holds(state, "no", "artifacts"):
        work.board["artifacts"] = work.shuffled(sorted(pieces.box()["by_artifacts"]))
    work.reveal_artifacts()
    for seat in seats:
        for currency in ("dec",) + TOKENS:
            work.gain(seat, currency, given.get(currency, 0))
        if not alone and not changes.holds(state, "no", "assistants"):
            work.board["assistants"][str(state["desk"]["managers"][seat]["manager"])] = 0
    if alone:
        solo.lay_board(work)
    _deal_goals(work, seats)
    return work.state


def _deal_goals(work, seats):
    order = turn_order(work.state)
    if work.state["mode"] == "semi":
        work.board["goals"] = work.shuffled(pieces.goals("semi"))
        for seat in seats:
            private = pieces.private_goal(work.state["desk"]["managers"][seat]["manager"])
            drawn = work.board["goals"][-GOALS_DRAWN:]
            work.board["goals"] = work.board["goals"][:-GOALS_DRAWN]
            work.seat(seat)["offered"] = sorted(drawn) + [private]
        work.last([{"do": "goals_kept", "seats": list(seats)}])
    else:
        work.board["goals"] = work.shuffled(pieces.goals("coop"))
        work.board["offered"] = sorted(work.board["goals"][-COMMON_DRAWN:])
        work.board["goals"] = work.board["goals"][:-COMMON_DRAWN]
        work.last([{"do": "goals_kept", "seats": order, "named": {}}])
    if not changes.holds(work.state, "no", "assistants"):
        work.last(solo.hiring() if work.board["solo"] else [{"do": "face", "seat": seat} for seat in order])
    work.last([{"do": "phase", "phase": 3}])


def _threes(goals):
    count = len(goals)
    return [
        [goals[a], goals[b], goals[c]]
        for a in range(count)
        for b in range(a + 1, count)
        for c in range(b + 1, count)
    ]  # fmt: skip


def _goals_options(state, _step, seat):
    """Any three of the five: of one's own (BHC-3.1-11), or in co-op of those that lie open (BHC-A2.2-2)."""
    board = state["board"]
    offered = board["seats"][str(seat)]["offered"] if state["mode"] == "semi" else board["offered"]
    return [{"kind": "keep", "seat": seat, "goals": three} for three in _threes(offered)]


def _goals(work, step, action):
    seat = action["seat"]
    left = [one for one in step["seats"] if one != seat]
    if work.state["mode"] == "semi":
        own = work.seat(seat)
        own["goals"], own["offered"] = list(action["goals"]), []
        work.words = "%s has chosen three Goals." % name_of(work.state, seat)
        work.barrier = True
        step = dict(step, seats=left)
    else:
        step = dict(step, seats=left, named=dict(step["named"], **{str(seat): list(action["goals"])}))
        names = listing(["“%s”" % pieces.goal(goal)["name"] for goal in action["goals"]])
        work.words = "%s names the Goals %s." % (name_of(work.state, seat), names)
        work.event(work.words)
    if left:
        work.first([step])
    elif work.state["mode"] != "semi":
        _agree(work, step["named"])


def _agree(work, named):
    """The three Goals that most Managers named; of equal ones those of the Manager who comes first (BHC-2.3-6)."""
    offered, order = work.board["offered"], turn_order(work.state)

    def rank(goal):
        who = [index for index, seat in enumerate(order) if goal in named[str(seat)]]
        return -len(who), who[0] if who else len(order), offered.index(goal)

    kept = sorted(sorted(offered, key=rank)[:GOALS_KEPT])
    work.board["common"], work.board["offered"] = kept, []
    work.board["goals"] = work.shuffled(work.board["goals"] + [goal for goal in offered if goal not in kept])
    names = listing(["“%s”" % pieces.goal(goal)["name"] for goal in kept])
    work.event("The common Goals are %s." % names, "good")


def _face_options(_state, _step, seat):
    return [{"kind": "face", "seat": seat, "face": face} for face in (0, 1)]


def _face(work, step, action):
    number = work.state["desk"]["managers"][step["seat"]]["manager"]
    assistants = dict(work.board["assistants"])
    assistants[str(number)] = action["face"]
    work.board["assistants"] = assistants
    face = pieces.assistant(number, action["face"])["name"]
    work.words = "%s lays out the Assistant %s." % (name_of(work.state, step["seat"]), face)


STEPS = {"goals_kept": (_goals_options, _goals), "face": (_face_options, _face)}

"""Action Sockets: which there are, who stands on them, which of their actions can be taken (BHC-4.3, 4.7.6, 4.7.7).

A socket's name is "type/unit/index" ("storage/6/0", "arc/0/2"), "assistant/N" by its Manager's number, or "advisor/id".
A socket is a list of choices ("/" divides them), a choice is a list of effects that are all carried out.

Rule 1: one token on a socket, except on the large one of the ARC (BHC-4.7.7-1).
Rule 2: a choice can be taken if at least one of its effects can do something (BHC-3.1-23); the large socket always can.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.referee import deeds, perks, pieces
from shared_rules.beyond_humanity.rules import changes
from shared_rules.beyond_humanity.rules.common import name_of

OFF = "none"  # a token that lies with its Manager
_LAST = [None, None, {}, []]  # progress and tiers that were looked at last, and their sockets: they change once a Round


def of_modules(state):
    """{socket name: (choices, large)} of the ARC and of all Modules that have been submitted (BHC-4.5-7)."""
    progress, tier = state["colony"]["progress"], state["colony"]["tier"]
    if _LAST[0] is not progress or _LAST[1] is not tier:
        rows = []
        for unit, done in enumerate(progress):
            if done > 0:
                rows += _of_tile(unit, tier[unit])
        _LAST[:] = [progress, tier, {row[0]: row[1] for row in rows}, [row[2] for row in rows]]
    return _LAST[2]


def _of_tile(unit, tier):
    """Rows of the sockets of a Module's present side."""
    tile = content.get()["tile"][unit]
    known = _TILES.get((unit, tier))
    if known is None or known[0] is not tile:
        rows = [_row("%s/%d/%d" % (tile["type"], unit, i), one) for i, one in enumerate(pieces.sockets(unit, tier))]
        known = _TILES[unit, tier] = (tile, rows)
    return known[1]


_TILES = {}  # by unit and tier, with the tile that was read


def _row(name, socket):
    """(name, (choices, large), (name, choices if it is the large one, pairs, [(pair, asked)])).

    A pair is (name, choice index). Either nothing can be in the way of any choice, and `pairs` has them all, or they
    stand with what is in question (`asked` as in `_asked`).
    """
    choices, large = socket
    pairs = [(name, index) for index in range(len(choices))]
    sure, asked = _asked(choices)
    return name, socket, (name, large and choices, pairs if sure else (), () if sure else list(zip(pairs, asked)))


def of_assistants(state):
    """{socket name: (choices, price)} on Assistants on the table and on the Advisors. Not to be changed."""
    faces, absent = state["board"]["assistants"], changes.holds(state, "no", "ambassador")
    if _OFFERED[0] is not faces or _OFFERED[1] != absent:
        _OFFERED[:] = [faces, absent, _offered(faces, absent)]
    return _OFFERED[2]


_OFFERED = [None, None, {}]  # the faces that were looked at last: they change when one is flipped


def _offered(faces, absent):
    found = {}
    for number, face in faces.items():
        card = pieces.assistant(int(number), face)
        found["assistant/" + number] = pieces.offer(card)
    for card in pieces.advisors():
        if card["id"] == "ambassador" and absent:
            continue
        found["advisor/" + card["id"]] = pieces.offer(card)
    return found


def taken(state, token):
    """Names of the sockets on which tokens other than `token` stand."""
    return [name for key, name in state["board"]["tokens"].items() if key != token and name != OFF]


def open_choices(state, seat, choices, token, known=None):
    """Indexes of the choices that the seat could take now; not to be changed.

    `known`: answers by question, for many sockets at one time.
    """
    indexes, asked = _asked(choices)
    if indexes is not None:
        return indexes
    if known is None:
        known = {}
    return [index for index, one in enumerate(asked) if one is None or _open(state, seat, one, token, known)]


def sure(choices):
    """All indexes of the choices if nothing can be in the way of any, else None. Not to be changed."""
    return _asked(choices)[0]


def _asked(choices):
    """(`sure` of the choices, for each choice None if nothing can be in its way, else [(question, effect)])."""
    found = _ASKED.get(id(choices))
    if found is None or found[0] is not choices:
        asked = [_questions(choice) for choice in choices]
        indexes = list(range(len(choices))) if asked == [None] * len(choices) else None
        found = _ASKED[id(choices)] = (choices, (indexes, asked))
    return found[1]


_ASKED = {}  # by id of the choices, which are kept beside


def _questions(choice):
    """What decides whether a choice can be taken: by kind of its effects, and by amount where that decides, too."""
    for effect in choice:
        if effect[1] not in deeds.CONDITIONAL and effect[1] != "copy":
            return None
    return [(tuple(effect[1:4]) if effect[1] in deeds.BY_AMOUNT else effect[1], effect) for effect in choice]


def _open(state, seat, asked, token, known):
    """Whether one effect of the choice could do something (BHC-3.1-23, 4.7.4-4)."""
    for question, effect in asked:
        can = known.get(question)
        if can is None:
            copies = question == "copy"
            can = bool(to_copy(state, seat, token)) if copies else deeds.possible(state, seat, effect, token)
            known[question] = can
        if can:
            return True
    return False


def free(state, seat, token):
    """[(socket name, choice index)] that a regular action with this token could take now (BHC-4.3-2 to 4.3-6)."""
    tokens, found, known = state["board"]["tokens"], [], {}
    closed, here = set(taken(state, token)), tokens[token]
    share = perks.free_share(state, seat, token)
    of_modules(state)
    for name, large, pairs, doubtful in _LAST[3]:
        if large:
            found += [(name, index) for index in sorted({0} | set(open_choices(state, seat, large, token, known)))]
        elif name != here and (name not in closed or (share and not name.startswith("arc/"))):
            found += pairs
            for pair, asked in doubtful:
                if asked is None or known.get(asked[0][0]) or _open(state, seat, asked, token, known):
                    found.append(pair)
    return found


def to_copy(state, seat, token):
    """[(socket name, choice index)] of occupied Module sockets; not the ARC, not a copying socket (BHC-4.7.5-1)."""
    found, every, known = [], of_modules(state), {}
    for name in sorted(set(taken(state, token))):
        choices = every.get(name, (None, False))[0]
        if choices and not name.startswith("arc/") and choices[0][0][1] != "copy":
            found += [(name, index) for index in open_choices(state, seat, choices, token, known)]
    return found


def copy_options(state, step, seat):
    """The actions that answer a copying socket."""
    found = to_copy(state, seat, step["token"])
    return [{"kind": "copy", "seat": seat, "socket": name, "option": index} for name, index in found]


def copy(work, step, action):
    """Carry out the action of the occupied socket that was chosen."""
    seat = step["seat"]
    choice = of_modules(work.state)[action["socket"]][0][action["option"]]
    work.first(deeds.steps_of(work.state, seat, choice, step["token"]))
    work.words = "%s copies %s." % (name_of(work.state, seat), words(action["socket"]))


STEPS = {"copy": (copy_options, copy)}


def words(name):
    """The socket in words for players."""
    kind, _, rest = name.partition("/")
    if kind == "assistant":
        return "the Assistant of " + content.get()["manager"][int(rest)]["name"]
    if kind == "advisor":
        return "the Advisor " + pieces.box()["by_advisors"][rest]["name"]
    unit = int(rest.partition("/")[0])
    return "a socket of " + (content.get()["tile"][unit]["name"] if unit else "the ARC")

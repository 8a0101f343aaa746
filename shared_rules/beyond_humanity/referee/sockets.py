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
        found = {}
        for unit, done in enumerate(progress):
            if done > 0:
                for name, socket in _of_tile(unit, tier[unit]):
                    found[name] = socket
        _LAST[:] = [progress, tier, found, [_row(name, socket) for name, socket in found.items()]]
    return _LAST[2]


def _of_tile(unit, tier):
    """[(socket name, (choices, large))] of a Module's present side."""
    tile = content.get()["tile"][unit]
    known = _TILES.get((unit, tier))
    if known is None or known[0] is not tile:
        found = [("%s/%d/%d" % (tile["type"], unit, i), one) for i, one in enumerate(pieces.sockets(unit, tier))]
        known = _TILES[unit, tier] = (tile, found)
    return known[1]


_TILES = {}  # by unit and tier, with the tile that was read


def _row(name, socket):
    """(name, choices, large, [(name, choice index)] if nothing can be in the way of any choice, else None, and then

    [((name, choice index), None if nothing can be in the way, else the choice)].
    """
    choices, large = socket
    pairs = [(name, index) for index in range(len(choices))]
    if sure(choices) is not None:
        return name, choices, large, pairs, ()
    asked = [choice if all(_doubtful(effect) for effect in choice) else None for choice in choices]
    return name, choices, large, None, list(zip(pairs, asked))


def _doubtful(effect):
    """Whether something may be in the way of an effect."""
    return effect[1] in deeds.CONDITIONAL or effect[1] == "copy"


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

    `known`: answers by kind, for many sockets at one time.
    """
    indexes = sure(choices)
    if indexes is not None:
        return indexes
    if known is None:
        known = {}
    return [index for index, choice in enumerate(choices) if _open(state, seat, choice, token, known)]


_SURE = {}  # by id of the choices, which are kept beside


def sure(choices):
    """All indexes of the choices if nothing can be in the way of any, else None. Not to be changed."""
    found = _SURE.get(id(choices))
    if found is None or found[0] is not choices:
        looked_at = [_doubtful(effect) for choice in choices for effect in choice]
        found = _SURE[id(choices)] = (choices, None if any(looked_at) else list(range(len(choices))))
    return found[1]


def _open(state, seat, choice, token, known):
    """Whether one effect of the choice could do something (BHC-3.1-23, 4.7.4-4)."""
    for effect in choice:
        kind = effect[1]
        if kind in known:
            can = known[kind]
        elif kind == "copy":
            can = known[kind] = bool(to_copy(state, seat, token))
        else:
            can = deeds.possible(state, seat, effect, token)
            if kind not in deeds.BY_AMOUNT:
                known[kind] = can
        if can:
            return True
    return False


def free(state, seat, token):
    """[(socket name, choice index)] that a regular action with this token could take now (BHC-4.3-2 to 4.3-6)."""
    tokens, found, known = state["board"]["tokens"], [], {}
    closed = taken(state, token)
    here = tokens[token]
    share = perks.free_share(state, seat, token)
    of_modules(state)
    for name, choices, large, pairs, doubtful in _LAST[3]:
        if large:
            found += [(name, index) for index in sorted({0} | set(open_choices(state, seat, choices, token, known)))]
        elif name != here and (name not in closed or (share and not name.startswith("arc/"))):
            if pairs:
                found += pairs
            for pair, choice in doubtful:
                if choice is None or _open(state, seat, choice, token, known):
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

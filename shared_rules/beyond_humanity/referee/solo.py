"""Solo: one player, nine tokens in three columns, every Module of the box (BHC-A3).

Token n (0..8) stands in column n // 3, row n % 3 of the solo board; `board["columns"]` are those filled in this Round.

Rule 1: what counts Managers counts three; all else refers to the player (BHC-A3.2-1, A3.2-4).
Rule 2: filled columns are paid before empty ones give (BHC-A3.4-14); the first one is free, all are filled in Round 1.
"""

from shared_rules.beyond_humanity.referee import pieces

ROWS = 3
OFF = "none"


def lay_board(work):
    """The solo board: nine tokens, six Ability slots, all columns filled for Round 1 (BHC-A3.3-4, A3.4-2)."""
    board = pieces.solo()
    work.board["tokens"] = {str(token): OFF for token in range(board["tokens"])}
    work.board["columns"] = [0, 1, 2]
    work.seat(0)["abilities"] = [None] * (len(board["row_xp"]) + len(board["column_xp"]))


def hiring():
    """The steps by which three Assistants are chosen (BHC-A3.3-5)."""
    return [{"do": "hire", "seat": 0}] * pieces.solo()["assistants"]


def _hire_options(state, _step, seat):
    free = [n for n in sorted(pieces.box()["by_assistants"]) if str(n) not in state["board"]["assistants"]]
    return [{"kind": "hire", "seat": seat, "assistant": n, "face": face} for n in free for face in (0, 1)]


def _hire(work, _step, action):
    work.board["assistants"] = dict(work.board["assistants"], **{str(action["assistant"]): action["face"]})
    work.words = "Chosen: %s." % pieces.assistant(action["assistant"], action["face"])["name"]


# -- tokens --------------------------------------------------------------------------------------------------------


def active(state):
    """How many tokens are in use this Round: 3, 6 or 9 (BHC-A3.4-16)."""
    return ROWS * len(state["board"]["columns"])


def _in_use(state):
    return [str(token) for token in range(9) if token // ROWS in state["board"]["columns"]]


def unused(state):
    """Active tokens that have not taken their regular action (BHC-A3.4-3)."""
    return [token for token in _in_use(state) if state["board"]["tokens"][token] == OFF]


def movable(state):
    """Active tokens that may go to an Assistant: each once in phase 4 (resolution at BHC-A3.4-18)."""
    placed = state["board"]["tokens"]
    return [token for token in _in_use(state) if not placed[token].startswith(("assistant/", "advisor/"))]


def mark(state, actions, token):
    """Write the token into the actions that lack one; with other boards there is no choice of a token."""
    if state["board"]["solo"]:
        for action in actions:
            if "socket" in action and "token" not in action:
                action["token"] = int(token)


def token_of(step, action):
    """The token of an action: the one that it names, else its seat's."""
    return str(action["token"]) if "token" in action else step["token"]


# -- columns -------------------------------------------------------------------------------------------------------


def _price(columns):
    total = {}
    for column in columns:
        for currency, count in pieces.solo()["columns"][column].items():
            total[currency] = total.get(currency, 0) + count
    return total


def _columns_options(state, _step, seat):
    """The first column and any others that can be paid together (BHC-A3.4-10 to A3.4-13)."""
    own = state["board"]["seats"][str(seat)]
    found = []
    for columns in ([0], [0, 1], [0, 2], [0, 1, 2]):
        price = _price(columns)
        if all(own[currency] >= count for currency, count in price.items()):
            found.append({"kind": "columns", "seat": seat, "columns": columns})
    return found


def _columns(work, step, action):
    """Pay the filled columns, then take what the empty ones give."""
    seat, filled = step["seat"], action["columns"]
    work.pay(seat, _price(filled))
    for currency, count in _price([column for column in range(3) if column not in filled]).items():
        work.gain(seat, currency, count)
    work.board["columns"] = list(filled)
    work.words = "%d columns are filled: %d actions." % (len(filled), ROWS * len(filled))
    work.event(work.words)


STEPS = {"hire": (_hire_options, _hire), "columns": (_columns_options, _columns)}

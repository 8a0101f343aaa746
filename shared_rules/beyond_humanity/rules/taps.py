"""What a card or token on the ARC means, by piece and by phase (BHC-4.5 to 4.8, 2.3-4, 4.7.2).

Theory: a Manager token answers the question that is open (whose Decree, whose Ambassador, whose Module); with no
question open it is a Campaign (BHC-4.7.2-2). Cards and the Ambassador open a question. The Governor's token is UNDO.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import building, cards, changes
from shared_rules.beyond_humanity.rules.common import actions_each, name_of, register, seat_of, with_event, with_seat
from shared_rules.beyond_humanity.scenarios import PIECE_WORDS
from shared_rules.catalog import PIECE_COUNTS
from shared_rules.engine.reasons import Refusal

CAMPAIGN_SUPPORT = 6  # the largest step: it costs a whole action (BHC-4.7.2-1)
SOLO_ASSISTANTS = 3
AMBASSADOR_SUPPORT = 2  # "a small raise" (BHC-A5.2-23)


def parse_piece(piece):
    """("decree", 17) from "decree/17", ("governor", 0) from "governor"; a refusal for anything else."""
    kind, slash, number = str(piece).partition("/")
    counts = dict(PIECE_COUNTS)
    if kind in counts:
        if counts[kind] == 1 and not slash:
            return kind, 0
        if counts[kind] > 1 and number.isdigit() and 1 <= int(number) <= counts[kind]:
            return kind, int(number)
    raise Refusal("unknown_piece", "This tag belongs to no piece of the game.")


def tap(state, piece):
    """One card or token laid on the ARC during play."""
    kind, number = parse_piece(piece)
    if state["asked"] and kind != "governor":
        raise Refusal("question_open", "First answer the question on the screen.")
    return _TAPS[kind](state, number)


def _manager(state, number):
    seat = seat_of(state, number)
    pending = state["desk"]["pending"]
    if pending:
        if pending["kind"] == "ambassador":
            return _ambassador_used(state, seat)
        return cards.owner(state, seat, pending)
    if state["phase"] in (5, 6) and building.waiting(state):
        return building.submit(state, seat, building.waiting(state)[0])
    if state["phase"] in (3, 4):
        return _campaign(state, seat)
    last = state["phase"] == 6 and state["round"] == state["rounds"]
    raise Refusal("nothing_asked", (_NOTHING_LEFT if last else _NO_CAMPAIGN[state["phase"]]) % name_of(state, seat))


_NOTHING_LEFT = "%s: nothing is left to register in the last Round. Press NEXT."
_NO_CAMPAIGN = {
    1: "%s: Campaigns are registered from phase 3 on. Finish the summary first.",
    2: "%s: Campaigns are registered from phase 3 on. Finish the upkeep first.",
    5: "%s: no Module waits for its Manager. Connect the Module first.",
    6: "%s: lay the Decree on the ARC first, then the token.",
}


def _campaign(state, seat):
    manager = state["desk"]["managers"][seat]
    name, words = name_of(state, seat), "Campaign of %s."
    _takes_part(state, "campaigns")
    if state["phase"] == 3:
        if manager["campaigns"] == actions_each(state):
            raise Refusal("no_action_left", "%s has used all %d actions for Campaigns." % (name, actions_each(state)))
        desk = with_seat(
            state["desk"], seat, campaigns=manager["campaigns"] + 1, support=manager["support"] + CAMPAIGN_SUPPORT
        )
    else:
        words = "Campaign of %s by an Assistant."
        desk = _with_assistant(state, seat, support=manager["support"] + CAMPAIGN_SUPPORT)
    back = ["%s takes the token off the Campaign socket; the action is free again." % name]
    return register(state, words % name, back, desk)


def _takes_part(state, piece):
    """What a scenario leaves out is refused (BHC-A4.1-9)."""
    if changes.holds(state, "no", piece):
        raise Refusal("no_" + piece, "In this scenario: " + PIECE_WORDS[piece][0].lower() + PIECE_WORDS[piece][1:])


def _with_assistant(state, seat, **changes_of_seat):
    """The desk after an Assistant action: each Manager has one; in solo each column has one (BHC-4.4-2, A3.4-18)."""
    manager, most = state["desk"]["managers"][seat], 1
    used = manager["assistants"] + 1
    if state["mode"] == "solo":
        most = SOLO_ASSISTANTS
    if used > most:
        which = "the one Assistant action" if most == 1 else "all %d Assistant actions" % most
        raise Refusal("assistant_used", "%s has taken %s of this Round." % (name_of(state, seat), which))
    return with_seat(state["desk"], seat, assistants=used, assistant=used == most, **changes_of_seat)


def _ambassador(state, _number):
    if state["phase"] != 4:
        raise Refusal("wrong_phase", "The Ambassador is used in phase 4, among the Assistants.")
    _takes_part(state, "ambassador")
    if state["desk"]["ambassador"]:
        raise Refusal("socket_taken", "The Ambassador has been used in this Round.")
    return _ask(state, {"kind": "ambassador", "number": 0}, "Ambassador read: whose is it?")


def _ambassador_used(state, seat):
    manager, name = state["desk"]["managers"][seat], name_of(state, seat)
    desk = _with_assistant(
        state,
        seat,
        ambassador=manager["ambassador"] + 1,
        support=manager["support"] + AMBASSADOR_SUPPORT,
    )
    desk = dict(desk, ambassador=True)
    colony = dict(state["colony"], td=max(0, state["colony"]["td"] - 1))
    back = ["%s takes the token off the Ambassador and the price back." % name]
    return register(state, "%s uses the Ambassador." % name, back, desk, colony)


def _decree(state, number):
    cards.check_time(state)
    cards.check_block(state)
    card = content.get()["decree"][number]
    if [c for c in state["desk"]["cards"] if c["kind"] == "decree" and c["number"] == number]:
        raise Refusal("read_already", "“%s” is registered for this Round already." % card["title"])
    return _ask(state, {"kind": "decree", "number": number}, "Decree “%s” read: who introduces it?" % card["title"])


def _directive(state, number):
    cards.check_time(state)
    _takes_part(state, "directives")
    if state["mode"] == "solo":
        raise Refusal("no_directives", "No Directive takes part in a solo game.")
    card = content.get()["directive"][number]
    name = name_of(state, seat_of(state, number))
    if number in state["desk"]["spent"]:
        raise Refusal("directive_spent", "“%s” has been used: a Directive works once." % card["title"])
    words = "Directive “%s” read: now the token of %s." % (card["title"], name)
    return _ask(state, {"kind": "directive", "number": number}, words)


def _ask(state, pending, words):
    """A new question; it takes the place of an older one that nobody answered."""
    return with_event(dict(state, desk=dict(state["desk"], pending=pending), put_back=[]), words)


def _governor(state, _number):
    if state["asked"] == "next":
        raise Refusal("question_open", "First answer the question on the screen.")
    if not state["undo"] and not state["desk"]["pending"]:
        raise Refusal("nothing_to_undo", "Nothing has been registered in this Round that could be taken back.")
    return dict(state, asked="undo", notice=None)


_TAPS = {
    "manager": _manager,
    "ambassador": _ambassador,
    "decree": _decree,
    "directive": _directive,
    "governor": _governor,
}

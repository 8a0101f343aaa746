"""What effects on sockets and cards do at referee level: one entry per kind of the vocabulary (table_effects.py).

A kind has up to three parts: `possible` (can it do anything now), `options` (the actions that answer the step; none
means that it is carried out, or left out, without asking), `do` (carry out one of them).

Rule 1: an effect never takes more than there is; what can not be done is left out (BHC-3.1-24).
Rule 2: an action of several endorsements or fields may stop after the first (BHC-4.7.3-1, 4.10.1-3).
"""

from shared_rules.beyond_humanity.referee import artifacts, perks, pieces, proposals
from shared_rules.beyond_humanity.rules import changes, taps
from shared_rules.beyond_humanity.rules.common import name_of, turn_order, with_seat


def steps_of(state, seat, effects, token=None):
    """The steps of effects that `seat` owns, each for those whom it names, in turn order (BHC-4.1-9).

    `token`: the one that stands on the socket; None for cards, which Abilities tied to sockets leave alone.
    """
    made = []
    for effect in effects:
        if token is not None and effect[1] in EXTRA:
            more = perks.bonus(state["board"], seat, "extra", effect[1], token)
            effect = effect[:2] + [effect[2] + more]
        for one in _named(state, seat, effect[0]):
            made.append({"do": effect[1], "seat": one, "args": effect[2:], "token": token})
    return made


def _named(state, seat, who):
    """Seats that an effect of `seat` is for, in turn order."""
    if who == "owner":
        return (seat,)
    order = turn_order(state)
    return order if who == "all" else order[:1] if who == "governor" else [one for one in order if one != seat]


EXTRA = ("endorse", "expedition", "research")


def possible(state, seat, effect, token):
    """Whether an effect of a socket could do something for the seat (BHC-3.1-23, 4.7.4-4)."""
    test = _POSSIBLE.get(effect[1])
    return test is None or bool(test(state, seat, effect[2:], token))


def occasion(work, step, name):
    """What Abilities and kept Artifacts of the seat do after such an event (modifiers.py); it causes no further one."""
    if step.get("caused"):
        return
    seat = step["seat"]
    rules, later = perks.rules(work.board, seat, "after", step.get("token")), work.board["seats"][str(seat)]["later"]
    if not rules and not later:
        return
    effects = [rule[2] for rule in rules if rule[1] == name]
    for number in later:
        if pieces.artifact(number)["later"] == name:
            effects = effects + use_later(work, seat, number)
    if effects:
        work.first([dict(one, caused=True) for one in steps_of(work.state, seat, effects)])


def use_later(work, seat, number):
    """The commands of an Artifact that was kept: once (BHC-4.10.2-4, 4.10.2-5)."""
    own = work.seat(seat)
    own["later"] = [one for one in own["later"] if one != number]
    card = pieces.artifact(number)
    work.event("%s uses the Artifact “%s”." % (name_of(work.state, seat), card["name"]), "good")
    return card["commands"]


# -- kinds that leave no choice ------------------------------------------------------------------------------------


def _gain(work, step):
    seat, (currency, count) = step["seat"], step["args"]
    got = work.gain(seat, currency, count)
    verb = "draws" if currency == "dec" else "gains"
    told = "%s %s %s." % (name_of(work.state, seat), verb, pieces.amount(currency, got))
    work.event(told if got == count else "%s %s" % (told, _why_no_more(work, currency)))
    if not got:
        return
    if currency == "dec":
        occasion(work, step, "draw")
    elif step["token"] is not None and currency != "xp":
        occasion(work, step, "gain_" + currency)


def _why_no_more(work, currency):
    """BHC-3.1-21, 3.1-22."""
    if currency == "dec":
        return "The deck is empty."
    return "The Repository is full." if work.board["bank"][currency] else "The bank has no more."


def _lose(work, step):
    seat, (currency, count) = step["seat"], step["args"]
    if currency == "dec":
        work.first([{"do": "give_up", "seat": seat, "left": 1, "args": [], "token": None}] * count)
        return
    lost, name = work.lose(seat, currency, count), name_of(work.state, seat)
    if lost:
        work.event("%s loses %s." % (name, pieces.amount(currency, lost)), "warn")
    else:
        work.event("%s has no %s to lose." % (name, pieces.plural(currency)))


def _campaign(work, step):
    if changes.holds(work.state, "no", "campaigns"):
        return
    seat, desk = step["seat"], work.state["desk"]
    manager = desk["managers"][seat]
    support = manager["support"] + taps.CAMPAIGN_SUPPORT
    work.state["desk"] = with_seat(desk, seat, campaigns=manager["campaigns"] + 1, support=support)
    work.event("Campaign of %s." % name_of(work.state, seat), "good")
    occasion(work, step, "campaign")


def _ambassador(work, step):
    seat, desk, colony = step["seat"], work.state["desk"], work.state["colony"]
    manager = desk["managers"][seat]
    support = manager["support"] + taps.AMBASSADOR_SUPPORT
    work.state["desk"] = with_seat(desk, seat, ambassador=manager["ambassador"] + 1, support=support)
    work.state["colony"] = dict(colony, td=max(0, colony["td"] - 1))
    work.event("%s uses the Ambassador." % name_of(work.state, seat), "good")


def _change(work, step):
    """A claim for the Upkeep of the next Round; one before the Upkeep of this Round waits (BHC-2.3-8)."""
    if work.state["phase"] == 1:
        work.board["claim"] = step["seat"]
    else:
        work.state["desk"] = dict(work.state["desk"], claim=step["seat"])
    work.event("%s becomes Governor in the Upkeep of the next Round." % name_of(work.state, step["seat"]), "warn")


def _reshuffle(work, _step):
    board = work.board
    board["artifacts"], board["public"] = work.shuffled(board["artifacts"] + board["public"]), []
    work.reveal_artifacts()
    work.event("The public Artifacts are shuffled back, and three new ones revealed.")


def _finish(work, step):
    if work.board["seats"][str(step["seat"])]["research"]:
        artifacts.complete(work, step["seat"])


# -- kinds that ask ------------------------------------------------------------------------------------------------


def _hand(state, seat):
    return state["board"]["seats"][str(seat)]["hand"]


def _give_up_options(state, step, seat):
    return [{"kind": "discard", "seat": seat, "card": card} for card in _hand(state, seat)]


def _give_up(work, step, action):
    seat = work.seat(step["seat"])
    seat["hand"] = [card for card in seat["hand"] if card != action["card"]]
    work.discard([action["card"]])
    work.words = "%s discards a Decree card." % name_of(work.state, step["seat"])


def _exchange_options(state, step, seat):
    given, count, _gained, _number = step["args"]
    if not _has(state, seat, given, count):
        return []
    return artifacts.stoppable([{"kind": "exchange", "seat": seat}], step, seat)


def _has(state, seat, currency, count):
    own = state["board"]["seats"][str(seat)]
    return (len(own["hand"]) if currency == "dec" else own[currency]) >= count


def _exchange(work, step, action):
    seat, (given, count, gained, number) = step["seat"], step["args"]
    if action["kind"] == "stop":
        return
    after = {"do": "gain", "seat": seat, "args": [gained, number], "token": None}
    work.first([{"do": "lose", "seat": seat, "args": [given, count], "token": None}, after])
    work.words = "%s exchanges currencies." % name_of(work.state, seat)


def _flip_options(state, step, seat):
    return [{"kind": "flip", "seat": seat, "assistant": int(number)} for number in sorted(state["board"]["assistants"])]


def _flip(work, step, action):
    number = str(action["assistant"])
    assistants = dict(work.board["assistants"])
    assistants[number] = 1 - assistants[number]
    work.board["assistants"] = assistants
    face = pieces.assistant(action["assistant"], assistants[number])["name"]
    work.words = "%s flips an Assistant: %s." % (name_of(work.state, step["seat"]), face)


def _goals_options(state, step, seat):
    drawn = state["board"]["seats"][str(seat)]["drawn"]
    return [{"kind": "goal", "seat": seat, "goal": goal} for goal in drawn]


def _draw_goals(work, step):
    """Draw the Goals of which some are kept (BHC-4.7.5-5, A2.2-19)."""
    count = min(step["args"][0], len(work.board["goals"]))
    if count:
        work.seat(step["seat"])["drawn"] = sorted(work.board["goals"][-count:])
        work.board["goals"] = work.board["goals"][:-count]
        work.barrier = True
        work.first([dict(step, do="keep_goal", left=step["args"][1])])


def _goals(work, step, action):
    seat = work.seat(step["seat"])
    rest = [goal for goal in seat["drawn"] if goal != action["goal"]]
    seat["drawn"] = rest if step["left"] > 1 else []
    if seat["drawn"]:
        work.first([dict(step, left=step["left"] - 1)])
    if work.state["mode"] == "semi":
        seat["goals"] = sorted(seat["goals"] + [action["goal"]])
    else:
        work.board["common"] = sorted(work.board["common"] + [action["goal"]])
    work.words = "%s keeps one new Goal." % name_of(work.state, step["seat"])


def _move_options(state, step, seat):
    slots = state["board"]["seats"][str(seat)]["abilities"]
    made = [
        {"kind": "move", "seat": seat, "from": here, "to": there}
        for here in range(len(slots))
        for there in range(len(slots))
        if slots[here] and here != there
    ]
    return made + [{"kind": "stop", "seat": seat}] if made else []


def _move(work, step, action):
    if action["kind"] == "stop":
        return
    seat = work.seat(step["seat"])
    slots = list(seat["abilities"])
    slots[action["from"]], slots[action["to"]] = slots[action["to"]], slots[action["from"]]
    seat["abilities"] = slots
    work.words = "%s moves an Ability." % name_of(work.state, step["seat"])


_POSSIBLE = {
    "campaign": lambda state, seat, args, token: not changes.holds(state, "no", "campaigns"),
    "change": lambda state, seat, args, token: not state["board"]["solo"],  # no turn order there (BHC-A3.2-11)
    "exchange": lambda state, seat, args, token: _has(state, seat, args[0], args[1]),
    "endorse": lambda state, seat, args, token: _hand(state, seat) and proposals.any_target(state, seat),
    "expedition": lambda state, seat, args, token: artifacts.expedition_fields(state, seat, token),
    "research": lambda state, seat, args, token: artifacts.research_fields(state, seat, token),
    "finish": lambda state, seat, args, token: state["board"]["seats"][str(seat)]["research"],
    "lose": lambda state, seat, args, token: _has(state, seat, args[0], args[1]),
    "flip": lambda state, seat, args, token: state["board"]["assistants"],
    "goals": lambda state, seat, args, token: state["board"]["goals"],
    "move": lambda state, seat, args, token: any(state["board"]["seats"][str(seat)]["abilities"]),
}

CONDITIONAL = tuple(_POSSIBLE)  # kinds that are not always possible
BY_AMOUNT = ("exchange", "lose")  # of which it depends on the amount whether they are possible

AUTOMATIC = {
    "gain": _gain,
    "lose": _lose,
    "campaign": _campaign,
    "ambassador": _ambassador,
    "change": _change,
    "reshuffle": _reshuffle,
    "finish": _finish,
    "goals": _draw_goals,
}

STEPS = {
    "give_up": (_give_up_options, _give_up),
    "exchange": (_exchange_options, _exchange),
    "flip": (_flip_options, _flip),
    "keep_goal": (_goals_options, _goals),
    "move": (_move_options, _move),
    "endorse": (proposals.options, proposals.endorse),
    "expedition": (artifacts.expedition_options, artifacts.expedition),
    "research": (artifacts.research_options, artifacts.research),
}

"""NEXT: closes the Round, settles the month and opens the next Round with its summary (BHC-4.1-1 to 4.1-15).

Order: 1 votes and effects of the cards in turn order, 2 Occurrence, 3 one month of the colony, 4 endings, 5 new Round.
"""

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, occurrences, votes
from shared_rules.beyond_humanity.effects import apply_effects
from shared_rules.beyond_humanity.rules import building, cards, endings, summary
from shared_rules.beyond_humanity.rules.common import name_of, turn_order, with_event
from shared_rules.beyond_humanity.rules.start import new_round_of
from shared_rules.beyond_humanity.words import band
from shared_rules.catalog import UNIT_COUNT
from shared_rules.engine.chance import below
from shared_rules.engine.reasons import Refusal


def next_enabled(state):
    """None if NEXT may be pressed, else the reason in words."""
    if state["phase"] != 6:
        return "NEXT closes the Round after phase 6."
    if state["desk"]["pending"]:
        return "A card or token was read: lay its owner's token on the ARC, or take it back."
    if building.waiting(state):
        unit = building.waiting(state)[0]
        return (
            "%s is connected but not submitted: lay its Manager's token on the ARC, or take it off."
            % building.unit_name(unit)
        )
    return None


def ask_next(state):
    """NEXT was tapped: it has to be confirmed."""
    reason = next_enabled(state)
    if reason:
        raise Refusal("not_yet", reason)
    return dict(state, asked="next", notice=None)


def settle(state):
    """The state at the start of the next Round, or at the end of the game."""
    reason = next_enabled(state)
    if reason:
        raise Refusal("not_yet", reason)
    before = state["colony"]
    state = dict(state, asked=None, undo=[], put_back=[])
    state, results, forced = _vote(state)
    state, occurrence, forced = _occurrence(state, forced)
    roll, chance = _roll(state["chance"], forced)
    known = content.get()
    planet = known["planet"][state["planet"]]["colony"]
    after, report = model.month(model.Ints, known["tables"], planet, state["colony"], roll, building.adjacent(state))
    report = housing(known["tables"], after, report)
    state = dict(
        state,
        chance=chance,
        last=before,
        last_report=state["report"],
        colony=after,
        report=report,
        riot_rounds=state["riot_rounds"] + (1 if after["riot"] else 0),
    )
    ending = endings.find(state)
    if not ending:
        state = dict(state, round=state["round"] + 1, phase=1)
    state["summary"] = summary.screens(state, results, occurrence)
    state["desk"] = dict(
        state["desk"], cards=[], ambassador=False, managers=[new_round_of(m) for m in state["desk"]["managers"]]
    )
    if ending:
        return endings.close(state, ending)
    return with_event(state, "Round %d begins." % state["round"])


def housing(tables, colony, report):
    """The report with beds and Overcrowded as they are now, at the end of the month: what the tabs show."""
    beds = model.beds_of(tables, colony)
    return dict(report, beds=beds, crowded=1 if sum(colony["pop"]) > beds else 0)


def _vote(state):
    """Votes on the introduced cards in turn order; effects of those that passed."""
    results, forced, chance = [], 0, state["chance"]
    order = turn_order(state)
    colony, desk = state["colony"], state["desk"]
    for entry in sorted(desk["cards"], key=lambda item: order.index(item["seat"])):
        card = cards.card_of(entry)
        percent, passed = None, entry["kind"] == "directive"
        if entry["kind"] == "decree" and not entry["stopped"]:
            dice, chance = below(chance, votes.DICE)
            support = [manager["support"] for manager in desk["managers"]]
            percent = votes.percent(support, entry["seat"], card["colour"], colony["h"], dice)
            passed = percent > 50
        if passed:
            colony = apply_effects(colony, card["app"], card["hst"])
            desk, forced = _passed(desk, entry, card, forced)
        results.append(dict(entry, name=name_of(state, entry["seat"]), percent=percent, passed=passed))
    return dict(state, colony=colony, desk=desk, chance=chance), results, forced


def _passed(desk, entry, card, forced):
    managers = list(desk["managers"])
    seat = dict(managers[entry["seat"]])
    if entry["kind"] == "decree" and card["colour"] == "green":
        seat["greens"] += 1
        seat["support"] += votes.GREEN_SUPPORT
    managers[entry["seat"]] = seat
    desk = dict(desk, managers=managers)
    for effect in card["app"]:
        if effect[0] == "governor":
            desk["claim"] = entry["seat"]
        if effect[0] == "catastrophe":
            forced = 1
    return desk, forced


def scene_of(state):
    """What Occurrences are chosen by (BHC-5.6-3)."""
    colony, known = state["colony"], content.get()
    standing = [unit for unit in range(1, UNIT_COUNT + 1) if colony["progress"][unit] > 0]
    return {
        "planet": known["planet"][state["planet"]]["tags"],
        "manager": [str(manager["manager"]) for manager in state["desk"]["managers"]],
        "module": [known["tile"][unit]["type"] for unit in standing],
        "bands": [band(colony[name]) for name in ("h", "s", "t")],
        "stock": colony["stock"],
        "crowded": bool(state["report"]["crowded"]),
    }


def _occurrence(state, forced):
    item, chance = occurrences.draw(content.get(), scene_of(state), state["chance"])
    colony = apply_effects(state["colony"], item["app"], item["hst"])
    if ["catastrophe"] in item["app"]:
        forced = 1
    return dict(state, colony=colony, chance=chance), item["id"], forced


def _roll(chance, forced):
    riot, chance = below(chance, 1024)
    catastrophe, chance = below(chance, 1024)
    unit, chance = below(chance, 32)
    build, chance = below(chance, 4)
    words = []
    for _ in range(4):
        word, chance = below(chance, 65536)
        words.append(word)
    spread = ((words[0] & words[1]) << 16) | (words[2] & words[3])  # each bit is set with probability 1/4
    roll = {"riot": riot, "catastrophe": catastrophe, "unit": unit, "spread": spread, "build": build, "forced": forced}
    return roll, chance

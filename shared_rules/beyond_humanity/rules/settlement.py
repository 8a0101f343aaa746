"""NEXT: closes the Round, settles the month and opens the next Round with its summary (BHC-4.1-1 to 4.1-15).

Order: 1 votes and effects of the cards in turn order, 2 Occurrence, 3 one month of the colony, 4 endings, 5 new Round.
"""

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content, occurrences, votes
from shared_rules.beyond_humanity.effects import apply_effects
from shared_rules.beyond_humanity.rules import bars, building, cards, changes, endings, summary
from shared_rules.beyond_humanity.rules.common import name_of, turn_order, with_event, with_seat
from shared_rules.beyond_humanity.rules.start import ROUND_BEGINS, new_round_of
from shared_rules.beyond_humanity.words import band
from shared_rules.catalog import UNIT_COUNT
from shared_rules.engine.chance import below
from shared_rules.engine.reasons import Refusal


def next_enabled(state):
    """None if NEXT may be pressed, else the reason in words."""
    if state["phase"] != 6:
        return "NEXT closes the Round in phase 6."
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
    return settled(state)[0]


def settled(state):
    """(state after NEXT, results of the votes, the Occurrence): a referee carries out their table halves."""
    reason = next_enabled(state)
    if reason:
        raise Refusal("not_yet", reason)
    before = state["colony"]
    state = dict(state, asked=None, undo=[], put_back=[])
    state, results, done = _vote(state)
    state, occurrence = _occurrence(state)
    done = done + occurrence["app"]
    roll, chance = _roll(state["chance"], 1 if ["catastrophe"] in done else 0)
    tables, planet = content.get()["tables"], state["world"]["colony"]
    begun = changes.before_month(state, state["colony"])
    after, report = model.month(model.Ints, tables, planet, begun, roll, building.adjacent(state))
    report["construction"] += changes.building_costs(state, begun)
    if ["riot", "restart"] in done:  # the stage is back at 1, and two failures are needed again (BHC-5.5.1-13)
        after = dict(after, riot=min(after["riot"], 1))
    report = housing(tables, after, report)
    state = dict(
        state,
        chance=chance,
        last=before,
        last_report=state["report"],
        colony=after,
        report=report,
        riot_rounds=state["riot_rounds"] + (1 if before["riot"] else 0),
    )
    state["bars"] = bars.advanced(state)
    ending = endings.find(state)
    if not ending:
        state = dict(state, round=state["round"] + 1, phase=1)
    state["summary"] = summary.screens(state, results, occurrence["id"])
    state["desk"] = dict(
        state["desk"], cards=[], ambassador=False, managers=[new_round_of(m) for m in state["desk"]["managers"]]
    )
    if ending:
        return endings.close(state, ending), results, occurrence
    return with_event(state, ROUND_BEGINS % (state["round"], state["round"])), results, occurrence


def housing(tables, colony, report):
    """The report with beds and Overcrowded as they are now, at the end of the month: what the tabs show."""
    beds = model.beds_of(tables, colony)
    return dict(report, beds=beds, crowded=1 if sum(colony["pop"]) > beds else 0)


def _vote(state):
    """Votes on the introduced cards, then the effects of those that passed, both in turn order.

    All votes are held on the Colony as it is at NEXT: effects follow when every result is known (BHC-4.1-7, 4.1-8).
    Returns (new state, results, `app` effects that were carried out).
    """
    results, chance = _results(state)
    colony, desk, done = state["colony"], state["desk"], []
    for result in results:
        if result["passed"]:
            card = cards.card_of(result)
            colony = apply_effects(colony, card["app"], card["hst"])
            desk = _rewarded(desk, result, card)
            done = done + card["app"]
    desk = dict(desk, claim=_claimed(desk, results))
    return dict(state, colony=colony, desk=desk, chance=chance), results, done


def _results(state):
    """([entry with name, percent (None without a vote) and passed], new chance)."""
    desk, chance, made = state["desk"], state["chance"], []
    order = turn_order(state)
    support = [manager["support"] for manager in desk["managers"]]
    for entry in sorted(desk["cards"], key=lambda item: order.index(item["seat"])):
        percent, passed = None, entry["kind"] == "directive"
        if entry["kind"] == "decree" and not entry["stopped"]:
            dice, chance = below(chance, votes.DICE)
            colour = cards.card_of(entry)["colour"]
            percent = votes.percent(support, entry["seat"], colour, state["colony"]["h"], dice)
            passed = percent > 50
        made.append(dict(entry, name=name_of(state, entry["seat"]), percent=percent, passed=passed))
    return made, chance


def _rewarded(desk, entry, card):
    """A passed green Decree: 1 VP and a little Support for its owner; nothing for other cards."""
    if entry["kind"] != "decree" or card["colour"] != "green":
        return desk
    seat = desk["managers"][entry["seat"]]
    support = seat["support"] + votes.GREEN_SUPPORT
    return with_seat(desk, entry["seat"], greens=seat["greens"] + 1, support=support)


def _claimed(desk, results):
    """The seat that claimed the Governor's role last, by the time of registration (resolution at BHC-2.3-10)."""
    passed = [result["seat"] for result in results if result["passed"]]
    claim = desk["claim"]
    for entry in desk["cards"]:
        if entry["seat"] in passed and ["governor"] in cards.card_of(entry)["app"]:
            claim = entry["seat"]
    return claim


def scene_of(state):
    """What Occurrences are chosen by (BHC-5.6-3)."""
    colony, known = state["colony"], content.get()
    standing = [unit for unit in range(1, UNIT_COUNT + 1) if colony["progress"][unit] > 0]
    scene = {
        "planet": state["world"]["tags"],
        "manager": [str(manager["manager"]) for manager in state["desk"]["managers"]],
        "module": [known["tile"][unit]["type"] for unit in standing],
        "bands": [band(colony[name]) for name in ("h", "s", "t")],
        "stock": colony["stock"],
        "crowded": bool(state["report"]["crowded"]),
    }
    if "board" in state:  # a referee knows which Assistants lie on the table
        scene["assistant"] = sorted(state["board"]["assistants"])
    return scene


def _occurrence(state):
    """(new state, the Occurrence of this month)."""
    forced = changes.occurrence(state)
    if forced:
        item, chance = occurrences.given(content.get(), forced, state["chance"])
    else:
        item, chance = occurrences.draw(content.get(), scene_of(state), state["chance"])
    colony = apply_effects(state["colony"], item["app"], item["hst"])
    return dict(state, colony=colony, chance=chance), item


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

"""Table points at the end of a game that was won: Goals, Artifacts, Abilities (BHC-6.1-7 to 6.1-9, 2.2-2, A2.2-7).

Theory: goals.py judges conditions over facts; this collects the facts from colony, desk and table at the end of the
final Round, and hands the points to the companion's scoring, which adds what the app counts.
"""

from shared_rules.beyond_humanity import goals as conditions
from shared_rules.beyond_humanity.referee import perks, pieces, proposals
from shared_rules.beyond_humanity.rules import endings
from shared_rules.beyond_humanity.rules.facts import colony_facts


def count(work):
    """Enter the points of every seat; with the last one the game is over. After a loss there is nothing to count."""
    state = work.state
    if state["stage"] != "points":
        return
    shared = {"colony": colony_facts(state), "team": team_facts(state), "managers": proposals.managers_counted(state)}
    board, table = work.board, {}
    for seat in range(len(state["desk"]["managers"])):
        own = dict(shared, own=own_facts(state, seat))
        judged = [judge(name, own) for name in board["seats"][str(seat)]["goals"]]
        table[str(seat)] = {
            "goals": judged,
            "artifacts": sum([pieces.artifact(n)["vp"] for n in board["seats"][str(seat)]["trophies"]]),
            "abilities": ability_points(state, seat),
        }
    common = [judge(name, shared) for name in board["common"]]
    board["score"] = {"seats": table, "common": common}
    for seat in range(len(table)):
        part = table[str(seat)]
        points = sum([goal["vp"] for goal in part["goals"]]) + part["artifacts"] + part["abilities"]
        work.adopt(endings.table_points(work.state, seat, points))


def judge(name, facts):
    """{"goal", "vp", "level"} of one Goal."""
    points, level = conditions.evaluate(pieces.goal(name), facts)
    return {"goal": name, "vp": points, "level": level}


def result(state):
    """The companion's result with the table points by source; in co-op and solo the common Goals join the total."""
    made = endings.result(state)
    if made is None or not made["positive"]:
        return made
    score = state["board"]["score"]
    made = dict(made, table=score)
    if state["mode"] == "semi":
        return made
    common = dict(made["common"], goals=sum([goal["vp"] for goal in score["common"]]))
    total = made["total"] + common["goals"]
    winners = [seat["seat"] for seat in made["seats"]] if total > 0 else []
    return dict(made, common=common, total=total, won=total > 0, winners=winners)


def ability_points(state, seat):
    """VP of the Abilities that count at the end."""
    facts = own_facts(state, seat)
    return sum([rule[2] * facts[rule[1]] for rule in perks.rules(state["board"], seat, "score")])


# -- facts ---------------------------------------------------------------------------------------------------------


def own_facts(state, seat):
    """What Goals and Abilities may ask about one Manager."""
    own, desk = state["board"]["seats"][str(seat)], state["desk"]
    manager = desk["managers"][seat]
    facts = {currency: own[currency] for currency in ("cr", "tg", "pa", "xp")}
    facts["dec"] = len(own["hand"])
    facts["artifacts"] = len(own["trophies"])
    facts["abilities"] = len([one for one in own["abilities"] if one])
    facts["modules"] = len(manager["modules"])
    facts["greens"] = manager["greens"]
    facts["ambassador"] = manager["ambassador"]
    facts["president"] = 1 if state["mode"] == "semi" and endings.president(state) == seat else 0
    facts["governor"] = 1 if desk["governor"] == seat else 0
    facts["proposal"] = 1 if proposals.unfinished(state, seat) else 0
    facts["running"] = 1 if own["expedition"] or own["research"] else 0
    facts["directive"] = 1 if manager["manager"] in desk["spent"] else 0
    return facts


def team_facts(state):
    """Sums over all Managers."""
    each = [own_facts(state, seat) for seat in range(len(state["desk"]["managers"]))]
    return {name: sum([facts[name] for facts in each]) for name in each[0]}

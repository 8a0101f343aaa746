"""What may be asked of the Colony in plain numbers, by Goals and by progress bars (goals.py has the words)."""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.colony import FULL
from shared_rules.beyond_humanity.tables import GROUPS, RESOURCES, STATUSES
from shared_rules.beyond_humanity.words import band


def fully_built(colony):
    """How many modules have full capacity; the ARC and what is under (re)construction do not count (BHC-2.1-13)."""
    return sum([1 for progress in colony["progress"][1:] if progress == FULL])


def colony_facts(state):
    """Whole numbers by measure; statuses as levels 0..3."""
    colony, report = state["colony"], state["report"]
    population = sum(colony["pop"])
    surplus = [made - used for made, used in zip(report["production"], report["consumption"])]
    facts = {"population": population, "stock": colony["stock"], "td": colony["td"]}
    facts.update(zip(GROUPS, colony["pop"]))
    facts.update(zip(RESOURCES, surplus))
    facts.update(zip(STATUSES, [3 - band(colony[name]) for name in ("h", "s", "t")]))
    facts["modules"] = fully_built(colony)
    facts["tier2"] = sum([1 for unit in range(1, 33) if colony["tier"][unit]])
    facts["free_beds"] = max(0, report["beds"] - population)
    facts["queue"] = sum([1 for unit in range(1, 33) if 0 < colony["progress"][unit] < FULL])
    facts["surplus"] = sum([1 for one in surplus if one > 0])
    facts["full_accumulators"] = sum([1 for have, most in zip(colony["acc"], report["limit"]) if have >= most])
    facts["crowded"] = 1 if report["crowded"] else 0
    facts["riot"] = 1 if colony["riot"] else 0
    facts["damaged"] = 1 if any(colony["damaged"]) else 0
    for unit in range(1, 33):
        if colony["progress"][unit] == FULL:
            name = "built/" + content.get()["tile"][unit]["type"]
            facts[name] = facts.get(name, 0) + 1
    return facts

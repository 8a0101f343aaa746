"""Proposals: starting, endorsing, prolonging and connecting Modules (BHC-4.2-2 to 4.2-4, 4.5, 4.7.3, 4.9.1).

A proposal lies with its Manager: {"unit", "need" (endorsements), "cards" (face-down), "xp" (tokens left on the tile)}.

Rule 1: a Manager has one proposal, and none takes more endorsements than it needs (BHC-4.9.1-1, 4.9.1-11).
Rule 2: there are 17 Module Connectors: a Module for which none would be left is not proposed (BHC-1.1-4).
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.referee import artifacts, perks
from shared_rules.beyond_humanity.referee.work import can_pay
from shared_rules.beyond_humanity.rules import building, changes
from shared_rules.beyond_humanity.rules.common import name_of, unit_name
from shared_rules.catalog import CORRIDORS, port_count

UPKEEP = {"cr": 1}
SEATS = [(seat, str(seat)) for seat in range(9)]  # with their names on the board


def needed(state, unit):
    """Endorsements that a Module needs: base number by Managers and the number on its tile (BHC-4.9.1-3)."""
    return managers_counted(state) - 1 + content.get()["tile"][unit]["endorse"]


def managers_counted(state):
    """The number of Managers by which rules count: solo is played as with three (BHC-A3.2-1)."""
    return 3 if state["mode"] == "solo" else len(state["desk"]["managers"])


def ongoing(state):
    """[(seat, proposal)] in turn order of seats."""
    seats = state["board"]["seats"]
    return [(seat, seats[key]["proposal"]) for seat, key in SEATS[: len(seats)] if seats[key]["proposal"]]


def connectors_left(state):
    """Module Connectors that neither a Module nor an ongoing proposal needs."""
    return CORRIDORS - len(state["table"]["edges"]) - len(ongoing(state))


def proposable(state):
    """Units that may be proposed now; of equal Modules only the first (BHC-4.9.1-5)."""
    return _proposable(state, ongoing(state))


def _proposable(state, proposals):
    if CORRIDORS - len(state["table"]["edges"]) - len(proposals) <= 0:
        return []
    busy, seen, found = [proposal["unit"] for _, proposal in proposals], set(), []
    progress, tile = state["colony"]["progress"], content.get()["tile"]
    for unit in state["pool"]:
        if not progress[unit] and unit not in busy:
            kind = tile[unit]["type"]
            if kind not in seen:
                seen.add(kind)
                found.append(unit)
    return found


def targets(state, seat):
    """Units that the seat may endorse now: ongoing proposals with room, and new ones if it has none (BHC-4.9.1-4)."""
    proposals = ongoing(state)
    found = [p["unit"] for _, p in proposals if len(p["cards"]) < p["need"]]
    if state["board"]["seats"][str(seat)]["proposal"] is None:
        found += _proposable(state, proposals)
    return found


def any_target(state, seat):
    """Whether there is a unit in `targets`."""
    seats, units, progress = state["board"]["seats"], [], state["colony"]["progress"]
    for own in seats.values():
        proposal = own["proposal"]
        if proposal:
            if len(proposal["cards"]) < proposal["need"]:
                return True
            units.append(proposal["unit"])
    if seats[str(seat)]["proposal"] is not None or CORRIDORS - len(state["table"]["edges"]) - len(units) <= 0:
        return False
    for unit in state["pool"]:
        if not progress[unit] and unit not in units:
            return True
    return False


def options(state, step, seat):
    """One endorsement: which card on which proposal; after the first one the Manager may stop."""
    units = targets(state, seat)
    hand = state["board"]["seats"][str(seat)]["hand"]
    made = [{"kind": "endorse", "seat": seat, "unit": unit, "card": card} for unit in units for card in hand]
    return artifacts.stoppable(made, step, seat)


def endorse(work, step, action):
    """Put one Decree on a proposal and take one XP from its tile (BHC-4.7.3-3, 4.9.1-6 to 4.9.1-10)."""
    from shared_rules.beyond_humanity.referee import deeds

    number = step["seat"]
    if action["kind"] == "stop":
        return
    unit, seat, name = action["unit"], work.seat(step["seat"]), name_of(work.state, step["seat"])
    owners = [s for s, proposal in ongoing(work.state) if proposal["unit"] == unit]
    work.words = "%s endorses %s." % (name, unit_name(unit))
    if not owners:
        _start(work, number, unit)
        owners = [number]
        work.words = "%s proposes %s." % (name, unit_name(unit))
    owner = work.seat(owners[0])
    proposal = dict(owner["proposal"], cards=owner["proposal"]["cards"] + [action["card"]])
    seat["hand"] = [card for card in seat["hand"] if card != action["card"]]
    if proposal["xp"]:
        proposal["xp"] -= 1
        work.to_bank({"xp": 1})
        work.gain(number, "xp", 1)
    owner["proposal"] = proposal
    work.event(work.words)
    if step["args"][0] > 1:
        work.first([dict(step, args=[step["args"][0] - 1], begun=True)])
    if not step.get("begun"):
        deeds.occasion(work, step, "endorse")


def _start(work, number, unit):
    need, bank = needed(work.state, unit), work.bank()
    tokens = min(need, bank["xp"])
    bank["xp"] -= tokens
    work.seat(number)["proposal"] = {"unit": unit, "need": need, "cards": [], "xp": tokens}


# -- upkeep --------------------------------------------------------------------------------------------------------


def unfinished(state, seat):
    """Whether the seat has a proposal that still lacks endorsements."""
    proposal = state["board"]["seats"][str(seat)]["proposal"]
    return proposal is not None and len(proposal["cards"]) < proposal["need"]


def upkeep_price(state, seat):
    """What one more Round of the own proposal costs."""
    price = {"cr": changes.instead(state, UPKEEP["cr"], "upkeep")}
    return perks.cheaper(state["board"], seat, "upkeep", price)


def upkeep_options(state, _step, seat):
    """Pay for the own proposal or give it up (resolution at BHC-4.2-2)."""
    if not unfinished(state, seat):
        return []
    made = [{"kind": "drop", "seat": seat}]
    if can_pay(state["board"], seat, upkeep_price(state, seat)):
        made.insert(0, {"kind": "upkeep", "seat": seat})
    return made


def upkeep(work, step, action):
    """1 CR for one more Round; or cards to the discard pile, XP to the bank, Module to the pool (BHC-4.2-3)."""
    number = step["seat"]
    unit, name = work.seat(number)["proposal"]["unit"], name_of(work.state, number)
    if action["kind"] == "upkeep":
        work.pay(number, upkeep_price(work.state, number))
        work.words = "%s pays for the proposal %s." % (name, unit_name(unit))
    else:
        drop(work, number)
        work.words = "%s gives up the proposal %s." % (name, unit_name(unit))
    work.event(work.words)


def drop(work, number):
    """Take a proposal off the table."""
    seat = work.seat(number)
    work.discard(seat["proposal"]["cards"])
    work.to_bank({"xp": seat["proposal"]["xp"]})
    seat["proposal"] = None


# -- building ------------------------------------------------------------------------------------------------------


def places(state):
    """[unit, port] of every free port of the colony, the ARC's first."""
    used = {(a, p) for a, p, _, _ in state["table"]["edges"]} | {(b, p) for _, _, b, p in state["table"]["edges"]}
    units = [0] + [unit for unit in state["table"]["units"] if building.built(state, unit)]
    return [[unit, port] for unit in units for port in range(port_count(unit)) if (unit, port) not in used]


def build_options(state, _step, seat):
    """Where the Module of a complete proposal may be connected (BHC-4.5-3)."""
    proposal = state["board"]["seats"][str(seat)]["proposal"]
    if proposal is None or unfinished(state, seat):
        return []
    return [{"kind": "build", "seat": seat, "unit": proposal["unit"], "to": place} for place in places(state)]


def build(work, step, action):
    """Connect the Module, submit it, discard its endorsements (BHC-4.5-5 to 4.5-10)."""
    from shared_rules.beyond_humanity.referee import deeds

    number, unit = step["seat"], action["unit"]
    seat = work.seat(number)
    work.discard(seat["proposal"]["cards"])
    work.to_bank({"xp": seat["proposal"]["xp"]})
    seat["proposal"] = None
    table, corridor = work.state["table"], [action["to"][0], action["to"][1], unit, 0]
    units = table["units"] + [unit]
    table = {"units": units, "seen": sorted(table["seen"] + [unit]), "edges": sorted(table["edges"] + [corridor])}
    work.adopt(building.submit(dict(work.state, table=table), number, unit))
    work.words = "%s connects %s." % (name_of(work.state, number), unit_name(unit))
    deeds.occasion(work, {"seat": number}, "module")


STEPS = {"upkeep": (upkeep_options, upkeep), "build": (build_options, build)}

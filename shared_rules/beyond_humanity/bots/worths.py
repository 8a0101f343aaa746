"""What things are worth to the greedy bot, in Victory Points or their like: the one table that a laboratory tunes.

`greedy.Greedy(seed, worths={...})` takes other numbers for some names. Numbers in tuples go by status band (Good, Poor,
Alarming, Critical), by how many are held already, or by slot, as each comment says.
"""

from typing import Any

WORTHS: dict[str, Any] = {
    # Currencies: the first, second, ... token in the own Repository; more are worth the last number.
    "cr": (1.3, 1.1, 0.9, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2),
    "tg": (1.3, 1.1, 0.9, 0.6, 0.4, 0.3, 0.2),
    "pa": (2.2, 1.6, 1.0, 0.6),
    "xp": (0.55, 0.55, 0.55, 0.55, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2),
    "dec": (1.5, 1.3, 1.1, 0.9, 0.7, 0.5, 0.35, 0.25, 0.15),
    "token": {"cr": 0.8, "tg": 0.8, "pa": 1.5, "xp": 0.45, "dec": 0.9},  # one that comes later
    "late": 4,  # Rounds before the end from which on currencies lose their worth
    # Status icons of cards (40 points, fading) by the band that the status is in.
    "icon": (0.25, 0.8, 2.2, 4.5),
    # A level of a Module (64 points, lasting) by the band that the status is heading for.
    "level": (0.6, 2.0, 5.0, 9.0),
    # Resources: a missing unit, a unit of reserve below `reserve`, a unit of reserve above.
    "missing": (1.1, 0.9, 0.8, 0.8),
    "thin": 0.3,
    "spare": 0.05,
    "reserve": 3,
    "accumulator": 0.04,  # a unit of room
    # Beds: a hundred missing, a hundred free up to `free_beds` hundreds, a hundred more.
    "bed_missing": 1.6,
    "bed_thin": 0.9,
    "bed_spare": 0.03,
    "free_beds": 20,
    "growth": 4,  # months of growth that beds are planned for
    # STOCK: one now, one a month by Modules; both times `poor` while there is less than `stock_low`.
    "stock": 0.15,
    "stock_month": 2.0,
    "stock_low": 45,
    "stock_poor": 3.0,
    "td": (1.0, 6.0, 14.0),  # one Terran Dependence fewer, by how many there are
    "loan_near": 5.0,
    "people": 0.002,  # an inhabitant more while there are beds
    "crowding": 0.002,  # an inhabitant more while there are none
    "secforce": 0.004,
    "marines": 0.002,
    "scientists": 0.03,
    "prisoners": -0.003,
    "immigration": 2.5,  # a level of a Module
    "boost": 0.012,
    "riot": 10.0,  # breaking its continuity
    "progress": 0.02,  # a point for each Module under construction
    "governor": 2.0,
    # Modules
    "module": 3.0,  # VP of the owner
    "built": 0.6,  # a Module more towards fifteen
    "socket": 0.35,  # its socket's action, as a part of that action's worth
    "tier": 0.15,  # tier 2 attributes as a part of their worth
    "endorse": 1.6,  # how readily work goes into proposals
    "share": 0.75,  # another's Module as a part of its worth to all
    "finish": 0.6,  # more for a proposal, the more complete it is
    "queue": 0.85,  # what each Module under construction leaves of the worth of one more
    # Support
    "support": 0.18,  # one point of Support
    "green": 1.0,
    # Artifacts and Goals
    "artifact": 5.0,  # one from the deck
    "command": {  # of an Artifact, by kind
        "gain": 1.2, "lose": -0.6, "exchange": 0.4, "endorse": 1.0, "expedition": 1.0, "research": 1.0, "finish": 1.5,
        "copy": 1.2, "flip": 0.1, "reshuffle": 0.2, "change": 0.4, "goals": 3.0, "move": 0.0, "campaign": 1.3,
        "ambassador": 2.0,
    },
    "field": (0.3, 0.37, 0.45, 0.52),  # share of an Artifact for its first, second, ... field
    "goals": 3.0,  # the choice of one more Goal
    "goal_pull": 0.35,  # how much a Goal's points draw the bot towards what it asks for
    "ability": {
        1: 5.0, 2: 2.0, 3: 3.0, 4: 2.0, 5: 4.0, 6: 4.0, 7: 2.0, 8: 2.5, 9: 5.0, 10: 4.0, 11: 3.0, 12: 2.5, 13: 2.5,
        14: 3.5, 15: 5.0, 16: 4.0, 17: 4.0, 18: 2.0, 19: 5.0, 20: 3.0,
    },
    "ability_months": 14,  # Rounds in which an Ability earns its worth
    "ability_least": 0.1,  # worth per XP from which on it is bought
    "goal_odds": {},  # chance of reaching a Goal by name, where `goal_odd` does not fit
    "goal_odd": 0.45,
    "column": 3.0,  # solo: a column of three actions
    "directive_wait": 1.5,  # what a Directive has to be worth while there is time
    "flip": 0.2, "reshuffle": 0.3, "move": 0.0, "finish_research": 5.0, "ambassador": 2.2,
    "pass_card": 0.15,  # what a Decree has to be worth to be introduced
    "odds": {"green": 0.75, "red": 0.55},  # chance that a Decree passes
}  # fmt: skip

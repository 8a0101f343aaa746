"""The figures of the hidden colony: what may be tuned in a month of it (colony.py), each with its unit and reason.

docs/colony-model.md shows this table (`make docs`). A name in ..._SHIFT is an n that stands for a division by 2^n.

Rule 1: whole numbers only. Rule 2: a reason says why the figure is of this size, so that who changes it knows what for.
"""

from shared_rules.compat import const

# Section 2: Modules and construction
FULL_SHIFT = const(7)  # 2^n = FULL: a level in a sum is level x 128
SPEED = const(9)  # sixteenths of the tile's pace with T Critical and a short queue: about half (BHC-4.9.2-3)
SPEED_BAND = const(3)  # sixteenths more for each band of T above Critical: Good is the tile's own pace (BHC-4.9.2-3)
SPEED_QUEUE = const(2)  # sixteenths less for a long queue, and again for a longer one (BHC-4.9.2-3)
LONG_QUEUE = const(4)  # Modules under construction beyond which each is slower: few tables build more at once
LONGER_QUEUE = const(7)  # Modules beyond which each is slower again
SPEED_SHIFT = const(4)  # 2^n = 16: speed is in sixteenths

# Section 3: Resources
UNITS_SHIFT = const(5)  # a level is 128 / 2^n = 4 units a month, so that a Module works at an eighth too
BREATH_SHIFT = const(9)  # 2^n people use a unit of Life Support: the first housing asks for a producer (BHC-5.2-3)

# Section 4: groups that change, and the budget (amounts in STOCK)
CONVERTED = const(25)  # Colonists a month for a level: a group grows visibly, no Colony empties (BHC-A5.2-31)
RELEASED_SHIFT = const(3)  # 128 / 2^n = 16 Prisoners a month leave for a level (BHC-A5.2-33)
TAX = const(3)  # STOCK for 2^(TAX_SHIFT - 1) Colonists: a landing party just carries itself (BHC-5.3-2)
TAX_HALVES = const(2)  # of two halves one is paid during a RIOT
TAX_SHIFT = const(9)  # see TAX; one more than the people counted, for the halves
TRADE_SHIFT = const(5)  # 2^n Scientists earn one STOCK: a Scientist earns more than a Colonist (BHC-5.3-4)
MODULE_STOCK = const(3)  # STOCK for a level: two such Modules pay one construction (BHC-4.9-4)
SOLD_SHIFT = const(1)  # 2^n units of overproduction for one STOCK: worth less than what imports cost (BHC-A5.2-35)
RANSOM_SHIFT = const(2)  # 2^n Prisoners for one STOCK (BHC-A5.2-33)
UPKEEP = const(13)  # STOCK a month for the ARC and its services, whatever the size: standing still costs (BHC-5.4.1-2)
PEOPLE_SHIFT = const(9)  # 2^n inhabitants cost one STOCK: growth has to earn its keep
PAID_SHIFT = const(7)  # 2^n SecForce, Marines and Prisoners cost one STOCK: Prisoners are a burden (BHC-5.3-6)
BEDS = const(100)  # beds of a unit of `beds` on a tile (BHC-A5.2-28)

# Section 5: statuses (points 0..1000)
CROWD_SHIFT = const(6)  # 2^n inhabitants take one point of Happiness: a large Colony is harder to please
GUARD = const(24)  # one SecForce guards so many inhabitants (BHC-5.3-3)
GUARD_SHIFT = const(5)  # 2^n guarded beyond the population, or short of it, are one point of Security
UNGUARDED = const(80)  # points of Security that missing SecForce take at most
GUARDED = const(100)  # points of Security that SecForce give at most
CONVICT_SHIFT = const(3)  # 2^n Prisoners take one point of Security (BHC-5.3-6)
CONVICT_MOST = const(120)  # points that Prisoners take at most
HANDS_SHIFT = const(7)  # 2^n Colonists give one point of Technical (BHC-5.3-2)
HANDS_MOST = const(60)  # points that Colonists give at most
MOVE_SHIFT = const(1)  # a status moves 1 / 2^n of the way to its target in a month: news are felt at once and fade

# Section 6: migration
STATUS_SUM = const(1400)  # H + S + T that neither draws nor repels: a little above Poor in all (BHC-5.3.2-3)
STATUS_SUM_SHIFT = const(3)  # 2^n points of the statuses are one of immigration: they weigh most (BHC-5.3.2-3)
PULL = const(48)  # points of immigration that a new world has by itself
ARROW = const(34)  # points for a level of Citizens' immigration (BHC-A5.2-26)
SATIETY_SHIFT = const(8)  # 2^n inhabitants take one point of immigration (BHC-5.3.2-5)
BEDS_SEEN = const(4096)  # free or missing beds that count at most
FREE_SHIFT = const(6)  # 2^n free beds are one point of immigration (BHC-5.3.2-6)
CROWDED = const(12)  # points that an Overcrowded Colony loses at once (BHC-5.5.3-3)
CROWD_SEEN = const(1023)  # inhabitants without a bed that count at most
CROWDED_SHIFT = const(4)  # 2^n inhabitants without a bed take a point more: a few too many drive nobody off the planet
LEAVING_MOST = const(24)  # of 2^LEAVING_SHIFT inhabitants so many leave in a month at most
LEAVING_SOME = const(16)  # people of each group that leave besides: an unloved Colony really empties (BHC-5.3.2-7)
LEAVING_SHIFT = const(5)  # see LEAVING_MOST
ARRIVAL_SHIFT = const(1)  # a point of immigration brings 16 / 2^n people
GROUP_ARROW = const(24)  # people of a group a month for a level of its own arrow (BHC-A5.2-27)
FADE_SHIFT = const(2)  # 1 / 2^n of an attraction by cards fades in a month: it is felt for about half a year

# Section 7: RIOT
RELIEF = const(40)  # points of H and S that a won fight gives: a RIOT that was put down ends
STRENGTH = const(5120)  # chance of 1024 to win a fight is so much x the share of SecForce (BHC-5.5.1-4)
MARINES = const(2)  # times the weight of SecForce: soldiers end what policemen could not (BHC-5.3-5, 5.5.1-7)
ARREST_SHIFT = const(1)  # SecForce arrest 1 / 2^n of their own number (BHC-5.5.1-3)

# Section 8: Catastrophe
WEAK = const(200)  # chance of 1024 more for a Catastrophe with T below Poor (BHC-5.1-7)
FAILING = const(500)  # chance of 1024 more again with T Critical: likely, not certain (BHC-5.1-7)

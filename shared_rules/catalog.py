"""Small tables that the ARC, the modules and the companion share: module units, tag kinds, faults, light patterns.

A number exists here once. Rule 1: append, never renumber (tags, boards and saved games carry these numbers).
Rule 2: raise CATALOGUE when a meaning changes; both ends compare it at connect.
"""

from shared_rules.compat import const

CATALOGUE = const(1)

# -- module units ------------------------------------------------------------------------------------------------
# Unit numbers of the box, 1..32; unit 0 is the ARC. Two units of the same type are two copies of one tile.

ARC_UNIT = const(0)
UNIT_COUNT = const(32)
BUS_BASE = const(0x0F)  # a module's bus address is BUS_BASE + unit
ARC_PORTS = const(6)
MODULE_PORTS = const(4)
CORRIDORS = const(17)  # BHC-1.1-4

UNIT_TYPES = (
    "arc",
    "industrial_dome",
    "automatic_well",
    "solar_power_plant",
    "solar_power_plant",
    "landing_pad",
    "storage",
    "community_dome",
    "residential_dome",
    "residential_dome",
    "residential_dome",
    "life_support_system",
    "tanks",
    "atmospheric_synthesizer",
    "hydroponics_dome",
    "technical_zone",
    "security_dome",
    "nuclear_power_plant",
    "temporary_residential_capsules",
    "academy",
    "health_and_sports_center",
    "hangar",
    "test_chamber",
    "community_tower",
    "consulate",
    "laboratory",
    "bunker",
    "terran_embassy",
    "obelisk",
    "spaceport",
    "prison_dome",
    "cryogenic_cubes",
    "galactic_marketplace",
)


def kind_of(unit):
    """Type number of a unit: the lowest unit number of the same tile, so that both copies of a tile share it."""
    return UNIT_TYPES.index(UNIT_TYPES[unit])


def port_count(unit):
    """Corridor sockets of a unit."""
    return ARC_PORTS if unit == ARC_UNIT else MODULE_PORTS


# -- pieces with a tag -------------------------------------------------------------------------------------------
# A piece id is "<kind>/<number>", or the kind alone where the box holds one: "manager/3", "decree/17", "governor".

PIECE_COUNTS = (("manager", 9), ("decree", 60), ("directive", 9), ("governor", 1), ("ambassador", 1))

# -- tag kinds ---------------------------------------------------------------------------------------------------

TAG_UNKNOWN = const(0)
TAG_NTAG = const(1)  # NFC Forum Type 2, SAK 00
TAG_CLASSIC = const(2)  # MIFARE Classic, SAK 08, 18, 09
TAG_PHONE = const(3)  # ISO-DEP or a random UID: never bound to a piece
TAG_NAMES = ("unknown tag", "NTAG", "MIFARE Classic", "phone or bank card")

# -- tap verdicts ------------------------------------------------------------------------------------------------

VERDICT_ACCEPTED = const(0)
VERDICT_REFUSED = const(1)
VERDICT_ASKING = const(2)  # understood; the companion waits for another tap or a press

# -- faults: part, then code --------------------------------------------------------------------------------------

PART_READER = const(1)
PART_BUS = const(2)
PART_MODULE = const(3)
PART_LINK = const(4)
PART_STORE = const(5)
PART_TASK = const(6)
PART_NAMES = ("", "reader", "module bus", "module", "link", "snapshot store", "task")

FAULT_ABSENT = const(1)
FAULT_HUNG = const(2)
FAULT_RESET_NOT_WIRED = const(3)
FAULT_SDA_STUCK = const(4)
FAULT_SCL_STUCK = const(5)
FAULT_EVERY_ADDRESS = const(6)
FAULT_BAD_IDENTITY = const(7)
FAULT_ADDRESS_CLASH = const(8)
FAULT_TORN = const(9)
FAULT_OVERFLOW = const(10)
FAULT_CRASH = const(11)
FAULT_LOW_VOLTAGE = const(12)
FAULT_UNREADABLE = const(13)
FAULT_MAP_VERSION = const(14)
FAULT_CORRIDOR = const(15)
FAULT_NAMES = (
    "",
    "not found",
    "does not answer",
    "reset line has no effect",
    "SDA held low",
    "SCL held low",
    "every address answers",
    "identity damaged",
    "two boards share one address",
    "torn access",
    "queue full",
    "stopped with an error",
    "supply voltage low",
    "stored data unreadable",
    "module firmware does not fit the ARC's",
    "corridor wired wrongly",
)

# -- light language ------------------------------------------------------------------------------------------------
# (name, colour r g b, rhythm, meaning). The rhythm is a cycle of on_ms, off_ms, on_ms, off_ms ...; () is steady.
# Rule 3: no two rhythms look alike, so each pattern can be told apart without seeing colour (tested).
# Rule 4: at most three flashes in any second, for players who are sensitive to flicker (WCAG 2.3.1; tested).

DARK = const(0)
ATTACHED = const(1)
CONSTRUCTION = const(2)
OPERATIONAL = const(3)
TIER_2 = const(4)
CATASTROPHE = const(5)
RECONSTRUCTION = const(6)
MODULE_REFUSED = const(7)
IDENTIFY = const(8)
NO_HOST = const(9)
TAP_ACCEPTED = const(10)
TAP_REFUSED = const(11)
CONNECTED = const(12)
WIN = const(13)
LOSE = const(14)
BATTERY_LOW = const(15)
TAP_ASKING = const(16)
FAULT = const(17)

LIGHTS = (
    ("dark", (0, 0, 0), (0, 1000), "no power to the light, or not part of the game"),
    ("attached", (0, 160, 40), (170, 170), "connected correctly, waiting for its Manager's token"),
    ("construction", (0, 160, 40), (500, 500), "under construction"),
    ("operational", (0, 160, 40), (), "in operation, tier 1"),
    ("tier_2", (0, 70, 220), (3600, 200, 100, 100), "in operation, tier 2"),
    ("catastrophe", (220, 0, 0), (100, 100, 100, 500), "damaged by a Catastrophe"),
    ("reconstruction", (220, 60, 0), (100, 100, 100, 100, 600, 600), "being rebuilt after a Catastrophe"),
    ("module_refused", (220, 120, 0), (60, 60, 60, 60, 60, 700), "must not be connected now: take it off"),
    ("identify", (200, 200, 200), (150, 200, 150, 200, 150, 200, 150, 800), "the module the companion talks about"),
    ("no_host", (200, 90, 0), (80, 2920), "waiting for the companion"),
    ("tap_accepted", (0, 200, 60), (900, 100), "registered"),
    ("tap_refused", (220, 0, 0), (300, 60, 300, 340), "not registered: read the companion's reason"),
    ("connected", (160, 160, 160), (2000, 100), "companion connected, no game action running"),
    ("win", (180, 140, 0), (250, 120, 120, 120, 120, 390), "the Colony is independent"),
    ("lose", (160, 0, 60), (1500, 1500), "the Colony is lost"),
    ("battery_low", (220, 120, 0), (60, 200, 60, 1680), "change the batteries"),
    ("tap_asking", (0, 120, 220), (300, 300), "registered; the companion asks for one more thing"),
    ("fault", (220, 0, 0), (30, 470), "a fault: see the companion or run `colony doctor`"),
)

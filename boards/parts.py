"""Figures of the parts around the chips: currents, capacitances, limits of buses and supplies. Pure data.

Figures of parts are the worst of their datasheets; those of our own wiring are estimates (marked) until measured.
"""

# WS2812B: current of one colour at full, and of a dark pixel. Least supply at which its blue is still right.
PIXEL = {"colour_ma": 12, "dark_ma": 1, "least_mv": 3700}
READER = {"ma": 150}  # PN532 with its field on
# A module's share of the bus: chip pin, traces and two plugs, six centimetres of corridor wire (estimates).
BUS_LOAD = {"pin_pf": 5, "board_pf": 5, "corridor_pf": 4, "arc_pf": 20}
# NXP UM10204, by mode: most rise time, most capacitance, sink current at which a low is still 0.4 V.
BUS_MODES = {
    100_000: {"rise_ns": 1000, "most_pf": 400, "sink_ma": 3},
    400_000: {"rise_ns": 300, "most_pf": 400, "sink_ma": 3},
}
BUS_MV = 3300
BUS_LOW_MV = 400
RISE_PER_RC = 0.8473  # from 30 % to 70 %
# What may be drawn for long without the voltage falling below what the strips need; capacity of fresh cells.
SUPPLIES: "dict[str, dict]" = {
    "aa": {"title": "4 AA cells (NiMH)", "mv": 4800, "most_ma": 1000, "mah": 2000},
    "usb": {"title": "USB power supply, 5 V 2 A", "mv": 5000, "most_ma": 2000, "mah": 0},
}
CORRIDOR_MOHM = 100  # one corridor: both wires and four contacts (estimate)
# Patterns of `catalog.LIGHTS` that the companion never sets on more than this many strips at a time.
AT_ONCE = {
    "identify": 1, "tap_accepted": 1, "tap_refused": 1, "tap_asking": 1, "battery_low": 1, "no_host": 1, "connected": 1,
}

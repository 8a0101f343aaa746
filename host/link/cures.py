"""What to do about each fault that an ARC tells: for `colony doctor` and for the page of the ARC."""

from shared_rules import catalog

# Fault code -> what to do; the part in front is named by the finding itself.
CURES = {
    catalog.FAULT_ABSENT: "Check its cable and its power, then press reset on the ARC.",
    catalog.FAULT_HUNG: "Switch the ARC off and on. If it comes back, check the wire of the reset line.",
    catalog.FAULT_RESET_NOT_WIRED: "Wire the reader's RSTPD_N pad (on most boards not the pin marked RSTO) to the ARC.",
    catalog.FAULT_SDA_STUCK: "Take modules off one by one until the light returns; the last one holds the data line.",
    catalog.FAULT_SCL_STUCK: "Take modules off one by one until the light returns; the last one holds the clock line.",
    catalog.FAULT_EVERY_ADDRESS: "The bus has no pull-up resistors or a short: check the corridor next to the ARC.",
    catalog.FAULT_BAD_IDENTITY: "Take that module off and flash it again: colony flash module.",
    catalog.FAULT_ADDRESS_CLASH: "Two boards were flashed with one unit number: take one off and flash it again.",
    catalog.FAULT_TORN: "Check the corridors near that module; a loose contact cuts messages.",
    catalog.FAULT_OVERFLOW: "Nothing to do: the ARC tells the companion everything anew.",
    catalog.FAULT_CRASH: "In safe mode: switch the ARC off and on. If it comes often, report it with the data folder.",
    catalog.FAULT_LOW_VOLTAGE: "Change the batteries.",
    catalog.FAULT_UNREADABLE: "The ARC's own copy of the game is lost; the companion still has the game.",
    catalog.FAULT_MAP_VERSION: "That module has other firmware than the ARC: flash it again.",
    catalog.FAULT_CORRIDOR: "A corridor is wired wrongly: take the corridors next to that module off one by one.",
}
LOOK_HERE = " `colony doctor` says what to do."  # which a notice says to players


def cure_of(notice: str) -> str:
    """The cure of the fault that a line for players names; the longest name, as one may be part of another."""
    named = [code for code in CURES if catalog.FAULT_NAMES[code] in notice]
    return CURES[max(named, key=lambda code: len(catalog.FAULT_NAMES[code]))] if named else ""

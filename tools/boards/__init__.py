"""Judges and draws the boards of `boards/`: wiring, currents, the module bus. What is data is there, not here."""

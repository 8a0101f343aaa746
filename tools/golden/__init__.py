"""Golden games: whole games kept as files, so that a change of the rules is noticed (docs/replays.md)."""

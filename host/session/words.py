"""Names of pieces and modules for players. Nothing here knows a hidden value."""

from shared_rules.catalog import UNIT_TYPES


def unit_words(unit: int) -> str:
    """ "Automatic Well (module 2)" for 2; the ARC is unit 0."""
    if not 0 < unit < len(UNIT_TYPES):
        return "the ARC" if unit == 0 else f"module {unit}"
    return f"{UNIT_TYPES[unit].replace('_', ' ').title()} (module {unit})"


def piece_words(piece: str) -> str:
    """ "Decree 17" for "decree/17"."""
    kind, _, number = piece.partition("/")
    return f"{kind.title()} {number}".strip()


def action_words(action: dict[str, object]) -> str:
    """A log line for an action: its kind and what everybody at the table saw being laid or joined, nothing else."""
    shown = [str(action[name]) for name in ("piece", "unit") if name in action]
    return " ".join([str(action.get("kind", "?")), *shown])

"""Why a measurement could not be made."""


class CannotMeasure(Exception):
    """Something that this machine lacks; the text says what."""

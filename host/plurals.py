"""A number with its word: "1 game", "3 games", "1 entry", "2 entries"."""


def counted(count: int, one: str, many: str = "") -> str:
    """The number and the word that fits it; `many` where more than one is not written with an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"

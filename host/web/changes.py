"""What differs between two pictures, so that only that is sent: a press changes a small part of a page.

Theory: pictures are compared line by line, in one pass. The changes give the new picture from top to bottom: a pair
[from, to) of lines of the old picture, or a text of new lines. Where many lines are alike the list may be longer than
it had to be; what it gives is always exact. Lines end in "\\n" and nowhere else, so that both ends count the same
(screen.js, `patch`).
"""

from bisect import bisect_left

Change = str | list[int]


def changes(old: str, new: str) -> list[Change]:
    """How `new` is made of `old`: ranges of its lines, counted from 0, and text of new lines."""
    before = old.split("\n")
    places: dict[str, list[int]] = {}
    for index, line in enumerate(before):
        places.setdefault(line, []).append(index)
    made: list[Change] = []
    at = 0  # the line of `old` that is expected next
    for line in new.split("\n"):
        found = at if at < len(before) and before[at] == line else _nearest(places.get(line), at)
        last = made[-1] if made else None
        if found is not None:
            if isinstance(last, list) and last[1] == found:
                last[1] = found + 1
            else:
                made.append([found, found + 1])
            at = found + 1
        elif isinstance(last, str):
            made[-1] = f"{last}\n{line}"
        else:
            made.append(line)
            at += 1  # most changes put one line in the place of another
    return made


def _nearest(places: list[int] | None, at: int) -> int | None:
    """The first place that is not before `at`, or the last one before it."""
    if not places:
        return None
    behind = bisect_left(places, at)
    return places[behind] if behind < len(places) else places[-1]


def changed(old: str, made: list[Change]) -> str:
    """The new picture: what a browser makes of the changes."""
    before = old.split("\n")
    return "\n".join(part if isinstance(part, str) else "\n".join(before[part[0] : part[1]]) for part in made)

"""Taking back: the inverse of a change as plain data, kept inside the state.

Theory: a registration turns one part of the state into another. `inverse(before, after)` is the smallest record that
turns `after` back; `revert` applies it. A list of such records is the undo stack of the Round. What was sensed on the
table meanwhile, and chance, stay out of it: the table is a fact, and luck is not drawn twice.

Rule 1: revert(after, inverse(before, after)) == before, for any plain data (tested).
Rule 2: the stack is emptied whenever a Round is closed or hidden information is shown.
"""


def same(one, other):
    """Equal in value and kind: 0 is not False, which `==` would let pass."""
    if one is other:  # states share what did not change: most comparisons end here
        return True
    if type(one) is not type(other):
        return False
    if type(one) is dict:
        return len(one) == len(other) and all(key in other and same(one[key], other[key]) for key in one)
    if type(one) is list:
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return one == other


def inverse(before, after):
    """The record that turns `after` back: [] for no change, ["=", old] or ["{", {key: record}, [added keys]]."""
    if before is after:
        return []
    if type(before) is dict and type(after) is dict:
        changed = {}
        for key, value in before.items():
            if key in after and after[key] is value:
                continue
            record = inverse(value, after[key]) if key in after else ["=", value]
            if record:
                changed[key] = record
        added = sorted([key for key in after if key not in before])
        return ["{", changed, added] if changed or added else []
    if same(before, after):
        return []
    return ["=", before]


def revert(after, record):
    """`after` as it was before the change that `record` describes; `after` itself is left alone."""
    if not record:
        return after
    if record[0] == "=":
        return record[1]
    back = dict(after)
    for key in record[2]:
        del back[key]
    for key, inner in record[1].items():
        back[key] = revert(after.get(key), inner)
    return back

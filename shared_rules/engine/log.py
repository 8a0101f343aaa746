"""The log: state = fold(log). An entry is one action, who did it, and what the state looked like afterwards.

Rule 1: the log only grows; UNDO is an entry like any other, and the game itself goes back (engine/undo.py).
Rule 2: each entry carries the digest of the state after it and a hash over the entry before it, so that a changed, lost
or moved entry is found at its number.
"""

from shared_rules.engine.canonical import digest
from shared_rules.engine.reasons import RulesError

FIRST_HASH = "0" * 64


class LogDamaged(RulesError):
    """The log does not fit itself; `seq` is the first entry that does not."""

    def __init__(self, seq, sentence):
        super().__init__(sentence)
        self.seq = seq


def chain_hash(previous, seq, actor, action, state_digest):
    """Hash of one entry: over the hash before it and everything in it. 64 hex digits."""
    return digest([previous, seq, actor, action, state_digest])


def entry(previous, actor, action, state_digest):
    """The entry that follows `previous` (an entry, or None at the start), as a dict of plain data."""
    seq = previous["seq"] + 1 if previous else 1
    before = previous["hash"] if previous else FIRST_HASH
    return {
        "seq": seq,
        "actor": actor,
        "action": action,
        "digest": state_digest,
        "hash": chain_hash(before, seq, actor, action, state_digest),
    }


def verify(entries):
    """Check numbers and hashes of a whole log; LogDamaged names the first bad entry."""
    before = FIRST_HASH
    for number, item in enumerate(entries, 1):
        if item["seq"] != number:
            raise LogDamaged(number, "entry %d is missing" % number)
        if item["hash"] != chain_hash(before, number, item["actor"], item["action"], item["digest"]):
            raise LogDamaged(number, "entry %d was changed" % number)
        before = item["hash"]


def fold(game, options, seed, entries, check=True):
    """The state after all entries; with `check`, LogDamaged if a digest differs from what the rules give."""
    state = game.setup(options, seed)
    for item in entries:
        state = game.apply(state, item["action"])
        if check and item["digest"] and game.digest(state) != item["digest"]:
            raise LogDamaged(item["seq"], "the rules give another state after entry %d" % item["seq"])
    return state

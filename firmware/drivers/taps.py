"""What a player does, out of what the reader sees: taps, lifts, two tags at once. Pure: poll results in, events out.

Rule 1: a resting tag is one tap, however long it lies there; another tap needs a confirmed removal in between.
Rule 2: a tag is removed after three clean answers without it. A failed poll (None) says nothing and changes nothing.
Rule 3: two tags in the field are reported as such, once, and neither is taken for a tap. When one is left, that one is
        tapped, unless it was before.
Rule 4: no time windows: taps may follow each other as fast as hands can lift.
Rule 5: what the first `settle` clean answers show was laid before the ARC started, and may have been told by its last
        life: it rests, and is no tap until it was lifted.

Events are tuples: (TAP, target), (LIFT, uid), (MANY, [uid, uid]) with UIDs in order, (RESTS, uid).
"""

from shared_rules.compat import const

TAP = const(1)
LIFT = const(2)
MANY = const(3)
RESTS = const(4)
MISSES = const(3)


class TapTracker:
    """Feed it each poll's result. `present`: UIDs lying there, removal not yet confirmed."""

    def __init__(self, misses=MISSES, settle=0):
        self._limit = misses
        self._settle = settle  # clean answers until what appears is new
        self._misses = {}  # uid -> clean answers without it
        self._tapped = set()
        self._many = ()

    @property
    def present(self):
        """UIDs in the field, in order."""
        return sorted(self._misses)

    def update(self, targets):
        """Take one poll's Targets, or None for a poll that failed; returns the events, in order."""
        if targets is None:
            return []
        seen = {}
        for target in targets:
            seen[target.uid] = target
        events = self._count(seen)
        if self._settle:
            self._settle -= 1
            for uid in sorted(seen):
                if uid not in self._tapped:
                    self._tapped.add(uid)
                    events.append((RESTS, uid))
        if len(seen) > 1:
            uids = sorted(seen)
            if tuple(uids) != self._many:
                self._many = tuple(uids)
                events.append((MANY, uids))
        elif len(self._misses) == 1:
            self._many = ()
            for uid in seen:
                if uid not in self._tapped:
                    self._tapped.add(uid)
                    events.append((TAP, seen[uid]))
        elif not self._misses:
            self._many = ()
        return events

    def _count(self, seen):
        """Bring the misses up to date; returns the lifts."""
        events = []
        for uid in self.present:
            if uid in seen:
                continue
            self._misses[uid] += 1
            if self._misses[uid] >= self._limit:
                del self._misses[uid]
                self._tapped.discard(uid)
                events.append((LIFT, uid))
        for uid in seen:
            self._misses[uid] = 0
        return events

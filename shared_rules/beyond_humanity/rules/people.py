"""Who came, left and died in the month that was settled, and why so many left: the summary's words about people.

Rule 1: made from what the view shows anyway: counts of people, words of statuses, Overcrowded. How strong the pull of
the Colony is stays hidden (BHC-5.3.2-1), and how many came is what is left of the open counts.
Rule 2: a loss of a tenth of the people or more leads the summary (BHC-4.1-4); smaller ones stand with the economy.
"""

from shared_rules.beyond_humanity.words import STATUS_LABELS, band, grouped, listing, status
from shared_rules.compat import const

LARGE_PART = const(10)  # a loss of one in so many inhabitants, or more, is large


def moved(state):
    """(arrived, left, died) in the last month; people whom a card brings or sends away are counted as well."""
    before, now, report = sum(state["last"]["pop"]), sum(state["colony"]["pop"]), state["report"]
    died = report["shot"] + report["dead"]
    left = -sum([change for change in report["arrivals"] if change < 0])
    arrived = now - before + died + left
    return (arrived, left, died) if arrived >= 0 else (0, left - arrived, died)


def told(state):
    """The summary with what became of the people: first of all where it is a large loss."""
    screens = state["summary"]
    if not screens or not state["last"]:
        return screens
    return [
        _with_lines(screen, *_LINES[screen["id"]](state)) if screen["id"] in _LINES else screen for screen in screens
    ]


def _with_lines(screen, first, last):
    made = dict(screen)
    made["lines"] = first + screen["lines"] + last
    return made


def _line(text, tone):
    return {"text": text, "tone": tone}


def _status_lines(state):
    before, now = sum(state["last"]["pop"]), sum(state["colony"]["pop"])
    if now == before or before - now < before // LARGE_PART:
        return [], []
    left, died = moved(state)[1:]
    made = [_line("The Colony shrank from %s to %s inhabitants." % (grouped(before), grouped(now)), "red")]
    if left:
        why = ": nobody wants to live here%s" % _reasons(state) if left >= died else ""
        made.append(_line("%s left%s." % (_people(left), why), "red"))
    if died:
        made.append(_line("%s died." % _people(died), "red"))
    return made, []


def _economy_lines(state):
    arrived, left, died = moved(state)
    found = [(arrived, "arrived"), (left, "left"), (died, "died")]
    told_of = ["%s %s" % (grouped(count), word) for count, word in found if count]
    return [], [_line("People: %s." % (listing(told_of) or "nobody came, left or died"), "info")]


_LINES = {"status": _status_lines, "economy": _economy_lines}


def _people(count):
    return "%s people" % grouped(count) if count != 1 else "1 person"


def _reasons(state):
    """What drives people away, as far as everybody can see it, the worst first; nothing where all looks well."""
    colony = state["colony"]
    bands = [(band(colony[name]), label, status(colony[name])["word"]) for label, name in zip(STATUS_LABELS, "hst")]
    bad = sorted([row for row in bands if row[0] > 1], key=lambda row: -row[0]) or [row for row in bands if row[0]]
    named = ["%s %s" % (label, word) for _, label, word in bad]
    if state["last_report"]["crowded"] or state["report"]["crowded"]:
        named.append("Overcrowded")
    if state["last"]["riot"]:
        named.append("RIOT")
    return " (%s)" % ", ".join(named) if named else ""

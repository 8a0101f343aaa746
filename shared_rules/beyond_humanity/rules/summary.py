"""The screens that open a Round, in their fixed order (BHC-4.1-3 to 4.1-15). They stay until the end of the Round.

A screen is {"id", "title", "lines": [{"text", "tone"}], "rows": [{"label", "value"}]}: words and public numbers only.
"""

from shared_rules.beyond_humanity import content, occurrences
from shared_rules.beyond_humanity.effects import app_words, icon_words, table_words
from shared_rules.beyond_humanity.rules import bars, causes, changes
from shared_rules.beyond_humanity.rules.common import name_of, unit_name
from shared_rules.beyond_humanity.table_effects import amount
from shared_rules.beyond_humanity.words import (
    GROUP_LABELS,
    RESOURCE_LABELS,
    RIOT_WORDS,
    STATUS_LABELS,
    SUPPORT_STEPS,
    TD_WORDS,
    listing,
    own_support_bars,
    status,
    support_bars,
)
from shared_rules.catalog import UNIT_COUNT

ORDER = ("status", "occurrence", "economy", "decrees", "support", "scenario", "tiers", "upkeep")
SUPPORT_EVERY = 6


def units_in(mask):
    """Unit numbers of the bits of a mask."""
    return [unit for unit in range(1, UNIT_COUNT + 1) if mask >> (unit - 1) & 1]


def upgraded(state):
    """Units, the ARC among them, that reached tier 2 in this settlement."""
    before, after = state["last"]["tier"], state["colony"]["tier"]
    return [unit for unit in range(UNIT_COUNT + 1) if after[unit] > before[unit]]


def completed(state):
    """Units whose construction or reconstruction ended in this settlement."""
    before, after = state["last"]["rate"], state["colony"]
    return [u for u in range(1, UNIT_COUNT + 1) if before[u] and not after["rate"][u] and after["progress"][u]]


def support_round(number):
    """Whether the Support screen opens this Round: 7, 13, 19 (BHC-2.4-6)."""
    return number > 1 and number % SUPPORT_EVERY == 1


def screens(state, results, occurrence):
    """All screens of the settlement that has just been made; after the last one nothing is left to do by hand."""
    goes_on = state["phase"] == 1
    told = occurrences.told(content.get()["occurrences"], occurrence)
    made = [
        _status(state, causes.rows(state, results, told)),
        _occurrence(told, goes_on),
        _economy(state),
        _decrees(results, goes_on),
    ]
    if support_round(state["round"]) and goes_on:
        made.append(_support(state))
    if state.get("scenario"):
        made.append(_scenario(state))
    if upgraded(state):
        made.append(_tiers(state))
    if goes_on:
        made.append(_upkeep(state))
    return made


def _screen(name, title, lines, rows=()):
    return {
        "id": name,
        "title": title,
        "lines": [{"text": text, "tone": tone} for text, tone in lines],
        "rows": [{"label": label, "value": value} for label, value in rows],
    }


def _status(state, why):
    colony, report = state["colony"], state["report"]
    lines = []
    for label, name in zip(STATUS_LABELS, ("h", "s", "t")):
        shown = status(colony[name])
        lines.append(("%s: %s." % (label, shown["word"]), shown["colour"]))
    if colony["riot"]:
        lines.append((RIOT_WORDS[colony["riot"]][0] + ".", RIOT_WORDS[colony["riot"]][1]))
    elif state["last"]["riot"]:
        lines.append(("The RIOT is over.", "green"))
    if report["arrested"]:
        lines.append(("Arrested by SecForce: %d." % report["arrested"], "orange"))
    if report["shot"]:
        lines.append(("The Marines were sent in. Dead: %d." % report["shot"], "red"))
    if report["struck"]:
        names = listing([unit_name(unit) for unit in units_in(report["struck"])])
        lines.append(("Catastrophe! Damaged: %s. Take nothing off: rebuilding begins by itself." % names, "red"))
        if report["dead"]:
            lines.append(("Dead in the Catastrophe: %d." % report["dead"], "red"))
    if report["crowded"]:
        lines.append(("Overcrowded: there are more inhabitants than beds.", "orange"))
    if report["loan"]:
        lines.append(("The budget fell below zero: Earth lends 20 STOCK. %s." % TD_WORDS[min(3, colony["td"])], "red"))
    return _screen("status", "Colony status", lines, why)


def _occurrence(item, goes_on):
    lines = [(item["text"], "info")]
    lines += [(app_words(effect), "info") for effect in item["app"]]
    if icon_words(item["hst"]):
        lines.append((icon_words(item["hst"]) + ".", "info"))
    lines += _at_the_table(item, goes_on)
    return _screen("occurrence", item["title"], lines)


def _at_the_table(item, goes_on):
    """What the players carry out; nothing when the game has ended (resolution at BHC-6-9)."""
    return [("At the table: " + table_words(effect), "warn") for effect in item["table"]] if goes_on else []


def ledger(state):
    """Rows of the month in STOCK: (label, signed value). Together they lead from the last STOCK to this one."""
    report = state["report"]
    rows = [
        ("Taxes", report["taxes"]),
        ("Trade of the Scientists", report["trade"]),
        ("Modules", report["modules"]),
        ("Services", report["services"]),
        ("Upkeep", -report["upkeep"]),
        ("Construction", -report["construction"]),
        ("Imports", -report["imports"]),
    ]
    if report["loan"]:
        rows.append(("Loan from Earth", 20))
    others = state["colony"]["stock"] - state["last"]["stock"] - sum(value for _, value in rows)
    if others:
        rows.append(("Decrees and events", others))
    return rows


def _economy(state):
    colony, report = state["colony"], state["report"]
    rows = ledger(state) + [("STOCK", colony["stock"])]
    for index, label in enumerate(RESOURCE_LABELS):
        rows.append((label, "%d made, %d used" % (report["production"][index], report["consumption"][index])))
    for index, label in enumerate(GROUP_LABELS):
        rows.append((label, "%+d" % (colony["pop"][index] - state["last"]["pop"][index])))
    lines = []
    for unit in completed(state):
        lines.append(("%s is complete." % unit_name(unit), "good"))
    return _screen("economy", "Colony Economy", lines, rows)


def _decrees(results, goes_on):
    lines = []
    for item in results:
        card = content.get()[item["kind"]][item["number"]]
        lines += _result_lines(item, card)
        lines += _at_the_table(card, goes_on) if item["passed"] else []
    if not results:
        lines = [("No Decree was introduced.", "info")]
    return _screen("decrees", "Decree results", lines)


def _result_lines(item, card):
    who = "“%s” (%s)" % (card["title"], item["name"])
    if item["stopped"]:
        return [(who + " was stopped by a Directive. It returns to hand, and no fee is due.", "warn")]
    if item["percent"] is None:
        lines = [(who + " is in force: a Directive passes without a vote. Remove it from the game.", "good")]
    else:
        words = "passed" if item["passed"] else "was rejected"
        lines = [
            (
                "%s %s with %d %% approval. Discard it." % (who, words, item["percent"]),
                "good" if item["passed"] else "bad",
            )
        ]
    if item["passed"]:
        lines += [(app_words(effect), "info") for effect in card["app"]]
        lines += [(icon_words(card["hst"]) + ".", "info")] if icon_words(card["hst"]) else []
    return lines


def _support(state):
    """A ranking of the Managers; in solo the own Support alone (resolution at BHC-A3.4-4)."""
    values = [manager["support"] for manager in state["desk"]["managers"]]
    if state["mode"] == "solo":
        row = (name_of(state, 0), _bar(own_support_bars(values[0])))
        return _screen(
            "support", "Your Support", [("A rough picture of what the Citizens think of you.", "info")], [row]
        )
    bars = support_bars(values)
    order = sorted(range(len(values)), key=lambda seat: (-bars[seat], seat))
    rows = [(name_of(state, seat), _bar(bars[seat])) for seat in order]
    return _screen("support", "Managers' Support", [("A rough picture of what the Citizens think.", "info")], rows)


def _bar(steps):
    return "●" * steps + "○" * (SUPPORT_STEPS - steps)


BAR_WORDS = {"open": ("still open", "info"), "filled": ("achieved", "good"), "missed": ("missed", "bad")}


def _scenario(state):
    """How far the scenario's task is (BHC-4.1-12)."""
    lines, rows = [], []
    for bar in bars.shown(state):
        words, tone = BAR_WORDS[bar["state"]]
        lines.append(("%s: %s." % (bar["label"], words), tone))
        lines.append((bar["text"], "info"))
        rows.append((bar["label"], ("%d, at most %d" if bar["most"] else "%d of %d") % (bar["value"], bar["needed"])))
    return _screen("scenario", state["scenario"]["name"], lines, rows)


def _tiers(state):
    text = "%s has reached tier 2: turn its tile to the blue side."
    lines = [(text % unit_name(unit), "good") for unit in upgraded(state)]
    return _screen("tiers", "Development", lines)


def _upkeep(state):
    claim = state["desk"]["claim"]
    lines = []
    if claim is not None:
        stays = claim == state["desk"]["governor"]
        words = "%s stays Governor." if stays else "The Governor's token goes to %s."
        lines.append((words % name_of(state, claim), "warn"))
    price = amount("cr", changes.instead(state, 1, "upkeep"))
    words = "Each unfinished proposal costs its Manager %s, or the Module goes back to the pool." % price
    lines.append((words, "info"))
    lines.append(("Buy Abilities in turn order, then take all tokens off the sockets.", "info"))
    return _screen("upkeep", "Upkeep", lines)

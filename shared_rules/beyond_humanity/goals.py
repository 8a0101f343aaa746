"""Goals as conditions over the state at the end of the final Round (BHC-2.2-4): vocabulary, evaluation, words.

A condition is "SCOPE MEASURE OP NUMBER": "colony scientists >= 300", "own cr >= 8", "team cr >= 8 each". Statuses are
levels by name ("colony happiness >= good"). `own` is the Manager who holds the Goal, `team` the sum over all Managers;
`each` multiplies by the number of Managers, which is 3 in solo (BHC-A3.2-1, A3.2-2).

`evaluate` reads facts: {"managers": int, "colony": {measure: int}, "own": {...}, "team": {...}}; each measure that a
condition names must be there, but "built/TYPE" counts as 0 where it is not.
"""

from shared_rules.beyond_humanity.tables import RESOURCES, STATUSES
from shared_rules.beyond_humanity.vocabulary import VocabularyError
from shared_rules.beyond_humanity.words import grouped
from shared_rules.engine.reasons import RulesBug

LEVELS = ("critical", "alarming", "poor", "good")  # a status as a number 0..3
OPS = (">=", "<=", "=")
COUNTED = {  # measure -> (one, several); a condition says how many of it there are
    "population": ("inhabitant", "inhabitants"),
    "colonists": ("Colonist", "Colonists"),
    "secforce": ("SecForce", "SecForce"),
    "scientists": ("Scientist", "Scientists"),
    "marines": ("Marine", "Marines"),
    "prisoners": ("Prisoner", "Prisoners"),
    "stock": ("STOCK", "STOCK"),
    "td": ("Terran Dependence", "Terran Dependences"),
    "modules": ("Module fully built", "Modules fully built"),
    "tier2": ("Module of tier 2", "Modules of tier 2"),
    "free_beds": ("free bed", "free beds"),
    "queue": ("Module under construction", "Modules under construction"),
    "surplus": ("Resource with overproduction", "Resources with overproduction"),
    "full_accumulators": ("full Accumulator", "full Accumulators"),
    "power": ("Power", "Power"),  # the four Resources: what is produced beyond the consumption
    "life_support": ("Life Support", "Life Support"),
    "gas": ("Gas", "Gas"),
    "liquid": ("Liquids", "Liquids"),
}
COLONY_FLAGS = {  # measure -> (words for 0, words for 1)
    "crowded": ("the Colony is not Overcrowded", "the Colony is Overcrowded"),
    "riot": ("there is no RIOT", "there is a RIOT"),
    "damaged": ("no Module is being rebuilt", "a Module is being rebuilt"),
}
OWN_COUNTED = {
    "cr": ("Credit", "Credits"),
    "tg": ("Terran Good", "Terran Goods"),
    "pa": ("Political Advantage", "Political Advantages"),
    "xp": ("Experience", "Experience"),
    "dec": ("Decree card in hand", "Decree cards in hand"),
    "artifacts": ("completed Artifact", "completed Artifacts"),
    "abilities": ("Ability", "Abilities"),
    "modules": ("submitted Module", "submitted Modules"),
    "greens": ("passed green Decree", "passed green Decrees"),
    "ambassador": ("use of the Ambassador", "uses of the Ambassador"),
}
OWN_FLAGS = {
    "president": ("you are not the Colony President", "you are the Colony President"),
    "governor": ("you are not the Governor", "you are the Governor"),
    "proposal": ("you have no unfinished proposal", "you have an unfinished proposal"),
    "running": ("you have no Artifact on Expedition or Research", "you have an Artifact on Expedition or Research"),
    "directive": ("you have not used your Directive", "you have used your Directive"),
}
MEASURES = {
    "colony": tuple(COUNTED) + tuple(COLONY_FLAGS) + STATUSES,
    "own": tuple(OWN_COUNTED) + tuple(OWN_FLAGS),
    "team": tuple(OWN_COUNTED),
}
SUBJECTS = ("the Colony has ", "the Colony produces ", "you have ", "the Managers together have ")
BUILT = "built/"  # "built/obelisk": fully built Modules of a type


def parse_condition(text, kinds):
    """[scope, measure, op, number, each] from text; `kinds` are the Module types that may be named."""
    words = text.split()
    if len(words) not in (4, 5) or words[0] not in MEASURES or words[2] not in OPS:
        raise VocabularyError("a condition is: %s, a measure, %s, a number" % ("/".join(MEASURES), "/".join(OPS)))
    scope, measure, op, number = words[:4]
    each = words[4:] == ["each"]
    if len(words) == 5 and not (each and scope == "team"):
        raise VocabularyError("only a condition of the team ends in 'each'")
    if measure.startswith(BUILT) and scope == "colony":
        if measure[len(BUILT) :] not in kinds:
            raise VocabularyError("'%s' is no Module" % measure[len(BUILT) :])
    elif measure not in MEASURES[scope]:
        raise VocabularyError("'%s' is not one of: %s" % (measure, ", ".join(MEASURES[scope])))
    return [scope, measure, op, _number(measure, number), each]


def _number(measure, word):
    if measure in STATUSES:
        if word not in LEVELS:
            raise VocabularyError("'%s' is not one of: %s" % (word, ", ".join(LEVELS)))
        return LEVELS.index(word)
    if not word.isdigit():
        raise VocabularyError("'%s' is not a whole number" % word)
    return int(word)


def holds(condition, facts):
    """Whether one condition holds in `facts`; RulesBug if they lack its measure."""
    scope, measure, op, number, each = condition
    known = facts[scope]
    if measure not in known and not measure.startswith(BUILT):
        raise RulesBug("no such fact: %s %s" % (scope, measure))
    value = known.get(measure, 0)
    number = number * facts["managers"] if each else number
    return value >= number if op == ">=" else value <= number if op == "<=" else value == number


def evaluate(goal, facts):
    """(VP, level): level 0 if the Goal is missed, else the highest one reached, which alone counts (BHC-A2.2-4)."""
    for level in range(len(goal["levels"]), 0, -1):
        if all(holds(condition, facts) for condition in goal["levels"][level - 1]["when"]):
            return goal["levels"][level - 1]["vp"], level
    return -goal["miss"], 0


# -- words ---------------------------------------------------------------------------------------------------------


def _amount(op, number, names):
    one, several = names
    if number == 0 and op in ("<=", "="):
        return "no " + several
    how = {">=": "at least", "<=": "at most", "=": "exactly"}[op]
    return "%s %s %s" % (how, grouped(number), one if number == 1 else several)


def _status(measure, op, number):
    level = LEVELS[number].capitalize()
    rest = {">=": " or better", "<=": " or worse", "=": ""}[op]
    if (op, number) in ((">=", 3), ("<=", 0)):
        rest = ""
    return "%s is %s%s" % (measure.capitalize(), level, rest)


def _flag(words, op, number):
    wanted = 1 if (op, number) == (">=", 1) else number
    return words[1 if wanted else 0]


def condition_words(condition, tiles):
    """A clause without a full stop; `tiles` gives the name of a Module type."""
    scope, measure, op, number, each = condition
    if measure.startswith(BUILT):
        title = "“%s”" % tiles[measure[len(BUILT) :]]
        return "the Colony has %s" % _amount(op, number, ("Module " + title, "Modules " + title))
    if measure in STATUSES and scope == "colony":
        return _status(measure, op, number)
    flags = COLONY_FLAGS if scope == "colony" else OWN_FLAGS
    if measure in flags:
        return _flag(flags[measure], op, number)
    if measure in RESOURCES:
        return "the Colony produces %s than it consumes" % _amount(op, number, ("more " + COUNTED[measure][0],) * 2)
    names = (COUNTED if scope == "colony" else OWN_COUNTED)[measure]
    who = {"colony": "the Colony has", "own": "you have", "team": "the Managers together have"}[scope]
    return "%s %s%s" % (who, _amount(op, number, names), " for each Manager" if each else "")


def _merged(clauses):
    """Neighbours with the same subject and verb name them once."""
    made = clauses[:1]
    for index in range(1, len(clauses)):
        before, clause = clauses[index - 1], clauses[index]
        start = next((one for one in SUBJECTS if before.startswith(one) and clause.startswith(one)), "")
        made.append(clause[len(start) :])
    return made


def level_words(level, tiles):
    """ "At the end the Colony has at least 300 Scientists and there is no RIOT: +10 VP."."""
    clauses = _merged([condition_words(condition, tiles) for condition in level["when"]])
    listed = ", ".join(clauses[:-1]) + " and " + clauses[-1] if len(clauses) > 1 else clauses[0]
    return "At the end %s: +%d VP." % (listed, level["vp"])


def goal_words(goal, tiles):
    """The whole text of a Goal: its levels from the lowest on, then what a miss costs."""
    sentences = [level_words(level, tiles) for level in goal["levels"]]
    return " ".join(sentences + ["Otherwise: −%d VP." % goal["miss"]])

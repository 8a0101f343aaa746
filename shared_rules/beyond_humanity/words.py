"""Words and colours of what the companion may show; exact hidden values end here.

Rule 1: a hidden value leaves only as one of a few words (BHC-5.1-11, 2.4-7, 5.3.1-1).
Rule 2: colours are names, and each has its own word: nothing is told by colour alone.
"""

from shared_rules.beyond_humanity.colony import ALARMING, GOOD, POOR
from shared_rules.beyond_humanity.votes import STANDING_MOST, STANDING_SHIFT
from shared_rules.compat import const

BANDS = (("Good", "green"), ("Poor", "yellow"), ("Alarming", "orange"), ("Critical", "red"))
STATUS_LABELS = ("Happiness", "Security", "Technical")
RESOURCE_LABELS = ("Power", "Life Support", "Gas", "Liquids")
GROUP_LABELS = ("Colonists", "SecForce", "Scientists", "Marines", "Prisoners")
RIOT_WORDS = (("No RIOT", "green"), ("RIOT, first stage", "orange"), ("RIOT, second stage", "red"), ("Anarchy", "red"))
TD_WORDS = ("No Terran Dependence", "One Terran Dependence", "Two Terran Dependences", "Terran rule")
PHASES = (
    "",
    "Previous Round Summary",
    "Upkeep",
    "Managers' Regular Actions",
    "Managers' Assistant Actions",
    "Module Building",
    "Decrees Introduction",
)
PHASE_HELP = (
    "",
    "Read the screens. Carry out the table part of the Decrees that passed, in last Round's turn order.",
    "In this order: a new Governor takes the token; each unfinished proposal costs its Manager 1 Credit; Abilities are "
    "bought; all tokens leave the sockets.",
    "One action at a time in turn order. For a Campaign lay your Manager token on the ARC first.",
    "Each Manager may use one Assistant or Advisor. A Manager's token alone is a Campaign of an Assistant; for the "
    "Ambassador lay the Ambassador token on the ARC first, then your own.",
    "In turn order connect each Module that has all its endorsements, then lay its Manager's token on the ARC.",
    "Reveal the chosen cards together. In turn order lay each on the ARC, then its owner's token. Then press NEXT.",
)
SOLO_HELP = {
    2: "In this order: an unfinished proposal costs 1 Credit; Abilities are bought; all tokens leave the sockets; "
    "columns are filled. Pay for filled columns first, then take what the empty ones give. The first one is free.",
    3: "One action for each token in a filled column. For a Campaign lay the token on the ARC first.",
    4: "One Assistant or Advisor for each filled column. For the Ambassador lay its token on the ARC, then any other.",
    5: "Connect the Module that has all its endorsements, then lay any ID token on the ARC.",
    6: "You may introduce one Decree: lay it on the ARC, then any ID token. Then press NEXT.",
}
ACTIONS_HELP = (  # where the pieces are not on the screen: what an action is, and how it goes on after a Campaign
    " The others are done on your table without the ARC: a token on a free socket of a built Module does what its icon "
    "says. At the virtual table, which has no sockets, imagine them. When all actions are used, press Continue."
)
LAST_ROUND_HELP = "In the last Round no Decree or Directive is introduced. Press NEXT: the game ends with this Round."
SUPPORT_STEPS = const(5)  # of a bar on the Support screen: a rough picture, no number (BHC-2.4-7)
SUPPORT_FULL = STANDING_MOST << STANDING_SHIFT  # Support from which more of it helps no vote any further


def band(value):
    """0 Good, 1 Poor, 2 Alarming, 3 Critical."""
    return 0 if value >= GOOD else 1 if value >= POOR else 2 if value >= ALARMING else 3


def status(value):
    """{"word", "colour"} of an exact status value."""
    word, colour = BANDS[band(value)]
    return {"word": word, "colour": colour}


def balance(production, consumption):
    """{"word", "colour"} of a Resource this month."""
    if production > consumption:
        return {"word": "Overproduction", "colour": "green"}
    if production < consumption:
        return {"word": "Underproduction", "colour": "red"}
    return {"word": "In balance", "colour": "yellow"}


def accumulator(amount, limit):
    """The accumulator icon in a word."""
    return "full" if amount >= limit else "incomplete" if amount > 0 else "empty"


def support_bars(values):
    """Rough bars 1..SUPPORT_STEPS relative to the leader; 0 for somebody without any Support."""
    most = max(values)
    if most <= 0:
        return [0 for _ in values]
    return [(value * SUPPORT_STEPS + most - 1) // most for value in values]


def own_support_bars(value):
    """Rough bars of a player without rivals: how far the Support carries, full where votes gain no more."""
    return (min(value, SUPPORT_FULL) * SUPPORT_STEPS + SUPPORT_FULL - 1) // SUPPORT_FULL


def trend(arrivals):
    """Names of the up to three groups with most arrivals, strongest first; groups that shrink are left out."""
    order = sorted(range(5), key=lambda group: (-arrivals[group], group))
    return [GROUP_LABELS[group] for group in order[:3] if arrivals[group] > 0]


def grouped(number):
    """A whole number for readers: "4,000", as everywhere on the screens."""
    text = str(abs(number))
    parts = []
    while len(text) > 3:
        parts.insert(0, text[-3:])
        text = text[:-3]
    return "%s%s" % ("\u2212" if number < 0 else "", ",".join([text] + parts))


def listing(names):
    """ "A", "A and B", "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]

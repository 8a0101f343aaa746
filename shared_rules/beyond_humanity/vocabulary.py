"""How the closed vocabularies of the content are read: a kind, then parameters of fixed types.

Rule 1: what is not in a vocabulary is refused with words that name what is allowed; nothing is guessed.
"""

from shared_rules.beyond_humanity.tables import GROUPS, RESOURCES

CURRENCIES = ("dec", "cr", "tg", "pa", "xp")
_WORDS = {"group": GROUPS, "resource": RESOURCES, "currency": CURRENCIES}


class VocabularyError(ValueError):
    """Text that is not in the closed vocabulary; the message says what is wrong."""


def parameter(kind, word):
    """The value of one parameter. kind: "int", "count" (above zero), a word list by name, or the one word allowed."""
    if kind == "int" or kind == "count":
        try:
            value = int(word)
        except ValueError:
            raise VocabularyError("'%s' is not a whole number" % word)
        if kind == "count" and value <= 0:
            raise VocabularyError("'%s' must be above zero" % word)
        return value
    allowed = _WORDS.get(kind, kind if isinstance(kind, tuple) else (kind,))
    if word not in allowed:
        raise VocabularyError("'%s' is not one of: %s" % (word, ", ".join(allowed)))
    return word


def parse(words, vocabulary):
    """[kind, parameter, ...] from a list of words; VocabularyError for anything else."""
    kind = words[0] if words else ""
    if kind not in vocabulary:
        raise VocabularyError("unknown effect '%s' (known: %s)" % (kind, ", ".join(sorted(vocabulary))))
    types = vocabulary[kind]
    if len(words) - 1 != len(types):
        raise VocabularyError("'%s' takes %d parameters" % (kind, len(types)))
    return [kind] + [parameter(of, word) for of, word in zip(types, words[1:])]

"""Errors of every title. Two kinds: `Refusal` is the table's doing, `RulesBug` is ours.

Rule 1: a refusal changes nothing; the state that raised it is still the state.
Rule 2: `code` is for programs and never changes; `sentence` is for players and names no internal thing.
"""


class RulesError(Exception):
    """Root of the errors of the rules."""


class Refusal(RulesError):
    """An action that may not be done now: `code` (snake_case) and `sentence` (one or two sentences for players)."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class RulesBug(RulesError):
    """The program broke its own promise: an action without a known kind, an effect outside of the vocabulary."""

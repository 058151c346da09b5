"""Kinds of rows and limits of the difference between two rounds."""

from enum import StrEnum

MAX_ROUNDS = 20
"""Earlier rounds of an RFx that can be chosen, the newest ones."""


MAX_MOVED = 50
"""RFxs that one request moves, in one transaction; pages send larger selections in several requests."""


class RowKind(StrEnum):
    """Difference of one question between two rounds.

    CHANGED: asked in both, with another answer. NEW and REMOVED: asked in one round only. SAME: the same answer, or
    none in both. UNCONFIRMED: the earlier answer is offered, and the respondent has neither confirmed nor replaced it.
    """

    CHANGED = "CHANGED"
    NEW = "NEW"
    REMOVED = "REMOVED"
    SAME = "SAME"
    UNCONFIRMED = "UNCONFIRMED"

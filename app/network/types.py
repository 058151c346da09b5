"""Levels of a relationship (specification section 3, Relationship)."""

from enum import StrEnum


class RelationshipLevel(StrEnum):
    """In rising order; None means no official relationship yet, or one that has ended."""

    NONE = "None"
    EVALUATION = "Evaluation"
    APPROVED = "Approved"
    CONTRACTED = "Contracted"
    PREFERRED = "Preferred"


class MatchState(StrEnum):
    """How an organisation stands to the one that is about to invite it."""

    IN_DIRECTORY = "IN_DIRECTORY"
    IN_NETWORK = "IN_NETWORK"
    INVITED = "INVITED"


LEVELS_ABOVE_NONE = tuple(level for level in RelationshipLevel if level is not RelationshipLevel.NONE)
TAGS_LIMIT = 500
"""So many tags one supplier can have."""
DEFAULT_LEVEL = RelationshipLevel.EVALUATION


class NetworkMail(StrEnum):
    """The mails of the network (specification section 2, Sysadmin)."""

    RELATIONSHIPADDED = "RELATIONSHIPADDED"
    RELATIONSHIPUPDATED = "RELATIONSHIPUPDATED"

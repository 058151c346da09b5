"""Levels of a relationship, match states and mails (specification section 3, Relationship)."""

from enum import StrEnum


class RelationshipLevel(StrEnum):
    """Level of a relationship, in rising order; None means no official relationship yet, or an ended one."""

    NONE = "None"
    EVALUATION = "Evaluation"
    APPROVED = "Approved"
    CONTRACTED = "Contracted"
    PREFERRED = "Preferred"


class MatchState(StrEnum):
    """State of an existing organisation that an invitation seems to address."""

    IN_DIRECTORY = "IN_DIRECTORY"
    IN_NETWORK = "IN_NETWORK"
    INVITED = "INVITED"


LEVELS_ABOVE_NONE = tuple(level for level in RelationshipLevel if level is not RelationshipLevel.NONE)
TAGS_LIMIT = 500
"""Maximum number of tags on a relationship."""
MAX_INVITEES = 500
"""Maximum number of suppliers that are invited at once."""
TOO_MANY_INVITEES = f"At most {MAX_INVITEES} suppliers can be invited at once."
INVITE_ACTION = "network.invite"
DEFAULT_LEVEL = RelationshipLevel.EVALUATION


class NetworkMail(StrEnum):
    """Mail templates of the network (specification section 2, Sysadmin)."""

    RELATIONSHIPADDED = "RELATIONSHIPADDED"
    RELATIONSHIPUPDATED = "RELATIONSHIPUPDATED"

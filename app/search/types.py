"""Limits of the search over all types."""

from datetime import timedelta
from enum import IntEnum

ROWS = 5
"""Rows of a group, unless the request has another limit."""
MAX_ROWS = 20
COUNT_CAP = 99
"""Results of a type are counted up to this number."""
MAX_RECENT = 30
"""Records of Recently Viewed in one request."""
MIN_LENGTH, MAX_LENGTH = 2, 200
"""Characters of a search text. A single digit is the number of a record."""
TIME_LIMIT = timedelta(milliseconds=80)
"""Time for the statement of one type; a type that needs longer is left out of the response."""


class Rank(IntEnum):
    """Kinds of matches, the best first."""

    EXACT = 0
    """The number of a record, or the e-mail address or registration number, typed in full."""
    BEGINS = 1
    """The name begins with the text."""
    CONTAINS = 2
    RELATED = 3
    """The text is in the name of another record, such as the supplier of an RFx."""

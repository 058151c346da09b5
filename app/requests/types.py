"""Values of requests: constants of sending, and the direction and the mark of a compared question."""

from enum import StrEnum
from typing import TypedDict

REQUEST_FILE = "rfxRequest"
"""Subject type of the files that a request is sent with."""

SEND_ACTION = "rfxRequest.send"
"""The bulk action that sends a request to many suppliers."""

SENT_AT_ONCE = 20
"""A request to more suppliers is sent by a bulk job."""


class Direction(StrEnum):
    """The better end of a compared number, chosen for each question."""

    LOWER = "LOWER"
    HIGHER = "HIGHER"


class Mark(StrEnum):
    """The rank of an answer among the answers of all suppliers."""

    BEST = "BEST"
    WORST = "WORST"


class RateJson(TypedDict):
    """Stored exchange rate: the value of one unit in the base currency as a decimal string, and its day (ISO)."""

    rate: str
    date: str

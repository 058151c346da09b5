"""States of hand-overs and review parts, and limits of parts and hand-overs."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum


class HandoverState(StrEnum):
    """PENDING waits for the requester. DONE, DECLINED and REPLACED, by a later hand-over, are final."""

    PENDING = "PENDING"
    DONE = "DONE"
    DECLINED = "DECLINED"
    REPLACED = "REPLACED"


class ReviewStatus(StrEnum):
    """ASKED waits for the reviewer. DONE has every answer reviewed. WITHDRAWN is final."""

    ASKED = "ASKED"
    DONE = "DONE"
    WITHDRAWN = "WITHDRAWN"


class ReviewMove(StrEnum):
    """The moves of a review part."""

    ASK = "ask"
    FINISH = "finish"
    WITHDRAW = "withdraw"
    RESUME = "resume"


R = ReviewStatus
LIVE_REVIEWS = (R.ASKED, R.DONE)
REVIEW_TRANSITIONS: Mapping[tuple[ReviewStatus, ReviewMove], ReviewStatus] = {
    (R.ASKED, ReviewMove.ASK): R.ASKED,
    (R.ASKED, ReviewMove.FINISH): R.DONE,
    (R.ASKED, ReviewMove.WITHDRAW): R.WITHDRAWN,
    (R.DONE, ReviewMove.WITHDRAW): R.WITHDRAWN,
    (R.DONE, ReviewMove.RESUME): R.ASKED,
}
"""All transitions of review parts. RESUME follows a new submission with changed answers."""

MAX_NOTE = 500
MAX_PARTS = 40
"""Maximum number of parts of an RFx that are neither returned nor taken back."""
MAX_ROWS = 400
"""Maximum number of all parts of an RFx; the same limits hold for its review parts."""
MAX_GUESTS = 20
"""Maximum number of people of an RFx who are asked by e-mail."""
MAX_MAILS = 60
"""Maximum number of parts that an organisation mails to guests in `MAIL_PERIOD`."""
MAIL_PERIOD = timedelta(hours=1)
REMINDER_GAP = timedelta(hours=1)
"""Time between two mails to a guest about the same part."""
REPORT_PERIOD = timedelta(minutes=10)
"""The parts that are done or returned in this time are in one mail to the user who asked."""
REPORT_JOB = "delegation.report"
MAX_HANDOVERS = 10
"""Maximum number of hand-overs of an RFx, those that were declined or replaced included."""

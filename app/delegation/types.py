"""States of hand-overs, and limits of parts and hand-overs."""

from datetime import timedelta
from enum import StrEnum


class HandoverState(StrEnum):
    """PENDING waits for the requester. DONE, DECLINED and REPLACED, by a later hand-over, are final."""

    PENDING = "PENDING"
    DONE = "DONE"
    DECLINED = "DECLINED"
    REPLACED = "REPLACED"


MAX_NOTE = 500
MAX_PARTS = 40
"""Maximum number of parts of an RFx that are neither returned nor taken back."""
MAX_ROWS = 400
"""Maximum number of all parts of an RFx."""
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

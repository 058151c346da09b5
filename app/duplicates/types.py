"""Verdicts, limits and names of jobs of duplicates."""

from datetime import timedelta
from enum import StrEnum


class Verdict(StrEnum):
    """Decision of a user about a pair that looks alike."""

    DIFFERENT = "DIFFERENT"


class Side(StrEnum):
    """The supplier whose value of a field a merge keeps; BOTH joins the notes."""

    SURVIVOR = "SURVIVOR"
    GONE = "GONE"
    BOTH = "BOTH"


SCAN_JOB = "duplicates.compare"
DAILY_JOB = "duplicates.compareAll"
PURGE_JOB = "duplicates.purgeMerges"
FOLLOW_JOB = "duplicates.followMerge"
UNDO_PERIOD = timedelta(days=30)
SCAN_DELAY = timedelta(minutes=5)
"""Suppliers that are added within this time are compared by one job."""
MAX_SUPPLIERS = 30_000
"""Maximum number of compared suppliers of a network, the newest ones: the worker needs about 6 kB for each."""
MAX_PAIRS = 2_000
"""Maximum number of stored pairs of an organisation, the most alike ones."""
PAGE_SIZE = 20
CANNOT_MERGE = "This supplier can't be merged."

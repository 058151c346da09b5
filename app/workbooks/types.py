"""States, outcomes and limits of filled workbooks."""

from datetime import timedelta
from enum import StrEnum


class ImportKind(StrEnum):
    """OWN: a workbook that was downloaded from the RFx. FOREIGN: a file of the respondent's own."""

    OWN = "OWN"
    FOREIGN = "FOREIGN"


class ImportState(StrEnum):
    """READING in the worker; MAPPING waits for the columns; READY for the decision; then APPLYING and APPLIED."""

    READING = "READING"
    MAPPING = "MAPPING"
    READY = "READY"
    APPLYING = "APPLYING"
    APPLIED = "APPLIED"
    FAILED = "FAILED"


class Outcome(StrEnum):
    """Result of comparing a row of the file with the answer in the RFx.

    CONFLICT: the answer was changed in the RFx after the download. PROPOSED: the question is only similar. INVALID and
    UNKNOWN have a sentence, and are never applied.
    """

    NEW = "NEW"
    CHANGED = "CHANGED"
    SAME = "SAME"
    EMPTY = "EMPTY"
    INVALID = "INVALID"
    CONFLICT = "CONFLICT"
    UNKNOWN = "UNKNOWN"
    PROPOSED = "PROPOSED"


class AppliedState(StrEnum):
    """Result of applying a row; CONFLICT if the answer was changed after the preview."""

    APPLIED = "APPLIED"
    REFUSED = "REFUSED"
    CONFLICT = "CONFLICT"


UNFINISHED = (ImportState.READING, ImportState.MAPPING, ImportState.READY, ImportState.APPLYING)
MAX_OPEN = 5
"""Unfinished imports of a user in an RFx."""
MAX_PER_HOUR = 30
"""Files of a user that are read in an hour."""
HOUR = timedelta(hours=1)
RETENTION = timedelta(days=30)
MAX_ITEMS = 5_000
BATCH = 100
"""Answers that are saved in one transaction."""
MAX_ARCHIVE = 25 * 1024 * 1024
MAX_ARCHIVE_FILES = 200
SIMILAR = 92
"""Percent from which a similar question is proposed."""
READ_JOB, APPLY_JOB, PURGE_JOB = "answerImport.read", "answerImport.apply", "answerImport.purge"

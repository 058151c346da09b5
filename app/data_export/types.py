"""The states and limits of files with all data of an organisation."""

from datetime import timedelta
from enum import StrEnum

RETENTION = timedelta(days=7)
"""The life of a file."""
JOB = "dataExport.build"
SHOWN = 20
"""Number of files on the page, newest first."""


class DataExportStatus(StrEnum):
    """QUEUED and RUNNING in the worker, then DONE or FAILED; EXPIRED after the file was deleted."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"


UNFINISHED = (DataExportStatus.QUEUED, DataExportStatus.RUNNING)

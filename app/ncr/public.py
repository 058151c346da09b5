"""Names of non-conformances for other features."""

from app.ncr.operations.moves import set_deleted
from app.ncr.operations.progress import add_progress
from app.ncr.operations.saving import NcrFields, raise_ncr
from app.ncr.queries import has_raised_any, open_counts, open_counts_of_relationship
from app.ncr.types import SEVERITY_LABELS, NcrMail, NcrSeverity, NcrStatus, NcrType

__all__ = [
    "SEVERITY_LABELS",
    "NcrFields",
    "NcrMail",
    "NcrSeverity",
    "NcrStatus",
    "NcrType",
    "add_progress",
    "has_raised_any",
    "open_counts",
    "open_counts_of_relationship",
    "raise_ncr",
    "set_deleted",
]

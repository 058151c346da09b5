"""Deletion of old imports."""

from app.kernel.clock import now
from app.kernel.db.purging import delete_in_batches
from app.workbooks.models import AnswerImport
from app.workbooks.types import RETENTION

PURGED_IMPORTS = 50
"""Number of imports deleted in one transaction, each with the rows of its workbook."""


def delete_old_imports() -> None:
    """Delete imports after RETENTION; the answers stay."""
    delete_in_batches(AnswerImport.id, AnswerImport.created < now() - RETENTION, rows=PURGED_IMPORTS)

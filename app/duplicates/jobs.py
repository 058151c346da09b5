"""Background jobs of duplicates and merges."""

from sqlalchemy import update

from app.duplicates.models import MergeLog
from app.duplicates.operations.comparing import compare_suppliers, request_all_comparisons
from app.duplicates.operations.merging import follow_merge
from app.duplicates.types import UNDO_PERIOD
from app.extensions import db
from app.kernel.clock import now


def compare(organisation_id: int) -> None:
    """Compare the suppliers of one network."""
    compare_suppliers(organisation_id)


def compare_all() -> None:
    """Request the comparison of every network."""
    request_all_comparisons()


def follow(merge_id: int) -> None:
    """Move the rows that were added to a merged supplier during the merge."""
    follow_merge(merge_id)


def purge() -> None:
    """Delete the former values of merges that can't be undone any more; who merged what stays."""
    db.session.execute(
        update(MergeLog)
        .where(MergeLog.created < now() - UNDO_PERIOD, MergeLog.moves != {})
        .values(moves={})
        .execution_options(synchronize_session=False)
    )

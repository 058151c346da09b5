"""The periodic jobs of the audit log."""

from app.audit.models import AUDIT_LOG
from app.audit.operations.sealing import delete_seals_of_dropped_months, seal_entries
from app.kernel.registry import current_registry


def seal() -> None:
    """Seal the entries since the last run."""
    seal_entries()


def maintain_partitions() -> None:
    """Make the partitions of the next months, and drop those that are older than the retention, with their seals."""
    AUDIT_LOG.maintain(months=current_registry().settings.AUDIT_MONTHS)
    delete_seals_of_dropped_months()

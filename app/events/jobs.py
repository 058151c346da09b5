"""The periodic job of the event log."""

from app.events.models import EVENT_LOG
from app.events.operations import redacting
from app.kernel.registry import current_registry


def maintain_partitions() -> None:
    """Make the partitions of the next months, and drop those that are older than the retention, if there is one."""
    EVENT_LOG.maintain(months=current_registry().settings.EVENT_MONTHS)


def redact_names(user_id: int, organisation_ids: list[int], former_name: str, replacement: str) -> None:
    """Replace the name of a user in all events."""
    redacting.redact_names(
        user_id=user_id, organisation_ids=organisation_ids, name=former_name, replacement=replacement
    )

"""What other features use of the event log."""

from app.events.operations import record, record_view

__all__ = ["record", "record_view"]

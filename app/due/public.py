"""The names of due records that other features use."""

from app.due.policies import LATE_SINCE, DueColumns, DueHooks, DueSource
from app.due.queries.feeds import feed_of
from app.due.queries.listing import DueFilter, DueRow, check_filters, list_due
from app.due.schemas import CalendarFeedSchema, DueCountsSchema, DueOwnerSchema, DueQuerySchema, DueRowSchema
from app.due.serializers import due_filter, serialize_counts, serialize_due_row
from app.due.types import PAGE_SIZE

__all__ = [
    "LATE_SINCE",
    "PAGE_SIZE",
    "CalendarFeedSchema",
    "DueColumns",
    "DueCountsSchema",
    "DueFilter",
    "DueHooks",
    "DueOwnerSchema",
    "DueQuerySchema",
    "DueRow",
    "DueRowSchema",
    "DueSource",
    "check_filters",
    "due_filter",
    "feed_of",
    "list_due",
    "serialize_counts",
    "serialize_due_row",
]

"""The states and limits of webhooks."""

from datetime import timedelta
from enum import StrEnum

MAX_ENDPOINTS = 10
"""The maximum number of endpoints of an organisation."""
PAGE_SIZE = 25
DELIVERY_DAYS = 30
"""Days after which a delivery is deleted."""
SECRET_BYTES = 32
ROTATION = timedelta(hours=24)
"""After a rotation, requests also have the signature of the former secret for this time."""
PAUSES = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=15),
)
"""The pause after each failed try but the last; together about 24 hours."""
MAX_TRIES = len(PAUSES) + 1
LONGEST_PAUSE = timedelta(hours=15)
"""The longest pause that a receiver can request with Retry-After."""
LEASE = timedelta(minutes=1)
"""A delivery that a worker has claimed is tried again after this time if the worker died."""
MAX_STORED_ANSWER = 2_000
"""Maximum number of characters of a receiver's answer that are stored."""
TEST_TYPE = "webhook.test"
"""The type of a test event, which is sent on request to one endpoint."""
LANE = "assay-webhooks"
"""The name of the worker's lane, and of the queue that wakes it."""
CACHE_SECONDS = 10.0
"""For this time a process remembers which organisations have endpoints."""
CATCH_UP_DELAY = timedelta(seconds=2 * CACHE_SECONDS)
CATCH_UP_JOB = "webhooks.catchUp"
REDACT_JOB = "webhooks.redactNames"


class DeliveryState(StrEnum):
    """PENDING until a receiver accepts the event, then DELIVERED, or FAILED after the last try."""

    PENDING = "PENDING"
    DELIVERED = "DELIVERED"
    FAILED = "FAILED"

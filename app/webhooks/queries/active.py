"""The organisations with an active endpoint, which each process remembers for a few seconds.

Most organisations have none, and their events must cost nothing. Another process may therefore write no deliveries for up
to CACHE_SECONDS after an endpoint is switched on; the job CATCH_UP_JOB writes them then.
"""

import time
from dataclasses import dataclass

from sqlalchemy import select

from app.extensions import db
from app.kernel.registry import current_registry
from app.webhooks.models import WebhookEndpoint
from app.webhooks.types import CACHE_SECONDS


@dataclass
class ActiveOrganisations:
    """The ids that this application has read, and the time until which they are valid (`time.monotonic`)."""

    ids: frozenset[int] = frozenset()
    valid_until: float = 0.0


def has_active_endpoint(organisation_id: int) -> bool:
    """Return True if the organisation has an active endpoint. No statement, except once in CACHE_SECONDS."""
    active = current_registry().hooks(ActiveOrganisations)
    if time.monotonic() >= active.valid_until:
        # The caller records an event, whose operation is not always ready for a flush.
        with db.session.no_autoflush:
            rows = db.session.execute(
                select(WebhookEndpoint.organisation_id)
                .where(WebhookEndpoint.is_active, WebhookEndpoint.removed.is_(None))
                .distinct()
            ).scalars()
            active.ids = frozenset(rows)
        active.valid_until = time.monotonic() + CACHE_SECONDS
    return organisation_id in active.ids


def reset_active() -> None:
    """Read the organisations again for the next event of this process."""
    current_registry().hooks(ActiveOrganisations).valid_until = 0.0

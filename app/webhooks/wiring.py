"""Registrations of webhooks."""

from datetime import timedelta

from app.accounts.public import user_erased
from app.events.public import event_recorded
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import Rank, Registry
from app.network.public import MergeHooks
from app.webhooks import api, jobs, pages
from app.webhooks.models import WebhookEndpoint
from app.webhooks.operations.recording import note_event, watch_events
from app.webhooks.operations.sending import deliver_due
from app.webhooks.types import CATCH_UP_JOB, LANE, REDACT_JOB


def register(registry: Registry) -> None:
    """Register the endpoints, the pages, the lane that sends events, the jobs and the writer of deliveries."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_lane(LANE, deliver_due)
    registry.add_job(CATCH_UP_JOB, jobs.catch_up, rank=Rank.LOW_PRIORITY)
    registry.add_job(REDACT_JOB, jobs.redact_names, rank=Rank.LOW_PRIORITY)
    registry.add_job("webhooks.deleteOld", jobs.delete_old, every=timedelta(hours=1))
    registry.secret_columns.append(WebhookEndpoint.secret_encrypted)
    registry.connect(event_recorded, note_event)
    registry.connect(user_erased, _redact_name)
    watch_events()
    registry.hooks(MergeHooks).staying["webhook_endpoint.organisation_id"] = (
        "the organisation whose events are sent"
    )


def _redact_name(_app: object, *, user_id: int) -> None:
    enqueue(REDACT_JOB, user_id=user_id)

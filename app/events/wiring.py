"""Registrations of the event log."""

from datetime import timedelta

from app.events import api, bulk, jobs
from app.events.models import EVENT_LOG
from app.events.operations.redacting import REDACT_JOB
from app.kernel.bulk.running import bulk_job_finished
from app.kernel.registry import Rank, Registry


def register(registry: Registry) -> None:
    """Register the endpoints, the record of bulk jobs, and the care for the partitions."""
    registry.add_api(api.blueprint)
    registry.connect(bulk_job_finished, bulk.record_bulk_job)
    registry.add_job("events.maintainPartitions", jobs.maintain_partitions, every=timedelta(hours=1))
    registry.add_job(REDACT_JOB, jobs.redact_names, rank=Rank.LOW_PRIORITY)
    registry.add_health_check("events", EVENT_LOG.check, is_required=False)

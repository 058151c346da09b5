"""Registrations of the event log."""

from app.events import api, bulk
from app.kernel.bulk.running import bulk_job_finished
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoints, and the record of bulk jobs."""
    registry.add_api(api.blueprint)
    registry.connect(bulk_job_finished, bulk.record_bulk_job)

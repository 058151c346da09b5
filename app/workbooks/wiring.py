"""Registrations of filled workbooks: endpoints, the export and the jobs."""

from datetime import timedelta

from app.kernel.registry import Rank, Registry
from app.rfx.public import WORKBOOK_EXPORT
from app.workbooks import api, jobs
from app.workbooks.exports.build import build
from app.workbooks.types import APPLY_JOB, PURGE_JOB, READ_JOB


def register(registry: Registry) -> None:
    """Register the endpoints, the workbook to fill in, and the jobs that read, apply and purge."""
    registry.add_api(api.blueprint)
    registry.add_export(WORKBOOK_EXPORT, build)
    registry.add_job(READ_JOB, jobs.read)
    registry.add_job(APPLY_JOB, jobs.apply)
    registry.add_job(PURGE_JOB, jobs.purge, every=timedelta(days=1), rank=Rank.LOW_PRIORITY)

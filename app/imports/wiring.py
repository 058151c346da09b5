"""Registrations of imports: endpoints, pages, the jobs and the bulk action."""

from datetime import timedelta

from app.imports import api, jobs, pages
from app.imports.bulk import RUN_ACTION
from app.imports.types import PLAN_JOB, PURGE_JOB, READ_JOB
from app.kernel.registry import Rank, Registry
from app.network.public import MergeHooks


def register(registry: Registry) -> None:
    """Register the endpoints, the page, the jobs that read, plan and purge, and the action that runs a plan."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_job(READ_JOB, jobs.read)
    registry.add_job(PLAN_JOB, jobs.plan)
    registry.add_job(PURGE_JOB, jobs.purge, every=timedelta(days=1), rank=Rank.LOW_PRIORITY)
    registry.add_bulk(RUN_ACTION)
    registry.hooks(MergeHooks).staying["supplier_import.organisation_id"] = "the organisation that imports"

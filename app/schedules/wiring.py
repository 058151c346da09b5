"""Registrations of schedules: endpoints, the tab of the page of RFxs, the hourly job, due records."""

from datetime import timedelta

from app.due.public import DueHooks
from app.kernel.registry import Registry
from app.network.public import MergeHooks
from app.rfx.public import RfxPageHooks
from app.schedules import api, jobs, pages
from app.schedules.duties import DUTIES
from app.schedules.operations.merging import register_merging
from app.schedules.types import RUN_JOB


def register(registry: Registry) -> None:
    """Register the endpoints, the tab, the hourly job and the due records."""
    registry.add_api(api.blueprint)
    page = registry.hooks(RfxPageHooks)
    page.tabs["schedules"] = pages.schedule_list
    page.details["schedule"] = pages.schedule_of_rfx
    registry.add_job(RUN_JOB, jobs.run, every=timedelta(hours=1))
    registry.hooks(DueHooks).add(*DUTIES)
    register_merging(registry.hooks(MergeHooks))

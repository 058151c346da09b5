"""Registrations of files with all data of an organisation."""

from datetime import timedelta

from app.data_export import api, jobs, pages
from app.data_export.exports import build_export
from app.data_export.types import JOB
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Rank, Registry
from app.network.public import MergeHooks


def register(registry: Registry) -> None:
    """Register the endpoints, the page and the jobs."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.settings_menu.append(
        MenuEntry(pages.TITLE, "archive", 90, href=pages.PATH, permission=Permission.MANAGE_ORGANISATION)
    )
    registry.add_job(JOB, build_export, rank=Rank.LOW_PRIORITY)
    registry.add_job("dataExport.forget", jobs.delete_expired, every=timedelta(hours=1))
    registry.hooks(MergeHooks).staying["data_export.organisation_id"] = (
        "a file of the organisation's own data"
    )

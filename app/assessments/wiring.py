"""Registrations of assessments: screens, the report, and the start of an assessment by its first answer."""

from app.assessments import api, pages
from app.assessments.duties import DUTIES
from app.assessments.exports import KIND, build_report
from app.assessments.operations.running import record_started
from app.due.public import DueHooks
from app.kernel.auth import Permission
from app.kernel.pages import MenuEntry
from app.kernel.registry import Registry
from app.rfx.public import rfx_started


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, due records and the export of the report."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry("Assessments", "assessment", 60, href="/assessment"))
    registry.pages.plus_menu.append(
        MenuEntry(
            "New Assessment...",
            "assessment",
            50,
            event="OPEN_NEW_ASSESSMENT",
            permission=Permission.MANAGE_ASSESSMENTS,
        )
    )
    registry.hooks(DueHooks).add(*DUTIES)
    registry.add_export(KIND, build_report)
    registry.connect(rfx_started, _record_started)


def _record_started(_app: object, *, assessment_id: int) -> None:
    record_started(assessment_id=assessment_id)

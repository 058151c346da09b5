"""Registrations of assessments: screens, the report, and that the first survey begins an assessment."""

from app.assessments import api, pages
from app.assessments.exports import KIND
from app.assessments.operations.running import note_begun
from app.assessments.public import build_report
from app.kernel.pages import MenuEntry
from app.kernel.registry import Registry
from app.rfx.public import rfx_begun


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus and the export of the report."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry("Assessments", "assessment", 60, href="/assessment"))
    registry.add_export(KIND, build_report)
    registry.connect(rfx_begun, _record_started)


def _record_started(_app: object, *, assessment_id: int) -> None:
    note_begun(assessment_id=assessment_id)

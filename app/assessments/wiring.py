"""Registrations of assessments: screens, the report, and the start of an assessment by its first answer."""

from app.assessments import api, pages
from app.assessments.bulk import START
from app.assessments.duties import DUTIES
from app.assessments.exports import KIND, build_report
from app.assessments.list_kind import ASSESSMENTS
from app.assessments.models import Assessment
from app.assessments.operations.running import record_started
from app.assessments.search import ASSESSMENTS as ASSESSMENT_SEARCH
from app.due.public import DueHooks
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry
from app.network.public import MergeHooks, Reference
from app.rfx.public import rfx_started
from app.search.public import SearchHooks


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
    registry.hooks(SearchHooks).add(ASSESSMENT_SEARCH)
    merging = registry.hooks(MergeHooks)
    merging.references += [
        Reference(
            column=Assessment.with_organisation_id,
            nouns=("assessment", "assessments"),
            owner=Assessment.organisation_id,
        ),
        Reference(column=Assessment.relationship_id),
    ]
    merging.staying["assessment.organisation_id"] = "the buyer"
    registry.add_export(KIND, build_report)
    registry.add_list(ASSESSMENTS)
    registry.add_bulk(START)
    registry.connect(rfx_started, _record_started)


def _record_started(_app: object, *, assessment_id: int) -> None:
    record_started(assessment_id=assessment_id)

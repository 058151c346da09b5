"""The list of assessments, for saved views and exports."""

from collections.abc import Sequence

from app.assessments.queries import AssessmentRow, list_assessments
from app.assessments.schemas import AssessmentQuerySchema, assessment_filter
from app.assessments.serializers import json_score
from app.assessments.types import STATUS_INFO, TYPE_INFO, AssessmentStatus
from app.kernel.db.list_kinds import ExportColumn, ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[AssessmentRow]:
    return list_assessments(actor=actor, filters=assessment_filter(query), sort=query["sort"], query=page)


def _previous(row: AssessmentRow) -> float | None:
    """Return the previous score as the list shows it."""
    is_completed = row.Assessment.status == AssessmentStatus.COMPLETED
    return json_score(row.Assessment.previous_score if is_completed else row.live_previous_score)


def _exported(_actor: Actor, page: Page[AssessmentRow]) -> Sequence[Arguments]:
    return [
        {
            "assessment": row.Assessment,
            "supplier": row.supplier_name,
            "previous": _previous(row),
            "open_tasks": row.open_tasks,
            "closed_tasks": row.closed_tasks,
        }
        for row in page.rows
    ]


ASSESSMENTS = ListKind(
    name="assessment",
    title="Assessments",
    path="/assessment",
    query=AssessmentQuerySchema,
    fetch=_fetch,
    shared_by=frozenset({Permission.MANAGE_ASSESSMENTS}),
    hidden=frozenset({"relationshipId"}),
    exported=_exported,
    columns=(
        ExportColumn("ID", lambda row: row["assessment"].id, 10),
        ExportColumn("Supplier", lambda row: row["supplier"], 36),
        ExportColumn("Supplier ID", lambda row: row["assessment"].with_organisation_id, 12),
        ExportColumn("Title", lambda row: row["assessment"].title, 40),
        ExportColumn("Type", lambda row: TYPE_INFO[row["assessment"].type]["label"], 16),
        ExportColumn("Status", lambda row: STATUS_INFO[row["assessment"].status]["label"], 14),
        ExportColumn("Score", lambda row: json_score(row["assessment"].completed_score), 10),
        ExportColumn("Previous score", lambda row: row["previous"], 14),
        ExportColumn("Open tasks", lambda row: row["open_tasks"], 12),
        ExportColumn("Closed tasks", lambda row: row["closed_tasks"], 12),
        ExportColumn("Created (UTC)", lambda row: row["assessment"].created),
        ExportColumn("Deadline (UTC)", lambda row: row["assessment"].deadline),
        ExportColumn("Completed (UTC)", lambda row: row["assessment"].completed_date),
    ),
)

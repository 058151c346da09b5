"""Pages of assessments."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from app.assessments import queries, schemas
from app.assessments.api import PAGE_SIZE
from app.assessments.operations.recording import view_assessment
from app.assessments.schemas import assessment_filter
from app.assessments.serializers import serialize_assessment, serialize_assessment_row
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.views.public import open_list

blueprint = Blueprint("assessment_pages", __name__)


@blueprint.get("/assessment")
@page_requires(SIGNED_IN)
def assessment_list() -> ResponseReturnValue:
    """Render the list of assessments with the filters of the address."""
    opened = open_list("assessment")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(schemas.AssessmentQuerySchema())
    page = queries.list_assessments(
        actor=current_actor(),
        filters=assessment_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(schemas.AssessmentRowSchema, [serialize_assessment_row(row) for row in page.rows])
    return render_page("Assessments", "assessments/list", opened.props | {"list": first_page(page, rows)})


@blueprint.get("/assessment/<int:assessment_id>")
@page_requires(SIGNED_IN)
def assessment(assessment_id: int) -> ResponseReturnValue:
    """Render one assessment and add it to Recently Viewed."""
    actor = current_actor()
    row = queries.assessment_row(actor=actor, assessment_id=assessment_id)
    body = serialize_assessment(row, actor=actor)
    if request.method == "GET":
        view_assessment(
            actor=actor,
            assessment=row.Assessment,
            supplier_name=row.supplier_name,
        )
    return render_page(
        row.Assessment.title, "assessments/detail", {"assessment": dumped(schemas.AssessmentSchema, body)}
    )

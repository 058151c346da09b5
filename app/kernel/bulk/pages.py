"""The page of a bulk job."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.kernel.bulk import queries, schemas
from app.kernel.bulk.api import PAGE_SIZE
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.serializers import serialize_job
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("bulk_pages", __name__)


@blueprint.get("/bulk/<int:bulk_job_id>")
@page_requires(SIGNED_IN)
def bulk_job(bulk_job_id: int) -> ResponseReturnValue:
    """Render a job with its progress and its rows."""
    job = queries.own_job(actor=current_actor(), job_id=bulk_job_id)
    status = queries.status_of(job)
    outcome: BulkOutcome | None = address_query(schemas.BulkRowQuerySchema())["outcome"]
    page = queries.list_rows(job=job, outcome=outcome, query=ListQuery(page_size=PAGE_SIZE))
    return render_page(
        status.title,
        "bulk/job",
        {
            "job": dumped(schemas.BulkJobSchema, serialize_job(status)),
            "list": first_page(page, dumped_many(schemas.BulkRowSchema, page.rows)),
        },
    )

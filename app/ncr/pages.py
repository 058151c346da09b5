"""Pages of non-conformances: the list, and the list with the details of one of them in a dialog."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.kernel.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.lists import address_query, first_page
from app.kernel.pages import render_page
from app.kernel.pagination import ListQuery
from app.kernel.schemas import dumped, dumped_many
from app.ncr import queries, schemas
from app.ncr.serializers import serialize_ncr_by_id, serialize_ncr_row
from app.ncr.types import PAGE_SIZE

blueprint = Blueprint("ncr_pages", __name__)

TITLE = "Non-Conformances"


@blueprint.get("/ncr")
@page_requires(SIGNED_IN)
def ncrs() -> ResponseReturnValue:
    """Render the list."""
    return render_page(TITLE, "ncr/list", _list_props())


@blueprint.get("/ncr/<int:ncr_id>")
@page_requires(SIGNED_IN)
def ncr(ncr_id: int) -> ResponseReturnValue:
    """Render the list with the details of one non-conformance in a dialog."""
    body = dumped(schemas.NcrSchema, serialize_ncr_by_id(actor=current_actor(), ncr_id=ncr_id))
    return render_page(body["title"], "ncr/list", _list_props() | {"opened": body})


def _list_props() -> dict[str, object]:
    actor = current_actor()
    query = address_query(schemas.NcrQuerySchema())
    query["relationship_id"] = None
    page = queries.list_ncrs(
        actor=actor,
        filters=schemas.ncr_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(
        schemas.NcrRowSchema,
        [serialize_ncr_row(context, actor) for context in page.rows],
    )
    return {"list": first_page(page, rows)}

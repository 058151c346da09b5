"""Pages of requests."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.requests.api.progress import PAGE_SIZE
from app.requests.queries.lists import list_requests
from app.requests.queries.requests import request_context
from app.requests.schemas.progress import (
    RequestProgressSchema,
    RequestQuerySchema,
    RequestRowSchema,
    request_filter,
)
from app.requests.schemas.requests import RequestSchema
from app.requests.serializers.progress import serialize_progress, serialize_request_row
from app.requests.serializers.requests import serialize_request
from app.views.public import open_list

blueprint = Blueprint("request_pages", __name__)

FIRST_TAB = "progress"


def request_list() -> ResponseReturnValue:
    """Render the list of requests, the third tab of the page of RFxs."""
    opened = open_list("rfxRequest")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(RequestQuerySchema())
    page = list_requests(
        actor=current_actor(),
        filters=request_filter(query),
        query=ListQuery(page_size=PAGE_SIZE),
        sort=query["sort"],
    )
    rows = dumped_many(RequestRowSchema, [serialize_request_row(row) for row in page.rows])
    return render_page("RFXs", "requests/list", opened.props | first_page(page, rows))


@blueprint.get("/rfx/request/<int:request_id>")
@page_requires(SIGNED_IN)
def request_detail(request_id: int) -> ResponseReturnValue:
    """Render one request, with the suppliers if their tab is shown."""
    actor = current_actor()
    context = request_context(actor=actor, request_id=request_id)
    shows_progress = request.args.get("tab", FIRST_TAB) == FIRST_TAB
    progress = serialize_progress(actor=actor, request_id=request_id) if shows_progress else None
    return render_page(
        context.request.title,
        "requests/detail",
        {
            "request": dumped(RequestSchema, serialize_request(context, actor=actor)),
            "progress": dumped(RequestProgressSchema, progress) if progress else None,
        },
        wide=True,
    )

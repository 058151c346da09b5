"""Pages of requests."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.kernel.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.pages import render_page
from app.kernel.schemas import dumped
from app.requests.queries.requests import request_context
from app.requests.schemas.requests import RequestSchema
from app.requests.serializers.requests import serialize_request

blueprint = Blueprint("request_pages", __name__)


@blueprint.get("/rfx/request/<int:request_id>")
@page_requires(SIGNED_IN)
def request_detail(request_id: int) -> ResponseReturnValue:
    """Render one request."""
    actor = current_actor()
    context = request_context(actor=actor, request_id=request_id)
    return render_page(
        context.request.title,
        "requests/detail",
        {"request": dumped(RequestSchema, serialize_request(context, actor=actor))},
        wide=True,
    )

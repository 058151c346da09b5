"""Pages of messages: the list and a single thread."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.messages import queries, schemas
from app.messages.serializers import serialize_thread, serialize_thread_row
from app.messages.types import PAGE_SIZE
from app.views.public import open_list

blueprint = Blueprint("messages_pages", __name__)


@blueprint.get("/messages")
@page_requires(SIGNED_IN)
def messages() -> ResponseReturnValue:
    """Render the list of the viewer's threads."""
    opened = open_list("messageThread")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(schemas.ThreadQuerySchema())
    page = queries.list_threads(
        actor=current_actor(),
        filters=schemas.thread_filter(query),
        query=ListQuery(page_size=PAGE_SIZE),
        sort=query["sort"],
    )
    rows = dumped_many(schemas.ThreadRowSchema, [serialize_thread_row(row) for row in page.rows])
    return render_page("Messages", "messages/list", opened.props | {"list": first_page(page, rows)})


@blueprint.get("/messages/t/<int:thread_id>")
@blueprint.get("/messages/t/<int:thread_id>/m/<int:message_id>")
@page_requires(SIGNED_IN)
def thread(thread_id: int, message_id: int | None = None) -> ResponseReturnValue:
    """Render a thread, scrolled to a message if the URL contains its id."""
    body = serialize_thread(actor=current_actor(), thread_id=thread_id, from_message_id=message_id)
    props = {"thread": dumped(schemas.ThreadSchema, body), "messageId": message_id}
    return render_page(str(body["subject"]), "messages/thread", props)

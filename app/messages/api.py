"""Calls for threads and messages. Starting a thread is the matter of New Message, which stands above."""

from typing import Any

from flask.views import MethodView

from app.files.public import attachments_of
from app.kernel.auth import SIGNED_IN, current_actor, requires
from app.kernel.calls import Blueprint
from app.kernel.idempotency import idempotent
from app.kernel.lists import list_query, listed
from app.messages import operations, queries, schemas
from app.messages.serializers import (
    serialize_message,
    serialize_thread,
    serialize_thread_person,
    serialize_thread_row,
)
from app.messages.types import MESSAGE_SUBJECT, PAGE_SIZE

blueprint = Blueprint("messageThread", __name__, url_prefix="/api/messageThread", description="Messages")


@blueprint.route("")
class ThreadsView(MethodView):
    """The viewer's threads."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ThreadQuerySchema, location="query")
    @blueprint.response(200, schemas.ThreadRowSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """The viewer's threads, last activity first; those in the inbox unless other tags are given."""
        page = queries.list_threads(
            actor=current_actor(),
            which=schemas.thread_filter(query),
            query=list_query(query, PAGE_SIZE),
            sort=query["sort"],
        )
        return listed(page, [serialize_thread_row(row) for row in page.rows])


@blueprint.route("/<int:thread_id>")
class ThreadView(MethodView):
    """One thread."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ThreadDetailQuerySchema, location="query")
    @blueprint.response(200, schemas.ThreadSchema)
    def get(self, query: dict[str, Any], thread_id: int) -> Any:
        """A thread with its messages, oldest first, and all who take part."""
        return serialize_thread(actor=current_actor(), thread_id=thread_id, from_message_id=query["from_"])


@blueprint.route("/<int:thread_id>/participant")
class ParticipantsView(MethodView):
    """Those who take part in a thread."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ThreadPersonSchema(many=True))
    def get(self, thread_id: int) -> Any:
        """Those who take part in a thread, in the order in which they joined."""
        queries.thread_for(actor=current_actor(), thread_id=thread_id)
        return [serialize_thread_person(*row) for row in queries.participants_of(thread_id=thread_id)]


@blueprint.route("/<int:thread_id>/seen")
class SeenView(MethodView):
    """The mark of a thread that was not opened yet."""

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def put(self, thread_id: int) -> None:
        """Take the viewer's tag `new` off a thread."""
        operations.mark_seen(actor=current_actor(), thread_id=thread_id)


@blueprint.route("/<int:thread_id>/message")
class ReplyView(MethodView):
    """Replies."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.SendMessageSchema)
    @blueprint.response(201, schemas.MessageSchema)
    def post(self, sent: dict[str, Any], thread_id: int) -> Any:
        """Reply in a thread; the others get it as new, and by mail."""
        actor = current_actor()
        message = operations.reply(actor=actor, thread_id=thread_id, **sent)
        row = queries.messages_of(thread_id=thread_id, only_id=message.id)[0]
        return serialize_message(row, attachments_of(MESSAGE_SUBJECT, [message.id]))


@blueprint.route("/<int:thread_id>/trash")
class TrashView(MethodView):
    """Deleting and restoring."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.TrashSchema)
    @blueprint.response(204)
    def put(self, sent: dict[str, Any], thread_id: int) -> None:
        """Delete a thread for the viewer alone, or restore it."""
        operations.set_trash(actor=current_actor(), thread_id=thread_id, trash=sent["trash"])

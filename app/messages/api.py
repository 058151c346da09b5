"""Endpoints of threads and messages. Threads are started by the New Message feature (`app.compose`), a layer above."""

from flask.views import MethodView

from app.files.public import attachments_of
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
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
    """The list of the viewer's threads."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ThreadQuerySchema, location="query")
    @blueprint.response(200, schemas.ThreadRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the viewer's threads, last activity first; without `tags`, the threads in the inbox."""
        page = queries.list_threads(
            actor=current_actor(),
            filters=schemas.thread_filter(query),
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
    def get(self, query: Arguments, thread_id: int) -> Json:
        """Return a thread with its messages, oldest first, and its participants."""
        return serialize_thread(actor=current_actor(), thread_id=thread_id, from_message_id=query["from_"])


@blueprint.route("/<int:thread_id>/participant")
class ParticipantsView(MethodView):
    """The participants of a thread."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ThreadPersonSchema(many=True))
    def get(self, thread_id: int) -> list[Json]:
        """List the participants of a thread in the order in which they joined."""
        queries.thread_for(actor=current_actor(), thread_id=thread_id)
        return [serialize_thread_person(*row) for row in queries.participants_of(thread_id=thread_id)]


@blueprint.route("/<int:thread_id>/seen")
class SeenView(MethodView):
    """The viewer's tag `new` on a thread."""

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def put(self, thread_id: int) -> None:
        """Remove the viewer's tag `new` from a thread."""
        operations.mark_seen(actor=current_actor(), thread_id=thread_id)


@blueprint.route("/<int:thread_id>/message")
class ReplyView(MethodView):
    """Replies."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.SendMessageSchema)
    @blueprint.response(201, schemas.MessageSchema)
    def post(self, sent: Arguments, thread_id: int) -> Json:
        """Reply in a thread; it becomes new for the other participants, who also get a mail."""
        actor = current_actor()
        message = operations.reply(actor=actor, thread_id=thread_id, **sent)
        row = queries.messages_of(thread_id=thread_id, only_id=message.id)[0]
        return serialize_message(row, attachments_of(MESSAGE_SUBJECT, [message.id]))


@blueprint.route("/<int:thread_id>/trash")
class TrashView(MethodView):
    """The viewer's tag `trash` on a thread."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.TrashSchema)
    @blueprint.response(204)
    def put(self, sent: Arguments, thread_id: int) -> None:
        """Delete a thread for the viewer only, or restore it."""
        operations.set_trash(actor=current_actor(), thread_id=thread_id, trash=sent["trash"])

"""POST /api/messageThread."""

from flask.views import MethodView

from app.compose import schemas
from app.compose.operations import messages
from app.compose.serializers import serialize_sent
from app.compose.types import NewMessageType
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json
from app.messages.public import serialize_thread

blueprint = Blueprint("compose", __name__, url_prefix="/api", description="New messages, RFIs and NDAs")


@blueprint.route("/messageThread")
class NewThreadView(MethodView):
    """New messages."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.NewThreadSchema)
    @blueprint.response(201, schemas.NewThreadResultSchema)
    def post(self, body: Arguments) -> Json:
        """Write to organisations, or send them or guests an RFI or an NDA: a thread for each."""
        actor = current_actor()
        sent = messages.send_new_message(
            actor=actor,
            message=messages.NewMessage(
                type=NewMessageType(body["type"]),
                subject=body["subject"],
                html=body["html"],
                to_organisation_ids=body["to_organisation_ids"],
                to_user_ids=body["to_user_ids"],
                to_guests=body["to_emails"],
                doc_form_ids=body["doc_form_ids"],
                doc_form_bundle_id=body["doc_form_bundle_id"],
                attachment_ids=body["attachment_ids"],
                deadline=body["deadline"],
            ),
        )
        return serialize_sent(sent, serialize_thread(actor=actor, thread_id=sent.threads[0].id))

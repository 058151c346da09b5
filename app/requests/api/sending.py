"""Endpoints that send requests."""

from flask.views import MethodView

from app.compose.public import resolve_recipients
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.requests.operations import deadline, sending
from app.requests.queries.copies import copy_of, new_round_of
from app.requests.queries.recipients import number_with_answers
from app.requests.queries.requests import request_context
from app.requests.schemas import sending as schemas
from app.requests.schemas.requests import RequestSchema
from app.requests.serializers.requests import serialize_request
from app.requests.serializers.sending import (
    serialize_copy,
    serialize_new_round,
    serialize_preview,
    serialize_started,
)
from app.rfx.public import DeadlineBody, DeadlineSchema, NothingSchema, seen_deadline

blueprint = Blueprint("rfxRequestSending", __name__, url_prefix="/api", description="Sending of requests")


@blueprint.route("/rfxRequest")
class RequestsView(MethodView):
    """Requests of the actor's organisation."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.NewRequestSchema)
    @blueprint.response(201, schemas.StartedRequestSchema)
    def post(self, body: schemas.NewRequestBody) -> dict[str, object]:
        """Send a questionnaire to suppliers, now or at a time: one RFx for each of them."""
        actor = current_actor()
        started = sending.create_and_send(actor=actor, new=sending.NewRequest(**body))
        return serialize_started(started, actor=actor)


@blueprint.route("/rfxRequest/preview")
class RecipientPreviewView(MethodView):
    """The recipients of a request before it is sent."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.PreviewRecipientsSchema)
    @blueprint.response(200, schemas.RecipientPreviewSchema)
    def post(self, body: schemas.PreviewRecipientsBody) -> dict[str, object]:
        """Count the recipients and list their problems; sends nothing."""
        actor = current_actor()
        if body["request_id"] is not None:
            request_context(actor=actor, request_id=body["request_id"])
        recipients = resolve_recipients(actor=actor, choice=body["recipients"], request_id=body["request_id"])
        with_answers = number_with_answers(
            actor=actor, form_ids=body["doc_form_ids"], recipients=recipients.recipients
        )
        return serialize_preview(recipients, with_answers=with_answers)


@blueprint.route("/rfxRequest/<int:request_id>/recipient")
class RequestRecipientView(MethodView):
    """The suppliers of a request."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.AddSuppliersSchema)
    @blueprint.response(200, schemas.StartedRequestSchema)
    def post(self, body: schemas.AddSuppliersBody, request_id: int) -> dict[str, object]:
        """Send a request to more suppliers."""
        actor = current_actor()
        started = sending.add_suppliers(actor=actor, request_id=request_id, choice=body["recipients"])
        return serialize_started(started, actor=actor)


@blueprint.route("/rfxRequest/<int:request_id>/send")
class RequestSendView(MethodView):
    """The sending of a scheduled request."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.StartedRequestSchema)
    def post(self, _body: dict[str, object], request_id: int) -> dict[str, object]:
        """Send a scheduled request now."""
        actor = current_actor()
        return serialize_started(sending.send_scheduled_now(actor=actor, request_id=request_id), actor=actor)


@blueprint.route("/rfxRequest/<int:request_id>/cancel")
class RequestCancelView(MethodView):
    """The cancellation of a scheduled request."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, RequestSchema)
    def post(self, _body: dict[str, object], request_id: int) -> dict[str, object]:
        """Cancel a scheduled request: nothing is sent."""
        actor = current_actor()
        sending.cancel_request(actor=actor, request_id=request_id)
        return serialize_request(request_context(actor=actor, request_id=request_id), actor=actor)


@blueprint.route("/rfxRequest/<int:request_id>/deadline")
class RequestDeadlineView(MethodView):
    """The deadline of a request."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(DeadlineSchema)
    @blueprint.response(200, RequestSchema)
    def put(self, body: DeadlineBody, request_id: int) -> dict[str, object]:
        """Set or remove the deadline of a request and of all its RFxs that can still be answered."""
        actor = current_actor()
        deadline.change_deadline(
            actor=actor, request_id=request_id, deadline=body["deadline"], seen=seen_deadline(body)
        )
        return serialize_request(request_context(actor=actor, request_id=request_id), actor=actor)


@blueprint.route("/rfxRequest/<int:request_id>/copy")
class RequestCopyView(MethodView):
    """The content of a request for a new one."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.RequestCopySchema)
    def get(self, request_id: int) -> dict[str, object]:
        """Return the content of a request with its forms at their newest published revision."""
        return serialize_copy(copy_of(actor=current_actor(), request_id=request_id))


@blueprint.route("/rfx/<int:rfx_id>/newRound")
class NewRoundView(MethodView):
    """The content of a new round of an RFx."""

    @requires(Permission.SEND_RFX)
    @blueprint.response(200, schemas.NewRoundSchema)
    def get(self, rfx_id: int) -> dict[str, object]:
        """Return the content of a submitted RFx for a new round, with its respondent and the newest forms."""
        return serialize_new_round(new_round_of(actor=current_actor(), rfx_id=rfx_id))

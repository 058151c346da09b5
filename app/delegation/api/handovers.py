"""Endpoints of hand-overs."""

from flask.views import MethodView

from app.delegation.operations.assignees import Person
from app.delegation.operations.handing_over import Decision, decide_handover, hand_over
from app.delegation.schemas.handovers import (
    HandoverBody,
    HandoverDecisionBody,
    HandoverDecisionSchema,
    HandoverStateSchema,
    NewHandoverSchema,
)
from app.delegation.serializers import serialize_done_handover, serialize_handover_by_id
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent

blueprint = Blueprint(
    "rfxHandover",
    __name__,
    url_prefix="/api",
    description="Hand-overs of an RFx to another contact of the respondent",
)


@blueprint.route("/rfx/<int:rfx_id>/handover")
class HandoverView(MethodView):
    """The latest hand-over of an RFx."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, HandoverStateSchema)
    def get(self, rfx_id: int) -> dict[str, object]:
        """Return the latest hand-over of an RFx and whether the viewer may hand it over, confirm or decline."""
        return serialize_handover_by_id(actor=current_actor(), rfx_id=rfx_id)

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(NewHandoverSchema)
    @blueprint.response(201, HandoverStateSchema)
    def post(self, body: HandoverBody, rfx_id: int) -> dict[str, object]:
        """Hand an RFx over: a user to a colleague, a guest to an address.

        A guest's request is handed over at once within the mail domain of the guest; otherwise its state is PENDING
        until the requester confirms the new contact.
        """
        actor = current_actor()
        person = Person(user_id=body["user_id"], name=body["name"] or "", email=body["email"] or "")
        handover = hand_over(actor=actor, rfx_id=rfx_id, person=person, note=body["note"])
        return serialize_done_handover(handover, actor=actor)


@blueprint.route("/rfx/<int:rfx_id>/handover/<int:handover_id>/decision")
class HandoverDecisionView(MethodView):
    """Decision of the requester."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(HandoverDecisionSchema)
    @blueprint.response(200, HandoverStateSchema)
    def post(self, body: HandoverDecisionBody, rfx_id: int, handover_id: int) -> dict[str, object]:
        """Confirm the new contact, who gets the request then, or decline it with a reason for the former one."""
        actor = current_actor()
        decision = Decision(is_confirmed=body["is_confirmed"], reason=body["reason"])
        decide_handover(actor=actor, rfx_id=rfx_id, handover_id=handover_id, decision=decision)
        return serialize_handover_by_id(actor=actor, rfx_id=rfx_id)

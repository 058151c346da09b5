"""Endpoints of the award of a request."""

from flask.views import MethodView

from app.awards import schemas
from app.awards.exports import demand_report
from app.awards.operations import approving, drafting, letters
from app.awards.queries.awards import award_context, stored_award
from app.awards.queries.people import eligible_approvers
from app.awards.serializers import serialize_approver, serialize_award, serialize_letter
from app.awards.types import REPORT
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Json
from app.kernel.jobs.exports import request_export
from app.requests.public import request_context
from app.rfx.public import ExportIdSchema, NothingSchema

blueprint = Blueprint("rfxAward", __name__, url_prefix="/api", description="Award of requests")


@blueprint.route("/rfxRequest/<int:request_id>/award")
class AwardView(MethodView):
    """The award of a request."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.AwardSchema)
    def get(self, request_id: int) -> Json:
        """Return the award with its suppliers, the viewer's actions and the history; scores only if they are not sealed."""
        return serialize_award(actor=current_actor(), request_id=request_id)

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.DecisionSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def put(self, body: schemas.DecisionBody, request_id: int) -> Json:
        """Write the draft of the decision. 409 with code `requestSealed` before the seal of the request opens."""
        actor = current_actor()
        drafting.save_decision(
            actor=actor,
            request_id=request_id,
            decision=drafting.Decision(
                lines=[drafting.NewLine(line["rfx_id"], line["reason"]) for line in body["lines"]],
                reason=body["reason"],
                standstill_until=body["standstill_until"],
                include_scores=body["include_scores"],
            ),
            based_on=body["based_on"],
        )
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/approver")
class AwardApproversView(MethodView):
    """Possible approvers of an award."""

    @requires(Permission.SEND_RFX)
    @blueprint.response(200, schemas.AwardPersonSchema(many=True))
    def get(self, request_id: int) -> list[Json]:
        """List the possible approvers of an award that the viewer submits, sorted by name, at most 300."""
        actor = current_actor()
        request_context(actor=actor, request_id=request_id)
        users = eligible_approvers(actor=actor, request_id=request_id, award=stored_award(request_id))
        return [serialize_approver(user) for user in users]


@blueprint.route("/rfxRequest/<int:request_id>/award/submit")
class AwardSubmitView(MethodView):
    """Submission of an award to its approver."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.AwardSubmitSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, body: schemas.AwardSubmitBody, request_id: int) -> Json:
        """Submit a complete draft to a colleague, who gets a task and a mail."""
        actor = current_actor()
        approving.submit_award(
            actor=actor,
            request_id=request_id,
            approver_user_id=body["approver_id"],
            based_on=body["based_on"],
        )
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/approve")
class AwardApproveView(MethodView):
    """Approval of an award."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.AwardVersionSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, body: schemas.AwardVersionBody, request_id: int) -> Json:
        """Approve the award, for the named approver."""
        actor = current_actor()
        approving.approve_award(actor=actor, request_id=request_id, based_on=body["based_on"])
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/sendBack")
class AwardSendBackView(MethodView):
    """Return of an award to its authors."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.AwardSendBackSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, body: schemas.AwardSendBackBody, request_id: int) -> Json:
        """Send the award back with a reason, for the named approver: it is a draft again."""
        actor = current_actor()
        approving.send_back(actor=actor, request_id=request_id, reason=body["reason"])
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/recall")
class AwardRecallView(MethodView):
    """Change of a submitted or approved award."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, _body: Json, request_id: int) -> Json:
        """Take back a submitted or approved award: it is a draft again, without an approval."""
        actor = current_actor()
        approving.recall_award(actor=actor, request_id=request_id)
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/cancel")
class AwardCancelView(MethodView):
    """Cancellation of an award."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, _body: Json, request_id: int) -> Json:
        """Cancel an award before its letters are sent."""
        actor = current_actor()
        approving.cancel_award(actor=actor, request_id=request_id)
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/wording")
class AwardWordingView(MethodView):
    """Texts of the letters."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.LetterWordingChangeSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def put(self, body: schemas.LetterWordingBody, request_id: int) -> Json:
        """Change the texts of the letters to awarded and to other suppliers.

        Placeholders: {supplier}, {request}, {standstill} and {score}; the last two are whole sentences, or empty.
        """
        actor = current_actor()
        letters.save_wording(
            actor=actor,
            request_id=request_id,
            awarded_html=body["awarded_html"],
            other_html=body["other_html"],
            based_on=body["based_on"],
        )
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/letter/<int:rfx_id>")
class AwardLetterView(MethodView):
    """The letter to one supplier."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.AwardLetterSchema)
    def get(self, request_id: int, rfx_id: int) -> Json:
        """Return the letter to a supplier before it is sent, or the sent text."""
        context = award_context(actor=current_actor(), request_id=request_id)
        return serialize_letter(letters.letter_of(context, rfx_id))

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.AwardLetterChangeSchema)
    @blueprint.response(200, schemas.AwardLetterSchema)
    def put(self, body: schemas.AwardLetterBody, request_id: int, rfx_id: int) -> Json:
        """Change the letter to one supplier, or restore its standard text."""
        context = letters.save_letter(
            actor=current_actor(),
            request_id=request_id,
            rfx_id=rfx_id,
            html=body["html"],
            based_on=body["based_on"],
        )
        return serialize_letter(letters.letter_of(context, rfx_id))


@blueprint.route("/rfxRequest/<int:request_id>/award/letter/<int:rfx_id>/send")
class AwardLetterSendView(MethodView):
    """Sending of one letter after the others."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, _body: Json, request_id: int, rfx_id: int) -> Json:
        """Send a letter that was not delivered again, or the letter to a supplier that responded later."""
        actor = current_actor()
        letters.send_letter(actor=actor, request_id=request_id, rfx_id=rfx_id)
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/send")
class AwardSendView(MethodView):
    """Sending of the letters."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.AwardVersionSchema)
    @blueprint.response(200, schemas.AwardSchema)
    def post(self, body: schemas.AwardVersionBody, request_id: int) -> Json:
        """Send a letter to each supplier that has submitted a response. The request is awarded then."""
        actor = current_actor()
        letters.send_letters(actor=actor, request_id=request_id, based_on=body["based_on"])
        return serialize_award(actor=actor, request_id=request_id)


@blueprint.route("/rfxRequest/<int:request_id>/award/report")
class AwardReportView(MethodView):
    """Reports of the decision."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.AwardReportSchema)
    @blueprint.response(202, ExportIdSchema)
    def post(self, body: schemas.AwardReportBody, request_id: int) -> object:
        """Request the report of the decision as PDF; GET /api/export/{id} shows when it is ready."""
        actor = current_actor()
        demand_report(actor=actor, request_id=request_id)
        return request_export(
            actor=actor, kind=REPORT, format=body["format"], args={"request_id": request_id}
        )

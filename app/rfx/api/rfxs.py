"""Endpoints of RFxs."""

from flask import Response, jsonify
from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments
from app.kernel.http.lists import list_query, listed
from app.kernel.jobs.exports import request_export
from app.rfx.exports.archive import request_archive
from app.rfx.operations import (
    confirming,
    filling_in,
    moves,
    recording,
    reminding,
    submitting,
    values,
    withdrawing,
)
from app.rfx.policies.states import status_now
from app.rfx.queries import lists, rfxs
from app.rfx.schemas import requests
from app.rfx.schemas import rfx as schemas
from app.rfx.schemas.carried import ConfirmationBody, ConfirmationSchema
from app.rfx.schemas.requests import rfx_filter
from app.rfx.serializers.loading import serialize_rfx_by_id, serialize_state, serialize_state_by_id
from app.rfx.serializers.rfxs import serialize_row, serialize_save, serialize_status
from app.rfx.types import WORKBOOK_EXPORT

# The serializers return JSON bodies, so the schemas describe the responses but do not dump them again.
blueprint = Blueprint("rfx", __name__, url_prefix="/api", description="RFxs")

PAGE_SIZE = 10


@blueprint.route("/rfx")
class RfxListView(MethodView):
    """RFxs that the actor's organisation sent or received."""

    @requires(SIGNED_IN)
    @blueprint.arguments(requests.RfxQuerySchema, location="query")
    @blueprint.response(200, schemas.RfxRowSchema(many=True))
    def get(self, query: Arguments) -> Response:
        """List RFxs, newest first (specification section 7)."""
        actor = current_actor()
        page = lists.list_rfxs(
            actor=actor, filters=rfx_filter(query), query=list_query(query, PAGE_SIZE), sort=query["sort"]
        )
        rows, _, headers = listed(page, [serialize_row(row, actor) for row in page.rows])
        response = jsonify(rows)
        response.headers.update(headers)
        return response


@blueprint.route("/rfx/<int:rfx_id>")
class RfxView(MethodView):
    """One RFx."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(requests.IncludesSchema, location="query")
    @blueprint.response(200, schemas.RfxSchema)
    def get(self, query: Arguments, rfx_id: int) -> Response:
        """Return an RFx with its forms and latest values; `i` adds html, rwMap, fields, tasks and reuse."""
        return jsonify(serialize_rfx_by_id(actor=current_actor(), rfx_id=rfx_id, includes=query["i"]))


@blueprint.route("/rfx/<int:rfx_id>/value")
class RfxValueView(MethodView):
    """Answers of an RFx."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, schemas.RfxStateSchema)
    def get(self, rfx_id: int) -> Response:
        """Return the latest values with the status of the RFx."""
        return jsonify(serialize_state_by_id(actor=current_actor(), rfx_id=rfx_id))

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(requests.ValuesSchema)
    @blueprint.response(200, schemas.SaveResultSchema)
    def put(self, body: requests.ValuesBody, rfx_id: int) -> Response:
        """Save answers; each is stored, refused or a conflict independently of the others."""
        new_values = {
            key: values.NewValue(value=item["value"], base_iteration=item["base_iteration"])
            for key, item in body["values"].items()
        }
        return jsonify(
            serialize_save(values.save_values(actor=current_actor(), rfx_id=rfx_id, new_values=new_values))
        )


@blueprint.route("/rfx/<int:rfx_id>/confirmation")
class RfxConfirmationView(MethodView):
    """Confirmation of answers of an earlier round."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(ConfirmationSchema)
    @blueprint.response(200, schemas.SaveResultSchema)
    def post(self, body: ConfirmationBody, rfx_id: int) -> Response:
        """Save earlier answers as answers of this RFx; each is stored, refused or a conflict independently of the others."""
        result = confirming.confirm_answers(actor=current_actor(), rfx_id=rfx_id, keys=body["keys"])
        return jsonify(serialize_save(result))


@blueprint.route("/rfx/<int:rfx_id>/opened")
class RfxOpenedView(MethodView):
    """First action of a respondent in an RFx."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, schemas.RfxStatusSchema)
    def post(self, rfx_id: int) -> Response:
        """Change the status from NEW to PENDING when the respondent first acts in the RFx; other statuses stay."""
        context = moves.open_rfx(actor=current_actor(), rfx_id=rfx_id)
        return jsonify(serialize_status(status_now(context.rfx)))


@blueprint.route("/rfx/<int:rfx_id>/submission")
class RfxSubmissionView(MethodView):
    """Submission of the answers."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(requests.NothingSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def post(self, _body: dict[str, object], rfx_id: int) -> Response:
        """Submit the answers permanently."""
        actor = current_actor()
        submission = submitting.submit_response(actor=actor, rfx_id=rfx_id)
        return jsonify(serialize_state(submission.context, actor=actor, progress=submission.progress))


@blueprint.route("/rfx/<int:rfx_id>/decline")
class RfxDeclineView(MethodView):
    """Refusal to answer."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(requests.ReasonSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def post(self, body: requests.ReasonBody, rfx_id: int) -> Response:
        """Decline to answer, with a reason."""
        actor = current_actor()
        context = submitting.decline_rfx(actor=actor, rfx_id=rfx_id, reason=body["reason"])
        return jsonify(serialize_state(context, actor=actor))


@blueprint.route("/rfx/<int:rfx_id>/withdrawal")
class RfxWithdrawalView(MethodView):
    """Withdrawal of an RFx."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(requests.ReasonSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def post(self, body: requests.ReasonBody, rfx_id: int) -> Response:
        """Withdraw an open RFx permanently, with a reason for the respondent."""
        actor = current_actor()
        context = withdrawing.withdraw_rfx(actor=actor, rfx_id=rfx_id, reason=body["reason"])
        return jsonify(serialize_state(context, actor=actor))


@blueprint.route("/rfx/<int:rfx_id>/reopen")
class RfxReopenView(MethodView):
    """Reopening of a submitted or declined RFx."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(requests.ReopenSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def post(self, body: requests.ReopenBody, rfx_id: int) -> Response:
        """Reopen the RFx, for all fields or only some."""
        actor = current_actor()
        context = moves.reopen_rfx(actor=actor, rfx_id=rfx_id, fields=body["fields"])
        return jsonify(serialize_state(context, actor=actor))


@blueprint.route("/rfx/<int:rfx_id>/deadline")
class RfxDeadlineView(MethodView):
    """Deadline of an RFx."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(requests.DeadlineSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def put(self, body: requests.DeadlineBody, rfx_id: int) -> Response:
        """Set or remove the deadline; an expired RFx can then be answered again."""
        actor = current_actor()
        context = moves.change_deadline(
            actor=actor, rfx_id=rfx_id, deadline=body["deadline"], seen=requests.seen_deadline(body)
        )
        return jsonify(serialize_state(context, actor=actor))


@blueprint.route("/rfx/<int:rfx_id>/ignored")
class RfxIgnoredView(MethodView):
    """Removal of an RFx from its assessment."""

    @requires(Permission.MANAGE_ASSESSMENTS)
    @blueprint.arguments(requests.IgnoredSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def put(self, body: requests.IgnoredBody, rfx_id: int) -> Response:
        """Remove the RFx from its assessment, or restore it."""
        actor = current_actor()
        context = moves.set_ignored(actor=actor, rfx_id=rfx_id, ignored=body["ignored"])
        return jsonify(serialize_state(context, actor=actor))


@blueprint.route("/rfx/<int:rfx_id>/reminder")
class RfxReminderView(MethodView):
    """Reminder to the respondent."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(requests.NothingSchema)
    @blueprint.response(200, schemas.ReminderResultSchema)
    def post(self, _body: dict[str, object], rfx_id: int) -> dict[str, object]:
        """Mail a reminder to the respondent of an RFx that is not submitted."""
        reminder = reminding.remind(actor=current_actor(), rfx_id=rfx_id)
        return {"sent": reminder.sent, "reminder_sent_date": reminder.context.rfx.reminder_sent_date}


@blueprint.route("/rfx/answers")
class RfxArchiveView(MethodView):
    """Downloads of the answers of several RFxs."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(requests.ArchiveRequestSchema)
    @blueprint.response(202, schemas.ExportIdSchema)
    def post(self, body: requests.ArchiveRequestBody) -> object:
        """Request a ZIP archive with a file of answers for each of at most 100 RFxs.

        GET /api/export/{id} shows when it is ready. RFxs that the user cannot download are named in it, with the reason.
        """
        return request_archive(
            actor=current_actor(), ids=body["ids"], filter=body["filter"], format=body["format"]
        )


@blueprint.route("/rfx/<int:rfx_id>/export")
class RfxExportView(MethodView):
    """Downloads of an RFx."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(requests.ExportRequestSchema)
    @blueprint.response(202, schemas.ExportIdSchema)
    def post(self, body: requests.ExportRequestBody, rfx_id: int) -> object:
        """Request a file of the answers; GET /api/export/{id} shows when it is ready."""
        actor = current_actor()
        if body["format"] == requests.WORKBOOK:
            filling_in.demand_filling_in(actor, rfxs.rfx_context(actor=actor, rfx_id=rfx_id))
            return request_export(actor=actor, kind=WORKBOOK_EXPORT, format="xlsx", args={"rfx_id": rfx_id})
        recording.record_export(actor=actor, rfx_id=rfx_id, format=body["format"])
        return request_export(actor=actor, kind="rfx", format=body["format"], args={"rfx_id": rfx_id})

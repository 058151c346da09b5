"""Endpoints for the review of answers: scores, follow-up tasks, history and acceptance."""

from flask import Response, jsonify
from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.rfx.operations import accepting, follow_ups
from app.rfx.queries import history
from app.rfx.schemas import review
from app.rfx.schemas import rfx as schemas
from app.rfx.serializers.loading import (
    serialize_assignees,
    serialize_follow_ups,
    serialize_scoring,
    serialize_state,
)
from app.rfx.serializers.review import serialize_history

blueprint = Blueprint(
    "rfxReview", __name__, url_prefix="/api", description="Scores, follow-up tasks, history"
)


@blueprint.route("/rfx/<int:rfx_id>/scoring")
class RfxScoringView(MethodView):
    """Scores of the answers."""

    @requires(SIGNED_IN)
    @blueprint.response(200, review.ScoringResultsSchema)
    def get(self, rfx_id: int) -> dict[str, object]:
        """Return the score of each answer with its rule, by topic, and the follow-up tasks; for the requester's users."""
        return serialize_scoring(actor=current_actor(), rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/assignee")
class RfxAssigneesView(MethodView):
    """Possible assignees of follow-up tasks."""

    @requires(SIGNED_IN)
    @blueprint.response(200, review.AssigneeSchema(many=True))
    def get(self, rfx_id: int) -> list[dict[str, object]]:
        """List the respondent's users, the addressed ones first; empty if the RFx was sent to one person."""
        return serialize_assignees(actor=current_actor(), rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/task")
class RfxTasksView(MethodView):
    """Follow-up tasks of an RFx."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(review.NewFollowUpSchema)
    @blueprint.response(201, review.TasksSchema)
    def post(self, body: review.NewFollowUpBody, rfx_id: int) -> dict[str, object]:
        """Ask the respondent about one answer."""
        done = follow_ups.raise_follow_up(actor=current_actor(), rfx_id=rfx_id, **body)
        return {"task_id": done.task.id, "tasks": serialize_follow_ups(rfx_id)}


@blueprint.route("/rfx/<int:rfx_id>/task/<int:task_id>")
class RfxTaskView(MethodView):
    """One follow-up task."""

    @requires(SIGNED_IN)
    @blueprint.arguments(review.FollowUpStateSchema)
    @blueprint.response(200, review.TasksSchema)
    def put(self, body: review.FollowUpStateBody, rfx_id: int, task_id: int) -> dict[str, object]:
        """Close or reopen the task."""
        follow_ups.set_follow_up_open(
            actor=current_actor(), rfx_id=rfx_id, task_id=task_id, is_open=body["is_open"]
        )
        return {"task_id": task_id, "tasks": serialize_follow_ups(rfx_id)}


@blueprint.route("/rfx/<int:rfx_id>/task/<int:task_id>/message")
class RfxTaskMessageView(MethodView):
    """Thread of a follow-up task."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(review.FollowUpReplySchema)
    @blueprint.response(201, review.TasksSchema)
    def post(self, body: review.FollowUpReplyBody, rfx_id: int, task_id: int) -> dict[str, object]:
        """Reply; a reply of the assignees marks the task as answered."""
        follow_ups.reply_to_follow_up(
            actor=current_actor(), rfx_id=rfx_id, task_id=task_id, html=body["html"],
            attachment_ids=body["attachment_ids"],
        )  # fmt: skip
        return {"task_id": task_id, "tasks": serialize_follow_ups(rfx_id)}


@blueprint.route("/rfx/<int:rfx_id>/value/<string:field>/history")
class RfxHistoryView(MethodView):
    """History of an answer."""

    @requires(SIGNED_IN)
    @blueprint.response(200, review.AnswerChangeSchema(many=True))
    def get(self, rfx_id: int, field: str) -> Response:
        """List the answers to one field with author and time, newest first."""
        changes = history.history_of(actor=current_actor(), rfx_id=rfx_id, key=field)
        return jsonify(serialize_history(changes))


@blueprint.route("/rfx/<int:rfx_id>/acceptance")
class RfxAcceptanceView(MethodView):
    """Acceptance of answers by reviewers of the requester."""

    @requires(SIGNED_IN)
    @blueprint.arguments(review.AcceptanceSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def put(self, body: review.AcceptanceBody, rfx_id: int) -> Response:
        """Accept answers, or withdraw the acceptance; it lapses when the answer changes."""
        actor = current_actor()
        context = accepting.accept_answers(
            actor=actor, rfx_id=rfx_id, accepted=body["accepted"],
            iterations={item["field"]: item["iteration"] for item in body["answers"]},
        )  # fmt: skip
        return jsonify(serialize_state(context, actor=actor))

"""The calls by which a requester looks through answers, and the respondent answers what it asks."""

from typing import Any

from flask import Response, jsonify
from flask.views import MethodView

from app.kernel.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.calls import Blueprint
from app.kernel.idempotency import idempotent
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
    """What the answers score."""

    @requires(SIGNED_IN)
    @blueprint.response(200, review.ScoringResultsSchema)
    def get(self, rfx_id: int) -> dict[str, Any]:
        """How each answer came to its score, by topic, and the follow-up tasks; for the requester's users."""
        return serialize_scoring(actor=current_actor(), rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/assignee")
class RfxAssigneesView(MethodView):
    """Who can be asked about answers."""

    @requires(Permission.SEND_RFX)
    @blueprint.response(200, review.AssigneeSchema(many=True))
    def get(self, rfx_id: int) -> list[dict[str, Any]]:
        """The respondent's users, those whom the RFx addressed first; nobody where it was sent to one person."""
        return serialize_assignees(actor=current_actor(), rfx_id=rfx_id)


@blueprint.route("/rfx/<int:rfx_id>/task")
class RfxTasksView(MethodView):
    """The follow-up tasks of an RFx."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(review.NewFollowUpSchema)
    @blueprint.response(201, review.TasksSchema)
    def post(self, body: dict[str, Any], rfx_id: int) -> dict[str, Any]:
        """Ask the respondent about one answer."""
        done = follow_ups.raise_follow_up(actor=current_actor(), rfx_id=rfx_id, **body)
        return {"task_id": done.task.id, "tasks": serialize_follow_ups(rfx_id)}


@blueprint.route("/rfx/<int:rfx_id>/task/<int:task_id>")
class RfxTaskView(MethodView):
    """One follow-up task."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(review.FollowUpStateSchema)
    @blueprint.response(200, review.TasksSchema)
    def put(self, body: dict[str, Any], rfx_id: int, task_id: int) -> dict[str, Any]:
        """Close it, or ask it again."""
        follow_ups.set_follow_up_open(
            actor=current_actor(), rfx_id=rfx_id, task_id=task_id, is_open=body["is_open"]
        )
        return {"task_id": task_id, "tasks": serialize_follow_ups(rfx_id)}


@blueprint.route("/rfx/<int:rfx_id>/task/<int:task_id>/message")
class RfxTaskMessageView(MethodView):
    """The conversation of a follow-up task."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(review.FollowUpReplySchema)
    @blueprint.response(201, review.TasksSchema)
    def post(self, body: dict[str, Any], rfx_id: int, task_id: int) -> dict[str, Any]:
        """Reply; a reply of those who were asked marks the task answered."""
        follow_ups.reply_to_follow_up(
            actor=current_actor(), rfx_id=rfx_id, task_id=task_id, html=body["html"],
            attachment_ids=body["attachment_ids"],
        )  # fmt: skip
        return {"task_id": task_id, "tasks": serialize_follow_ups(rfx_id)}


@blueprint.route("/rfx/<int:rfx_id>/value/<string:field>/history")
class RfxHistoryView(MethodView):
    """How an answer came to be."""

    @requires(SIGNED_IN)
    @blueprint.response(200, review.AnswerChangeSchema(many=True))
    def get(self, rfx_id: int, field: str) -> Response:
        """The answers to one field, the newest first: who gave each, when, and what it was."""
        changes = history.history_of(actor=current_actor(), rfx_id=rfx_id, key=field)
        return jsonify(serialize_history(changes))


@blueprint.route("/rfx/<int:rfx_id>/acceptance")
class RfxAcceptanceView(MethodView):
    """The requester's word on answers."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(review.AcceptanceSchema)
    @blueprint.response(200, schemas.RfxStateSchema)
    def put(self, body: dict[str, Any], rfx_id: int) -> Response:
        """Accept answers as they are, or take that back; an acceptance lapses when its answer changes."""
        actor = current_actor()
        context = accepting.accept_answers(
            actor=actor, rfx_id=rfx_id, accepted=body["accepted"],
            iterations={item["field"]: item["iteration"] for item in body["answers"]},
        )  # fmt: skip
        return jsonify(serialize_state(context, actor=actor))

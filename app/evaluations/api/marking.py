"""Endpoints of evaluators: marks, conflicts of interest, finishing, answers."""

from flask import Response, jsonify
from flask.views import MethodView

from app.evaluations.operations import marking
from app.evaluations.queries.access import evaluation_access
from app.evaluations.schemas import requests as schemas
from app.evaluations.schemas.evaluation import EvaluationSchema, OwnMarkSchema
from app.evaluations.serializers.answers import serialize_answers
from app.evaluations.serializers.evaluation import serialize_evaluation, serialize_mark
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.requests.public import ComparisonSchema

blueprint = Blueprint("evaluationMarking", __name__, url_prefix="/api", description="Marks of evaluators")

Json = dict[str, object]


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/mark")
class MarkView(MethodView):
    """Marks of the viewer."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(schemas.MarkSchema)
    @blueprint.response(200, OwnMarkSchema)
    def put(self, body: schemas.MarkBody, request_id: int) -> Json:
        """Save one mark with its comment."""
        mark = marking.save_mark(
            actor=current_actor(),
            request_id=request_id,
            new=marking.NewMark(
                rfx_id=body["rfx_id"],
                criterion_id=body["criterion_id"],
                mark=body["mark"],
                comment=body["comment"],
                based_on=body["based_on"],
            ),
        )
        return serialize_mark(mark)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/conflict")
class ConflictView(MethodView):
    """Conflicts of interest of the viewer."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(schemas.InterestConflictSchema)
    @blueprint.response(200, EvaluationSchema)
    def put(self, body: schemas.ConflictBody, request_id: int) -> Json:
        """Declare or withdraw a conflict of interest. Declaring deletes the viewer's marks of this supplier."""
        marking.set_conflict(
            actor=current_actor(),
            request_id=request_id,
            rfx_id=body["rfx_id"],
            is_declared=body["is_declared"],
        )
        return serialize_evaluation(evaluation_access(actor=current_actor(), request_id=request_id))


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/finished")
class FinishedView(MethodView):
    """The end of the viewer's marking."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(schemas.FinishedSchema)
    @blueprint.response(200, EvaluationSchema)
    def put(self, body: schemas.FinishedBody, request_id: int) -> Json:
        """Finish marking, or continue it. After the last evaluator has finished the evaluation closes."""
        marking.set_finished(actor=current_actor(), request_id=request_id, is_finished=body["is_finished"])
        return serialize_evaluation(evaluation_access(actor=current_actor(), request_id=request_id))


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/supplier/<int:evaluated_rfx_id>")
class EvaluationAnswersView(MethodView):
    """Answers of one supplier for evaluators."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, ComparisonSchema)
    def get(self, request_id: int, evaluated_rfx_id: int) -> Response:
        """Return the answers of a supplier that has submitted, while the evaluation is open."""
        access = evaluation_access(actor=current_actor(), request_id=request_id)
        return jsonify(serialize_answers(access, rfx_id=evaluated_rfx_id))

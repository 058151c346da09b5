"""Endpoints of the owner of an evaluation, and the evaluation itself."""

from flask.views import MethodView

from app.evaluations.operations import closing, evaluators, preparing
from app.evaluations.queries.access import evaluation_access
from app.evaluations.schemas import requests as schemas
from app.evaluations.schemas.evaluation import EvaluationSchema
from app.evaluations.serializers.evaluation import serialize_evaluation
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent

blueprint = Blueprint("evaluation", __name__, url_prefix="/api", description="Evaluation of requests")

Json = dict[str, object]


@blueprint.route("/rfxRequest/<int:request_id>/evaluation")
class EvaluationView(MethodView):
    """The evaluation of a request."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, EvaluationSchema)
    def get(self, request_id: int) -> Json:
        """Return the evaluation of a request. Marks of others are included only after it has closed."""
        return _evaluation(request_id)

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.CriteriaSchema)
    @blueprint.response(200, EvaluationSchema)
    def put(self, body: schemas.CriteriaBody, request_id: int) -> Json:
        """Replace the criteria before the evaluation is opened; the first save creates it."""
        preparing.save_criteria(
            actor=current_actor(),
            request_id=request_id,
            criteria=[
                preparing.NewCriterion(
                    name=criterion["name"],
                    description=criterion["description"],
                    weight=criterion["weight"],
                    source=criterion["source"],
                    section_id=criterion["section_id"],
                )
                for criterion in body["criteria"]
            ],
            due=body["due"],
            based_on=body["based_on"],
        )
        return _evaluation(request_id)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/open")
class EvaluationOpeningView(MethodView):
    """Opening of an evaluation."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.response(200, EvaluationSchema)
    def post(self, request_id: int) -> Json:
        """Fix the criteria and invite the evaluators. 409 with code `requestSealed` before the seal opens."""
        preparing.open_evaluation(actor=current_actor(), request_id=request_id)
        return _evaluation(request_id)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/close")
class EvaluationClosingView(MethodView):
    """Closing of an evaluation."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.ClosingSchema)
    @blueprint.response(200, EvaluationSchema)
    def post(self, body: schemas.ClosingBody, request_id: int) -> Json:
        """Close the evaluation permanently; missing marks are left out. It can't be opened again."""
        closing.close_evaluation(actor=current_actor(), request_id=request_id, reason=body["reason"])
        return _evaluation(request_id)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/evaluator")
class EvaluatorsView(MethodView):
    """Evaluators of a request."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.NewEvaluatorSchema)
    @blueprint.response(201, EvaluationSchema)
    def post(self, body: schemas.NewEvaluatorBody, request_id: int) -> Json:
        """Add a colleague, or another person by e-mail, who gets a link when the evaluation is open."""
        actor = current_actor()
        access = preparing.prepared_evaluation(actor=actor, request_id=request_id)
        evaluators.add_evaluator(
            actor=actor, access=access, user_id=body["user_id"], email=body["email"], name=body["name"]
        )
        return _evaluation(request_id)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/evaluator/<int:evaluator_id>")
class EvaluatorView(MethodView):
    """One evaluator."""

    @requires(Permission.SEND_RFX)
    @blueprint.response(200, EvaluationSchema)
    def delete(self, request_id: int, evaluator_id: int) -> Json:
        """Remove an evaluator: the marks do not count, and the link of a guest ends."""
        evaluators.remove_evaluator(actor=current_actor(), request_id=request_id, evaluator_id=evaluator_id)
        return _evaluation(request_id)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/evaluator/<int:evaluator_id>/remind")
class EvaluatorReminderView(MethodView):
    """Reminders of evaluators."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.response(200, EvaluationSchema)
    def post(self, request_id: int, evaluator_id: int) -> Json:
        """Mail an evaluator who has not finished, at most once an hour."""
        evaluators.remind_evaluator(actor=current_actor(), request_id=request_id, evaluator_id=evaluator_id)
        return _evaluation(request_id)


@blueprint.route("/rfxRequest/<int:request_id>/evaluation/consensus")
class ConsensusView(MethodView):
    """Consensus on marks that differ."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.NewConsensusSchema)
    @blueprint.response(200, EvaluationSchema)
    def put(self, body: schemas.NewConsensusBody, request_id: int) -> Json:
        """Settle the marks of a supplier for a criterion, where they differ by more than 2."""
        closing.settle_consensus(
            actor=current_actor(),
            request_id=request_id,
            rfx_id=body["rfx_id"],
            criterion_id=body["criterion_id"],
            mark=body["mark"],
            reason=body["reason"],
            based_on=body["based_on"],
        )
        return _evaluation(request_id)


def _evaluation(request_id: int) -> Json:
    return serialize_evaluation(evaluation_access(actor=current_actor(), request_id=request_id))

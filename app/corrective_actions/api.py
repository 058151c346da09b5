"""Endpoints of corrective actions."""

from flask.views import MethodView

from app.corrective_actions.operations.asking import Request, ask_for_action
from app.corrective_actions.operations.changing import change_request, recipients_of
from app.corrective_actions.operations.contacts import Recipient
from app.corrective_actions.operations.contesting import contest, decide_contest
from app.corrective_actions.operations.effectiveness import plan_check, record_result
from app.corrective_actions.operations.saving import NewValue, save_step
from app.corrective_actions.operations.steps import accept_step, return_step, send_step
from app.corrective_actions.queries.actions import ActionContext, action_for
from app.corrective_actions.schemas import actions, outcomes, requests, steps
from app.corrective_actions.serializers import serialize_action, serialize_presets, serialize_save
from app.corrective_actions.types import Step
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import NotFoundError
from app.kernel.http.idempotency import idempotent
from app.ncr.public import demand_raiser, ncr_for

blueprint = Blueprint(
    "correctiveAction", __name__, url_prefix="/api", description="Corrective actions (8D) of non-conformances"
)

Json = dict[str, object]
STEP = "/correctiveAction/<int:action_id>/step/<string:step>"


@blueprint.route("/ncr/<int:ncr_id>/correctiveAction")
class NcrActionView(MethodView):
    """The corrective action of a non-conformance."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.response(200, requests.RequestPresetSchema)
    def get(self, ncr_id: int) -> Json:
        """Return the presets of a request, for the organisation that raised the non-conformance."""
        ncr = ncr_for(actor=current_actor(), ncr_id=ncr_id)
        demand_raiser(current_actor(), ncr.ncr)
        return serialize_presets(ncr)

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(requests.ActionRequestSchema)
    @blueprint.response(201, actions.CorrectiveActionSchema)
    def post(self, body: requests.ActionRequestBody, ncr_id: int) -> Json:
        """Ask the supplier for a corrective action; the responsible person gets a mail, with a link without an account."""
        request = Request(
            method=body["method"],
            due_days={Step(step): days for step, days in body["due_days"].items()},
            recipient=Recipient(user_id=body["user_id"], email=body["email"], name=body["name"]),
            message=body["message"],
        )
        return _serialized(ask_for_action(actor=current_actor(), ncr_id=ncr_id, request=request))


@blueprint.route("/correctiveAction/<int:action_id>")
class ActionView(MethodView):
    """One corrective action."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def get(self, action_id: int) -> Json:
        """Return a corrective action with its steps."""
        return _serialized(action_for(actor=current_actor(), action_id=action_id))


@blueprint.route("/correctiveAction/<int:action_id>/request")
class ActionRequestView(MethodView):
    """The request for a corrective action, after it was sent."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.response(200, requests.RecipientChoiceSchema(many=True))
    def get(self, action_id: int) -> object:
        """List the users of the supplier who can be responsible, for the organisation that asked."""
        return recipients_of(actor=current_actor(), action_id=action_id)

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(requests.ActionChangeSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def put(self, body: requests.ActionChangeBody, action_id: int) -> Json:
        """Change the responsible person, who gets a mail, and the days on which steps are due."""
        chosen = body["recipient"]
        context = change_request(
            actor=current_actor(),
            action_id=action_id,
            recipient=Recipient(**chosen) if chosen is not None else None,
            due={Step(step): day for step, day in body["due"].items()},
        )
        return _serialized(context)


@blueprint.route(STEP)
class StepView(MethodView):
    """One step."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(steps.StepValuesSchema)
    @blueprint.response(200, steps.StepSaveResultSchema)
    def put(self, body: steps.StepValuesBody, action_id: int, step: str) -> Json:
        """Save fields of a step, for the supplier; each has its own base iteration, so that nothing is overwritten unseen."""
        values = {key: NewValue(new["value"], new["base_iteration"]) for key, new in body["values"].items()}
        result = save_step(actor=current_actor(), action_id=action_id, step=_step(step), values=values)
        return serialize_save(result)


@blueprint.route(f"{STEP}/send")
class StepSendView(MethodView):
    """Sending of a step."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(steps.StepMoveSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, _body: Json, action_id: int, step: str) -> Json:
        """Send a step to the requester, for the supplier. D1 to D3 are sent together."""
        return _serialized(send_step(actor=current_actor(), action_id=action_id, step=_step(step)))


@blueprint.route(f"{STEP}/accept")
class StepAcceptView(MethodView):
    """Acceptance of a step."""

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(steps.StepMoveSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, _body: Json, action_id: int, step: str) -> Json:
        """Accept a step, which locks it; with D3 also D1 and D2. D8 closes the corrective action."""
        return _serialized(accept_step(actor=current_actor(), action_id=action_id, step=_step(step)))


@blueprint.route(f"{STEP}/return")
class StepReturnView(MethodView):
    """Return of a step."""

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(steps.StepReturnSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, body: steps.StepReturnBody, action_id: int, step: str) -> Json:
        """Return a step to the supplier with a comment."""
        context = return_step(
            actor=current_actor(), action_id=action_id, step=_step(step), comment=body["comment"]
        )
        return _serialized(context)


@blueprint.route("/correctiveAction/<int:action_id>/contest")
class ContestView(MethodView):
    """Contest of a corrective action."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(outcomes.ActionContestSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, body: outcomes.ActionContestBody, action_id: int) -> Json:
        """Contest a corrective action before D5 is sent, for the supplier; the requester decides."""
        context = contest(
            actor=current_actor(),
            action_id=action_id,
            reason=body["reason"],
            attachment_ids=body["attachment_ids"],
        )
        return _serialized(context)


@blueprint.route("/correctiveAction/<int:action_id>/contest/decision")
class ContestDecisionView(MethodView):
    """Decision about a contest."""

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(outcomes.ContestDecisionSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, body: outcomes.ContestDecisionBody, action_id: int) -> Json:
        """Decide about a contest. WITHDRAWN resolves the non-conformance, which then does not count."""
        context = decide_contest(
            actor=current_actor(), action_id=action_id, decision=body["decision"], comment=body["comment"]
        )
        return _serialized(context)


@blueprint.route("/correctiveAction/<int:action_id>/effectiveness")
class EffectivenessView(MethodView):
    """Plan of the check of effectiveness."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.arguments(outcomes.EffectivenessPlanSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, body: outcomes.EffectivenessPlanBody, action_id: int) -> Json:
        """Store the criterion and the day of the check, which becomes a task of the user who asked."""
        context = plan_check(
            actor=current_actor(), action_id=action_id, criterion=body["criterion"], on=body["on"]
        )
        return _serialized(context)


@blueprint.route("/correctiveAction/<int:action_id>/effectiveness/result")
class EffectivenessResultView(MethodView):
    """Result of the check of effectiveness."""

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(outcomes.EffectivenessResultSchema)
    @blueprint.response(200, actions.CorrectiveActionSchema)
    def post(self, body: outcomes.EffectivenessResultBody, action_id: int) -> Json:
        """Store the result. NOT_EFFECTIVE reopens the corrective action at D4, with a new loop."""
        context = record_result(
            actor=current_actor(), action_id=action_id, result=body["result"], comment=body["comment"]
        )
        return _serialized(context)


def _step(name: str) -> Step:
    """Return the step of an address; raises NotFoundError for other names."""
    try:
        return Step(name)
    except ValueError as error:
        raise NotFoundError from error


def _serialized(context: ActionContext) -> Json:
    return serialize_action(context, actor=current_actor())

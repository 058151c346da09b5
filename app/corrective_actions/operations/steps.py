"""Sending steps, accepting them and returning them."""

from collections.abc import Sequence

from app.corrective_actions.mails import mail_accepted, mail_returned
from app.corrective_actions.models import CorrectiveStep
from app.corrective_actions.operations.notifying import notify_sent
from app.corrective_actions.operations.saving import demand_open, whole_content
from app.corrective_actions.operations.tasks import sync_tasks
from app.corrective_actions.policies.access import demand_decider, demand_writer
from app.corrective_actions.policies.problems import problems_of
from app.corrective_actions.policies.states import (
    accepted_with,
    demand_step,
    sent_with,
    state_after,
    step_after,
)
from app.corrective_actions.queries.actions import ActionContext, action_for
from app.corrective_actions.types import STATE_INFO, ActionState, Step, StepMove
from app.extensions import db
from app.kernel.clock import moment_text, now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError
from app.ncr.public import record_event, start_if_pending

CONTESTED = "This corrective action is contested. {buyer} decides first."
DECIDE_FIRST = "The supplier contests this corrective action. Decide about that first."


def send_step(*, actor: Actor, action_id: int, step: Step) -> ActionContext:
    """Send a step to the buyer; D1 to D3 are sent together, in their order with the other steps.

    Raises NotFoundError, ForbiddenError for others than the supplier, ConflictError if it was sent already, if an earlier
    step is missing or if the action is not open, InvalidError with the problems by key of the field.
    """
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_writer(actor, context.action)
    demand_open(context)
    demand_step(context.action.method, step)
    if context.action.state == ActionState.CONTESTED:
        raise ConflictError(CONTESTED.format(buyer=context.ncr.raiser.name))
    steps = sent_with(step, context.states)
    rows = [context.steps[each] for each in steps]
    _demand_complete(context, rows)
    for row in rows:
        row.state = step_after(row.step, row.state, StepMove.SEND)
        row.sent, row.sent_by_user_id = now(), actor.user_id
    context.action.updated = now()
    start_if_pending(actor=actor, context=context.ncr)
    event = record_event("ncr.stepSent", actor, context.ncr, step=_names(steps))
    sync_tasks(actor=actor, context=context)
    notify_sent(event, context)
    return context


def accept_step(*, actor: Actor, action_id: int, step: Step) -> ActionContext:
    """Accept a step, which locks it; with D3 also D1 and D2. The action moves on, and the supplier gets a mail.

    Raises NotFoundError, ForbiddenError for others than the buyer, ConflictError if the step was not sent or an earlier
    one is not accepted.
    """
    context = _for_decision(actor, action_id, step)
    steps = accepted_with(step, context.states)
    action = context.action
    for each in steps:
        row = context.steps[each]
        row.state = step_after(each, row.state, StepMove.ACCEPT)
        _decide(actor, row, comment="")
        action.state = state_after(action.state, each)
    if action.state == ActionState.CLOSED:
        action.closed = now()
    action.updated = now()
    state = STATE_INFO[action.state]["label"]
    record_event("ncr.stepAccepted", actor, context.ncr, step=_names(steps), state=state)
    sync_tasks(actor=actor, context=context)
    mail_accepted(context, steps=_names(steps), row=context.steps[step], actor=actor)
    return context


def return_step(*, actor: Actor, action_id: int, step: Step, comment: str) -> ActionContext:
    """Return a step to the supplier with a comment; the supplier gets a mail.

    Raises NotFoundError, ForbiddenError for others than the buyer, ConflictError if the step does not wait for the buyer.
    """
    context = _for_decision(actor, action_id, step)
    row = context.steps[step]
    row.state = step_after(step, row.state, StepMove.RETURN)
    _decide(actor, row, comment=comment)
    row.returns = [*row.returns, [moment_text(now()), actor.user_id, comment]]
    context.action.updated = now()
    record_event("ncr.stepReturned", actor, context.ncr, step=step.value, reason=comment)
    sync_tasks(actor=actor, context=context)
    mail_returned(context, row=row, actor=actor)
    return context


def _for_decision(actor: Actor, action_id: int, step: Step) -> ActionContext:
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_decider(actor, context.action)
    demand_open(context)
    demand_step(context.action.method, step)
    if context.action.state == ActionState.CONTESTED:
        raise ConflictError(DECIDE_FIRST)
    return context


def _decide(actor: Actor, row: CorrectiveStep, *, comment: str) -> None:
    row.decided, row.decided_by_user_id, row.comment = now(), actor.user_id, comment


def _demand_complete(context: ActionContext, rows: Sequence[CorrectiveStep]) -> None:
    """Raise InvalidError with the problems of the steps; their keys begin with the step."""
    db.session.flush()
    problems = {
        f"values.{row.step}.{key}": sentences
        for row in rows
        for key, sentences in problems_of(row.step, whole_content(context, row)).items()
    }
    if problems:
        raise InvalidError(fields=problems)


def _names(steps: Sequence[Step]) -> str:
    """Return the names of steps for sentences: D4, or D1 to D3."""
    return steps[0].value if len(steps) == 1 else f"{steps[0]} to {steps[-1]}"

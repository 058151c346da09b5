"""Contesting an action before D5, and the buyer's decision."""

from collections.abc import Sequence

from app.corrective_actions.mails import mail_decided
from app.corrective_actions.operations.notifying import notify_sent
from app.corrective_actions.operations.saving import demand_open
from app.corrective_actions.operations.tasks import sync_tasks
from app.corrective_actions.policies.access import demand_decider, demand_writer
from app.corrective_actions.policies.states import NOT_CONTESTABLE, state_after
from app.corrective_actions.queries.actions import ActionContext, action_for
from app.corrective_actions.types import ACTION_SUBJECT, ActionState, Decision, Move, Step
from app.files.public import attach
from app.kernel.clock import moment_text, now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.ncr.public import NcrStatus, change_status, record_event, start_if_pending

NOT_CONTESTED = "This corrective action is not contested."
CONTESTED_ALREADY = "This corrective action is contested already."


def contest(*, actor: Actor, action_id: int, reason: str, attachment_ids: Sequence[int]) -> ActionContext:
    """Contest an action before D5 is sent, with a reason and proof. The buyer gets a task and decides.

    Raises NotFoundError, ForbiddenError for others than the supplier, ConflictError if it is too late or contested
    already, InvalidError for files of others.
    """
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_writer(actor, context.action)
    demand_open(context)
    action = context.action
    if action.state == ActionState.CONTESTED:
        raise ConflictError(CONTESTED_ALREADY)
    plan = context.steps.get(Step.D5)
    if plan is not None and plan.sent is not None:
        raise ConflictError(NOT_CONTESTABLE)
    before = ActionState(action.state)
    action.state, action.state_before_contest = state_after(before, Move.CONTEST), before
    action.contested = {
        "reason": reason,
        "at": moment_text(now()),
        "by": actor.user_id,
        "attachmentIds": list(attachment_ids),
    }
    action.updated = now()
    attach(actor=actor, attachment_ids=attachment_ids, subject_type=ACTION_SUBJECT, subject_id=action.id)
    start_if_pending(actor=actor, context=context.ncr)
    event = record_event("ncr.contested", actor, context.ncr, reason=reason)
    sync_tasks(actor=actor, context=context)
    notify_sent(event, context)
    return context


def decide_contest(*, actor: Actor, action_id: int, decision: Decision, comment: str) -> ActionContext:
    """Decide about a contested action. UPHELD: the supplier continues. WITHDRAWN: the non-conformance is resolved.

    Raises NotFoundError, ForbiddenError for others than the buyer, ConflictError if it is not contested.
    """
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_decider(actor, context.action)
    action = context.action
    if action.state != ActionState.CONTESTED or action.contested is None:
        raise ConflictError(NOT_CONTESTED)
    demand_open(context)
    action.contested = action.contested | {
        "decision": decision.value,
        "decidedAt": moment_text(now()),
        "decidedBy": actor.user_id,
        "comment": comment,
    }
    if decision is Decision.UPHELD:
        action.state = action.state_before_contest or ActionState.ASKED
    else:
        action.state = state_after(action.state, Move.WITHDRAW)
    action.state_before_contest, action.updated = None, now()
    outcome = "withdrew" if decision is Decision.WITHDRAWN else "upheld"
    record_event("ncr.contestDecided", actor, context.ncr, outcome=outcome, reason=comment)
    if decision is Decision.WITHDRAWN:
        start_if_pending(actor=actor, context=context.ncr)
        change_status(actor, context.ncr, NcrStatus.RESOLVED)
    sync_tasks(actor=actor, context=context)
    mail_decided(context, decision=decision, comment=comment, actor=actor)
    return context

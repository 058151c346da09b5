"""The check of effectiveness after an action was closed."""

from datetime import date, timedelta

from app.corrective_actions.mails import mail_checked
from app.corrective_actions.models import CorrectiveStep, CorrectiveTask
from app.corrective_actions.operations.tasks import sync_tasks
from app.corrective_actions.policies.access import demand_decider
from app.corrective_actions.policies.cells import is_empty
from app.corrective_actions.policies.states import state_after
from app.corrective_actions.queries.actions import ActionContext, action_for, load_action, today_of
from app.corrective_actions.types import (
    DUE_DAYS,
    REOPENED_FROM,
    STATE_INFO,
    STEPS,
    ActionState,
    Method,
    Move,
    Result,
    Step,
)
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError
from app.ncr.public import NcrStatus, change_status, record_event

NOT_CLOSED = "The effectiveness can be checked once the corrective action is closed. It is {state}."
PAST = "The day must not be in the past."
NO_PLAN = "Enter the criterion and the day of the check first."
DELETED = "This non-conformance is deleted. Restore it first."


def plan_check(*, actor: Actor, action_id: int, criterion: str, on: date) -> ActionContext:
    """Store the criterion and the day of the check, which becomes a task of the user who asked.

    Raises NotFoundError, ForbiddenError for others than the buyer, ConflictError unless the action is closed,
    InvalidError for a day in the past.
    """
    context = _closed(actor, action_id)
    if on < today_of(actor):
        raise InvalidError(fields={"on": [PAST]})
    action = context.action
    action.criterion, action.effective_on, action.updated = criterion, on, now()
    sync_tasks(actor=actor, context=context)
    return context


def record_result(*, actor: Actor, action_id: int, result: Result, comment: str) -> ActionContext:
    """Store the result of the check. NOT_EFFECTIVE reopens the action at D4, with a new loop, and the non-conformance.

    Raises NotFoundError, ForbiddenError for others than the buyer, ConflictError unless the action is closed and the
    check is planned.
    """
    context = _closed(actor, action_id)
    action = context.action
    if action.criterion is None:
        raise ConflictError(NO_PLAN)
    action.result, action.result_comment = result, comment
    action.result_by_user_id, action.checked, action.updated = actor.user_id, now(), now()
    is_effective = result is Result.EFFECTIVE
    action.state = state_after(action.state, Move.CONFIRM if is_effective else Move.REOPEN)
    outcome = "confirmed" if is_effective else "reopened"
    record_event("ncr.effective", actor, context.ncr, outcome=outcome, reason=comment)
    if not is_effective:
        context = _reopen(actor, context)
    sync_tasks(actor=actor, context=context)
    mail_checked(context, actor=actor)
    return context


def _closed(actor: Actor, action_id: int) -> ActionContext:
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_decider(actor, context.action)
    state = context.action.state
    if state != ActionState.CLOSED:
        raise ConflictError(NOT_CLOSED.format(state=STATE_INFO[state]["label"].lower()))
    if context.ncr.ncr.status == NcrStatus.DELETED:
        raise ConflictError(DELETED)
    return context


def _reopen(actor: Actor, context: ActionContext) -> ActionContext:
    """Start the next loop at D4 with the earlier content, so that the supplier corrects it instead of writing it again."""
    action, earlier, tasks = context.action, context.steps, context.tasks_of(context.action.loop)
    if action.method == Method.CONTAINMENT:
        # Containment was not enough, so the causes are asked for.
        action.method = Method.SHORT
    action.loop += 1
    action.closed = action.effective_on = action.criterion = None
    today, days = today_of(actor), DUE_DAYS[context.ncr.ncr.severity]
    order = list(Step)
    steps = [step for step in STEPS[Method(action.method)] if order.index(step) >= order.index(REOPENED_FROM)]
    rows = {}
    for step in steps:
        before = earlier.get(step)
        copied = before is not None and step != Step.D8
        rows[step] = CorrectiveStep(
            action_id=action.id,
            loop=action.loop,
            step=step,
            content=_without_files(before.content) if before is not None and copied else {},
            marks=_without_files(before.marks) if before is not None and copied else {},
            due=today + timedelta(days=days[step]),
        )
    db.session.add_all(rows.values())
    db.session.flush()
    db.session.add_all(
        CorrectiveTask(
            step_id=rows[Step.D5].id, key=task.key, text=task.text, responsible=task.responsible,
            due=task.due, done=task.done, marks=task.marks,
        )
        for task in tasks
        if not is_empty(task)
    )  # fmt: skip
    if context.ncr.ncr.status == NcrStatus.RESOLVED:
        change_status(actor, context.ncr, NcrStatus.INPROGRESS)
    db.session.flush()
    return load_action(ncr_id=action.ncr_id, action_id=action.id, lock=True)


def _without_files(values: dict[str, object]) -> dict[str, object]:
    """Return the fields without files, which stay with the earlier loop."""
    return {key: value for key, value in values.items() if not key.startswith("file.")}

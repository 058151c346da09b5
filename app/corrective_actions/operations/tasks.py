"""The tasks of both parties, which follow from the state of an action, and its next due day."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from app.accounts.public import User, UserType
from app.corrective_actions.queries.actions import ActionContext, is_active
from app.corrective_actions.types import WRITABLE, ActionState, StepState
from app.extensions import db
from app.kernel.http.auth import Actor
from app.ncr.public import OPEN_STATUSES
from app.notifications.public import mark_task_read
from app.tasks.public import NCR_SUBJECT, TaskType, UserTask, close_task, open_task

ANSWER = "Corrective action: {title}"
REVIEW = "Review the corrective action: {title}"
DECIDE = "Decide about the contested corrective action: {title}"
CHECK = "Check effectiveness: {title}"


@dataclass(frozen=True, slots=True)
class _Wanted:
    title: str
    user_id: int | None
    due: date | None


def sync_tasks(*, actor: Actor, context: ActionContext) -> None:
    """Store the next due day, and open, change or close the task of each party. Called after every change of a state."""
    action, ncr = context.action, context.ncr.ncr
    open_days = [row.due for row in context.steps.values() if row.state in WRITABLE]
    action.next_due = min(open_days) if open_days and is_active(context) else None
    supplier, buyer = action.with_organisation_id, action.organisation_id
    tasks = {
        task.assigned_organisation_id: task
        for task in db.session.execute(
            select(UserTask)
            .where(
                UserTask.subject_type == NCR_SUBJECT,
                UserTask.subject_id == ncr.id,
                UserTask.type == TaskType.CORRECTIVE_ACTION,
                UserTask.is_open,
            )
            .with_for_update()
        ).scalars()
    }
    _sync(actor, context, tasks.get(supplier), _of_supplier(context), assigned_id=supplier, by_id=buyer)
    _sync(actor, context, tasks.get(buyer), _of_buyer(context), assigned_id=buyer, by_id=supplier)
    db.session.flush()


def _of_supplier(context: ActionContext) -> _Wanted | None:
    """Return the task of the supplier; None for a guest, who has no tasks, and while nothing has to be sent."""
    action = context.action
    if action.next_due is None:
        return None
    user = db.session.get(User, action.assigned_user_id) if action.assigned_user_id else None
    if user is not None and user.type == UserType.GUEST:
        return None
    return _Wanted(ANSWER.format(title=context.ncr.ncr.title), action.assigned_user_id, action.next_due)


def _of_buyer(context: ActionContext) -> _Wanted | None:
    """Return the task of the buyer: to decide, to review, or to check the effectiveness on its day."""
    action, title = context.action, context.ncr.ncr.title
    asker = action.asked_by_user_id
    if action.state == ActionState.CLOSED and action.effective_on is not None:
        return _Wanted(CHECK.format(title=title), asker, action.effective_on)
    if context.ncr.ncr.status not in OPEN_STATUSES:
        return None
    if action.state == ActionState.CONTESTED:
        return _Wanted(DECIDE.format(title=title), asker, None)
    if is_active(context) and StepState.SENT in context.states.values():
        return _Wanted(REVIEW.format(title=title), asker, None)
    return None


def _sync(
    actor: Actor,
    context: ActionContext,
    task: UserTask | None,
    wanted: _Wanted | None,
    *,
    assigned_id: int,
    by_id: int,
) -> None:
    ncr = context.ncr.ncr
    if wanted is None:
        if task is not None:
            close_task(actor=actor, task=task)
            mark_task_read(subject_type=NCR_SUBJECT, subject_id=ncr.id)
        return
    if task is None:
        open_task(
            actor=actor,
            type=TaskType.CORRECTIVE_ACTION,
            title=wanted.title,
            subject_type=NCR_SUBJECT,
            subject_id=ncr.id,
            subject_title=ncr.title,
            organisation_id=by_id,
            assigned_organisation_id=assigned_id,
            assigned_user_id=wanted.user_id,
            due=wanted.due,
        )
        return
    task.title, task.assigned_user_id, task.due = wanted.title, wanted.user_id, wanted.due

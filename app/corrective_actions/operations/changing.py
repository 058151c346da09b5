"""Changing a request for a corrective action after it was sent: the responsible person, and the days on which steps are due."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise

from sqlalchemy import delete

from app.accounts.public import User, UserType, grant_access, revoke_access
from app.corrective_actions.mails import mail_asked, mail_due_days
from app.corrective_actions.models import CorrectiveStep
from app.corrective_actions.operations.asking import OUT_OF_ORDER
from app.corrective_actions.operations.contacts import Recipient, person_to_ask
from app.corrective_actions.operations.saving import demand_open
from app.corrective_actions.operations.tasks import sync_tasks
from app.corrective_actions.policies.access import demand_decider
from app.corrective_actions.queries.actions import ActionContext, action_for, today_of
from app.corrective_actions.types import CORRECTIVE_GRANT, STEP_SUBJECT, WRITABLE, Step
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.ncr.public import people_at, record_event
from app.notifications.public import ReminderStep

PAST = "The day must not be in the past."
NOT_WAITING = "{step} was sent, so its day can't be changed."


def change_request(
    *, actor: Actor, action_id: int, recipient: Recipient | None, due: Mapping[Step, date]
) -> ActionContext:
    """Change the responsible person, unless `recipient` is None, and the days on which steps are due.

    Only days of steps that wait for the supplier can change. A new responsible person gets the mail of the request; the
    link of the former one ends. The responsible person gets a mail about new days, and reminders begin again.

    Raises NotFoundError, ForbiddenError for others than the buyer, ConflictError if the action is no longer open,
    InvalidError with sentences at the fields, TooManyError for too many people by e-mail.
    """
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_decider(actor, context.action)
    demand_open(context)
    changed = _change_days(actor, context, due)
    former_id = context.action.assigned_user_id
    if recipient is not None:
        _change_recipient(actor, context, recipient)
    has_new_person = context.action.assigned_user_id != former_id
    if not changed and not has_new_person:
        return context
    context.action.updated = now()
    sync_tasks(actor=actor, context=context)
    record_event("ncr.actionChanged", actor, context.ncr)
    if has_new_person:
        mail_asked(context, actor=actor)
    else:
        mail_due_days(context, rows=changed, actor=actor)
    return context


def recipients_of(*, actor: Actor, action_id: int) -> Sequence[User]:
    """Return the users of the supplier who can be responsible; raises NotFoundError, ForbiddenError for the supplier."""
    context = action_for(actor=actor, action_id=action_id)
    demand_decider(actor, context.action)
    return [person.user for person in people_at([context.ncr.supplier.id]) if person.manages]


def _change_days(actor: Actor, context: ActionContext, due: Mapping[Step, date]) -> list[CorrectiveStep]:
    """Store new days and return their steps; InvalidError for days that can't be, by field."""
    steps = context.steps
    changed = [steps[step] for step, day in due.items() if step in steps and steps[step].due != day]
    for row in changed:
        if row.state not in WRITABLE:
            raise InvalidError(fields={f"due.{row.step}": [NOT_WAITING.format(step=row.step)]})
        if due[row.step] < today_of(actor):
            raise InvalidError(fields={f"due.{row.step}": [PAST]})
        row.due = due[row.step]
    for earlier, row in pairwise(steps.values()):
        if changed and row.state in WRITABLE and row.due < earlier.due:
            raise InvalidError(
                fields={f"due.{row.step}": [OUT_OF_ORDER.format(step=row.step, earlier=earlier.step)]}
            )
    db.session.execute(
        delete(ReminderStep).where(
            ReminderStep.subject_type == STEP_SUBJECT,
            ReminderStep.subject_id.in_([row.id for row in changed]),
        )
    )
    return changed


def _change_recipient(actor: Actor, context: ActionContext, recipient: Recipient) -> None:
    action = context.action
    user = person_to_ask(actor=actor, ncr=context.ncr, recipient=recipient)
    if (user.id if user else None) == action.assigned_user_id:
        return
    former = db.session.get(User, action.assigned_user_id) if action.assigned_user_id else None
    if former is not None and former.type == UserType.GUEST:
        revoke_access(user_id=former.id, subject_type=CORRECTIVE_GRANT, subject_id=action.id)
    action.assigned_user_id = user.id if user else None
    if user is not None and user.type == UserType.GUEST:
        grant_access(
            user_id=user.id,
            subject_type=CORRECTIVE_GRANT,
            subject_id=action.id,
            created_by_user_id=actor.user_id,
        )

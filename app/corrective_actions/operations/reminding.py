"""Reminders of steps that are due or late, and their escalation.

Users get a line of the daily mail; guests, who have none, get a separate mail.
"""

from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import User, UserType, active_users, zones_of
from app.corrective_actions.mails import mail_reminder, responsible_people
from app.corrective_actions.models import CorrectiveStep
from app.corrective_actions.queries.actions import ActionContext, is_active, load_action
from app.corrective_actions.queries.reminders import SOON, DueStep, owner_of, was_sent
from app.corrective_actions.types import ESCALATION_DAYS, STEP_SUBJECT, WRITABLE
from app.extensions import db
from app.kernel.clock import now, zone_of
from app.kernel.http.auth import Permission
from app.ncr.public import people_at, record_for_parties
from app.notifications.public import (
    NotificationKind,
    ReminderStep,
    active_or_colleagues,
    is_morning,
    notify,
)
from app.tasks.public import NCR_SUBJECT


def remind_of(due: DueStep) -> bool:
    """Remind of one step: the responsible person, or after three days another contact and the buyer's owner.

    The stamp and the notification or mail are written in one transaction, so that a killed worker repeats both or
    neither. Returns False if there is nothing to send now.
    """
    context = load_action(ncr_id=due.ncr_id, action_id=due.action_id, lock=True)
    row = next((each for each in context.steps.values() if each.id == due.step_id), None)
    if row is None or row.state not in WRITABLE or not is_active(context):
        return False
    if was_sent(row.id, due.reached):
        return False
    responsible = list(responsible_people(context))
    guests = [user for user in responsible if user.type == UserType.GUEST]
    if guests and not _is_morning_of_asker(context):
        return False
    users = [user for user in responsible if user.type != UserType.GUEST]
    buyers: list[User] = []
    if due.reached == ESCALATION_DAYS:
        users, buyers = _other_contact(context, responsible), _owners(context)
    elif due.reached == SOON:
        users = []
    stamped = [*guests, *users, *buyers] or responsible
    if not stamped:
        return False
    _stamp(row, due.reached, stamped)
    when = _when(row)
    for guest in guests:
        mail_reminder(context, guest, row=row, when=when, key=f"due:{row.id}:{row.due}:{due.reached}")
    if users or buyers:
        events = record_for_parties("ncr.stepLate", None, context.ncr, step=row.step.value, late=when)
        for event, people in ((events.supplier, users), (events.raiser, buyers)):
            notify(
                event=event,
                kind=NotificationKind.CORRECTIVE_STEP_LATE,
                subject_type=NCR_SUBJECT,
                subject_id=context.action.ncr_id,
                users=people,
                is_task=True,
            )
    return True


def _other_contact(context: ActionContext, responsible: Sequence[User]) -> list[User]:
    """Return one more user of the supplier who manages non-conformances; none if there is no other."""
    responsible_ids = {user.id for user in responsible}
    people = people_at([context.action.with_organisation_id])
    return [person.user for person in people if person.manages and person.user.id not in responsible_ids][:1]


def _owners(context: ActionContext) -> list[User]:
    """Return the owner of the supplier and the user who asked, or colleagues if neither of them is active."""
    action = context.action
    owner_id = owner_of(context.ncr.ncr.relationship_id)
    ids = [each for each in (owner_id, action.asked_by_user_id) if each is not None]
    return list(active_users(ids=ids, organisation_id=action.organisation_id)) or active_or_colleagues(
        user_id=0, organisation_id=action.organisation_id, permission=Permission.MANAGE_NCRS
    )


def _is_morning_of_asker(context: ActionContext) -> bool:
    asker_id = context.action.asked_by_user_id
    return is_morning(zones_of([asker_id]).get(asker_id, zone_of(None)), now())


def _when(row: CorrectiveStep) -> str:
    """Return when a step is due, for sentences."""
    days = (row.due - now().date()).days
    if days == 0:
        return "is due today"
    if days > 0:
        return "is due tomorrow" if days == 1 else f"is due in {days} days"
    return "is 1 day late" if days == -1 else f"is {-days} days late"


def _stamp(row: CorrectiveStep, reached: int, users: Sequence[User]) -> None:
    ids = dict.fromkeys(user.id for user in users)
    db.session.execute(
        insert(ReminderStep)
        .values(
            [
                {
                    "subject_type": STEP_SUBJECT,
                    "subject_id": row.id,
                    "step": reached,
                    "user_id": user_id,
                    "created": now(),
                }
                for user_id in ids
            ]
        )
        .on_conflict_do_nothing()
    )

"""Reminders of documents that come to their end, as lines of the daily mail."""

from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import User
from app.documents.models import ReminderStep
from app.documents.operations.recording import PartyEvents, name_with_site, record_event
from app.documents.policies import end_text
from app.documents.queries.parties import relationships_back
from app.documents.queries.reminders import Ending, ending
from app.documents.types import REQUIREMENT_SUBJECT
from app.extensions import db
from app.kernel.auth import Permission
from app.kernel.clock import now
from app.notifications.public import NotificationKind, active_or_colleagues, notify
from app.tasks.public import DOCUMENT_SUBJECT


def remind_of(requirement_id: int) -> bool:
    """Remind the contact of the supplier of the most imminent step; on the last day and after it, the buyer's user too.

    The stamp of the step and the notification, which the daily mail takes its line from, are written in one transaction,
    so that a killed worker repeats both or neither. Returns False if there is nothing to send.
    """
    today = now().date()
    row = ending(requirement_id, today)
    if row is None:
        return False
    suppliers, buyers = _contacts(row)
    if row.step > 0 and suppliers:
        # Before the last day the buyer is notified only if the supplier has no user to remind.
        buyers = []
    if not _stamp(row, [*suppliers, *buyers]):
        return False
    _notify(row, _record(row), suppliers, buyers)
    return True


def _contacts(row: Ending) -> tuple[list[User], list[User]]:
    requirement = row.requirement
    suppliers = active_or_colleagues(
        user_id=requirement.asked_of_user_id or 0,
        organisation_id=requirement.with_organisation_id,
        permission=Permission.ANSWER_RFX,
    )
    buyers = active_or_colleagues(
        user_id=requirement.asked_by_user_id or 0,
        organisation_id=requirement.organisation_id,
        permission=Permission.MANAGE_RELATIONSHIPS,
    )
    return suppliers, buyers


def _stamp(row: Ending, users: Sequence[User]) -> bool:
    """Store the step for each user; return False if there is no user or the step was sent."""
    if not users:
        return False
    stamped = db.session.execute(
        insert(ReminderStep)
        .values(
            [
                {
                    "subject_type": REQUIREMENT_SUBJECT,
                    "subject_id": row.requirement.id,
                    "step": row.step,
                    "user_id": user.id,
                    "created": now(),
                }
                for user in users
            ]
        )
        .on_conflict_do_nothing()
        .returning(ReminderStep.id)
    )
    return stamped.first() is not None


def _record(row: Ending) -> PartyEvents:
    requirement, today = row.requirement, now().date()
    until = requirement.accepted_until or today
    supplier_id = requirement.with_organisation_id
    return record_event(
        "document.expired" if until < today else "document.expiring",
        actor=None,
        requirement=requirement,
        type_name=name_with_site(row.type, requirement),
        buyer_name=row.buyer.name,
        supplier_name=row.supplier.name,
        back_id=relationships_back(requirement.organisation_id, [supplier_id]).get(supplier_id),
        shared={"end": end_text(until, today)},
        buyer_only={"partyName": row.supplier.name},
        supplier_only={"partyName": row.buyer.name},
    )


def _notify(row: Ending, events: PartyEvents, suppliers: Sequence[User], buyers: Sequence[User]) -> None:
    for event, users in ((events.supplier, suppliers), (events.buyer, buyers)):
        notify(
            event=event,
            kind=NotificationKind.DOCUMENT_ENDING,
            subject_type=DOCUMENT_SUBJECT,
            subject_id=row.requirement.id,
            users=users,
            is_task=True,
        )

"""Reminders of documents that come to their end, and of requests by link that are due.

Users get lines of the daily mail; guests, who have none, get a separate mail.
"""

from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import User, UserType, active_users, zones_of
from app.documents.mails import mail_asked, mail_endings
from app.documents.operations.recording import PartyEvents, name_with_site, record_event
from app.documents.policies.requirements import end_text
from app.documents.queries.parties import AskedRequirement, relationships_back
from app.documents.queries.reminders import Ending, ending, endings_of_guest, unanswered_of_guest
from app.documents.types import DUE_SUBJECT, REQUIREMENT_SUBJECT
from app.extensions import db
from app.kernel.clock import now, zone_of
from app.kernel.http.auth import Permission
from app.notifications.public import NotificationKind, ReminderStep, active_or_colleagues, is_morning, notify
from app.tasks.public import DOCUMENT_SUBJECT


def remind_of(requirement_id: int) -> bool:
    """Remind the contact of the supplier of the most imminent step; on the last day and after it, the buyer's users too.

    The stamp of the step and the notification, which the daily mail takes its line from, are written in one transaction,
    so that a killed worker repeats both or neither. Returns False if there is nothing to send.
    """
    today = now().date()
    row = ending(requirement_id, today)
    if row is None:
        return False
    if row.contact is not None and row.contact.type == UserType.GUEST:
        return _remind_guest(row.contact, row)
    suppliers, buyers = _suppliers(row), _buyers(row)
    if row.step > 0 and suppliers:
        # Before the last day the buyer is notified only if the supplier has no user to remind.
        buyers = []
    if not _stamp(row, [*suppliers, *buyers]):
        return False
    _notify(row, _record(row), suppliers, buyers)
    return True


def _remind_guest(guest: User, first: Ending) -> bool:
    """Remind a guest of all documents with a step that is due, in one mail, from the morning of the user who asked on."""
    asker_id = first.requirement.asked_by_user_id or 0
    zone = zones_of([asker_id]).get(asker_id, zone_of(None))
    if not is_morning(zone, now()):
        return False
    rows = endings_of_guest(first, now().date())
    for row in rows:
        buyers = _buyers(row) if row.step <= 0 else []
        _stamp(row, [guest, *buyers])
        _notify(row, _record(row), [], buyers)
    # The links of an ended relationship show nothing.
    if first.is_related:
        mail_endings(guest, rows, asker=db.session.get(User, asker_id))
    return True


def remind_guest_of_requests(*, user_id: int, relationship_id: int) -> bool:
    """Mail a guest the requests that are due soon, from the morning of the user who asked on.

    Returns False if there is nothing to send now.
    """
    today = now().date()
    rows = unanswered_of_guest(user_id=user_id, relationship_id=relationship_id, today=today)
    if not rows:
        return False
    asker_id = rows[0].requirement.asked_by_user_id or 0
    zone = zones_of([asker_id]).get(asker_id, zone_of(None))
    asker = db.session.get(User, asker_id)
    if asker is None or not is_morning(zone, now()):
        return False
    steps = [
        {
            "subject_type": DUE_SUBJECT,
            "subject_id": row.requirement.id,
            "step": row.days_left,
            "user_id": user_id,
            "created": now(),
        }
        for row in rows
    ]
    stmt = insert(ReminderStep).values(steps)
    # A request that was renewed with a later day is reminded of again.
    db.session.execute(
        stmt.on_conflict_do_update(
            index_elements=["subject_type", "subject_id", "step", "user_id"],
            set_={"created": stmt.excluded.created},
        )
    )
    asked = [AskedRequirement(row.requirement, row.type) for row in rows]
    mail_asked(asked, asker=asker, moment=f"due:{today}", is_reminder=True)
    return True


def _suppliers(row: Ending) -> list[User]:
    return active_or_colleagues(
        user_id=row.requirement.asked_of_user_id or 0,
        organisation_id=row.requirement.with_organisation_id,
        permission=Permission.ANSWER_RFX,
    )


def _buyers(row: Ending) -> list[User]:
    """Return the user who asked and the owner of the supplier, or colleagues if neither of them is active."""
    buyer_id = row.requirement.organisation_id
    ids = [each for each in (row.requirement.asked_by_user_id, row.owner_user_id) if each is not None]
    return active_users(ids=ids, organisation_id=buyer_id) or active_or_colleagues(
        user_id=0, organisation_id=buyer_id, permission=Permission.MANAGE_RELATIONSHIPS
    )


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

"""Reminders to the respondent of an open RFx, manual and scheduled (product decisions, RFx)."""

from dataclasses import dataclass
from datetime import timedelta

from app.extensions import db
from app.kernel.bulk.mails import JobMail
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.rfx import mails
from app.rfx.operations.moves import demand_open
from app.rfx.operations.recording import record_event
from app.rfx.policies.access import demand_sender
from app.rfx.policies.states import has_passed
from app.rfx.queries.people import people_of
from app.rfx.queries.rfxs import RfxContext, rfx_context, rfx_context_for_system
from app.rfx.types import OPEN_STATUSES, RfxStatus

NO_RECIPIENTS = "No one at {name} can be reminded, because all recipients are suspended."
REMINDER_DAYS = (1, 7)
"""Days before the deadline on which scheduled reminders are sent, if the RFx is still open."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminded RFx and the number of mails."""

    context: RfxContext
    sent: int


def remind(*, actor: Actor, rfx_id: int, job: JobMail | None = None) -> Reminder:
    """Remind the respondent of an open RFx by mail, for the requester.

    `job` is the bulk job that this is a part of; it mails each person once.

    Raises ConflictError if it is not open, or if all recipients are suspended.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    sent = send_reminder(actor=actor, context=context, job=job)
    if not sent:
        raise ConflictError(NO_RECIPIENTS.format(name=context.respondent_label))
    return Reminder(context, sent)


def send_reminder(*, actor: Actor, context: RfxContext, job: JobMail | None = None) -> int:
    """Remind the respondent of an open RFx, whose row is locked; returns the number of mails, 0 without recipients."""
    demand_open(context.rfx)
    if not people_of(context).respondent:
        return 0
    context.rfx.reminder_sent_date = now()
    record_event(context, "rfx.reminded", actor=actor)
    db.session.flush()
    return mails.mail_reminder(context, job=job)


def remind_by_schedule(*, rfx_id: int) -> bool:
    """Mail the scheduled reminder that is due for an open RFx; returns False if none is due, as on a second call."""
    context, moment = rfx_context_for_system(rfx_id, lock=True), now()
    rfx = context.rfx
    if RfxStatus(rfx.status) not in OPEN_STATUSES or rfx.deadline is None or has_passed(rfx.deadline, moment):
        return False
    due_times = [
        due_time for days in REMINDER_DAYS if (due_time := rfx.deadline - timedelta(days=days)) <= moment
    ]
    if not due_times:
        return False
    latest = max(due_times)
    if (rfx.sent_date or rfx.created) > latest or (rfx.reminder_sent_date or rfx.created) > latest:
        return False
    rfx.reminder_sent_date = moment
    record_event(context, "rfx.reminded")
    db.session.flush()
    mails.mail_reminder(context)
    return True

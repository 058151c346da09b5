"""Reminding the respondent of an open RFx: by hand, and by schedule (product decisions, RFx)."""

from datetime import timedelta

from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import ConflictError
from app.rfx.operations.moves import demand_open, record_event
from app.rfx.policies import demand_sender, missed
from app.rfx.queries.people import people_of
from app.rfx.queries.rfxs import RfxHead, rfx_head, rfx_head_for_system
from app.rfx.types import OPEN_STATUSES, RfxStatus

NOBODY_LEFT = "There is nobody left at {name} to remind: whoever was asked is suspended."
REMINDER_DAYS = (1, 7)
"""Reminders by schedule: so many days before the deadline, to those who have not submitted."""


def remind(*, actor: Actor, rfx_id: int) -> RfxHead:
    """Note that the requester reminds the respondent of an open RFx.

    Raises ConflictError where it is not open, and where nobody who was asked is there any more.
    """
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, head.role)
    if not note_reminder(actor=actor, head=head):
        raise ConflictError(NOBODY_LEFT.format(name=head.respondent_label))
    return head


def note_reminder(*, actor: Actor, head: RfxHead) -> bool:
    """Note that the respondent of an open RFx, which is locked, is reminded; False where nobody is there to be."""
    demand_open(head.rfx)
    if not people_of(head).respondent:
        return False
    head.rfx.reminder_sent_date = now()
    record_event(head, "rfx.reminded", actor=actor)
    db.session.flush()
    return True


def remind_by_schedule(*, rfx_id: int) -> RfxHead | None:
    """Note the reminder that is due for an open RFx; None where none is, as on a second call."""
    head, moment = rfx_head_for_system(rfx_id, lock=True), now()
    rfx = head.rfx
    if RfxStatus(rfx.status) not in OPEN_STATUSES or rfx.deadline is None or missed(rfx.deadline, moment):
        return None
    passed = [due for days in REMINDER_DAYS if (due := rfx.deadline - timedelta(days=days)) <= moment]
    if not passed:
        return None
    latest = max(passed)
    if (rfx.sent_date or rfx.created) > latest or (rfx.reminder_sent_date or rfx.created) > latest:
        return None
    rfx.reminder_sent_date = moment
    record_event(head, "rfx.reminded")
    db.session.flush()
    return head

"""Periodic jobs of RFxs: expiry and reminders."""

from app.kernel.clock import now
from app.kernel.db.session import commit
from app.rfx.operations import moves, reminding
from app.rfx.queries.deadlines import due_for_reminder, due_to_expire


def expire_overdue() -> None:
    """Expire open RFxs whose deadline has passed, in one transaction each, so that locks on them are short."""
    for rfx_id in due_to_expire(now()):
        moves.expire(rfx_id=rfx_id)
        commit()


def remind_by_schedule() -> None:
    """Remind respondents 7 days and 1 day before a deadline (product decisions, Reminders)."""
    for rfx_id in due_for_reminder(now(), steps=reminding.REMINDER_DAYS):
        reminding.remind_by_schedule(rfx_id=rfx_id)
        commit()

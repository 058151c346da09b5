"""The end of a part by its assignee: done, or returned."""

from datetime import UTC, datetime

from app.delegation import mails
from app.delegation.operations.asking import end_access
from app.delegation.policies import NO_REASON
from app.delegation.queries import ended_parts, locked_part
from app.delegation.types import REPORT_JOB, REPORT_PERIOD
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.kernel.jobs.queue import enqueue
from app.rfx.public import (
    PartMove,
    RfxContext,
    RfxPart,
    demand_open,
    granted_part_id,
    part_status_after,
    record_for_respondent,
    rfx_context,
    rfx_context_for_system,
)
from app.tasks.public import UserTask, close_task


def finish_part(*, actor: Actor, rfx_id: int, part_id: int) -> RfxPart:
    """Mark a part as done, for its assignee; the user who asked gets a mail. Unanswered questions do not prevent it."""
    context, part = _own_part(actor, rfx_id, part_id)
    part.status = part_status_after(part.status, PartMove.FINISH)
    part.done = now()
    task = db.session.get(UserTask, part.task_id) if part.task_id is not None else None
    if task is not None and task.is_open:
        close_task(actor=actor, task=task)
    record_for_respondent(context, "rfx.partDone", actor=actor, partTitle=part.title)
    _report_later(actor, part)
    return part


def return_part(*, actor: Actor, rfx_id: int, part_id: int, reason: str) -> RfxPart:
    """Return a part with a reason, for its assignee: its access ends, and every answer stays."""
    context, part = _own_part(actor, rfx_id, part_id)
    if not reason:
        raise InvalidError(fields={"reason": [NO_REASON]})
    part.status = part_status_after(part.status, PartMove.RETURN)
    part.reason, part.done = reason, now()
    end_access(actor=actor, part=part)
    record_for_respondent(context, "rfx.partReturned", actor=actor, partTitle=part.title, reason=reason)
    _report_later(actor, part)
    return part


def _own_part(actor: Actor, rfx_id: int, part_id: int) -> tuple[RfxContext, RfxPart]:
    """Return the RFx and a part of the actor in it, both locked; ForbiddenError if the part is another user's."""
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    part = locked_part(rfx_id=rfx_id, part_id=part_id)
    if part.assignee_user_id != actor.user_id or granted_part_id(actor) not in (None, part.id):
        raise ForbiddenError
    demand_open(context.rfx)
    return context, part


def _report_later(actor: Actor, part: RfxPart) -> None:
    """Request the mail to the user who asked, one for all parts that end in the same `REPORT_PERIOD`."""
    if part.asked_by_user_id == actor.user_id:
        return
    seconds = int(REPORT_PERIOD.total_seconds())
    period = int(now().timestamp()) // seconds
    enqueue(
        REPORT_JOB,
        run_at=datetime.fromtimestamp((period + 1) * seconds, UTC),
        dedupe_key=f"partReport:{part.rfx_id}:{part.asked_by_user_id}:{period}",
        rfx_id=part.rfx_id,
        user_id=part.asked_by_user_id,
        period=period,
    )


def report_ended_parts(*, rfx_id: int, user_id: int, period: int) -> None:
    """Mail the user who asked the parts that were done or returned in a period; repeating it sends no second mail."""
    since = datetime.fromtimestamp(period * REPORT_PERIOD.total_seconds(), UTC)
    rows = ended_parts(rfx_id=rfx_id, asked_by_user_id=user_id, since=since, until=since + REPORT_PERIOD)
    if rows:
        mails.mail_ended(rfx_context_for_system(rfx_id), rows, period=period)

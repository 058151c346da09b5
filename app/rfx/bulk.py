"""Bulk actions on RFxs that the actor's organisation has sent: remind, change the deadline, message, withdraw.

Each runs the operation of one RFx. The mails of a job about one request reach each person once.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from app.extensions import db
from app.kernel.auth import Actor, Permission
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.models import BulkOutcome
from app.kernel.clock import is_same_moment, now, optional_moment_text
from app.kernel.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.json_types import Arguments
from app.kernel.sanitise import plain_text
from app.kernel.schemas import CamelSchema, Html, Line, Moment
from app.messages.public import send_message
from app.rfx.models import Rfx
from app.rfx.operations.moves import PAST_DEADLINE, change_deadline
from app.rfx.operations.reminding import remind
from app.rfx.operations.withdrawing import withdraw_rfx
from app.rfx.policies.access import demand_sender, name_of_row
from app.rfx.policies.states import has_passed, status_now
from app.rfx.queries.bulk import BulkRfxRow, mailed_before, respondents_of, sent_rfxs
from app.rfx.queries.rfxs import rfx_context
from app.rfx.schemas.requests import MAX_REASON
from app.rfx.types import OPEN_STATUSES, RfxStatus

ENDED: Mapping[RfxStatus, str] = {
    RfxStatus.COMPLETED: "Submitted already.",
    RfxStatus.DECLINED: "Declined.",
    RfxStatus.EXPIRED: "The deadline has passed.",
}
WITHDRAWN = "Withdrawn."
CLOSED = "The assessment is completed."
SEALED = "The request is sealed: change its deadline for all suppliers."
NO_PEOPLE = "No recipient is left."
NO_THREAD = "It has no conversation."
SAME_DEADLINE = "It has this deadline already."
EMPTY = "Write a message first."
CHANGED_SINCE = "The deadline has been changed again."


class DeadlineArgs(CamelSchema):
    """The new deadline."""

    deadline = Moment(required=True)


class MessageArgs(CamelSchema):
    """The message."""

    html = Html(required=True)


class ReasonArgs(CamelSchema):
    """The reason, which the respondents read."""

    reason = Line(required=True, breaks=True, limit=MAX_REASON)


def _resolve(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    return [
        Target(name_of_row(row), row.id, url=f"/rfx/{row.id}")
        for row in sent_rfxs(actor=actor, ids=selection.ids or ())
    ]


def _preview(actor: Actor, targets: Sequence[Target], forecast: Callable[[BulkRfxRow], Forecast]) -> Preview:
    """Forecast each target; the mails go to the people of the RFxs that change, once each."""
    rows = sent_rfxs(actor=actor, ids=[target.subject_id for target in targets if target.subject_id])
    people = respondents_of(rows)
    by_id = {row.id: forecast(row) for row in rows}
    mailed: set[int] = set()
    for row in rows:
        if by_id[row.id].effect is Effect.CHANGES:
            if not people[row.id]:
                by_id[row.id] = Forecast(Effect.IMPOSSIBLE, NO_PEOPLE)
            mailed |= people[row.id]
    return Preview([by_id[target.subject_id or 0] for target in targets], mails=len(mailed))


def _if_open(row: BulkRfxRow) -> Forecast:
    if row.withdrawn_reason is not None:
        return Forecast(Effect.IMPOSSIBLE, WITHDRAWN)
    if row.assessment_closed:
        return Forecast(Effect.IMPOSSIBLE, CLOSED)
    status = status_now(row)
    return Forecast() if status in OPEN_STATUSES else Forecast(Effect.IMPOSSIBLE, ENDED[status])


def _preview_open(actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
    return _preview(actor, targets, _if_open)


def _preview_deadline(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    deadline = args["deadline"]
    if has_passed(deadline, now()):
        raise InvalidError(fields={"args.deadline": [PAST_DEADLINE]})

    def forecast(row: BulkRfxRow) -> Forecast:
        if row.is_sealed:
            return Forecast(Effect.IMPOSSIBLE, SEALED)
        status = status_now(row)
        if status is not RfxStatus.EXPIRED or row.withdrawn_reason is not None:
            as_open = _if_open(row)
            if as_open.effect is not Effect.CHANGES:
                return as_open
        return (
            Forecast(Effect.UNCHANGED, SAME_DEADLINE)
            if is_same_moment(row.deadline, deadline)
            else Forecast()
        )

    return _preview(actor, targets, forecast)


def _preview_message(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    if not plain_text(args["html"]):
        raise InvalidError(fields={"args.html": [EMPTY]})
    return _preview(
        actor,
        targets,
        lambda row: Forecast() if row.thread_id else Forecast(Effect.IMPOSSIBLE, NO_THREAD),
    )


def _remind(run: BulkRun, target: Target) -> RowResult:
    remind(actor=run.actor, rfx_id=_id_of(target), bulk_job_id=run.job_id)
    return RowResult()


def _change_deadline(run: BulkRun, target: Target) -> RowResult:
    rfx_id, deadline = _id_of(target), run.args["deadline"]
    before = _stored_deadline(run.actor, rfx_id)
    if is_same_moment(before, deadline):
        return RowResult(BulkOutcome.UNCHANGED, SAME_DEADLINE)
    change_deadline(actor=run.actor, rfx_id=rfx_id, deadline=deadline, bulk_job_id=run.job_id)
    return RowResult(before={"deadline": optional_moment_text(before)})


def _restore_deadline(run: BulkRun, target: Target, before: Arguments) -> None:
    rfx_id = _id_of(target)
    if not is_same_moment(_stored_deadline(run.actor, rfx_id), run.args["deadline"]):
        raise ConflictError(CHANGED_SINCE)
    stored = before.get("deadline")
    change_deadline(
        actor=run.actor, rfx_id=rfx_id, deadline=datetime.fromisoformat(stored) if stored else None
    )


def _stored_deadline(actor: Actor, rfx_id: int) -> datetime | None:
    return rfx_context(actor=actor, rfx_id=rfx_id, lock=True).rfx.deadline


def _message(run: BulkRun, target: Target) -> RowResult:
    context = rfx_context(actor=run.actor, rfx_id=_id_of(target))
    demand_sender(run.actor, context.role)
    if context.rfx.thread_id is None:
        raise ConflictError(NO_THREAD)
    send_message(
        actor=run.actor,
        thread_id=context.rfx.thread_id,
        html=run.args["html"],
        unmailed_ids=mailed_before(bulk_job_id=run.job_id, rfx_id=context.rfx.id),
    )
    return RowResult(url=f"/messages/t/{context.rfx.thread_id}")


def _withdraw(run: BulkRun, target: Target) -> RowResult:
    withdraw_rfx(actor=run.actor, rfx_id=_id_of(target), reason=run.args["reason"], bulk_job_id=run.job_id)
    return RowResult()


def _id_of(target: Target) -> int:
    if target.subject_id is None or db.session.get(Rfx, target.subject_id) is None:
        raise NotFoundError
    return target.subject_id


BULK_ACTIONS = (
    BulkAction(
        kind="rfx.remind",
        title="Send reminders",
        rule=Permission.SEND_RFX,
        resolve=_resolve,
        preview=_preview_open,
        run_row=_remind,
    ),
    BulkAction(
        kind="rfx.changeDeadline",
        title="Change the deadline",
        rule=Permission.SEND_RFX,
        args_schema=DeadlineArgs,
        resolve=_resolve,
        preview=_preview_deadline,
        run_row=_change_deadline,
        undo_row=_restore_deadline,
    ),
    BulkAction(
        kind="rfx.message",
        title="Send a message",
        rule=Permission.SEND_RFX,
        args_schema=MessageArgs,
        resolve=_resolve,
        preview=_preview_message,
        run_row=_message,
    ),
    BulkAction(
        kind="rfx.withdraw",
        title="Withdraw RFxs",
        rule=Permission.SEND_RFX,
        args_schema=ReasonArgs,
        resolve=_resolve,
        preview=_preview_open,
        run_row=_withdraw,
    ),
)

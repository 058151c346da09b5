"""Bulk actions on RFxs that the actor's organisation has sent: remind, change the deadline, message, withdraw, remove.

Each runs the operation of one RFx. A person who is concerned by several RFxs of a job gets one mail.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from app.extensions import db
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
from app.kernel.bulk.mails import job_mail, with_others
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.selecting import selected_ids
from app.kernel.clock import is_same_moment, now, optional_moment_text
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Html, Line, Moment
from app.kernel.sanitise import plain_text
from app.messages.public import send_message
from app.rfx.list_kind import RFXS
from app.rfx.models import Rfx
from app.rfx.operations.moves import PAST_DEADLINE, change_deadline, set_ignored
from app.rfx.operations.reminding import remind
from app.rfx.operations.withdrawing import withdraw_rfx
from app.rfx.policies.access import demand_sender, name_of_row
from app.rfx.policies.states import has_passed, status_now
from app.rfx.queries.bulk import BulkRfxRow, mailed_before, respondents_of, rfxs_of
from app.rfx.queries.rfxs import rfx_context
from app.rfx.schemas.requests import MAX_REASON, RfxQuerySchema
from app.rfx.types import OPEN_STATUSES, RfxStatus

ENDED: Mapping[RfxStatus, str] = {
    RfxStatus.COMPLETED: "Submitted already.",
    RfxStatus.DECLINED: "Declined.",
    RfxStatus.EXPIRED: "Deadline passed.",
}
RECEIVED = "You received it."
WITHDRAWN = "Withdrawn."
CLOSED = "Assessment completed."
SEALED = "The request is sealed: change its deadline for all suppliers."
NO_PEOPLE = "No recipient is left."
NO_THREAD = "It has no conversation."
SAME_DEADLINE = "It has this deadline already."
EMPTY = "Write a message first."
CHANGED_SINCE = "The deadline has been changed again."
NO_ASSESSMENT = "It belongs to no assessment."
IGNORED_SINCE = "It has been changed since."


class DeadlineArgs(CamelSchema):
    """The new deadline."""

    deadline = Moment(required=True)


class MessageArgs(CamelSchema):
    """The message."""

    html = Html(required=True)


class ReasonArgs(CamelSchema):
    """The reason, which the respondents read."""

    reason = Line(required=True, breaks=True, limit=MAX_REASON)


ForecastRow = Callable[[BulkRfxRow], Forecast]


def _resolve(actor: Actor, selection: Selection, forecast: ForecastRow | None = None) -> Sequence[Target]:
    """Return the RFxs of the actor's organisation in `selection`; those it received are shown as impossible.

    With `forecast`, each target that changes names the others of its recipient, who gets one mail.
    """
    rows = rfxs_of(actor=actor, ids=selected_ids(actor, selection, RFXS))
    targets = [
        Target(
            name_of_row(row) if row.organisation_id == actor.organisation_id else row.title,
            row.id,
            {"title": row.title},
            f"/rfx/{row.id}",
        )
        for row in rows
    ]
    if forecast is None:
        return targets
    of_sender = _for_sender(actor, forecast)
    changing = [row for row in rows if of_sender(row).effect is Effect.CHANGES and not row.to_guest]
    return with_others(
        targets, {row.id: (row.with_organisation_id, row.recipient_user_id) for row in changing}
    )


def _for_sender(actor: Actor, forecast: ForecastRow) -> ForecastRow:
    """Return a forecast that is impossible for RFxs that the actor's organisation received."""
    return lambda row: (
        forecast(row)
        if row.organisation_id == actor.organisation_id
        else Forecast(Effect.IMPOSSIBLE, RECEIVED)
    )


def _preview(actor: Actor, targets: Sequence[Target], forecast: ForecastRow) -> Preview:
    """Forecast each target; the mails go to the people of the RFxs that change, once each, and to guests for each request."""
    rows = rfxs_of(actor=actor, ids=[target.subject_id for target in targets if target.subject_id])
    people = respondents_of([row for row in rows if row.organisation_id == actor.organisation_id])
    of_sender = _for_sender(actor, forecast)
    by_id = {row.id: of_sender(row) for row in rows}
    mailed: set[tuple[int, int | None]] = set()
    for row in rows:
        if by_id[row.id].effect is Effect.CHANGES:
            if not people[row.id]:
                by_id[row.id] = Forecast(Effect.IMPOSSIBLE, NO_PEOPLE)
            mailed |= {
                (user_id, (row.request_id or -row.id) if row.to_guest else None) for user_id in people[row.id]
            }
    return Preview([by_id[target.subject_id or 0] for target in targets], mails=len(mailed))


def _if_open(row: BulkRfxRow) -> Forecast:
    if row.withdrawn_reason is not None:
        return Forecast(Effect.IMPOSSIBLE, WITHDRAWN)
    if row.assessment_closed:
        return Forecast(Effect.IMPOSSIBLE, CLOSED)
    status = status_now(row)
    return Forecast() if status in OPEN_STATUSES else Forecast(Effect.IMPOSSIBLE, ENDED[status])


def _resolve_open(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    return _resolve(actor, selection, _if_open)


def _preview_open(actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
    return _preview(actor, targets, _if_open)


def _with_deadline(deadline: datetime) -> ForecastRow:
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

    return forecast


def _resolve_deadline(actor: Actor, selection: Selection, args: Args) -> Sequence[Target]:
    return _resolve(actor, selection, _with_deadline(args["deadline"]))


def _preview_deadline(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    if has_passed(args["deadline"], now()):
        raise InvalidError(fields={"args.deadline": [PAST_DEADLINE]})
    return _preview(actor, targets, _with_deadline(args["deadline"]))


def _resolve_rows(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    return _resolve(actor, selection)


def _preview_message(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    if not plain_text(args["html"]):
        raise InvalidError(fields={"args.html": [EMPTY]})
    return _preview(
        actor,
        targets,
        lambda row: Forecast() if row.thread_id else Forecast(Effect.IMPOSSIBLE, NO_THREAD),
    )


def _remind(run: BulkRun, target: Target) -> RowResult:
    remind(actor=run.actor, rfx_id=_id_of(target), job=job_mail(run, target))
    return RowResult()


def _change_deadline(run: BulkRun, target: Target) -> RowResult:
    rfx_id, deadline = _id_of(target), run.args["deadline"]
    before = _stored_deadline(run.actor, rfx_id)
    if is_same_moment(before, deadline):
        return RowResult(BulkOutcome.UNCHANGED, SAME_DEADLINE)
    change_deadline(actor=run.actor, rfx_id=rfx_id, deadline=deadline, job=job_mail(run, target))
    return RowResult(before={"deadline": optional_moment_text(before)})


def _restore_deadline(run: BulkRun, target: Target, before: Arguments) -> None:
    rfx_id = _id_of(target)
    if not is_same_moment(_stored_deadline(run.actor, rfx_id), run.args["deadline"]):
        raise ConflictError(CHANGED_SINCE)
    stored = before.get("deadline")
    change_deadline(
        actor=run.actor,
        rfx_id=rfx_id,
        deadline=datetime.fromisoformat(stored) if stored else None,
        job=job_mail(run, target, is_undo=True),
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
    withdraw_rfx(actor=run.actor, rfx_id=_id_of(target), reason=run.args["reason"], job=job_mail(run, target))
    return RowResult()


def _ignoring(*, ignored: bool) -> BulkAction:
    """Return the action that removes RFxs from the score of their assessments, or its counterpart."""

    def forecast(row: BulkRfxRow) -> Forecast:
        if row.assessment_id is None:
            return Forecast(Effect.IMPOSSIBLE, NO_ASSESSMENT)
        if row.assessment_closed:
            return Forecast(Effect.IMPOSSIBLE, CLOSED)
        return Forecast() if row.ignored != ignored else Forecast(Effect.UNCHANGED)

    def preview(actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
        rows = rfxs_of(actor=actor, ids=[target.subject_id for target in targets if target.subject_id])
        by_id = {row.id: _for_sender(actor, forecast)(row) for row in rows}
        return Preview([by_id[target.subject_id or 0] for target in targets])

    def run_row(run: BulkRun, target: Target) -> RowResult:
        context = rfx_context(actor=run.actor, rfx_id=_id_of(target), lock=True)
        if context.rfx.assessment_id is None:
            raise ConflictError(NO_ASSESSMENT)
        if context.rfx.ignored == ignored:
            return RowResult(BulkOutcome.UNCHANGED)
        set_ignored(actor=run.actor, rfx_id=context.rfx.id, ignored=ignored)
        return RowResult(before={"ignored": not ignored})

    def undo_row(run: BulkRun, target: Target, before: Arguments) -> None:
        rfx_id = _id_of(target)
        if rfx_context(actor=run.actor, rfx_id=rfx_id, lock=True).rfx.ignored == before["ignored"]:
            raise ConflictError(IGNORED_SINCE)
        set_ignored(actor=run.actor, rfx_id=rfx_id, ignored=before["ignored"])

    return BulkAction(
        kind="rfx.hide" if ignored else "rfx.unhide",
        title="Remove from assessments" if ignored else "Restore in assessments",
        rule=Permission.MANAGE_ASSESSMENTS,
        filter_schema=RfxQuerySchema,
        resolve=_resolve_rows,
        preview=preview,
        run_row=run_row,
        undo_row=undo_row,
    )


def _id_of(target: Target) -> int:
    if target.subject_id is None or db.session.get(Rfx, target.subject_id) is None:
        raise NotFoundError
    return target.subject_id


BULK_ACTIONS = (
    BulkAction(
        kind="rfx.remind",
        title="Send reminders",
        rule=Permission.SEND_RFX,
        filter_schema=RfxQuerySchema,
        resolve=_resolve_open,
        preview=_preview_open,
        run_row=_remind,
    ),
    BulkAction(
        kind="rfx.changeDeadline",
        title="Change the deadline",
        rule=Permission.SEND_RFX,
        args_schema=DeadlineArgs,
        filter_schema=RfxQuerySchema,
        resolve=_resolve_deadline,
        preview=_preview_deadline,
        run_row=_change_deadline,
        undo_row=_restore_deadline,
    ),
    BulkAction(
        kind="rfx.message",
        title="Send a message",
        rule=Permission.SEND_RFX,
        args_schema=MessageArgs,
        resolve=_resolve_rows,
        preview=_preview_message,
        run_row=_message,
    ),
    BulkAction(
        kind="rfx.withdraw",
        title="Withdraw RFxs",
        rule=Permission.SEND_RFX,
        args_schema=ReasonArgs,
        filter_schema=RfxQuerySchema,
        resolve=_resolve_open,
        preview=_preview_open,
        run_row=_withdraw,
    ),
    *(_ignoring(ignored=ignored) for ignored in (True, False)),
)

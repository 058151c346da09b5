"""The bulk action that sends a request to more suppliers than one HTTP request has time for."""

from collections.abc import Sequence

from sqlalchemy import select, update

from app.extensions import db
from app.kernel.bulk.actions import Args, BulkAction, BulkRun, Forecast, Preview, RowResult, Selection, Target
from app.kernel.bulk.models import BulkJob, BulkOutcome, BulkRow
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError
from app.requests.operations.sending import send_stored
from app.requests.operations.tasks import report_failures
from app.requests.schemas.sending import SendArgsSchema
from app.requests.types import SEND_ACTION
from app.rfx.public import RfxRequest, RfxRequestRecipient

NOT_BY_SELECTION = "Requests are sent from their own dialog."
NOT_OPEN = "The request is no longer open."


def resolve(_actor: Actor, _selection: Selection, _args: Args) -> Sequence[Target]:
    """Refuse a selection, because only the sending of a request starts this job."""
    raise InvalidError(NOT_BY_SELECTION)


def preview(_actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
    """Return a forecast for each supplier; the dialog has its own preview."""
    return Preview([Forecast() for _ in targets])


def run_row(run: BulkRun, target: Target) -> RowResult:
    """Send one supplier its RFx."""
    recipient = send_stored(
        actor=run.actor, request_id=run.args["request_id"], recipient_id=target.data["recipientId"]
    )
    if recipient is None:
        return RowResult(BulkOutcome.FAILED, NOT_OPEN)
    if recipient.failure is not None:
        return RowResult(BulkOutcome.FAILED, recipient.failure)
    return RowResult(subject_id=recipient.rfx_id, url=f"/rfx/{recipient.rfx_id}")


def finish(job: BulkJob) -> None:
    """Open one task for the sender with the suppliers that could not be reached, for any reason."""
    request = db.session.get(RfxRequest, job.args["requestId"])
    if request is None:
        return
    failed = select(
        BulkRow.data["recipientId"].astext.cast(RfxRequestRecipient.id.type).label("id"), BulkRow.message
    ).where(BulkRow.job_id == job.id, BulkRow.outcome.in_([BulkOutcome.FAILED, BulkOutcome.GONE]))
    rows = failed.subquery()
    db.session.execute(
        update(RfxRequestRecipient)
        .where(
            RfxRequestRecipient.id == rows.c.id,
            RfxRequestRecipient.rfx_id.is_(None),
            RfxRequestRecipient.failure.is_(None),
        )
        .values(failure=rows.c.message)
        .execution_options(synchronize_session=False)
    )
    db.session.expire_all()
    report_failures(request, user_id=job.user_id)


SEND = BulkAction(
    kind=SEND_ACTION,
    title="Send request",
    rule=Permission.SEND_RFX,
    resolve=resolve,
    preview=preview,
    run_row=run_row,
    args_schema=SendArgsSchema,
    finish=finish,
    is_recorded=False,
)

"""The sending of scheduled requests at their time, and the opening of sealed answers at the deadline."""

from collections.abc import Sequence

from sqlalchemy import select

from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import savepoint
from app.kernel.http.auth import Permission
from app.kernel.http.errors import ConflictError, ProblemError
from app.kernel.registry import current_registry
from app.requests.operations.sending import open_request
from app.requests.operations.tasks import report_not_sent
from app.rfx.public import RequestState, Rfx, RfxRequest, open_answers

SENDER_GONE = "The sender of this request can no longer send it. Check the request and send it."


def requests_to_send() -> Sequence[int]:
    """Return the ids of the scheduled requests that are due."""
    stmt = select(RfxRequest.id).where(
        RfxRequest.state == RequestState.SCHEDULED, RfxRequest.send_at <= now()
    )
    return db.session.execute(stmt.order_by(RfxRequest.send_at, RfxRequest.id)).scalars().all()


def send_at_its_time(*, request_id: int) -> None:
    """Send a scheduled request in the name of its sender; if two workers try, only one sends it.

    If the sender can no longer send it, or it cannot be sent, nothing is sent: a user gets a task, and the request
    stays scheduled without a time. While another bulk job of the sender runs it waits for the next call.
    """
    request = db.session.execute(
        select(RfxRequest)
        .where(
            RfxRequest.id == request_id,
            RfxRequest.state == RequestState.SCHEDULED,
            RfxRequest.send_at <= now(),
        )
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    ).scalar()
    if request is None:
        return
    actor = current_registry().actor_sources.by_user_id(request.created_by_user_id)
    if (
        actor is None
        or actor.organisation_id != request.organisation_id
        or not actor.may(Permission.SEND_RFX)
    ):
        _put_off(request, SENDER_GONE)
        return
    try:
        with savepoint():
            open_request(actor=actor, request=request)
    except ConflictError:
        return
    except ProblemError as error:
        _put_off(request, error.sentence)


def _put_off(request: RfxRequest, sentence: str) -> None:
    request.send_at = None
    report_not_sent(request, sentence)
    db.session.flush()


def seals_to_open() -> Sequence[int]:
    """Return the ids of the sealed requests whose deadline has passed."""
    stmt = select(RfxRequest.id).where(
        RfxRequest.is_sealed,
        RfxRequest.seal_opened.is_(None),
        RfxRequest.deadline <= now(),
        RfxRequest.state.not_in([RequestState.SCHEDULED, RequestState.CANCELLED]),
    )
    return db.session.execute(stmt.order_by(RfxRequest.deadline, RfxRequest.id)).scalars().all()


def next_sealed(*, request_id: int) -> int | None:
    """Return the id of an RFx of a request whose answers are still sealed; locks the request until the commit.

    None if there is none, or if the deadline was moved meanwhile.
    """
    if _to_open(request_id) is None:
        return None
    stmt = select(Rfx.id).where(Rfx.request_id == request_id, Rfx.is_sealed).order_by(Rfx.id).limit(1)
    rfx_id: int | None = db.session.execute(stmt).scalar()
    return rfx_id


def open_next(*, request_id: int) -> bool:
    """Open the answers of one RFx of a sealed request, or end its seal after the last one; False at the end."""
    rfx_id = next_sealed(request_id=request_id)
    if rfx_id is not None:
        open_answers(rfx_id=rfx_id)
        return True
    request = _to_open(request_id)
    if request is not None:
        request.seal_opened = now()
        record(
            "rfxRequest.sealOpened",
            organisation_id=request.organisation_id,
            requestId=request.id,
            requestTitle=request.title,
        )
        db.session.flush()
    return False


def _to_open(request_id: int) -> RfxRequest | None:
    """Return a locked request whose seal has to be opened now, or None."""
    request: RfxRequest | None = db.session.execute(
        select(RfxRequest)
        .where(
            RfxRequest.id == request_id,
            RfxRequest.is_sealed,
            RfxRequest.seal_opened.is_(None),
            RfxRequest.deadline <= now(),
        )
        .with_for_update()
        .execution_options(populate_existing=True)
    ).scalar()
    return request

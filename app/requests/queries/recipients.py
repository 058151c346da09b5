"""The stored recipients of a request, and how far its sending is."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from app.extensions import db
from app.rfx.public import RfxRequestRecipient

IS_WAITING = RfxRequestRecipient.rfx_id.is_(None) & RfxRequestRecipient.failure.is_(None)
"""The condition for recipients that wait for their RFx."""


@dataclass(frozen=True, slots=True)
class Sending:
    """The number of recipients by state, and those that could not be reached."""

    total: int
    sent: int
    waiting: int
    failures: Sequence[RfxRequestRecipient]


def waiting_recipients(request_id: int) -> Sequence[RfxRequestRecipient]:
    """Return the recipients of a request that wait for their RFx, in the order in which they were chosen."""
    stmt = select(RfxRequestRecipient).where(RfxRequestRecipient.request_id == request_id, IS_WAITING)
    return db.session.execute(stmt.order_by(RfxRequestRecipient.id)).scalars().all()


def failed_recipients(request_id: int) -> Sequence[RfxRequestRecipient]:
    """Return the recipients of a request that could not be reached, each with a sentence in `failure`."""
    stmt = select(RfxRequestRecipient).where(
        RfxRequestRecipient.request_id == request_id, RfxRequestRecipient.failure.is_not(None)
    )
    return db.session.execute(stmt.order_by(RfxRequestRecipient.id)).scalars().all()


def sending_of(request_id: int) -> Sending:
    """Return how far the sending of a request is. Requests of the first versions have no stored recipients."""
    counts = db.session.execute(
        select(
            func.count().label("total"),
            func.count(RfxRequestRecipient.rfx_id).label("sent"),
            func.count().filter(IS_WAITING).label("waiting"),
        ).where(RfxRequestRecipient.request_id == request_id)
    ).one()
    return Sending(counts.total, counts.sent, counts.waiting, failed_recipients(request_id))

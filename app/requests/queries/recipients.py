"""The stored recipients of a request, and how far its sending is."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from app.accounts.public import known_as
from app.compose.public import Recipient
from app.extensions import db
from app.forms.public import forms_in_use
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.rfx.public import RfxRequestRecipient, last_submitted

FORM_GONE = "One of the documents can no longer be sent. Choose again."
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


def number_with_answers(*, actor: Actor, form_ids: Sequence[int], recipients: Sequence[Recipient]) -> int:
    """Return the number of recipients that have submitted one of these forms before, at any revision.

    Runs three statements for any number of recipients, or none without forms. Raises InvalidError for forms that can
    no longer be sent.
    """
    if not form_ids:
        return 0
    forms = forms_in_use(actor=actor, ids=form_ids)
    if len(forms) != len(set(form_ids)):
        raise InvalidError(fields={"docFormIds": [FORM_GONE]})
    rounds = last_submitted(
        actor=actor,
        series_ids={form.series_id for form in forms},
        organisation_ids=[each.organisation_id for each in recipients if each.organisation_id is not None],
        emails=[known_as(each.email) for each in recipients if each.email is not None],
    )
    return len(rounds)

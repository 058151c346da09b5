"""The suppliers of a request with their progress: a fixed number of statements for any number of suppliers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from sqlalchemy import BigInteger, Select, bindparam, func, select
from sqlalchemy.dialects.postgresql import distinct_on

from app.accounts.public import Organisation, User
from app.extensions import db
from app.kernel.db.statements import shared_alias, shared_statement
from app.kernel.mail.outbox import MailStatus, OutboxMail
from app.rfx.public import RFX, NamedRfx, Rfx, RfxRequestRecipient, RfxResponse, RfxScore, StoredProgress
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask

MAX_SUPPLIERS = 2_000
"""The number of suppliers that a page shows."""
Respondent = shared_alias(Organisation, "respondent_of_request")
Asked = shared_alias(User, "asked_of_request")


class ProgressRow(NamedRfx, StoredProgress, Protocol):
    """An RFx of a request."""

    @property
    def id(self) -> int: ...
    @property
    def status_before_expiry(self) -> str | None: ...
    @property
    def with_organisation_id(self) -> int: ...
    @property
    def decline_reason(self) -> str | None: ...
    @property
    def is_awarded(self) -> bool | None: ...
    @property
    def closed(self) -> datetime | None: ...
    @property
    def reminder_sent_date(self) -> datetime | None: ...
    @property
    def overall(self) -> Decimal | None: ...
    @property
    def last_saved(self) -> datetime | None: ...
    @property
    def follow_ups(self) -> int: ...


class MailRow(Protocol):
    """The latest mails of an RFx, one for each recipient: their number in total and by state."""

    @property
    def rfx_id(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def sent(self) -> int: ...
    @property
    def waiting(self) -> int: ...
    @property
    def refused(self) -> int: ...
    @property
    def error(self) -> str | None: ...


class UnsentRow(Protocol):
    """A recipient without an RFx: it waits for its turn, or `failure` says why it was not sent."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def email(self) -> str | None: ...
    @property
    def organisation_name(self) -> str | None: ...
    @property
    def failure(self) -> str | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplierRows:
    """The RFxs of a request in the order of sending, their mails by id of the RFx, and recipients without an RFx."""

    rfxs: Sequence[ProgressRow]
    mails: Mapping[int, MailRow]
    unsent: Sequence[UnsentRow]


def supplier_rows(request_id: int) -> SupplierRows:
    """Return the suppliers of a request; the caller has checked the access."""
    parameters = {"of": request_id}
    mails: Sequence[MailRow] = db.session.execute(_mails(), parameters).all()
    rfxs: Sequence[ProgressRow] = db.session.execute(_rfxs(), parameters).all()
    unsent: Sequence[UnsentRow] = db.session.execute(_unsent(), parameters).all()
    return SupplierRows(rfxs=rfxs, mails={row.rfx_id: row for row in mails}, unsent=unsent)


@shared_statement
def _rfxs() -> Select[*tuple[object, ...]]:
    of = bindparam("of", type_=BigInteger)
    follow_ups = (
        select(func.count())
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == Rfx.id,
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.is_open,
        )
        .correlate(Rfx)
        .scalar_subquery()
    )
    return (
        select(
            Rfx.id, Rfx.type, Rfx.status, Rfx.status_before_expiry, Rfx.organisation_id, Rfx.with_organisation_id,
            Rfx.recipient_user_id, Rfx.assessment_closed, Rfx.deadline, Rfx.is_sealed, Rfx.withdrawn_reason,
            Rfx.decline_reason, Rfx.is_awarded, Rfx.reopened_fields, Rfx.answered, Rfx.answerable, Rfx.closed, Rfx.reminder_sent_date,
            Respondent.name.label("respondent_name"), Respondent.is_placeholder.label("to_guest"),
            Asked.name.label("asked_name"), Asked.email.label("asked_email"),
            RfxScore.overall, RfxResponse.updated.label("last_saved"), follow_ups.label("follow_ups"),
        )
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(Asked, Asked.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .outerjoin(RfxScore, RfxScore.rfx_id == Rfx.id)
        .outerjoin(
            RfxResponse,
            (RfxResponse.rfx_id == Rfx.id) & (RfxResponse.organisation_id == Rfx.with_organisation_id),
        )
        .where(Rfx.request_id == of)
        .order_by(Rfx.id)
        .limit(MAX_SUPPLIERS)
    )  # fmt: skip


@shared_statement
def _mails() -> Select[*tuple[object, ...]]:
    """Select the mails to respondents: the latest one of each recipient counts, because older ones may have failed."""
    rfx_ids = select(Rfx.id).where(Rfx.request_id == bindparam("of", type_=BigInteger))
    latest = (
        select(OutboxMail.subject_id, OutboxMail.status, OutboxMail.last_error)
        .where(OutboxMail.subject_type == RFX, OutboxMail.subject_id.in_(rfx_ids))
        .ext(distinct_on(OutboxMail.subject_id, OutboxMail.to_email))
        .order_by(OutboxMail.subject_id, OutboxMail.to_email, OutboxMail.id.desc())
        .subquery()
    )
    return select(
        latest.c.subject_id.label("rfx_id"),
        func.count().label("total"),
        func.count().filter(latest.c.status == MailStatus.SENT).label("sent"),
        func.count().filter(latest.c.status == MailStatus.QUEUED).label("waiting"),
        func.count().filter(latest.c.status == MailStatus.FAILED).label("refused"),
        func.max(latest.c.last_error).filter(latest.c.status == MailStatus.FAILED).label("error"),
    ).group_by(latest.c.subject_id)


@shared_statement
def _unsent() -> Select[*tuple[object, ...]]:
    return (
        select(
            RfxRequestRecipient.id,
            RfxRequestRecipient.name,
            RfxRequestRecipient.email,
            Organisation.name.label("organisation_name"),
            RfxRequestRecipient.failure,
        )
        .outerjoin(Organisation, Organisation.id == RfxRequestRecipient.organisation_id)
        .where(
            RfxRequestRecipient.request_id == bindparam("of", type_=BigInteger),
            RfxRequestRecipient.rfx_id.is_(None),
        )
        .order_by(RfxRequestRecipient.id)
        .limit(MAX_SUPPLIERS)
    )

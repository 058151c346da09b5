"""What admins see of the platform: figures and mails, never the content of tenants."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ScalarSelect, func, select

from app.accounts.public import Organisation, OrganisationStatus, User, UserStatus, UserType
from app.extensions import db
from app.kernel.errors import NotFoundError
from app.kernel.jobs import Job
from app.kernel.mail import MailStatus, OutboxMail
from app.kernel.pagination import ListQuery, Page, Sort, fetch_page


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How much there is, and what needs a look."""

    organisations: int
    users: int
    mails_queued: int
    mails_failed: int
    jobs_waiting: int
    jobs_failed: int


def figures() -> Figures:
    """Count what is in use and what waits or failed, in one statement."""
    row = db.session.execute(
        select(
            select(func.count())
            .where(
                Organisation.status == OrganisationStatus.CONFIRMED, Organisation.is_placeholder.is_(False)
            )
            .scalar_subquery(),
            select(func.count())
            .where(User.status == UserStatus.ACTIVE, User.type == UserType.USER)
            .scalar_subquery(),
            _mails(MailStatus.QUEUED),
            _mails(MailStatus.FAILED),
            select(func.count()).where(Job.status.in_(["QUEUED", "RUNNING"])).scalar_subquery(),
            select(func.count()).where(Job.status == "FAILED").scalar_subquery(),
        )
    ).one()
    return Figures(
        organisations=row[0],
        users=row[1],
        mails_queued=row[2],
        mails_failed=row[3],
        jobs_waiting=row[4],
        jobs_failed=row[5],
    )


def list_mails(*, status: MailStatus | None, search: str, query: ListQuery) -> Page[Any]:
    """The outbox, newest first, as rows of (OutboxMail,); `search` is looked for in subject, name and address."""
    stmt = select(OutboxMail)
    if status is not None:
        stmt = stmt.where(OutboxMail.status == status)
    if search:
        stmt = stmt.where(
            OutboxMail.subject.icontains(search, autoescape=True)
            | OutboxMail.to_name.icontains(search, autoescape=True)
            | OutboxMail.to_email.icontains(search, autoescape=True)
        )
    return fetch_page(stmt, sort=[Sort(OutboxMail.id, descending=True)], query=query)


def mail_for(*, mail_id: int, lock: bool = False) -> OutboxMail:
    """One mail of the outbox; NotFoundError where there is none."""
    stmt = select(OutboxMail).where(OutboxMail.id == mail_id)
    found: OutboxMail | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if found is None:
        raise NotFoundError
    return found


def _mails(status: MailStatus) -> ScalarSelect[int]:
    return select(func.count()).where(OutboxMail.status == status).scalar_subquery()

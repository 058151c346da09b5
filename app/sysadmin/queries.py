"""Queries about the platform for admins: figures and mails, never the content of tenants."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ScalarSelect, func, select

from app.accounts.public import Organisation, OrganisationStatus, SignIn, User, UserStatus, UserType
from app.extensions import db
from app.kernel.db.pagination import ListQuery, Page, Sorts, fetch_page, sorting
from app.kernel.db.search import contains_text
from app.kernel.http.errors import NotFoundError
from app.kernel.jobs.queue import Job, JobStatus
from app.kernel.mail.outbox import MailStatus, OutboxMail


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The totals of the platform, and the numbers of waiting and failed mails and jobs."""

    organisations: int
    users: int
    mails_queued: int
    mails_failed: int
    jobs_waiting: int
    jobs_failed: int


class TenantRow(NamedTuple):
    """An organisation with the number of its users by status."""

    organisation: Organisation
    active: int
    invited: int
    suspended: int


class AccountRow(NamedTuple):
    """A user with organisation and time of last use."""

    user: User
    organisation: Organisation
    last_seen: datetime | None


def figures() -> Figures:
    """Count organisations, users, and waiting and failed mails and jobs, in one statement."""
    organisations, users, mails_queued, mails_failed, jobs_waiting, jobs_failed = db.session.execute(
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
            select(func.count())
            .where(Job.status.in_([JobStatus.QUEUED, JobStatus.RUNNING]))
            .scalar_subquery(),
            select(func.count()).where(Job.status == JobStatus.FAILED).scalar_subquery(),
        )
    ).one()
    return Figures(
        organisations=organisations,
        users=users,
        mails_queued=mails_queued,
        mails_failed=mails_failed,
        jobs_waiting=jobs_waiting,
        jobs_failed=jobs_failed,
    )


MAIL_SORTS: Sorts = {
    "written": (),
    "subject": (func.lower(OutboxMail.subject),),
    "to": (func.lower(OutboxMail.to_name),),
    "status": (OutboxMail.status,),
}
JOB_SORTS: Sorts = {"created": (), "name": (Job.name,), "status": (Job.status,), "attempts": (Job.attempts,)}
ORGANISATION_SORTS: Sorts = {
    "name": (func.lower(Organisation.name),),
    "status": (Organisation.status,),
    "since": (Organisation.created,),
}
USER_SORTS: Sorts = {
    "name": (func.lower(User.name),),
    "organisation": (func.lower(Organisation.name), func.lower(User.name)),
    "status": (User.status,),
    "since": (User.created,),
}
"""The sort orders of the lists; a leading minus sorts descending. Ids of mails and jobs follow their creation."""


def list_mails(*, status: MailStatus | None, search: str, sort: str, query: ListQuery) -> Page[OutboxMail]:
    """Return mails of the outbox; `search` matches subject, name and address."""
    stmt = select(OutboxMail)
    if status is not None:
        stmt = stmt.where(OutboxMail.status == status)
    if search:
        stmt = stmt.where(
            contains_text(OutboxMail.subject, search)
            | contains_text(OutboxMail.to_name, search)
            | contains_text(OutboxMail.to_email, search)
        )
    page = fetch_page(stmt, sort=sorting(sort, MAIL_SORTS, OutboxMail.id), query=query)
    return page.map(lambda row: row.OutboxMail)


def mail_for(*, mail_id: int, lock: bool = False) -> OutboxMail:
    """Return one mail of the outbox; raise NotFoundError if there is none."""
    stmt = select(OutboxMail).where(OutboxMail.id == mail_id)
    mail: OutboxMail | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if mail is None:
        raise NotFoundError
    return mail


def list_jobs(*, status: str | None, search: str, sort: str, query: ListQuery) -> Page[Job]:
    """Return background jobs. Their arguments, ids of tenants' records, are not shown."""
    stmt = select(Job)
    if status is not None:
        stmt = stmt.where(Job.status == status)
    if search:
        stmt = stmt.where(contains_text(Job.name, search))
    page = fetch_page(stmt, sort=sorting(sort, JOB_SORTS, Job.id), query=query)
    return page.map(lambda row: row.Job)


def job_for(*, job_id: int, lock: bool = False) -> Job:
    """Return one job; raise NotFoundError if there is none."""
    stmt = select(Job).where(Job.id == job_id)
    job: Job | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if job is None:
        raise NotFoundError
    return job


def queues() -> list[tuple[str, str, int]]:
    """Return (name, status, count) of the waiting, running and failed jobs, by name."""
    count = func.count()
    rows = db.session.execute(
        select(Job.name, Job.status, count)
        .where(Job.status != JobStatus.DONE)
        .group_by(Job.name, Job.status)
        .order_by(Job.name, Job.status)
    )
    return list(rows)


def list_organisations(*, status: str | None, search: str, sort: str, query: ListQuery) -> Page[TenantRow]:
    """Return organisations with the number of their users by status, without any of their content."""
    stmt = select(
        Organisation,
        *(
            select(func.count())
            .where(
                User.organisation_id == Organisation.id,
                User.type == UserType.USER,
                User.status == user_status,
            )
            .correlate(Organisation)
            .scalar_subquery()
            .label(user_status.value.lower())
            for user_status in UserStatus
        ),
    ).where(Organisation.is_placeholder.is_(False))
    if status is not None:
        stmt = stmt.where(Organisation.status == status)
    if search:
        stmt = stmt.where(contains_text(Organisation.name, search))
    page = fetch_page(stmt, sort=sorting(sort, ORGANISATION_SORTS, Organisation.id), query=query)
    return page.map(lambda row: TenantRow(row.Organisation, row.active, row.invited, row.suspended))


def list_users(
    *, status: str | None, organisation_id: int | None, search: str, sort: str, query: ListQuery
) -> Page[AccountRow]:
    """Return users with organisation and time of last use, without any of their activity.

    `search` matches name, address and organisation. Guests have no account.
    """
    last_seen = (
        select(func.max(SignIn.last_seen))
        .where(SignIn.user_id == User.id)
        .correlate(User)
        .scalar_subquery()
        .label("last_seen")
    )
    stmt = (
        select(User, Organisation, last_seen)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(User.type == UserType.USER)
    )
    if status is not None:
        stmt = stmt.where(User.status == status)
    if organisation_id is not None:
        stmt = stmt.where(User.organisation_id == organisation_id)
    if search:
        organisation_ids = select(Organisation.id).where(contains_text(Organisation.name, search))
        stmt = stmt.where(
            contains_text(User.name, search)
            | contains_text(User.email, search)
            | User.organisation_id.in_(organisation_ids)
        )
    page = fetch_page(stmt, sort=sorting(sort, USER_SORTS, User.id), query=query)
    return page.map(lambda row: AccountRow(row.User, row.Organisation, row.last_seen))


def _mails(status: MailStatus) -> ScalarSelect[int]:
    return select(func.count()).where(OutboxMail.status == status).scalar_subquery()

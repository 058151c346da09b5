"""Queries for the parts, review parts and hand-overs of an RFx; the caller has checked that the viewer may see them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import BigInteger, Select, bindparam, func, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User, UserType, guest_of_ended_link
from app.delegation.models import RfxHandover, RfxReviewPart
from app.delegation.types import LIVE_REVIEWS, MAIL_PERIOD, MAX_ROWS, HandoverState, ReviewStatus
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE, shared_statement
from app.kernel.http.auth import VIEWER_USER, Actor
from app.kernel.http.errors import NotFoundError
from app.network.public import mail_domain
from app.rfx.public import LIVE_PARTS, RFX, PartStatus, Rfx, RfxPart, granted_part_id
from app.tasks.public import UserTask


class PartRow(NamedTuple):
    """A part with its assignee and the user who asked."""

    part: RfxPart
    assignee: User
    asker: User


def parts_of(*, actor: Actor, rfx_id: int) -> Sequence[PartRow]:
    """Return the parts of an RFx that were not taken back, oldest first; for a delegate only its own."""
    rows = [PartRow(*row) for row in db.session.execute(_parts(), {"of": rfx_id})]
    own_id = granted_part_id(actor)
    return rows if own_id is None else [row for row in rows if row.part.id == own_id]


@shared_statement
def _parts() -> Select[RfxPart, User, User]:
    assignee, asker = aliased(User), aliased(User)
    return (
        select(RfxPart, assignee, asker)
        .join(assignee, assignee.id == RfxPart.assignee_user_id)
        .join(asker, asker.id == RfxPart.asked_by_user_id)
        .where(RfxPart.rfx_id == bindparam("of", type_=BigInteger), RfxPart.status != PartStatus.WITHDRAWN)
        .order_by(RfxPart.id)
        .limit(MAX_ROWS)
        .execution_options(**PLANNED_ONCE)
    )


def locked_part(*, rfx_id: int, part_id: int) -> RfxPart:
    """Return a part of an RFx, locked for a transition; raises NotFoundError if the RFx has no such part."""
    part: RfxPart | None = db.session.execute(
        select(RfxPart).where(RfxPart.id == part_id, RfxPart.rfx_id == rfx_id).with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar()
    if part is None:
        raise NotFoundError
    return part


class PartCounts(NamedTuple):
    """The number of parts of an RFx: that are live, of all, and of different guests."""

    live: int
    all: int
    guests: int


def counts_of(rfx_id: int) -> PartCounts:
    """Count the parts of an RFx for the limits."""
    row = db.session.execute(
        select(
            func.count().filter(RfxPart.status.in_(LIVE_PARTS)),
            func.count(),
            func.count(RfxPart.assignee_user_id.distinct()).filter(RfxPart.task_id.is_(None)),
        ).where(RfxPart.rfx_id == rfx_id)
    ).one()
    return PartCounts(*row)


def recent_mails(actor: Actor) -> Sequence[datetime]:
    """Return the times of the mails to guests that count for the hourly limit, oldest first.

    All mails of the actor's organisation count; of a guest only its own, because all guests share one organisation.
    """
    stmt = (
        select(RfxPart.mailed)
        .join(Rfx, Rfx.id == RfxPart.rfx_id)
        .where(RfxPart.mailed > now() - MAIL_PERIOD, Rfx.with_organisation_id == actor.organisation_id)
        .order_by(RfxPart.mailed)
    )
    if actor.is_guest:
        stmt = stmt.where(RfxPart.asked_by_user_id == actor.user_id)
    return [mailed for mailed in db.session.execute(stmt).scalars() if mailed is not None]


def guest_of_rfx(rfx_id: int, email: str) -> User | None:
    """Return the guest who has a part of this RFx and this address, or None; an address keeps its first name."""
    user: User | None = db.session.execute(
        select(User)
        .join(RfxPart, RfxPart.assignee_user_id == User.id)
        .where(
            RfxPart.rfx_id == rfx_id,
            User.type == UserType.GUEST,
            func.lower(User.email) == email.lower(),
        )
        .order_by(User.id)
        .limit(1)
    ).scalar()
    return user


def uses_domain(organisation_id: int, email: str) -> bool:
    """Return True if the address has the mail domain of a user of the organisation; public domains never count."""
    domain = mail_domain(email)
    if domain is None:
        return False
    stmt = (
        select(User.id)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            func.split_part(func.lower(User.email), "@", 2) == domain,
        )
        .limit(1)
    )
    return db.session.execute(stmt).scalar() is not None


def ended_parts(*, rfx_id: int, asked_by_user_id: int, since: datetime, until: datetime) -> Sequence[PartRow]:
    """Return the parts that were done or returned from `since` until before `until`, for the mail to who asked."""
    assignee, asker = aliased(User), aliased(User)
    rows = db.session.execute(
        select(RfxPart, assignee, asker)
        .join(assignee, assignee.id == RfxPart.assignee_user_id)
        .join(asker, asker.id == RfxPart.asked_by_user_id)
        .where(
            RfxPart.rfx_id == rfx_id,
            RfxPart.asked_by_user_id == asked_by_user_id,
            RfxPart.status.in_([PartStatus.DONE, PartStatus.RETURNED]),
            RfxPart.done >= since,
            RfxPart.done < until,
        )
        .order_by(RfxPart.done, RfxPart.id)
    )
    return [PartRow(*row) for row in rows]


def organisation_name(organisation_id: int) -> str:
    """Return the name of an organisation."""
    return db.session.execute(
        select(Organisation.name).where(Organisation.id == organisation_id)
    ).scalar_one()


def rfx_id_of(part_id: int) -> int:
    """Return the id of the RFx of a part; raises NotFoundError if there is no such part."""
    rfx_id: int | None = db.session.execute(select(RfxPart.rfx_id).where(RfxPart.id == part_id)).scalar()
    if rfx_id is None:
        raise NotFoundError
    return rfx_id


def count_handovers(rfx_id: int) -> int:
    """Return the number of hand-overs of an RFx."""
    return db.session.execute(select(func.count()).where(RfxHandover.rfx_id == rfx_id)).scalar_one()


def locked_pending_handover(rfx_id: int) -> RfxHandover | None:
    """Return the hand-over of an RFx that waits for the requester, locked; None if there is none."""
    handover: RfxHandover | None = db.session.execute(
        select(RfxHandover)
        .where(RfxHandover.rfx_id == rfx_id, RfxHandover.state == HandoverState.PENDING)
        .with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar()
    return handover


def latest_handover(rfx_id: int) -> RfxHandover | None:
    """Return the latest hand-over of an RFx that was not replaced, or None."""
    handover: RfxHandover | None = db.session.execute(_latest_handover(), {"of": rfx_id}).scalar()
    return handover


@shared_statement
def _latest_handover() -> Select[RfxHandover]:
    return (
        select(RfxHandover)
        .where(
            RfxHandover.rfx_id == bindparam("of", type_=BigInteger),
            RfxHandover.state != HandoverState.REPLACED,
        )
        .order_by(RfxHandover.id.desc())
        .limit(1)
        .execution_options(**PLANNED_ONCE)
    )


def name_of_successor(token: str, rfx_id: int) -> str | None:
    """Return the name of the contact that the guest of an ended link has handed an RFx over to, or None."""
    user_id = guest_of_ended_link(token, subject_type=RFX, subject_id=rfx_id)
    if user_id is None:
        return None
    name: str | None = db.session.execute(
        select(RfxHandover.name)
        .where(
            RfxHandover.rfx_id == rfx_id,
            RfxHandover.from_user_id == user_id,
            RfxHandover.state == HandoverState.DONE,
        )
        .order_by(RfxHandover.id.desc())
        .limit(1)
    ).scalar()
    return name


class ReviewRow(NamedTuple):
    """A review part with its reviewer and the user who asked."""

    part: RfxReviewPart
    reviewer: User
    asker: User


def review_parts_of(rfx_id: int) -> Sequence[ReviewRow]:
    """Return the review parts of an RFx that were not taken back, oldest first; for the requester's users only."""
    return [ReviewRow(*row) for row in db.session.execute(_review_parts(), {"of": rfx_id})]


@shared_statement
def _review_parts() -> Select[RfxReviewPart, User, User]:
    reviewer, asker = aliased(User), aliased(User)
    return (
        select(RfxReviewPart, reviewer, asker)
        .join(reviewer, reviewer.id == RfxReviewPart.reviewer_user_id)
        .join(asker, asker.id == RfxReviewPart.asked_by_user_id)
        .where(
            RfxReviewPart.rfx_id == bindparam("of", type_=BigInteger),
            RfxReviewPart.status != ReviewStatus.WITHDRAWN,
        )
        .order_by(RfxReviewPart.id)
        .limit(MAX_ROWS)
        .execution_options(**PLANNED_ONCE)
    )


def locked_review_part(*, rfx_id: int, part_id: int) -> RfxReviewPart:
    """Return a review part of an RFx, locked for a transition; raises NotFoundError if the RFx has no such part."""
    part: RfxReviewPart | None = db.session.execute(
        select(RfxReviewPart)
        .where(RfxReviewPart.id == part_id, RfxReviewPart.rfx_id == rfx_id)
        .with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar()
    if part is None:
        raise NotFoundError
    return part


def locked_review_parts(rfx_id: int, *, statuses: Collection[ReviewStatus]) -> Sequence[RfxReviewPart]:
    """Return the review parts of an RFx in these statuses by id, locked for a transition."""
    stmt = (
        select(RfxReviewPart)
        .where(RfxReviewPart.rfx_id == rfx_id, RfxReviewPart.status.in_(statuses))
        .order_by(RfxReviewPart.id)
        .with_for_update()
    )
    return db.session.execute(stmt, execution_options={"populate_existing": True}).scalars().all()


def count_reviews(rfx_id: int) -> tuple[int, int]:
    """Return the number of live review parts of an RFx, and of all, for the limits."""
    live, total = db.session.execute(
        select(func.count().filter(RfxReviewPart.status.in_(LIVE_REVIEWS)), func.count()).where(
            RfxReviewPart.rfx_id == rfx_id
        )
    ).one()
    return live, total


def review_keys(actor: Actor, rfx_id: int) -> frozenset[str]:
    """Return the value keys of an RFx that `actor` was asked to review."""
    parts = db.session.execute(_own_review_keys(), {"of": rfx_id, **actor.parameters}).scalars()
    return frozenset(key for keys in parts for key in keys)


@shared_statement
def _own_review_keys() -> Select[list[str]]:
    return (
        select(RfxReviewPart.keys)
        .where(
            RfxReviewPart.reviewer_user_id == VIEWER_USER,
            RfxReviewPart.rfx_id == bindparam("of", type_=BigInteger),
            RfxReviewPart.status.in_(LIVE_REVIEWS),
        )
        .execution_options(**PLANNED_ONCE)
    )


def users_by_id(user_ids: Collection[int]) -> dict[int, User]:
    """Return users by id."""
    users = db.session.execute(select(User).where(User.id.in_(user_ids))).scalars()
    return {user.id: user for user in users}


def tasks_by_id(task_ids: Collection[int]) -> dict[int, UserTask]:
    """Return tasks by id, locked for a move."""
    stmt = select(UserTask).where(UserTask.id.in_(task_ids)).order_by(UserTask.id).with_for_update()
    return {task.id: task for task in db.session.execute(stmt).scalars()}

"""Users of the two parties of an RFx."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import or_, select

from app.accounts.public import Organisation, User, UserStatus, UserType, super_users_of
from app.extensions import db
from app.kernel.mail.outbox import public_picture_path
from app.messages.public import ThreadParticipant
from app.rfx.models import Rfx
from app.rfx.queries.rfxs import RfxContext
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask

MAX_ASSIGNEES = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Recipients of notifications about an RFx: participants of its thread, addressed users, the guest."""

    requester: Sequence[User]
    respondent: Sequence[User]


def requester_logo_path(rfx_id: int) -> str | None:
    """Return the path of the requester's logo, which needs no sign-in; None without a logo. The caller has checked the
    access to the RFx.
    """
    logo = (
        select(Organisation.logo_id).join(Rfx, Rfx.organisation_id == Organisation.id).where(Rfx.id == rfx_id)
    )
    return public_picture_path(db.session.scalar(logo))


def people_of(context: RfxContext) -> People:
    """Return the active users of both parties. A party without any is replaced by its Super Users, except a guest or the
    recipient of an internal survey.
    """
    rfx = context.rfx
    addressed = select(UserTask.assigned_user_id).where(
        UserTask.subject_type == RFX_SUBJECT, UserTask.subject_id == rfx.id, UserTask.type == TaskType.RFX
    )
    participants = select(ThreadParticipant.user_id).where(ThreadParticipant.thread_id == rfx.thread_id)
    user_ids = [rfx.created_by_user_id, rfx.guest_user_id, rfx.recipient_user_id]
    users = (
        db.session.execute(
            select(User)
            .where(
                or_(
                    User.id.in_(addressed),
                    User.id.in_(participants),
                    User.id.in_([i for i in user_ids if i is not None]),
                ),
                User.status != UserStatus.SUSPENDED,
                User.type != UserType.SERVICE,
            )
            .order_by(User.id)
        )
        .scalars()
        .all()
    )
    respondents = [
        user
        for user in users
        if user.organisation_id != rfx.organisation_id or user.id == rfx.recipient_user_id
    ]
    # Users may send an internal survey to themselves; then they belong to both parties.
    requesters = [user for user in users if user not in respondents or user.id == rfx.created_by_user_id]
    assignee_id = rfx.guest_user_id or rfx.recipient_user_id
    return People(
        requester=requesters or super_users_of(rfx.organisation_id),
        respondent=respondents if respondents or assignee_id else super_users_of(rfx.with_organisation_id),
    )


def users_at_respondent(context: RfxContext) -> Sequence[User]:
    """Return the active users of the responding organisation by name, at most 300."""
    stmt = select(User).where(
        User.organisation_id == context.rfx.with_organisation_id,
        User.type == UserType.USER,
        User.status != UserStatus.SUSPENDED,
    )
    return db.session.execute(stmt.order_by(User.name, User.id).limit(MAX_ASSIGNEES)).scalars().all()

"""Possible approvers of an award, and names of users."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Select, select

from app.accounts.public import Role, User, UserStatus, UserType
from app.awards.models import Award
from app.awards.types import MAX_APPROVERS
from app.evaluations.public import user_ids_with_conflict
from app.extensions import db
from app.kernel.http.auth import Actor, Permission


def eligible_approvers(*, actor: Actor, request_id: int, award: Award | None) -> Sequence[User]:
    """Return the possible approvers of an award that the actor submits, sorted by name, at most MAX_APPROVERS.

    They are active, have SEND_RFX, did not write the award, and have no conflict of interest in its evaluation.
    """
    authors = award.author_ids if award else ()
    excluded = {actor.user_id, *authors, *user_ids_with_conflict(request_id)}
    stmt = _senders(actor.organisation_id).where(User.id.not_in(excluded)).order_by(User.name, User.id)
    return db.session.execute(stmt.limit(MAX_APPROVERS)).scalars().all()


def is_sender(user_id: int, *, organisation_id: int) -> bool:
    """Return True if an active user of the organisation has SEND_RFX."""
    return db.session.execute(_senders(organisation_id).where(User.id == user_id)).scalar() is not None


def names_of(user_ids: Iterable[int | None]) -> Mapping[int, str]:
    """Return the names of users by id."""
    ids = {user_id for user_id in user_ids if user_id is not None}
    if not ids:
        return {}
    return dict(db.session.execute(select(User.id, User.name).where(User.id.in_(ids))).all())


def _senders(organisation_id: int) -> Select[User]:
    return (
        select(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
            Role.permissions.contains([Permission.SEND_RFX.value]),
        )
    )

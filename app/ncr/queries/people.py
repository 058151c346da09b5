"""Queries for the users and account names that the form of a non-conformance offers."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select

from app.accounts.public import Organisation, Role, User, UserStatus, UserType
from app.extensions import db
from app.kernel.db.search import contains_text
from app.kernel.http.auth import Actor, Permission
from app.ncr.models import NonConformance
from app.ncr.types import MAX_SUGGESTIONS

MAX_PEOPLE = 200
"""Maximum number of users of one organisation to choose a reporter or assignee from."""


def suggest_account_names(*, actor: Actor, search: str) -> Sequence[str]:
    """Return account names with `search` in them that the actor's organisation has used before, sorted."""
    name = NonConformance.account_name
    stmt = select(name).distinct().where(NonConformance.organisation_id == actor.organisation_id)
    stmt = stmt.where(contains_text(name, search)) if search else stmt
    return db.session.execute(stmt.order_by(name).limit(MAX_SUGGESTIONS)).scalars().all()


class PersonRow(NamedTuple):
    """User who can be a reporter; `manages` is True if the role has MANAGE_NCRS."""

    user: User
    manages: bool


def people_at(organisation_ids: Sequence[int]) -> list[PersonRow]:
    """Return the active users of organisations, by name."""
    manages = func.coalesce(Role.permissions.contains([Permission.MANAGE_NCRS.value]), False)
    rows = db.session.execute(
        select(User, manages.label("manages"))
        .outerjoin(Role, Role.id == User.role_id)
        .where(
            User.organisation_id.in_(organisation_ids),
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
        )
        .order_by(func.lower(User.name), User.id)
        .limit(MAX_PEOPLE * len(organisation_ids))
    )
    return [PersonRow(user, manages) for user, manages in rows]


def organisation_names(organisation_ids: Sequence[int]) -> dict[int, str]:
    """Return the names of organisations by id."""
    stmt = select(Organisation.id, Organisation.name).where(Organisation.id.in_(organisation_ids))
    return {row.id: row.name for row in db.session.execute(stmt)}

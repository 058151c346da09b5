"""Visibility of organisations, users and their contact details.

Everyone sees confirmed organisations that are not test organisations. An invited organisation or a test organisation
is visible only to its own users and to the organisations that invited it.
"""

from collections.abc import Sequence

from sqlalchemy import BindParameter, ColumnElement, and_, exists, false, func, literal, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, OrganisationStatus, User
from app.extensions import db
from app.kernel.http.auth import Actor
from app.network.models import KnownContact, Relationship
from app.network.queries.relationships import ABOVE_NONE


def in_directory() -> ColumnElement[bool]:
    """Build the condition for organisations that everyone sees."""
    return and_(
        Organisation.is_placeholder.is_(False),
        Organisation.status == OrganisationStatus.CONFIRMED,
        Organisation.is_test_organisation.is_(False),
    )


def visible_to(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Build the condition for organisations that `viewer`, an actor or the organisation in a bind parameter, may see.

    Guests see no organisation, because their own one is a placeholder.
    """
    if isinstance(viewer, Actor) and viewer.is_guest:
        return false()
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    invitation = aliased(Relationship)
    # `OFFSET 0` is an optimisation fence: it makes PostgreSQL look up the invitation row by row. Very few organisations
    # reach this condition, but the planner cannot know that and would load all invitations first.
    invited = (
        select(literal(1))
        .where(
            invitation.organisation_id == viewer_id,
            invitation.with_organisation_id == Organisation.id,
            invitation.by_invitation,
        )
        .offset(0)
        .exists()
    )
    return and_(
        Organisation.is_placeholder.is_(False),
        or_(
            in_directory(),
            Organisation.id == viewer_id,
            invited,
        ),
    )


def shows_contact_details(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Build the condition for users whose e-mail and phone numbers `viewer` may see.

    These are users of the viewer's organisation, users of an organisation that has a relationship above None with
    the viewer's and so has agreed to it, and users that the viewer's organisation invited or who replied to it.
    Adding an organisation from the directory reveals no details. Each alternative is a row-by-row lookup in a unique
    index.
    """
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    their_relationship = aliased(Relationship)
    return or_(
        User.organisation_id == viewer_id,
        exists().where(
            their_relationship.organisation_id == User.organisation_id,
            their_relationship.with_organisation_id == viewer_id,
            their_relationship.level.in_(ABOVE_NONE),
        ),
        exists().where(KnownContact.organisation_id == viewer_id, KnownContact.user_id == User.id),
    )


def sees_all_organisations(*, actor: Actor, organisation_ids: Sequence[int]) -> bool:
    """True if `actor` may see all of these organisations."""
    count = (
        select(func.count())
        .select_from(Organisation)
        .where(visible_to(actor), Organisation.id.in_(organisation_ids))
    )
    return db.session.execute(count).scalar_one() == len(set(organisation_ids))


def sees_all_users(*, actor: Actor, user_ids: Sequence[int]) -> bool:
    """True if `actor` may see all of these users."""
    count = (
        select(func.count())
        .select_from(User)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(visible_to(actor), User.id.in_(user_ids))
    )
    return db.session.execute(count).scalar_one() == len(set(user_ids))

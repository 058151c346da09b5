"""Which organisations and people a viewer sees, and whose contact details.

A confirmed organisation that is no test is in the directory for everyone. An invited one and a test one are
seen only by who invited them, and by themselves.
"""

from collections.abc import Sequence

from sqlalchemy import BindParameter, ColumnElement, and_, exists, false, func, literal, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, OrganisationStatus, User
from app.extensions import db
from app.kernel.auth import Actor
from app.network.models import KnownContact, Relationship
from app.network.queries.relationships import ABOVE_NONE


def in_directory() -> ColumnElement[bool]:
    """The condition under which everyone sees an organisation."""
    return and_(
        Organisation.is_placeholder.is_(False),
        Organisation.status == OrganisationStatus.CONFIRMED,
        Organisation.is_test_organisation.is_(False),
    )


def visible_to(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """The condition under which `viewer`, or the organisation that a parameter will name, sees an organisation.

    Guests see none: the placeholder that they belong to gives nothing (product decisions, Who may see what).
    """
    if isinstance(viewer, Actor) and viewer.is_guest:
        return false()
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    invitation = aliased(Relationship)
    # An offset, be it none, has each looked up alone: the planner, which does not see that hardly any organisation comes
    # to this question, else gathers all invitations first.
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
    """The condition under which `viewer` sees a user's e-mail and phone numbers, beside name and job title.

    Those of the own organisation; of an organisation that keeps a relationship above None to the viewer's, and so has
    agreed to it; and of a person whom the viewer's invited or who has answered it. Adding an organisation from the
    directory shows nothing of its people. The alternatives are looked up by unique indexes, row by row.
    """
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    theirs = aliased(Relationship)
    return or_(
        User.organisation_id == viewer_id,
        exists().where(
            theirs.organisation_id == User.organisation_id,
            theirs.with_organisation_id == viewer_id,
            theirs.level.in_(ABOVE_NONE),
        ),
        exists().where(KnownContact.organisation_id == viewer_id, KnownContact.user_id == User.id),
    )


def sees_all_organisations(*, actor: Actor, organisation_ids: Sequence[int]) -> bool:
    """Whether `actor` may see every one of these organisations."""
    seen = (
        select(func.count())
        .select_from(Organisation)
        .where(visible_to(actor), Organisation.id.in_(organisation_ids))
    )
    return db.session.execute(seen).scalar_one() == len(set(organisation_ids))


def sees_all_users(*, actor: Actor, user_ids: Sequence[int]) -> bool:
    """Whether `actor` may see every one of these users."""
    seen = (
        select(func.count())
        .select_from(User)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(visible_to(actor), User.id.in_(user_ids))
    )
    return db.session.execute(seen).scalar_one() == len(set(user_ids))

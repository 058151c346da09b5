"""Creating organisations and guests."""

from dataclasses import dataclass

from blinker import Signal
from sqlalchemy.exc import IntegrityError

from app.accounts.models import Organisation, Role, User
from app.accounts.operations.users import EMAIL_IN_USE
from app.accounts.queries.people import guest_organisation
from app.accounts.types import ANONYMOUS, STANDARD_ROLES, SUPER_USER, OrganisationStatus, UserStatus, UserType
from app.extensions import db
from app.kernel.errors import InvalidError
from app.kernel.registry import current_registry

organisation_created = Signal()
"""Sent with `organisation_id` and `user_id` when an organisation with its first user is created."""


@dataclass(frozen=True, slots=True)
class NewOrganisation:
    """A new organisation with its first user."""

    organisation: Organisation
    user: User


def create_organisation(
    *,
    name: str,
    user_name: str,
    user_email: str,
    is_test: bool = False,
    status: OrganisationStatus = OrganisationStatus.INVITED,
) -> NewOrganisation:
    """Create an organisation with the standard roles and its first user, a Super User, both INVITED.

    Raises InvalidError if the address is in use, even if another request takes it at the same moment; then nothing is
    created.
    """
    try:
        with db.session.begin_nested():
            organisation = Organisation(name=name, status=status, is_test_organisation=is_test)
            db.session.add(organisation)
            db.session.flush()
            roles = [
                Role(organisation_id=organisation.id, name=role, permissions=list(permissions))
                for role, permissions in STANDARD_ROLES.items()
            ]
            db.session.add_all(roles)
            db.session.flush()
            first = next(role for role in roles if role.name == SUPER_USER)
            user = User(
                organisation_id=organisation.id,
                role_id=first.id,
                name=user_name,
                email=user_email,
                status=UserStatus.INVITED,
            )
            db.session.add(user)
    except IntegrityError as error:
        raise InvalidError(fields={"email": [EMAIL_IN_USE]}) from error
    current_registry().send(organisation_created, organisation_id=organisation.id, user_id=user.id)
    return NewOrganisation(organisation, user)


def create_guest(*, name: str, email: str) -> User:
    """Create a guest: a user of the placeholder organisation, without password and role."""
    guest = User(
        organisation_id=guest_organisation().id,
        type=UserType.GUEST,
        status=UserStatus.ACTIVE,
        name=name or ANONYMOUS,
        email=email,
    )
    db.session.add(guest)
    db.session.flush()
    return guest

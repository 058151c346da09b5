"""Creating organisations and guests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from blinker import Signal
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.accounts.models import Organisation, Role, User
from app.accounts.operations.users import EMAIL_IN_USE
from app.accounts.queries.people import guest_organisation
from app.accounts.types import ANONYMOUS, STANDARD_ROLES, SUPER_USER, OrganisationStatus, UserStatus, UserType
from app.extensions import db
from app.kernel.http.errors import InvalidError
from app.kernel.registry import current_registry

organisation_created = Signal()
"""Sent with `organisation_id` and `user_id` when an organisation with its first user is created."""


organisation_confirmed = Signal()
"""Sent with `organisation_id` and `user_id` when the first user of an organisation accepts the invitation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonValues:
    """The details of a new user."""

    name: str
    email: str
    phone: str | None = None
    mobile: str | None = None
    job_title: str | None = None
    role: str = SUPER_USER
    """The name of a standard role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationValues:
    """Values of a new organisation: its name, other profile columns, and its first users, if any."""

    name: str
    people: Sequence[PersonValues] = ()
    profile: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OrganisationWithUsers:
    """A new organisation with its users, in the order of the request."""

    organisation: Organisation
    users: Sequence[User]


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
    [organisation] = create_organisations(
        [OrganisationValues(name=name, people=[PersonValues(name=user_name, email=user_email)])],
        is_test=is_test,
        status=status,
    )
    user = organisation.users[0]
    current_registry().send(
        organisation_created, organisation_id=organisation.organisation.id, user_id=user.id
    )
    return NewOrganisation(organisation.organisation, user)


def create_organisations(
    values: Sequence[OrganisationValues],
    *,
    is_test: bool = False,
    status: OrganisationStatus = OrganisationStatus.INVITED,
) -> list[OrganisationWithUsers]:
    """Create organisations with the standard roles and their first users, who are INVITED.

    The number of statements does not depend on the number of organisations. They get their starter forms once they are
    confirmed. Raises InvalidError if an address is in use; then nothing is created.
    """
    try:
        with db.session.begin_nested():
            organisations = [
                Organisation(name=each.name, status=status, is_test_organisation=is_test, **each.profile)
                for each in values
            ]
            db.session.add_all(organisations)
            db.session.flush()
            roles = [
                [
                    Role(organisation_id=organisation.id, name=role, permissions=list(permissions))
                    for role, permissions in STANDARD_ROLES.items()
                ]
                for organisation in organisations
            ]
            db.session.add_all(chain.from_iterable(roles))
            db.session.flush()
            created = []
            for organisation, own_roles, each in zip(organisations, roles, values, strict=True):
                role_ids = {role.name: role.id for role in own_roles}
                people = [
                    _invited_user(organisation.id, role_ids[person.role], person) for person in each.people
                ]
                created.append(OrganisationWithUsers(organisation, people))
            db.session.add_all(chain.from_iterable(each.users for each in created))
            db.session.flush()
    except IntegrityError as error:
        raise InvalidError(fields={"email": [EMAIL_IN_USE]}) from error
    return created


def create_invited_users(people: Sequence[tuple[int, PersonValues]]) -> list[User]:
    """Create users with the status INVITED of organisations that exist, by id; no mail is sent.

    Raises InvalidError if an address is in use; then nothing is created.
    """
    ids = {organisation_id for organisation_id, _ in people}
    stmt = select(Role.organisation_id, Role.name, Role.id).where(Role.organisation_id.in_(ids))
    roles = {(row.organisation_id, row.name): row.id for row in db.session.execute(stmt)}
    users = [
        _invited_user(organisation_id, roles[organisation_id, person.role], person)
        for organisation_id, person in people
    ]
    try:
        with db.session.begin_nested():
            db.session.add_all(users)
            db.session.flush()
    except IntegrityError as error:
        raise InvalidError(fields={"email": [EMAIL_IN_USE]}) from error
    return users


def _invited_user(organisation_id: int, role_id: int, person: PersonValues) -> User:
    return User(
        organisation_id=organisation_id,
        role_id=role_id,
        name=person.name,
        email=person.email,
        phone=person.phone,
        mobile=person.mobile,
        job_title=person.job_title,
        status=UserStatus.INVITED,
    )


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

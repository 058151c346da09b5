"""Organisations, roles and users for tests; the password of every user is PASSWORD."""

from datetime import timedelta
from typing import Any

import factory

from app.accounts.authentication import access_token
from app.accounts.models import AccessGrant, Organisation, Role, User
from app.accounts.operations.passwords import HASHER
from app.accounts.operations.sessions import NewSession, start_session
from app.accounts.public import actor_of_user, grant_access, guest_organisation
from app.accounts.types import STANDARD_ROLES, SUPER_USER, OrganisationStatus, UserStatus, UserType
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.rfx.types import RFX

PASSWORD = "Correct-horse-42"
PASSWORD_HASH = HASHER.hash(PASSWORD)


class Factory(factory.alchemy.SQLAlchemyModelFactory):
    """Base of the factories: rows are flushed to the test's session."""

    class Meta:
        abstract = True
        sqlalchemy_session_factory = lambda: db.session  # noqa: E731
        sqlalchemy_session_persistence = "flush"


class OrganisationFactory(Factory):
    """A confirmed organisation with the standard roles."""

    class Meta:
        model = Organisation

    name = factory.Sequence(lambda n: f"Organisation {n}")
    status = OrganisationStatus.CONFIRMED

    @factory.post_generation
    def roles(self, create: bool, extracted: Any, **kwargs: Any) -> None:
        for name, permissions in STANDARD_ROLES.items():
            db.session.add(Role(organisation_id=self.id, name=name, permissions=list(permissions)))
        db.session.flush()


class UserFactory(Factory):
    """An active Super User of a new organisation; override with `role_name` and `in_organisation`."""

    class Meta:
        model = User
        exclude = ("role_name", "in_organisation")

    role_name = SUPER_USER
    in_organisation = factory.SubFactory(OrganisationFactory)
    organisation_id = factory.LazyAttribute(lambda o: o.in_organisation.id)
    name = factory.Sequence(lambda n: f"Person {n}")
    email = factory.Sequence(lambda n: f"person{n}@firm{n}.example")
    status = UserStatus.ACTIVE
    password_hash = PASSWORD_HASH
    join_date = factory.LazyFunction(now)
    role_id = factory.LazyAttribute(lambda o: role_id(o.organisation_id, o.role_name))


def role_id(organisation_id: int, name: str) -> int:
    return db.session.query(Role.id).filter_by(organisation_id=organisation_id, name=name).scalar()


def make_guest(email: str = "guest@elsewhere.example") -> User:
    """Create a guest of the placeholder organisation."""
    user = User(
        organisation_id=guest_organisation().id,
        type=UserType.GUEST,
        status=UserStatus.ACTIVE,
        name="Guest",
        email=email,
    )
    db.session.add(user)
    db.session.flush()
    return user


def grant_of(guest: User, rfx_id: int) -> AccessGrant:
    """Return the grant of a guest for an RFx, which need not exist; creates it if the guest has none."""
    return grant_access(user_id=guest.id, subject_type=RFX, subject_id=rfx_id, created_by_user_id=guest.id)


def sign_in_by_grant(
    user: User, *, rfx_id: int | None = None, grant: AccessGrant | None = None
) -> NewSession:
    """Sign `user` in: a guest with `grant` or a grant for the RFx `rfx_id`."""
    if rfx_id is not None:
        grant = grant_of(user, rfx_id)
    started = start_session(user=user, user_agent="tests", address="127.0.0.1", life=timedelta(days=1))
    started.sign_in.grant_id = grant.id if grant else None
    db.session.flush()
    return started


def token_of(user: User, *, rfx_id: int | None = None, grant: AccessGrant | None = None) -> str:
    """Sign `user` in (see `sign_in_by_grant`) and return an access token; needs an application context."""
    started = sign_in_by_grant(user, rfx_id=rfx_id, grant=grant)
    return access_token(user_id=user.id, session_id=started.sign_in.id)


def actor_of(user: User) -> Actor:
    return actor_of_user(user.id)


def colleague_of(user: User, **attributes: Any) -> User:
    """Create another user of the same organisation."""
    colleague: User = UserFactory(in_organisation=None, organisation_id=user.organisation_id, **attributes)
    return colleague

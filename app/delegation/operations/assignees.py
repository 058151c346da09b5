"""Assignees of parts: a colleague of the actor, or a person by e-mail, who becomes a guest."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from app.accounts.public import (
    ANONYMOUS,
    User,
    UserStatus,
    UserType,
    create_guest,
    known_as,
    user_by_email,
    zones_of,
)
from app.delegation.queries import counts_of, guest_of_rfx, uses_domain
from app.delegation.types import MAX_GUESTS
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError
from app.rfx.public import RfxContext

NAME_NEEDED = "Enter the person's name."
EMAIL_NEEDED = "Enter an e-mail address, or choose a colleague."
NO_COLLEAGUE = "Choose someone at {name}, or enter an e-mail address."
NO_REVIEWER = "Choose someone at {name}."
SUSPENDED = "{name} is suspended. Choose someone else."
BELONGS_TO_REQUESTER = "{address} belongs to {requester}'s organisation."
OWN_ADDRESS = "This is your own address."
TOO_MANY_GUESTS = f"At most {MAX_GUESTS} people can be asked by e-mail for one RFx."


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The chosen person: a user by id, or a name with an e-mail address."""

    user_id: int | None = None
    name: str = ""
    email: str = ""


def resolve_assignee(*, actor: Actor, context: RfxContext, person: Person) -> User:
    """Return the assignee, and create a guest for an address that is not a colleague's; the RFx is locked.

    A guest who has a part of this RFx is used again. Raises InvalidError with sentences at the fields, ConflictError
    for a suspended colleague and beyond the limit of guests.
    """
    if person.user_id is not None:
        return colleague_of(context, db.session.get(User, person.user_id))
    if not person.email:
        raise InvalidError(fields={"email": [EMAIL_NEEDED]})
    address = known_as(person.email)
    user = user_by_email(address)
    if user is not None and user.organisation_id == context.rfx.with_organisation_id:
        return colleague_of(context, user)
    if not person.name or person.name == ANONYMOUS:
        raise InvalidError(fields={"name": [NAME_NEEDED]})
    demand_foreign_to_requester(context, person.email)
    if actor.is_guest and context.asked_email and known_as(context.asked_email) == address:
        raise InvalidError(fields={"email": [OWN_ADDRESS]})
    guest = guest_of_rfx(context.rfx.id, address)
    if guest is not None:
        return guest
    if counts_of(context.rfx.id).guests >= MAX_GUESTS:
        raise ConflictError(TOO_MANY_GUESTS)
    return create_guest(name=person.name, email=person.email)


def demand_foreign_to_requester(context: RfxContext, email: str) -> None:
    """Raise InvalidError for an address of a user, or in a mail domain, of the requester."""
    requester_id, address = context.rfx.organisation_id, known_as(email)
    user = user_by_email(address)
    is_user = user is not None and user.organisation_id == requester_id
    if is_user or uses_domain(requester_id, address):
        sentence = BELONGS_TO_REQUESTER.format(address=email, requester=context.requester_name)
        raise InvalidError(fields={"email": [sentence]})


def colleague_of(context: RfxContext, user: User | None) -> User:
    """Return `user` if it is an active user of the respondent; otherwise raise InvalidError or ConflictError."""
    sentence = NO_COLLEAGUE.format(name=context.respondent_label)
    return _active_user(user, organisation_id=context.rfx.with_organisation_id, sentence=sentence)


def reviewer_of(context: RfxContext, user_id: int) -> User:
    """Return the user by id if it is an active user of the requester; otherwise raise InvalidError or ConflictError."""
    sentence = NO_REVIEWER.format(name=context.requester_name)
    user = db.session.get(User, user_id)
    return _active_user(user, organisation_id=context.rfx.organisation_id, sentence=sentence)


def _active_user(user: User | None, *, organisation_id: int, sentence: str) -> User:
    is_colleague = user is not None and user.organisation_id == organisation_id and user.type == UserType.USER
    if user is None or not is_colleague:
        raise InvalidError(fields={"userId": [sentence]})
    if user.status == UserStatus.SUSPENDED:
        raise ConflictError(SUSPENDED.format(name=user.name))
    return user


def zone_of_assignee(actor: Actor, user: User) -> ZoneInfo:
    """Return the time zone of the assignee's days; guests have the zone of the user who asks."""
    return actor.zone if user.type == UserType.GUEST else zones_of([user.id])[user.id]

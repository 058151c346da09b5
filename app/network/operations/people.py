"""Adding people, and changing what is kept of them (specification section 6, Roles and permissions)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from app.accounts.public import (
    Organisation,
    OrganisationStatus,
    Role,
    User,
    UserStatus,
    ask_to_change_email,
    change_email,
    change_role,
    check_current_password,
    create_user,
    decides_about_others,
    exceeds,
    invite,
    known_as,
    mail_again,
    mail_email_change_asked,
    mail_email_changed,
    mail_email_confirmation,
    mail_invited_alert,
    open_invitation_of,
    role_named,
    set_suspended,
    super_users_of,
)
from app.events.public import record
from app.extensions import db
from app.files.public import AttachmentKind, attach_picture
from app.kernel.auth import Actor, Permission
from app.kernel.errors import ForbiddenError, InvalidError
from app.kernel.merging import merge_changes
from app.network.models import Relationship
from app.network.operations.known_contacts import mark_as_known
from app.network.policies import is_above_none
from app.network.queries.contacts import contact_for
from app.network.queries.directory import organisation_for

WITHOUT_CURRENT = "Enter your current password to change your e-mail address."
NO_RELATIONSHIP = "Adding a user to another organisation needs a relationship above None with it."
NOT_OF_OTHERS = "This organisation has a Super User of its own, who alone gives roles that manage users or the organisation."
TOO_MUCH = "This role manages more than yours does, so you can't give it or take it away."


def add_user(*, actor: Actor, name: str, email: str, role: str, organisation_id: int | None = None) -> User:
    """Add a user to the own organisation, or on behalf of a supplier, and invite them by mail.

    Another organisation needs a relationship above None that the own one keeps with it. While it is CONFIRMED
    and has an active Super User, it is given nobody who manages users or the organisation, and its Super Users
    get a mail. Raises NotFoundError for an organisation that may not be seen, ForbiddenError, InvalidError
    at the fields.
    """
    organisation, relationship = _employer(actor, organisation_id)
    wanted = _role_of(organisation, role)
    super_users: Sequence[User] = ()
    if relationship is None:
        _demand_not_more(actor, wanted.permissions)
    elif organisation.status == OrganisationStatus.CONFIRMED:
        super_users = super_users_of(organisation.id)
        if super_users and decides_about_others(wanted.permissions):
            raise InvalidError(fields={"role": [NOT_OF_OTHERS]})
    user = create_user(organisation_id=organisation.id, role=wanted, name=name, email=email)
    invite(user=user, invited_by=actor, relationship_id=relationship.id if relationship else None)
    if relationship is not None:
        mark_as_known(user_ids=[user.id], to_organisation_id=actor.organisation_id)
        record("user.invited", actor=actor, organisation_id=organisation.id, subject_user_id=user.id,
               userId=user.id, userName=user.name)  # fmt: skip
    mail_invited_alert(user=user, employer=organisation, invited_by=actor.user_id, to=super_users)
    return user


def save_details(
    *,
    actor: Actor,
    user_id: int,
    name: str,
    job_title: str,
    email: str,
    phone: str,
    mobile: str,
    role: str | None = None,
    current_password: str | None = None,
    based_on: Mapping[str, Any] | None = None,
) -> None:
    """Change the details of oneself or, with MANAGE_USERS, of a colleague; the own role by nobody.

    Another e-mail address replaces the one before when its owner opens the link that is mailed to it, whether the
    user or a colleague has written it: until then the one before signs in. One's own needs `current_password`.
    Only the address of a user who has not accepted the invitation changes at once, since nobody signs in with it
    yet, and the invitation is mailed there. Raises NotFoundError, ForbiddenError for people of other
    organisations, InvalidError at the fields, TooManyError for too many addresses, ConflictError for the last active
    Super User and for what somebody else has changed since the writer saw `based_on` (`merge_changes`).
    """
    user, own_role = _colleague(actor, user_id)
    # One after the other, by the lock that suspending and roles take first too.
    db.session.get_one(Organisation, user.organisation_id, with_for_update={"key_share": True})
    db.session.refresh(user)
    given = {"name": name, "job_title": job_title, "email": email, "phone": phone, "mobile": mobile}
    stored = {column: getattr(user, column) for column in given}
    kept = merge_changes(given, based_on=based_on, stored=stored)
    email = kept.pop("email")
    if based_on and role == based_on.get("role"):
        role = None
    new_role = None
    if role is not None and (own_role is None or role.lower() != own_role.name.lower()):
        if user.id == actor.user_id:
            raise ForbiddenError("Your own role can only be changed by somebody else.")
        new_role = _role_of(db.session.get_one(Organisation, user.organisation_id), role)
        _demand_not_more(actor, new_role.permissions)
    before = user.email
    if email != before and user.id != actor.user_id:
        _demand_not_more(actor, own_role.permissions if own_role else ())
    if new_role is not None:
        _demand_not_more(actor, own_role.permissions if own_role else ())
        change_role(user=user, role=new_role)
    is_other = known_as(email) != known_as(before)
    token: str | None = None
    if is_other and user.status != UserStatus.INVITED:
        if user.id == actor.user_id:
            _check_own_password(user, current_password)
        token = ask_to_change_email(user=user, email=email)
    else:
        change_email(user=user, email=email)
    for column, value in kept.items():
        setattr(user, column, value)
    if (
        any(value != stored[column] for column, value in kept.items())
        or new_role is not None
        or user.email != before
    ):
        _record_event("user.updated", actor, user)
    if token is not None:
        mail_email_confirmation(user=user, email=email, token=token)
        mail_email_change_asked(user=user, email=email, token=token)
    elif is_other:
        _mail_changed_email(user, before)


def _check_own_password(user: User, password: str | None) -> None:
    if not password:
        raise InvalidError(fields={"currentPassword": [WITHOUT_CURRENT]})
    check_current_password(user=user, password=password)


def _mail_changed_email(user: User, before: str) -> None:
    """Tell the address until now, and mail the open invitation to the new one."""
    mail_email_changed(user=user, before=before)
    invitation = open_invitation_of(user.id)
    if invitation is not None:
        mail_again(invitation=invitation)


def suspend(*, actor: Actor, user_id: int, suspended: bool) -> None:
    """Suspend a colleague, whose sign-ins end at once, or reactivate them (specification section 4, User).

    Raises NotFoundError, ForbiddenError for people of other organisations and for oneself, ConflictError for
    the last active Super User and for who has not accepted the invitation.
    """
    user, role = _colleague(actor, user_id)
    if user.id == actor.user_id:
        raise ForbiddenError("You can't suspend yourself.")
    _demand_not_more(actor, role.permissions if role else ())
    if set_suspended(user=user, suspended=suspended):
        _record_event("user.suspended" if suspended else "user.reactivated", actor, user)


def change_picture(*, actor: Actor, user_id: int, attachment_id: int) -> None:
    """Show an uploaded picture (USERPICLARGE) as the profile picture of oneself or of a colleague."""
    user, _ = _colleague(actor, user_id)
    user.picture_version = attach_picture(
        actor=actor, attachment_id=attachment_id, kind=AttachmentKind.USERPICLARGE,
        subject_type="user", subject_id=user.id,
    )  # fmt: skip
    user.picture_id = attachment_id
    _record_event("user.updated", actor, user)


def _employer(actor: Actor, organisation_id: int | None) -> tuple[Organisation, Relationship | None]:
    """The organisation that a user is added to, with the relationship where it is another one."""
    row = organisation_for(actor=actor, organisation_id=organisation_id or actor.organisation_id)
    organisation, relationship = row[0], row[1]
    if organisation.id == actor.organisation_id:
        return organisation, None
    if relationship is None or not is_above_none(relationship.level):
        raise ForbiddenError(NO_RELATIONSHIP)
    return organisation, relationship


def _role_of(organisation: Organisation, name: str) -> Role:
    role = role_named(organisation_id=organisation.id, name=name)
    if role is None:
        raise InvalidError(fields={"role": ["Choose one of the organisation's roles."]})
    return role


def _colleague(actor: Actor, user_id: int) -> tuple[User, Role | None]:
    """A user whom the actor may change, with their role: oneself or, with MANAGE_USERS, somebody of the own organisation."""
    row: Any = contact_for(actor=actor, user_id=user_id)
    user: User = row[0]
    if user.organisation_id != actor.organisation_id:
        raise ForbiddenError
    if user.id != actor.user_id:
        actor.demand(Permission.MANAGE_USERS)
    return user, db.session.get(Role, user.role_id) if user.role_id else None


def _demand_not_more(actor: Actor, permissions: Collection[str]) -> None:
    if exceeds(permissions, actor.permissions):
        raise ForbiddenError(TOO_MUCH)


def _record_event(type: str, actor: Actor, user: User) -> None:
    record(type, actor=actor, subject_user_id=user.id, userId=user.id, userName=user.name)

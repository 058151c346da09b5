"""Add users and change their details (specification section 6, Roles and permissions)."""

from collections.abc import Collection, Mapping, Sequence

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
    erase_user,
    exceeds,
    invite,
    known_as,
    mail_again,
    mail_email_change_asked,
    mail_email_changed,
    mail_email_confirmation,
    mail_invited_alert,
    open_invitation_of,
    require_step_up,
    role_named,
    set_suspended,
    super_users_of,
)
from app.events.public import record
from app.extensions import db
from app.files.public import AttachmentKind, attach_picture, detach_others
from app.kernel.db.merging import merge_changes
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.network.models import Relationship
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.organisations import with_time_zone
from app.network.policies import is_above_none
from app.network.queries.contacts import contact_for
from app.network.queries.directory import organisation_for

CURRENT_REQUIRED = "Enter your current password to change your e-mail address."
NO_RELATIONSHIP = "Adding a user to another organisation needs a relationship above None with it."
ROLE_RESERVED = "This organisation has a Super User of its own, who alone gives roles that manage users or the organisation."
ROLE_EXCEEDS_ACTOR = "This role manages more than yours does, so you can't give it or take it away."


def add_user(*, actor: Actor, name: str, email: str, role: str, organisation_id: int | None = None) -> User:
    """Add a user to the actor's organisation or to a supplier, and invite them by mail.

    For a supplier, the actor's organisation must have a relationship above None with it. If the supplier is CONFIRMED
    and has active Super Users, the new user cannot manage users or the organisation, and the Super Users get a mail.
    A role that manages users or the organisation requires a step-up.
    Raises NotFoundError for an organisation that the actor may not see, ForbiddenError, and InvalidError with fields.
    """
    organisation, relationship = _employer(actor, organisation_id)
    new_role = _role_of(organisation, role)
    super_users: Sequence[User] = ()
    if relationship is None:
        _check_not_above_actor(actor, new_role.permissions)
    elif organisation.status == OrganisationStatus.CONFIRMED:
        super_users = super_users_of(organisation.id)
        if super_users and decides_about_others(new_role.permissions):
            raise InvalidError(fields={"role": [ROLE_RESERVED]})
    if decides_about_others(new_role.permissions):
        require_step_up(actor)
    user = create_user(organisation_id=organisation.id, role=new_role, name=name, email=email)
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
    time_zone: str | None = None,
    role: str | None = None,
    current_password: str | None = None,
    based_on: Mapping[str, object] | None = None,
) -> None:
    """Change the actor's own details or, with MANAGE_USERS, the details of a colleague. Users cannot change their own role.

    A new e-mail address, entered by the user or by a colleague, replaces the old one when its owner opens the mailed
    link; until then the user signs in with the old address. Actors who change their own address need
    `current_password`. `time_zone` is empty for the organisation's and None to keep the stored one. The address of a user who has not accepted the invitation changes at once, because it is not
    used to sign in yet, and the invitation is mailed to the new address. The address of a colleague, and roles that manage
    users or the organisation, require a step-up. Raises NotFoundError, ForbiddenError for
    users of other organisations, InvalidError with fields, TooManyError for too many addresses, ConflictError for the
    last active Super User and for details that another user has changed since `based_on` was loaded
    (`merge_changes`).
    """
    user, own_role = _colleague(actor, user_id)
    # Suspending and role changes take this lock first too, so changes of one organisation's users run one by one.
    db.session.get_one(Organisation, user.organisation_id, with_for_update={"key_share": True})
    db.session.refresh(user)
    details = with_time_zone(
        {
            "name": name, "job_title": job_title, "email": email, "phone": phone, "mobile": mobile,
            "time_zone": time_zone,
        }
    )  # fmt: skip
    stored = {column: getattr(user, column) for column in details}
    changes = merge_changes(details, based_on=based_on, stored=stored)
    email = changes.pop("email")
    if based_on and role == based_on.get("role"):
        role = None
    new_role = None
    if role is not None and (own_role is None or role.lower() != own_role.name.lower()):
        if user.id == actor.user_id:
            raise ForbiddenError("Only someone else can change your role.")
        new_role = _role_of(db.session.get_one(Organisation, user.organisation_id), role)
        _check_not_above_actor(actor, new_role.permissions)
    old_email = user.email
    if user.id != actor.user_id:
        _check_colleague_change(actor, own_role, new_role, has_new_email=email != old_email)
    if new_role is not None:
        change_role(user=user, role=new_role)
    is_new_address = known_as(email) != known_as(old_email)
    token: str | None = None
    if is_new_address and user.status != UserStatus.INVITED:
        if user.id == actor.user_id:
            _check_own_password(user, current_password)
        token = ask_to_change_email(user=user, email=email)
    else:
        change_email(user=user, email=email)
    for column, value in changes.items():
        setattr(user, column, value)
    if (
        any(value != stored[column] for column, value in changes.items())
        or new_role is not None
        or user.email != old_email
    ):
        _record_event("user.updated", actor, user)
    if token is not None:
        mail_email_confirmation(user=user, email=email, token=token)
        mail_email_change_asked(user=user, email=email, token=token)
    elif is_new_address:
        _mail_changed_email(user, old_email)


def _check_own_password(user: User, password: str | None) -> None:
    if not password:
        raise InvalidError(fields={"currentPassword": [CURRENT_REQUIRED]})
    check_current_password(user=user, password=password)


def _mail_changed_email(user: User, old_email: str) -> None:
    """Notify the old address, and mail the open invitation to the new one."""
    mail_email_changed(user=user, before=old_email)
    invitation = open_invitation_of(user.id)
    if invitation is not None:
        mail_again(invitation=invitation)


def suspend(*, actor: Actor, user_id: int, suspended: bool) -> None:
    """Suspend a colleague, which ends their sign-ins at once, or reactivate them (specification section 4, User).

    Raises NotFoundError, ForbiddenError for users of other organisations and for the actor, ConflictError for the last
    active Super User and for users who have not accepted the invitation.
    """
    user, role = _colleague(actor, user_id)
    if user.id == actor.user_id:
        raise ForbiddenError("You can't suspend yourself.")
    _check_not_above_actor(actor, role.permissions if role else ())
    if role is not None and decides_about_others(role.permissions):
        require_step_up(actor)
    if set_suspended(user=user, suspended=suspended):
        _record_event("user.suspended" if suspended else "user.reactivated", actor, user)


def erase(*, actor: Actor, user_id: int) -> None:
    """Erase the personal data of a suspended or invited colleague permanently; their records stay, by a "Former user".

    Raises StepUpError unless the actor has confirmed their identity, NotFoundError, ForbiddenError for users of other
    organisations and for the actor, ConflictError for users who can still sign in and for erased ones.
    """
    user, role = _colleague(actor, user_id)
    if user.id == actor.user_id:
        raise ForbiddenError("You can't erase yourself.")
    _check_not_above_actor(actor, role.permissions if role else ())
    require_step_up(actor)
    detach_others(subject_type="user", subject_id=user.id, keep=[])
    erase_user(user=user)
    _record_event("user.erased", actor, user)


def change_picture(*, actor: Actor, user_id: int, attachment_id: int) -> None:
    """Set an uploaded picture (USERPICLARGE) as the profile picture of the actor or a colleague."""
    user, _ = _colleague(actor, user_id)
    user.picture_version = attach_picture(
        actor=actor, attachment_id=attachment_id, kind=AttachmentKind.USERPICLARGE,
        subject_type="user", subject_id=user.id,
    )  # fmt: skip
    user.picture_id = attachment_id
    _record_event("user.updated", actor, user)


def _employer(actor: Actor, organisation_id: int | None) -> tuple[Organisation, Relationship | None]:
    """Return the new user's organisation, and the relationship with it if it is not the actor's own."""
    row = organisation_for(actor=actor, organisation_id=organisation_id or actor.organisation_id)
    organisation, relationship = row.organisation, row.relationship
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
    """Return a user and their role if the actor may change them: the actor or, with MANAGE_USERS, a colleague."""
    user = contact_for(actor=actor, user_id=user_id).user
    if user.organisation_id != actor.organisation_id:
        raise ForbiddenError
    if user.id != actor.user_id:
        actor.demand(Permission.MANAGE_USERS)
    return user, db.session.get(Role, user.role_id) if user.role_id else None


def _check_not_above_actor(actor: Actor, permissions: Collection[str]) -> None:
    if exceeds(permissions, actor.permissions):
        raise ForbiddenError(ROLE_EXCEEDS_ACTOR)


def _check_colleague_change(
    actor: Actor, role: Role | None, new_role: Role | None, *, has_new_email: bool
) -> None:
    """Check a new role and a new address of a colleague; see `save_details` for the errors."""
    if not has_new_email and new_role is None:
        return
    _check_not_above_actor(actor, role.permissions if role else ())
    changes_rights = new_role is not None and any(
        decides_about_others(each.permissions) for each in (role, new_role) if each is not None
    )
    # The user who receives a colleague's mail can choose a new password for the colleague.
    if has_new_email or changes_rights:
        require_step_up(actor)


def _record_event(type: str, actor: Actor, user: User) -> None:
    record(type, actor=actor, subject_user_id=user.id, userId=user.id, userName=user.name)

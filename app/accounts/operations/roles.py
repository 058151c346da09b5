"""Creating, changing and deleting the roles of an organisation (product decisions, Roles and permissions)."""

from collections.abc import Sequence

from sqlalchemy import exists, select
from sqlalchemy.exc import IntegrityError

from app.accounts.models import Organisation, Role, User
from app.accounts.models.company import CompanyGroup
from app.accounts.operations.other_ways import check_break_glass_remains
from app.accounts.policies import exceeds, require_step_up
from app.accounts.queries.people import role_named
from app.accounts.types import SUPER_USER, RoleValues
from app.events.public import record
from app.extensions import db
from app.kernel.db.merging import merge_changes
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError

NAME_TAKEN = "Your organisation has a role of this name already."
FIXED = (
    "The Super User has every permission and keeps the name, so that someone can always manage everything."
)
OWN_ROLE = "This is your own role. Only someone with another role can change its permissions."
TOO_MUCH = "A role can't be made to manage more than yours does."


def create_role(*, actor: Actor, name: str, permissions: Sequence[Permission]) -> Role:
    """Create a role; raise InvalidError for a name in use, ForbiddenError if the role would exceed the actor's.

    Changes of roles require a step-up.
    """
    require_step_up(actor)
    _demand_not_more(actor, permissions)
    _demand_free(actor, name)
    role = Role(organisation_id=actor.organisation_id, name=name, permissions=_ordered(permissions))
    try:
        with db.session.begin_nested():
            db.session.add(role)
    except IntegrityError as error:
        raise InvalidError(fields={"name": [NAME_TAKEN]}) from error
    _record_event(actor, "role.created", role)
    return role


def save_role(
    *,
    actor: Actor,
    role_id: int,
    name: str,
    permissions: Sequence[Permission],
    based_on: RoleValues | None = None,
) -> Role:
    """Rename a role and change its permissions, from the next request of each of its users.

    Values that are unchanged since `based_on` keep the version that a colleague has saved meanwhile, so that a
    permission that a colleague has just removed is not restored by accident. Raises NotFoundError for roles of others,
    ConflictError for the Super User and for a name that both have changed (`merge_changes`), ForbiddenError for
    permissions of the actor's own role and for changes that exceed it, InvalidError for a name in use.
    """
    require_step_up(actor)
    role = _own_role(actor, role_id)
    if based_on is not None:
        name = merge_changes({"name": name}, based_on=based_on, stored={"name": role.name})["name"]
        # A permission has two states, so two users who change the same one want the same state: no conflict.
        new, base = set(permissions), set(based_on["permissions"])
        permissions = [*(set(map(Permission, role.permissions)) - (base - new) | (new - base))]
    ordered = _ordered(permissions)
    if ordered != _ordered(role.permissions):
        if _has(actor, role):
            raise ForbiddenError(OWN_ROLE)
        _demand_not_more(actor, permissions)
        _demand_not_more(actor, role.permissions)
    if name.lower() != role.name.lower():
        _demand_free(actor, name)
    try:
        with db.session.begin_nested():
            role.name, role.permissions = name, ordered
    except IntegrityError as error:
        raise InvalidError(fields={"name": [NAME_TAKEN]}) from error
    check_break_glass_remains(actor.organisation_id)
    _record_event(actor, "role.changed", role)
    return role


def delete_role(*, actor: Actor, role_id: int) -> None:
    """Delete a role without users; raise NotFoundError, or ConflictError for the Super User and a role in use."""
    require_step_up(actor)
    role = _own_role(actor, role_id)
    if db.session.execute(select(exists().where(User.role_id == role.id))).scalar():
        raise ConflictError(
            f"The role {role.name} is in use. Give the people who have it another role first."
        )
    if db.session.execute(select(exists().where(CompanyGroup.role_id == role.id))).scalar():
        raise ConflictError(f"A group of your company sign-in gets the role {role.name}. Change that first.")
    try:
        with db.session.begin_nested():
            db.session.delete(role)
    except IntegrityError as error:
        raise ConflictError(f"The role {role.name} is in use.") from error
    _record_event(actor, "role.deleted", role)


def _own_role(actor: Actor, role_id: int) -> Role:
    role: Role | None = db.session.execute(
        select(Role)
        .where(Role.id == role_id, Role.organisation_id == actor.organisation_id)
        .with_for_update()
    ).scalar()
    if role is None:
        raise NotFoundError
    if role.name == SUPER_USER:
        raise ConflictError(FIXED)
    return role


def _has(actor: Actor, role: Role) -> bool:
    return db.session.get_one(User, actor.user_id).role_id == role.id


def _demand_free(actor: Actor, name: str) -> None:
    if role_named(organisation_id=actor.organisation_id, name=name) is not None:
        raise InvalidError(fields={"name": [NAME_TAKEN]})


def _demand_not_more(actor: Actor, permissions: Sequence[str]) -> None:
    if exceeds(permissions, actor.permissions):
        raise ForbiddenError(TOO_MUCH)


def _ordered(permissions: Sequence[str]) -> list[str]:
    return [permission.value for permission in Permission if permission in permissions]


def _record_event(actor: Actor, audit_type: str, role: Role) -> None:
    organisation = db.session.get_one(Organisation, actor.organisation_id)
    record(
        "organisation.updated",
        actor=actor,
        audit_type=audit_type,
        roleId=role.id,
        organisationId=organisation.id,
        organisationName=organisation.name,
    )

"""Serializers of accounts: people, sessions, roles and sign-ins."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from app.accounts.models import Organisation, Role, SignIn, User
from app.accounts.operations.passkeys import can_use_passkeys
from app.accounts.policies import browser_name, colour, initials
from app.accounts.queries.actors import viewer
from app.accounts.queries.factors import app_of, factors_of, passkeys_of, people_without_factor
from app.accounts.queries.people import people_by_role, roles_of
from app.accounts.types import SUPER_USER
from app.kernel.data_keys import has_data_keys
from app.kernel.http.auth import Actor, Permission
from app.kernel.reference import country_name
from app.kernel.registry import current_registry


def picture_url(attachment_id: int | None, version: str | None) -> str | None:
    """Return the address of a picture; with a version, browsers cache it."""
    if not attachment_id:
        return None
    return f"/files/{attachment_id}?v={version}" if version else f"/files/{attachment_id}"


def serialize_person(user: User) -> dict[str, object]:
    """Serialize a user for `PersonSchema`."""
    return {
        "id": user.id,
        "name": user.name,
        "initials": initials(user.name),
        "colour": colour(user.id),
        "pic_url": picture_url(user.picture_id, user.picture_version),
        "job_title": user.job_title,
        "status": user.status,
    }


def authorities(user: User) -> list[str]:
    """Return the rights outside the roles: ROLE_ADMIN for administrators of the platform (specification section 6)."""
    return ["ROLE_ADMIN"] if user.is_admin else []


def serialize_session_user(user: User) -> dict[str, object]:
    """Serialize a user for `SessionUserSchema`."""
    return {
        "id": user.id,
        "name": user.name,
        "email": user.email,
        "initials": initials(user.name),
        "colour": colour(user.id),
        "pic_url": picture_url(user.picture_id, user.picture_version),
        "is_admin": user.is_admin,
        "type": user.type,
        "authorities": authorities(user),
    }


def serialize_session_organisation(organisation: Organisation) -> dict[str, object]:
    """Serialize an organisation for `SessionOrganisationSchema`."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "is_test_organisation": organisation.is_test_organisation,
        "logo_url": picture_url(organisation.logo_id, organisation.logo_version),
    }


def serialize_roles(
    roles: Sequence[Role], people: Mapping[int, Sequence[User]], *, own_role_id: int | None
) -> list[dict[str, object]]:
    """Serialize roles for `RoleSchema`."""
    return [
        {
            "id": role.id,
            "name": role.name,
            "permissions": [p for p in Permission if p in role.permissions],
            "is_fixed": role.name == SUPER_USER,
            "is_own": role.id == own_role_id,
            "users": people.get(role.id, []),
        }
        for role in roles
    ]


def serialize_sign_in(sign_in: SignIn, *, this: int | None) -> dict[str, object]:
    """Serialize a sign-in for `SignInRowSchema`."""
    return {
        "id": sign_in.id,
        "browser": browser_name(sign_in.user_agent),
        "address": sign_in.address,
        "created": sign_in.created,
        "last_seen": sign_in.last_seen,
        "is_this": sign_in.id == this,
    }


class Address(Protocol):
    """An organisation, or a row with the columns of its address."""

    @property
    def address_line1(self) -> str | None: ...

    @property
    def address_line2(self) -> str | None: ...

    @property
    def address_city(self) -> str | None: ...

    @property
    def address_region(self) -> str | None: ...

    @property
    def address_zipcode(self) -> str | None: ...

    @property
    def address_country(self) -> str | None: ...


def serialize_address(organisation: Address) -> dict[str, object] | None:
    """Serialize an address; None if all its parts are empty."""
    lines: dict[str, object] = {
        "line1": organisation.address_line1,
        "line2": organisation.address_line2,
        "city": organisation.address_city,
        "region": organisation.address_region,
        "zipcode": organisation.address_zipcode,
        "country": organisation.address_country,
        "country_name": country_name(organisation.address_country) if organisation.address_country else None,
    }
    return lines if any(lines.values()) else None


def serialize_own_roles(actor: Actor) -> list[dict[str, object]]:
    """Serialize the roles of the actor's organisation for `RoleSchema`."""
    return serialize_roles(
        roles_of(actor.organisation_id),
        people_by_role(actor.organisation_id),
        own_role_id=viewer(actor).user.role_id,
    )


def serialize_factors(user_id: int) -> dict[str, object]:
    """Serialize the second factors of a user for `FactorsSchema`."""
    app = app_of(user_id)
    return {
        "app": {"created": app.confirmed, "last_used": app.last_used} if app and app.confirmed else None,
        "passkeys": [
            {
                "id": passkey.id,
                "name": passkey.name,
                "backed_up": passkey.backed_up,
                "created": passkey.created,
                "last_used": passkey.last_used,
            }
            for passkey in passkeys_of(user_id)
        ],
        "recovery_codes": factors_of(user_id).recovery_codes,
        "can_add_app": has_data_keys(),
        "can_add_passkey": can_use_passkeys(),
    }


def serialize_sign_in_policy(actor: Actor) -> dict[str, object]:
    """Serialize the rules for signing in of the actor's organisation for `SignInPolicySchema`."""
    organisation = viewer(actor).organisation
    total, people = people_without_factor(actor.organisation_id)
    return {
        "requirement": organisation.factor_requirement,
        "starts": organisation.factor_from,
        "session_days": organisation.session_days,
        "max_session_days": current_registry().settings.SESSION_DAYS,
        "roles": [
            {"id": role.id, "name": role.name, "requires_factor": role.requires_factor}
            for role in roles_of(actor.organisation_id)
        ],
        "without_factor": {
            "total": total,
            "people": [{"id": user.id, "name": user.name} for user in people],
        },
    }

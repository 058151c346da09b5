"""The states and kinds of organisations, users and links (specification sections 3 and 4)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypedDict

from app.kernel.http.auth import Permission

GUEST_ORGANISATION_NAME = "_Guest_"
GUEST_SAFE_NAME = "Guest"
"""The displayed name of the placeholder organisation of guests."""


class OrganisationStatus(StrEnum):
    """INVITED until its first user accepts, then CONFIRMED."""

    INVITED = "INVITED"
    CONFIRMED = "CONFIRMED"


class OwnershipType(StrEnum):
    """The ownership of a company."""

    PRIVATE = "PRIVATE"
    PUBLIC = "PUBLIC"


class UserStatus(StrEnum):
    """INVITED until accepted; SUSPENDED users cannot sign in and get no mail, but their data stays."""

    INVITED = "INVITED"
    ACTIVE = "ACTIVE"
    SUSPENDED = "SUSPENDED"


class UserType(StrEnum):
    """Users of organisations; guests, who sign in with a link; service users, as which API keys act.

    A service user cannot sign in, gets no mail, and is in no list of people.
    """

    USER = "USER"
    GUEST = "GUEST"
    SERVICE = "SERVICE"


class LinkPurpose(StrEnum):
    """The purpose of a link in a mail; a token is valid for one purpose only."""

    INVITATION = "INVITATION"
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105
    GUEST = "GUEST"
    EMAIL_CONFIRMATION = "EMAIL_CONFIRMATION"
    IDENTITY_CONFIRMATION = "IDENTITY_CONFIRMATION"


class SignInMethod(StrEnum):
    """The ways in which a user has proved their identity in a sign-in."""

    PASSWORD = "password"  # noqa: S105
    CODE = "code"
    RECOVERY_CODE = "recoveryCode"
    PASSKEY = "passkey"
    COMPANY = "company"


class CompanySignInUse(StrEnum):
    """The use of an organisation's company sign-in. With REQUIRED, only break-glass users may sign in another way."""

    OFF = "OFF"
    OPTIONAL = "OPTIONAL"
    REQUIRED = "REQUIRED"


class CompanySignInState(StrEnum):
    """The state of an organisation's company sign-in on the settings page. READY is complete, but not switched on."""

    NOT_SET_UP = "NOT_SET_UP"
    DOMAIN_NOT_VERIFIED = "DOMAIN_NOT_VERIFIED"
    READY = "READY"
    ON = "ON"
    ENFORCED = "ENFORCED"


ProviderClaims = Mapping[str, object]
"""The claims of a verified ID token, with more claims of the userinfo endpoint."""


class FactorKind(StrEnum):
    """The kinds of second factors."""

    APP = "app"
    PASSKEY = "passkey"


class FactorRequirement(StrEnum):
    """The users of an organisation who must have a second factor."""

    OPTIONAL = "OPTIONAL"
    ROLES = "ROLES"
    EVERYBODY = "EVERYBODY"


MALFORMED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""Errors of reading a browser's answer that does not have the expected form."""
MAX_PASSKEYS = 10
"""Maximum for one user."""

SUPER_USER, MANAGER = "Super User", "Manager"
P = Permission
ADMINISTRATIVE = frozenset({P.MANAGE_USERS, P.MANAGE_ORGANISATION, P.MANAGE_INTEGRATIONS})
"""The permissions that make a role administrative."""
STANDARD_ROLES: dict[str, tuple[Permission, ...]] = {
    SUPER_USER: tuple(Permission),
    MANAGER: tuple(p for p in Permission if p not in ADMINISTRATIVE),
    "Contributor": (P.ANSWER_RFX, P.MANAGE_NCRS, P.SEND_MESSAGES),
    "Viewer": (),
}
"""The roles of a new organisation, with their permissions."""


class RoleValues(TypedDict):
    """The editable values of a role."""

    name: str
    permissions: list[Permission]


class AccountMail(StrEnum):
    """The mails of accounts (specification section 2, Sysadmin). GENERAL covers mails without their own template."""

    GENERAL = "GENERAL"
    SUPPLIERINVITE = "SUPPLIERINVITE"
    USERINVITE = "USERINVITE"
    USERINVITEDALERT = "USERINVITEDALERT"


FORMER_USER = "Former user"
"""The name of a user whose personal data was erased."""
ANONYMOUS = "Anonymous"
"""The name of a guest who was invited with only an e-mail address (product decisions)."""

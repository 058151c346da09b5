"""The states and kinds of organisations, users and links (specification sections 3 and 4)."""

from enum import StrEnum
from typing import TypedDict

from app.kernel.auth import Permission

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
    """Users of organisations, and guests, who sign in with a link."""

    USER = "USER"
    GUEST = "GUEST"


class LinkPurpose(StrEnum):
    """The purpose of a link in a mail; a token is valid for one purpose only."""

    INVITATION = "INVITATION"
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105
    GUEST = "GUEST"
    EMAIL_CONFIRMATION = "EMAIL_CONFIRMATION"


SUPER_USER = "Super User"
P = Permission
STANDARD_ROLES: dict[str, tuple[Permission, ...]] = {
    SUPER_USER: tuple(Permission),
    "Manager": tuple(p for p in Permission if p not in {P.MANAGE_USERS, P.MANAGE_ORGANISATION}),
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


ANONYMOUS = "Anonymous"
"""The name of a guest who was invited with only an e-mail address (product decisions)."""

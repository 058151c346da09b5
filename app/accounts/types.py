"""The states and kinds of organisations, users and links (specification sections 3 and 4)."""

from enum import StrEnum

from app.kernel.auth import Permission

GUEST_ORGANISATION_NAME = "_Guest_"
GUEST_SAFE_NAME = "Guest"
"""What people read for the placeholder organisation that guests belong to."""


class OrganisationStatus(StrEnum):
    """INVITED until its first user accepts, then CONFIRMED."""

    INVITED = "INVITED"
    CONFIRMED = "CONFIRMED"


class OwnershipType(StrEnum):
    """Who owns a company."""

    PRIVATE = "PRIVATE"
    PUBLIC = "PUBLIC"


class UserStatus(StrEnum):
    """INVITED until accepted; SUSPENDED users cannot sign in and get no mail, and their data stays."""

    INVITED = "INVITED"
    ACTIVE = "ACTIVE"
    SUSPENDED = "SUSPENDED"


class UserType(StrEnum):
    """Users of organisations, and guests, who came by a link."""

    USER = "USER"
    GUEST = "GUEST"


class LinkPurpose(StrEnum):
    """What a link in a mail is for; a token of one purpose never serves another."""

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
"""The roles that a new organisation gets, and what each may do."""


class AccountMail(StrEnum):
    """The mails of accounts (specification section 2, Sysadmin). GENERAL serves all that have no mail of their own."""

    GENERAL = "GENERAL"
    SUPPLIERINVITE = "SUPPLIERINVITE"
    USERINVITE = "USERINVITE"
    USERINVITEDALERT = "USERINVITEDALERT"


ANONYMOUS = "Anonymous"
"""The name of a guest who was asked by e-mail address alone (product decisions)."""

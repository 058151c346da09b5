"""The names of accounts that other features use."""

from app.accounts.authentication import limit_password_guesses
from app.accounts.mails import (
    mail_email_change_asked,
    mail_email_changed,
    mail_email_confirmation,
    mail_invited_alert,
    recipient,
    sender,
)
from app.accounts.models import AccessGrant, Invitation, Organisation, Role, SignIn, User
from app.accounts.operations.grants import expire_access, grant_access, revoke_access
from app.accounts.operations.invitations import (
    INVITATION_LIFE,
    AcceptedInvitation,
    invitation_accepted,
    invite,
    mail_again,
)
from app.accounts.operations.links import new_link
from app.accounts.operations.organisations import (
    NewOrganisation,
    create_guest,
    create_organisation,
    organisation_created,
)
from app.accounts.operations.passwords import check_current_password, hash_password
from app.accounts.operations.users import (
    EMAIL_IN_USE,
    ask_to_change_email,
    change_email,
    change_role,
    create_user,
    set_suspended,
)
from app.accounts.policies import colour, decides_about_others, exceeds, is_nameless, known_as
from app.accounts.queries.actors import actor_of_user, guest_of_link, viewer
from app.accounts.queries.links import grant_for, guest_of_ended_link, open_invitation_of
from app.accounts.queries.people import (
    guest_organisation,
    role_named,
    roles_and_lead,
    super_user_ids,
    super_users_of,
    user_by_email,
    zones_of,
)
from app.accounts.schemas import Email, Password, PersonSchema, PictureSchema
from app.accounts.serializers import authorities, picture_url, serialize_address, serialize_person
from app.accounts.types import (
    ANONYMOUS,
    GUEST_SAFE_NAME,
    AccountMail,
    LinkPurpose,
    OrganisationStatus,
    OwnershipType,
    UserStatus,
    UserType,
)

__all__ = [
    "ANONYMOUS",
    "EMAIL_IN_USE",
    "GUEST_SAFE_NAME",
    "INVITATION_LIFE",
    "AcceptedInvitation",
    "AccessGrant",
    "AccountMail",
    "Email",
    "Invitation",
    "LinkPurpose",
    "NewOrganisation",
    "Organisation",
    "OrganisationStatus",
    "OwnershipType",
    "Password",
    "PersonSchema",
    "PictureSchema",
    "Role",
    "SignIn",
    "User",
    "UserStatus",
    "UserType",
    "actor_of_user",
    "ask_to_change_email",
    "authorities",
    "change_email",
    "change_role",
    "check_current_password",
    "colour",
    "create_guest",
    "create_organisation",
    "create_user",
    "decides_about_others",
    "exceeds",
    "expire_access",
    "grant_access",
    "grant_for",
    "guest_of_ended_link",
    "guest_of_link",
    "guest_organisation",
    "hash_password",
    "invitation_accepted",
    "invite",
    "is_nameless",
    "known_as",
    "limit_password_guesses",
    "mail_again",
    "mail_email_change_asked",
    "mail_email_changed",
    "mail_email_confirmation",
    "mail_invited_alert",
    "new_link",
    "open_invitation_of",
    "organisation_created",
    "picture_url",
    "recipient",
    "revoke_access",
    "role_named",
    "roles_and_lead",
    "sender",
    "serialize_address",
    "serialize_person",
    "set_suspended",
    "super_user_ids",
    "super_users_of",
    "user_by_email",
    "viewer",
    "zones_of",
]

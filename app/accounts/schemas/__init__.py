"""Schemas of accounts."""

import re
from collections.abc import Mapping
from typing import Any, TypedDict

from email_validator import EmailNotValidError
from marshmallow import ValidationError, fields, post_load, validate

from app.accounts.policies import PASSWORD_MAX, mixes_alphabets
from app.accounts.types import RoleValues, UserType
from app.kernel.email_addresses import MAX_ADDRESS_LENGTH, parse_address
from app.kernel.http.auth import Permission
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, QuerySchema, enum_list


class Email(fields.String):
    """An e-mail address, trimmed; its format and lookalike letters are checked, but not its domain in the network."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs)).strip()
        if not text:
            raise ValidationError("An e-mail address is required.")
        try:
            email = parse_address(text).normalized
        except EmailNotValidError:
            raise ValidationError("Please enter a valid e-mail address.") from None
        if mixes_alphabets(email):
            raise ValidationError(
                "This address mixes letters of different alphabets. Please check its spelling."
            )
        return email


class Password(fields.String):
    """A password, exactly as typed."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "validate", validate.Length(max=1000, error=f"At most {PASSWORD_MAX} characters are possible.")
        )
        super().__init__(**kwargs)


class SignInSchema(CamelSchema):
    email = fields.String(required=True, validate=validate.Length(max=MAX_ADDRESS_LENGTH))
    password = Password(required=True)


class SignInBody(TypedDict):
    email: str
    password: str


class GuestSignInSchema(CamelSchema):
    uuid = fields.String(required=True, validate=validate.Length(min=1, max=200))


class GuestSignInBody(TypedDict):
    uuid: str


class LinkCodeSchema(GuestSignInSchema):
    code = fields.String(required=True, validate=validate.Length(min=1, max=20))

    @post_load
    def _without_spaces(self, data: Arguments, **_options: object) -> Arguments:
        return {**data, "code": re.sub(r"[\s-]", "", data["code"])}


class LinkCodeBody(GuestSignInBody):
    """Loaded `LinkCodeSchema`."""

    code: str


class EmailSchema(CamelSchema):
    email = fields.String(required=True, validate=validate.Length(min=1, max=MAX_ADDRESS_LENGTH))


class EmailBody(TypedDict):
    email: str


class NewPasswordSchema(CamelSchema):
    password = Password(required=True)


class NewPasswordBody(TypedDict):
    password: str


class AcceptSchema(CamelSchema):
    name = Line(required=True)
    email = Email(required=True)
    password = Password(required=True)
    organisation_name = Line(required=True)
    time_zone = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=100),
        metadata={"description": "The browser's time zone (IANA); an unknown one is ignored."},
    )


class AcceptBody(TypedDict):
    name: str
    email: str
    password: str
    organisation_name: str
    time_zone: str | None


class PasswordCheckSchema(CamelSchema):
    """The error of a password, or null."""

    fault = fields.String(required=True, allow_none=True)


class NewOrganisationSchema(CamelSchema):
    """An operator's input for a new organisation and its first user."""

    name = Line(required=True)
    person = Line(required=True)
    email = Email(required=True)


class OptionalMailSchema(CamelSchema):
    """The setting for mails that only report what the product also shows."""

    wanted = fields.Boolean(required=True)


class OptionalMailBody(TypedDict):
    wanted: bool


class EmailQuerySchema(QuerySchema):
    email = fields.String(required=True, validate=validate.Length(min=1, max=MAX_ADDRESS_LENGTH))
    invite = fields.String(load_default=None, validate=validate.Length(max=200))
    for_invitation = fields.Boolean(load_default=False)


class EmailQuery(TypedDict):
    email: str
    invite: str | None
    for_invitation: bool


class AvailabilitySchema(CamelSchema):
    available = fields.Boolean(required=True)


class PictureSchema(CamelSchema):
    id = Id(required=True)


class PersonSchema(CamelSchema):
    """A user as others see them."""

    id = Id(required=True)
    name = fields.String(required=True)
    initials = fields.String(required=True)
    colour = fields.String(required=True)
    pic_url = fields.String(allow_none=True)
    job_title = fields.String(allow_none=True)
    status = fields.String()


class SessionUserSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True)
    initials = fields.String(required=True)
    colour = fields.String(required=True)
    pic_url = fields.String(allow_none=True, required=True)
    is_admin = fields.Boolean(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(UserType)))
    authorities = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "ROLE_ADMIN for the platform's administrators, outside the roles."},
    )


class SessionOrganisationSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)
    is_test_organisation = fields.Boolean(required=True)
    logo_url = fields.String(allow_none=True, required=True)


class SessionSchema(CamelSchema):
    user = fields.Nested(SessionUserSchema, required=True)
    organisation = fields.Nested(SessionOrganisationSchema, required=True)
    permissions = fields.List(fields.String(), required=True)
    server_version = fields.String(required=True)


class TokenSchema(CamelSchema):
    access_token = fields.String(required=True)
    expires_in = fields.Integer(required=True, metadata={"description": "Seconds."})
    user_id = Id(required=True, metadata={"description": "The user that the token identifies."})


class RoleUserSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class RoleSchema(CamelSchema):
    """A role with its permissions and users."""

    id = Id(required=True)
    name = fields.String(required=True)
    permissions = fields.List(fields.Enum(Permission, by_value=True), required=True)
    is_fixed = fields.Boolean(required=True, metadata={"description": "The Super User, which never changes."})
    is_own = fields.Boolean(required=True, metadata={"description": "The viewer's own role."})
    users = fields.List(fields.Nested(RoleUserSchema), required=True)


class RoleChangeSchema(CamelSchema):
    name = Line(required=True)
    permissions = enum_list(Permission, required=True)


class RoleSeenSchema(CamelSchema):
    """A role as the client loaded it."""

    name = fields.String(required=True)
    permissions = enum_list(Permission, required=True)


class RoleSaveSchema(RoleChangeSchema):
    based_on = fields.Nested(
        RoleSeenSchema,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The role when it was loaded. Unchanged values keep what is stored; 409 with code `stale`, "
            "and `now`, if another user has also renamed it."
        },
    )


class RoleSaveBody(RoleValues):
    based_on: RoleValues | None


class PasswordChangeSchema(CamelSchema):
    current_password = Password(required=True)
    password = Password(required=True)


class PasswordChangeBody(TypedDict):
    current_password: str
    password: str


class SignInRowSchema(CamelSchema):
    """A sign-in in one browser."""

    id = Id(required=True)
    browser = fields.String(required=True)
    address = fields.String(required=True)
    created = fields.DateTime(required=True)
    last_seen = fields.DateTime(required=True)
    is_this = fields.Boolean(required=True)


class ResetSchema(CamelSchema):
    name = fields.String(required=True)
    email = fields.String(required=True)


class InvitedUserSchema(CamelSchema):
    name = fields.String(required=True)
    email = fields.String(required=True)
    organisation = fields.Dict(required=True, metadata={"description": "status and name"})


class InviteSchema(CamelSchema):
    user = fields.Nested(InvitedUserSchema, required=True)
    relationship = fields.Dict(allow_none=True, required=True)
    sender_name = fields.String(required=True)
    sender_pic = fields.String(allow_none=True, required=True)
    sender_org_name = fields.String(required=True)

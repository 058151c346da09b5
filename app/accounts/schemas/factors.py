"""Schemas of proofs of identity: step-up, second factors, and the organisation's rules for signing in."""

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from marshmallow import fields, missing, validate

from app.accounts.operations.passkeys import CREDENTIAL_LENGTH
from app.accounts.operations.tickets import TICKET_LENGTH
from app.accounts.schemas import Password
from app.accounts.types import FactorRequirement, SignInMethod
from app.kernel.http.schemas import CamelSchema, Id, Line, enum_list

MAX_ROLES = 200


def _text(limit: int, description: str, *, required: bool = True) -> fields.String:
    """Return a field for a text of at most `limit` characters, which may be null or missing unless `required`."""
    return fields.String(
        required=required,
        allow_none=not required,
        load_default=missing if required else None,
        validate=validate.Length(min=1, max=limit),
        metadata={"description": description},
    )


def _ticket(*, required: bool = True) -> fields.String:
    return _text(TICKET_LENGTH, "The ticket of the options or of the first step.", required=required)


def _credential(*, required: bool = True) -> fields.String:
    return _text(CREDENTIAL_LENGTH, "The PublicKeyCredential of the browser as JSON text.", required=required)


def _code(*, required: bool = True) -> fields.String:
    return _text(40, "A code of the authenticator app or, to sign in, a recovery code.", required=required)


def _options(*, required: bool = True, allow_none: bool = False) -> fields.String:
    description = "The options for the browser's passkey dialog as JSON text."
    return fields.String(required=required, allow_none=allow_none, metadata={"description": description})


class SessionAnswerSchema(CamelSchema):
    """A sign-in or, with `next`, its second step, in which `POST /api/session/factor` takes the ticket."""

    access_token = fields.String()
    expires_in = fields.Integer(metadata={"description": "Seconds."})
    user_id = Id(metadata={"description": "The user that the token identifies."})
    next = fields.String(validate=validate.OneOf(["secondFactor"]))
    ticket = fields.String(metadata={"description": "Valid once, for five minutes."})
    methods = enum_list(SignInMethod)
    passkey_options = _options(required=False, allow_none=True)


class SecondStepSchema(CamelSchema):
    """The second factor: a code or a passkey."""

    ticket = _ticket()
    code = _code(required=False)
    credential = _credential(required=False)


class SecondStepBody(TypedDict):
    ticket: str
    code: str | None
    credential: str | None


class PasskeyOptionsSchema(CamelSchema):
    ticket = fields.String(required=True, metadata={"description": "Valid once, for five minutes."})
    options = _options()


class PasskeySignInSchema(CamelSchema):
    ticket = _ticket()
    credential = _credential()


class PasskeySignInBody(TypedDict):
    ticket: str
    credential: str


class StepUpOptionsSchema(CamelSchema):
    methods = enum_list(
        SignInMethod,
        required=True,
        metadata={"description": "The methods with which the user can confirm their identity now."},
    )
    ticket = fields.String(required=True, allow_none=True)
    passkey_options = _options(allow_none=True)
    company_path = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The page that confirms the identity with the company sign-in, or null."},
    )


class StepUpSchema(CamelSchema):
    """The password or, for users with a second factor, a code or a passkey with its ticket."""

    current_password = Password(load_default=None, allow_none=True)
    code = _code(required=False)
    ticket = _ticket(required=False)
    credential = _credential(required=False)


class StepUpBody(TypedDict):
    current_password: str | None
    code: str | None
    ticket: str | None
    credential: str | None


class PasskeySchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)
    backed_up = fields.Boolean(
        required=True, metadata={"description": "True if the passkey is synchronised between devices."}
    )
    created = fields.DateTime(required=True)
    last_used = fields.DateTime(required=True, allow_none=True)


class AppSchema(CamelSchema):
    created = fields.DateTime(required=True)
    last_used = fields.DateTime(required=True, allow_none=True)


class FactorsSchema(CamelSchema):
    """The second factors of the current user."""

    app = fields.Nested(AppSchema, required=True, allow_none=True)
    passkeys = fields.List(fields.Nested(PasskeySchema), required=True)
    recovery_codes = fields.Integer(required=True, metadata={"description": "The number of unused codes."})
    can_add_app = fields.Boolean(required=True)
    can_add_passkey = fields.Boolean(required=True)


class NewPasskeySchema(CamelSchema):
    ticket = _ticket()
    name = Line(required=True, limit=60)
    credential = _credential()


class NewPasskeyBody(TypedDict):
    ticket: str
    name: str
    credential: str


class RecoveryCodesSchema(CamelSchema):
    recovery_codes = fields.List(
        fields.String(),
        required=True,
        metadata={
            "description": "New recovery codes, which are shown only once; empty if the user has some."
        },
    )


class QrCodeSchema(CamelSchema):
    """A QR code as the path of an SVG image."""

    size = fields.Integer(required=True, metadata={"description": "Width and height of the view box."})
    path = fields.String(required=True)


class NewAppSchema(CamelSchema):
    secret = fields.String(required=True, metadata={"description": "The secret in base32, for typing it in."})
    uri = fields.String(required=True)
    qr_code = fields.Nested(QrCodeSchema, required=True)


class AppCodeSchema(CamelSchema):
    code = _code()


class AppCodeBody(TypedDict):
    code: str


class PolicyRoleSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)
    requires_factor = fields.Boolean(required=True)


class PolicyPersonSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class WithoutFactorSchema(CamelSchema):
    total = fields.Integer(required=True)
    people = fields.List(
        fields.Nested(PolicyPersonSchema), required=True, metadata={"description": "The first 50 by name."}
    )


class SignInPolicySchema(CamelSchema):
    """The rules of an organisation for signing in."""

    requirement = fields.Enum(FactorRequirement, by_value=True, required=True)
    starts = fields.Date(required=True, allow_none=True)
    session_days = fields.Integer(required=True, allow_none=True)
    max_session_days = fields.Integer(required=True)
    roles = fields.List(fields.Nested(PolicyRoleSchema), required=True)
    without_factor = fields.Nested(WithoutFactorSchema, required=True)


class SignInPolicyChangeSchema(CamelSchema):
    requirement = fields.Enum(FactorRequirement, by_value=True, required=True)
    role_ids = fields.List(Id(), load_default=list, validate=validate.Length(max=MAX_ROLES))
    starts = fields.Date(
        load_default=None,
        allow_none=True,
        metadata={"description": "The first day, in the organisation's time zone; required unless optional."},
    )
    session_days = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(min=1, max=3650),
        metadata={"description": "Days until an unused sign-in ends; null for the platform's limit."},
    )


class SignInPolicyBody(TypedDict):
    requirement: FactorRequirement
    role_ids: Sequence[int]
    starts: date | None
    session_days: int | None

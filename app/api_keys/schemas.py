"""Schemas of API keys."""

from marshmallow import fields, validate

from app.api_keys.policies import ALL_SCOPES
from app.api_keys.types import MAX_ADDRESSES, KeyState
from app.kernel.http.schemas import CamelSchema, Id, Line, Moment

MAX_NAME = 80
MAX_NETWORK = 60


class KeyRoleSchema(CamelSchema):
    """The role of a key."""

    id = Id(required=True)
    name = fields.String(required=True)


class ApiKeySchema(CamelSchema):
    """A key, without its secret."""

    id = Id(required=True)
    name = fields.String(required=True)
    prefix = fields.String(required=True, metadata={"description": "The first characters of the secret."})
    role = fields.Nested(KeyRoleSchema, required=True, allow_none=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(ALL_SCOPES)), required=True)
    addresses = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Networks that may use the key. Empty for any."},
    )
    state = fields.Enum(KeyState, by_value=True, required=True)
    created = fields.DateTime(required=True)
    created_by = fields.String(required=True)
    expires = fields.DateTime(required=True)
    last_used = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "Exact to a minute."}
    )
    previous_until = fields.DateTime(
        required=True,
        allow_none=True,
        metadata={"description": "Until then the secret before the last rotation works too."},
    )
    may_change = fields.Boolean(
        required=True, metadata={"description": "False if the role of the key manages more than the user's."}
    )


class KeySecretSchema(CamelSchema):
    """A key with its secret."""

    key = fields.Nested(ApiKeySchema, required=True)
    secret = fields.String(
        required=True, metadata={"description": "Only in this response: it is stored as a hash."}
    )


class KeyValuesSchema(CamelSchema):
    """The values of a key."""

    name = Line(required=True, limit=MAX_NAME)
    role_id = Id(required=True)
    scopes = fields.List(
        fields.String(validate=validate.OneOf(ALL_SCOPES, error="This scope does not exist.")),
        required=True,
        validate=validate.Length(max=len(ALL_SCOPES)),
    )
    addresses = fields.List(
        Line(limit=MAX_NETWORK),
        load_default=list,
        validate=validate.Length(max=MAX_ADDRESSES),
        metadata={"description": "IP addresses or networks (CIDR) that may use the key. Empty for any."},
    )
    expires = Moment(
        load_default=None,
        allow_none=True,
        metadata={"description": "At most 24 months from now. Null for 12 months."},
    )


class KeyChangeSchema(KeyValuesSchema):
    """New values of a key."""

    based_on = fields.Nested(
        KeyValuesSchema,
        load_default=None,
        allow_none=True,
        metadata={"description": "The values that the form was loaded with."},
    )


class KeyAreaSchema(CamelSchema):
    """An area of scopes, for the form."""

    label = fields.String(required=True)
    hint = fields.String(required=True)
    read = fields.String(required=True)
    write = fields.String(required=True, allow_none=True)

"""Schemas of the company sign-in."""

from collections.abc import Sequence
from typing import TypedDict

from marshmallow import fields, validate

from app.accounts.operations.company.domains import MAX_DOMAINS
from app.accounts.operations.company.settings import CompanyValues
from app.accounts.types import CompanySignInState, CompanySignInUse
from app.kernel.http.schemas import CamelSchema, Id, Line, QuerySchema

MAX_GROUPS = 100
MAX_BREAK_GLASS = 20
MAX_ADDRESS = 500


class CompanyDomainSchema(CamelSchema):
    """A mail domain, which a TXT record with the value `record` verifies."""

    id = Id(required=True)
    name = fields.String(required=True)
    record = fields.String(required=True)
    verified = fields.DateTime(required=True, allow_none=True)


class CompanyGroupSchema(CamelSchema):
    """A group of the provider, with the role of people in it who join."""

    name = Line(required=True)
    role_id = Id(required=True)


class CompanyGroupBody(TypedDict):
    name: str
    role_id: int


class ProviderSchema(CamelSchema):
    """The registration at the provider. The client secret is never returned."""

    issuer = fields.String(required=True)
    client_id = fields.String(required=True)
    use = fields.Enum(CompanySignInUse, by_value=True, required=True)
    joins_unknown = fields.Boolean(required=True)
    groups_claim = fields.String(required=True)
    groups = fields.List(fields.Nested(CompanyGroupSchema), required=True)
    start_path = fields.String(
        required=True, metadata={"description": "The path that begins a sign-in, for links in an intranet."}
    )
    linked_people = fields.Integer(
        required=True, metadata={"description": "The number of active users who have signed in with it."}
    )
    problem = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why the provider could not be reached in the latest attempt; else null."},
    )
    problem_since = fields.DateTime(required=True, allow_none=True)


class KeeperSchema(CamelSchema):
    """A user with the permission MANAGE_INTEGRATIONS."""

    id = Id(required=True)
    name = fields.String(required=True)
    has_factor = fields.Boolean(required=True)
    is_break_glass = fields.Boolean(required=True)


class CompanyRoleSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)
    is_lowest = fields.Boolean(
        required=True, metadata={"description": "The role of people who join and are in no group."}
    )


class CompanySignInSchema(CamelSchema):
    """The company sign-in of an organisation."""

    state = fields.Enum(CompanySignInState, by_value=True, required=True)
    can_set_up = fields.Boolean(
        required=True, metadata={"description": "False if the operator has not set DATA_KEYS."}
    )
    redirect_address = fields.String(
        required=True, metadata={"description": "The redirect address to enter at the provider."}
    )
    provider = fields.Nested(ProviderSchema, required=True, allow_none=True)
    domains = fields.List(fields.Nested(CompanyDomainSchema), required=True)
    roles = fields.List(fields.Nested(CompanyRoleSchema), required=True)
    keepers = fields.List(
        fields.Nested(KeeperSchema),
        required=True,
        metadata={"description": "Who can become a break-glass user, with a second factor."},
    )


class CompanySignInChangeSchema(CamelSchema):
    issuer = Line(required=True, limit=MAX_ADDRESS)
    client_id = Line(required=True, limit=MAX_ADDRESS)
    client_secret = Line(
        load_default=None,
        allow_none=True,
        limit=MAX_ADDRESS,
        metadata={"description": "Without it the stored secret stays, unless the issuer changes."},
    )
    use = fields.Enum(CompanySignInUse, by_value=True, required=True)
    joins_unknown = fields.Boolean(required=True)
    groups_claim = Line(required=True, limit=100)
    groups = fields.List(
        fields.Nested(CompanyGroupSchema), required=True, validate=validate.Length(max=MAX_GROUPS)
    )
    break_glass_user_ids = fields.List(Id(), required=True, validate=validate.Length(max=MAX_BREAK_GLASS))


class CompanySignInBody(TypedDict):
    issuer: str
    client_id: str
    client_secret: str | None
    use: CompanySignInUse
    joins_unknown: bool
    groups_claim: str
    groups: Sequence[CompanyGroupBody]
    break_glass_user_ids: Sequence[int]


def values_of(body: CompanySignInBody) -> CompanyValues:
    """Return the values of a request for the operation."""
    return CompanyValues(
        issuer=body["issuer"],
        client_id=body["client_id"],
        client_secret=body["client_secret"],
        use=body["use"],
        joins_unknown=body["joins_unknown"],
        groups_claim=body["groups_claim"],
        groups=[(group["name"], group["role_id"]) for group in body["groups"]],
        break_glass_user_ids=body["break_glass_user_ids"],
    )


class NewDomainSchema(CamelSchema):
    domain = Line(
        required=True, limit=253, metadata={"description": f"At most {MAX_DOMAINS} for an organisation."}
    )


class NewDomainBody(TypedDict):
    domain: str


class DomainQuerySchema(QuerySchema):
    domain = fields.String(required=True, validate=validate.Length(min=1, max=253))


class DomainQuery(TypedDict):
    domain: str


class OfferSchema(CamelSchema):
    """A company sign-in for the login page."""

    path = fields.String(required=True)
    organisation_name = fields.String(required=True)


class OfferAnswerSchema(CamelSchema):
    offer = fields.Nested(OfferSchema, required=True, allow_none=True)


class IdentitySchema(CamelSchema):
    """The company sign-in of the current user."""

    id = Id(required=True)
    issuer = fields.String(required=True)
    is_usable = fields.Boolean(
        required=True,
        metadata={"description": "False if the organisation has switched off or changed this provider."},
    )
    is_removable = fields.Boolean(
        required=True, metadata={"description": "False if the user has no other way to sign in."}
    )
    created = fields.DateTime(required=True)
    last_used = fields.DateTime(required=True, allow_none=True)

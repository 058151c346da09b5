"""Schemas of organisations and relationships."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from marshmallow import ValidationError, fields, validate

from app.accounts.public import (
    OrganisationStatus,
    OwnershipType,
    PictureSchema,
)
from app.kernel.db.merging import BasedOn
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import (
    TAG_LIMIT,
    CamelSchema,
    Html,
    Id,
    Line,
    ListQuerySchema,
    QuerySchema,
    SortBy,
    Words,
)
from app.network.queries.directory import OrganisationFilter
from app.network.schemas.briefs import (
    AddressSchema,
    OrganisationNameSchema,
    RelationshipBriefSchema,
)
from app.network.schemas.people import ContactSchema
from app.network.types import TAGS_LIMIT, RelationshipLevel

PARTS = {
    "users": {"users"},
    "address": {"address"},
    "relationship": {"relationship"},
    "tags": {"tags"},
    "roles": {"roles", "authorities"},
    "custom": {"custom"},
}
SORTS = ("name", "relationship", "city", "country")


class TagSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class OrganisationRowSchema(CamelSchema):
    """Organisation in a list."""

    id = Id(required=True)
    name = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(list(OrganisationStatus)))
    is_test_organisation = fields.Boolean(required=True)
    logo_url = fields.String(allow_none=True, required=True)
    brief_description = fields.String(allow_none=True)
    address = fields.Nested(AddressSchema, allow_none=True)
    relationship = fields.Nested(RelationshipBriefSchema, allow_none=True)
    external_ref = fields.String(
        allow_none=True,
        metadata={"description": "The viewer's own number of the supplier, for example of its ERP."},
    )
    tags = fields.List(fields.Nested(TagSchema), required=True)


class OwnerNameSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class RelationshipSchema(RelationshipBriefSchema):
    """Relationship, for its owner."""

    notes = fields.String(allow_none=True)
    message = fields.String(
        allow_none=True,
        metadata={"description": "The message sent to the other organisation with the level."},
    )
    owner = fields.Nested(
        OwnerNameSchema,
        allow_none=True,
        required=True,
        metadata={
            "description": "The user of the viewer's organisation who is responsible for the other one."
        },
    )
    external_ref = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "The viewer's own number of the supplier, for example of its ERP."},
    )
    tags = fields.List(fields.Nested(TagSchema))
    with_organisation = fields.Nested("OrganisationNameSchema")


class ProfileSchema(CamelSchema):
    """The profile in a response. Other organisations get None for the fields of `OWN_ONLY`."""

    brief_description = fields.String(allow_none=True)
    description_html = fields.String(allow_none=True)
    website_url = fields.String(allow_none=True)
    registration_number = fields.String(allow_none=True)
    tax_id_number = fields.String(allow_none=True, metadata={"description": "VAT"})
    duns_number = fields.String(allow_none=True)
    ownership_type = fields.String(allow_none=True, validate=validate.OneOf(list(OwnershipType)))
    preferred_currency = fields.String(allow_none=True, metadata={"description": "ISO 4217"})
    time_zone = fields.String(allow_none=True, metadata={"description": "IANA time zone; null for UTC"})
    award_needs_approval = fields.Boolean(
        allow_none=True,
        metadata={"description": "True if a second user has to approve each award of a request."},
    )


PROFILE = frozenset(ProfileSchema().fields)
OWN_ONLY = frozenset(
    {
        "tax_id_number",
        "duns_number",
        "ownership_type",
        "preferred_currency",
        "time_zone",
        "award_needs_approval",
    }
)
INCLUDES = {**PARTS, "profile": PROFILE}
"""The parts of an organisation that a request can name, and their fields."""


class OrganisationSchema(OrganisationRowSchema, ProfileSchema):
    """An organisation's page."""

    relationship = fields.Nested(RelationshipSchema, allow_none=True)
    tags = fields.List(fields.Nested(TagSchema))
    users = fields.List(fields.Nested(ContactSchema))
    logo = fields.Nested(PictureSchema, allow_none=True)
    roles = fields.List(
        fields.String(),
        metadata={"description": "The roles that the viewer can assign to a new user."},
    )
    authorities = fields.List(
        fields.String(),
        metadata={"description": "The viewer's permissions; empty for other organisations."},
    )
    custom = fields.Dict(
        allow_none=True, metadata={"description": "The form of the custom fields, and its values."}
    )
    documents = fields.Dict(
        allow_none=True,
        metadata={"description": "The required documents that need attention first, and the number of all."},
    )
    merged = fields.Dict(
        allow_none=True,
        metadata={"description": "The merges into this supplier that can still be undone."},
    )
    may_message = fields.Boolean(required=True)
    may_add_user = fields.Boolean(required=True)
    is_own = fields.Boolean(required=True)
    is_customer = fields.Boolean(
        required=True,
        metadata={"description": "True if it has a relationship above None with the viewer's organisation."},
    )


class WebAddress(Line):
    """Web address; an address without a scheme gets `https://`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if text and "://" not in text:
            text = f"https://{text}"
        if text and not _is_web_address(text):
            raise ValidationError("Please enter a web address like https://www.example.com.")
        return text


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:  # for example an opening bracket of an IPv6 address
        return False
    return parts.scheme in {"http", "https"} and "." in parts.netloc and " " not in text


class OrganisationDetailsSchema(CamelSchema):
    """Company Profile (specification section 5, Organisation form)."""

    name = Line(required=True)
    brief_description = Line(load_default="", blank=True, limit=1000, allow_none=True)
    description_html = Html(load_default="", allow_none=True)
    registration_number = Line(required=True)
    ownership_type = fields.Enum(OwnershipType, by_value=True, load_default=None, allow_none=True)
    duns_number = Line(load_default="", blank=True, limit=20, allow_none=True)
    tax_id_number = Line(load_default="", blank=True, limit=50, allow_none=True)
    website_url = WebAddress(load_default="", blank=True, limit=300, allow_none=True)
    preferred_currency = fields.String(required=True, metadata={"description": "ISO 4217"})
    time_zone = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=100),
        metadata={"description": "IANA time zone; empty for UTC, null to keep the stored one"},
    )
    based_on = BasedOn()


class AddressChangeSchema(CamelSchema):
    """Registered address (specification section 5, Address form)."""

    line1 = Line(required=True)
    line2 = Line(load_default="", blank=True, allow_none=True)
    city = Line(required=True)
    region = Line(load_default="", blank=True, allow_none=True)
    zipcode = Line(required=True, limit=20)
    country = fields.String(required=True, metadata={"description": "ISO 3166 alpha3"})
    based_on = BasedOn()


class AwardApprovalSchema(CamelSchema):
    is_needed = fields.Boolean(required=True)


class LogoChangeSchema(CamelSchema):
    attachment_id = Id(required=True)


class OrganisationQuerySchema(ListQuerySchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))
    name = fields.String(load_default="", validate=validate.Length(max=200))
    city = fields.String(load_default="", validate=validate.Length(max=200))
    country = fields.String(load_default="", validate=validate.Length(max=3))
    tags = fields.List(
        fields.String(validate=validate.Length(max=TAG_LIMIT)),
        load_default=list,
        validate=validate.Length(max=100),
    )
    all_organisations = fields.Boolean(load_default=False)
    evaluation_suppliers = fields.Boolean(load_default=False)
    approved_suppliers = fields.Boolean(load_default=False)
    preferred_suppliers = fields.Boolean(load_default=False)
    contracted_suppliers = fields.Boolean(load_default=False)
    not_invited = fields.Boolean(
        load_default=False,
        metadata={"description": "True for imported suppliers whose contacts have not been invited."},
    )
    sort = SortBy(SORTS, first="name")


class IncludesSchema(CamelSchema):
    i = Words(
        sorted(INCLUDES),
        load_default=list,
        metadata={"description": "Parts to include; by default all."},
    )


class SearchSchema(QuerySchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))


class TagSearchSchema(SearchSchema):
    i = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(max=100),
        metadata={"description": "Tags that are already selected."},
    )


class LevelSchema(CamelSchema):
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    message = Line(load_default="", blank=True, breaks=True, limit=2000)


class LevelChangeSchema(LevelSchema):
    based_on = BasedOn()


class OwnerSchema(CamelSchema):
    user_id = Id(required=True, allow_none=True)


class ExternalRefSchema(CamelSchema):
    external_ref = Line(required=True, blank=True, limit=60)


class NewRelationshipSchema(LevelSchema):
    organisation_id = Id(required=True)


class NotesSchema(CamelSchema):
    notes = Html(required=True)
    based_on = BasedOn()


class TagsSchema(CamelSchema):
    tags = fields.List(
        Line(limit=TAG_LIMIT),
        required=True,
        validate=validate.Length(max=TAGS_LIMIT, error="A supplier can have at most {max} tags."),
    )
    based_on = fields.List(
        Line(limit=TAG_LIMIT),
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=TAGS_LIMIT),
        metadata={
            "description": "The tags when they were loaded. Then only the differences are applied, so that changes of "
            "another user in the meantime stay; without it `tags` replaces all."
        },
    )


class SupplierSchema(CamelSchema):
    id = Id(required=True)
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    with_organisation = fields.Nested(OrganisationNameSchema, required=True)


def parts(names: Sequence[str]) -> set[str]:
    """Return the fields of these parts of an organisation."""
    return set().union(*(INCLUDES[name] for name in names))


LEVEL_SWITCHES = {
    "evaluation_suppliers": RelationshipLevel.EVALUATION,
    "approved_suppliers": RelationshipLevel.APPROVED,
    "preferred_suppliers": RelationshipLevel.PREFERRED,
    "contracted_suppliers": RelationshipLevel.CONTRACTED,
}


def organisation_filter(query: Arguments) -> OrganisationFilter:
    """Return the filters of the directory from its query; All Organisations overrides the four levels."""
    levels = (
        [] if query["all_organisations"] else [level for name, level in LEVEL_SWITCHES.items() if query[name]]
    )
    return OrganisationFilter(
        search=query["search"],
        name=query["name"],
        city=query["city"],
        country=query["country"],
        tags=query["tags"],
        levels=levels,
        not_invited=query["not_invited"],
    )

"""The network in JSON."""

from collections.abc import Sequence
from typing import Any

from marshmallow import fields, validate

from app.accounts.public import (
    Email,
    Organisation,
    PersonSchema,
    User,
    address,
    colour,
    initials,
    person,
    picture_url,
)
from app.kernel.schemas import TAG_LIMIT, CamelSchema, Html, Id, Line, ListQuerySchema
from app.network.models import Relationship
from app.network.types import RelationshipLevel

INCLUDES = {
    "users": {"users"},
    "profile": {"brief_description", "description_html", "website_url", "registration_number"},
    "address": {"address"},
    "relationship": {"relationship"},
    "tags": {"tags"},
}
"""The parts of an organisation that a call may name, and their fields."""

SORTS = [sign + name for name in ("name", "relationship", "city", "country") for sign in ("", "-")]


class TagSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class AddressSchema(CamelSchema):
    line1 = fields.String(allow_none=True)
    line2 = fields.String(allow_none=True)
    city = fields.String(allow_none=True)
    region = fields.String(allow_none=True)
    zipcode = fields.String(allow_none=True)
    country = fields.String(allow_none=True, metadata={"description": "ISO 3166 alpha3"})
    country_name = fields.String(allow_none=True)


class RelationshipBriefSchema(CamelSchema):
    id = Id(required=True)
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)


class OrganisationRowSchema(CamelSchema):
    """An organisation in a list."""

    id = Id(required=True)
    name = fields.String(required=True)
    initials = fields.String(required=True)
    colour = fields.String(required=True)
    status = fields.String(required=True)
    is_test_organisation = fields.Boolean(required=True)
    logo_url = fields.String(allow_none=True, required=True)
    brief_description = fields.String(allow_none=True)
    address = fields.Nested(AddressSchema, allow_none=True)
    relationship = fields.Nested(RelationshipBriefSchema, allow_none=True)
    tags = fields.List(fields.Nested(TagSchema), required=True)


class ContactSchema(PersonSchema):
    """A contact person; e-mail and phone only where a relationship above None exists."""

    email = fields.String(allow_none=True)
    phone = fields.String(allow_none=True)
    mobile = fields.String(allow_none=True)
    role = fields.String(allow_none=True)


class RelationshipSchema(RelationshipBriefSchema):
    """A relationship as its keeper sees it."""

    notes = fields.String(allow_none=True)
    tags = fields.List(fields.Nested(TagSchema))
    with_organisation = fields.Nested("OrganisationNameSchema")


class OrganisationNameSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class OrganisationSchema(OrganisationRowSchema):
    """An organisation's page."""

    description_html = fields.String(allow_none=True)
    website_url = fields.String(allow_none=True)
    registration_number = fields.String(allow_none=True)
    relationship = fields.Nested(RelationshipSchema, allow_none=True)
    users = fields.List(fields.Nested(ContactSchema))
    may_message = fields.Boolean(required=True)
    is_own = fields.Boolean(required=True)


class OrganisationQuerySchema(ListQuerySchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))
    name = fields.String(load_default="", validate=validate.Length(max=200))
    city = fields.String(load_default="", validate=validate.Length(max=200))
    country = fields.String(load_default="", validate=validate.Length(max=3))
    tags = fields.List(fields.String(validate=validate.Length(max=TAG_LIMIT)), load_default=list)
    all_organisations = fields.Boolean(load_default=False)
    evaluation_suppliers = fields.Boolean(load_default=False)
    approved_suppliers = fields.Boolean(load_default=False)
    preferred_suppliers = fields.Boolean(load_default=False)
    contracted_suppliers = fields.Boolean(load_default=False)
    sort = fields.String(load_default="name", validate=validate.OneOf(SORTS))


class IncludesSchema(CamelSchema):
    i = fields.List(
        fields.String(validate=validate.OneOf(sorted(INCLUDES))),
        load_default=list,
        metadata={"description": "What to include; everything where none is named."},
    )


class SearchSchema(CamelSchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))


class TagSearchSchema(SearchSchema):
    i = fields.List(Id(), load_default=list, metadata={"description": "Tags that are selected already."})


class LevelSchema(CamelSchema):
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    message = Line(load_default="", blank=True, limit=2000)


class NewRelationshipSchema(LevelSchema):
    organisation_id = Id(required=True)


class NotesSchema(CamelSchema):
    notes = Html(required=True)


class TagsSchema(CamelSchema):
    tags = fields.List(Line(limit=TAG_LIMIT), required=True)


class SupplierInviteSchema(CamelSchema):
    contact_name = Line(required=True)
    contact_email = Email(required=True)
    organisation_name = Line(required=True)
    relationship_level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    test_supplier = fields.Boolean(load_default=False)
    message = Html(load_default=None, allow_none=True)
    save_message = fields.Boolean(load_default=False)


class MatchQuerySchema(CamelSchema):
    email = fields.String(load_default="", validate=validate.Length(max=320))
    organisation_name = fields.String(load_default="", validate=validate.Length(max=200))


class MatchSchema(CamelSchema):
    match = fields.Nested(OrganisationNameSchema, allow_none=True, required=True)


class SupplierSchema(CamelSchema):
    id = Id(required=True)
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    with_organisation = fields.Nested(OrganisationNameSchema, required=True)


class ContactQuerySchema(ListQuerySchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))
    user_name = fields.String(load_default="", validate=validate.Length(max=200))
    organisation_name = fields.String(load_default="", validate=validate.Length(max=200))
    my_org_only = fields.Boolean(load_default=False)
    include_suspended = fields.Boolean(load_default=False)
    sort = fields.String(
        load_default="name", validate=validate.OneOf(["name", "-name", "organisation", "-organisation"])
    )


class ContactRowSchema(ContactSchema):
    organisation = fields.Nested(OrganisationNameSchema, required=True)
    relationship = fields.Nested(RelationshipBriefSchema, allow_none=True)


class OrganisationFaceSchema(OrganisationNameSchema):
    """An organisation with its logo, or the colour of its initials."""

    colour = fields.String(required=True)
    logo_url = fields.String(allow_none=True, required=True)


class UserSchema(ContactRowSchema):
    """A user's page."""

    organisation = fields.Nested(OrganisationFaceSchema, required=True)
    join_date = fields.DateTime(allow_none=True)
    is_own_organisation = fields.Boolean(required=True)
    may_resend_invite = fields.Boolean(required=True)


def organisation_row(
    organisation: Organisation, relationship: Relationship | None, tags: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """An organisation as `OrganisationRowSchema` dumps it."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "initials": initials(organisation.name),
        "colour": colour(organisation.id),
        "status": organisation.status,
        "is_test_organisation": organisation.is_test_organisation,
        "logo_url": picture_url(organisation.logo_id),
        "brief_description": organisation.brief_description,
        "address": address(organisation),
        "relationship": relationship_brief(relationship),
        "tags": tags,
    }


def parts(names: Sequence[str]) -> set[str]:
    """The fields of these parts of an organisation."""
    return set().union(*(INCLUDES[name] for name in names))


def organisation_face(organisation: Organisation) -> dict[str, Any]:
    """An organisation as `OrganisationFaceSchema` dumps it."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "colour": colour(organisation.id),
        "logo_url": picture_url(organisation.logo_id),
    }


def relationship_brief(relationship: Relationship | None) -> dict[str, Any] | None:
    """Id and level, or None without a relationship."""
    return {"id": relationship.id, "level": RelationshipLevel(relationship.level)} if relationship else None


def relationship_body(
    relationship: Relationship, organisation: Organisation, tags: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """A relationship as `RelationshipSchema` dumps it: for its keeper alone."""
    return {
        "id": relationship.id,
        "level": RelationshipLevel(relationship.level),
        "notes": relationship.notes,
        "tags": tags,
        "with_organisation": {"id": organisation.id, "name": organisation.name},
    }


def organisation_body(row: Any, *, contacts: Sequence[Any], own: bool, may_message: bool) -> dict[str, Any]:
    """An organisation as `OrganisationSchema` dumps it."""
    organisation, relationship, tags = row[0], row[1], row[2]
    body = organisation_row(organisation, relationship, tags)
    return body | {
        "description_html": organisation.description_html,
        "website_url": organisation.website_url,
        "registration_number": organisation.registration_number,
        "relationship": relationship_body(relationship, organisation, tags) if relationship else None,
        "users": [contact(c[0], c[1], told=own or may_message) for c in contacts],
        "may_message": may_message and not own,
        "is_own": own,
    }


def contact(user: User, role: str | None, *, told: bool) -> dict[str, Any]:
    """A contact person; what reaches them is `told` only where a relationship above None exists."""
    reach = {"email": user.email, "phone": user.phone, "mobile": user.mobile} if told else {}
    return (
        person(user) | {"email": None, "phone": None, "mobile": None, "role": role if told else None} | reach
    )

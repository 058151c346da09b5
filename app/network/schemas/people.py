"""Schemas of people."""

from marshmallow import fields, validate

from app.accounts.public import (
    Email,
    Password,
    PersonSchema,
    PictureSchema,
    UserType,
)
from app.kernel.db.merging import BasedOn
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, SortBy
from app.network.queries.contacts import SORTS as CONTACT_SORTS
from app.network.queries.contacts import (
    ContactFilter,
)
from app.network.schemas.briefs import (
    AddressSchema,
    OrganisationFaceSchema,
    OrganisationNameSchema,
    RelationshipBriefSchema,
)


class ContactSchema(PersonSchema):
    """Contact; e-mail, phone and role only if their organisation has agreed to it (`shows_contact_details`)."""

    email = fields.String(allow_none=True)
    phone = fields.String(allow_none=True)
    mobile = fields.String(allow_none=True)
    role = fields.String(allow_none=True)


class ContactQuerySchema(ListQuerySchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))
    user_name = fields.String(load_default="", validate=validate.Length(max=200))
    organisation_name = fields.String(load_default="", validate=validate.Length(max=200))
    my_org_only = fields.Boolean(load_default=False)
    include_suspended = fields.Boolean(load_default=False)
    sort = SortBy(CONTACT_SORTS, first="name")


class ContactRowSchema(ContactSchema):
    organisation = fields.Nested(OrganisationNameSchema, required=True)
    relationship = fields.Nested(RelationshipBriefSchema, allow_none=True)
    has_page = fields.Boolean(
        required=True, metadata={"description": "False for a person without a name, who has no page."}
    )


class UserSchema(ContactRowSchema):
    """User with all details (specification section 3, User); the address is the registered address of their organisation."""

    type = fields.String(required=True, validate=validate.OneOf(list(UserType)))
    organisation = fields.Nested(OrganisationFaceSchema, required=True)
    address = fields.Nested(AddressSchema, allow_none=True)
    colours = fields.List(fields.String(), required=True)
    pictures = fields.List(fields.Nested(PictureSchema), required=True)
    large_pic = fields.Nested(PictureSchema, allow_none=True, required=True)
    authorities = fields.List(fields.String(), required=True)
    join_date = fields.DateTime(allow_none=True)
    time_zone = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "IANA time zone; null for the organisation's, and at other organisations"},
    )
    organisation_time_zone = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The organisation's time zone; null for UTC, and at other organisations"},
    )
    is_own_organisation = fields.Boolean(required=True)
    may_resend_invite = fields.Boolean(required=True)
    may_edit = fields.Boolean(required=True)
    may_change_role = fields.Boolean(required=True)
    may_reset_factor = fields.Boolean(
        required=True, metadata={"description": "The user has a second factor, and the viewer may reset it."}
    )
    may_suspend = fields.Boolean(required=True)
    may_erase = fields.Boolean(required=True)
    roles = fields.List(
        fields.String(), required=True, metadata={"description": "The roles that the viewer can assign."}
    )


class NewUserSchema(CamelSchema):
    name = Line(required=True)
    email = Email(required=True)
    role = Line(required=True)
    organisation_id = Id(load_default=None, allow_none=True)


class UserDetailsSchema(CamelSchema):
    name = Line(required=True)
    job_title = Line(required=True)
    email = Email(required=True)
    phone = Line(required=True, limit=50)
    mobile = Line(required=True, limit=50)
    time_zone = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=100),
        metadata={"description": "IANA time zone; empty for the organisation's, null to keep the stored one"},
    )
    role = Line(load_default=None, allow_none=True)
    current_password = Password(
        load_default=None,
        allow_none=True,
        metadata={"description": "Required to change the viewer's own e-mail address."},
    )
    based_on = BasedOn()


class SuspendedSchema(CamelSchema):
    suspended = fields.Boolean(required=True)


class PictureChangeSchema(CamelSchema):
    attachment_id = Id(required=True)


def contact_filter(query: Arguments) -> ContactFilter:
    """Return the filters of the contacts from the query parameters."""
    return ContactFilter(
        search=query["search"],
        user_name=query["user_name"],
        organisation_name=query["organisation_name"],
        own_only=query["my_org_only"],
        include_suspended=query["include_suspended"],
    )

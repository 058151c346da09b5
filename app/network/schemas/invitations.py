"""Schemas of invitations of suppliers, and of organisations that they may address."""

from marshmallow import ValidationError, fields, validate

from app.accounts.public import Email
from app.kernel.email_addresses import MAX_ADDRESS_LENGTH
from app.kernel.http.schemas import CamelSchema, Html, Id, Line, ListQuerySchema, QuerySchema
from app.network.schemas.briefs import OrganisationNameSchema
from app.network.types import MAX_INVITEES, TOO_MANY_INVITEES, MatchState, RelationshipLevel


class SupplierInviteSchema(CamelSchema):
    contact_name = Line(required=True)
    contact_email = Email(required=True)
    organisation_name = Line(required=True)
    relationship_level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    test_supplier = fields.Boolean(load_default=False)
    message = Html(load_default=None, allow_none=True)
    save_message = fields.Boolean(load_default=False)


class InviteeSchema(CamelSchema):
    """One of several suppliers to invite, as typed."""

    contact_name = Line(load_default="", blank=True)
    contact_email = Line(load_default="", blank=True, limit=MAX_ADDRESS_LENGTH)
    organisation_name = Line(load_default="", blank=True)
    user_id = Id(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "A contact of `GET /api/relationship/notInvited`; the other values of the row are ignored then."
        },
    )


class UninvitedContactSchema(CamelSchema):
    """The first contact of a supplier that has not been invited; `id` is the one of the user."""

    id = Id(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True)
    organisation_id = Id(required=True)
    organisation_name = fields.String(required=True)
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    external_ref = fields.String(required=True, allow_none=True)


class UninvitedQuerySchema(ListQuerySchema):
    search = fields.String(load_default="", validate=validate.Length(max=200))


class InviteesSchema(CamelSchema):
    rows = fields.List(
        fields.Nested(InviteeSchema),
        required=True,
        validate=[
            validate.Length(min=1, error="Add at least one supplier."),
            validate.Length(max=MAX_INVITEES, error=TOO_MANY_INVITEES),
        ],
    )
    message = Html(load_default=None, allow_none=True)


class InviteManySchema(InviteesSchema):
    relationship_level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    test_supplier = fields.Boolean(load_default=False)
    save_message = fields.Boolean(load_default=False)
    confirmed_mails = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=0, max=MAX_INVITEES),
        metadata={"description": "Required above 200 rows: their number, as typed by the user."},
    )


class InviteArgsSchema(CamelSchema):
    """The arguments of the bulk job that invites several suppliers."""

    relationship_level = fields.Enum(RelationshipLevel, by_value=True, required=True)
    test_supplier = fields.Boolean(load_default=False)
    message = Html(load_default=None, allow_none=True)


def checked_email(text: str) -> tuple[str, str | None]:
    """Return an address of an invitation in its normal form with None, or as typed with its error."""
    try:
        return Email().deserialize(text), None
    except ValidationError as error:
        return text, str(error.messages[0])


class MatchedOrganisationSchema(OrganisationNameSchema):
    state = fields.Enum(MatchState, by_value=True, required=True)
    has_email = fields.Boolean(
        required=True, metadata={"description": "True if the address belongs to one of its users."}
    )
    is_similar = fields.Boolean(
        required=True,
        metadata={"description": "True if only the name is similar, so it may be another organisation."},
    )


class InviteeFaultsSchema(CamelSchema):
    """The errors of a row by field, an organisation that it may be, and the contact it is."""

    contact_name = fields.String(required=True, allow_none=True)
    contact_email = fields.String(required=True, allow_none=True)
    organisation_name = fields.String(required=True, allow_none=True)
    match = fields.Nested(MatchedOrganisationSchema, allow_none=True, required=True)
    same_as_row = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The position (from 0) of an earlier row with the same company."},
    )
    contact = fields.Nested(
        UninvitedContactSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "The contact of the own network, not invited yet, whose address was typed. It is invited "
            "with its stored names."
        },
    )


class SampleInvitationSchema(CamelSchema):
    to = fields.String(required=True)
    subject = fields.String(required=True)
    lines = fields.List(fields.String(), required=True)


class InviteesCheckSchema(CamelSchema):
    rows = fields.List(fields.Nested(InviteeFaultsSchema), required=True)
    sample = fields.Nested(SampleInvitationSchema, required=True)


class StartedInvitationsSchema(CamelSchema):
    bulk_job_id = Id(required=True)


class MatchQuerySchema(QuerySchema):
    email = fields.String(load_default="", validate=validate.Length(max=MAX_ADDRESS_LENGTH))
    organisation_name = fields.String(load_default="", validate=validate.Length(max=200))


class MatchSchema(CamelSchema):
    match = fields.Nested(MatchedOrganisationSchema, allow_none=True, required=True)

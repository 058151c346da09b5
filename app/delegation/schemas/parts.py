"""Schemas of parts."""

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from marshmallow import fields, validate

from app.accounts.public import Email, PersonSchema
from app.delegation.types import MAX_NOTE
from app.kernel.email_addresses import MAX_ADDRESS_LENGTH
from app.kernel.http.schemas import CamelSchema, Id, Line
from app.rfx.public import PartStatus

MAX_SECTIONS = 500
MAX_KEYS = 1_000
MAX_REASON = 1_000


class PartSectionSchema(CamelSchema):
    """A section of a form of the RFx; 0 for the fields before the first heading."""

    doc_form_id = Id(required=True)
    section_index = fields.Integer(required=True, validate=validate.Range(min=0, max=100_000))


class SectionRef(TypedDict):
    """Loaded `PartSectionSchema`."""

    doc_form_id: int
    section_index: int


class AssigneeChoiceSchema(CamelSchema):
    """A colleague by `userId`, or a person by `name` and `email`."""

    user_id = Id(load_default=None, allow_none=True)
    name = Line(load_default=None, allow_none=True, blank=True)
    email = Email(load_default=None, allow_none=True, validate=validate.Length(max=MAX_ADDRESS_LENGTH))


class NewRfxPartSchema(AssigneeChoiceSchema):
    """A part of an RFx to assign: whole sections, single questions, or both."""

    title = Line(load_default=None, allow_none=True, blank=True)
    sections = fields.List(
        fields.Nested(PartSectionSchema), load_default=list, validate=validate.Length(max=MAX_SECTIONS)
    )
    keys = fields.List(
        fields.String(
            validate=validate.Length(max=200, error="A question's key has at most {max} characters.")
        ),
        load_default=list,
        validate=validate.Length(max=MAX_KEYS),
    )
    note = Line(load_default="", blank=True, breaks=True, limit=MAX_NOTE)
    due = fields.Date(load_default=None, allow_none=True)
    sees_all = fields.Boolean(
        load_default=False,
        metadata={
            "description": "A person by e-mail may read the other sections, too. Colleagues always may."
        },
    )


class NewPartBody(TypedDict):
    """Loaded `NewRfxPartSchema`."""

    user_id: int | None
    name: str | None
    email: str | None
    title: str | None
    sections: Sequence[SectionRef]
    keys: Sequence[str]
    note: str
    due: date | None
    sees_all: bool


class ChangedRfxPartSchema(AssigneeChoiceSchema):
    """Changes of a part; without a person the assignee stays."""

    note = Line(required=True, blank=True, breaks=True, limit=MAX_NOTE)
    due = fields.Date(required=True, allow_none=True)


class ChangedPartBody(TypedDict):
    """Loaded `ChangedRfxPartSchema`."""

    user_id: int | None
    name: str | None
    email: str | None
    note: str
    due: date | None


class PartReturnSchema(CamelSchema):
    """The reason of an assignee who gives a part back."""

    reason = Line(required=True, breaks=True, limit=MAX_REASON)


class ReturnBody(TypedDict):
    """Loaded `PartReturnSchema`."""

    reason: str


class RfxPartSchema(CamelSchema):
    """A part of an RFx with its assignee."""

    id = Id(required=True)
    title = fields.String(required=True)
    keys = fields.List(fields.String(), required=True)
    assignee = fields.Nested(PersonSchema, required=True)
    email = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The address of a person without an account, for those who assign parts."},
    )
    is_guest = fields.Boolean(required=True)
    is_own = fields.Boolean(required=True, metadata={"description": "True if the viewer is its assignee."})
    sees_all = fields.Boolean(required=True)
    note = fields.String(required=True)
    due = fields.Date(required=True, allow_none=True)
    status = fields.Enum(PartStatus, by_value=True, required=True)
    reason = fields.String(required=True, allow_none=True)
    asked_by = fields.Nested(PersonSchema, required=True)
    created = fields.DateTime(required=True)
    opened = fields.DateTime(required=True, allow_none=True)
    done = fields.DateTime(required=True, allow_none=True)


class RfxPartsSchema(CamelSchema):
    """The parts of an RFx, oldest first."""

    parts = fields.List(fields.Nested(RfxPartSchema), required=True)
    may_assign = fields.Boolean(required=True)
    can_ask_colleagues = fields.Boolean(
        required=True, metadata={"description": "False for a guest, who has no colleagues with an account."}
    )

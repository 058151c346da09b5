"""Schemas of the search over all types."""

import re

from marshmallow import ValidationError, fields, validate

from app.kernel.http.schemas import CamelSchema, Id, QuerySchema, StatusInfoSchema
from app.search.types import COUNT_CAP, MAX_LENGTH, MAX_RECENT, MAX_ROWS, MIN_LENGTH, ROWS

TYPE_NAME = r"^[a-zA-Z]{1,30}$"
RECENT_KEY = r"^[a-zA-Z]{1,30}:[1-9][0-9]{0,17}$"


def _check_text(text: str) -> None:
    text = text.strip()
    if len(text) > MAX_LENGTH:
        raise ValidationError(f"Search for at most {MAX_LENGTH} characters.")
    if 0 < len(text) < MIN_LENGTH and not re.fullmatch("[0-9]", text):
        raise ValidationError(f"Type at least {MIN_LENGTH} characters.")


class SearchQuerySchema(QuerySchema):
    """A search text, and the records that the user has viewed."""

    q = fields.String(
        load_default="",
        validate=_check_text,
        metadata={
            "description": "2 to 200 characters, or one digit for the number of a record. A record matches if it contains "
            "all words. Empty: only the records of `recent`."
        },
    )
    types = fields.List(
        fields.String(validate=validate.Regexp(TYPE_NAME, error="This is not a type.")),
        load_default=list,
        validate=validate.Length(max=30),
        metadata={"description": "The types to search; without it, all of them."},
    )
    limit = fields.Integer(load_default=ROWS, validate=validate.Range(min=1, max=MAX_ROWS))
    recent = fields.List(
        fields.String(validate=validate.Regexp(RECENT_KEY, error="This is not the key of a record.")),
        load_default=list,
        validate=validate.Length(max=MAX_RECENT),
        metadata={"description": "Keys of records that the user has viewed, the latest first."},
    )


class FindFaceSchema(CamelSchema):
    """The picture of a person or an organisation."""

    kind = fields.String(required=True, validate=validate.OneOf(["person", "organisation"]))
    id = Id(required=True)
    name = fields.String(required=True)
    url = fields.String(required=True, allow_none=True, metadata={"description": "Null: show the initials."})


class FindRowSchema(CamelSchema):
    """A record that was found."""

    key = fields.String(required=True, metadata={"description": "Identifies the record, for `recent`."})
    id = Id(required=True)
    icon = fields.String(required=True)
    title = fields.String(required=True)
    detail = fields.String(required=True)
    url = fields.String(required=True, metadata={"description": "The path of the page of the record."})
    number = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The number that users know the record by."}
    )
    badge = fields.Nested(StatusInfoSchema, required=True, allow_none=True)
    face = fields.Nested(FindFaceSchema, required=True, allow_none=True)
    relationship_id = Id(
        required=True,
        allow_none=True,
        metadata={"description": "Of a supplier: the relationship above None that the viewer has with it."},
    )


class FindTypeSchema(CamelSchema):
    """A type of records with its list."""

    type = fields.String(required=True)
    label = fields.String(required=True)
    list_url = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The path of the list with this search; null if the list has no search of the same texts."
        },
    )


class FindGroupSchema(FindTypeSchema):
    """The results of one type, the best first."""

    total = fields.Integer(required=True, metadata={"description": f"Exact up to {COUNT_CAP}."})
    is_capped = fields.Boolean(
        required=True, metadata={"description": "There are more results than `total`."}
    )
    rows = fields.List(fields.Nested(FindRowSchema), required=True)


class FindResultSchema(CamelSchema):
    """The results by type; `skipped` types took too long and are not among them."""

    groups = fields.List(fields.Nested(FindGroupSchema), required=True)
    skipped = fields.List(fields.Nested(FindTypeSchema), required=True)

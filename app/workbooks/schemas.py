"""Schemas of filled workbooks."""

from collections.abc import Sequence
from typing import TypedDict

from marshmallow import fields, validate

from app.forms.public import FieldType
from app.kernel.http.schemas import CamelSchema, Id, Line
from app.workbooks.types import MAX_ITEMS, AppliedState, ImportKind, ImportState, Outcome

MAX_KEY = 200
LAST_COLUMN = 59


class NewAnswerImportSchema(CamelSchema):
    """An uploaded file to read."""

    attachment_id = Id(required=True)


class NewImportBody(TypedDict):
    """Loaded `NewAnswerImportSchema`."""

    attachment_id: int


class ColumnChoiceSchema(CamelSchema):
    """The sheet and the columns of a file of the respondent's own, by their places from 0."""

    sheet = Line(required=True, limit=255)
    question_column = fields.Integer(required=True, validate=validate.Range(min=0, max=LAST_COLUMN))
    answer_column = fields.Integer(required=True, validate=validate.Range(min=0, max=LAST_COLUMN))
    comment_column = fields.Integer(
        load_default=None, allow_none=True, validate=validate.Range(min=0, max=LAST_COLUMN)
    )


class ColumnChoiceBody(TypedDict):
    """Loaded `ColumnChoiceSchema`."""

    sheet: str
    question_column: int
    answer_column: int
    comment_column: int | None


class ImportMappingSchema(CamelSchema):
    """Chosen columns."""

    mapping = fields.Nested(ColumnChoiceSchema, required=True)


class ImportMappingBody(TypedDict):
    """Loaded `ImportMappingSchema`."""

    mapping: ColumnChoiceBody


def _keys() -> fields.List[str]:
    return fields.List(
        fields.String(
            validate=validate.Length(max=MAX_KEY, error="A question's key has at most {max} characters.")
        ),
        load_default=list,
        validate=validate.Length(max=MAX_ITEMS),
    )


class ApplyImportSchema(CamelSchema):
    """The answers to take over: `keys`, and those that replace an answer that was changed meanwhile (`theirs`)."""

    keys = _keys()
    theirs = _keys()
    clear_empty = fields.Boolean(
        load_default=False,
        metadata={"description": "Empty cells among `keys` clear the answer."},
    )


class ApplyImportBody(TypedDict):
    """Loaded `ApplyImportSchema`."""

    keys: Sequence[str]
    theirs: Sequence[str]
    clear_empty: bool


class ImportColumnSchema(CamelSchema):
    """A column of a file."""

    index = fields.Integer(required=True)
    letter = fields.String(required=True)
    heading = fields.String(required=True)
    samples = fields.List(fields.String(), required=True)


class ImportSheetSchema(CamelSchema):
    """A sheet of a file."""

    name = fields.String(required=True)
    row_count = fields.Integer(required=True, data_key="rowCount")
    columns = fields.List(fields.Nested(ImportColumnSchema), required=True)


class ImportCountsSchema(CamelSchema):
    """Numbers of items by outcome."""

    new_rows = fields.Integer(required=True, data_key="NEW")
    changed_rows = fields.Integer(required=True, data_key="CHANGED")
    same_rows = fields.Integer(required=True, data_key="SAME")
    empty_rows = fields.Integer(required=True, data_key="EMPTY")
    invalid_rows = fields.Integer(required=True, data_key="INVALID")
    conflict_rows = fields.Integer(required=True, data_key="CONFLICT")
    unknown_rows = fields.Integer(required=True, data_key="UNKNOWN")
    proposed_rows = fields.Integer(required=True, data_key="PROPOSED")


class ImportItemSchema(CamelSchema):
    """A row of the file next to the answer in the RFx."""

    key = fields.String(required=True, allow_none=True)
    form_title = fields.String(required=True)
    section = fields.String(required=True)
    number = fields.String(required=True)
    label = fields.String(required=True)
    type = fields.Enum(FieldType, by_value=True, required=True, allow_none=True)
    outcome = fields.Enum(Outcome, by_value=True, required=True)
    here = fields.Raw(required=True, allow_none=True, metadata={"description": "The current answer."})
    file = fields.Raw(required=True, allow_none=True, metadata={"description": "The answer of the file."})
    file_text = fields.String(required=True, metadata={"description": "The cell as text."})
    sentence = fields.String(required=True, metadata={"description": "The reason of INVALID and UNKNOWN."})
    cell = fields.String(required=True, metadata={"description": "Sheet and cell, such as `Security, D47`."})
    matched_text = fields.String(required=True, allow_none=True)
    similarity = fields.Float(required=True, allow_none=True, metadata={"description": "Percent."})
    here_author = fields.String(required=True)
    here_updated = fields.DateTime(required=True, allow_none=True)
    applied_state = fields.Enum(AppliedState, by_value=True, required=True, allow_none=True)


class AnswerImportRowSchema(CamelSchema):
    """An uploaded file with answers."""

    id = Id(required=True)
    kind = fields.Enum(ImportKind, by_value=True, required=True)
    state = fields.Enum(ImportState, by_value=True, required=True)
    progress = fields.Integer(required=True, metadata={"description": "Percent."})
    filename = fields.String(required=True)
    created = fields.DateTime(required=True)
    counts = fields.Nested(ImportCountsSchema, required=True)


class AnswerImportSchema(AnswerImportRowSchema):
    """An uploaded file with its rows, once it is read."""

    applied = fields.DateTime(required=True, allow_none=True)
    error = fields.String(required=True, allow_none=True)
    warnings = fields.List(fields.String(), required=True)
    mapping = fields.Nested(ColumnChoiceSchema, required=True, allow_none=True)
    sheets = fields.List(fields.Nested(ImportSheetSchema), required=True)
    items = fields.List(fields.Nested(ImportItemSchema), required=True)


class AnswerImportsSchema(CamelSchema):
    """Unfinished imports of the viewer, newest first."""

    imports = fields.List(fields.Nested(AnswerImportRowSchema), required=True)

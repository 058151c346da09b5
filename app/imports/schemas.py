"""Schemas of imports of suppliers."""

from collections.abc import Sequence
from typing import TypedDict

from marshmallow import ValidationError, fields, validate, validates_schema

from app.imports.types import (
    HEADER_ROWS,
    MAX_COLUMNS,
    MAX_SHEETS,
    NOTES_LIMIT,
    ImportState,
    Outcome,
    SheetRole,
    Target,
)
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema

LAST_COLUMN = MAX_COLUMNS - 1
CHOICES = ("LEFT_OUT", "SAME", "DIFFERENT")


class NewSupplierImportSchema(CamelSchema):
    """An uploaded file to read."""

    attachment_id = Id(required=True)


class NewImportBody(TypedDict):
    """Loaded `NewSupplierImportSchema`."""

    attachment_id: int


def check_one_field(data: Arguments) -> None:
    """Raise ValidationError unless there is either a field of suppliers or a custom field."""
    if (data.get("target") is None) == (data.get("custom_field") is None):
        raise ValidationError("Choose a field.", "target")


class SupplierColumnTargetSchema(CamelSchema):
    """The field of a column, by its place from 0: `target`, or the name of a custom field."""

    index = fields.Integer(required=True, validate=validate.Range(min=0, max=LAST_COLUMN))
    target = fields.Enum(Target, by_value=True, load_default=None, allow_none=True)
    custom_field = Line(load_default=None, allow_none=True)

    @validates_schema
    def _one_field(self, data: Arguments, **_kwargs: object) -> None:
        check_one_field(data)


class ColumnTargetBody(TypedDict):
    """Loaded `SupplierColumnTargetSchema`."""

    index: int
    target: Target | None
    custom_field: str | None


class SupplierSheetMappingSchema(CamelSchema):
    """The contents of a sheet, the row of its headings from 0, and the fields of its columns; others are left out."""

    sheet = Line(required=True, limit=255)
    role = fields.Enum(SheetRole, by_value=True, required=True)
    header = fields.Integer(required=True, validate=validate.Range(min=0, max=HEADER_ROWS))
    columns = fields.List(
        fields.Nested(SupplierColumnTargetSchema), required=True, validate=validate.Length(max=MAX_COLUMNS)
    )


class SheetMappingBody(TypedDict):
    """Loaded `SupplierSheetMappingSchema`."""

    sheet: str
    role: SheetRole
    header: int
    columns: list[ColumnTargetBody]


class SupplierMappingSchema(CamelSchema):
    """The mapping of all sheets."""

    sheets = fields.List(
        fields.Nested(SupplierSheetMappingSchema),
        required=True,
        validate=validate.Length(max=MAX_SHEETS),
    )


class MappingBody(TypedDict):
    """Loaded `SupplierMappingSchema`."""

    sheets: Sequence[SheetMappingBody]


class SupplierRowDecisionSchema(CamelSchema):
    """A decision about a row; null takes it back."""

    decision = fields.String(required=True, allow_none=True, validate=validate.OneOf(CHOICES))
    organisation_id = Id(
        load_default=None,
        allow_none=True,
        metadata={"description": "For SAME: one of the organisations that the row is compared with."},
    )

    @validates_schema
    def _organisation_of_same(self, data: Arguments, **_kwargs: object) -> None:
        if data.get("decision") == "SAME" and data.get("organisation_id") is None:
            raise ValidationError("Choose the organisation.", "organisationId")


class RowDecisionBody(TypedDict):
    """Loaded `SupplierRowDecisionSchema`."""

    decision: str | None
    organisation_id: int | None


class SupplierCellSchema(CamelSchema):
    """The corrected text of a cell, by the field of its column; empty for an empty cell."""

    target = fields.Enum(Target, by_value=True, load_default=None, allow_none=True)
    custom_field = Line(load_default=None, allow_none=True)
    text = Line(required=True, blank=True, breaks=True, limit=NOTES_LIMIT)


class CellBody(TypedDict):
    """Loaded `SupplierCellSchema`."""

    target: Target | None
    custom_field: str | None
    text: str


class RunSupplierImportSchema(CamelSchema):
    """The version of the plan that the user has checked."""

    plan_version = fields.Integer(required=True, validate=validate.Range(min=0, max=1_000_000_000))


class RunImportBody(TypedDict):
    """Loaded `RunSupplierImportSchema`."""

    plan_version: int


class SupplierColumnSchema(CamelSchema):
    """A column of a file."""

    index = fields.Integer(required=True)
    letter = fields.String(required=True)
    heading = fields.String(required=True)
    samples = fields.List(fields.String(), required=True)


class SupplierSheetSchema(CamelSchema):
    """A sheet of a file."""

    name = fields.String(required=True)
    row_count = fields.Integer(required=True, data_key="rowCount", attribute="rowCount")
    header = fields.Integer(required=True)
    columns = fields.List(fields.Nested(SupplierColumnSchema), required=True)


class SupplierCustomFieldSchema(CamelSchema):
    """A custom field that a column can be imported into."""

    name = fields.String(required=True)
    label = fields.String(required=True)


class SupplierCountsSchema(CamelSchema):
    """Numbers of rows by their planned effect."""

    create = fields.Integer(required=True, data_key="CREATE")
    changed = fields.Integer(required=True, data_key="UPDATE")
    added = fields.Integer(required=True, data_key="ADD")
    same = fields.Integer(required=True, data_key="SAME")
    ask = fields.Integer(required=True, data_key="ASK")
    wrong = fields.Integer(required=True, data_key="WRONG")
    left_out = fields.Integer(required=True, data_key="LEFT_OUT")


class SupplierImportBriefSchema(CamelSchema):
    """An import in a list."""

    id = Id(required=True)
    filename = fields.String(required=True)
    state = fields.Enum(ImportState, by_value=True, required=True)
    created = fields.DateTime(required=True)
    job_id = Id(required=True, allow_none=True, metadata={"description": "The bulk job that runs the plan."})


class SupplierImportSchema(SupplierImportBriefSchema):
    """An import with its columns and the counts of its plan."""

    progress = fields.Integer(required=True, metadata={"description": "Percent."})
    error = fields.String(required=True, allow_none=True)
    sheets = fields.List(fields.Nested(SupplierSheetSchema), required=True)
    mapping = fields.List(fields.Nested(SupplierSheetMappingSchema), required=True)
    plan_version = fields.Integer(required=True)
    is_outdated = fields.Boolean(
        required=True,
        metadata={"description": "True if the plan was made again because the network had changed."},
    )
    counts = fields.Nested(SupplierCountsSchema, required=True)
    custom_fields = fields.List(fields.Nested(SupplierCustomFieldSchema), required=True)


class SupplierDifferenceSchema(CamelSchema):
    """A value that the import changes, as text."""

    field = fields.String(required=True)
    before_text = fields.String(required=True, attribute="beforeText")
    after_text = fields.String(required=True, attribute="afterText")


class SupplierCandidateSchema(CamelSchema):
    """An organisation that a row may be."""

    organisation_id = Id(required=True, attribute="organisationId")
    name = fields.String(required=True)
    city = fields.String(required=True, allow_none=True)
    country = fields.String(required=True, allow_none=True)
    website = fields.String(required=True, allow_none=True)
    external_ref = fields.String(required=True, allow_none=True, attribute="externalRef")
    is_in_network = fields.Boolean(required=True, attribute="isInNetwork")
    reasons = fields.List(fields.String(), required=True)
    similarity = fields.Integer(required=True, metadata={"description": "Of the names, in percent."})


class SupplierWrongCellSchema(CamelSchema):
    """A cell of a wrong row that can be corrected."""

    target = fields.Enum(Target, by_value=True, required=True, allow_none=True)
    custom_field = fields.String(required=True, allow_none=True)
    label = fields.String(required=True)
    text = fields.String(required=True)


class SupplierImportRowSchema(CamelSchema):
    """A supplier of the file with the planned effect."""

    n = fields.Integer(required=True)
    label = fields.String(required=True)
    place = fields.String(required=True)
    city = fields.String(required=True, allow_none=True)
    country = fields.String(required=True, allow_none=True)
    website = fields.String(required=True, allow_none=True)
    external_ref = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    emails = fields.List(fields.String(), required=True)
    outcome = fields.Enum(Outcome, by_value=True, required=True, allow_none=True)
    decision = fields.String(required=True, allow_none=True)
    organisation_id = Id(required=True, allow_none=True)
    organisation_name = fields.String(required=True, allow_none=True)
    differences = fields.List(fields.Nested(SupplierDifferenceSchema), required=True)
    new_tags = fields.List(fields.String(), required=True)
    new_contacts = fields.List(fields.String(), required=True)
    notes = fields.List(fields.String(), required=True)
    problems = fields.List(fields.String(), required=True)
    cells = fields.List(
        fields.Nested(SupplierWrongCellSchema),
        required=True,
        metadata={"description": "The cells that the problems are about."},
    )
    candidates = fields.List(fields.Nested(SupplierCandidateSchema), required=True)


class SupplierImportRowQuerySchema(ListQuerySchema):
    """The rows of an import, optionally with one effect."""

    outcome = fields.Enum(Outcome, by_value=True, load_default=None)

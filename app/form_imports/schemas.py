"""Schemas of imports of forms and of remembered mappings."""

from collections.abc import Sequence
from typing import TypedDict

from marshmallow import fields, validate

from app.form_imports.policies.items import Fix, Place, Weight
from app.form_imports.policies.mapping import ColumnMeaning, FileMapping, SheetMapping
from app.form_imports.types import (
    LABEL_LIMIT,
    MAX_CHOICES,
    MAX_COLUMNS,
    MAX_FIXES,
    MAX_ROWS,
    MAX_SHEETS,
    FormImportState,
    Meaning,
)
from app.forms.public import DocFormType, FieldType
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import NAME_LIMIT, CamelSchema, Id, Line

LANGUAGE_LIMIT = 40


class NewDocFormImportSchema(CamelSchema):
    """An uploaded file to read; with `docFormId` it is compared with this form."""

    attachment_id = Id(required=True)
    doc_form_id = Id(load_default=None, allow_none=True)


class NewDocFormImportBody(TypedDict):
    """Loaded `NewDocFormImportSchema`."""

    attachment_id: int
    doc_form_id: int | None


class FormColumnMeaningSchema(CamelSchema):
    """The meaning of a column, by its place from 0. `language` is the code of the language of its texts."""

    index = fields.Integer(required=True, validate=validate.Range(min=0, max=MAX_COLUMNS - 1))
    meaning = fields.Enum(Meaning, by_value=True, required=True)
    language = Line(load_default="", blank=True, limit=LANGUAGE_LIMIT)


class FormSheetMappingSchema(CamelSchema):
    """Use of a sheet, the row of its headings from 0, and the meanings of its columns."""

    sheet = Line(required=True, limit=255)
    is_used = fields.Boolean(required=True)
    header = fields.Integer(required=True, validate=validate.Range(min=-1, max=MAX_ROWS))
    has_hidden = fields.Boolean(
        load_default=False, metadata={"description": "True if its hidden rows are imported too."}
    )
    columns = fields.List(
        fields.Nested(FormColumnMeaningSchema), required=True, validate=validate.Length(max=MAX_COLUMNS)
    )


class FormRowFixSchema(CamelSchema):
    """Corrections of a row, from 0; null keeps what the file has."""

    sheet = Line(required=True, limit=255)
    row = fields.Integer(required=True, validate=validate.Range(min=0, max=MAX_ROWS))
    label = Line(load_default=None, allow_none=True, limit=LABEL_LIMIT)
    type = fields.Enum(FieldType, by_value=True, load_default=None, allow_none=True)
    choices = fields.List(
        Line(limit=300), load_default=None, allow_none=True, validate=validate.Length(max=MAX_CHOICES)
    )
    is_required = fields.Boolean(load_default=None, allow_none=True)
    is_left_out = fields.Boolean(load_default=False)
    is_heading = fields.Boolean(load_default=None, allow_none=True)
    is_conditional = fields.Boolean(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "False always shows the question; true uses a condition that is only proposed."
        },
    )


class FormRowLinkSchema(CamelSchema):
    """A row that is linked to a question of the library."""

    sheet = Line(required=True, limit=255)
    row = fields.Integer(required=True, validate=validate.Range(min=0, max=MAX_ROWS))
    question_id = Id(required=True)


class DocFormMappingSchema(CamelSchema):
    """The mapping of a file, the corrections of its rows, and the links to the library; all are replaced."""

    profile = Line(load_default="", blank=True, limit=40)
    language = Line(load_default="", blank=True, limit=LANGUAGE_LIMIT)
    sheets = fields.List(
        fields.Nested(FormSheetMappingSchema), required=True, validate=validate.Length(max=MAX_SHEETS)
    )
    fixes = fields.List(
        fields.Nested(FormRowFixSchema), load_default=list, validate=validate.Length(max=MAX_FIXES)
    )
    links = fields.List(
        fields.Nested(FormRowLinkSchema), load_default=list, validate=validate.Length(max=MAX_FIXES)
    )


class DocFormMappingBody(TypedDict):
    """Loaded `DocFormMappingSchema`."""

    profile: str
    language: str
    sheets: Sequence[Arguments]
    fixes: Sequence[Arguments]
    links: Sequence[Arguments]


def mapping_of(body: DocFormMappingBody) -> FileMapping:
    """Return the mapping of a request."""
    return FileMapping(
        sheets=[
            SheetMapping(
                sheet=sheet["sheet"], is_used=sheet["is_used"], header=sheet["header"], has_hidden=sheet["has_hidden"],
                columns={
                    column["index"]: ColumnMeaning(column["meaning"], column["language"])
                    for column in sheet["columns"]
                },
            )
            for sheet in body["sheets"]
        ],
        language=body["language"],
        profile=body["profile"],
    )  # fmt: skip


def fixes_of(body: DocFormMappingBody) -> list[Fix]:
    """Return the corrections of a request."""
    return [
        Fix(
            place=Place(fix["sheet"], fix["row"]), label=fix["label"], type=fix["type"],
            choices=tuple(fix["choices"]) if fix["choices"] is not None else None,
            is_required=fix["is_required"], is_left_out=fix["is_left_out"], is_heading=fix["is_heading"],
            is_conditional=fix["is_conditional"],
        )
        for fix in body["fixes"]
    ]  # fmt: skip


def links_of(body: DocFormMappingBody) -> list[Arguments]:
    """Return the links of a request, as they are stored."""
    return [
        {"sheet": link["sheet"], "row": link["row"], "questionId": link["question_id"]}
        for link in body["links"]
    ]


class CreateDocFormSchema(CamelSchema):
    """Title and type of a new form, or the form that gets a next draft."""

    title = Line(load_default="", blank=True, limit=NAME_LIMIT)
    type = fields.Enum(DocFormType, by_value=True, load_default=None, allow_none=True)
    doc_form_id = Id(load_default=None, allow_none=True)


class CreateDocFormBody(TypedDict):
    """Loaded `CreateDocFormSchema`."""

    title: str
    type: DocFormType | None
    doc_form_id: int | None


class CreatedDocFormSchema(CamelSchema):
    """The draft that was created."""

    doc_form_id = Id(required=True)


class FormSheetColumnSchema(CamelSchema):
    """A column of a file."""

    index = fields.Integer(required=True)
    letter = fields.String(required=True)
    heading = fields.String(required=True)
    samples = fields.List(fields.String(), required=True)


class FormSheetSchema(CamelSchema):
    """A sheet of a file."""

    name = fields.String(required=True)
    header = fields.Integer(required=True)
    row_count = fields.Integer(required=True)
    hidden_rows = fields.Integer(required=True)
    columns = fields.List(fields.Nested(FormSheetColumnSchema), required=True)


class FormImportIssueSchema(CamelSchema):
    """A problem of a file. `row` is the row from 0, or -1 for the whole sheet."""

    sheet = fields.String(required=True)
    row = fields.Integer(required=True)
    sentence = fields.String(required=True)
    weight = fields.Enum(
        Weight, by_value=True, required=True, metadata={"description": "BLOCK prevents the form."}
    )


class FurtherAnswerSchema(CamelSchema):
    """A further answer to a question, such as a comment, stored as a separate field below it."""

    fid = fields.String(required=True)
    heading = fields.String(required=True)


class FormImportQuestionSchema(CamelSchema):
    """A question of a file, with the `fid` of its field in `doc`."""

    sheet = fields.String(required=True)
    row = fields.Integer(required=True)
    fid = fields.String(required=True)
    number = fields.String(required=True)
    label = fields.String(required=True)
    type = fields.Enum(FieldType, by_value=True, required=True)
    choices = fields.List(fields.String(), required=True)
    is_required = fields.Boolean(required=True)
    condition = fields.String(
        required=True,
        metadata={"description": "The condition in words, used or not; empty without one."},
    )
    is_conditional = fields.Boolean(required=True, metadata={"description": "True if the condition is used."})
    further = fields.List(fields.Nested(FurtherAnswerSchema), required=True)


class LibraryMatchSchema(CamelSchema):
    """A question of a file that the library has."""

    sheet = fields.String(required=True)
    row = fields.Integer(required=True)
    question_id = Id(required=True)
    label = fields.String(required=True)
    is_global = fields.Boolean(required=True)
    similarity = fields.Float(required=True, metadata={"description": "Of the texts, in percent."})


class DifferingQuestionSchema(CamelSchema):
    """A question that differs between a form and a file."""

    number = fields.String(required=True)
    label = fields.String(required=True)


class FormComparisonSchema(CamelSchema):
    """The differences between a form and a file."""

    added = fields.List(fields.Nested(DifferingQuestionSchema), required=True)
    reworded = fields.List(fields.Nested(DifferingQuestionSchema), required=True)
    changed = fields.List(
        fields.Nested(DifferingQuestionSchema),
        required=True,
        metadata={
            "description": "Questions with other rules, such as choices or conditions, or another type."
        },
    )
    removed = fields.List(fields.Nested(DifferingQuestionSchema), required=True)
    same = fields.Integer(required=True)
    moved = fields.List(
        fields.Nested(DifferingQuestionSchema),
        required=True,
        metadata={"description": "Questions that move to their place in the file."},
    )
    own_order = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Sections whose order was changed in the editor, and stays."},
    )


class FormImportProfileSchema(CamelSchema):
    """A known questionnaire. `groups` is the word for its sections."""

    code = fields.String(required=True)
    title = fields.String(required=True)
    groups = fields.String(required=True)


class DocFormImportBriefSchema(CamelSchema):
    """An import in a list."""

    id = Id(required=True)
    filename = fields.String(required=True)
    state = fields.Enum(FormImportState, by_value=True, required=True)
    created = fields.DateTime(required=True)
    doc_form_id = Id(required=True, allow_none=True)


class DocFormImportSchema(DocFormImportBriefSchema):
    """An import with its sheets, questions and problems; they are empty until the file was read."""

    error = fields.String(required=True, allow_none=True)
    is_update = fields.Boolean(required=True)
    form_title = fields.String(
        required=True, metadata={"description": "The form that is updated, or a proposal for a new one."}
    )
    form_type = fields.Enum(DocFormType, by_value=True, required=True, allow_none=True)
    profile = fields.Nested(FormImportProfileSchema, required=True, allow_none=True)
    sections = fields.Integer(required=True)
    language = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)
    sheets = fields.List(fields.Nested(FormSheetSchema), required=True)
    mapping = fields.List(fields.Nested(FormSheetMappingSchema), required=True)
    fixes = fields.List(fields.Nested(FormRowFixSchema), required=True)
    links = fields.List(fields.Nested(FormRowLinkSchema), required=True)
    issues = fields.List(fields.Nested(FormImportIssueSchema), required=True)
    questions = fields.List(fields.Nested(FormImportQuestionSchema), required=True)
    matches = fields.List(fields.Nested(LibraryMatchSchema), required=True)
    comparison = fields.Nested(FormComparisonSchema, required=True, allow_none=True)
    doc = fields.Dict(required=True, metadata={"description": "The document of the form."})


class NewRememberedMappingSchema(CamelSchema):
    """A name for the mapping of an import."""

    name = Line(required=True, limit=NAME_LIMIT)
    doc_form_import_id = Id(required=True)


class NewRememberedMappingBody(TypedDict):
    """Loaded `NewRememberedMappingSchema`."""

    name: str
    doc_form_import_id: int


class RememberedMappingSchema(CamelSchema):
    """A remembered mapping."""

    id = Id(required=True)
    name = fields.String(required=True)
    created = fields.DateTime(required=True)


class DocFormExportSchema(CamelSchema):
    """Format of a form's file."""

    format = fields.String(required=True, validate=validate.OneOf(["xlsx"]))
